/* test-trace.c: whom to trace, and a trace's way to another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "loom-trace.h"

#include <string.h>

static void
test_targets (void)
{
  static const struct
  {
    const char      *text;
    LoomTraceTarget  target;    /* nobody: it cannot be read */
  } rows[] = {
    { "0:0", { LOOM_TRACE_THREAD, { 0, 0, 0 }, { 0, 0, 0 }, 0, FALSE } },
    { "1,2,3:4,5,6", { LOOM_TRACE_THREAD, { 1, 2, 3 }, { 4, 5, 6 }, 0, FALSE } },
    { "7,1:warp=2", { LOOM_TRACE_WARP, { 7, 1, 0 }, { 0, 0, 0 }, 2, FALSE } },
    { "", { LOOM_TRACE_NOBODY, } },
    { "0", { LOOM_TRACE_NOBODY, } },
    { "0:", { LOOM_TRACE_NOBODY, } },
    { ":0", { LOOM_TRACE_NOBODY, } },
    { "0:0:0", { LOOM_TRACE_NOBODY, } },
    { "1,2,3,4:0", { LOOM_TRACE_NOBODY, } },
    { "-1:0", { LOOM_TRACE_NOBODY, } },
    { "0:warp=", { LOOM_TRACE_NOBODY, } },
    { "0:warp=1,2", { LOOM_TRACE_NOBODY, } },
    { "0:4294967296", { LOOM_TRACE_NOBODY, } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const LoomTraceTarget *wanted = &rows[i].target;
      g_autoptr (GError) error = NULL;
      LoomTraceTarget target;

      if (wanted->whom == LOOM_TRACE_NOBODY)
        {
          g_assert_false (loom_trace_target_parse (rows[i].text, &target, &error));
          g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
          continue;
        }
      g_assert_true (loom_trace_target_parse (rows[i].text, &target, &error));
      g_assert_cmpint (target.whom, ==, wanted->whom);
      g_assert_true (loom_dim3_equal (&target.block, &wanted->block));
      g_assert_true (loom_dim3_equal (&target.thread, &wanted->thread));
      g_assert_cmpuint (target.warp, ==, wanted->warp);
    }
}

static void
test_targets_of_a_launch (void)
{
  static const struct
  {
    const char *text;
    gboolean    exists;
  } rows[] = {
    { "1,2:15,3", TRUE }, { "2:0", FALSE }, { "0,3:0", FALSE }, { "0,0,1:0", FALSE }, { "0:16", FALSE },
    { "0:0,4", FALSE }, { "0:warp=1", TRUE }, { "0:warp=2", FALSE },
  };
  const LoomDim3 grid = LOOM_DIM3 (2, 3, 1), block = LOOM_DIM3 (16, 4, 1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomTraceTarget target;

      g_assert_true (loom_trace_target_parse (rows[i].text, &target, NULL));
      g_assert_cmpint (loom_trace_target_check (&target, &grid, &block, &error), ==, rows[i].exists);
      if (!rows[i].exists)
        g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
    }
}

static LoomTrace *
make_trace (guint n_steps,
            guint n_lanes)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .warp = 1 };
  static const LoomTraceLane lanes[32];
  LoomTrace *trace = loom_trace_new (&target);
  LoomTraceInstruction *instruction = loom_trace_instruction_new ();

  instruction->text = g_strdup ("add.s32 %r1, %r2, 1");
  instruction->type = g_strdup ("");
  instruction->registers = g_strsplit ("%r1", ",", -1);
  instruction->types = g_strsplit ("s32", ",", -1);
  instruction->widths[0] = 4;
  g_ptr_array_add (trace->instructions, instruction);
  g_ptr_array_add (trace->arrays, g_strdup ("f"));
  for (guint i = 0; i < n_steps; i++)
    {
      const LoomTraceStep step = { .sequence = i, .active = 3, .executed = 1, .n_lanes = n_lanes };

      loom_trace_add_step (trace, &step, lanes);
    }
  trace->total = n_steps;
  return trace;
}

static void
test_is_bounded (void)
{
  g_autoptr (LoomTrace) trace = make_trace (3000, 32);

  loom_trace_trim (trace);
  g_assert_cmpuint (trace->lanes->len, ==, LOOM_TRACE_MAX_LANES);
  g_assert_cmpuint (trace->steps->len, ==, LOOM_TRACE_MAX_LANES / 32);
  g_assert_cmpuint (g_array_index (trace->steps, LoomTraceStep, 0).sequence, ==, 3000 - LOOM_TRACE_MAX_LANES / 32);
  g_assert_cmpuint (g_array_index (trace->steps, LoomTraceStep, 0).first_lane, ==, 0);
  g_assert_cmpuint (g_array_index (trace->steps, LoomTraceStep, 1).first_lane, ==, 32);
}

static void
test_round_trip (void)
{
  g_autoptr (LoomTrace) trace = make_trace (5, 2);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_trace_to_variant (trace));
  g_autoptr (LoomTrace) back = loom_trace_from_variant (variant);
  g_autoptr (GVariant) again = NULL;

  g_assert_nonnull (back);
  again = g_variant_ref_sink (loom_trace_to_variant (back));
  g_assert_true (g_variant_equal (variant, again));
}

/* What another process might send in place of one. */
static void
test_refuses (void)
{
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (LoomTrace) trace = make_trace (5, 2), back = NULL;
      g_autoptr (GVariant) variant = NULL;
      LoomTraceStep *step = &g_array_index (trace->steps, LoomTraceStep, 4);
      LoomTraceLane *lane = &g_array_index (trace->lanes, LoomTraceLane, 9);
      LoomTraceInstruction *instruction = trace->instructions->pdata[0];

      lane->n_accesses = 2;
      switch (i)
        {
        case 0: step->instruction = 1; break;
        case 1: step->n_lanes = 3; break;
        case 2: step->first_lane = G_MAXUINT32; break;
        case 3: lane->accesses[1].array = 1; break;
        case 4: lane->accesses[0].space = LOOM_SPACE_CONSTANT + 1; break;
        case 5: lane->accesses[0].size = LOOM_TRACE_ACCESS_BYTES + 1; break;
        case 6: lane->lane = 32; break;
        case 7: lane->accesses[0].kind = LOOM_N_CELL_ACCESSES; break;
        case 8: instruction->widths[0] = LOOM_TRACE_REGISTER_BYTES + 1; break;
        default: trace->total = 4; break;
        }
      variant = g_variant_ref_sink (loom_trace_to_variant (trace));
      back = loom_trace_from_variant (variant);
      g_assert_null (back);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/trace/targets", test_targets);
  g_test_add_func ("/core/trace/targets-of-a-launch", test_targets_of_a_launch);
  g_test_add_func ("/core/trace/is-bounded", test_is_bounded);
  g_test_add_func ("/core/trace/round-trip", test_round_trip);
  g_test_add_func ("/core/trace/refuses-what-is-none", test_refuses);
  return g_test_run ();
}
