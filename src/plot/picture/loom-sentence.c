/* loom-sentence.c: the picture in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-missing.h"
#include "loom-number.h"
#include "loom-picture-private.h"
#include "loom-sentence.h"
#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

/* ngettext() takes an unsigned long; only small numbers and remainders decide about a plural form.
 */
static gulong
plural (guint64 n)
{
  return n < 1000000 ? n : 1000000 + n % 1000000;
}

static void
add_clause (GString    *sentence,
            const char *clause)
{
  g_autofree char *before = g_strdup (sentence->str);

  if (before[0] == '\0')
    g_string_assign (sentence, clause);
  else
    /* Translators: two clauses of the sentence under the picture */
    g_string_printf (sentence, _("%1$s; %2$s"), before, clause);
}

/* A clause whose only number is n; the format has one %s for it. */
static void
add_counted (GString    *sentence,
             const char *format,
             guint64     n)
{
  g_autofree char *number = loom_typeset_count (n);
  g_autofree char *clause = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  clause = g_strdup_printf (format, number);
#pragma GCC diagnostic pop
  add_clause (sentence, clause);
}

/* A clause of two texts; the format has %1$s and %2$s for them. */
static void
add_between (GString    *sentence,
             const char *format,
             const char *first,
             const char *second)
{
  g_autofree char *clause = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  clause = g_strdup_printf (format, first, second);
#pragma GCC diagnostic pop
  add_clause (sentence, clause);
}

/* A clause of n among all; the format has %1$s and %2$s for them. */
static void
add_share (GString    *sentence,
           const char *format,
           guint64     n,
           guint64     all)
{
  g_autofree char *part = loom_typeset_count (n);
  g_autofree char *whole = loom_typeset_count (all);

  add_between (sentence, format, part, whole);
}

/* A clause of n, and what part of all that is; the format has %1$s and %2$s for them. */
static void
add_part (GString    *sentence,
          const char *format,
          guint64     n,
          guint64     all)
{
  g_autofree char *number = loom_typeset_count (n);
  g_autofree char *share = loom_share_format (n, all);

  add_between (sentence, format, number, share);
}

static void
add_stretch (GString           *sentence,
             const LoomStretch *stretch,
             const char        *one,
             const char        *several)
{
  if (stretch->n > 0)
    add_share (sentence, stretch->n == 1 ? one : several, stretch->first,
               stretch->first + stretch->n - 1);
}

/* The number of the cells that were missed, and the first of them. */
static void
add_first (GString           *sentence,
           const LoomShape   *shape,
           const LoomMissing *missing)
{
  g_autofree char *count = loom_typeset_count (missing->n);
  g_autofree char *col = loom_typeset_count (missing->first % shape->cols);
  g_autofree char *row = loom_typeset_count (missing->first / shape->cols % shape->rows);
  g_autofree char *plane = loom_typeset_count (missing->first / shape->cols / shape->rows);
  g_autofree char *clause = NULL;

  if (shape->rank >= 3)
    clause = g_strdup_printf (ngettext ("%1$s missed, in plane %2$s, row %3$s, column %4$s",
                                        "%1$s missed, the first in plane %2$s, row %3$s, column "
                                        "%4$s", plural (missing->n)), count, plane, row, col);
  else if (shape->rank == 2)
    clause = g_strdup_printf (ngettext ("%1$s missed, in row %2$s, column %3$s",
                                        "%1$s missed, the first in row %2$s, column %3$s",
                                        plural (missing->n)), count, row, col);
  else
    clause = g_strdup_printf (ngettext ("%1$s missed, which is cell %2$s",
                                        "%1$s missed, the first of them is cell %2$s",
                                        plural (missing->n)), count, col);
  add_clause (sentence, clause);
}

/* How many cells were missed, and where. If nobody says which cells should be written, those that
 * were not are no mistake: they are named only if they are whole rows and the like. */
