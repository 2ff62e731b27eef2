#pragma once

#include "loom-banner.h"
#include "loom-caption.h"
#include "loom-run-query.h"
#include "loom-cell-table.h"
#include "loom-compare-bar.h"
#include "loom-grid-view.h"
#include "loom-moment-bar.h"
#include "loom-picture-pair.h"
#include "loom-picture-pane.h"
#include "loom-strip-view.h"

struct _LoomPicturePane
{
  LoomPane        parent_instance;

  GtkWidget      *box;
  GtkDropDown    *array_drop;
  GtkDropDown    *lens_drop;
  GtkDropDown    *member_drop;
  GtkWidget      *plane_box;
  GtkAdjustment  *plane_adjustment;
  GtkButton      *plane_play;
  GtkLabel       *zoom_label;
  GtkStack       *stack;
  LoomGridView   *grid;
  LoomCellTable  *table;
  LoomMomentBar  *moments;
  LoomCaption    *sentence;
  GtkLabel       *readout;
  GtkLabel       *badge;
  GMenu          *colormap_section;
  LoomBanner     *offer;
  GMenuModel     *cell_model;
  GtkWidget      *cell_menu;
  LoomCompareBar *compare_bar;
  GtkStack       *pinned_stack; /* to the left of the grid: the pinned run, or why it is not seen */
  LoomGridView   *pinned_grid;  /* in it; NULL: it was never seen yet */
  GtkLabel       *pinned_why;
  GtkDrawingArea *legend;       /* of both */
  LoomStripView  *strip;

  LoomSession    *session;      /* or NULL */
  LoomCompare    *compare;      /* of the session, or NULL */
  LoomPicturePair pictures;     /* of the pinned run, if that is looked at, and of the run */
  LoomRunQuery  *query;        /* whose answer is painted; the session's, or NULL */
  LoomReplayer   *replayer;     /* whose access is framed; likewise */
  LoomViewState  *state;        /* that is rendered */
  LoomRun        *run;          /* that of the state */
  LoomView        view;         /* that of the state, with what the desktop decides */
  GCancellable   *making;       /* of the picture that is being made */
  GCancellable   *searching;    /* for a cell */
  guint           playing;      /* the planes; 0: they don't */
  guint           blinking;     /* the two pictures; 0: they don't */
  LoomLens        offered;      /* the lens that the offer is about */
  LoomType        member_type;  /* whose members the list offers; size 0: none */
  guint           available;    /* lenses that the list offers, a bit for each */

  guint           as_table : 1;
  guint           shows_pinned : 1;     /* in place of the run, while both take turns */
  guint           updating : 1; /* the controls follow the view, not the view them */
};

/* loom-picture-pane.c */
void     _loom_picture_pane_take            (LoomPicturePane *self,
                                             LoomPicturePair *pictures);
void     _loom_picture_pane_take_nothing    (LoomPicturePane *self);
void     _loom_picture_pane_update_readout  (LoomPicturePane *self);

/* loom-picture-pane-make.c */
void     _loom_picture_pane_remake          (LoomPicturePane *self);

/* loom-picture-pane-compare.c: the pinned run beside the one that is shown, or in its place */
void     _loom_picture_pane_compare_init    (LoomPicturePane *self);
void     _loom_picture_pane_compare_dispose (LoomPicturePane *self);
void     _loom_picture_pane_follow_compare  (LoomPicturePane *self);
void     _loom_picture_pane_show_pictures   (LoomPicturePane *self);
gboolean _loom_picture_pane_turn_over       (LoomPicturePane *self);
LoomRun *_loom_picture_pane_get_other       (LoomPicturePane *self,
                                             LoomView        *view);
char    *_loom_picture_pane_dup_with_other  (LoomPicturePane *self,
                                             char            *text,
                                             guint64          col,
                                             guint64          row);

/* loom-picture-pane-strip.c: histogram, row and column under the picture */
void _loom_picture_pane_class_strip_init    (GtkWidgetClass  *widget_class);
void _loom_picture_pane_update_strip        (LoomPicturePane *self);

/* loom-picture-pane-controls.c: the row of controls above the picture, and their actions */
void _loom_picture_pane_class_controls_init (GtkWidgetClass  *widget_class);
void _loom_picture_pane_fill_controls       (LoomPicturePane *self);
void _loom_picture_pane_update_controls     (LoomPicturePane *self);

/* loom-picture-pane-planes.c: from plane to plane of an array of three axes */
void _loom_picture_pane_class_planes_init   (GtkWidgetClass  *widget_class);
void _loom_picture_pane_update_planes       (LoomPicturePane *self);
void _loom_picture_pane_planes_dispose      (LoomPicturePane *self);

/* loom-picture-pane-offer.c: what a lens needs that has nothing to see yet */
void     _loom_picture_pane_class_offer_init (GtkWidgetClass  *widget_class);
gboolean _loom_picture_pane_can_offer        (LoomPicturePane *self,
                                              LoomLens         lens);
void     _loom_picture_pane_offer            (LoomPicturePane *self,
                                              LoomLens         lens);
void     _loom_picture_pane_withdraw_offer   (LoomPicturePane *self);

/* loom-picture-pane-find.c: from one conspicuous cell to the next */
void _loom_picture_pane_class_find_init     (GtkWidgetClass  *widget_class);

/* loom-picture-pane-menu.c: the menu on a cell */
void _loom_picture_pane_class_menu_init     (GtkWidgetClass  *widget_class);
void _loom_picture_pane_menu_init           (LoomPicturePane *self);
void _loom_picture_pane_menu_dispose        (LoomPicturePane *self);
void _loom_picture_pane_update_menu         (LoomPicturePane *self);

/* loom-picture-pane-clipboard.c: picture, values and what is known of a cell for other programs */
void _loom_picture_pane_class_clipboard_init (GtkWidgetClass *widget_class);
char *_loom_picture_pane_dup_readout        (LoomPicturePane *self,
                                             gboolean         to_copy);

/* loom-picture-pane-copy.c: the cells of the table as text for another program */
void _loom_picture_pane_class_copy_init     (GtkWidgetClass  *widget_class);

/* loom-picture-pane-footprint.c: what the writers of a cell read */
void _loom_picture_pane_follow_footprint    (LoomPicturePane *self);

/* loom-picture-pane-colors.c: which values the colours reach from and to */
void _loom_picture_pane_class_colors_init   (GtkWidgetClass  *widget_class);
void _loom_picture_pane_update_colors       (LoomPicturePane *self);

/* loom-picture-pane-output.c: the picture goes to a file or a printer */
void _loom_picture_pane_class_output_init   (GtkWidgetClass  *widget_class);
LoomView _loom_picture_pane_get_paper_view  (LoomPicturePane *self);
