#pragma once

#include "loom-lens.h"
#include "loom-planes.h"

#include <cairo.h>

/* A run seen through a view: what each cell is coloured, what the legend, the axes and the
 * sentence say. Immutable, reference counted; any thread may draw it.
 *
 * Two kinds of coordinates: *cells* (col, row) of the data, row 0 is the first of the array, and
 * *places* in the picture, in cells from its upper left corner, x to the right and y down,
 * whichever origin the view has. A long 1-D array is wrapped into rows: (col, row) is then where a
 * cell lies, not its index. */
typedef struct _LoomPicture LoomPicture;

#define LOOM_TYPE_PICTURE (loom_picture_get_type ())

/* Between the cells and the legend, in design pixels. */
#define LOOM_PICTURE_LEGEND_GAP 18

/* Room around the cells, in design pixels where nothing else is said. */
typedef struct
{
  double left, top, right, bottom;
} LoomMargins;

/* What is known of a cell, one by one: the columns of a table. */
typedef enum
{
  LOOM_CELL_FIELD_PLACE,
  LOOM_CELL_FIELD_VALUE,
  LOOM_CELL_FIELD_WRITES,
  LOOM_CELL_FIELD_READS,
  LOOM_CELL_FIELD_LOWEST,
  LOOM_CELL_FIELD_HIGHEST,
  LOOM_CELL_FIELD_MEASURE,      /* what the lens measures */
  LOOM_N_CELL_FIELDS
} LoomCellField;

GType         loom_picture_get_type      (void) G_GNUC_CONST;
LoomPicture  *loom_picture_new           (LoomRun               *run,
                                          const LoomView        *view);
LoomPicture  *loom_picture_new_after     (LoomPicture           *before,
                                          LoomRun               *run,
                                          const LoomView        *view);
LoomPicture  *loom_picture_new_sketch    (LoomRun               *run,
                                          const LoomView        *view);
gboolean      loom_picture_is_sketch     (LoomPicture           *self);
LoomPicture  *loom_picture_ref           (LoomPicture           *self);
void          loom_picture_unref         (LoomPicture           *self);
LoomRun      *loom_picture_get_run       (LoomPicture           *self);
const LoomView *loom_picture_get_view    (LoomPicture           *self);
guint64       loom_picture_get_cols      (LoomPicture           *self);
guint64       loom_picture_get_rows      (LoomPicture           *self);
/* from which number to which the colours reach; FALSE where they stand for none */
gboolean      loom_picture_get_scale     (LoomPicture           *self,
                                          double                *low,
                                          double                *high);
gboolean      loom_picture_is_wrapped    (LoomPicture           *self);
/* place <-> cell; FALSE where there is no cell */
gboolean      loom_picture_cell_at       (LoomPicture           *self,
                                          double                 x,
                                          double                 y,
                                          guint64               *col,
                                          guint64               *row);
void          loom_picture_place_of      (LoomPicture           *self,
                                          guint64                col,
                                          guint64                row,
                                          double                *x,
                                          double                *y);
/* index in the array <-> cell */
gboolean      loom_picture_index_of      (LoomPicture           *self,
                                          guint64                col,
                                          guint64                row,
                                          guint64               *index);
gboolean      loom_picture_find_index    (LoomPicture           *self,
                                          guint64                index,
                                          guint64               *col,
                                          guint64               *row);
/* where a trapped access was; inside: at a cell of this array, else just outside of it */
gboolean      loom_picture_get_trap_place (LoomPicture          *self,
                                          double                *x,
                                          double                *y,
                                          gboolean              *inside);
/* one thread of the launch: its number, where it is among those that wrote, what is known of it */
guint64       loom_picture_number_thread (LoomPicture           *self,
                                          const LoomSite        *site);
gboolean      loom_picture_get_writer    (LoomPicture           *self,
                                          guint64                col,
                                          guint64                row,
                                          LoomSite              *writer);
gboolean      loom_picture_get_seed      (LoomPicture           *self,
                                          guint64                col,
                                          guint64                row,
                                          guint                 *seed);
gboolean      loom_picture_get_thread_place (LoomPicture        *self,
                                          guint64                thread,
                                          double                *x,
                                          double                *y);
void          loom_picture_add_thread_cells (LoomPicture        *self,
                                          guint64                thread,
                                          GArray                *cells);
char         *loom_picture_dup_thread_name (LoomPicture         *self,
                                          guint64                thread);
char         *loom_picture_dup_thread_text (LoomPicture         *self,
                                          guint64                thread);
/* The part of the picture at place (x, y), width × height cells (may reach outside), as pixels_x ×
 * pixels_y pixels of CAIRO_FORMAT_ARGB32; outside cells are transparent. unit: device pixels for a
 * design pixel (patterns). */
void          loom_picture_render        (LoomPicture           *self,
                                          const cairo_rectangle_t *cells,
                                          guint                  unit,
                                          guint32               *pixels,
                                          guint                  pixels_x,
                                          guint                  pixels_y,
                                          gsize                  stride);
/* Everything over the cells and around them: cell grid, block borders, numbers; ticks and axis
 * names outside. area: where the cells are, in design pixels; cells: the part of the picture shown
 * in it. */
void          loom_picture_draw_over     (LoomPicture           *self,
                                          cairo_t               *cr,
                                          const cairo_rectangle_t *area,
                                          const cairo_rectangle_t *cells);
/* Threads that lie beside the array: how many cells they reach, and these themselves. */
void          loom_picture_get_ring      (LoomPicture           *self,
                                          LoomMargins           *ring);
void          loom_picture_draw_ring     (LoomPicture           *self,
                                          cairo_t               *cr,
                                          const cairo_rectangle_t *area,
                                          const cairo_rectangle_t *cells);
guint64       loom_picture_find_ghost    (LoomPicture           *self,
                                          double                 x,
                                          double                 y);
char         *loom_picture_dup_ghost_text (LoomPicture          *self,
                                          double                 x,
                                          double                 y);
void          loom_picture_get_margins   (LoomPicture           *self,
                                          LoomMargins           *margins);
double        loom_picture_get_legend_room (LoomPicture         *self);
double        loom_picture_get_legend_height (LoomPicture       *self,
                                          double                 width);
void          loom_picture_draw_legend   (LoomPicture           *self,
                                          cairo_t               *cr,
                                          const cairo_rectangle_t *area);
char         *loom_picture_dup_title     (LoomPicture           *self);
char         *loom_picture_dup_sentence  (LoomPicture           *self);
char        **loom_picture_list_sentences (LoomPicture          *self,
                                          GCancellable          *cancellable);
char         *loom_picture_dup_cell_text (LoomPicture           *self,
                                          guint64                col,
                                          guint64                row);
char         *loom_picture_dup_cell_field (LoomPicture          *self,
                                          guint64                col,
                                          guint64                row,
                                          LoomCellField          field);
gboolean      loom_picture_has_field     (LoomPicture           *self,
                                          LoomCellField          field);
const char   *loom_picture_get_field_title (LoomPicture         *self,
                                          LoomCellField          field);
/* A whole figure: title, cells, axes, legend, sentence, launch. By the extension: .png, .svg,
 * .pdf. */
gboolean      loom_picture_export        (LoomPicture           *self,
                                          const char            *path,
                                          GError               **error);
void          loom_picture_get_figure_size (LoomPicture         *self,
                                          double                *width,
                                          double                *height);
void          loom_picture_draw_figure   (LoomPicture           *self,
                                          cairo_t               *cr,
                                          double                 width,
                                          double                 height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomPicture, loom_picture_unref)