static void
add_where (GString               *sentence,
           LoomPicture           *picture,
           const LoomArrayCounts *counts)
{
  const LoomShape *shape = loom_array_get_shape (picture->array->array);
  const LoomMissing *missing = &picture->missing;

  if (!picture->has_missing)
    loom_missing_find (&picture->missing, &picture->coder.planes, shape);
  picture->has_missing = TRUE;
  if (counts->missed > 0 && !missing->is_whole)
    {
      add_first (sentence, shape, missing);
      return;
    }
  if (counts->missed > 0)
    add_counted (sentence, ngettext ("%s missed", "%s missed", plural (missing->n)), missing->n);
  if (!missing->is_whole)
    return;

  add_stretch (sentence, &missing->planes, _("plane %1$s empty"), _("planes %1$s–%2$s empty"));
  add_stretch (sentence, &missing->rows, _("row %1$s empty"), _("rows %1$s–%2$s empty"));
  if (shape->rank > 1)
    add_stretch (sentence, &missing->cols, _("column %1$s empty"), _("columns %1$s–%2$s empty"));
  else
    add_stretch (sentence, &missing->cols, _("cell %1$s empty"), _("cells %1$s–%2$s empty"));
}

static guint64
count_launches (const LoomRun *run)
{
  guint64 launches = 0;

  if (run->steps->len == 0)
    return run->launches;
  for (guint i = 0; i < run->steps->len; i++)
    {
      const LoomRunStep *step = run->steps->pdata[i];

      launches += step->kind == LOOM_STATEMENT_LAUNCH ? step->times : 0;
    }
  return launches;
}

/* What several launches wrote one after the other is no sign of a fault. */
static void
add_rewritten (GString       *sentence,
               const LoomRun *run,
               guint64        rewritten)
{
  const guint64 launches = count_launches (run);

  if (launches > 1)
    add_share (sentence,
               ngettext ("%1$s cell written more than once in %2$s launches",
                         "%1$s cells written more than once in %2$s launches",
                         plural (rewritten)), rewritten, launches);
  else
    add_counted (sentence,
                 ngettext ("%s cell written more than once", "%s cells written more than once",
                           plural (rewritten)), rewritten);
}

static void
add_written (GString               *sentence,
             const LoomRun         *run,
             const LoomArrayCounts *counts)
{
  const guint64 once = counts->written - MIN (counts->rewritten, counts->written);
  const guint64 covered = counts->written - MAX (counts->extra, 0);

  if (counts->missed > 0)
    add_share (sentence,
               ngettext ("%1$s of %2$s cell covered", "%1$s of %2$s cells covered",
                         plural (covered + counts->missed)),
               covered, covered + counts->missed);
  else if (counts->written == 0)
    add_counted (sentence,
                 ngettext ("the only cell not written", "none of %s cells written",
                           plural (counts->cells)),
                 counts->cells);
  else if (once == counts->cells)
    add_counted (sentence, ngettext ("the only cell written once", "all %s cells written once",
                                     plural (counts->cells)), counts->cells);
  else if (once > 0)
    add_share (sentence,
               ngettext ("%1$s of %2$s cell written once", "%1$s of %2$s cells written once",
                         plural (counts->cells)),
               once, counts->cells);
  if (counts->rewritten > 0)
    add_rewritten (sentence, run, counts->rewritten);
}

static gboolean
is_written (const LoomRunArray *array)
{
  LoomArrayCounts counts;

  loom_run_array_count (array, &counts);
  return counts.written > 0;
}

/* Threads that lie beside the array, and what is lost with them. */
static void
add_ghosts (GString          *sentence,
            const LoomGhosts *ghosts)
{
  if (ghosts->threads == 0)
    return;
  add_part (sentence, ngettext ("%1$s thread lies outside the array (%2$s)",
                                "%1$s threads lie outside the array (%2$s)",
                                plural (ghosts->threads)), ghosts->threads, ghosts->all);
  if (ghosts->warps > 0)
    add_share (sentence, ngettext ("%1$s of %2$s warp wasted there",
                                   "%1$s of %2$s warps wasted there",
                                   plural (ghosts->all_warps)), ghosts->warps, ghosts->all_warps);
}

