#pragma once

#include "loom-advice-row.h"
#include "loom-dim3-row.h"
#include "loom-field-row.h"
#include "loom-launch-panel.h"
#include "loom-fix.h"
#include "loom-launch.h"
#include "loom-launches-row.h"
#include "loom-number-field.h"

G_BEGIN_DECLS

struct _LoomLaunchPanel
{
  LoomPane              parent_instance;

  LoomSession          *session;
  LoomLaunch            launch;
  LoomLaunch            planned;           /* as it was with the last plan */
  GPtrArray            *argument_rows;     /* (element-type GtkWidget), borrowed */
  char                 *arguments_key;     /* which arguments the rows are for */
  guint                 update_id;
  guint                 show_row_id;

  GSignalGroup         *typed;             /* the field that is typed into */

  GtkOverlay           *overlay;
  GtkWidget            *root;
  AdwComboRow          *kernel;
  LoomLaunchesRow      *launches;
  LoomDim3Row          *range;
  LoomDim3Row          *block;
  LoomDim3Row          *grid;
  GtkToggleButton      *auto_button;
  GtkLabel             *threads;
  GtkLabel             *warps;
  GtkWidget            *costs;
  GtkLabel             *registers;
  GtkLabel             *occupancy;
  GtkLabel             *outside;
  GtkLabel             *idle;
  GtkScrolledWindow    *scroller;
  GtkListBox           *advice;
  GtkWidget            *advice_room;
  AdwPreferencesGroup  *arguments;
  GtkWidget            *manual;
  AdwExpanderRow       *memory;
  LoomNumberField      *shared;
  GtkWidget            *content;
  GtkLabel             *reason;

  int                   spare;             /* pixels below the content, so that it stays in place */
  guint                 updating : 1;
};

/* -- loom-launch-panel.c -- */
void     _loom_launch_panel_queue_update (LoomLaunchPanel *self);
/* -- loom-launch-panel-edits.c -- */
void     _loom_launch_panel_bind_edits   (GtkWidgetClass  *widget_class);
void     _loom_launch_panel_flush        (LoomLaunchPanel *self);
/* -- loom-launch-panel-kernels.c -- */
void     _loom_launch_panel_bind_kernels (GtkWidgetClass  *widget_class);
void     _loom_launch_panel_init_kernels (LoomLaunchPanel *self);
void     _loom_launch_panel_update_kernels (LoomLaunchPanel *self);
/* -- loom-launch-panel-advice.c -- */
void     _loom_launch_panel_init_advice  (LoomLaunchPanel *self);
void     _loom_launch_panel_update_advice (LoomLaunchPanel *self);
void     _loom_launch_panel_update_faults (LoomLaunchPanel *self);
/* -- loom-launch-panel-focus.c -- */
void     _loom_launch_panel_init_focus   (LoomLaunchPanel *self);
LoomField *_loom_launch_panel_find_field (LoomLaunchPanel *self);
/* -- loom-launch-panel-reason.c -- */
void     _loom_launch_panel_init_reason  (LoomLaunchPanel *self);
void     _loom_launch_panel_update_reason (LoomLaunchPanel *self);
/* -- loom-launch-panel-facts.c -- */
gboolean _loom_launch_panel_has_kernel   (LoomLaunchPanel *self);
void     _loom_launch_panel_update_facts (LoomLaunchPanel *self);
void     _loom_launch_panel_update_costs (LoomLaunchPanel *self);
void     _loom_launch_panel_update_rows  (LoomLaunchPanel *self);

G_END_DECLS
