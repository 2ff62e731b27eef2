#pragma once

#include "loom-caption.h"
#include "loom-cell-table.h"
#include "loom-grid-view.h"
#include "loom-moment-bar.h"
#include "loom-picture-pane.h"

struct _LoomPicturePane
{
  LoomPane        parent_instance;

  GtkWidget      *box;
  GtkDropDown    *array_drop;
  GtkDropDown    *lens_drop;
  GtkDropDown    *member_drop;
  GtkWidget      *plane_box;
  GtkAdjustment  *plane_adjustment;
  GtkLabel       *zoom_label;
  GtkStack       *stack;
  LoomGridView   *grid;
  LoomCellTable  *table;
  LoomMomentBar  *moments;
  LoomCaption    *sentence;
  GtkLabel       *readout;
  GtkLabel       *badge;
  GMenu          *colormap_section;

  LoomViewState  *state;        /* that is rendered */
  LoomRun        *run;          /* that of the state */
  LoomView        view;         /* that of the state, with what the desktop decides */
  GCancellable   *making;       /* of the picture that is being made */
  LoomType        member_type;  /* whose members the list offers; size 0: none */
  guint           available;    /* lenses that the list offers, a bit for each */

  guint           as_table : 1;
  guint           updating : 1; /* the controls follow the view, not the view them */
};

/* loom-picture-pane-controls.c: the row of controls above the picture, and their actions */
void _loom_picture_pane_class_controls_init (GtkWidgetClass  *widget_class);
void _loom_picture_pane_fill_controls       (LoomPicturePane *self);
void _loom_picture_pane_update_controls     (LoomPicturePane *self);

/* loom-picture-pane-copy.c: the cells of the table as text for another program */
void _loom_picture_pane_class_copy_init     (GtkWidgetClass  *widget_class);

/* loom-picture-pane-output.c: the picture goes to a file or a printer */
void _loom_picture_pane_class_output_init   (GtkWidgetClass  *widget_class);
