/* test-run.c: results over the wire, from an end that may lie
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-run.h"

#include <string.h>
#include <unistd.h>

#define CELLS 12

/* A run of one 3 × 4 float array, in memory of its own. */
static LoomRun *
make_run (LoomIpcMemory **memory)
{
  LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  LoomShape shape = { .rank = 2, .cols = 4, .rows = 3, .planes = 1 };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomRun *run = loom_run_new ();
  LoomRunArray *result;
  guint32 *writes;
  float *cells;
  double ms = 1.5;

  *memory = loom_ipc_memory_new (2 * LOOM_IPC_MEMORY_ALIGN, NULL);
  cells = loom_ipc_memory_take (*memory, CELLS * sizeof *cells);
  writes = loom_ipc_memory_take (*memory, CELLS * sizeof *writes);
  for (guint i = 0; i < CELLS; i++)
    {
      cells[i] = (float) i / 4;
      writes[i] = i % 3;
    }

  bytes = g_bytes_new_static (cells, CELLS * sizeof *cells);
  array = loom_array_new (&type, &shape, bytes, NULL);
  result = loom_run_array_new ("f", array);
  result->writes = g_bytes_new_static (writes, CELLS * sizeof *writes);
  result->compared = CELLS;
  g_ptr_array_add (run->arrays, result);
  g_ptr_array_add (run->findings, loom_finding_new (LOOM_ERROR_RACE, "a race"));
  run->trap = loom_finding_new (LOOM_ERROR_OOB, "out of bounds");
  run->backend = LOOM_BACKEND_ID_SIMULATOR;
  run->kernel = g_strdup ("k");
  run->output = g_strdup ("text \xff");
  run->block = run->grid = LOOM_DIM3 (1, 2, 3);
  run->main_array = 0;
  run->seeds = 8;
  g_array_append_vals (run->other_seeds, ((const guint32[]) { 2, 5 }), 2);
  g_array_append_val (run->timings.kernel_ms, ms);
  run->timings.compilation = LOOM_COMPILATION_REUSED;
  run->tally = loom_run_dup_tally (run);
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

static void
test_a_run_arrives_whole (void)
{
  g_autoptr (GBytes) memory = NULL;
  g_autoptr (GVariant) variant = pack (&memory);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_ipc_run_from_variant (variant, memory, &error);
  const float *cells;
  LoomRunArray *array;

  g_assert_no_error (error);
  g_clear_pointer (&memory, g_bytes_unref);
  g_assert_cmpstr (loom_backend_id_get_name (run->backend), ==, "sim");
  g_assert_cmpuint (run->grid.z, ==, 3);
  g_assert_cmpint (run->trap->code, ==, LOOM_ERROR_OOB);
  g_assert_cmpuint (run->findings->len, ==, 1);
  g_assert_cmpfloat (g_array_index (run->timings.kernel_ms, double, 0), ==, 1.5);
  g_assert_cmpint (run->timings.compilation, ==, LOOM_COMPILATION_REUSED);
  g_assert_true (g_utf8_validate (run->output, -1, NULL));
  g_assert_cmpuint (run->seeds, ==, 8);
  g_assert_cmpuint (run->other_seeds->len, ==, 2);
  g_assert_cmpuint (g_array_index (run->other_seeds, guint32, 1), ==, 5);

  array = loom_run_find_array (run, "f");
  g_assert_nonnull (array);
  cells = g_bytes_get_data (loom_array_get_bytes (array->array), NULL);
  g_assert_cmpfloat (cells[11], ==, 2.75);
  g_assert_cmpuint (((const guint32 *) g_bytes_get_data (array->writes, NULL))[5], ==, 2);
  g_assert_null (array->reads);
  g_assert_cmpuint (array->compared, ==, CELLS);
  g_assert_cmpuint (run->tally->counts.written, ==, 8);
  g_assert_cmpuint (run->tally->counts.rewritten, ==, 4);
  g_assert_cmpint (run->tally->counts.missed, ==, -1);
}

static void
test_a_plane_elsewhere_is_not_sent (void)
{
  LoomIpcMemory *memory;
  g_autoptr (LoomRun) run = make_run (&memory);
  g_autoptr (GError) error = NULL;
  LoomRunArray *array = run->arrays->pdata[0];

  array->reads = g_bytes_new (&(guint32[CELLS]) { 0 }, CELLS * 4);
  g_assert_null (loom_ipc_run_to_variant (run, memory, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FAILED);
  loom_ipc_memory_free (memory);
}

/* Replaces one key of the run, or of its only array. NULL takes it away. */
static GVariant *
tamper (GVariant   *run,
        const char *key,
        gboolean    of_array,
        GVariant   *value)
{
  g_autoptr (GVariant) arrays = g_variant_lookup_value (run, "arrays", NULL);
  g_autoptr (GVariant) array = g_variant_get_child_value (arrays, 0);
  g_auto (GVariantDict) dict;

  g_variant_dict_init (&dict, of_array ? array : run);
  g_variant_dict_remove (&dict, key);
  if (value != NULL)
    g_variant_dict_insert_value (&dict, key, value);
  if (!of_array)
    return g_variant_ref_sink (g_variant_dict_end (&dict));

  {
    g_auto (GVariantDict) outer;
    GVariant *changed = g_variant_dict_end (&dict);

    g_variant_dict_init (&outer, run);
    g_variant_dict_insert_value (&outer, "arrays", g_variant_new_array (NULL, &changed, 1));
    return g_variant_ref_sink (g_variant_dict_end (&outer));
  }
}

#define TYPE(scalar, lanes, size) \
    "(uint32 " #scalar ", uint32 " #lanes ", uint32 " #size ", '')"

static const struct
{
  const char *name;
  const char *key;
  gboolean    of_array;
  const char *value;            /* NULL: the key is missing */
} lies[] = {
  { "offset-past-the-end", "array", TRUE, "(uint64 1048576, uint64 48)" },
  { "offset-that-overflows", "array", TRUE, "(uint64 18446744073709551552, uint64 48)" },
  { "offset-unaligned", "array", TRUE, "(uint64 4, uint64 48)" },
  { "length-too-short", "array", TRUE, "(uint64 0, uint64 44)" },
  { "length-that-overflows", "array", TRUE, "(uint64 0, uint64 18446744073709551615)" },
  { "no-array", "array", TRUE, NULL },
  { "array-of-another-type", "array", TRUE, "'text'" },
  { "plane-past-the-end", "writes", TRUE, "(uint64 128, uint64 48)" },
  { "plane-of-another-length", "reads", TRUE, "(uint64 0, uint64 40)" },
  { "plane-of-another-type", "lowest", TRUE, "uint32 7" },
  { "shape-that-overflows", "shape", TRUE,
    "(uint32 3, uint64 4294967296, uint64 4294967296, uint64 4294967296)" },
  { "shape-of-rank-9", "shape", TRUE, "(uint32 9, uint64 4, uint64 3, uint64 1)" },
  { "cells-of-no-bytes", "type", TRUE, TYPE (0, 1, 0) },
  { "cells-too-small-for-their-lanes", "type", TRUE, TYPE (0, 9, 4) },
  { "unknown-scalar", "type", TRUE, TYPE (99, 1, 4) },
  { "lanes-of-a-hundred", "type", TRUE, TYPE (0, 100, 4) },
  { "a-record-that-is-none", "type", TRUE, "(uint32 0, uint32 1, uint32 4, 'struct')" },
  { "no-type", "type", TRUE, NULL },
  { "writers-of-three-bytes", "writer-size", TRUE, "uint32 3" },
  { "more-compared-than-there-are", "compared", TRUE, "uint64 13" },
  { "mismatches-without-a-cell", "mismatches", TRUE, "uint64 1" },
  { "a-cell-past-the-last", "first", TRUE, "(uint64 12, '1', '2')" },
  { "no-name", "name", TRUE, NULL },
  { "main-array-that-is-none", "main-array", FALSE, "1" },
  { "main-array-below-none", "main-array", FALSE, "-2" },
  { "no-block", "block", FALSE, NULL },
  { "block-of-no-threads", "block", FALSE, "(uint32 0, uint32 1, uint32 1)" },
  { "grid-of-no-blocks", "grid", FALSE, "(uint32 1, uint32 1, uint32 0)" },
  { "seeds-too-many", "seeds", FALSE, "uint32 256" },
  { "seeds-without-others", "other-seeds", FALSE, NULL },
  { "other-seeds-that-were-not-tried", "other-seeds", FALSE, "[uint32 8]" },
  { "other-seeds-that-do-not-ascend", "other-seeds", FALSE, "[uint32 5, 5]" },
  { "seeds-of-too-few-cells", "seeds", TRUE, "(uint64 0, uint64 4)" },
  { "races-of-too-many-cells", "races", TRUE, "(uint64 0, uint64 48)" },
  { "uninitialised-of-too-few-cells", "uninitialised", TRUE, "(uint64 0, uint64 4)" },
  { "uninitialised-of-another-type", "uninitialised", TRUE, "uint32 3" },
  { "unknown-fidelity", "fidelity", FALSE, "uint32 77" },
  { "unknown-compilation", "compilation", FALSE, "uint32 3" },
  { "samples-of-another-type", "kernel-ms", FALSE, "['a']" },
  { "samples-that-are-no-times", "kernel-ms", FALSE, "[1.0, inf]" },
  { "samples-before-their-start", "kernel-ms", FALSE, "[-1.0]" },
  { "trap-that-is-none", "trap", FALSE, "<'text'>" },
  { "no-arrays", "arrays", FALSE, NULL },
  { "tally-of-another-type", "tally", FALSE, "(uint64 1, uint64 2)" },
};

static void
test_a_lie_is_refused (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GBytes) memory = NULL;
  g_autoptr (GVariant) variant = pack (&memory);
  g_autoptr (GVariant) value
      = lies[i].value != NULL ? g_variant_parse (NULL, lies[i].value, NULL, NULL, NULL) : NULL;
  g_autoptr (GVariant) changed = tamper (variant, lies[i].key, lies[i].of_array, value);
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_ipc_run_from_variant (changed, memory, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ipc/run/arrives-whole", test_a_run_arrives_whole);
  g_test_add_func ("/ipc/run/a-plane-elsewhere-is-not-sent", test_a_plane_elsewhere_is_not_sent);
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ipc/run/hostile/%s", lies[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_lie_is_refused);
    }

  return g_test_run ();
}
