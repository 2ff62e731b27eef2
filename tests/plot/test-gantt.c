/* test-gantt.c: the blocks of a run over time, and what a schedule does to a picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt.h"
#include "plot-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* Four blocks of 8 × 8 on two multiprocessors of three: 0 and 2 on the first, 1 and 3 on the
 * second, where block 3 is the last by far. */
static LoomRun *
make_run (void)
{
  static const LoomBlockSpan spans[] = {
    { 0, 1000, 0, 0 }, { 0, 1200, 1, 0 }, { 1000, 2000, 0, 0 }, { 1200, 4000, 1, 0 },
  };
  g_autoptr (GBytes) bytes = g_bytes_new_static (spans, sizeof spans);
  LoomRun *run = fixture_triangle (16, FALSE);

  run->fidelity = LOOM_FIDELITY_MEASURED;
  run->schedule = loom_schedule_new (bytes, 4, 3);
  g_assert_nonnull (run->schedule);
  return run;
}

static void
test_summary (void)
{
  g_autoptr (LoomRun) run = make_run ();
  LoomScheduleSummary summary;
  g_autofree char *sentence = loom_schedule_dup_sentence (run->schedule);

  loom_schedule_summarise (run->schedule, &summary);
  g_assert_cmpuint (summary.n_used, ==, 2);
  g_assert_cmpuint (summary.peak, ==, 2);
  g_assert_cmpfloat (summary.waves, ==, 2);
  g_assert_cmpuint (summary.end_ns, ==, 4000);
  g_assert_cmpuint (summary.tail_ns, ==, 2000);
  g_assert_cmpstr (sentence, ==, "2 of 3 SMs, waves: 2, with 2 blocks at a time, tail 50\u00a0%");
}

static void
test_no_schedule (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);

  g_assert_null (loom_gantt_new (run));
  g_assert_cmpstr (
      loom_lens_get_obstacle (LOOM_LENS_START, run, 0), ==,
      "The simulator has no multiprocessors; only a GPU says where and when blocks ran.");
}

static void
test_blocks_are_found (void)
{
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (LoomGantt) gantt = loom_gantt_new (run);
  const cairo_rectangle_t area = { 10, 20, 400, 300 };
  g_autofree char *text = loom_gantt_dup_block_text (gantt, 3);

  g_assert_cmpint (loom_gantt_find_block (gantt, &area, 10 + 50, 20 + 50), ==, 0);
  g_assert_cmpint (loom_gantt_find_block (gantt, &area, 10 + 150, 20 + 50), ==, 2);
  g_assert_cmpint (loom_gantt_find_block (gantt, &area, 10 + 390, 20 + 250), ==, 3);
  g_assert_cmpint (loom_gantt_find_block (gantt, &area, 10 + 300, 20 + 50), ==, LOOM_NO_BLOCK);
  g_assert_cmpint (loom_gantt_find_block (gantt, &area, 10 + 50, 20 + 301), ==, LOOM_NO_BLOCK);
  g_assert_cmpint (loom_gantt_find_block (gantt, &area, 0, 0), ==, LOOM_NO_BLOCK);
  g_assert_cmpstr (text, ==, "Block (1, 1, 0) ran on SM 1 in wave 2, from 1.2 µs for 2.8 µs");
  g_assert_null (loom_gantt_dup_block_text (gantt, 4));
}

static void
test_keys_go_from_block_to_block (void)
{
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (LoomGantt) gantt = loom_gantt_new (run);

  g_assert_cmpint (loom_gantt_step (gantt, LOOM_NO_BLOCK, 1, 0), ==, 0);
  g_assert_cmpint (loom_gantt_step (gantt, 0, 1, 0), ==, 2);
  g_assert_cmpint (loom_gantt_step (gantt, 2, 1, 0), ==, 2);
  g_assert_cmpint (loom_gantt_step (gantt, 2, 0, 1), ==, 1);
  g_assert_cmpint (loom_gantt_step (gantt, 3, 0, -1), ==, 2);
  g_assert_cmpint (loom_gantt_step (gantt, 3, 0, 1), ==, 3);
  g_assert_cmpint (loom_gantt_step (gantt, 3, -1, 0), ==, 1);
}

/* Its lane is the lowest that no block of its multiprocessor is in that started before it and still
 * runs; its wave, how many had that lane. Blocks of one start are in order. */
