/* loom-color-scale.c: the colours of data
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-color-scale.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BLACK 0xff000000
#define WHITE 0xffffffff

/* Equally spaced control points, joined by straight lines in sRGB. Viridis: S. van der Walt and N.
 * Smith, 2015 (CC0), nine points. Cividis: J. Nuñez, C. Anderton and R. Renslow, PLOS ONE 13(7),
 * 2018, twelve points. Blue to red: the scheme BuRd of P. Tol's technical note, nine points. */
static const guint32 viridis[] = {
  0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21908c, 0x27ad81, 0x5dc863, 0xaadc32, 0xfde725,
};
static const guint32 cividis[] = {
  0x00204d, 0x00306f, 0x2a406c, 0x48526b, 0x5e626e, 0x727374,
  0x878479, 0x9e9677, 0xb6a971, 0xd0be67, 0xead357, 0xffea46,
};
static const guint32 grey[] = { 0x1a1a1a, 0xf2f2f2 };
static const guint32 blue_red[] = {
  0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b,
};

/* The "muted" scheme of P. Tol (SRON technical note EPS/TN/09-002), safe for colour-blind readers,
 * ordered so that those that follow each other differ in lightness too. */
static const guint32 categories[LOOM_CATEGORIES] = {
  0x88ccee, 0x332288, 0xddcc77, 0x882255, 0x44aa99, 0xcc6677, 0x117733, 0xaa4499, 0x999933,
};

static const double tints[LOOM_CATEGORY_TINTS] = { 0, 0.34, -0.3 };

static const struct
{
  const char     *name, *title;
  const guint32  *points;
  guint           n_points;
  gboolean        has_middle;
} maps[LOOM_N_COLORMAPS] = {
  { "viridis", N_("Viridis"), viridis, G_N_ELEMENTS (viridis) },
  { "cividis", N_("Cividis"), cividis, G_N_ELEMENTS (cividis) },
  { "grey", N_("Grey"), grey, G_N_ELEMENTS (grey) },
  { "bluered", N_("Blue to Red, 0 in the Middle"), blue_red, G_N_ELEMENTS (blue_red), TRUE },
};

static LoomColor
mix (guint32 from,
     guint32 to,
     double  amount)
{
  LoomColor color = 0xff;

  for (int shift = 16; shift >= 0; shift -= 8)
    {
      double a = from >> shift & 0xff, b = to >> shift & 0xff;
      color = color << 8 | (guint32) lround (a + (b - a) * amount);
    }
  return color;
}

/**
 * loom_color_scale_map:
 * @map: a colour map
 * @position: 0 (least) to 1 (most); what is outside is clamped, no number counts as 0
 *
 * The colour of a magnitude.
 */
LoomColor
loom_color_scale_map (LoomColormap map,
                      double       position)
{
  guint last, segment;
  double scaled;

  g_return_val_if_fail (map < LOOM_N_COLORMAPS, WHITE);

  last = maps[map].n_points - 1;
  scaled = position > 0 ? MIN (position, 1) * last : 0;
  segment = MIN ((guint) scaled, last - 1);
  return mix (maps[map].points[segment], maps[map].points[segment + 1], scaled - segment);
}

/**
 * loom_colormap_has_middle:
 *
 * Returns: whether its colours diverge from a middle, which is the lightest
 */
gboolean
loom_colormap_has_middle (LoomColormap map)
{
  g_return_val_if_fail (map < LOOM_N_COLORMAPS, FALSE);

  return maps[map].has_middle;
}

/**
 * loom_colormap_get_rising:
 *
 * Returns: the map, or one in its place whose colours get lighter from its one end to the other
 */
LoomColormap
loom_colormap_get_rising (LoomColormap map)
{
  return loom_colormap_has_middle (map) ? LOOM_COLORMAP_VIRIDIS : map;
}

/**
 * loom_color_scale_count:
 * @map: a colour map
 * @step: 0, 1, 2, or 3 for "3 and more"
 * @dark: for a dark background
 *
 * The fill of a count. More counts stand off more from the background: darker on light, lighter on
 * dark.
 */
LoomPaint
loom_color_scale_count (LoomColormap map,
                        guint        step,
                        gboolean     dark)
{
  static const double on_light[LOOM_COUNT_STEPS] = { 0, 0.6, 0.3, 0 };
  static const double on_dark[LOOM_COUNT_STEPS] = { 0, 0.45, 0.75, 1 };

  step = MIN (step, LOOM_COUNT_STEPS - 1);
  map = loom_colormap_get_rising (map);
  if (step == 0)
    return loom_color_scale_meaning (LOOM_MEANING_UNWRITTEN, dark);
  return (LoomPaint) { loom_color_scale_map (map, dark ? on_dark[step] : on_light[step]),
                      LOOM_PATTERN_NONE, 0 };
}

/**
 * loom_color_scale_category:
 * @category: any number; those of the same remainder by LOOM_CATEGORIES share a colour
 * @tint: any number; those of the same remainder by LOOM_CATEGORY_TINTS share a lightness
 *
 * The colour of a category.
 */
LoomColor
loom_color_scale_category (guint category,
                           guint tint)
{
  return loom_color_shade (0xff000000 | categories[category % LOOM_CATEGORIES],
                           tints[tint % LOOM_CATEGORY_TINTS]);
}

/**
 * loom_color_scale_meaning:
 * @meaning: what a cell is
 * @dark: for a dark background
 *
 * The fill of a cell that is no magnitude. Missed and wrong are hatched, each its way; extra is
 * dotted, rewritten cross-hatched. The colours of coverage are those of M. Okabe and K. Ito,
 * *Color Universal Design*, 2008.
 */
