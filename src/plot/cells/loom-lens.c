/* loom-lens.c: the ways to colour cells: a table of what is known of each
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-lens-private.h"

#include <glib/gi18n-lib.h>

/* In the order of the legend. */
static const LoomLensClass expected[] = {
  { LOOM_CODE_COVERED, LOOM_MEANING_COVERED, N_("covered"), FALSE },
  { LOOM_CODE_MISSED, LOOM_MEANING_MISSED, N_("missed"), TRUE },
  { LOOM_CODE_EXTRA, LOOM_MEANING_EXTRA, N_("extra"), TRUE },
  { LOOM_CODE_REWRITTEN, LOOM_MEANING_REWRITTEN, N_("rewritten"), TRUE },
  { LOOM_CODE_WRONG, LOOM_MEANING_WRONG, N_("wrong value"), TRUE,
    G_STRUCT_OFFSET (LoomPlanes, mismatch) },
  { LOOM_CODE_NOT_EXPECTED, LOOM_MEANING_UNWRITTEN, N_("not expected"), FALSE },
  { 0 }
};
static const LoomLensClass mismatches[] = {
  { LOOM_CODE_MATCHES, LOOM_MEANING_COVERED, N_("as expected"), FALSE },
  { LOOM_CODE_MISMATCHES, LOOM_MEANING_MISSED, N_("differs"), TRUE },
  { 0 }
};
static const LoomLensClass differences[] = {
  { LOOM_CODE_SAME, LOOM_MEANING_UNWRITTEN, N_("the same"), FALSE },
  { LOOM_CODE_VALUES_DIFFER, LOOM_MEANING_MISSED, N_("other value"), TRUE },
  { LOOM_CODE_COUNTS_DIFFER, LOOM_MEANING_REWRITTEN, N_("other counts"), TRUE },
  { LOOM_CODE_WRITERS_DIFFER, LOOM_MEANING_EXTRA, N_("other writers"), TRUE },
  { 0 }
};

static const LoomLensClass races[] = {
  { LOOM_CODE_RACED, LOOM_MEANING_MISSED, N_("raced"), TRUE },
  { LOOM_CODE_IN_ORDER, LOOM_MEANING_UNWRITTEN, N_("no race"), FALSE },
  { 0 }
};
static const LoomLensClass uninitialised[] = {
  { LOOM_CODE_READ_TOO_SOON, LOOM_MEANING_MISSED, N_("read too soon"), TRUE },
  { LOOM_CODE_LEFT_UNDEFINED, LOOM_MEANING_REWRITTEN, N_("left undefined"), TRUE },
  { LOOM_CODE_INITIALISED, LOOM_MEANING_UNWRITTEN, N_("neither"), FALSE },
  { 0 }
};

static const char *
find_no_domain (const LoomRun    *run,
                const LoomPlanes *planes)
{
  return planes->writes != NULL && planes->domain == NULL
         ? N_("The document does not say which cells should be written.") : NULL;
}

static const char *
find_no_profile (const LoomRun    *run,
                 const LoomPlanes *planes)
{
  return run->profile == NULL ? N_("This run was not profiled.") : NULL;
}

static const char *
find_no_threads (const LoomRun    *run,
                 const LoomPlanes *planes)
{
  return run->profile == NULL || run->profile->threads == NULL ? N_("This run was not profiled.")
                                                               : NULL;
}

static const char *
find_no_lanes (const LoomRun    *run,
               const LoomPlanes *planes)
{
  return run->profile == NULL || run->profile->lanes == NULL ? N_("This run was not profiled.")
                                                             : find_no_threads (run, planes);
}

/* Whole numbers have no last place. */
static const char *
find_no_float (const LoomRun    *run,
               const LoomPlanes *planes)
{
  return planes->reference != NULL && !loom_scalar_is_float (planes->value.scalar)
         ? N_("Only floating-point numbers have units in the last place.") : NULL;
}

static const char *
find_no_parts (const LoomRun    *run,
               const LoomPlanes *planes)
{
  return run->parts->len == 0 ? N_("The arrays of this run are not split over devices.") : NULL;
}

