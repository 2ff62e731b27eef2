/* loom-host-cells.c: the numbers of cells, and single cells over the fill of an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include "loom-cell-values.h"

#include <glib/gi18n-lib.h>

/* More numbers of a cell are not written out one by one. */
#define MOST_NUMBERS 64

/* Whether the numbers of a cell are few enough to be written out. */
gboolean
_loom_host_check_numbers (const LoomPlanArg  *arg,
                          GError            **error)
{
  const guint n = loom_type_count_components (&arg->type);

  return n <= MOST_NUMBERS
         || loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                       _("the cells of %1$s have %2$u numbers, more than are written out; fill "
                         "it from a file"),
                       arg->name, n);
}

/* "i", "3 * i + 1": which of all numbers one of the n of a cell `i` is. */
char *
_loom_host_dup_index (guint n,
                      guint number)
{
  if (n == 1)
    return g_strdup ("i");
  return number == 0 ? g_strdup_printf ("%u * i", n) : g_strdup_printf ("%u * i + %u", n, number);
}

static void
cells_clear (gpointer data)
{
  g_strfreev (((LoomHostCells *) data)->values);
}

/* Leaves out what is beyond the array; FALSE: all of it. */
static gboolean
clip (LoomBox         *box,
      const LoomShape *shape)
{
  const guint64 extents[] = { shape->planes, shape->rows, shape->cols };

  for (guint axis = 0; axis < G_N_ELEMENTS (extents); axis++)
    {
      if (box->first[axis] >= extents[axis])
        return FALSE;
      box->last[axis] = MIN (box->last[axis], extents[axis] - 1);
    }
  return TRUE;
}

/* (transfer full) (element-type LoomHostCells): the boxes of cells of an array that have values of
 * their own, in the order in which they are set. */
GArray *
_loom_host_list_cells (const LoomPlanArg *arg)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LoomHostCells));
  g_autoptr (GPtrArray) words = loom_cell_values_list (arg->cells);

  g_array_set_clear_func (list, cells_clear);
  for (guint i = 0; i < words->len; i++)
    {
      g_auto (GStrv) halves = g_strsplit (words->pdata[i], "=", 2);
      LoomHostCells cells;

      if (g_strv_length (halves) < 2 || !loom_box_parse (halves[0], &arg->shape, &cells.box, NULL)
          || !clip (&cells.box, &arg->shape))
        continue;
      cells.values = g_strsplit (halves[1], ",", -1);
      g_array_append_val (list, cells);
    }
  return list;
}
