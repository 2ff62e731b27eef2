#pragma once

#include "loom-grid-geometry.h"
#include "loom-thread-view.h"

#define LOOM_THREAD_VIEW_EDGE 8         /* around all that is drawn */

struct _LoomThreadView
{
  GtkWidget         parent_instance;

  LoomThreadMap    *map;        /* or NULL */
  LoomGridGeometry  geometry;   /* of the area, which begins at the edge */
  GdkTexture       *threads;    /* device pixels of what is shown; dropped with the layout */
  GskRenderNode    *overlay;    /* what cairo draws over them; dropped with the layout */
  guint64           hover, cursor, selected;    /* threads, or LOOM_NO_PLACE */
  GArray           *marked;     /* (element-type guint64) threads */
  char             *why;        /* these are marked, for a screen reader; or NULL */
  double            pointer_x, pointer_y;
  double            drag_x, drag_y;     /* how far the drag has come */
};

guint64 _loom_thread_view_find        (LoomThreadView *self,
                                       double          x,
                                       double          y);
void    _loom_thread_view_redraw      (LoomThreadView *self);
void    _loom_thread_view_set_hover   (LoomThreadView *self,
                                       guint64         thread);
void    _loom_thread_view_set_cursor  (LoomThreadView *self,
                                       guint64         thread);
void    _loom_thread_view_input_init  (LoomThreadView *self);
void    _loom_thread_view_class_input_init (GtkWidgetClass *widget_class);
