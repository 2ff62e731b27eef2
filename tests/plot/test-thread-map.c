/* test-thread-map.c: the grid of a launch as a picture, against a count thread by thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-map-private.h"
#include "plot-fixture.h"

#define WARP 32
#define ROUNDS 200

static LoomRun *
run_launch (LoomDim3      block,
            LoomDim3      grid,
            const guint8 *states)
{
  LoomShape shape = SHAPE_1D (4);
  g_autoptr (GBytes) bytes = NULL;
  Fixture fixture;
  guint64 threads, blocks;
  LoomRun *run;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture_launch (&fixture, block, grid);
  run = fixture_end (&fixture);
  g_assert_true (loom_dim3_volume (&block, &threads) && loom_dim3_volume (&grid, &blocks));
  if (states == NULL)
    return run;
  bytes = g_bytes_new (states, threads * blocks);
  run->profile = loom_profile_new ();
  loom_profile_set_activity (run->profile, NULL, bytes);
  return run;
}

static LoomDim3
random_extent (guint most)
{
  const guint rank = (guint) g_test_rand_int_range (1, 4);

  return LOOM_DIM3 (g_test_rand_int_range (1, (gint) most + 1),
                    rank > 1 ? g_test_rand_int_range (1, 6) : 1,
                    rank > 2 ? g_test_rand_int_range (1, 4) : 1);
}

/* Each thread has one place, where nobody else is; those of a block fill its tile. */
static void
test_layout (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    {
      const LoomDim3 block = random_extent (70), grid = random_extent (9);
      g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
      LoomThreadLayout layout;
      guint64 found = 0;

      g_assert_true (loom_thread_layout_init (&layout, &grid, &block));
      g_assert_cmpuint (layout.threads, ==, (guint64) block.x * block.y * block.z * grid.x *
                                                grid.y * grid.z);
      for (guint64 thread = 0; thread < layout.threads; thread++)
        {
          guint64 col, row;

          loom_thread_layout_get_place (&layout, thread, &col, &row);
          g_assert_cmpuint (col, <, layout.cols);
          g_assert_cmpuint (row, <, layout.rows);
          g_assert_true (g_hash_table_add (taken, GSIZE_TO_POINTER (row * layout.cols + col)));
          g_assert_cmpuint (loom_thread_layout_find (&layout, col, row), ==, thread);
        }
      for (guint64 place = 0; place < layout.cols * layout.rows; place++)
        found += loom_thread_layout_find (&layout, place % layout.cols, place / layout.cols)
                 != LOOM_NO_PLACE;
      g_assert_cmpuint (found, ==, layout.threads);
    }
}

/* In x and y of a launch of two axes threads lie as their indices do; z goes on below. */
static void
test_axes (void)
{
  const LoomDim3 block = LOOM_DIM3 (8, 4, 2), grid = LOOM_DIM3 (3, 2, 2);
  LoomThreadLayout layout;
  guint64 col, row;

  g_assert_true (loom_thread_layout_init (&layout, &grid, &block));
  for (guint64 thread = 0; thread < layout.threads; thread++)
    {
      LoomSite site;

      loom_site_unpack (&site, &grid, &block, thread);
      g_assert_cmpuint (loom_site_number (&site, &grid, &block), ==, thread);
      loom_thread_layout_get_place (&layout, thread, &col, &row);
      g_assert_cmpuint (col, ==, site.block.x * 8 + site.thread.x);
      g_assert_cmpuint (row, ==, (site.block.z * 2 + site.block.y) * 8 + site.thread.z * 4 +
                                     site.thread.y);
    }
}

static void
test_no_launch (void)
{
  const LoomDim3 none = LOOM_DIM3 (0, 1, 1), one = LOOM_DIM3 (1, 1, 1),
                 huge = LOOM_DIM3 (G_MAXUINT32, G_MAXUINT32, 1);
  LoomThreadLayout layout;

  g_assert_false (loom_thread_layout_init (&layout, &none, &one));
  g_assert_false (loom_thread_layout_init (&layout, &one, &none));
  g_assert_false (loom_thread_layout_init (&layout, &huge, &huge));
}