LoomPaint
loom_color_scale_meaning (LoomMeaning meaning,
                          gboolean    dark)
{
  switch (meaning)
    {
    case LOOM_MEANING_NAN:
      return (LoomPaint) { 0xffe0218a, LOOM_PATTERN_DOTS, WHITE };
    case LOOM_MEANING_INFINITE:
      return (LoomPaint) { 0xfff76707, LOOM_PATTERN_HATCH, WHITE };
    case LOOM_MEANING_MINUS_INFINITE:
      return (LoomPaint) { 0xffadb5bd, LOOM_PATTERN_BACK, BLACK };
    case LOOM_MEANING_COVERED:
      return (LoomPaint) { 0xff009e73, LOOM_PATTERN_NONE, 0 };
    case LOOM_MEANING_REWRITTEN:
      return (LoomPaint) { 0xfff0e442, LOOM_PATTERN_CROSS, 0xff5c5600 };
    case LOOM_MEANING_EXTRA:
      return (LoomPaint) { 0xffcc79a7, LOOM_PATTERN_DOTS, BLACK };
    case LOOM_MEANING_WRONG:
      return (LoomPaint) { 0xff0072b2, LOOM_PATTERN_BACK, WHITE };
    case LOOM_MEANING_MISSED:
      return (LoomPaint) { 0xffd55e00, LOOM_PATTERN_HATCH, WHITE };
    case LOOM_MEANING_GHOST:
      return (LoomPaint) { dark ? 0xff5e5e66 : 0xffc6c3bd, LOOM_PATTERN_NONE, 0 };
    case LOOM_MEANING_LOST_WARP:
      return (LoomPaint) { dark ? 0xff5e5e66 : 0xffc6c3bd, LOOM_PATTERN_BACK,
                           dark ? 0xffa3a3ad : 0xff77746e };
    case LOOM_MEANING_ONLY_READ:
      return (LoomPaint) { 0xff56b4e9, LOOM_PATTERN_BACK, BLACK };
    case LOOM_MEANING_UNWRITTEN:
    default:
      return (LoomPaint) { dark ? 0xff434347 : 0xffe4e2df, LOOM_PATTERN_NONE, 0 };
    }
}

/**
 * loom_color_shade:
 * @color: a colour
 * @amount: above 0 towards white (1: white), below towards black (-1: black)
 *
 * A lighter or darker version of a colour.
 */
LoomColor
loom_color_shade (LoomColor color,
                  double    amount)
{
  return mix (color, amount > 0 ? WHITE : BLACK, fabs (CLAMP (amount, -1, 1)));
}

static double
linear_channel (guint value)
{
  double c = value / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

/**
 * loom_color_luminance:
 * @color: a colour
 *
 * The relative luminance, 0 to 1, as WCAG 2.1 defines it.
 */
double
loom_color_luminance (LoomColor color)
{
  return 0.2126 * linear_channel (color >> 16 & 0xff) +
         0.7152 * linear_channel (color >> 8 & 0xff) + 0.0722 * linear_channel (color & 0xff);
}

/**
 * loom_color_contrast:
 * @a: a colour
 * @b: another
 *
 * The contrast of two colours, 1 to 21, as WCAG 2.1 defines it.
 */
double
loom_color_contrast (LoomColor a,
                     LoomColor b)
{
  double la = loom_color_luminance (a), lb = loom_color_luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

/**
 * loom_color_ink_on:
 * @color: a background
 *
 * Black or white, whichever is easier to read; their contrast is never below 4.5.
 */
LoomColor
loom_color_ink_on (LoomColor color)
{
  return loom_color_contrast (color, BLACK) >= loom_color_contrast (color, WHITE) ? BLACK : WHITE;
}

/**
 * loom_pattern_has_ink:
 * @pattern: a pattern
 * @x: column of the pattern, in design pixels
 * @y: row of the pattern, in design pixels
 *
 * Whether a pattern covers a place.
 */
gboolean
loom_pattern_has_ink (LoomPattern pattern,
                      guint       x,
                      guint       y)
{
  guint rising = (x + y) % LOOM_PATTERN_PERIOD, falling = (x - y) % LOOM_PATTERN_PERIOD;
  guint half = LOOM_PATTERN_PERIOD / 2;

  switch (pattern)
    {
    case LOOM_PATTERN_HATCH:
      return rising < 2;
    case LOOM_PATTERN_BACK:
      return falling < 2;
    case LOOM_PATTERN_CROSS:
      return rising == 0 || falling == 0;
    case LOOM_PATTERN_DOTS:
      return x % half < 2 && y % half < 2 && (x / half + y / half) % 2 == 0;
    case LOOM_PATTERN_NONE:
    default:
      return FALSE;
    }
}

/**
 * loom_colormap_from_name:
 * @name: as in a document's "colormap"
 * @map: (out): the colour map
 *
 * Looks a colour map up.
 *
 * Returns: whether there is one
 */
gboolean
loom_colormap_from_name (const char   *name,
                         LoomColormap *map)
{
  for (guint i = 0; i < LOOM_N_COLORMAPS; i++)
    if (g_strcmp0 (name, maps[i].name) == 0)
      {
        *map = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * loom_colormap_get_name:
 * @map: a colour map
 *
 * The name in documents.
 */
const char *
loom_colormap_get_name (LoomColormap map)
{
  g_return_val_if_fail (map < LOOM_N_COLORMAPS, NULL);
  return maps[map].name;
}

/**
 * loom_colormap_get_title:
 * @map: a colour map
 *
 * The name for people, translated.
 */
const char *
loom_colormap_get_title (LoomColormap map)
{
  g_return_val_if_fail (map < LOOM_N_COLORMAPS, NULL);
  return _(maps[map].title);
}
