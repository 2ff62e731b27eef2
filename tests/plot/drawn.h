#pragma once

#include <cairo.h>
#include <pango/pango.h>

/* What is drawn, as text: a line for each colour that fills or strokes something, for words, and for
 * pixels, which are told by their sum. Words are as large as the number of their characters says, so
 * that no font changes anything. Programs are linked with drawn_args of meson.build. */
void      drawn_begin         (void);
char     *drawn_end           (void);
gboolean  drawn_is_on         (void);
void      drawn_add           (const char   *how,
                               const char   *where);
char     *drawn_sum_up        (const guchar *data,
                               gsize         stride,
                               gsize         width,
                               gsize         height);
char     *drawn_name_color    (double        red,
                               double        green,
                               double        blue,
                               double        alpha);
char     *drawn_name_words    (PangoLayout  *layout);

/* Drawings that are compared with a file in the folder drawn. */
cairo_t  *drawn_begin_surface (const char   *title,
                               int           width,
                               int           height);
void      drawn_end_surface   (cairo_t      *cr);
void      drawn_compare       (const char   *name);