static void
test_counts (void)
{
  const LoomDim3 block = LOOM_DIM3 (40, 1, 1), grid = LOOM_DIM3 (7, 1, 1);
  guint8 states[280];
  guint64 counts[LOOM_N_THREAD_STATES] = { 0 };
  LoomSite site;
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (LoomThreadMap) map = NULL;
  g_autofree char *text = NULL, *sentence = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    states[i] = (guint8) g_test_rand_int_range (0, LOOM_N_THREAD_STATES);
  states[47] = LOOM_THREAD_SENT_HOME;
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    counts[states[i]]++;
  run = run_launch (block, grid, states);
  map = loom_thread_map_new (run, LOOM_THREAD_LENS_STATE, FALSE);
  g_assert_null (loom_thread_map_get_obstacle (map));
  for (guint state = 0; state < LOOM_N_THREAD_STATES; state++)
    g_assert_cmpuint (loom_thread_map_count (map, state), ==, counts[state]);
  text = loom_thread_map_dup_thread_text (map, 47);
  g_assert_cmpstr (text, ==, "thread 7 of block 1, lane 7 of warp 0: sent home by a guard");
  loom_thread_map_get_site (map, 47, &site);
  g_assert_true (site.block.x == 1 && site.thread.x == 7);
  sentence = loom_thread_map_dup_sentence (map);
  g_assert_true (g_str_has_prefix (sentence, "Threads: 280, warps: 14, blocks: 7; "));
}

/* Of a run that was not profiled nothing is invented. */
static void
test_not_profiled (void)
{
  g_autoptr (LoomRun) run = run_launch (LOOM_DIM3 (32, 1, 1), LOOM_DIM3 (2, 1, 1), NULL);
  g_autoptr (LoomThreadMap) map = loom_thread_map_new (run, LOOM_THREAD_LENS_STATE, FALSE);
  g_autofree char *text = loom_thread_map_dup_thread_text (map, 33);

  g_assert_nonnull (loom_thread_map_get_obstacle (map));
  g_assert_cmpstr (text, ==, "thread 1 of block 1, lane 1 of warp 0");
}

/* A pixel for each thread: threads of a kind have its colour, and nobody's place has none. */
static void
test_render (void)
{
  for (guint i = 0; i < ROUNDS / 4; i++)
    {
      const LoomDim3 block = random_extent (40), grid = random_extent (5);
      g_autoptr (LoomRun) run = run_launch (block, grid, NULL);
      const LoomThreadLens lens = (LoomThreadLens) g_test_rand_int_range (1, LOOM_N_THREAD_LENSES);
      g_autoptr (LoomThreadMap) map = loom_thread_map_new (run, lens, g_test_rand_bit ());
      const LoomThreadLayout *layout = loom_thread_map_get_layout (map);
      const cairo_rectangle_t all = { 0, 0, (double) layout->cols, (double) layout->rows };
      g_autofree guint32 *pixels = g_new (guint32, layout->cols * layout->rows);
      guint32 lanes[WARP] = { 0 };

      loom_thread_map_render (map, &all, 1, pixels, (guint) layout->cols, (guint) layout->rows);
      for (guint64 place = 0; place < layout->cols * layout->rows; place++)
        {
          const guint64 thread
              = loom_thread_layout_find (layout, place % layout->cols, place / layout->cols);
          guint32 *lane = &lanes[thread % layout->per_block % WARP];

          if (thread == LOOM_NO_PLACE)
            g_assert_cmphex (pixels[place], ==, 0);
          else
            g_assert_cmphex (pixels[place] >> 24, ==, 0xff);
          if (thread == LOOM_NO_PLACE || lens != LOOM_THREAD_LENS_LANE)
            continue;
          if (*lane == 0)
            *lane = pixels[place];
          g_assert_cmphex (pixels[place], ==, *lane);
        }
    }
}

