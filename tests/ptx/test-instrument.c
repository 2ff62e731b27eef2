/* test-instrument.c: where counters lie, what is written between instructions, what is refused
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-instrument.h"
#include "ptx-test.h"

#include "loom-error.h"

#include <string.h>

static const LoomPtxInstrumentation all = { LOOM_COVERAGE_ALL, FALSE, 4, 4, 192 };
static const LoomPtxInstrumentation schedule = { LOOM_COVERAGE_NONE, TRUE, 16, 4, 192 };

static LoomPtxModule *
parse_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  LoomPtxModule *module = loom_ptx_module_parse (text, -1, &error);

  g_assert_no_error (error);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  return module;
}

static char *
instrument (LoomPtxModule                *module,
            const char                   *entry,
            const LoomPtxInstrumentation *how)
{
  g_autoptr (LoomPtxModule) again = NULL;
  g_autoptr (GError) error = NULL;
  char *text = loom_ptx_instrument (module, (const char *[]) { entry, NULL }, how, &error);

  g_assert_no_error (error);
  again = parse_text (text);
  return text;
}

static guint
count (const char *text,
       const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    n++;
  return n;
}

static void
test_unit (void)
{
  static const struct
  {
    const char *body;
    gsize       cells[2];
    guint       unit;
  } rows[] = {
    { "st.global.f32 [%rd1], %f1; ret;", { 4, 4 }, 4 },
    { "st.global.v4.f32 [%rd1], {%f1, %f1, %f1, %f1}; ret;", { 4, 4 }, 4 },
    { "st.global.v4.f32 [%rd1], {%f1, %f1, %f1, %f1}; ret;", { 16, 32 }, 16 },
    { "st.global.v4.f32 [%rd1], {%f1, %f1, %f1, %f1}; ret;", { 16, 24 }, 8 },
    { "st.global.f32 [%rd1], %f1; ret;", { 12, 4 }, 4 },
    { "st.global.f32 [%rd1], %f1; ret;", { 3, 4 }, 1 },
    { "st.global.f32 [%rd1], %f1; ret;", { 4, 1 }, 1 },
    { "st.global.u8 [%rd1], %r1; ret;", { 4, 4 }, 1 },
    { "st.shared.u8 [%rd1], %r1; st.global.f32 [%rd1], %f1; ret;", { 4, 8 }, 4 },
    { "ret;", { 32, 32 }, 16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPtxModule) module = ptx_test_parse (rows[i].body);
      LoomPtxArenaArray arrays[] = { { 96, rows[i].cells[0], 0 }, { 96, rows[i].cells[1], 0 } };
      LoomPtxArena arena;

      g_assert_true (loom_ptx_module_verify (module, NULL));
      g_assert_true (loom_ptx_arena_init (&arena, module, arrays, 2, &LOOM_DIM3 (1, 1, 1), &LOOM_DIM3 (32, 1, 1),
                                          LOOM_COVERAGE_ALL, FALSE, NULL));
      g_test_message ("row %u", i);
      g_assert_cmpuint (arena.how.unit, ==, rows[i].unit);
    }
}

static void
test_layout (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse ("st.global.f32 [%rd1], %f1; ret;");
  LoomPtxArenaArray arrays[] = { { 1000, 4, 0 }, { 0, 4, 0 }, { 4096, 8, 0 } };
  guint64 units;
  LoomPtxArenaTable table;
  LoomPtxArena arena;

  g_assert_true (loom_ptx_module_verify (module, NULL));
  g_assert_true (loom_ptx_arena_init (&arena, module, arrays, 3, &LOOM_DIM3 (5, 2, 1), &LOOM_DIM3 (32, 3, 1),
                                      LOOM_COVERAGE_ALL, TRUE, NULL));
  for (guint i = 0; i < 3; i++)
    {
      const guint64 end = i < 2 ? arrays[i + 1].offset : arena.array_bytes;

      g_assert_cmpuint (arrays[i].offset % LOOM_PTX_ARENA_ALIGN, ==, 0);
      g_assert_cmpuint (arrays[i].offset, >=, LOOM_PTX_ARENA_GUARD);
      g_assert_cmpuint (arrays[i].offset + arrays[i].size + LOOM_PTX_ARENA_GUARD, <=, end);
    }
  units = arena.array_bytes / arena.how.unit;
  g_assert_cmpuint (arena.threads, ==, 960);
  g_assert_cmpuint (arena.counters, ==, arena.array_bytes);
  g_assert_cmpuint (arena.writes, ==, arena.counters);
  g_assert_cmpuint (arena.writes + 4 * units, <=, arena.reads);
  g_assert_cmpuint (arena.reads + 4 * units, <=, arena.lowest);
  g_assert_cmpuint (arena.lowest + 4 * units, <=, arena.highest);
  g_assert_cmpuint (arena.highest + 4 * units, <=, arena.stored);
  g_assert_cmpuint (arena.stored + 960, <=, arena.blocks);
  g_assert_cmpuint (arena.blocks + 10 * 24, <=, arena.size);

  loom_ptx_arena_get_table (&arena, 0x7f0000000000, &table);
  g_assert_cmphex (table.base, ==, 0x7f0000000000);
  g_assert_cmphex (table.highest, ==, 0x7f0000000000 + arena.highest);
}

static void
test_only_what_is_asked_for (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse ("st.global.f32 [%rd1], %f1; ret;");
  LoomPtxArenaArray array = { 4096, 4, 0 };
  LoomPtxArenaTable table;
  LoomPtxArena arena;

  g_assert_true (loom_ptx_module_verify (module, NULL));
  g_assert_true (loom_ptx_arena_init (&arena, module, &array, 1, &LOOM_DIM3 (1, 1, 1), &LOOM_DIM3 (32, 1, 1),
                                      LOOM_COVERAGE_NONE, FALSE, NULL));
  g_assert_cmpuint (arena.size, ==, arena.counters);
  loom_ptx_arena_get_table (&arena, 4096, &table);
  g_assert_cmpuint (table.writes | table.reads | table.lowest | table.highest | table.stored | table.blocks, ==, 0);
}

static void
test_too_large (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse ("st.global.f32 [%rd1], %f1; ret;");
  static const struct
  {
    gsize    size;
    LoomDim3 grid;
  } rows[] = {
    { G_MAXSIZE, { 1, 1, 1 } },
    { G_MAXSIZE / 4, { 1, 1, 1 } },
    { 4, { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 } },
    { 4, { G_MAXUINT32, G_MAXUINT32, 1 } },
  };

  g_assert_true (loom_ptx_module_verify (module, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomPtxArenaArray array = { rows[i].size, 4, 0 };
      g_autoptr (GError) error = NULL;
      LoomPtxArena arena;

      g_assert_false (loom_ptx_arena_init (&arena, module, &array, 1, &rows[i].grid, &LOOM_DIM3 (1024, 1, 1),
                                           LOOM_COVERAGE_ALL, TRUE, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY);
    }
}

static const char variables_text[] =
    ".version 7.8\n.target sm_75\n.address_size 64\n"
    ".global .align 4 .b8 d[12];\n.const .align 4 .b8 c[8];\n.global .align 4 .b8 e[300];\n"
    ".entry k(.param .u64 a) { .reg .b64 %rd<3>; .reg .b32 %r<3>; ld.param.u64 %rd1, [a]; mov.u64 %rd2, c;\n"
    "%s ret; }\n";

static LoomPtxModule *
parse_with_variables (const char *body)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = g_strsplit (variables_text, "%s", 2);

  text = g_strconcat (parts[0], body, parts[1], NULL);
  return parse_text (text);
}

/* They have counters behind those of the arrays and no memory. */
static void
test_layout_of_variables (void)
{
  g_autoptr (LoomPtxModule) module = parse_with_variables ("ld.const.u8 %r1, [%rd2];");
  LoomPtxArenaArray arrays[] = { { 1000, 4, 0, NULL }, { 12, 4, 0, "d" }, { 300, 4, 0, "e" } };
  LoomPtxArena without, with;

  g_assert_true (loom_ptx_arena_init (&without, module, arrays, 1, &LOOM_DIM3 (1, 1, 1), &LOOM_DIM3 (32, 1, 1),
                                      LOOM_COVERAGE_WRITES, FALSE, NULL));
  g_assert_true (loom_ptx_arena_init (&with, module, arrays, 3, &LOOM_DIM3 (1, 1, 1), &LOOM_DIM3 (32, 1, 1),
                                      LOOM_COVERAGE_WRITES, FALSE, NULL));
  g_assert_cmpuint (with.array_bytes, ==, without.array_bytes);
  g_assert_cmpuint (with.counters, ==, with.array_bytes);
  g_assert_cmpuint (arrays[1].offset, ==, with.array_bytes);
  g_assert_cmpuint (arrays[2].offset, ==, with.array_bytes + LOOM_PTX_ARENA_ALIGN);
  g_assert_cmpuint (with.counted_bytes, ==, with.array_bytes + 3 * LOOM_PTX_ARENA_ALIGN);
  g_assert_cmpuint (with.size - without.size, ==, 3 * LOOM_PTX_ARENA_ALIGN / with.how.unit * sizeof (guint32));
  g_assert_cmpuint (with.how.n_variables, ==, 2);
}