/* A thread stored if it did so to any array; that is not always the one that is shown. */
static void
add_idle (GString               *sentence,
          LoomPicture           *picture,
          const LoomArrayCounts *counts)
{
  const LoomRun *run = picture->run;
  gboolean elsewhere = FALSE;

  if (run->idle_threads > 0)
    add_part (sentence, ngettext ("%1$s thread without a store (%2$s)",
                                  "%1$s threads without a store (%2$s)",
                                  plural (run->idle_threads)), run->idle_threads, run->threads);
  if (run->idle_threads != 0)
    return;

  for (guint i = 0; i < run->arrays->len && !elsewhere; i++)
    elsewhere = run->arrays->pdata[i] != picture->array && is_written (run->arrays->pdata[i]);
  if (counts->written > 0 && !elsewhere)
    add_clause (sentence, _("every thread stored"));
  else if (counts->written > 0)
    add_clause (sentence, _("every thread stored to one of the arrays"));
  else if (elsewhere)
    add_clause (sentence, _("every thread stored to another array"));
}

/* What became of the threads that did not get to a store and end, where a profile says it. */
static void
add_states (GString           *sentence,
            const LoomProfile *profile)
{
  guint64 n[LOOM_N_THREAD_STATES] = { 0 };
  gsize size = 0;
  const guint8 *states = profile != NULL && profile->states != NULL
                         ? g_bytes_get_data (profile->states, &size) : NULL;

  for (gsize i = 0; i < size; i++)
    n[MIN (states[i], LOOM_THREAD_TRAPPED)]++;
  for (guint state = 0; state < LOOM_N_THREAD_STATES; state++)
    {
      const char *formats[LOOM_N_THREAD_STATES] = {
        [LOOM_THREAD_NOT_RUN] = ngettext ("%s thread not run", "%s threads not run",
                                          plural (n[state])),
        [LOOM_THREAD_SENT_HOME]
            = ngettext ("%s thread sent home by a guard before it came to an array",
                        "%s threads sent home by a guard before they came to an array",
                        plural (n[state])),
        [LOOM_THREAD_NO_STORE] = ngettext ("%s thread only read", "%s threads only read",
                                           plural (n[state])),
        [LOOM_THREAD_STOPPED] = ngettext ("%s thread stopped with its block",
                                          "%s threads stopped with their block",
                                          plural (n[state])),
        [LOOM_THREAD_WAITING] = ngettext ("%s thread waiting at a barrier",
                                          "%s threads waiting at a barrier", plural (n[state])),
        [LOOM_THREAD_TRAPPED] = ngettext ("%s thread trapped", "%s threads trapped",
                                          plural (n[state])),
      };

      if (n[state] > 0 && formats[state] != NULL)
        add_counted (sentence, formats[state], n[state]);
    }
}

static void
add_coverage (GString     *sentence,
              LoomPicture *picture)
{
  LoomArrayCounts counts;

  loom_run_array_count (picture->array, &counts);
  add_written (sentence, picture->run, &counts);
  if (counts.missed > 0 ||
      (counts.missed < 0 && counts.written > 0 && counts.written < counts.cells))
    add_where (sentence, picture, &counts);
  if (counts.extra > 0)
    add_counted (sentence,
                 ngettext ("%s cell written that should not be",
                           "%s cells written that should not be", plural (counts.extra)),
                 counts.extra);
  add_idle (sentence, picture, &counts);
  add_states (sentence, picture->run->profile);
  add_ghosts (sentence, &picture->ghosts);
  if (counts.missed == 0)
    add_clause (sentence, _("nothing missed"));
}

void
_loom_sentence_add_reads (GString     *sentence,
                          LoomPicture *picture)
{
  const LoomPlanes *planes = &picture->coder.planes;
  guint64 read = 0, reads = 0;
  guint32 most = 0;

  for (guint64 cell = 0; cell < planes->cells; cell++)
    {
      guint32 count = loom_planes_get_count (planes->reads, cell);

      read += count > 0;
      reads += count;
      most = MAX (most, count);
    }
  add_share (sentence,
             ngettext ("%1$s of %2$s cell read", "%1$s of %2$s cells read", plural (planes->cells)),
             read, planes->cells);
  if (reads > read)
    {
      add_counted (sentence, ngettext ("%s read in all", "%s reads in all", plural (reads)), reads);
      add_counted (sentence,
                   ngettext ("at most %s read of one cell", "at most %s reads of one cell",
                             plural (most)),
                   most);
    }
}

static void
add_range (GString         *sentence,
           const LoomCoder *coder)
{
  g_autofree char *low = loom_number_format_set (coder->low, 6);
  g_autofree char *high = loom_number_format_set (coder->high, 6);
  g_autofree char *clause = NULL;

  if (coder->low > coder->high)
    return;
  if (coder->low == coder->high)
    clause = g_strdup_printf (_("every value is %s"), low);
  else
    clause = g_strdup_printf (_("values from %1$s to %2$s"), low, high);
  add_clause (sentence, clause);
}

