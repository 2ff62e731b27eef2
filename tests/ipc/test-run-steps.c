/* test-run-steps.c: a result with steps, moments and times over the wire, from an end that may lie
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../core/variant-fixture.h"

#include "loom-ipc-run.h"

#include <unistd.h>

#define CELLS 12
#define SLOTS 3

static LoomRunArray *
add_array (LoomRun       *run,
           LoomIpcMemory *memory,
           const char    *name,
           float          first)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  const LoomShape shape = { .rank = 2, .cols = 4, .rows = 3, .planes = 1 };
  float *cells = loom_ipc_memory_take (memory, CELLS * sizeof *cells);
  g_autoptr (GBytes) bytes = g_bytes_new_static (cells, CELLS * sizeof *cells);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  LoomRunArray *result = loom_run_array_new (name, array);

  for (guint i = 0; i < CELLS; i++)
    cells[i] = first + (float) i;
  g_ptr_array_add (run->arrays, result);
  return result;
}

/* Slot s holds 100 × s and what follows. */
static void
add_frames (LoomRunArray  *array,
            LoomIpcMemory *memory)
{
  float *cells = loom_ipc_memory_take (memory, SLOTS * CELLS * sizeof *cells);

  for (guint i = 0; i < SLOTS * CELLS; i++)
    cells[i] = (float) (i / CELLS * 100 + i % CELLS);
  array->frames = g_bytes_new_static (cells, SLOTS * CELLS * sizeof *cells);
  array->frames_low = 0;
  array->frames_high = 211;
}

/* A loop of a launch and a copy on a stream; `f` was kept three times, and `g` was only read. */
static LoomRun *
make_run (LoomIpcMemory **memory)
{
  static const LoomRunFrame frames[] = { { 0, 0, 0, 2 }, { 2, 1, 0, 0 }, { 4, 3, 0, 1 } };
  static const LoomRunSpan spans[] = { { 1, 0, 0, 0.5 }, { 2, 1, 0.25, 0.75 } };
  LoomRun *run = loom_run_new ();

  *memory = loom_ipc_memory_new (16 * LOOM_IPC_MEMORY_ALIGN, NULL);
  add_frames (add_array (run, *memory, "f", 300), *memory);
  add_array (run, *memory, "g", 7);
  run->backend = LOOM_BACKEND_ID_SIMULATOR;
  run->kernel = g_strdup ("k");
  run->output = g_strdup ("");
  run->block = run->grid = LOOM_DIM3 (1, 1, 1);
  run->moments = 5;
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_REPEAT, "repeat 5", 4, 0));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_LAUNCH, "launch k", 5, 1));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_COPY, "copy g to f on s", 6, 1));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_END, "end", 7, 0));
  g_ptr_array_add (run->streams, g_strdup (""));
  g_ptr_array_add (run->streams, g_strdup ("s"));
  g_array_append_vals (run->frames, frames, G_N_ELEMENTS (frames));
  g_array_append_vals (run->spans, spans, G_N_ELEMENTS (spans));
  return run;
}

static GVariant *
pack (GBytes **mapped)
{
  LoomIpcMemory *memory;
  g_autoptr (LoomRun) run = make_run (&memory);
  g_autoptr (GError) error = NULL;
  GVariant *variant = loom_ipc_run_to_variant (run, memory, &error);
  int fd;

  g_assert_no_error (error);
  g_variant_ref_sink (variant);
  g_clear_pointer (&run, loom_run_unref);
  fd = loom_ipc_memory_seal (memory, &error);
  g_assert_no_error (error);
  *mapped = loom_ipc_memory_map (fd, &error);
  g_assert_no_error (error);
  close (fd);
  loom_ipc_memory_free (memory);
  return variant;
}

static float
get_cell (LoomRun    *run,
          const char *name,
          guint       cell)
{
  const LoomRunArray *array = loom_run_find_array (run, name);

  g_assert_nonnull (array);
  return ((const float *) g_bytes_get_data (loom_array_get_bytes (array->array), NULL))[cell];
}

static void
test_moments_arrive_whole (void)
{
  static const float firsts[] = { 200, 0, 100 };
  g_autoptr (GBytes) memory = NULL;
  g_autoptr (GVariant) variant = pack (&memory);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_ipc_run_from_variant (variant, memory, &error);

  g_assert_no_error (error);
  g_clear_pointer (&memory, g_bytes_unref);
  g_assert_cmpuint (run->moments, ==, 5);
  g_assert_cmpuint (run->frames->len, ==, 3);
  g_assert_cmpfloat (loom_run_find_array (run, "f")->frames_high, ==, 211);
  g_assert_null (loom_run_find_array (run, "g")->frames);
  for (guint i = 0; i < run->frames->len; i++)
    {
      g_autoptr (LoomRun) then = loom_run_new_frame (run, i);

      g_assert_cmpuint (g_array_index (run->frames, LoomRunFrame, i).moment, ==, 2 * i);
      g_assert_cmpfloat (get_cell (then, "f", 0), ==, firsts[i]);
      g_assert_cmpfloat (get_cell (then, "f", 11), ==, firsts[i] + 11);
      g_assert_cmpfloat (get_cell (then, "g", 11), ==, 18);
    }
  g_assert_cmpfloat (get_cell (run, "f", 0), ==, 300);
}