static void
test_places_are_those_of_a_search (void)
{
  for (guint round = 0; round < 200; round++)
    {
      const guint n = (guint) g_test_rand_int_range (1, 60), span = 1 + round % 40;
      g_autofree LoomBlockSpan *spans = g_new0 (LoomBlockSpan, n);
      g_autofree LoomBlockPlace *places = g_new0 (LoomBlockPlace, n);
      g_autofree gboolean *placed = g_new0 (gboolean, n);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (LoomSchedule) schedule = NULL;
      const LoomBlockPlace *found;

      for (guint i = 0; i < n; i++)
        {
          spans[i].start_ns = (guint64) g_test_rand_int_range (0, 40);
          spans[i].end_ns = spans[i].start_ns + (guint64) g_test_rand_int_range (1, 1 + (gint) span);
          spans[i].multiprocessor = (guint) g_test_rand_int_range (0, 3);
        }
      for (guint done = 0; done < n; done++)
        {
          guint next = n;

          for (guint i = 0; i < n; i++)
            if (!placed[i] && (next == n || spans[i].start_ns < spans[next].start_ns))
              next = i;
          for (guint lane = 0, is_free = FALSE; !is_free; lane++)
            {
              is_free = TRUE;
              places[next] = (LoomBlockPlace) { lane, 0 };
              for (guint i = 0; i < n; i++)
                if (placed[i] && places[i].lane == lane
                    && spans[i].multiprocessor == spans[next].multiprocessor)
                  {
                    places[next].wave++;
                    is_free = is_free && spans[i].end_ns <= spans[next].start_ns;
                  }
            }
          placed[next] = TRUE;
        }
      bytes = g_bytes_new (spans, n * sizeof *spans);
      schedule = loom_schedule_new (bytes, n, 3);
      found = loom_schedule_get_places (schedule);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (found[i].lane, ==, places[i].lane);
          g_assert_cmpuint (found[i].wave, ==, places[i].wave);
        }
    }
}

static void
test_lenses (void)
{
  g_autoptr (LoomRun) run = make_run ();
  LoomView view;

  loom_view_init (&view, run);
  for (LoomLens lens = LOOM_LENS_MULTIPROCESSOR; lens <= LOOM_LENS_WAVE; lens++)
    {
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *sentence = NULL, *cell = NULL;

      view.lens = lens;
      picture = loom_picture_new (run, &view);
      g_assert_cmpint (loom_picture_get_view (picture)->lens, ==, lens);
      sentence = loom_picture_dup_sentence (picture);
      cell = loom_picture_dup_cell_text (picture, 15, 15);
      g_assert_cmpstr (sentence, ==, "2 of 3 SMs, waves: 2, with 2 blocks at a time, tail 50\u00a0%.");
      g_assert_nonnull (strstr (cell, "on SM 1 from 1.2 to 4 µs"));
      g_assert_true ((strstr (cell, "in wave 2") != NULL) == (lens == LOOM_LENS_WAVE));
    }
}

/* Two multiprocessors that hold 400 blocks each, for half of the time, in a row of thirty
 * pixels. */
static void
test_thin_blocks_are_seen (void)
{
  enum { N = 800 };
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autofree LoomBlockSpan *spans = g_new0 (LoomBlockSpan, N + 1);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomGantt) gantt = NULL;
  const cairo_rectangle_t area = { 70, 10, 200, 60 };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 120);
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image) / 4;
  cairo_t *cr = cairo_create (image);

  for (guint i = 0; i < N; i++)
    spans[i] = (LoomBlockSpan) { 0, 1000, i % 2, 0 };
  spans[N] = (LoomBlockSpan) { 1999, 2000, 0, 0 };
  run->grid = (LoomDim3) { N + 1, 1, 1 };
  bytes = g_bytes_new (spans, (N + 1) * sizeof *spans);
  run->schedule = loom_schedule_new (bytes, N + 1, 3);
  g_assert_nonnull (run->schedule);
  gantt = loom_gantt_new (run);
  loom_gantt_draw (gantt, cr, &area, FALSE, 1, LOOM_NO_BLOCK);
  cairo_surface_flush (image);
  for (int y = 12; y < 30; y++)
    {
      g_assert_cmphex (pixels[y * stride + 100] >> 24, >=, 0xfe);
      g_assert_cmphex (pixels[y * stride + 200] >> 24, <=, 0x40);      /* of the tail, no more */
    }
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

