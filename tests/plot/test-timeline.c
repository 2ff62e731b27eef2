/* test-timeline.c: which stream did what, and when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timeline.h"
#include "plot-fixture.h"

#include <math.h>

/* What is done by the rows of make_run(). */
enum
{
  LAUNCH,
  COPY,
  SWAP,
  RECORD,
};

/* Streams: the default one, on which nothing is done, "a" and "b". */
static LoomRun *
make_run (const LoomRunSpan *spans,
          guint              n)
{
  LoomRun *run = fixture_triangle (16, FALSE);

  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_LAUNCH, "launch k on a", 20, 0));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_COPY, "copy f to g on b", 21, 0));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_SWAP, "swap f, g", 22, 0));
  g_ptr_array_add (run->steps, loom_run_step_new (LOOM_STATEMENT_RECORD, "record e on b", 23, 0));
  g_ptr_array_add (run->streams, g_strdup (""));
  g_ptr_array_add (run->streams, g_strdup ("a"));
  g_ptr_array_add (run->streams, g_strdup ("b"));
  for (guint i = 0; i < n; i++)
    {
      g_array_append_vals (run->spans, &spans[i], 1);
      loom_run_step_add (run->steps->pdata[spans[i].step], spans[i].end_ms - spans[i].start_ms);
    }
  run->timings.fidelity = LOOM_FIDELITY_MEASURED;
  return run;
}

static LoomRun *
make_small_run (void)
{
  static const LoomRunSpan spans[] = {
    { LAUNCH, 1, 0, 4 }, { COPY, 2, 1, 3 }, { SWAP, 0, 4, 4 }, { RECORD, 2, 3, 3 },
    { LAUNCH, 1, 6, 10 }, { COPY, 2, 5, 7 },
  };

  return make_run (spans, G_N_ELEMENTS (spans));
}

static void
test_says_what_was_done (void)
{
  g_autoptr (LoomRun) run = make_small_run ();
  g_autoptr (LoomTimeline) timeline = loom_timeline_new (run);
  g_autofree char *sentence = loom_timeline_dup_sentence (timeline);
  g_autofree char *second = loom_timeline_dup_text (timeline, 3);
  g_autofree char *event = loom_timeline_dup_text (timeline, 2);
  g_autofree char *apart = loom_timeline_dup_between (timeline, 3, 1);
  g_autofree char *overlapping = loom_timeline_dup_between (timeline, 3, 4);

  /* at work for 4 + 5 of 10 ms, both for 2 + 1 */
  g_assert_cmpstr (sentence, ==, "2 streams, 10 ms; two or more at work in 33\302\240% of the time");
  g_assert_cmpstr (second, ==, "launch k on a (line 20), 2 of 2: 4 ms, from 6 to 10 ms");
  g_assert_cmpstr (event, ==, "record e on b (line 23), 1 of 1: at 3 ms");
  g_assert_cmpstr (apart, ==, "3 ms between them, 9 ms with both");
  g_assert_cmpstr (overlapping, ==, "These two overlap; 5 ms for both");
  g_assert_null (loom_timeline_dup_between (timeline, 1, 1));
  g_assert_null (loom_timeline_dup_text (timeline, 5));
}

/* As many as are kept are all; one more is not. */
static void
test_says_only_what_is_left_out (void)
{
  for (guint more = 0; more < 2; more++)
    {
      g_autofree LoomRunSpan *spans = g_new0 (LoomRunSpan, LOOM_RUN_MAX_SPANS);
      g_autoptr (LoomRun) run = NULL;
      g_autoptr (LoomTimeline) timeline = NULL;
      g_autofree char *sentence = NULL;

      for (guint i = 0; i < LOOM_RUN_MAX_SPANS; i++)
        spans[i] = (LoomRunSpan) { LAUNCH, 1, i, i + 1 };
      run = make_run (spans, LOOM_RUN_MAX_SPANS);
      if (more > 0)
        loom_run_step_add (run->steps->pdata[LAUNCH], 1);
      timeline = loom_timeline_new (run);
      sentence = loom_timeline_dup_sentence (timeline);
      g_assert_cmpstr (sentence, ==, more > 0
                       ? "1 stream, 4096 ms; only the first 4096 of 4097 are drawn"
                       : "1 stream, 4096 ms");
    }
}

/* Of the middle of the only bar of a run. */
static guint32
probe_color (LoomStatementKind  kind,
             const char        *text)
{
  static const LoomRunSpan span = { 0, 0, 0, 10 };
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autoptr (LoomTimeline) timeline = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 120);
  cairo_t *cr = cairo_create (surface);
  const LoomTimeRange all = { 0, 10 };
  cairo_rectangle_t area;
  guint32 color;

  g_ptr_array_add (run->steps, loom_run_step_new (kind, text, 20, 0));
  g_ptr_array_add (run->streams, g_strdup (""));
  g_array_append_vals (run->spans, &span, 1);
  timeline = loom_timeline_new (run);
  loom_timeline_place (timeline, 400, 120, 1, &area);
  loom_timeline_draw (timeline, cr, &area, &all, FALSE, 1);
  cairo_surface_flush (surface);
  color = ((guint32 *) (gpointer) (cairo_image_surface_get_data (surface)
                                   + (int) (area.y + area.height / 2)
                                     * cairo_image_surface_get_stride (surface)))
          [(int) (area.x + area.width / 2)] & 0xffffff;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return color;
}

