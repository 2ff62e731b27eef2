#pragma once

#include "loom-color-scale.h"

#include <cairo.h>

/* How a piece of text is set. size is in design pixels, x_align and y_align (0 to 1) say which
 * point of the text is at the given place. */
typedef struct
{
  double    size;
  gboolean  bold;
  double    x_align, y_align;
  double    width;              /* to wrap at; 0: one line */
  double    room;               /* to be set smaller in; 0: as much as it takes */
  gboolean  rising;             /* turned a quarter to the left */
  LoomColor color;
} LoomText;

void loom_text_draw    (cairo_t         *cr,
                        const LoomText  *self,
                        double           x,
                        double           y,
                        const char      *text);
void loom_text_draw_words (cairo_t      *cr,
                           const char   *words,
                           double        x,
                           double        y,
                           double        x_align,
                           double        y_align,
                           double        size,
                           LoomColor     color);
void loom_text_measure (cairo_t         *cr,
                        const LoomText  *self,
                        const char      *text,
                        double          *width,
                        double          *height);
cairo_t  *loom_text_new_ruler (void);
void loom_text_color   (cairo_t         *cr,
                        LoomColor        color,
                        double           alpha);
LoomColor loom_text_ink     (gboolean    dark);
LoomColor loom_text_dim_ink (gboolean    dark);
