#pragma once

#include "loom-banner.h"
#include "loom-document-file.h"
#include "loom-drawer.h"
#include "loom-editor-pane.h"
#include "loom-host-code.h"
#include "loom-launch-panel.h"
#include "loom-layout.h"
#include "loom-problem.h"
#include "loom-run-controller.h"
#include "loom-stage.h"
#include "loom-status-bar.h"
#include "loom-window.h"

struct _LoomWindow
{
  AdwApplicationWindow  parent_instance;

  GSettings            *settings;
  LoomSession          *session;
  LoomDocumentFile     *document;
  LoomRunController    *controller;
  LoomLayout           *layout;

  AdwToastOverlay      *toasts;
  AdwHeaderBar         *header;
  AdwWindowTitle       *title;
  GtkMenuButton        *device_button;
  GtkWidget            *device_icon;
  GtkLabel             *device_label;
  GMenu                *device_menu;
  GtkMenuButton        *analyse_button;
  GtkWidget            *analyse_icon;
  GtkLabel             *analyse_label;
  GtkWidget            *analyse_pane;
  GMenu                *recent_menu;
  AdwSplitButton       *open_button;
  GtkStack             *run_stack;
  GtkWidget            *run_label;
  GtkWidget            *stop_label;
  LoomBanner           *disk_banner;
  LoomBanner           *lost_banner;
  LoomBanner           *trap_banner;
  LoomBanner           *error_banner;
  LoomBanner           *device_banner;
  LoomBanner           *profile_banner;
  LoomBanner           *folder_banner;
  LoomBanner           *older_banner;
  GtkPaned             *drawer_paned;
  GtkPaned             *editor_paned;
  LoomEditorPane       *editor_pane;
  LoomStage            *stage;
  LoomLaunchPanel      *launch_panel;
  LoomDrawer           *drawer;
  LoomStatusBar        *status_bar;
  AdwToast             *toast;          /* weak: the last one */

  char                 *left_gpu;       /* for the simulator, after a fault; or NULL */
  gboolean              has_device;     /* another than at first: preferred or chosen */
  guint                 fold_id;
  guint                 completion_id;
  gboolean              drawer_placed;
  gboolean              spoke;          /* the last run printed something */
  gboolean              placing;        /* the window's own doing, not the user's */
  int                   placed_width;   /* of the window, when the editor was placed */
  int                   paned_width;    /* of editor and picture, when last looked at */
  LoomHostTarget        export_target;  /* of the host code that a dialog asks about */
  guint                 line, column;   /* to go to once the document is there; 0: none */
  guint                 problem;        /* the one that F8 went to last, from 1 */
  guint                 loading : 1;    /* a document is on its way into the window */
  guint                 looks_for_kept : 1;     /* beside the document that was opened */
  guint                 closing : 1;    /* once it is saved */
  guint                 discarded : 1;  /* the user lets the changes go */
  guint                 quitting : 1;   /* the user was asked when the program was to end */
};

/* loom-window.c */
void     _loom_window_show_error           (LoomWindow      *self,
                                            const GError    *error);

/* loom-window-actions.c */
void     _loom_window_class_actions_init   (LoomWindowClass *klass);
void     _loom_window_actions_update       (LoomWindow      *self);
gboolean _loom_window_may_run              (LoomWindow      *self);
gboolean _loom_window_enter                (GtkWidget       *pane);
gboolean _loom_window_holds_focus          (LoomWindow      *self,
                                            GtkWidget       *pane);
void     _loom_window_switches_init        (LoomWindow      *self);
void     _loom_window_switches_dispose     (LoomWindow      *self);

/* loom-window-launches.c */
void     _loom_window_class_launches_init  (LoomWindowClass *klass);

/* loom-window-program.c */
void     _loom_window_class_program_init   (LoomWindowClass *klass);
void     _loom_window_program_init         (LoomWindow      *self);

/* loom-window-devices.c */
void     _loom_window_class_devices_init   (LoomWindowClass *klass);
void     _loom_window_devices_init         (LoomWindow      *self);
void     _loom_window_class_profiles_init  (LoomWindowClass *klass);
void     _loom_window_profiles_init        (LoomWindow      *self);

/* loom-window-analyses.c */
void     _loom_window_class_analyses_init  (LoomWindowClass *klass);
void     _loom_window_analyses_init        (LoomWindow      *self);
void     _loom_window_analyses_dispose     (LoomWindow      *self);

/* loom-window-runs.c */
void     _loom_window_tell_exported        (LoomWindow      *self,
                                             const char      *path);
void     _loom_window_class_runs_init      (LoomWindowClass *klass);
void     _loom_window_runs_init            (LoomWindow      *self);

/* loom-window-compare.c */
void     _loom_window_class_compare_init   (LoomWindowClass *klass);
void     _loom_window_compare_init         (LoomWindow      *self);

/* loom-window-cell.c */
void     _loom_window_class_cell_init      (LoomWindowClass *klass);

/* loom-window-fit.c */
void     _loom_window_fit_update           (LoomWindow      *self);
void     _loom_window_class_fit_init       (LoomWindowClass *klass);

/* loom-window-occupancy.c */
void     _loom_window_class_occupancy_init (LoomWindowClass *klass);
/* loom-window-warp.c */
void     _loom_window_class_threads_init   (LoomWindowClass *klass);
void     _loom_window_class_warp_init      (LoomWindowClass *klass);

/* loom-window-replay.c */
void     _loom_window_class_replay_init    (LoomWindowClass *klass);

/* loom-window-chain.c */
void     _loom_window_run_chain            (LoomWindow      *self,
                                            LoomRunJob      *job);

/* loom-window-export.c */
void     _loom_window_class_export_init    (LoomWindowClass *klass);

/* loom-window-headers.c */
void     _loom_window_class_headers_init   (LoomWindowClass *klass);
void     _loom_window_headers_init         (LoomWindow      *self);
void     _loom_window_show_place           (LoomWindow      *self,
                                            const char      *file,
                                            guint            line,
                                            guint            column);
void     _loom_window_show_problem         (LoomWindow      *self,
                                            LoomProblem     *problem);

/* loom-window-drop.c */
void     _loom_window_drop_init            (LoomWindow      *self);
void     _loom_window_open_or_fill         (LoomWindow      *self,
                                            GFile           *file);

/* loom-window-documents.c */
void     _loom_window_class_documents_init (LoomWindowClass *klass);
void     _loom_window_documents_init       (LoomWindow      *self);
void     _loom_window_open_elsewhere       (LoomWindow      *self,
                                            GFile           *file);
gboolean _loom_window_is_source_name       (const char      *name);
