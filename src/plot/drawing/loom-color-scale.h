#pragma once

#include <glib.h>

/* The one place where data get their colours. Colours are 0xffRRGGBB, opaque, as
 * CAIRO_FORMAT_ARGB32 wants them. */
typedef guint32 LoomColor;

typedef enum
{
  LOOM_COLORMAP_VIRIDIS,
  LOOM_COLORMAP_CIVIDIS,
  LOOM_COLORMAP_GREY,
  LOOM_COLORMAP_BLUE_RED,       /* with a middle that stands for 0 */
  LOOM_N_COLORMAPS
} LoomColormap;

/* What a cell carries over its colour, so that a grey print-out tells the same story. */
typedef enum
{
  LOOM_PATTERN_NONE,
  LOOM_PATTERN_HATCH,           /* rising lines */
  LOOM_PATTERN_BACK,            /* falling lines */
  LOOM_PATTERN_CROSS,           /* both */
  LOOM_PATTERN_DOTS,
} LoomPattern;

typedef enum
{
  LOOM_MEANING_UNWRITTEN,
  LOOM_MEANING_NAN,
  LOOM_MEANING_INFINITE,
  LOOM_MEANING_MINUS_INFINITE,
  LOOM_MEANING_COVERED,
  LOOM_MEANING_REWRITTEN,
  LOOM_MEANING_EXTRA,
  LOOM_MEANING_WRONG,           /* written, and not what it should hold */
  LOOM_MEANING_MISSED,
  LOOM_MEANING_GHOST,           /* a thread beside the array; of a warp that all lies there */
  LOOM_MEANING_LOST_WARP,
  LOOM_MEANING_ONLY_READ,       /* a thread that came to arrays and stored to none */
} LoomMeaning;

/* A fill: the colour of a cell and what is drawn over it. */
typedef struct
{
  LoomColor   color;
  LoomPattern pattern;
  LoomColor   ink;              /* of the pattern */
} LoomPaint;

#define LOOM_COUNT_STEPS 4      /* 0, 1, 2, 3 and more */
#define LOOM_CATEGORIES 9
#define LOOM_CATEGORY_TINTS 3   /* of one colour */
#define LOOM_PATTERN_PERIOD 8   /* design pixels after which every pattern repeats */

LoomColor    loom_color_scale_map      (LoomColormap  map,
                                        double        position);
gboolean     loom_colormap_has_middle  (LoomColormap  map);
LoomColormap loom_colormap_get_rising  (LoomColormap  map);
LoomPaint    loom_color_scale_count    (LoomColormap  map,
                                        guint         step,
                                        gboolean      dark);
LoomColor    loom_color_scale_category (guint         category,
                                        guint         tint);
LoomPaint    loom_color_scale_meaning  (LoomMeaning   meaning,
                                        gboolean      dark);
LoomColor    loom_color_shade          (LoomColor     color,
                                        double        amount);
double       loom_color_luminance      (LoomColor     color);
double       loom_color_contrast       (LoomColor     a,
                                        LoomColor     b);
LoomColor    loom_color_ink_on         (LoomColor     color);
gboolean     loom_pattern_has_ink      (LoomPattern   pattern,
                                        guint         x,
                                        guint         y);
gboolean     loom_colormap_from_name   (const char   *name,
                                        LoomColormap *map);
const char  *loom_colormap_get_name    (LoomColormap  map);
const char  *loom_colormap_get_title   (LoomColormap  map);