static void
test_steps_and_times_arrive_whole (void)
{
  g_autoptr (GBytes) memory = NULL;
  g_autoptr (GVariant) variant = pack (&memory);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_ipc_run_from_variant (variant, memory, &error);
  const LoomRunStep *step;
  const LoomRunSpan *span;

  g_assert_no_error (error);
  g_assert_cmpuint (run->steps->len, ==, 4);
  step = run->steps->pdata[2];
  g_assert_cmpstr (step->text, ==, "copy g to f on s");
  g_assert_cmpuint (step->depth, ==, 1);
  g_assert_cmpuint (run->streams->len, ==, 2);
  g_assert_cmpstr (run->streams->pdata[1], ==, "s");
  g_assert_cmpuint (run->spans->len, ==, 2);
  span = &g_array_index (run->spans, LoomRunSpan, 1);
  g_assert_cmpuint (span->step, ==, 2);
  g_assert_cmpuint (span->stream, ==, 1);
  g_assert_cmpfloat (span->end_ms, ==, 0.75);
}

/* Replaces one key of the run, or of its first array. NULL takes it away. */
static GVariant *
tamper (GVariant   *run,
        const char *key,
        gboolean    of_array,
        GVariant   *value)
{
  g_autoptr (GVariant) arrays = g_variant_lookup_value (run, "arrays", NULL);
  g_autoptr (GVariant) first = g_variant_get_child_value (arrays, 0);
  g_autoptr (GVariant) second = g_variant_get_child_value (arrays, 1);
  g_auto (GVariantDict) dict, outer;
  GVariant *changed[2];

  g_variant_dict_init (&outer, run);
  g_variant_dict_init (&dict, of_array ? first : run);
  g_variant_dict_remove (&dict, key);
  if (value != NULL)
    g_variant_dict_insert_value (&dict, key, value);
  if (!of_array)
    return g_variant_ref_sink (g_variant_dict_end (&dict));

  changed[0] = g_variant_dict_end (&dict);
  changed[1] = second;
  g_variant_dict_insert_value (&outer, "arrays", g_variant_new_array (NULL, changed, 2));
  return g_variant_ref_sink (g_variant_dict_end (&outer));
}

#define FRAME(moment, step, slot) \
    "[(uint64 " #moment ", uint64 0, uint32 " #step ", uint32 " #slot ")]"
#define SPAN(step, stream, start, end) \
    "[(uint32 " #step ", uint32 " #stream ", " #start ", " #end ")]"

