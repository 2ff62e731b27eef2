/* test-axes.c: ticks, numbers, and how threads lie on cells
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-axes.h"
#include "loom-thread-axes.h"
#include "loom-number.h"
#include "loom-typeset.h"
#include "plot-fixture.h"

#include <math.h>

static void
test_steps (void)
{
  static const struct
  {
    double  cell, pixels;
    guint64 step;
  } rows[] = {
    { 40, 30, 1 }, { 30, 30, 1 }, { 20, 30, 2 }, { 10, 30, 4 }, { 1, 30, 32 }, { 0.01, 30, 4096 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (loom_axes_step (rows[i].cell, rows[i].pixels), ==, rows[i].step);
  g_assert_cmpuint (loom_axes_step (0, 30), >, 0);
}

static void
test_steps_in_sight (void)
{
  static const struct
  {
    double  start, length;
    guint64 limit, step, n, first;
  } rows[] = {
    { 0, 16, 16, 4, 4, 0 },
    { 0.4, 16, 16, 4, 4, 0 },           /* the centre of cell 0 is still in sight */
    { 0.6, 16, 16, 4, 3, 4 },
    { -10, 100, 16, 8, 2, 0 },
    { 5, 2, 16, 4, 0, 0 },
    { 14, 50, 16, 1, 2, 14 },
    { 0, 0, 0, 1, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint64 first = 0;

      g_assert_cmpuint (loom_axes_steps_in (rows[i].start, rows[i].length, rows[i].limit,
                                            rows[i].step, &first),
                        ==, rows[i].n);
      g_assert_cmpuint (first, ==, rows[i].first);
    }
}

static void
test_nice_ticks (void)
{
  static const struct
  {
    double      low, high;
    guint       most;
    gboolean    whole;
    const char *ticks;
  } rows[] = {
    { 0, 1, 6, FALSE, "0 0.2 0.4 0.6 0.8 1" },
    { 0, 1, 5, FALSE, "0 0.5 1" },
    { 0, 1, 5, TRUE, "0 1" },
    { 0, 255, 6, TRUE, "0 50 100 150 200 250" },
    { -3, 7.5, 5, FALSE, "-2 0 2 4 6" },
    { 4, 4, 5, FALSE, "4" },
    { -1e300, 1e300, 5, FALSE, "-1e+300 -5e+299 0 5e+299 1e+300" },
    { 1e-9, 3e-9, 5, FALSE, "1e-09 1.5e-09 2e-09 2.5e-09 3e-09" },
    { -1.7e308, 1.7e308, 5, FALSE, "-1e+308 0 1e+308" },
    { 1, 1000000, 4, TRUE, "5e+05 1e+06" },
    { INFINITY, -INFINITY, 4, FALSE, "" },
    { NAN, 1, 4, FALSE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray)
          ticks = loom_axes_nice_ticks (rows[i].low, rows[i].high, rows[i].most, rows[i].whole);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint j = 0; j < ticks->len; j++)
        {
          g_autofree char *tick = loom_number_format (g_array_index (ticks, double, j), 5);
          g_string_append_printf (text, "%s%s", j > 0 ? " " : "", tick);
        }
      g_assert_cmpstr (text->str, ==, rows[i].ticks);
    }
}

