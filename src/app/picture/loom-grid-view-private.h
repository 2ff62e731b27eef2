#pragma once

#include "loom-grid-geometry.h"
#include "loom-grid-view.h"

/* Around all that is drawn. */
#define LOOM_GRID_VIEW_EDGE 6

/* The least frame of a thread; a trap keeps room for it above and below the cells. */
#define LOOM_GRID_VIEW_MARK 30

/* A cell that something points at. */
typedef struct
{
  gboolean set;
  guint64  col, row;
} LoomGridSpot;

struct _LoomGridView
{
  GtkWidget         parent_instance;

  LoomPicture      *picture;
  GdkTexture       *cells;      /* device pixels of what is shown; dropped with the layout */
  GskRenderNode    *overlay;    /* all that cairo draws; dropped with the layout */

  LoomGridGeometry  geometry;   /* of the area */
  double            left, top;  /* of the area in the widget */
  double            legend;     /* its width; 0: there is no room for one */
  double            legend_end; /* as far down as it may reach */
  double            pointer_x, pointer_y;
  double            drag_x, drag_y;     /* how far the drag has come */
  double            pinch;              /* how far the pinch has come */
  LoomGridSpot      hover, cursor, pin;
  LoomGridSpot      anchor;             /* of what is marked to be painted, up to the cursor */
  LoomGridSpot      drag_from;          /* the cell where a drag began that paints */
  gboolean          paints;
  guint64           thread;     /* that is shown, or LOOM_NO_WRITER */
  guint64           ghost;      /* thread beside the array that the pointer is over, or
                                   LOOM_NO_WRITER */
  char             *name;       /* that tells it from the view beside it, or NULL */
  LoomGridView     *peer;       /* weak: shows the same part of another picture; or NULL */
  gboolean          follows;    /* the peer has just changed, and tells so */
  LoomPicture      *companion;  /* that is seen beside this one, or in its place; or NULL */
  gboolean          hides_legend;       /* there is one for both */
  GArray           *footprint;  /* (element-type LoomGridSpan) cells that are framed; NULL: none
                                   ever was */
  char             *footprint_text;     /* what they are, for a screen reader; or NULL */
};

void _loom_grid_view_snapshot      (GtkWidget      *widget,
                                    GtkSnapshot    *snapshot);
void _loom_grid_view_append_footprint (LoomGridView *self,
                                       GtkSnapshot  *snapshot);
void _loom_grid_view_append_ghost  (LoomGridView   *self,
                                    GtkSnapshot    *snapshot);
void _loom_grid_view_set_ghost     (LoomGridView   *self,
                                    guint64         thread);
gboolean _loom_grid_view_get_ghost_rect (LoomGridView *self,
                                    LoomGridRect   *rect);
void _loom_grid_view_append_name   (LoomGridView   *self,
                                    GtkSnapshot    *snapshot);
void _loom_grid_view_lead          (LoomGridView   *self);
void _loom_grid_view_update_ring   (LoomGridView   *self);
gboolean _loom_grid_view_has_focus (LoomGridView   *self);
void _loom_grid_view_update_accessible (LoomGridView *self);
void _loom_grid_view_class_input_init (GtkWidgetClass *widget_class);
void _loom_grid_view_input_init    (LoomGridView   *self);
void _loom_grid_view_relayout      (LoomGridView   *self);
void _loom_grid_view_redraw        (LoomGridView   *self);
void _loom_grid_view_unmark        (LoomGridView   *self);
void _loom_grid_view_tell_hovered  (LoomGridView   *self);
void _loom_grid_view_set_hover     (LoomGridView   *self,
                                    gboolean        set,
                                    guint64         col,
                                    guint64         row);
void _loom_grid_view_set_cursor    (LoomGridView   *self,
                                    guint64         col,
                                    guint64         row);
gboolean _loom_grid_view_hit       (LoomGridView   *self,
                                    double          x,
                                    double          y,
                                    guint64        *col,
                                    guint64        *row);