static const struct
{
  const char *name;
  const char *key;
  gboolean    of_array;
  const char *value;            /* NULL: the key is missing */
  gboolean    is_good;          /* it means nothing */
} lies[] = {
  { "slot-past-the-last", "frames", FALSE, FRAME (0, 0, 3), FALSE },
  { "slot-far-past-the-last", "frames", FALSE, FRAME (0, 0, 4294967295), FALSE },
  { "slot-that-is-the-last", "frames", FALSE, FRAME (0, 0, 2), TRUE },
  { "frame-of-no-step", "frames", FALSE, FRAME (0, 4, 0), FALSE },
  { "frame-of-a-step-far-away", "frames", FALSE, FRAME (0, 4294967295, 0), FALSE },
  { "frames-in-no-order", "frames", FALSE,
    "[(uint64 2, uint64 0, uint32 0, uint32 0), (1, 0, 0, 1)]", FALSE },
  { "frames-of-one-moment", "frames", FALSE,
    "[(uint64 2, uint64 0, uint32 0, uint32 0), (2, 0, 0, 1)]", FALSE },
  { "frames-of-another-type", "frames", FALSE, "[uint64 0]", FALSE },
  { "frames-that-are-a-text", "frames", FALSE, "'text'", FALSE },
  { "no-frames", "frames", FALSE, NULL, FALSE },
  { "frames-that-are-none", "frames", FALSE, "@a(ttuu) []", TRUE },
  { "no-steps", "steps", FALSE, NULL, FALSE },
  { "steps-that-are-none", "steps", FALSE, "[<'text'>, <'text'>, <'text'>, <'text'>]", FALSE },
  { "no-moments", "moments", FALSE, NULL, FALSE },
  { "span-of-no-step", "spans", FALSE, SPAN (4, 0, 0.0, 1.0), FALSE },
  { "span-of-no-stream", "spans", FALSE, SPAN (0, 2, 0.0, 1.0), FALSE },
  { "span-far-away", "spans", FALSE, SPAN (4294967295, 4294967295, 0.0, 1.0), FALSE },
  { "span-that-ends-before-it-starts", "spans", FALSE, SPAN (0, 0, 1.0, 0.5), FALSE },
  { "span-before-all", "spans", FALSE, SPAN (0, 0, -1.0, 0.5), FALSE },
  { "span-that-ends-nowhere", "spans", FALSE, SPAN (0, 0, 0.0, inf), FALSE },
  { "span-of-no-number", "spans", FALSE, SPAN (0, 0, nan, nan), FALSE },
  { "span-of-no-time", "spans", FALSE, SPAN (0, 0, 1.0, 1.0), TRUE },
  { "span-of-another-type", "spans", FALSE, "[(1, 2)]", FALSE },
  { "no-spans", "spans", FALSE, NULL, FALSE },
  { "no-streams", "streams", FALSE, NULL, FALSE },
  { "too-few-streams", "streams", FALSE, "['']", FALSE },
  { "streams-of-another-type", "streams", FALSE, "[1, 2]", FALSE },
  { "memory-for-fewer-slots", "frames", TRUE, "(uint64 64, uint64 96)", FALSE },
  { "memory-for-no-slot", "frames", TRUE, "(uint64 64, uint64 0)", FALSE },
  { "memory-for-part-of-a-slot", "frames", TRUE, "(uint64 64, uint64 143)", FALSE },
  { "memory-past-the-end", "frames", TRUE, "(uint64 1048576, uint64 144)", FALSE },
  { "memory-that-overflows", "frames", TRUE, "(uint64 64, uint64 18446744073709551615)", FALSE },
  { "memory-of-an-array-that-was-not-kept", "frames", TRUE, NULL, TRUE },
  { "no-range", "frames-low", TRUE, NULL, FALSE },
};

static void
test_a_lie (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GBytes) memory = NULL;
  g_autoptr (GVariant) variant = pack (&memory);
  g_autoptr (GVariant) value
      = lies[i].value != NULL ? g_variant_parse (NULL, lies[i].value, NULL, NULL, NULL) : NULL;
  g_autoptr (GVariant) changed = tamper (variant, lies[i].key, lies[i].of_array, value);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_ipc_run_from_variant (changed, memory, &error);

  g_assert_true ((value != NULL) == (lies[i].value != NULL));
  g_assert_true ((run != NULL) == lies[i].is_good);
  if (run == NULL)
    g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
}

/* Reads all that can be shown of a run. */
static void
look_at_all (LoomRun *run)
{
  guint64 sum = 0;

  for (guint i = 0; i < run->frames->len; i++)
    {
      g_autoptr (LoomRun) then = loom_run_new_frame (run, i);

      g_assert_cmpuint (g_array_index (run->frames, LoomRunFrame, i).step, <, run->steps->len);
      for (guint j = 0; j < then->arrays->len; j++)
        {
          LoomRunArray *array = then->arrays->pdata[j];
          LoomArrayCounts counts;
          gsize size;
          const guint8 *bytes = g_bytes_get_data (loom_array_get_bytes (array->array), &size);

          for (gsize k = 0; k < size; k++)
            sum += bytes[k];
          loom_run_array_count (array, &counts);
        }
    }
  for (guint i = 0; i < run->spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (run->spans, LoomRunSpan, i);

      g_assert_cmpuint (span->step, <, run->steps->len);
      g_assert_cmpuint (span->stream, <, run->streams->len);
      g_assert_cmpfloat (span->start_ms, <=, span->end_ms);
    }
  g_assert_cmpuint (sum, <, G_MAXUINT64);
}

#define SEED 15
#define MUTATIONS 20000

static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (GBytes) memory = NULL;
  g_autoptr (GVariant) variant = pack (&memory);
  guint taken = 0;

  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autoptr (GVariant) changed = fixture_mutate (variant, rand);
      g_autoptr (LoomRun) run = loom_ipc_run_from_variant (changed, memory, NULL);

      if (run == NULL)
        continue;
      look_at_all (run);
      taken++;
    }
  g_test_message ("%u of %u are taken", taken, MUTATIONS);
  g_assert_cmpuint (taken, >, MUTATIONS / 20);
  g_assert_cmpuint (taken, <, MUTATIONS - MUTATIONS / 20);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ipc/run-steps/moments-arrive-whole", test_moments_arrive_whole);
  g_test_add_func ("/ipc/run-steps/steps-and-times-arrive-whole",
                   test_steps_and_times_arrive_whole);
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ipc/run-steps/hostile/%s", lies[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_lie);
    }
  g_test_add_func ("/ipc/run-steps/mutations", test_mutations);

  return g_test_run ();
}