/* From where to where, if there is anything. */
static void
add_span (GString         *sentence,
          const LoomCoder *coder,
          const char      *format)
{
  g_autofree char *low = loom_number_format_set (coder->low, 4);
  g_autofree char *high = loom_number_format_set (coder->high, 4);

  if (coder->low <= coder->high)
    add_between (sentence, format, low, high);
}

void
_loom_sentence_add_sectors (GString     *sentence,
                            LoomPicture *picture)
{
  add_span (sentence, &picture->coder, _("%1$s to %2$s sectors of 32 bytes for each request"));
}

void
_loom_sentence_add_load_sectors (GString     *sentence,
                                 LoomPicture *picture)
{
  add_span (sentence, &picture->coder, _("%1$s to %2$s sectors of 32 bytes for each load"));
}

void
_loom_sentence_add_store_sectors (GString     *sentence,
                                  LoomPicture *picture)
{
  add_span (sentence, &picture->coder, _("%1$s to %2$s sectors of 32 bytes for each store"));
}

void
_loom_sentence_add_first_writes (GString     *sentence,
                                 LoomPicture *picture)
{
  add_span (sentence, &picture->coder,
            _("written first by stores %1$s to %2$s, in the simulator’s order"));
}

/* The mean is of cells, each by its lowest writer. */
void
_loom_sentence_add_divergence (GString     *sentence,
                               LoomPicture *picture)
{
  const LoomCoder *coder = &picture->coder;
  double sum = 0;
  guint64 n = 0;

  for (guint64 cell = 0; cell < coder->planes.cells; cell++)
    {
      const double share = _loom_coder_measure_divergence (coder, cell);

      sum += share >= 0 ? share : 0;
      n += share >= 0;
    }
  if (n > 0)
    {
      g_autofree char *mean = loom_share_format (sum / n, 100);
      g_autofree char *clause
          = g_strdup_printf (_("%s of the lanes active in the instructions of a cell’s lowest "
                               "writer, on average"), mean);

      add_clause (sentence, clause);
    }
  if (coder->low < coder->high)
    {
      g_autofree char *low = loom_share_format (coder->low, 100);
      g_autofree char *high = loom_share_format (coder->high, 100);

      /* Translators: two shares, as 50 % and 100 % */
      add_between (sentence, _("from %1$s to %2$s"), low, high);
    }
}

void
_loom_sentence_add_seeds (GString     *sentence,
                          LoomPicture *picture)
{
  const LoomPlanes *planes = &picture->coder.planes;
  const LoomRun *run = loom_picture_get_run (picture);
  guint64 lit = 0;

  for (guint64 cell = 0; cell < planes->cells; cell++)
    lit += planes->seeds[cell] > 0;
  if (lit == 0)
    add_counted (sentence,
                 ngettext ("each cell came to the same value in %s other order",
                           "each cell came to the same value in %s other orders", run->seeds),
                 run->seeds);
  else
    add_share (sentence,
               ngettext ("%1$s of %2$s cell depends on the order of warps and blocks",
                         "%1$s of %2$s cells depend on the order of warps and blocks",
                         plural (planes->cells)),
               lit, planes->cells);
  if (run->other_seeds->len > 0)
    add_counted (sentence, _("seed %s shows it"),
                 g_array_index (run->other_seeds, guint32, 0));
}

static guint64
count_marked (const guint8 *plane,
              guint64       cells,
              guint8        mark)
{
  guint64 marked = 0;

  for (guint64 cell = 0; cell < cells; cell++)
    marked += (plane[cell] & mark) != 0;
  return marked;
}

static gboolean
has_finding (const LoomRun *run,
             LoomError      code)
{
  for (guint i = 0; i < run->findings->len; i++)
    if (((const LoomFinding *) run->findings->pdata[i])->code == code)
      return TRUE;
  return FALSE;
}

/* What was found where no cell of this array is. */
static void
add_elsewhere (GString       *sentence,
               const LoomRun *run,
               LoomError      code)
{
  if (has_finding (run, code))
    add_clause (sentence, _("what was found is in other arrays or in memory that has no cells"));
}

