#pragma once

#include "loom-run.h"

#include <cairo.h>

G_BEGIN_DECLS

typedef enum
{
  LOOM_LENS_VALUE,
  LOOM_LENS_WRITES,
  LOOM_LENS_READS,
  LOOM_LENS_LOWEST,
  LOOM_LENS_HIGHEST,
  LOOM_LENS_BLOCK,
  LOOM_LENS_THREAD,
  LOOM_LENS_WARP,
  LOOM_LENS_EXPECTED,           /* missed, extra, rewritten, covered */
  LOOM_N_LENSES
} LoomLens;

typedef enum
{
  LOOM_COLORMAP_VIRIDIS,
  LOOM_COLORMAP_CIVIDIS,
  LOOM_COLORMAP_GREY,
  LOOM_N_COLORMAPS
} LoomColormap;

/* How to look at a run. Plain value; the [view] group of a document says the same. */
typedef struct
{
  guint         array;          /* index into LoomRun.arrays */
  LoomLens      lens;
  LoomColormap  colormap;
  gboolean      origin_lower;   /* row 0 at the bottom */
  gboolean      pystencils;     /* ticks every 4 cells, cell grid, square cells, lower origin */
  gboolean      dark;           /* ink for a dark background */
  gboolean      borders;        /* of blocks */
  guint64       plane;
} LoomView;

/* A run seen through a view: what each cell is coloured, what the legend, the axes and the sentence say.
 * Immutable, reference counted; any thread may draw it. */
typedef struct _LoomPicture LoomPicture;

#define LOOM_TYPE_PICTURE (loom_picture_get_type ())

GType         loom_picture_get_type      (void) G_GNUC_CONST;
LoomPicture  *loom_picture_new           (LoomRun               *run,
                                          const LoomView        *view);
LoomPicture  *loom_picture_ref           (LoomPicture           *self);
void          loom_picture_unref         (LoomPicture           *self);
guint64       loom_picture_get_cols      (LoomPicture           *self);
guint64       loom_picture_get_rows      (LoomPicture           *self);
/* The part of the data at (x, y) .. (x + width, y + height) in cells (may reach outside) as pixels_x × pixels_y
 * pixels, CAIRO_FORMAT_ARGB32, nearest cell for each; outside cells are transparent. */
void          loom_picture_render        (LoomPicture           *self,
                                          double                 x,
                                          double                 y,
                                          double                 width,
                                          double                 height,
                                          guint32               *pixels,
                                          guint                  pixels_x,
                                          guint                  pixels_y,
                                          gsize                  stride);
/* Everything over the cells in the plot area: block borders, cell grid, numbers, hatching, ticks outside it.
 * area: the plot area in device-independent pixels; x, y, width, height: the part of the data shown in it. */
void          loom_picture_draw_over     (LoomPicture           *self,
                                          cairo_t               *cr,
                                          const cairo_rectangle_t *area,
                                          const cairo_rectangle_t *cells);
/* The colour bar or legend, as wide as it says. */
double        loom_picture_get_legend_width (LoomPicture        *self);
void          loom_picture_draw_legend   (LoomPicture           *self,
                                          cairo_t               *cr,
                                          const cairo_rectangle_t *area);
/* "136 of 256 cells written once; 120 threads without a store; nothing missed." In the user's language. */
char         *loom_picture_dup_sentence  (LoomPicture           *self);
/* "row 3, column 5: 1, written twice by threads 8 and 12" */
char         *loom_picture_dup_cell_text (LoomPicture           *self,
                                          guint64                col,
                                          guint64                row);
/* A whole figure: title, cells, axes, legend, sentence, launch. By the extension: .png, .svg, .pdf. */
gboolean      loom_picture_export        (LoomPicture           *self,
                                          const char            *path,
                                          GError               **error);
void          loom_picture_draw_figure   (LoomPicture           *self,
                                          cairo_t               *cr,
                                          double                 width,
                                          double                 height);
gboolean      loom_lens_from_name        (const char            *name,
                                          LoomLens              *lens);
const char   *loom_lens_get_name         (LoomLens               lens);   /* in documents */
const char   *loom_lens_get_title        (LoomLens               lens);   /* for people */
gboolean      loom_lens_is_available     (LoomLens               lens,
                                          LoomRun               *run,
                                          guint                  array);
void          loom_view_init             (LoomView              *self,
                                          LoomRun               *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomPicture, loom_picture_unref)

G_END_DECLS