static void
test_ways_of_copies_have_colours (void)
{
  const guint32 colors[] = {
    probe_color (LOOM_STATEMENT_LAUNCH, "launch k on s"),
    probe_color (LOOM_STATEMENT_COPY, "copy host to f on s"),
    probe_color (LOOM_STATEMENT_COPY, "copy f to host"),
    probe_color (LOOM_STATEMENT_COPY, "copy f to hosts"),
    probe_color (LOOM_STATEMENT_FILL, "fill f = zeros"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmphex (colors[i], !=, colors[k]);
  g_assert_cmphex (colors[3], ==, probe_color (LOOM_STATEMENT_COPY, "copy g to f on s"));
}

static void
test_spans_are_found (void)
{
  g_autoptr (LoomRun) run = make_small_run ();
  g_autoptr (LoomTimeline) timeline = loom_timeline_new (run);
  const cairo_rectangle_t area = { 100, 20, 1000, 100 };
  const LoomTimeRange all = { 0, 10 }, end = { 5, 10 };

  g_assert_cmpint (loom_timeline_find (timeline, &area, &all, 200, 40), ==, 0);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &all, 250, 90), ==, 1);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &all, 400, 90), ==, 2);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &all, 550, 40), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &all, 200, 130), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &end, 350, 40), ==, 3);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &end, 250, 40), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_find (timeline, &area, &end, 50, 90), ==, LOOM_NO_SPAN);
}

static void
test_keys_go_along_and_across (void)
{
  g_autoptr (LoomRun) run = make_small_run ();
  g_autoptr (LoomTimeline) timeline = loom_timeline_new (run);

  g_assert_cmpint (loom_timeline_step (timeline, LOOM_NO_SPAN, 1, 0), ==, 0);
  g_assert_cmpint (loom_timeline_step (timeline, 0, 1, 0), ==, 3);
  g_assert_cmpint (loom_timeline_step (timeline, 3, 1, 0), ==, 3);
  g_assert_cmpint (loom_timeline_step (timeline, 3, -1, 0), ==, 0);
  g_assert_cmpint (loom_timeline_step (timeline, 0, 0, 1), ==, 1);
  g_assert_cmpint (loom_timeline_step (timeline, 3, 0, 1), ==, 4);
  g_assert_cmpint (loom_timeline_step (timeline, 0, 0, -1), ==, 0);
}

/* Against each microsecond looked at for itself. */
static void
test_overlap_is_that_of_each_instant (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint turn = 0; turn < 200; turn++)
    {
      LoomRunSpan spans[12];
      guint ends[3] = { 0 }, busy = 0, several = 0;
      g_autoptr (LoomRun) run = NULL;
      g_autoptr (LoomTimeline) timeline = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
        {
          const guint stream = g_rand_int_range (random, 0, 3);
          const guint start = ends[stream] + g_rand_int_range (random, 0, 20);

          ends[stream] = start + g_rand_int_range (random, 0, 30);
          spans[i] = (LoomRunSpan) { LAUNCH, stream, start / 1000.0, ends[stream] / 1000.0 };
        }
      run = make_run (spans, G_N_ELEMENTS (spans));
      timeline = loom_timeline_new (run);
      for (guint us = 0; us < 1000; us++)
        {
          guint at_work = 0;

          for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
            at_work += us / 1000.0 >= spans[i].start_ms && us / 1000.0 < spans[i].end_ms;
          busy += at_work > 0;
          several += at_work > 1;
        }
      g_assert_cmpfloat_with_epsilon (loom_timeline_get_overlap (timeline),
                                      busy > 0 ? (double) several / busy : 0, 1e-9);
    }
}

static void
test_spans_are_found_again (void)
{
  static const LoomRunSpan others[] = { { LAUNCH, 1, 0, 5 }, { SWAP, 0, 1, 1 } };
  g_autoptr (LoomRun) run = make_small_run ();
  g_autoptr (LoomRun) other_run = make_run (others, G_N_ELEMENTS (others));
  g_autoptr (LoomTimeline) before = loom_timeline_new (run);
  g_autoptr (LoomTimeline) again = loom_timeline_new (run);
  g_autoptr (LoomTimeline) other = loom_timeline_new (other_run);

  for (gint i = LOOM_NO_SPAN; loom_timeline_get_span (before, i + 1) != NULL; i++)
    g_assert_cmpint (loom_timeline_find_again (again, before, i), ==, i);
  g_assert_cmpint (loom_timeline_find_again (other, before, 0), ==, 0);
  /* a swap stands where a copy stood, and nothing where something did */
  g_assert_cmpint (loom_timeline_find_again (other, before, 1), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_find_again (other, before, 2), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_find_again (NULL, before, 0), ==, LOOM_NO_SPAN);
  g_assert_cmpint (loom_timeline_find_again (other, NULL, 0), ==, LOOM_NO_SPAN);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/timeline/says-what-was-done", test_says_what_was_done);
  g_test_add_func ("/plot/timeline/says-only-what-is-left-out", test_says_only_what_is_left_out);
  g_test_add_func ("/plot/timeline/ways-of-copies-have-colours", test_ways_of_copies_have_colours);
  g_test_add_func ("/plot/timeline/spans-are-found", test_spans_are_found);
  g_test_add_func ("/plot/timeline/spans-are-found-again", test_spans_are_found_again);
  g_test_add_func ("/plot/timeline/keys-go-along-and-across", test_keys_go_along_and_across);
  g_test_add_func ("/plot/timeline/overlap-is-that-of-each-instant",
                   test_overlap_is_that_of_each_instant);
  return g_test_run ();
}