void
_loom_sentence_add_races (GString     *sentence,
                          LoomPicture *picture)
{
  const LoomPlanes *planes = &picture->coder.planes;
  const guint64 raced = count_marked (planes->races, planes->cells, G_MAXUINT8);

  if (raced > 0)
    {
      add_share (sentence,
                 ngettext ("%1$s of %2$s cell took part in a race",
                           "%1$s of %2$s cells took part in a race", plural (planes->cells)),
                 raced, planes->cells);
      return;
    }
  add_clause (sentence, _("no cell took part in a race"));
  add_elsewhere (sentence, picture->run, LOOM_ERROR_RACE);
}

void
_loom_sentence_add_uninitialised (GString     *sentence,
                                  LoomPicture *picture)
{
  const LoomPlanes *planes = &picture->coder.planes;
  const guint64 read = count_marked (planes->uninitialised, planes->cells, LOOM_UNINITIALISED_READ),
                left = count_marked (planes->uninitialised, planes->cells, LOOM_UNINITIALISED_LEFT);

  if (read > 0)
    add_share (sentence,
               ngettext ("%1$s of %2$s cell read before anything was written there",
                         "%1$s of %2$s cells read before anything was written there",
                         plural (planes->cells)),
               read, planes->cells);
  if (left > 0)
    add_share (sentence,
               ngettext ("%1$s of %2$s cell left with what came of an uninitialised read",
                         "%1$s of %2$s cells left with what came of an uninitialised read",
                         plural (planes->cells)),
               left, planes->cells);
  if (read > 0 || left > 0)
    return;
  add_clause (sentence, _("no cell was read before it was written"));
  add_elsewhere (sentence, picture->run, LOOM_ERROR_UNINITIALISED);
}

void
_loom_sentence_add_instructions (GString     *sentence,
                                 LoomPicture *picture)
{
  add_span (sentence, &picture->coder, _("%1$s to %2$s instructions of the lowest writer"));
}

void
_loom_sentence_add_schedule (GString     *sentence,
                             LoomPicture *picture)
{
  g_autofree char *clause = loom_schedule_dup_sentence (picture->run->schedule);

  if (picture->coder.low <= picture->coder.high)
    add_clause (sentence, clause);
}

/* What one plane of the array came to, where it differs. */
static void
add_difference (GString            *sentence,
                const LoomRunArray *array,
                LoomCompared        compared)
{
  const LoomPlaneDifference *plane = &array->difference->planes[compared];
  const gboolean ulps = loom_scalar_is_float (loom_array_get_cell_type (array->array)->scalar) &&
                        plane->max_ulps != LOOM_NO_DISTANCE;

  if (!plane->done || plane->differ == 0)
    return;
  if (compared == LOOM_COMPARED_VALUES && ulps)
    add_share (sentence,
               ngettext ("%1$s value differs, by %2$s ULP (units in the last place)",
                         "%1$s values differ, by at most %2$s ULP (units in the last place)",
                         plural (plane->differ)), plane->differ, plane->max_ulps);
  else if (compared == LOOM_COMPARED_VALUES)
    add_counted (sentence, ngettext ("%s value differs", "%s values differ",
                                     plural (plane->differ)), plane->differ);
  else if (compared == LOOM_COMPARED_WRITES)
    add_counted (sentence, ngettext ("%s cell was written more or less often",
                                     "%s cells were written more or less often",
                                     plural (plane->differ)), plane->differ);
  else if (compared == LOOM_COMPARED_READS)
    add_counted (sentence, ngettext ("%s cell was read more or less often",
                                     "%s cells were read more or less often",
                                     plural (plane->differ)), plane->differ);
  else if (compared == LOOM_COMPARED_LOWEST)
    add_counted (sentence, ngettext ("%s cell has another lowest writer",
                                     "%s cells have another lowest writer",
                                     plural (plane->differ)), plane->differ);
  else
    add_counted (sentence, ngettext ("%s cell has another highest writer",
                                     "%s cells have another highest writer",
                                     plural (plane->differ)), plane->differ);
}

