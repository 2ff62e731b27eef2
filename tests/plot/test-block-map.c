/* test-block-map.c: where each thread of a block is drawn and found, and how groups look
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-block-map.h"

#include <string.h>

/* Group g of a block has each thread whose number is g modulo their count; the last one is gone. */
static LoomBlockMap *
make_map (LoomDim3 block,
          guint    n_groups)
{
  g_autoptr (LoomFinding) finding = loom_finding_new (LOOM_ERROR_DEADLOCK, "stuck");
  const guint n = block.x * block.y * block.z;

  finding->block_size = block;
  for (guint g = 0; g < n_groups; g++)
    {
      LoomThreadGroup *group = loom_thread_group_new (n);

      group->state = g + 1 == n_groups ? LOOM_THREADS_GONE : LOOM_THREADS_AT_BARRIER;
      group->line = g + 10;
      for (guint i = g; i < n; i += n_groups)
        loom_thread_group_add (group, i);
      g_ptr_array_add (finding->threads, group);
    }
  return loom_block_map_new (finding);
}

static void
test_places (void)
{
  static const guint sizes[] = { 1, 31, 32, 33, 100, 256, 1000, 1024 };
  static const struct { double width, height, text_scale; } rooms[] = {
    { 620, 100, 1 }, { 900, 400, 1 }, { 300, 90, 1.5 }, { 2000, 200, 2 },
  };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint r = 0; r < G_N_ELEMENTS (rooms); r++)
      {
        g_autoptr (LoomBlockMap) map = make_map (LOOM_DIM3 (sizes[s], 1, 1), 1);
        LoomBlockMapPlace place;

        loom_block_map_place (map, rooms[r].width, rooms[r].height, rooms[r].text_scale, &place);
        for (guint thread = 0; thread < sizes[s]; thread++)
          {
            const guint warp = thread / 32, lane = thread % 32;
            const double x = place.x + warp / place.rows * place.column + (lane + 0.5) * place.cell;
            const double y = place.y + (warp % place.rows + 0.5) * place.cell;

            g_assert_cmpfloat (x, <, rooms[r].width);
            g_assert_cmpfloat (y, <, rooms[r].height);
            g_assert_cmpint (loom_block_map_find_thread (map, &place, x, y), ==, thread);
          }
        g_assert_cmpint (loom_block_map_find_thread (map, &place, 0, 0), ==, LOOM_NO_THREAD);
        g_assert_cmpint (loom_block_map_find_thread (map, &place, 1e6, 50), ==, LOOM_NO_THREAD);
      }
}

static void
test_steps (void)
{
  g_autoptr (LoomBlockMap) map = make_map (LOOM_DIM3 (100, 1, 1), 2);
  static const struct { int from, lanes, warps, to; } rows[] = {
    { LOOM_NO_THREAD, 1, 0, 0 }, { 0, 1, 0, 1 },   { 0, -1, 0, 0 },   { 31, 1, 0, 31 },
    { 5, 0, 1, 37 },             { 5, 0, -1, 5 },  { 40, -32, 0, 32 }, { 40, 32, 0, 63 },
    { 70, 0, 1, 99 },            { 99, 32, 0, 99 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (loom_block_map_step (map, rows[i].from, rows[i].lanes, rows[i].warps), ==,
                     rows[i].to);
}

static void
test_words (void)
{
  g_autoptr (LoomBlockMap) map = make_map (LOOM_DIM3 (8, 4, 2), 2);
  g_autofree char *text = loom_block_map_dup_thread_text (map, 43);
  g_autofree char *none = loom_block_map_dup_thread_text (map, LOOM_NO_THREAD);
  g_autofree char *all = loom_block_map_dup_description (map);

  g_assert_cmpstr (text, ==, "Thread (3, 1, 1), lane 11 of warp 1: 32 threads returned at line 11");
  g_assert_null (none);
  g_assert_cmpstr (all, ==, "32 threads wait at the barrier of line 10; 32 threads returned at "
                            "line 11");
}

/* In grey, too: five groups that wait differ in pattern. */
static void
test_paints (void)
{
  g_autoptr (LoomBlockMap) map = make_map (LOOM_DIM3 (64, 1, 1), 6);
  LoomPaint paints[6];

  for (guint i = 0; i < 6; i++)
    loom_block_map_get_paint (map, i, FALSE, &paints[i]);
  for (guint i = 0; i < 5; i++)
    for (guint j = 0; j < i; j++)
      {
        g_assert_cmphex (paints[i].color, !=, paints[j].color);
        g_assert_cmpint (paints[i].pattern, !=, paints[j].pattern);
      }
}

/* The middle of each thread's cell has the colour of its group, or the ink of its pattern. */
static void
test_drawing (void)
{
  g_autoptr (LoomBlockMap) map = make_map (LOOM_DIM3 (96, 1, 1), 3);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 900, 200);
  cairo_t *cr = cairo_create (surface);
  const guint8 *data;
  LoomBlockMapPlace place;
  int stride;

  loom_block_map_place (map, 900, 200, 1, &place);
  loom_block_map_draw (map, cr, &place, FALSE, 1, LOOM_NO_THREAD);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  for (guint thread = 0; thread < 96; thread += 3)
    {
      const int x = (int) (place.x + (thread % 32 + 0.5) * place.cell);
      const int y = (int) (place.y + (thread / 32 + 0.5) * place.cell);
      guint32 pixel;
      LoomPaint paint;

      memcpy (&pixel, data + y * stride + x * 4, sizeof pixel);
      loom_block_map_get_paint (map, 0, FALSE, &paint);
      g_assert_cmphex (pixel | 0xff000000, ==, paint.color);
    }
  cairo_surface_destroy (surface);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/block-map/places", test_places);
  g_test_add_func ("/plot/block-map/steps", test_steps);
  g_test_add_func ("/plot/block-map/words", test_words);
  g_test_add_func ("/plot/block-map/paints", test_paints);
  g_test_add_func ("/plot/block-map/drawing", test_drawing);
  return g_test_run ();
}
