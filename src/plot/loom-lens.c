/* loom-lens.c: the ways to colour cells: their names, and when there is something to see
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-lens.h"
#include "loom-planes.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *name, *title, *help;
} lenses[LOOM_N_LENSES] = {
  [LOOM_LENS_VALUE] = {
    "value", N_("Value"),
    N_("The value of each cell after the run; of a vector its first component.")
  },
  [LOOM_LENS_WRITES] = { "writes", N_("Writes"), N_("How often each cell was written.") },
  [LOOM_LENS_READS] = { "reads", N_("Reads"), N_("How often each cell was read.") },
  [LOOM_LENS_LOWEST] = {
    "lowest", N_("Lowest writer"), N_("The lowest number of a thread that wrote the cell.")
  },
  [LOOM_LENS_HIGHEST] = {
    "highest", N_("Highest writer"),
    N_("The highest number of a thread that wrote the cell. "
       "Where it is not the lowest, threads repeat work.")
  },
  [LOOM_LENS_BLOCK] = {
    "block", N_("Block"),
    N_("The block of the lowest writer. Colours repeat, neighbouring blocks differ.")
  },
  [LOOM_LENS_THREAD] = {
    "thread", N_("Thread"),
    N_("The number of the lowest writer within its block. "
       "Neighbouring threads differ in lightness.")
  },
  [LOOM_LENS_WARP] = {
    "warp", N_("Warp"),
    N_("The warp of the lowest writer: one colour for each warp of a block, in other tints where "
       "blocks meet.")
  },
  [LOOM_LENS_EXPECTED] = {
    "expected", N_("Expected and covered"),
    N_("Which of the cells that should be written were written, and how often.")
  },
  [LOOM_LENS_SECTORS] = {
    "sectors", N_("Sectors per request"),
    N_("How many sectors of 32 bytes a warp’s request that touched the cell asked of memory, on "
       "average; 4 is best for cells of 4 bytes.")
  },
  [LOOM_LENS_INSTRUCTIONS] = {
    "instructions", N_("Instructions"),
    N_("How many instructions the lowest writer of the cell executed in all.")
  },
  [LOOM_LENS_DIFFERENCE] = {
    "difference", N_("Difference"),
    N_("Which cells another run of the same launch left or touched otherwise.")
  },
  [LOOM_LENS_MULTIPROCESSOR] = {
    "sm", N_("Multiprocessor (SM)"),
    N_("The multiprocessor of the GPU that ran the block of the lowest writer.")
  },
  [LOOM_LENS_START] = {
    "start", N_("Start time"),
    N_("When the block of the lowest writer started, in microseconds after the first one.")
  },
};

/**
 * loom_lens_from_name:
 * @name: as in a document's "lens"
 * @lens: (out): the lens
 *
 * Looks a lens up.
 *
 * Returns: whether there is one
 */