void
_loom_sentence_add_differences (GString     *sentence,
                                LoomPicture *picture)
{
  const LoomArrayDifference *difference = picture->array->difference;
  g_autofree char *with = loom_array_difference_dup_with (difference);
  g_autofree char *cells = loom_typeset_count (picture->coder.planes.cells);
  g_autofree char *clause = NULL;

  if (difference->differ == 0)
    clause = g_strdup_printf (ngettext ("%1$s cell is the same, compared with %2$s",
                                        "all %1$s cells are the same, compared with %2$s",
                                        plural (picture->coder.planes.cells)), cells, with);
  else
    clause = g_strdup_printf (_("compared with %s"), with);
  add_clause (sentence, clause);
  for (guint i = 0; i < LOOM_N_COMPARED; i++)
    add_difference (sentence, picture->array, i);
  if (difference->planes[LOOM_COMPARED_WRITES].if_any)
    add_clause (sentence, _("counts depend on the order of blocks, so only whether there are any "
                            "was compared"));
}

static void
add_comparison (GString            *sentence,
                const LoomRunArray *array)
{
  if (array->compared == 0)
    return;
  if (array->mismatches > 0)
    add_share (sentence, ngettext ("%1$s of %2$s compared cells differs from the reference",
                                   "%1$s of %2$s compared cells differ from the reference",
                                   plural (array->mismatches)),
               array->mismatches, array->compared);
  else
    add_counted (sentence, ngettext ("%s cell equals the reference", "%s cells equal the reference",
                                     plural (array->compared)), array->compared);
}

/* Cells that were written where they should be, and differ from the reference. What was missed
 * differs, too, and is told as missed. */
void
_loom_sentence_add_wrong (GString     *sentence,
                          LoomPicture *picture)
{
  const LoomPlanes *planes = &picture->coder.planes;
  guint64 wrong = 0;

  if (planes->mismatch == NULL || planes->domain == NULL || picture->array->mismatches == 0)
    return;
  for (guint64 cell = 0; cell < planes->cells; cell++)
    wrong += planes->mismatch[cell] != 0 && planes->domain[cell] != 0 &&
             loom_planes_get_count (planes->writes, cell) > 0;
  if (wrong > 0)
    add_counted (sentence, ngettext ("%s cell holds a wrong value", "%s cells hold a wrong value",
                                     plural (wrong)), wrong);
}

void
_loom_sentence_add_mismatches (GString     *sentence,
                               LoomPicture *picture)
{
  const LoomRunArray *array = picture->array;
  g_autofree char *first = loom_run_array_dup_checked (array, &array->first);
  g_autofree char *worst = loom_run_array_dup_checked (array, &array->worst);
  g_autofree char *clause = NULL;

  add_comparison (sentence, array);
  if (first == NULL || worst == NULL)
    return;
  clause = array->first.cell == array->worst.cell
               /* Translators: a cell, and what it holds and should hold */
               ? g_strdup_printf (_("the first and the worst is %s"), first)
               : g_strdup_printf (_("the first is %1$s, the worst %2$s"), first, worst);
  add_clause (sentence, clause);
}

/* What is said of how far values are from the reference. */
static void
add_distances (GString     *sentence,
               LoomPicture *picture,
               const char  *format)
{
  const LoomCoder *coder = &picture->coder;
  const guint64 none = coder->counts[LOOM_CODE_INFINITE];

  add_comparison (sentence, picture->array);
  if (coder->high > 0)
    add_span (sentence, coder, format);
  else if (coder->low <= coder->high)
    add_clause (sentence, _("no value is away from it"));
  if (none > 0)
    add_counted (sentence, ngettext ("%s cell is not a number where one is expected, or the "
                                     "reverse",
                                     "%s cells are no numbers where some are expected, or the "
                                     "reverse", plural (none)), none);
}

void
_loom_sentence_add_deviations (GString     *sentence,
                               LoomPicture *picture)
{
  add_distances (sentence, picture, _("values are %1$s to %2$s away from it"));
}

void
_loom_sentence_add_relative (GString     *sentence,
                             LoomPicture *picture)
{
  add_distances (sentence, picture, _("values are away from it by %1$s to %2$s of what it says"));
}

void
_loom_sentence_add_ulps (GString     *sentence,
                         LoomPicture *picture)
{
  add_distances (sentence, picture,
                 _("values are %1$s to %2$s units in the last place (ULP) away from it"));
}