/* What touches nothing that is counted does not make units narrower, and has nothing written before
 * it. */
static void
test_variables_that_are_met (void)
{
  static const struct
  {
    const char *body;
    guint       unit, tests;    /* of ranges */
  } rows[] = {
    { "ld.global.u8 %r1, [d];", 1, 1 },
    { "ld.global.u16 %r1, [e];", 16, 0 },
    { "ld.global.u32 %r1, [%rd1];", 4, 1 },
    { "st.global.u32 [d+4], %r1;", 4, 1 },
    { "ld.const.u16 %r1, [c+2];", 2, 1 },
    { "ld.const.u16 %r1, [%rd2+2];", 2, 1 },
    { "ld.u16 %r1, [%rd1];", 2, 1 },
    { "cvta.const.u64 %rd2, %rd2; ld.u16 %r1, [%rd2];", 2, 2 },
    { "ld.shared.u8 %r1, [%rd1];", 16, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPtxModule) module = parse_with_variables (rows[i].body);
      const LoomPtxArenaArray variables[] = { { 12, 4, 0, "d" }, { 8, 4, 256, "c" }, { 4, 4, 512, "gone" } };
      LoomPtxInstrumentation how = { .coverage = LOOM_COVERAGE_ALL, .unit = 1, .writer_size = 4, .block_threads = 32,
                                     .variables = variables, .n_variables = 3 };
      g_autofree char *text = NULL;

      g_test_message ("row %u", i);
      g_assert_cmpuint (loom_ptx_instrument_get_narrowest (module, variables, 3), ==, rows[i].unit);
      text = instrument (module, "k", &how);
      g_assert_cmpuint (count (text, "or.pred %loom_p, %loom_p, %loom_q;"), ==, rows[i].tests);
    }
}