static const char *
find_no_seeds (const LoomRun    *run,
               const LoomPlanes *planes)
{
  return run->seeds == 0 ? N_("This run was not tried in other orders of warps and blocks.") : NULL;
}

/* Where arrays are split, looking for them would not mark cells. */
static const char *
find_no_races (const LoomRun    *run,
               const LoomPlanes *planes)
{
  return planes->races == NULL && run->parts->len == 0 ? N_("This run did not look for races.")
                                                       : NULL;
}

static const char *
find_no_uninitialised (const LoomRun    *run,
                       const LoomPlanes *planes)
{
  return planes->uninitialised == NULL && run->parts->len == 0
         ? N_("This run did not look for uninitialised reads.") : NULL;
}

static const char *
find_no_schedule (const LoomRun    *run,
                  const LoomPlanes *planes)
{
  if (run->schedule != NULL)
    return NULL;
  return run->fidelity == LOOM_FIDELITY_MEASURED
         ? N_("When the blocks of this run started was not recorded.")
         : N_("The simulator has no multiprocessors; only a GPU says where and when blocks ran.");
}

#define OF_PLANE(member, reason) .plane = G_STRUCT_OFFSET (LoomPlanes, member), .no_plane = reason
#define OF_WRITERS(member) \
  OF_PLANE (member, N_("The writers of this array were not recorded.")), .none = N_("unwritten")
#define OF_COVERAGE .origin = LOOM_ORIGIN_COVERAGE, .tells_coverage = TRUE
#define OF_OWNERS OF_WRITERS (lowest), OF_COVERAGE, .encode = _loom_coder_encode_owners
#define COUNTS \
  .shows = LOOM_SHOWS_COUNTS, .encode = _loom_coder_encode_counts, \
  .format = _loom_cell_format_count, .number = _loom_coder_get_count
#define WRITERS \
  .shows = LOOM_SHOWS_NUMBERS, .encode = _loom_coder_encode_writers, \
  .find_range = _loom_coder_find_range_of_writers, .get_most = _loom_coder_get_threads, \
  .format = _loom_cell_format_writer, .number = _loom_coder_get_writer
#define MEASURES(function) \
  .shows = LOOM_SHOWS_NUMBERS, .encode = _loom_coder_encode_measures, .measure = function, \
  .find_range = _loom_coder_find_range_of_measures, .format = _loom_cell_format_measure, \
  .number = _loom_coder_get_measure

#define OF_SECTORS(member) \
  OF_PLANE (member, N_("Constants are not read by sectors of memory.")), \
  MEASURES (_loom_coder_measure_sectors), .find_obstacle = find_no_profile, \
  .needs = LOOM_CAPABILITY_PROFILE, .has_fractions = TRUE, .origin = LOOM_ORIGIN_PROFILE

#define OF_REFERENCE(member) \
  OF_PLANE (member, N_("The document does not say what this array should hold.")), \
  .origin = LOOM_ORIGIN_REFERENCE