void
_loom_sentence_add_values (GString     *sentence,
                           LoomPicture *picture)
{
  const LoomCoder *coder = &picture->coder;
  guint64 infinite = coder->counts[LOOM_CODE_INFINITE] + coder->counts[LOOM_CODE_MINUS_INFINITE];

  if (coder->shows == LOOM_SHOWS_CLASSES)
    add_share (sentence,
               ngettext ("%1$s of %2$s cell true", "%1$s of %2$s cells true",
                         plural (coder->layout.cells)),
               coder->counts[LOOM_CODE_FIRST + 1], coder->layout.cells);
  else
    add_range (sentence, coder);
  if (coder->counts[LOOM_CODE_NAN] > 0)
    add_counted (sentence,
                 ngettext ("%s cell is not a number (NaN)", "%s cells are not numbers (NaN)",
                           plural (coder->counts[LOOM_CODE_NAN])),
                 coder->counts[LOOM_CODE_NAN]);
  if (infinite > 0)
    add_counted (sentence,
                 ngettext ("%s cell is infinite", "%s cells are infinite", plural (infinite)),
                 infinite);
  add_comparison (sentence, picture->array);
}

/* The first letter of a language that has capitals. */
static char *
capitalise (const char *text)
{
  gunichar first = g_unichar_toupper (g_utf8_get_char (text));
  GString *result = g_string_new (NULL);

  g_string_append_unichar (result, first);
  g_string_append (result, g_utf8_next_char (text));
  return g_string_free (result, FALSE);
}

static void
add_sentence (GString    *text,
              const char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
}

/**
 * loom_sentence_of_picture:
 * @picture: a picture
 *
 * What the picture shows, in one or two sentences of the user's language. Coverage is said to be
 * counted on the executed PTX, where the compiler may have merged or dropped accesses of the
 * source, or on code that was not optimised.
 *
 * Returns: (transfer full): the sentence
 */
char *
loom_sentence_of_picture (LoomPicture *picture)
{
  g_autoptr (GString) clauses = g_string_new (NULL);
  GString *text = g_string_new (NULL);
  const LoomLensFacts *facts = _loom_lens_get_facts (picture->view.lens);
  const gboolean has_writes = picture->coder.planes.writes != NULL;
  const gboolean counted = has_writes && facts->origin != LOOM_ORIGIN_CONTENTS &&
                           facts->origin != LOOM_ORIGIN_REFERENCE;

  if (picture->array == NULL && picture->run->trap != NULL)
    return g_string_free (g_string_append (text, _("A GPU gives no arrays back after a fault.")),
                          FALSE);
  if (picture->array == NULL || picture->coder.planes.cells == 0)
    return g_string_free (g_string_append (text, _("There is no array to show.")), FALSE);

  if (facts->tell != NULL)
    facts->tell (clauses, picture);
  if (has_writes && facts->tells_coverage && (counted || !picture->array->is_const))
    add_coverage (clauses, picture);
  if (clauses->len > 0)
    {
      g_autofree char *capital = capitalise (clauses->str);
      g_autofree char *whole = g_strdup_printf (_("%s."), capital);
      add_sentence (text, whole);
    }
  if (picture->run->trap != NULL)
    add_sentence (text, _("The kernel was stopped; this is what was done until then."));
  if (counted && facts->origin != LOOM_ORIGIN_SCHEDULE)
    add_sentence (text, picture->run->as_written && facts->origin == LOOM_ORIGIN_COVERAGE
                            ? _("Counted as the source is written, without optimisation.")
                            : _("Counted on the executed PTX."));
  return g_string_free (text, FALSE);
}

/**
 * loom_picture_dup_title:
 * @picture: a picture
 *
 * The array and the lens; of a 3-D array the plane too.
 *
 * Returns: (transfer full): the title
 */
char *
loom_picture_dup_title (LoomPicture *picture)
{
  const char *lens = loom_lens_get_title (picture->view.lens);

  if (picture->array == NULL)
    return g_strdup (_("No array"));
  if (loom_array_get_shape (picture->array->array)->rank >= 3)
    return g_strdup_printf (_("%1$s, plane %2$" PRIu64 ": %3$s"), picture->array->name,
                            picture->view.plane, lens);
  return g_strdup_printf (_("%1$s: %2$s"), picture->array->name, lens);
}