static void
test_numbers (void)
{
  static const struct
  {
    double      number;
    guint       digits;
    const char *text;
  } rows[] = {
    { 0, 4, "0" },
    { -0.0, 4, "0" },
    { 1.5, 4, "1.5" },
    { 1234567, 4, "1.235e+06" },
    { 1234567, 17, "1234567" },
    { -0.125, 4, "-0.125" },
    { NAN, 4, "NaN" },
    { INFINITY, 4, "inf" },
    { -INFINITY, 4, "-inf" },
  };
  static const struct
  {
    guint64     number;
    const char *text;
  } counts[] = {
    { 0, "0" },
    { 999, "999" },
    { 4096, "4096" },
    { 16384, "16\342\200\257384" },
    { 1234567, "1\342\200\257234\342\200\257567" },
    { G_MAXUINT64, "18\342\200\257446\342\200\257744\342\200\257073\342\200\257709\342\200\257551"
                   "\342\200\257615" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = loom_number_format (rows[i].number, rows[i].digits);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = loom_typeset_count (counts[i].number);
      g_assert_cmpstr (text, ==, counts[i].text);
    }
}

static void
test_cells (void)
{
  const float two[] = { 1.5f, -2 };
  const guint64 large = G_MAXUINT64;
  const guint8 bytes[] = { 0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4, 5 };
  const LoomType float2 = loom_type_of (LOOM_SCALAR_F32, 2),
                 u64 = loom_type_of (LOOM_SCALAR_U64, 1);
  const LoomType boolean = loom_type_of (LOOM_SCALAR_BOOL, 1), record = { LOOM_SCALAR_BYTES, 1, 9 };
  g_autofree char *vector = loom_number_format_cell (&float2, two);
  g_autofree char *first = loom_number_format_short (float2.scalar, two);
  g_autofree char *whole = loom_number_format_cell (&u64, &large);
  g_autofree char *truth = loom_number_format_cell (&boolean, bytes);
  g_autofree char *raw = loom_number_format_cell (&record, bytes);

  g_assert_cmpstr (vector, ==, "(1.5, -2)");
  g_assert_cmpstr (first, ==, "1.5");
  g_assert_cmpstr (whole, ==, "18446744073709551615");
  g_assert_cmpstr (truth, ==, "true");
  g_assert_cmpstr (raw, ==, "0xdeadbeef01020304…");
}

/* swapped: threadIdx.x runs down the rows. */
static LoomThreadAxes
find_axes (gboolean swapped,
           guint    shift)
{
  Fixture fixture;
  LoomShape shape = SHAPE_2D (32, 32);
  LoomThreadAxes axes;
  g_autoptr (LoomRun) run = NULL;
  LoomCoder coder;
  LoomView view;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture_launch (&fixture, LOOM_DIM3 (8, 4, 1), LOOM_DIM3 (4, 8, 1));
  for (guint y = 0; y < 32; y++)
    for (guint x = 0; x + shift < 32; x++)
      {
        guint thread = (y / 4 * 4 + x / 8) * 32 + y % 4 * 8 + x % 8;
        fixture_write (&fixture, swapped ? x * 32 + y : y * 32 + x + shift, thread);
      }
  run = fixture_end (&fixture);
  loom_view_init (&view, run);
  loom_coder_init (&coder, run, fixture.array, &view);
  loom_thread_axes_find (&axes, &coder);
  return axes;
}

static void
test_thread_axes (void)
{
  LoomThreadAxes straight = find_axes (FALSE, 0), shifted = find_axes (FALSE, 3),
                 swapped = find_axes (TRUE, 0);

  g_assert_cmpint (straight.along_cols, ==, 0);
  g_assert_cmpint (straight.along_rows, ==, 1);
  g_assert_true (straight.regular);
  g_assert_cmpint (shifted.offset_x, ==, 3);
  g_assert_true (shifted.regular);
  g_assert_cmpint (swapped.along_cols, ==, 1);
  g_assert_cmpint (swapped.along_rows, ==, 0);
  g_assert_false (swapped.regular);
}

#define SIDE 400
#define BEGIN 100
#define END 260
#define CELL ((END - BEGIN) / 4)

static gboolean
has_ink (const guint32 *pixels,
         int            x,
         int            y)
{
  return pixels[y * SIDE + x] >> 24 > 0;
}

/* Of 8 × 8 cells the four by four that are looked at: a tick in the middle of each column, on the
 * side of the first row, and of each row, on the left; nothing on the other sides. */
static void
test_ticks_stand_beside_their_cells (void)
{
  const cairo_rectangle_t area = { BEGIN, BEGIN, END - BEGIN, END - BEGIN }, cells = { 2, 1, 4, 4 };

  for (guint lower = 0; lower < 2; lower++)
    {
      g_autoptr (LoomRun) run = fixture_triangle (8, FALSE);
      g_autoptr (LoomPicture) picture = NULL;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
      cairo_t *cr = cairo_create (surface);
      const guint32 *pixels;
      LoomView view;

      loom_view_init (&view, run);
      view.origin_lower = lower;
      picture = loom_picture_new (run, &view);
      loom_axes_draw (picture, cr, &area, &cells);
      cairo_surface_flush (surface);
      pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);
      for (int i = BEGIN; i < END; i++)
        {
          const int off = (i - BEGIN) % CELL - CELL / 2;
          const gboolean is_tick = off == 0 || off == -1;

          g_assert_cmpint (has_ink (pixels, i, lower ? END + 2 : BEGIN - 2), ==, is_tick);
          g_assert_cmpint (has_ink (pixels, BEGIN - 2, i), ==, is_tick);
          for (int j = 0; j < BEGIN; j++)
            {
              g_assert_false (has_ink (pixels, i, lower ? j : END + j));
              g_assert_false (has_ink (pixels, END + j, i));
            }
        }
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static void
test_decimal_commas (void)
{
  fixture_use_decimal_commas ();
  test_numbers ();
  test_nice_ticks ();
  test_cells ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/axes/steps", test_steps);
  g_test_add_func ("/plot/axes/steps-in-sight", test_steps_in_sight);
  g_test_add_func ("/plot/axes/nice-ticks", test_nice_ticks);
  g_test_add_func ("/plot/axes/numbers", test_numbers);
  g_test_add_func ("/plot/axes/cells", test_cells);
  g_test_add_func ("/plot/axes/thread-axes", test_thread_axes);
  g_test_add_func ("/plot/axes/ticks-stand-beside-their-cells",
                   test_ticks_stand_beside_their_cells);
  g_test_add_func ("/plot/axes/decimal-commas", test_decimal_commas);
  return g_test_run ();
}