/* Digits are the keys of the first ten, with Alt of the next, with Control and Alt of the rest. */
static const LoomLensFacts lenses[LOOM_N_LENSES] = {
  [LOOM_LENS_VALUE] = {
    "value", "1", N_("Value"),
    N_("The value of each cell after the run; of a vector its first component."),
    OF_PLANE (data, N_("The contents of this array were not kept.")),
    .shows = LOOM_SHOWS_NUMBERS,
    .encode = _loom_coder_encode_values,
    .find_range = _loom_coder_find_range_of_values,
    .format = _loom_cell_format_value,
    .origin = LOOM_ORIGIN_CONTENTS,
    .tells_coverage = TRUE,
    .tell = _loom_sentence_add_values,
  },
  [LOOM_LENS_WRITES] = {
    "writes", "2", N_("Writes"), N_("How often each cell was written."),
    OF_PLANE (writes, N_("Writes to this array were not counted.")), OF_COVERAGE, COUNTS,
  },
  [LOOM_LENS_READS] = {
    "reads", "3", N_("Reads"), N_("How often each cell was read."),
    OF_PLANE (reads, N_("Reads of this array were not counted.")), COUNTS,
    .origin = LOOM_ORIGIN_COVERAGE,
    .tell = _loom_sentence_add_reads,
  },
  [LOOM_LENS_LOWEST] = {
    "lowest", "4", N_("Lowest writer"), N_("The lowest number of a thread that wrote the cell."),
    OF_WRITERS (lowest), OF_COVERAGE, WRITERS,
  },
  [LOOM_LENS_HIGHEST] = {
    "highest", "5", N_("Highest writer"),
    N_("The highest number of a thread that wrote the cell. "
       "Where it is not the lowest, threads repeat work."),
    OF_WRITERS (highest), OF_COVERAGE, WRITERS,
  },
  [LOOM_LENS_BLOCK] = {
    "block", "6", N_("Block"),
    N_("The block of the lowest writer. Colours repeat, neighbouring blocks differ."),
    OF_OWNERS,
    .shows = LOOM_SHOWS_CATEGORIES,
    .tints = 1,
    .get_code = _loom_coder_get_block_code,
    .get_number = _loom_coder_get_block_number,
    .get_most = _loom_coder_get_last_block,
    .name_category = _loom_legend_name_block,
    .format = _loom_cell_format_block,
  },
  [LOOM_LENS_THREAD] = {
    "thread", "7", N_("Thread"),
    N_("The number of the lowest writer within its block. "
       "Neighbouring threads differ in lightness."),
    OF_OWNERS,
    .shows = LOOM_SHOWS_NUMBERS,
    .alternates = TRUE,
    .get_code = _loom_coder_get_thread_code,
    .find_range = _loom_coder_find_range_of_threads,
    .get_most = _loom_coder_get_last_in_block,
    .format = _loom_cell_format_thread,
  },
  [LOOM_LENS_WARP] = {
    "warp", "8", N_("Warp"),
    N_("The warp of the lowest writer: one colour for each warp of a block, in other tints where "
       "blocks meet."),
    OF_OWNERS,
    .shows = LOOM_SHOWS_CATEGORIES,
    .tints = LOOM_CATEGORY_TINTS,
    .has_warps = TRUE,
    .get_code = _loom_coder_get_warp_code,
    .get_number = _loom_coder_get_warp_number,
    .get_most = _loom_coder_get_warps,
    .name_category = _loom_legend_name_warp,
    .format = _loom_cell_format_warp,
  },
  [LOOM_LENS_LANE] = {
    "lane", "9", N_("Lane"),
    N_("The lane of the lowest writer in its warp, 0 to 31. "
       "Neighbouring lanes differ in lightness."),
    OF_OWNERS,
    .shows = LOOM_SHOWS_NUMBERS,
    .alternates = TRUE,
    .has_warps = TRUE,
    .get_code = _loom_coder_get_lane_code,
    .find_range = _loom_coder_find_range_of_lanes,
    .get_most = _loom_coder_get_last_lane,
    .format = _loom_cell_format_lane,
  },
  [LOOM_LENS_EXPECTED] = {
    "expected", "0", N_("Expected and covered"),
    N_("Which of the cells that should be written were written, how often, and whether they hold "
       "what the reference says."),
    OF_PLANE (writes, N_("Writes to this array were not counted.")), OF_COVERAGE,
    .find_obstacle = find_no_domain,
    .shows = LOOM_SHOWS_CLASSES,
    .classes = expected,
    .encode = _loom_coder_encode_expected,
    .format = _loom_cell_format_count,
    .tell = _loom_sentence_add_wrong,
  },
  [LOOM_LENS_MISMATCH] = {
    "mismatch", "<Alt>1", N_("Mismatch"),
    N_("Which cells hold something else than the reference says, beyond the tolerance."),
    OF_REFERENCE (mismatch),
    .shows = LOOM_SHOWS_CLASSES,
    .classes = mismatches,
    .encode = _loom_coder_encode_mismatches,
    .format = _loom_cell_format_value,
    .tell = _loom_sentence_add_mismatches,
  },
  [LOOM_LENS_DEVIATION] = {
    "deviation", "<Alt>2", N_("Deviation"),
    N_("How far the value of each cell is from the reference."),
    OF_REFERENCE (reference), MEASURES (_loom_coder_measure_deviation),
    .has_fractions = TRUE,
    .tell = _loom_sentence_add_deviations,
  },
  [LOOM_LENS_RELATIVE] = {
    "relative", "<Alt>3", N_("Relative deviation"),
    N_("How far the value of each cell is from the reference, as a part of it. "
       "Where the reference is 0 there is no such part."),
    OF_REFERENCE (reference), MEASURES (_loom_coder_measure_relative),
    .none = N_("reference is 0"),
    .has_fractions = TRUE,
    .tell = _loom_sentence_add_relative,
  },
  [LOOM_LENS_ULPS] = {
    "ulps", "<Alt>4", N_("Deviation in ULP"),
    N_("How many floating-point numbers lie between the value of each cell and the reference: "
       "units in the last place."),
    OF_REFERENCE (reference), MEASURES (_loom_coder_measure_ulps),
    .find_obstacle = find_no_float,
    .tell = _loom_sentence_add_ulps,
  },
  [LOOM_LENS_SECTORS] = {
    "sectors", "<Alt>5", N_("Sectors per request"),
    N_("How many sectors of 32 bytes a warp’s request that touched the cell asked of memory, on "
       "average; 4 is best for cells of 4 bytes."),
    OF_SECTORS (sectors),
    .none = N_("not accessed"),
    .tell = _loom_sentence_add_sectors,
  },
  [LOOM_LENS_LOAD_SECTORS] = {
    "load-sectors", "<Alt>6", N_("Sectors per load"),
    N_("How many sectors of 32 bytes a warp’s load that touched the cell asked of memory, on "
       "average; 4 is best for cells of 4 bytes."),
    OF_SECTORS (load_sectors),
    .none = N_("not loaded"),
    .tell = _loom_sentence_add_load_sectors,
  },
  [LOOM_LENS_STORE_SECTORS] = {
    "store-sectors", "<Alt>7", N_("Sectors per store"),
    N_("How many sectors of 32 bytes a warp’s store or atomic that touched the cell asked of "
       "memory, on average; 4 is best for cells of 4 bytes."),
    OF_SECTORS (store_sectors),
    .none = N_("not stored to"),
    .tell = _loom_sentence_add_store_sectors,
  },
  [LOOM_LENS_FIRST_WRITE] = {
    "first-write", "<Alt>8", N_("Order of first write"),
    N_("Which store wrote the cell first: stores and atomics of warps to memory are numbered as "
       "the simulator makes them. A GPU may make them in another order."),
    OF_PLANE (first_write, N_("The order of writes is recorded only on the simulator.")),
    MEASURES (_loom_coder_measure_first_write),
    .scale = N_("Number of the store"),
    .find_obstacle = find_no_profile,
    .needs = LOOM_CAPABILITY_PROFILE,
    .none = N_("unwritten"),
    .origin = LOOM_ORIGIN_PROFILE,
    .tell = _loom_sentence_add_first_writes,
  },
  [LOOM_LENS_INSTRUCTIONS] = {
    "instructions", "<Alt>9", N_("Instructions"),
    N_("How many instructions the lowest writer of the cell executed in all."),
    OF_WRITERS (lowest), MEASURES (_loom_coder_measure_instructions),
    .find_obstacle = find_no_threads,
    .needs = LOOM_CAPABILITY_PROFILE,
    .origin = LOOM_ORIGIN_PROFILE,
    .tell = _loom_sentence_add_instructions,
  },
  [LOOM_LENS_DIVERGENCE] = {
    "divergence", "<Alt>0", N_("Divergence"),
    N_("How many of the 32 lanes of its warp ran the instructions of the cell’s lowest writer with "
       "it, on average over all that it executed. A warp that stays together has all of them."),
    OF_WRITERS (lowest), MEASURES (_loom_coder_measure_divergence),
    .scale = N_("Active lanes (%)"),
    .find_obstacle = find_no_lanes,
    .needs = LOOM_CAPABILITY_PROFILE,
    .has_fractions = TRUE,
    .origin = LOOM_ORIGIN_PROFILE,
    .tell = _loom_sentence_add_divergence,
  },
  [LOOM_LENS_DIFFERENCE] = {
    "difference", "<Control><Alt>1", N_("Difference"),
    N_("Which cells another run of the same launch left or touched otherwise."),
    OF_PLANE (difference, N_("This run was not compared with one on another device.")),
    .shows = LOOM_SHOWS_CLASSES,
    .classes = differences,
    .encode = _loom_coder_encode_differences,
    .format = _loom_cell_format_value,
    .origin = LOOM_ORIGIN_COVERAGE,
    .tell = _loom_sentence_add_differences,
  },
  [LOOM_LENS_CHANGE] = {
    "change", "<Control><Alt>2", N_("Change"),
    N_("By how much the value of each cell is more, or less, than in the other run."),
    OF_PLANE (other, N_("This run was not compared with another.")),
    .shows = LOOM_SHOWS_NUMBERS,
    .has_middle = TRUE,
    .encode = _loom_coder_encode_changes,
    .find_range = _loom_coder_find_range_of_changes,
    .format = _loom_cell_format_change,
    .number = _loom_coder_get_change,
    .origin = LOOM_ORIGIN_CONTENTS,
    .tell = _loom_sentence_add_differences,
  },
  [LOOM_LENS_MULTIPROCESSOR] = {
    "sm", "<Control><Alt>3", N_("Multiprocessor (SM)"),
    N_("The multiprocessor of the GPU that ran the block of the lowest writer."),
    OF_WRITERS (lowest), MEASURES (_loom_coder_measure_multiprocessor),
    .find_obstacle = find_no_schedule,
    .origin = LOOM_ORIGIN_SCHEDULE,
    .tell = _loom_sentence_add_schedule,
  },
  [LOOM_LENS_START] = {
    "start", "<Control><Alt>4", N_("Start time"),
    N_("When the block of the lowest writer started, in microseconds after the first one."),
    .scale = N_("Start (µs)"),
    OF_WRITERS (lowest), MEASURES (_loom_coder_measure_start),
    .find_obstacle = find_no_schedule,
    .has_fractions = TRUE,
    .origin = LOOM_ORIGIN_SCHEDULE,
    .tell = _loom_sentence_add_schedule,
  },
  [LOOM_LENS_WAVE] = {
    "wave", "<Control><Alt>9", N_("Wave"),
    N_("How many blocks had the place of the lowest writer's block on its multiprocessor up to it: "
       "blocks of wave 1 started first, those of wave 2 when one of these ended."),
    OF_WRITERS (lowest), MEASURES (_loom_coder_measure_wave),
    .find_obstacle = find_no_schedule,
    .origin = LOOM_ORIGIN_SCHEDULE,
    .tell = _loom_sentence_add_schedule,
  },
  [LOOM_LENS_DEVICE] = {
    "device", "<Control><Alt>5", N_("Device"),
    N_("The device whose block wrote the cell, where arrays are split over several."),
    OF_OWNERS,
    .find_obstacle = find_no_parts,
    .shows = LOOM_SHOWS_CATEGORIES,
    .tints = 1,
    .get_code = _loom_coder_get_device_code,
    .get_number = _loom_coder_get_device_number,
    .get_most = _loom_coder_get_last_device,
    .name_category = _loom_legend_name_device,
    .format = _loom_cell_format_device,
  },
  [LOOM_LENS_SEEDS] = {
    "seeds", "<Control><Alt>6", N_("Seeds"),
    N_("In how many other orders of warps and blocks the cell came to another value: its result "
       "depends on who comes first."),
    OF_PLANE (seeds, N_("This run was not tried in other orders of warps and blocks.")),
    MEASURES (_loom_coder_measure_seeds),
    .find_obstacle = find_no_seeds,
    .needs = LOOM_CAPABILITY_SEEDS,
    .none = N_("always the same"),
    .origin = LOOM_ORIGIN_CONTENTS,
    .tell = _loom_sentence_add_seeds,
  },
  [LOOM_LENS_RACES] = {
    "races", "<Control><Alt>7", N_("Races"),
    N_("Which cells were accessed by threads that nothing orders, one of them writing."),
    OF_PLANE (races, N_("Races are not marked on arrays that are split over devices.")),
    .find_obstacle = find_no_races,
    .needs = LOOM_CAPABILITY_RACES,
    .shows = LOOM_SHOWS_CLASSES,
    .classes = races,
    .encode = _loom_coder_encode_races,
    .format = _loom_cell_format_value,
    .origin = LOOM_ORIGIN_CONTENTS,
    .tell = _loom_sentence_add_races,
  },
  [LOOM_LENS_UNINITIALISED] = {
    "uninitialised", "<Control><Alt>8", N_("Uninitialised reads"),
    N_("Which cells were read before anything was written there, and which the run leaves with "
       "what came of such a read."),
    OF_PLANE (uninitialised,
              N_("Uninitialised reads are not marked on arrays that are split over devices.")),
    .find_obstacle = find_no_uninitialised,
    .needs = LOOM_CAPABILITY_UNINITIALISED,
    .shows = LOOM_SHOWS_CLASSES,
    .classes = uninitialised,
    .encode = _loom_coder_encode_uninitialised,
    .format = _loom_cell_format_value,
    .origin = LOOM_ORIGIN_CONTENTS,
    .tell = _loom_sentence_add_uninitialised,
  },
};

