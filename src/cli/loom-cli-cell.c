/* loom-cli-cell.c: who wrote a cell and who read it, in lines for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-cell.h"

#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

#define SHOWN 12u               /* accesses, or cells of an array, that have lines; reports have all
                                   that are kept */

static void
print_access (const LoomCellHistory *history,
              const LoomCellAccess  *access,
              const LoomType        *type)
{
  const LoomCellLaunch *launch = history->launches->pdata[access->launch];
  const LoomCellSite *site = history->sites->pdata[access->site];
  const LoomDim3 block = loom_dim3_unpack (&launch->grid, access->block),
                 thread = loom_dim3_unpack (&launch->block, access->thread);
  g_autofree char *value = loom_cell_access_format (access, type);
  const char *const kinds[LOOM_N_CELL_ACCESSES] = { _("read"), _("write"), _("atomic") };

  g_printerr ("  %s  ", kinds[access->kind]);
  if (launch->number > 0 || history->launches->len > 1)
    /* Translators: launches are counted from 0; the second is the kernel's name */
    g_printerr (_("launch %1$u (%2$s), "), launch->number, launch->kernel);
  /* Translators: a block, a thread, a file (or nothing), a line, and what the cell held */
  g_printerr (_("block (%1$u, %2$u, %3$u), thread (%4$u, %5$u, %6$u), %7$sline %8$u: %9$s\n"),
              block.x, block.y, block.z, thread.x, thread.y, thread.z,
              site->file != NULL ? site->file : "", site->line, value);
}

static void
print_accesses (const LoomCellHistory *history,
                const GArray          *accesses,
                guint64                all,
                gboolean               are_last,
                const LoomType        *type)
{
  const guint n = MIN (accesses->len, SHOWN), first = are_last ? accesses->len - n : 0;
  g_autofree char *others = loom_typeset_count (all - n);

  if (are_last && all > n)
    g_printerr (_("  %s before\n"), others);
  for (guint i = first; i < first + n; i++)
    print_access (history, &g_array_index (accesses, LoomCellAccess, i), type);
  if (!are_last && all > n)
    g_printerr (_("  and %s more\n"), others);
}

/* The cells of one array among what was read, and how many of them there are. */
static char *
dup_cells (const LoomCellHistory *history,
           LoomPlan              *plan,
           guint32                index,
           guint                 *n)
{
  const LoomPlanArg *array = loom_plan_lookup_array (plan, history->arrays->pdata[index]);
  GString *text = g_string_new (NULL);

  *n = 0;
  for (guint i = 0; i < history->footprint->len; i++)
    {
      const LoomCellSource *source = &g_array_index (history->footprint, LoomCellSource, i);
      g_autofree char *place = loom_cell_dup_subscript (
          array != NULL ? &array->shape : NULL, source->cell);

      if (source->array != index)
        continue;
      if (++*n <= SHOWN)
        g_string_append_printf (text, " %s", place);
      else if (*n == SHOWN + 1)
        g_string_append (text, " …");
    }
  return g_string_free (text, FALSE);
}

static void
print_footprint (const LoomCellHistory *history,
                 LoomPlan              *plan)
{
  for (guint i = 0; i < history->arrays->len; i++)
    {
      guint n;
      g_autofree char *cells = dup_cells (history, plan, i, &n);

      if (n > 0)
        g_printerr (g_dngettext (GETTEXT_PACKAGE, "its writers read %1$u cell of %2$s:%3$s\n",
                                 "its writers read %1$u cells of %2$s:%3$s\n", n),
                    n, (const char *) history->arrays->pdata[i], cells);
    }
  if (history->n_other_loads > 0)
    g_printerr (g_dngettext (GETTEXT_PACKAGE,
                             "its writers read shared memory, or some without a name, %" PRIu64
                             " time\n",
                             "its writers read shared memory, or some without a name, %" PRIu64
                             " times\n", (gulong) history->n_other_loads),
                history->n_other_loads);
  if (history->loads_cut)
    g_printerr (_("its writers read more than is kept\n"));
}

/**
 * loom_cli_cell_print:
 * @history: of a cell
 * @plan: what was run
 *
 * Says on the error stream who wrote and read it.
 */
void
loom_cli_cell_print (const LoomCellHistory *history,
                     LoomPlan              *plan)
{
  static const LoomType bytes = { LOOM_SCALAR_BYTES, 1, LOOM_CELL_VALUE_BYTES, NULL };
  const LoomPlanArg *array = loom_plan_lookup_array (plan, history->target.array);
  const LoomType *type = array != NULL ? &array->type : &bytes;
  g_autofree char *place = loom_cell_dup_subscript (array != NULL ? &array->shape : NULL,
                                                    history->cell);
  g_autofree char *writes = loom_typeset_count (history->n_writes);
  g_autofree char *reads = loom_typeset_count (history->n_reads + history->n_atomics);

  /* Translators: an array and a place in it: "f[3][5]: writes 2, reads 1" */
  g_printerr (_("%1$s%2$s: writes %3$s, reads %4$s\n"), history->target.array, place, writes,
              reads);
  if (history->n_atomics > 0)
    g_printerr (ngettext ("%" PRIu64 " atomic counts as both\n",
                          "%" PRIu64 " atomics count as both\n", (gulong) history->n_atomics),
                history->n_atomics);
  print_accesses (history, history->writes, history->n_writes, TRUE, type);
  print_accesses (history, history->reads, history->n_reads, FALSE, type);
  print_footprint (history, plan);
}
