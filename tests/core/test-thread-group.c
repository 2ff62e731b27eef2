/* test-thread-group.c: which threads are in a group, its words, and its way to another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-finding.h"

static LoomThreadGroup *
make_group (LoomThreadsState state,
            guint            n_threads,
            guint            first,
            guint            last)
{
  LoomThreadGroup *group = loom_thread_group_new (n_threads);

  group->state = state;
  group->line = 14;
  for (guint i = first; i <= last; i++)
    loom_thread_group_add (group, i);
  return group;
}

static void
test_threads (void)
{
  g_autoptr (LoomThreadGroup) group = make_group (LOOM_THREADS_AT_BARRIER, 100, 30, 65);
  g_autofree char *text = NULL;
  g_autofree char *more = NULL;

  loom_thread_group_add (group, 99);
  g_assert_cmpuint (loom_thread_group_count (group), ==, 37);
  g_assert_cmpuint (loom_thread_group_find_first (group), ==, 30);
  for (guint i = 0; i < 200; i++)
    g_assert_cmpint (loom_thread_group_has (group, i), ==, (i >= 30 && i <= 65) || i == 99);
  text = loom_thread_group_dup_threads (group);
  g_assert_cmpstr (text, ==, "30–65, 99");
  for (guint i = 67; i < 97; i += 2)
    loom_thread_group_add (group, i);
  more = loom_thread_group_dup_threads (group);
  g_assert_cmpstr (more, ==, "30–65, 67, 69, 71, 73, 75, 77, 79, …");
}

static void
test_words (void)
{
  static const struct
  {
    LoomThreadsState state;
    guint            barrier, last;
    const char      *file, *text;
  } rows[] = {
    { LOOM_THREADS_AT_BARRIER, 0, 0, NULL, "1 thread waits at the barrier of line 14" },
    { LOOM_THREADS_AT_BARRIER, 0, 95, NULL, "96 threads wait at the barrier of line 14" },
    { LOOM_THREADS_AT_BARRIER, 3, 95, "t.h", "96 threads wait at barrier 3, line 14 of t.h" },
    { LOOM_THREADS_AT_WARP, 0, 1, NULL, "2 threads wait for others of their warp at line 14" },
    { LOOM_THREADS_GONE, 0, 31, NULL, "32 threads returned at line 14" },
    { LOOM_THREADS_ELSEWHERE, 0, 0, NULL, "1 thread has not come: it is at line 14" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomThreadGroup) group = make_group (rows[i].state, 96, 0, rows[i].last);
      g_autofree char *text = NULL;

      group->barrier = rows[i].barrier;
      group->file = rows[i].file;
      text = loom_thread_group_dup_text (group);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* A finding about a block of 100 threads, of which the last `gone` have returned. */
static LoomFinding *
make_finding (guint gone)
{
  LoomFinding *finding = loom_finding_new (LOOM_ERROR_DEADLOCK, "stuck");

  finding->block_size = (LoomDim3) { 50, 2, 1 };
  g_ptr_array_add (finding->threads, make_group (LOOM_THREADS_AT_BARRIER, 100, 0, 99 - gone));
  g_ptr_array_add (finding->threads, make_group (LOOM_THREADS_GONE, 100, 100 - gone, 99));
  return finding;
}

static LoomFinding *
send_finding (const LoomFinding *finding)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_finding_to_variant (finding));

  return loom_finding_from_variant (variant);
}

static void
test_wire (void)
{
  g_autoptr (LoomFinding) finding = make_finding (4);
  g_autoptr (LoomFinding) copy = loom_finding_copy (finding);
  g_autoptr (LoomFinding) there = send_finding (copy);

  g_assert_nonnull (there);
  g_assert_cmpuint (there->threads->len, ==, 2);
  g_assert_cmpuint (there->block_size.x, ==, 50);
  for (guint i = 0; i < 2; i++)
    {
      const LoomThreadGroup *a = finding->threads->pdata[i], *b = there->threads->pdata[i];

      g_assert_cmpint (loom_thread_group_compare (a, b), ==, 0);
      for (guint n = 0; n < 100; n++)
        {
          g_assert_cmpint (loom_thread_group_has (a, n), ==, loom_thread_group_has (b, n));
          if (loom_thread_group_has (a, n))
            g_assert_true (loom_thread_groups_find (finding->threads, n) == a);
        }
    }
  g_assert_null (loom_thread_groups_find (finding->threads, 100));
}

typedef void (*Spoil) (LoomFinding *finding);

static void
spoil_overlap (LoomFinding *finding)
{
  loom_thread_group_add (finding->threads->pdata[0], 97);
}

static void
spoil_missing (LoomFinding *finding)
{
  g_ptr_array_set_size (finding->threads, 1);
}

static void
spoil_beyond (LoomFinding *finding)
{
  loom_thread_group_add (finding->threads->pdata[1], 100);
}

static void
spoil_size (LoomFinding *finding)
{
  finding->block_size = (LoomDim3) { 101, 1, 1 };
}

static void
spoil_large (LoomFinding *finding)
{
  finding->block_size = (LoomDim3) { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 };
}

static void
spoil_warps (LoomFinding *finding)
{
  g_array_set_size (((LoomThreadGroup *) finding->threads->pdata[0])->warps, 5);
}

static void
spoil_empty (LoomFinding *finding)
{
  g_ptr_array_add (finding->threads, loom_thread_group_new (100));
}

static void
spoil_state (LoomFinding *finding)
{
  ((LoomThreadGroup *) finding->threads->pdata[0])->state = LOOM_N_THREADS_STATES;
}

static void
spoil_barrier (LoomFinding *finding)
{
  ((LoomThreadGroup *) finding->threads->pdata[0])->barrier = 16;
}

static void
test_hostile (void)
{
  static const Spoil spoils[] = {
    spoil_overlap, spoil_missing, spoil_beyond, spoil_size, spoil_large,
    spoil_warps, spoil_empty, spoil_state, spoil_barrier,
  };

  for (guint i = 0; i < G_N_ELEMENTS (spoils); i++)
    {
      g_autoptr (LoomFinding) finding = make_finding (4);
      g_autoptr (LoomFinding) there = NULL;

      spoils[i] (finding);
      there = send_finding (finding);
      g_assert_null (there);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/thread-group/threads", test_threads);
  g_test_add_func ("/core/thread-group/words", test_words);
  g_test_add_func ("/core/thread-group/wire", test_wire);
  g_test_add_func ("/core/thread-group/hostile", test_hostile);
  return g_test_run ();
}