static void
test_fold (void)
{
  const LoomPtxArena arena = {
    .how = { LOOM_COVERAGE_ALL, FALSE, 4, 4, 32 }, .array_bytes = 16, .threads = 10, .n_blocks = 1,
    .writes = 16, .reads = 32, .lowest = 48, .highest = 64, .stored = 80, .counters = 16, .size = 96,
  };
  const LoomPtxArenaArray array = { 16, 8, 0 };
  const guint32 counters[20] = { 1, 3, 0, 0,   2, 0, 0, 7,   ~5u, ~3u, 0, 0,   6, 10, 0, 0,   0x00010001, 0, 1, 0 };
  guint32 writes[2], reads[2], lowest[2], highest[2];
  const LoomPtxArenaPlanes planes = { writes, reads, lowest, highest };

  loom_ptx_arena_fold (&arena, &array, counters, &planes);
  g_assert_cmpuint (writes[0], ==, 3);
  g_assert_cmpuint (writes[1], ==, 0);
  g_assert_cmpuint (reads[0], ==, 2);
  g_assert_cmpuint (reads[1], ==, 7);
  g_assert_cmpuint (lowest[0], ==, 3);
  g_assert_cmpuint (lowest[1], ==, G_MAXUINT32);
  g_assert_cmpuint (highest[0], ==, 9);
  g_assert_cmpuint (highest[1], ==, G_MAXUINT32);
  g_assert_cmpuint (loom_ptx_arena_count_idle (&arena, counters), ==, 7);
}

static void
test_counts_in_place (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse ("@!%p1 ld.global.u64 %rd1, [%rd1+16]; st.shared.f32 [%rd2], %f1; ret;");
  g_autofree char *text = NULL;
  const char *test, *red, *load;

  g_assert_true (loom_ptx_module_verify (module, NULL));
  text = instrument (module, "k", &all);
  test = strstr (text, "%loom_n, !%p1;");
  red = strstr (text, "red.global.add");
  load = strstr (text, "@!%p1 ld.global.u64 %rd1, [%rd1+16];");
  g_assert_true (test != NULL && test < red && red < load);
  /* Nothing of shared memory, and nobody stores. */
  g_assert_cmpuint (count (text, "red.global"), ==, 1);
  g_assert_cmpuint (count (text, "%loom_thread;"), ==, 0);
}