/* How many rows of pixels the names of the rows take, left of the rows. */
static guint
measure_names (LoomGantt *gantt,
               double     text_scale)
{
  enum { SIDE = 300 };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image) / 4;
  cairo_t *cr = cairo_create (image);
  cairo_rectangle_t area;
  guint rows = 0;

  loom_gantt_place (gantt, SIDE, SIDE, text_scale, &area);
  loom_gantt_draw (gantt, cr, &area, FALSE, text_scale, LOOM_NO_BLOCK);
  cairo_surface_flush (image);
  for (int y = 0; y < area.y + area.height; y++)
    {
      gboolean inked = FALSE;

      for (int x = 0; x < area.x - 1; x++)
        inked = inked || pixels[y * stride + x] >> 24 > 0x80;
      g_assert_cmphex (pixels[y * stride] >> 24, ==, 0);        /* nothing is cut */
      rows += inked;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  return rows;
}

static void
test_words_follow_the_desktop (void)
{
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (LoomGantt) gantt = loom_gantt_new (run);
  const guint usual = measure_names (gantt, 1), large = measure_names (gantt, 2);

  g_assert_cmpuint (usual, >, 10);
  g_assert_cmpuint (large, >, usual * 17 / 10);
}

static void
test_export (void)
{
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (LoomGantt) gantt = loom_gantt_new (run);
  static const char * const names[] = { "gantt.png", "gantt.svg", "gantt.pdf" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "plot", names[i], NULL);
      g_autofree char *first = NULL, *second = NULL;
      gsize first_size, second_size;

      g_assert_true (loom_gantt_export (gantt, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &first, &first_size, NULL));
      g_assert_true (loom_gantt_export (gantt, path, &error));
      g_assert_true (g_file_get_contents (path, &second, &second_size, NULL));
      g_assert_cmpmem (first, first_size, second, second_size);
      g_remove (path);
    }
  g_assert_false (loom_gantt_export (gantt, "gantt.gif", &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
}

/* As no GPU has them, but as a schedule may say: all at a time, then one after the other. */
static void
test_many_blocks_at_a_time (void)
{
  const guint n = 200000;
  g_autofree LoomBlockSpan *spans = g_new0 (LoomBlockSpan, n);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autoptr (LoomGantt) gantt = NULL;
  g_autofree char *first = NULL, *last = NULL;

  for (guint i = 0; i < n; i++)
    spans[i] = i < n / 2 ? (LoomBlockSpan) { i, n, 0, 0 }
                         : (LoomBlockSpan) { n + i, n + i + 1, 0, 0 };
  bytes = g_bytes_new (spans, n * sizeof *spans);
  run->grid = (LoomDim3) { n, 1, 1 };
  run->schedule = loom_schedule_new (bytes, n, 1);
  g_assert_nonnull (run->schedule);
  gantt = loom_gantt_new (run);
  g_assert_cmpuint (loom_gantt_count_blocks (gantt), ==, n);
  first = loom_gantt_dup_block_text (gantt, n / 2 - 1);
  last = loom_gantt_dup_block_text (gantt, n - 1);
  g_assert_nonnull (strstr (first, "in wave 1,"));
  g_assert_nonnull (strstr (last, "in wave 100001,"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/gantt/summary", test_summary);
  g_test_add_func ("/plot/gantt/no-schedule", test_no_schedule);
  g_test_add_func ("/plot/gantt/blocks-are-found", test_blocks_are_found);
  g_test_add_func ("/plot/gantt/keys-go-from-block-to-block", test_keys_go_from_block_to_block);
  g_test_add_func ("/plot/gantt/lenses", test_lenses);
  g_test_add_func ("/plot/gantt/places-are-those-of-a-search",
                   test_places_are_those_of_a_search);
  g_test_add_func ("/plot/gantt/thin-blocks-are-seen", test_thin_blocks_are_seen);
  g_test_add_func ("/plot/gantt/words-follow-the-desktop", test_words_follow_the_desktop);
  g_test_add_func ("/plot/gantt/many-blocks-at-a-time", test_many_blocks_at_a_time);
  g_test_add_func ("/plot/gantt/export", test_export);

  return g_test_run ();
}