gboolean
loom_lens_from_name (const char *name,
                     LoomLens   *lens)
{
  for (guint i = 0; i < LOOM_N_LENSES; i++)
    if (g_strcmp0 (name, lenses[i].name) == 0)
      {
        *lens = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * loom_lens_get_name:
 * @lens: a lens
 *
 * The name in documents and on the command line.
 */
const char *
loom_lens_get_name (LoomLens lens)
{
  g_return_val_if_fail (lens < LOOM_N_LENSES, NULL);
  return lenses[lens].name;
}

/**
 * loom_lens_get_title:
 * @lens: a lens
 *
 * The name for people, translated.
 */
const char *
loom_lens_get_title (LoomLens lens)
{
  g_return_val_if_fail (lens < LOOM_N_LENSES, NULL);
  return _(lenses[lens].title);
}

/**
 * loom_lens_get_help:
 * @lens: a lens
 *
 * What one sees through a lens, a translated sentence.
 */
const char *
loom_lens_get_help (LoomLens lens)
{
  g_return_val_if_fail (lens < LOOM_N_LENSES, NULL);
  return _(lenses[lens].help);
}

static const char *
get_schedule_obstacle (const LoomRun    *run,
                       const LoomPlanes *planes)
{
  if (run->schedule == NULL)
    return run->fidelity == LOOM_FIDELITY_MEASURED
               ? _("When the blocks of this run started was not recorded.")
               : _("The simulator has no multiprocessors; only a GPU says where and when blocks "
                   "ran.");
  return planes->lowest != NULL ? NULL : _("The writers of this array were not recorded.");
}

/**
 * loom_lens_get_obstacle:
 * @lens: a lens
 * @run: (nullable): a run
 * @array: index of an array of the run
 *
 * Why there is nothing to see through a lens, in the user's language.
 *
 * Returns: (nullable): a translated sentence, or %NULL if there is something to see
 */
const char *
loom_lens_get_obstacle (LoomLens  lens,
                        LoomRun  *run,
                        guint     array)
{
  LoomPlanes planes;

  if (run == NULL || array >= run->arrays->len)
    return _("There is no array to show.");
  loom_planes_init (&planes, g_ptr_array_index (run->arrays, array));

  switch (lens)
    {
    case LOOM_LENS_VALUE:
      return planes.data != NULL ? NULL : _("The contents of this array were not kept.");
    case LOOM_LENS_WRITES:
      return planes.writes != NULL ? NULL : _("Writes to this array were not counted.");
    case LOOM_LENS_READS:
      return planes.reads != NULL ? NULL : _("Reads of this array were not counted.");
    case LOOM_LENS_HIGHEST:
      return planes.highest != NULL ? NULL : _("The writers of this array were not recorded.");
    case LOOM_LENS_EXPECTED:
      if (planes.writes == NULL)
        return _("Writes to this array were not counted.");
      return planes.domain != NULL ? NULL
                                   : _("The document does not say which cells should be written.");
    case LOOM_LENS_SECTORS:
      if (run->profile == NULL)
        return _("This run was not profiled.");
      return planes.sectors != NULL ? NULL : _("Constants are not read by sectors of memory.");
    case LOOM_LENS_INSTRUCTIONS:
      if (run->profile == NULL || run->profile->threads == NULL)
        return _("This run was not profiled.");
      return planes.lowest != NULL ? NULL : _("The writers of this array were not recorded.");
    case LOOM_LENS_DIFFERENCE:
      return planes.difference != NULL ? NULL
                                       : _("This run was not compared with one on another device.");
    case LOOM_LENS_MULTIPROCESSOR:
    case LOOM_LENS_START:
      return get_schedule_obstacle (run, &planes);
    default:
      return planes.lowest != NULL ? NULL : _("The writers of this array were not recorded.");
    }
}

/**
 * loom_lens_is_available:
 * @lens: a lens
 * @run: (nullable): a run
 * @array: index of an array of the run
 *
 * Whether there is something to see through a lens.
 */
gboolean
loom_lens_is_available (LoomLens  lens,
                        LoomRun  *run,
                        guint     array)
{
  return loom_lens_get_obstacle (lens, run, array) == NULL;
}

/**
 * loom_view_init:
 * @self: (out): the view
 * @run: (nullable): a run
 *
 * The view to begin with: the main array through the lens that tells most.
 */
void
loom_view_init (LoomView *self,
                LoomRun  *run)
{
  static const LoomLens best[] = { LOOM_LENS_EXPECTED, LOOM_LENS_WRITES };

  *self = (LoomView) {
    .lens = LOOM_LENS_VALUE, .colormap = LOOM_COLORMAP_VIRIDIS, .borders = TRUE, .text_scale = 1
  };
  if (run == NULL)
    return;
  if (run->main_array >= 0 && (guint) run->main_array < run->arrays->len)
    self->array = run->main_array;
  for (guint i = 0; i < G_N_ELEMENTS (best); i++)
    if (loom_lens_is_available (best[i], run, self->array))
      {
        self->lens = best[i];
        return;
      }
}

/**
 * loom_view_equal:
 * @a: a view
 * @b: another
 *
 * Whether two views show the same.
 */
gboolean
loom_view_equal (const LoomView *a,
                 const LoomView *b)
{
  return a->array == b->array && a->lens == b->lens && a->colormap == b->colormap &&
         !a->origin_lower == !b->origin_lower && !a->pystencils == !b->pystencils &&
         !a->dark == !b->dark && !a->borders == !b->borders && a->plane == b->plane &&
         a->text_scale == b->text_scale && a->member == b->member;
}
