/* test-banks.c: passes of the banks of shared memory, and what a warp asked of them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-map.h"

#include <stdio.h>
#include <string.h>

static void
fill (LoomBankRequest *request,
      guint            size,
      guint            stride)
{
  *request = (LoomBankRequest) { .n = LOOM_WARP_LANES, .size = size };
  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      request->lane[i] = (guint8) i;
      request->address[i] = (guint64) stride * size * i;
    }
}

static void
test_passes_of_strides (void)
{
  static const struct { guint size, stride, passes, conflicts; } rows[] = {
    { 4, 0, 1, 0 }, { 4, 1, 1, 0 }, { 4, 2, 2, 1 }, { 4, 3, 1, 0 }, { 4, 16, 16, 15 }, { 4, 32, 32, 31 },
    { 4, 33, 1, 0 }, { 1, 1, 1, 0 }, { 2, 1, 1, 0 }, { 8, 0, 2, 0 }, { 8, 1, 2, 0 }, { 8, 2, 4, 2 },
    { 8, 16, 32, 30 }, { 16, 1, 4, 0 }, { 16, 2, 8, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomBankRequest request;
      guint conflicts;

      fill (&request, rows[i].size, rows[i].stride);
      g_assert_cmpuint (loom_bank_request_count_passes (&request, &conflicts), ==, rows[i].passes);
      g_assert_cmpuint (conflicts, ==, rows[i].conflicts);
    }
}

/* bank-counters.txt: bytes of an access; passes and conflicts of a load as the counters of an H200 have them, and those of a
 * store; the cell of each lane of a warp, or -1 where it takes no part. */
static void
check_counters (const char *line)
{
  LoomBankRequest request = { .n = 0 };
  guint wanted[2][2], conflicts;
  int end;

  g_assert_cmpint (sscanf (line, "%u %u %u %u %u%n", &request.size, &wanted[0][0], &wanted[0][1], &wanted[1][0],
                           &wanted[1][1], &end), ==, 5);
  for (guint8 lane = 0; lane < LOOM_WARP_LANES; lane++)
    {
      int cell, length;

      g_assert_cmpint (sscanf (line += end, "%d%n", &cell, &length), ==, 1);
      end = length;
      if (cell < 0)
        continue;
      request.lane[request.n] = lane;
      request.address[request.n++] = (guint64) cell * request.size;
    }
  for (guint i = 0; i < 2; i++)
    {
      request.is_load = i == 0;
      g_assert_cmpuint (loom_bank_request_count_passes (&request, &conflicts), ==, wanted[i][0]);
      g_assert_cmpuint (conflicts, ==, wanted[i][1]);
    }
}

static void
test_passes_are_those_of_a_gpu (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "core", "bank-counters.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 288);
  for (guint i = 0; *lines[i] != '\0'; i++)
    check_counters (lines[i]);
}

static void
test_atomics_have_turns (void)
{
  LoomBankRequest request;
  guint conflicts;

  fill (&request, 4, 0);
  request.is_atomic = TRUE;
  g_assert_cmpuint (loom_bank_request_count_passes (&request, &conflicts), ==, 32);
  g_assert_cmpuint (conflicts, ==, 31);
}

/* Some lanes, somewhere. */
static void
make_random (LoomBankRequest *request,
             GRand           *rand)
{
  const guint size = 1u << g_rand_int_range (rand, 0, 5), room = (guint) g_rand_int_range (rand, 1, 300);
  guint64 cells[LOOM_WARP_LANES];
  guint shared;

  *request = (LoomBankRequest) { .size = size, .is_atomic = g_rand_int_range (rand, 0, 4) == 0 };
  request->is_load = !request->is_atomic && g_rand_boolean (rand);
  /* lanes whose numbers are the same without these bits share an address */
  shared = (guint) g_rand_int_range (rand, 0, 4);
  for (guint lane = 0; lane < LOOM_WARP_LANES; lane++)
    {
      cells[lane] = (lane & shared) != 0 ? cells[lane & ~shared] : (guint64) g_rand_int_range (rand, 0, (gint32) room);
      if (g_rand_int_range (rand, 0, 4) == 0)
        continue;
      request->lane[request->n] = (guint8) lane;
      request->address[request->n++] = cells[lane] * size;
    }
}

