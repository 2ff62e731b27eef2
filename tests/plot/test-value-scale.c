/* test-value-scale.c: which values colours reach from and to, and where numbers lie between
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-color-limits.h"
#include "loom-value-scale.h"
#include "plot-fixture.h"

#include <math.h>

/* By Python's math.log() and math.asinh(). */
static void
test_positions (void)
{
  static const struct { LoomValueScale scale; double value, position; } rows[] = {
    { { 0, 10, 0 }, 2.5, 0.25 },
    { { 0, 10, 0 }, -5, 0 },
    { { 0, 10, 0 }, 50, 1 },
    { { -1.7e+308, 1.7e+308, 0 }, 0, 0.5 },
    { { 3, 3, 0 }, 3, 0.5 },
    { { 1, 0, 0 }, 4, 0.5 },
    { { 1, 1000, 1 }, 10, 0.3333333333333333 },
    { { 1, 1000, 1 }, 0.01, 0 },
    { { 1, 1000, 1 }, -4, 0 },
    { { 0.5, 8, 0.5 }, 2, 0.5 },
    { { -100, 100, 0.01 }, 0, 0.5 },
    { { -100, 100, 0.01 }, 1, 0.7674988147441187 },
    { { 0, 100, 0.01 }, 1, 0.5349976294882375 },
    { { -100, 0, 0.01 }, -1, 0.4650023705117625 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpfloat_with_epsilon (loom_value_scale_get_position (&rows[i].scale, rows[i].value),
                                    rows[i].position, 1e-12);
}

static void
test_logarithmic_ticks (void)
{
  static const struct { LoomValueScale scale; guint most; const char *ticks; } rows[] = {
    { { 1, 1000, 1 }, 8, "1 10 100 1000" },
    { { 0.02, 30, 0.02 }, 8, "0.1 1 10" },
    { { 1, 20, 1 }, 8, "1 2 5 10 20" },
    { { 0, 1000, 1 }, 8, "0 1 10 100 1000" },
    { { -100, 100, 1 }, 12, "-100 -10 -1 0 1 10 100" },
    { { 1e-12, 1e12, 1e-12 }, 8, "1e-12 1e-08 0.0001 1 10000 1e+08 1e+12" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) ticks = loom_value_scale_list_ticks (&rows[i].scale, rows[i].most);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < ticks->len; k++)
        {
          char number[G_ASCII_DTOSTR_BUF_SIZE];

          g_ascii_formatd (number, sizeof number, "%.6g", g_array_index (ticks, double, k));
          g_string_append_printf (text, "%s%s", k > 0 ? " " : "", number);
        }
      g_assert_cmpstr (text->str, ==, rows[i].ticks);
    }
}

static void
test_limits_as_text (void)
{
  static const struct { const char *text; gboolean is_read; LoomColorLimits limits; } rows[] = {
    { "-1,1", TRUE, { 0, -1, 1 } }, { "0.1 , 2e3", TRUE, { 0, 0.1, 2000 } },
    { "1%", TRUE, { 1, 0, 0 } }, { "2.5 %", TRUE, { 2.5, 0, 0 } },
    { "1,1", FALSE, { 0 } }, { "2,1", FALSE, { 0 } }, { "1", FALSE, { 0 } },
    { "1,2,3", FALSE, { 0 } }, { "nan,1", FALSE, { 0 } }, { "0,inf", FALSE, { 0 } },
    { "50%", FALSE, { 0 } }, { "0%", FALSE, { 0 } }, { "-1%", FALSE, { 0 } }, { "", FALSE, { 0 } },
    { NULL, FALSE, { 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomColorLimits limits = { 0 }, again = { 0 };
      g_autofree char *text = NULL;

      g_assert_cmpint (loom_color_limits_parse (rows[i].text, &limits), ==, rows[i].is_read);
      g_assert_true (loom_color_limits_equal (&limits, &rows[i].limits));
      text = loom_color_limits_format (&limits);
      g_assert_cmpint (loom_color_limits_parse (text, &again), ==, rows[i].is_read);
      g_assert_true (loom_color_limits_equal (&again, &limits));
    }
}

static void
assert_scale (LoomRun        *run,
              const LoomView *view,
              double          low,
              double          high)
{
  g_autoptr (LoomPicture) picture = loom_picture_new (run, view);
  double got[2];

  g_assert_true (loom_picture_get_scale (picture, &got[0], &got[1]));
  g_assert_cmpfloat (got[0], ==, low);
  g_assert_cmpfloat (got[1], ==, high);
}

/* 198 numbers from 0, two outliers and what is no number at all. */
static void
test_scales_of_pictures (void)
{
  LoomShape shape = SHAPE_2D (10, 21);
  float values[210];
  g_autoptr (LoomRun) run = NULL;
  LoomView view;

  for (guint i = 0; i < 210; i++)
    values[i] = i < 198 ? i : NAN;
  values[198] = -1000;
  values[199] = 5000;
  run = fixture_values (LOOM_SCALAR_F32, &shape, values);
  loom_view_init (&view, run);
  view.lens = LOOM_LENS_VALUE;
  assert_scale (run, &view, -1000, 5000);
  view.limits.cut = 1;          /* of 200 values: two at either end */
  assert_scale (run, &view, 1, 196);
  view.colormap = LOOM_COLORMAP_BLUE_RED;
  assert_scale (run, &view, -196, 196);
  view.limits = (LoomColorLimits) { 0, -3, 2 };
  assert_scale (run, &view, -3, 3);
  view.colormap = LOOM_COLORMAP_GREY;
  assert_scale (run, &view, -3, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  fixture_use_decimal_commas ();
  g_test_add_func ("/plot/value-scale/positions", test_positions);
  g_test_add_func ("/plot/value-scale/logarithmic-ticks", test_logarithmic_ticks);
  g_test_add_func ("/plot/value-scale/limits-as-text", test_limits_as_text);
  g_test_add_func ("/plot/value-scale/of-pictures", test_scales_of_pictures);
  return g_test_run ();
}
