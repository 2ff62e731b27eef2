/* test-color-scale.c: the colours of data
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-color-scale.h"

#include <math.h>

/* The published ends and middles of the maps. */
static void
test_control_points (void)
{
  static const struct
  {
    LoomColormap map;
    double       position;
    LoomColor    color;
  } rows[] = {
    { LOOM_COLORMAP_VIRIDIS, 0, 0xff440154 },
    { LOOM_COLORMAP_VIRIDIS, 0.5, 0xff21908c },
    { LOOM_COLORMAP_VIRIDIS, 1, 0xfffde725 },
    { LOOM_COLORMAP_CIVIDIS, 0, 0xff00204d },
    { LOOM_COLORMAP_CIVIDIS, 1, 0xffffea46 },
    { LOOM_COLORMAP_GREY, 0, 0xff1a1a1a },
    { LOOM_COLORMAP_BLUE_RED, 0, 0xff2166ac },
    { LOOM_COLORMAP_BLUE_RED, 0.5, 0xfff7f7f7 },
    { LOOM_COLORMAP_BLUE_RED, 1, 0xffb2182b },
    { LOOM_COLORMAP_VIRIDIS, -3, 0xff440154 },
    { LOOM_COLORMAP_VIRIDIS, 7, 0xfffde725 },
    { LOOM_COLORMAP_VIRIDIS, NAN, 0xff440154 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmphex (loom_color_scale_map (rows[i].map, rows[i].position), ==, rows[i].color);
}

static double
luminance_at (LoomColormap map,
              double       position)
{
  return loom_color_luminance (loom_color_scale_map (map, position));
}

/* A map that gets lighter all the way reads the same in grey; one with a middle, from either end to
 * there. */
static void
test_maps_get_lighter (void)
{
  for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
    for (guint i = 1; i <= (loom_colormap_has_middle (map) ? 50 : 100); i++)
      g_assert_cmpfloat (luminance_at (map, i / 100.0), >, luminance_at (map, (i - 1) / 100.0));
  for (guint i = 50; i < 100; i++)
    g_assert_cmpfloat (luminance_at (LOOM_COLORMAP_BLUE_RED, i / 100.0), >,
                       luminance_at (LOOM_COLORMAP_BLUE_RED, (i + 1) / 100.0));
}

/* More counts stand off more: darker on light, lighter on dark. */
static void
test_counts_in_order (void)
{
  for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
    for (guint step = 1; step < LOOM_COUNT_STEPS; step++)
      {
        g_assert_cmpfloat (loom_color_luminance (loom_color_scale_count (map, step, FALSE).color),
                           <,
                           loom_color_luminance (loom_color_scale_count (map, step - 1, FALSE)
                                                     .color));
        g_assert_cmpfloat (loom_color_luminance (loom_color_scale_count (map, step, TRUE).color), >,
                           loom_color_luminance (loom_color_scale_count (map, step - 1, TRUE)
                                                     .color));
      }
}

static void
test_ink_can_be_read (void)
{
  for (guint i = 0; i <= 200; i++)
    for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
      {
        LoomColor color = loom_color_scale_map (map, i / 200.0);
        g_assert_cmpfloat (loom_color_contrast (color, loom_color_ink_on (color)), >=, 4.5);
      }
  for (guint i = 0; i < LOOM_CATEGORIES * LOOM_CATEGORY_TINTS; i++)
    {
      LoomColor color = loom_color_scale_category (i / LOOM_CATEGORY_TINTS,
                                                   i % LOOM_CATEGORY_TINTS);
      g_assert_cmpfloat (loom_color_contrast (color, loom_color_ink_on (color)), >=, 4.5);
    }
}

static void
test_categories_differ (void)
{
  const guint n = LOOM_CATEGORIES * LOOM_CATEGORY_TINTS;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmphex (loom_color_scale_category (i / LOOM_CATEGORY_TINTS,
                                                  i % LOOM_CATEGORY_TINTS),
                       !=,
                       loom_color_scale_category (j / LOOM_CATEGORY_TINTS,
                                                  j % LOOM_CATEGORY_TINTS));
}

static void
test_patterns_repeat (void)
{
  for (LoomPattern pattern = LOOM_PATTERN_HATCH; pattern <= LOOM_PATTERN_DOTS; pattern++)
    {
      guint inked = 0;

      for (guint y = 0; y < LOOM_PATTERN_PERIOD; y++)
        for (guint x = 0; x < LOOM_PATTERN_PERIOD; x++)
          {
            gboolean ink = loom_pattern_has_ink (pattern, x, y);

            inked += ink;
            g_assert_true (ink == loom_pattern_has_ink (pattern, x + LOOM_PATTERN_PERIOD, y));
            g_assert_true (ink == loom_pattern_has_ink (pattern, x, y + LOOM_PATTERN_PERIOD));
          }
      g_assert_cmpuint (inked, >=, 8);
      g_assert_cmpuint (inked, <=, 32);
    }
}

static void
test_names (void)
{
  LoomColormap found = LOOM_COLORMAP_VIRIDIS;

  for (LoomColormap map = 0; map < LOOM_N_COLORMAPS; map++)
    {
      g_assert_true (loom_colormap_from_name (loom_colormap_get_name (map), &found));
      g_assert_cmpint (found, ==, map);
    }
  g_assert_false (loom_colormap_from_name ("jet", &found));
  g_assert_false (loom_colormap_from_name (NULL, &found));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/color-scale/control-points", test_control_points);
  g_test_add_func ("/plot/color-scale/maps-get-lighter", test_maps_get_lighter);
  g_test_add_func ("/plot/color-scale/counts-in-order", test_counts_in_order);
  g_test_add_func ("/plot/color-scale/ink-can-be-read", test_ink_can_be_read);
  g_test_add_func ("/plot/color-scale/categories-differ", test_categories_differ);
  g_test_add_func ("/plot/color-scale/patterns-repeat", test_patterns_repeat);
  g_test_add_func ("/plot/color-scale/names", test_names);
  return g_test_run ();
}