/* What a bank does in a pass is one word; each lane has all its words, all of them in its phase. */
static void
check_words (const LoomBankRequest *request,
             GArray                *words)
{
  guint conflicts, n_touched = 0, n_expected = 0;
  const guint passes = loom_bank_request_count_passes (request, &conflicts);
  g_autofree guint8 *taken = g_malloc0 ((gsize) LOOM_BANKS * MAX (passes, 1));
  guint last = 0;

  for (guint i = 0; i < words->len; i++)
    {
      const LoomBankWord *word = &g_array_index (words, LoomBankWord, i);

      g_assert_cmpuint (word->bank, ==, word->word % LOOM_BANKS);
      g_assert_cmpuint (word->pass, <, passes);
      g_assert_cmpuint (taken[word->pass * LOOM_BANKS + word->bank]++, ==, 0);
      last = MAX (last, word->pass + 1u);
      n_touched += (guint) __builtin_popcount (word->lanes);
      if (request->is_atomic)
        g_assert_cmpuint (word->lanes & (word->lanes - 1), ==, 0);
    }
  g_assert_cmpuint (last, ==, passes);
  for (guint i = 0; i < request->n; i++)
    n_expected += MAX (request->size / LOOM_BANK_BYTES, 1);
  g_assert_cmpuint (n_touched, ==, n_expected);
}

static void
test_a_bank_does_one_thing_at_a_time (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GArray) words = NULL;
      LoomBankRequest request;

      make_random (&request, rand);
      words = loom_bank_request_list_words (&request);
      check_words (&request, words);
    }
}

static void
add_step (LoomTrace *trace,
          guint      instruction,
          LoomSpace  space,
          guint      kind,
          guint      stride)
{
  const LoomTraceStep step = { .instruction = instruction, .n_lanes = LOOM_WARP_LANES };
  LoomTraceLane lanes[LOOM_WARP_LANES];

  memset (lanes, 0, sizeof lanes);
  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      lanes[i].lane = i;
      lanes[i].n_accesses = 1;
      lanes[i].accesses[0] = (LoomTraceAccess) {
        .address = 0x10000000100 + 4 * stride * i, .offset = 4 * stride * i, .space = space,
        .kind = (guint8) kind, .size = 4,
      };
    }
  loom_trace_add_step (trace, &step, lanes);
}

static void
test_accesses_are_told_by_line (void)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .shared = TRUE };
  static const guint lines[] = { 9, 4, 9 };
  g_autoptr (LoomTrace) trace = loom_trace_new (&target);
  g_autoptr (LoomBankMap) map = NULL;
  const LoomBankAccess *access;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      LoomTraceInstruction *instruction = loom_trace_instruction_new ();

      instruction->line = lines[i];
      g_ptr_array_add (trace->instructions, instruction);
    }
  g_ptr_array_add (trace->arrays, g_strdup ("tile"));
  add_step (trace, 0, LOOM_SPACE_SHARED, LOOM_CELL_READ, 32);
  add_step (trace, 1, LOOM_SPACE_SHARED, LOOM_CELL_WRITE, 1);
  add_step (trace, 2, LOOM_SPACE_SHARED, LOOM_CELL_READ, 2);
  add_step (trace, 1, LOOM_SPACE_GLOBAL, LOOM_CELL_READ, 1);
  map = loom_bank_map_new (trace);
  g_assert_cmpuint (map->accesses->len, ==, 2);
  access = map->accesses->pdata[0];
  g_assert_cmpuint (access->line, ==, 4);
  g_assert_cmpint (access->kind, ==, LOOM_CELL_WRITE);
  g_assert_cmpuint (access->conflicts, ==, 0);
  access = map->accesses->pdata[1];
  g_assert_cmpuint (access->line, ==, 9);
  g_assert_cmpuint (access->requests->len, ==, 2);
  g_assert_cmpuint (access->passes, ==, 34);
  g_assert_cmpuint (access->conflicts, ==, 32);
  g_assert_cmpstr (access->variable, ==, "tile");
  g_assert_cmpuint (g_array_index (access->requests, LoomBankMapRequest, 0).base, ==, 0x10000000100);
  g_assert_false (map->is_cut);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/banks/passes-of-strides", test_passes_of_strides);
  g_test_add_func ("/core/banks/passes-are-those-of-a-gpu", test_passes_are_those_of_a_gpu);
  g_test_add_func ("/core/banks/atomics-have-turns", test_atomics_have_turns);
  g_test_add_func ("/core/banks/a-bank-does-one-thing-at-a-time", test_a_bank_does_one_thing_at_a_time);
  g_test_add_func ("/core/banks/accesses-are-told-by-line", test_accesses_are_told_by_line);
  return g_test_run ();
}