/* One thread that trapped among a million is seen in a picture of a few pixels. */
static void
test_alarms (void)
{
  const LoomDim3 block = LOOM_DIM3 (256, 1, 1), grid = LOOM_DIM3 (4096, 1, 1);
  g_autofree guint8 *states = g_malloc (1 << 20);
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (LoomThreadMap) map = NULL;
  const LoomThreadLayout *layout;
  cairo_rectangle_t all = { 0 };
  guint32 pixels[60 * 20], color;
  guint64 col, row;
  const guint64 trapped = 777777;
  guint seen = 0;

  memset (states, LOOM_THREAD_STORED, 1 << 20);
  states[trapped] = LOOM_THREAD_TRAPPED;
  run = run_launch (block, grid, states);
  map = loom_thread_map_new (run, LOOM_THREAD_LENS_STATE, FALSE);
  layout = loom_thread_map_get_layout (map);
  all.width = (double) layout->cols;
  all.height = (double) layout->rows;
  loom_thread_map_render (map, &all, 1, pixels, 60, 20);
  color = loom_color_scale_meaning (LOOM_MEANING_COVERED, FALSE).color;
  for (guint i = 0; i < G_N_ELEMENTS (pixels); i++)
    if (pixels[i] != 0 && pixels[i] != color)
      {
        loom_thread_layout_get_place (layout, trapped, &col, &row);
        g_assert_cmpuint (i, ==, row * 20 / layout->rows * 60 + col * 60 / layout->cols);
        seen++;
      }
  g_assert_cmpuint (seen, ==, 1);
}

/* Of more threads than there is memory for, what is seen is drawn. */
static void
test_huge (void)
{
  g_autoptr (LoomRun) run = run_launch (LOOM_DIM3 (32, 32, 1), LOOM_DIM3 (65535, 65535, 4), NULL);
  g_autoptr (LoomThreadMap) map = loom_thread_map_new (run, LOOM_THREAD_LENS_BLOCK, TRUE);
  const LoomThreadLayout *layout = loom_thread_map_get_layout (map);
  const cairo_rectangle_t all = { 0, 0, (double) layout->cols, (double) layout->rows };
  guint32 pixels[64 * 64];

  loom_thread_map_render (map, &all, 1, pixels, 64, 64);
  for (guint i = 0; i < G_N_ELEMENTS (pixels); i++)
    g_assert_cmphex (pixels[i] >> 24, ==, 0xff);
}

/* Colours and borders can be told apart in light and dark, and the legend names what occurs. */
static void
test_legend (void)
{
  const LoomDim3 block = LOOM_DIM3 (4, 1, 1), grid = LOOM_DIM3 (1, 1, 1);
  const guint8 states[] = { LOOM_THREAD_STORED, LOOM_THREAD_STORED, LOOM_THREAD_NO_STORE,
                            LOOM_THREAD_WAITING };
  g_autoptr (LoomRun) run = run_launch (block, grid, states);

  for (guint dark = 0; dark < 2; dark++)
    {
      g_autoptr (LoomThreadMap) map = loom_thread_map_new (run, LOOM_THREAD_LENS_STATE, dark != 0);
      g_autoptr (GArray) entries = _loom_thread_map_list_entries (map);

      g_assert_cmpuint (entries->len, ==, 3);
      g_assert_cmpstr (g_array_index (entries, LoomThreadEntry, 0).text, ==, "only read");
      g_assert_cmpstr (g_array_index (entries, LoomThreadEntry, 1).text, ==, "stored");
      g_assert_cmpstr (g_array_index (entries, LoomThreadEntry, 2).text, ==,
                       "waiting at a barrier");
      g_assert_cmpfloat (loom_thread_map_get_legend_room (map, 1.5), >,
                         loom_thread_map_get_legend_room (map, 1));
      for (guint a = 0; a < LOOM_N_THREAD_STATES; a++)
        for (guint b = 0; b < a; b++)
          g_assert_cmphex (_loom_thread_map_get_state_paint (map, a).color, !=,
                           _loom_thread_map_get_state_paint (map, b).color);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/thread-map/each-thread-has-a-place", test_layout);
  g_test_add_func ("/plot/thread-map/threads-lie-as-their-indices", test_axes);
  g_test_add_func ("/plot/thread-map/no-launch-has-no-picture", test_no_launch);
  g_test_add_func ("/plot/thread-map/counts-what-became-of-threads", test_counts);
  g_test_add_func ("/plot/thread-map/invents-nothing", test_not_profiled);
  g_test_add_func ("/plot/thread-map/renders-each-thread", test_render);
  g_test_add_func ("/plot/thread-map/one-alarm-among-a-million-is-seen", test_alarms);
  g_test_add_func ("/plot/thread-map/any-launch-is-drawn", test_huge);
  g_test_add_func ("/plot/thread-map/the-legend-names-what-occurs", test_legend);

  return g_test_run ();
}
