/* test-bank-chart.c: the banks of shared memory in the passes of a request, in words and in places
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-chart.h"

#include <string.h>

#define BASE 0x10000000080

/* Lanes of `size` bytes, `stride` cells apart. */
static LoomBankChart *
make_chart (guint size,
            guint stride)
{
  LoomBankMapRequest request = { .base = BASE, .request = { .n = LOOM_WARP_LANES, .size = size } };

  for (guint i = 0; i < LOOM_WARP_LANES; i++)
    {
      request.request.lane[i] = (guint8) i;
      request.request.address[i] = BASE + (guint64) stride * size * i;
    }
  return loom_bank_chart_new (&request, "tile");
}

static void
test_words (void)
{
  static const struct { guint size, stride; LoomBankPlace place; const char *text, *sentence; } rows[] = {
    { 4, 1, { 31, 0 }, "Bank 31, pass 1 of 1: the word at byte 124 of tile, for lane 31",
      "32 lanes in 1 pass: no bank is asked for two words at once" },
    { 4, 0, { 0, 0 }, "Bank 0, pass 1 of 1: the word at byte 0 of tile, for lanes 0–31",
      "32 lanes in 1 pass: no bank is asked for two words at once" },
    { 2, 1, { 1, 0 }, "Bank 1, pass 1 of 1: the word at byte 4 of tile, for lanes 2, 3",
      "32 lanes in 1 pass: no bank is asked for two words at once" },
    { 4, 16, { 16, 1 }, "Bank 16, pass 2 of 16: the word at byte 192 of tile, for lane 3",
      "32 lanes in 16 passes, 15 more for conflicts: bank 0 is asked for 16 words at once" },
    { 4, 16, { 5, 3 }, "Bank 5, pass 4 of 16: nothing to do",
      "32 lanes in 16 passes, 15 more for conflicts: bank 0 is asked for 16 words at once" },
    { 8, 2, { 0, 2 }, "Bank 0, pass 3 of 4: the word at byte 256 of tile, for lane 16",
      "32 lanes in 4 passes, 2 more for conflicts: bank 0 is asked for 2 words at once" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomBankChart) chart = make_chart (rows[i].size, rows[i].stride);
      g_autofree char *text = loom_bank_chart_dup_text (chart, &rows[i].place);
      g_autofree char *sentence = loom_bank_chart_dup_sentence (chart);

      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_cmpstr (sentence, ==, rows[i].sentence);
    }
}

static void
test_each_word_has_a_line (void)
{
  g_autoptr (LoomBankChart) chart = make_chart (8, 1);
  g_autofree char *table = loom_bank_chart_dup_table (chart);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 64 + 1);
  g_assert_cmpstr (lines[0], ==, "Pass\tBank\tByte\tLanes");
  g_assert_cmpstr (lines[1], ==, "1\t0\t0\t0");
  g_assert_cmpstr (lines[64], ==, "2\t31\t252\t31");
}

static void
test_a_point_finds_its_cell (void)
{
  g_autoptr (LoomBankChart) chart = make_chart (16, 2);
  double width, height;

  for (double scale = 1; scale < 2; scale += 0.5)
    {
      loom_bank_chart_measure (chart, scale, &width, &height);
      for (LoomBankPlace place = { 0, 0 }; place.pass < 8; place.pass++)
        for (place.bank = 0; place.bank < LOOM_BANKS; place.bank++)
          {
            cairo_rectangle_t cell;
            LoomBankPlace found;

            loom_bank_chart_get_cell (chart, width, scale, &place, &cell);
            g_assert_true (loom_bank_chart_find (chart, width, scale, cell.x + cell.width / 2,
                                                 cell.y + cell.height / 2, &found));
            g_assert_cmpint (found.bank, ==, place.bank);
            g_assert_cmpint (found.pass, ==, place.pass);
            g_assert_cmpfloat (cell.x + cell.width, <=, width);
            g_assert_cmpfloat (cell.y + cell.height, <=, height);
          }
      g_assert_false (loom_bank_chart_find (chart, width, scale, 1, 1, &(LoomBankPlace) { 0, 0 }));
    }
}

static void
test_steps_end_at_the_edge (void)
{
  g_autoptr (LoomBankChart) chart = make_chart (4, 2);
  LoomBankPlace place = { 30, 0 };

  loom_bank_chart_step (chart, &place, 3, 1);
  g_assert_cmpint (place.bank, ==, 31);
  g_assert_cmpint (place.pass, ==, 1);
  loom_bank_chart_step (chart, &place, -LOOM_BANKS, 7);
  g_assert_cmpint (place.bank, ==, 0);
  g_assert_cmpint (place.pass, ==, 1);
}

/* What a bank does has the colour of a pass that it needs, or of one more; what it does not, none. */
static void
test_conflicts_have_their_colour (void)
{
  g_autoptr (LoomBankChart) chart = make_chart (4, 2);
  static const struct
  {
    LoomBankPlace place;
    guint32       pixel;        /* 0: a light one */
  } rows[] = {
    { { 0, 0 }, 0xff1a5fb4 }, { { 0, 1 }, 0xffc64600 }, { { 1, 0 }, 0 },
  };
  double width, height;
  cairo_surface_t *surface;
  cairo_t *cr;

  loom_bank_chart_measure (chart, 1, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  cr = cairo_create (surface);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  loom_bank_chart_draw (chart, cr, width, FALSE, 1, NULL);
  cairo_surface_flush (surface);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const int stride = cairo_image_surface_get_stride (surface);
      cairo_rectangle_t cell;
      guint32 pixel;

      /* beside the number that stands in the middle */
      loom_bank_chart_get_cell (chart, width, 1, &rows[i].place, &cell);
      memcpy (&pixel, cairo_image_surface_get_data (surface) + ((int) cell.y + 3) * stride
                          + 4 * ((int) cell.x + 4), sizeof pixel);
      if (rows[i].pixel == 0)
        g_assert_cmpuint (pixel & 0xff, >, 0xe0);
      else
        g_assert_cmphex (pixel | 0xff000000, ==, rows[i].pixel);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/bank-chart/words", test_words);
  g_test_add_func ("/plot/bank-chart/each-word-has-a-line", test_each_word_has_a_line);
  g_test_add_func ("/plot/bank-chart/a-point-finds-its-cell", test_a_point_finds_its_cell);
  g_test_add_func ("/plot/bank-chart/steps-end-at-the-edge", test_steps_end_at_the_edge);
  g_test_add_func ("/plot/bank-chart/conflicts-have-their-colour", test_conflicts_have_their_colour);
  return g_test_run ();
}
