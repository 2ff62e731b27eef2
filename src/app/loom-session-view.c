/* loom-session-view.c: how a run is looked at, and which cells are pointed at
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

/**
 * loom_session_get_view:
 * @self: a session
 *
 * Returns: (transfer none): how the run is looked at
 */
const LoomView *
loom_session_get_view (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return &self->view;
}

/**
 * loom_session_set_view:
 * @self: a session
 * @view: how to look at the run
 */
void
loom_session_set_view (LoomSession    *self,
                       const LoomView *view)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (view != NULL);

  if (loom_view_equal (&self->view, view))
    return;
  self->view = *view;
  _loom_session_notify (self, PROP_VIEW);
}

static void
set_cell (LoomSession    *self,
          LoomCell       *place,
          gboolean        has_place,
          const LoomCell *cell,
          guint           property)
{
  if (has_place && cell != NULL && place->col == cell->col && place->row == cell->row &&
      place->plane == cell->plane)
    return;
  if (!has_place && cell == NULL)
    return;
  if (cell != NULL)
    *place = *cell;
  if (property == PROP_HOVER)
    self->has_hover = cell != NULL;
  else
    self->has_pin = cell != NULL;
  _loom_session_notify (self, property);
}

/**
 * loom_session_get_hover:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the cell under the pointer or the cell cursor
 */
const LoomCell *
loom_session_get_hover (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->has_hover ? &self->hover : NULL;
}

/**
 * loom_session_set_hover:
 * @self: a session
 * @cell: (nullable): the cell under the pointer or the cell cursor
 */
void
loom_session_set_hover (LoomSession    *self,
                        const LoomCell *cell)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  set_cell (self, &self->hover, self->has_hover, cell, PROP_HOVER);
}

/**
 * loom_session_get_pin:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the cell that was clicked to stay selected
 */
const LoomCell *
loom_session_get_pin (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->has_pin ? &self->pin : NULL;
}

/**
 * loom_session_set_pin:
 * @self: a session
 * @cell: (nullable): the cell that stays selected, in place of a thread
 */
void
loom_session_set_pin (LoomSession    *self,
                      const LoomCell *cell)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (cell != NULL)
    loom_session_set_thread (self, NULL);
  set_cell (self, &self->pin, self->has_pin, cell, PROP_PIN);
}

/**
 * loom_session_get_thread:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the thread of the run that is selected
 */
const LoomSite *
loom_session_get_thread (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->has_thread ? &self->thread : NULL;
}

static gboolean
is_thread (const LoomSite *a,
           const LoomSite *b)
{
  return loom_dim3_equal (&a->block, &b->block) && loom_dim3_equal (&a->thread, &b->thread);
}

/**
 * loom_session_set_thread:
 * @self: a session
 * @thread: (nullable): a thread of the run, selected in place of a cell
 */
void
loom_session_set_thread (LoomSession    *self,
                         const LoomSite *thread)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (thread == NULL ? !self->has_thread : self->has_thread && is_thread (thread, &self->thread))
    return;
  if (thread != NULL)
    {
      loom_session_set_pin (self, NULL);
      self->thread = *thread;
    }
  self->has_thread = thread != NULL;
  _loom_session_notify (self, PROP_THREAD);
}
