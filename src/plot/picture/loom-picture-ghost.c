/* loom-picture-ghost.c: one thread beside the array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-number.h"
#include "loom-picture-private.h"
#include "loom-sentence.h"
#include "loom-thread-map.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* The column and row of the data at a place of the ring; FALSE: none is drawn there. */
static gboolean
find_place (LoomPicture *self,
            double       x,
            double       y,
            guint64     *col,
            guint64     *row)
{
  const LoomCellLayout *layout = &self->coder.layout;
  const double rows = (double) layout->rows;
  const double down = self->view.origin_lower ? rows - 1 - floor (y) : floor (y);

  if (!self->ghosts.is_drawn || x < 0 || x >= (double) (layout->cols + self->ghosts.right) ||
      down < 0 || down >= rows + (double) self->ghosts.below)
    return FALSE;
  *col = (guint64) x;
  *row = (guint64) down;
  return TRUE;
}

/**
 * loom_picture_find_ghost:
 * @x: place in the picture, or beside it
 * @y: place in the picture, or beside it
 *
 * Returns: the linear number of the thread that is drawn there beside the array; of several in z
 *   the first one; %LOOM_NO_WRITER: none is
 */
guint64
loom_picture_find_ghost (LoomPicture *self,
                         double       x,
                         double       y)
{
  guint64 col, row;

  g_return_val_if_fail (self != NULL, LOOM_NO_WRITER);

  return find_place (self, x, y, &col, &row)
             ? loom_ghosts_find_thread (&self->ghosts, &self->axes, &self->coder, col, row)
             : LOOM_NO_WRITER;
}

/* Where it would have a cell. */
static char *
dup_place (LoomPicture *self,
           guint64      col,
           guint64      row)
{
  if (!self->axes.regular || loom_array_get_shape (self->array->array)->rank <= 1)
    /* Translators: %s is an array, in which a thread beside it would have this cell */
    return g_strdup_printf (_("outside %1$s, where cell %2$" PRIu64 " would be"),
                            self->array->name,
                            loom_cell_layout_cell (&self->coder.layout, col, row));
  /* Translators: %s is an array; a thread beside it would have a cell in this row and column */
  return g_strdup_printf (_("outside %1$s, where row %2$" PRIu64 ", column %3$" PRIu64
                            " would be"), self->array->name, row, col);
}

/* What became of it, where that is known, and what its warp has to do. */
static char *
dup_why (LoomPicture *self,
         guint64      thread,
         guint64      col,
         guint64      row)
{
  const LoomProfile *profile = self->run->profile;
  GString *text = g_string_new (NULL);
  const guint8 *states = NULL;
  gsize size = 0;

  if (profile != NULL && profile->states != NULL)
    states = g_bytes_get_data (profile->states, &size);
  if (thread < size)
    g_string_append_printf (text, "; %s", loom_thread_state_get_title (states[thread]));
  if (loom_ghosts_get_code (&self->ghosts, &self->axes, &self->coder, col, row)
      == LOOM_CODE_LOST_WARP)
    g_string_append_printf (text, "; %s", _("no thread of its warp has a cell"));
  return g_string_free (text, FALSE);
}

/**
 * loom_picture_dup_ghost_text:
 * @x: place in the picture, or beside it
 * @y: place in the picture, or beside it
 *
 * Returns: (transfer full) (nullable): which thread is drawn there beside the array, and why it has
 *   nothing to do
 */
char *
loom_picture_dup_ghost_text (LoomPicture *self,
                             double       x,
                             double       y)
{
  const guint64 thread = loom_picture_find_ghost (self, x, y);
  g_autofree char *name = NULL, *place = NULL, *why = NULL;
  guint64 col, row;

  if (thread == LOOM_NO_WRITER || !find_place (self, x, y, &col, &row))
    return NULL;
  name = loom_sentence_of_lane (&self->coder, thread);
  place = dup_place (self, col, row);
  why = dup_why (self, thread, col, row);
  /* Translators: 1 a thread, 2 where it lies beside the array, 3 begins with “; ” or is empty */
  return g_strdup_printf (_("%1$s: %2$s%3$s"), name, place, why);
}
