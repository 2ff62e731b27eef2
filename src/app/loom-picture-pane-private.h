#pragma once

#include "loom-caption.h"
#include "loom-cell-table.h"
#include "loom-grid-view.h"
#include "loom-picture-pane.h"

G_BEGIN_DECLS

/* What a person chooses here; one key each in [view]. */
typedef enum
{
  LOOM_VIEW_KEY_ARRAY,
  LOOM_VIEW_KEY_LENS,
  LOOM_VIEW_KEY_COLORMAP,
  LOOM_VIEW_KEY_ORIGIN,
  LOOM_VIEW_KEY_PLANE,
  LOOM_VIEW_KEY_STYLE,
  LOOM_VIEW_KEY_MEMBER,
  LOOM_N_VIEW_KEYS
} LoomViewKey;

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
  LoomCaption    *sentence;
  GtkLabel       *readout;
  GtkLabel       *badge;
  GMenu          *colormap_section;

  LoomSession    *session;
  LoomRun        *run;
  LoomView        view;         /* what is wanted; the picture may have had to fall back */
  GCancellable   *making;       /* of the picture that is being made */
  LoomRun        *captioned;    /* whose sentences have room, or NULL */
  guint           captioned_array;
  guint64         captioned_plane;
  GCancellable   *captioning;   /* of finding these sentences */
  LoomType        member_type;  /* whose members the list offers; size 0: none */
  guint           available;    /* lenses that the list offers, a bit for each */
  guint           unwritten;    /* bits of LoomViewKey: chosen by hand, not in the settings yet */
  char           *noted[LOOM_N_VIEW_KEYS]; /* what the settings said of these when chosen */
  char           *said[LOOM_N_VIEW_KEYS];  /* what the settings say of these */

  guint           as_table : 1;
  guint           chosen : 1;   /* the lens was chosen by hand: a new run keeps it */
  guint           opened : 1;   /* the next run is the first of another document */
  guint           updating : 1; /* the controls follow the view, not the view them */
};

/* loom-picture-pane-caption.c: the sentence under the picture, and room for others */
void _loom_picture_pane_caption             (LoomPicturePane *self,
                                             LoomPicture     *picture);
void _loom_picture_pane_stop_captions       (LoomPicturePane *self);

/* loom-picture-pane-cells.c: which cell is pointed at, and what it says */
void _loom_picture_pane_class_cells_init    (GtkWidgetClass  *widget_class);
void _loom_picture_pane_update_readout      (LoomPicturePane *self);
void _loom_picture_pane_follow_pin          (LoomPicturePane *self);
void _loom_picture_pane_follow_thread       (LoomPicturePane *self);
void _loom_picture_pane_show_thread         (LoomPicturePane *self);

/* loom-picture-pane-controls.c: the row of controls above the picture, and their actions */
void _loom_picture_pane_class_controls_init (GtkWidgetClass  *widget_class);
void _loom_picture_pane_fill_controls       (LoomPicturePane *self);
void _loom_picture_pane_update_controls     (LoomPicturePane *self);

/* loom-picture-pane-copy.c: the cells of the table as text for another program */
void _loom_picture_pane_class_copy_init     (GtkWidgetClass  *widget_class);

/* loom-picture-pane-making.c: the picture is made anew */
void _loom_picture_pane_remake              (LoomPicturePane *self);
void _loom_picture_pane_update_table        (LoomPicturePane *self);

/* loom-picture-pane-members.c: which number of a struct or vector is shown */
void  _loom_picture_pane_class_members_init (GtkWidgetClass  *widget_class);
void  _loom_picture_pane_update_members     (LoomPicturePane *self);
char *_loom_picture_pane_dup_member         (LoomPicturePane *self);

/* loom-picture-pane-output.c: the picture goes to a file or a printer */
void _loom_picture_pane_class_output_init   (GtkWidgetClass  *widget_class);

/* loom-picture-pane-settings.c: what was chosen by hand goes into [view] */
void _loom_picture_pane_choose              (LoomPicturePane *self,
                                             const LoomView  *view);
void _loom_picture_pane_follow_settings     (LoomPicturePane *self);

G_END_DECLS
