#pragma once

#include "loom-field-row.h"
#include "loom-fix.h"
#include "loom-launch-panel.h"
#include "loom-launch-rows.h"
#include "loom-launch.h"
#include "loom-number-field.h"

struct _LoomLaunchPanel
{
  LoomPane              parent_instance;

  LoomSession          *session;
  LoomLaunch            launch;
  LoomLaunch            planned;           /* as it was with the last plan */
  AdwActionRow         *steps;
  GPtrArray            *argument_rows;     /* (element-type GtkWidget), borrowed */
  char                 *arguments_key;     /* which arguments the rows are for */
  guint                 update_id;
  guint                 show_row_id;

  GSignalGroup         *typed;             /* the field that is typed into */

  GtkOverlay           *overlay;
  GtkWidget            *root;
  LoomKernelRow        *kernel;
  LoomLaunchesRow      *launches;
  LoomMappingRow       *mapping;
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
  LoomExpectGroup      *expected;
  LoomOptionsGroup     *compiler;
  GtkWidget            *manual;
  AdwActionRow         *dismissed;
  GtkImage             *zone;
  AdwExpanderRow       *memory;
  LoomNumberField      *shared;
  GtkWidget            *content;
  GtkLabel             *reason;

  int                   spare;             /* pixels below the content, so that it stays in place */
  guint                 updating : 1;
};

/* -- loom-launch-panel.c -- */
void       _loom_launch_panel_queue_update  (LoomLaunchPanel *self);
/* -- loom-launch-panel-place.c -- */
void       _loom_launch_panel_init_place    (LoomLaunchPanel *self);
void       _loom_launch_panel_update_advice (LoomLaunchPanel *self);
void       _loom_launch_panel_update_faults (LoomLaunchPanel *self);
LoomField *_loom_launch_panel_find_field    (LoomLaunchPanel *self);
