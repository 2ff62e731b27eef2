/* loom-launch-panel-edits.c: what is done in the form becomes a line of the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-template.h"

static void
try_cb (LoomLaunchPanel  *self,
        const LoomDim3   *value,
        gboolean          apply,
        GError          **error,
        LoomDim3Row      *row)
{
  const char *key = row == self->range ? "range" : row == self->block ? "block" : "grid";
  g_autofree char *text = loom_dim3_format (value);

  loom_launch_try (self->session, NULL, key, text, apply, error);
}

/* Somebody is about to run, to save or to edit: what is just being typed counts. */
void
_loom_launch_panel_flush (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);

  if (field != NULL)
    loom_field_apply (field);
}

static void
drag_begin_cb (LoomLaunchPanel *self)
{
  loom_session_begin_edits (self->session);
}

static void
drag_end_cb (LoomLaunchPanel *self)
{
  loom_session_end_edits (self->session);
}

static void
scale_block (LoomLaunchPanel *self,
             gboolean         up)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  guint axis = self->launch.rank >= 2 && self->launch.block.y < self->launch.block.x ? 1 : 0;
  LoomDim3 block;

  if (!up)
    axis = self->launch.block.y >= self->launch.block.x && self->launch.block.y > 1 ? 1 : 0;
  block = loom_launch_scale (&self->launch.block, axis, up, &limits->block);
  loom_launch_edit_dim3 (self->session, "block", &block, NULL);
}

static void
halve_cb (LoomLaunchPanel *self)
{
  scale_block (self, FALSE);
}

static void
double_cb (LoomLaunchPanel *self)
{
  scale_block (self, TRUE);
}

/* The fields open at once: the form follows before the next frame, but a click may be quicker. */
static void
auto_cb (LoomLaunchPanel *self)
{
  const gboolean is_auto = gtk_toggle_button_get_active (self->auto_button);

  if (self->updating)
    return;
  if (is_auto)
    loom_launch_edit (self->session, NULL, "grid", "auto", NULL);
  else
    loom_launch_edit_dim3 (self->session, "grid", &self->launch.grid, NULL);
  g_object_set (self->grid, "editable", !is_auto, NULL);
}

static void
reset_cb (LoomLaunchPanel *self)
{
  loom_launch_reset (self->session);
  loom_dim3_row_revert (self->range);
  loom_dim3_row_revert (self->block);
  loom_dim3_row_revert (self->grid);
  loom_field_revert (LOOM_FIELD (self->shared));
}

static void
unset_manual_cb (LoomLaunchPanel *self)
{
  loom_launch_edit (self->session, NULL, "manual-grid", NULL, NULL);
}

/* 0 is the default, and needs no line. */
static void
try_shared_cb (LoomLaunchPanel  *self,
               gboolean          apply,
               GError          **error,
               LoomNumberField  *field)
{
  g_autofree char *value = NULL;
  guint64 bytes;

  if (!loom_number_field_read (field, &bytes, error))
    return;
  value = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);
  if (!loom_launch_try (self->session, NULL, "shared", value, apply && bytes > 0, error) || !apply)
    return;
  if (bytes == 0)
    loom_launch_edit (self->session, NULL, "shared", NULL, NULL);
  loom_number_field_show (field, bytes);
}

/* The callbacks that loom-launch-panel.ui names. */
void
_loom_launch_panel_bind_edits (GtkWidgetClass *widget_class)
{
  LOOM_TEMPLATE_CALLBACKS (widget_class, try_cb, drag_begin_cb, drag_end_cb, halve_cb, double_cb,
                           auto_cb, reset_cb, unset_manual_cb, try_shared_cb);
}