static void
test_limits (void)
{
  static const char *const rows[][2] = {
    { "", ".maxntid 192, 1, 1" }, { ".maxntid 256, 4, 1", ".maxntid 192, 1, 1" }, { ".reqntid 8, 8, 1", ".reqntid 8, 8, 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *ptx = g_strdup_printf (".version 7.8\n.target sm_75\n.address_size 64\n.visible .entry k() %s { ret; }\n"
                                              ".entry other() .maxntid 64, 1, 1 { ret; }\n", rows[i][0]);
      g_autoptr (LoomPtxModule) module = parse_text (ptx);
      g_autofree char *text = instrument (module, "k", &all), *wanted = g_strdup_printf (".entry k() %s", rows[i][1]);

      g_assert_nonnull (strstr (text, wanted));
      g_assert_nonnull (strstr (text, ".entry other() .maxntid 64, 1, 1"));
    }
}

static void
test_schedule_at_each_exit (void)
{
  static const struct
  {
    const char *body;
    guint       exits;
  } rows[] = {
    { "", 1 }, { "@%p1 bra L;", 1 }, { "@%p1 exit;", 2 }, { "@%p1 ret; @!%p2 exit;", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPtxModule) module = ptx_test_parse (rows[i].body);
      g_autofree char *text = NULL;

      g_assert_true (loom_ptx_module_verify (module, NULL));
      text = instrument (module, "k", &schedule);
      g_assert_cmpuint (count (text, "red.global.max.u64 [%loom_b], "), ==, 1);
      g_assert_cmpuint (count (text, "red.global.max.u64 [%loom_b+8], "), ==, rows[i].exits);
    }
}

/* A kernel that ends without a word of it. */
static void
test_schedule_at_the_end (void)
{
  g_autoptr (LoomPtxModule) module = parse_text (".version 7.8\n.target sm_75\n.address_size 64\n"
                                                 ".entry k() { .reg .pred p; @p ret; }\n");
  g_autofree char *text = instrument (module, "k", &schedule);

  g_assert_cmpuint (count (text, "red.global.max.u64 [%loom_b+8], "), ==, 2);
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *body, *named;
  } rows[] = {
    { "cp.async.bulk.prefetch.L2.global [%rd1], 16; ret;", "cp.async.bulk" },
    { "multimem.st.global.f32 [%rd1], %f1; ret;", "multimem.st" },
    { "st.bulk.weak.shared::cta [%rd1], 16, 0; ret;", "st.bulk" },
    { "frobnicate.global [%rd1], %f1; ret;", "frobnicate" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPtxModule) module = ptx_test_parse (rows[i].body);
      g_autoptr (GError) error = NULL;

      g_assert_false (loom_ptx_module_verify (module, NULL));
      g_assert_null (loom_ptx_instrument (module, (const char *[]) { "k", NULL }, &all, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, rows[i].named));
    }
}

/* What another kernel does cannot be counted, and need not be. */
static void
test_another_kernel_is_refused (void)
{
  g_autoptr (LoomPtxModule) module =
    loom_ptx_module_parse (".version 7.8\n.target sm_75\n.address_size 64\n"
                           ".entry other() { frobnicate.global [0]; ret; }\n"
                           ".entry k() { ret; }\n", -1, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  loom_ptx_module_verify (module, NULL);
  text = loom_ptx_instrument (module, (const char *[]) { "k", NULL }, &all, &error);
  g_assert_no_error (error);
  g_assert_nonnull (text);
  g_assert_null (loom_ptx_instrument (module, (const char *[]) { "other", NULL }, &all, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
}

static void
test_no_such_kernel (void)
{
  g_autoptr (LoomPtxModule) module = ptx_test_parse ("ret;");
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_ptx_instrument (module, (const char *[]) { "other", NULL }, &all, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ptx/instrument/unit", test_unit);
  g_test_add_func ("/ptx/instrument/layout", test_layout);
  g_test_add_func ("/ptx/instrument/only-what-is-asked-for", test_only_what_is_asked_for);
  g_test_add_func ("/ptx/instrument/too-large", test_too_large);
  g_test_add_func ("/ptx/instrument/layout-of-variables", test_layout_of_variables);
  g_test_add_func ("/ptx/instrument/variables-that-are-met", test_variables_that_are_met);
  g_test_add_func ("/ptx/instrument/fold", test_fold);
  g_test_add_func ("/ptx/instrument/counts-in-place", test_counts_in_place);
  g_test_add_func ("/ptx/instrument/limits", test_limits);
  g_test_add_func ("/ptx/instrument/schedule-at-each-exit", test_schedule_at_each_exit);
  g_test_add_func ("/ptx/instrument/schedule-at-the-end", test_schedule_at_the_end);
  g_test_add_func ("/ptx/instrument/refusals", test_refusals);
  g_test_add_func ("/ptx/instrument/another-kernel-is-refused", test_another_kernel_is_refused);
  g_test_add_func ("/ptx/instrument/no-such-kernel", test_no_such_kernel);
  return g_test_run ();
}