const LoomLensFacts *
_loom_lens_get_facts (LoomLens lens)
{
  g_return_val_if_fail (lens < LOOM_N_LENSES, &lenses[LOOM_LENS_VALUE]);
  return &lenses[lens];
}

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
 * loom_lens_get_key:
 * @lens: a lens
 *
 * The key that chooses it while a picture has the keys, as accelerators are written: `<Alt>6`.
 */
const char *
loom_lens_get_key (LoomLens lens)
{
  g_return_val_if_fail (lens < LOOM_N_LENSES, NULL);
  return lenses[lens].key;
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
  const LoomLensFacts *facts = _loom_lens_get_facts (lens);
  const char *obstacle = NULL;
  LoomPlanes planes;

  if (run == NULL || array >= run->arrays->len)
    return _("There is no array to show.");
  loom_planes_init (&planes, g_ptr_array_index (run->arrays, array));

  if (facts->find_obstacle != NULL)
    obstacle = facts->find_obstacle (run, &planes);
  if (obstacle == NULL && G_STRUCT_MEMBER (const guint8 *, &planes, facts->plane) == NULL)
    obstacle = facts->no_plane;
  return obstacle != NULL ? _(obstacle) : NULL;
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
 * loom_lens_get_needs:
 * @lens: a lens
 * @run: (nullable): a run
 * @array: index of an array of the run
 *
 * Returns: what a run is to be asked for, and was not, so that there is something to see
 */
LoomCapabilities
loom_lens_get_needs (LoomLens  lens,
                     LoomRun  *run,
                     guint     array)
{
  const LoomLensFacts *facts = _loom_lens_get_facts (lens);
  LoomPlanes planes;

  if (run == NULL || array >= run->arrays->len || facts->find_obstacle == NULL)
    return LOOM_CAPABILITY_NONE;
  loom_planes_init (&planes, g_ptr_array_index (run->arrays, array));
  return facts->find_obstacle (run, &planes) != NULL ? facts->needs : LOOM_CAPABILITY_NONE;
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
  /* what several steps make of an array tells more than how often each wrote to it */
  if (run->steps->len > 0)
    return;
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
         a->text_scale == b->text_scale && a->member == b->member &&
         !a->logarithmic == !b->logarithmic && loom_color_limits_equal (&a->limits, &b->limits);
}
