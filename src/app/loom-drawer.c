/* loom-drawer.c: timings, problems and output at the bottom of the window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer.h"

#include "loom-connect.h"
#include "loom-device-note.h"
#include "loom-output-pane.h"
#include "loom-problems-pane.h"
#include "loom-run-pane.h"
#include "loom-schedule-pane.h"
#include "loom-status.h"
#include "loom-template.h"
#include "loom-timings-pane.h"
#include "loom-wrap-box.h"

#include <glib/gi18n-lib.h>

struct _LoomDrawer
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkWidget    *root;
  GtkStack     *stack;
  GtkStackPage *problems_page;
  GtkWidget    *timings;
  GtkWidget    *problems;
  GtkWidget    *output;
  GtkWidget    *runs;
  GtkWidget    *schedule;
  GtkWidget    *notes;
  GtkLabel     *summary;
  GtkWidget    *device;
};

enum {
  PROP_0,
  PROP_COMPACT,
  N_PROPS
};

LOOM_DEFINE_TEMPLATE (LoomDrawer, loom_drawer, LOOM_TYPE_PANE)

static GParamSpec *properties [N_PROPS];

static void
problems_cb (LoomDrawer *self)
{
  guint n = g_list_model_get_n_items (loom_session_get_problems (self->session));
  g_autofree char *title = NULL;

  /* Translators: the tab of the list of problems, and how many there are. */
  title = n > 0 ? g_strdup_printf (_("Problems %u"), n) : g_strdup (_("Problems"));
  gtk_stack_page_set_title (self->problems_page, title);
}

static void
status_cb (LoomDrawer *self)
{
  LoomSeverity severity;
  g_autofree char *text
      = loom_status_dup_sentence (self->session, LOOM_SEVERITY_ERROR, &severity);

  gtk_label_set_label (self->summary, text != NULL ? text : "");
}

static void
loom_drawer_set_session (LoomPane    *pane,
                         LoomSession *session)
{
  LoomDrawer *self = LOOM_DRAWER (pane);

  self->session = session;
  g_object_set (self->timings, "session", session, NULL);
  g_object_set (self->problems, "session", session, NULL);
  g_object_set (self->output, "session", session, NULL);
  g_object_set (self->runs, "session", session, NULL);
  g_object_set (self->schedule, "session", session, NULL);
  g_object_set (self->device, "session", session, NULL);
  loom_connect (loom_session_get_problems (session), "items-changed", problems_cb, self);
  loom_connect (loom_session_get_problems (session), "items-changed", status_cb, self);
  loom_connect (session, "notify::run", status_cb, self);
  problems_cb (self);
  status_cb (self);
}

/* What the pages and the menu of devices say as well gives its lines to the pages. */
static void
loom_drawer_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  LoomDrawer *self = LOOM_DRAWER (object);

  switch (prop_id)
    {
    case PROP_COMPACT:
      gtk_widget_set_visible (self->notes, !g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_drawer_class_init (LoomDrawerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->set_property = loom_drawer_set_property;
  LOOM_PANE_CLASS (klass)->set_session = loom_drawer_set_session;
  properties[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE,
                                                   G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);

  g_type_ensure (LOOM_TYPE_DEVICE_NOTE);
  g_type_ensure (LOOM_TYPE_OUTPUT_PANE);
  g_type_ensure (LOOM_TYPE_PROBLEMS_PANE);
  g_type_ensure (LOOM_TYPE_RUN_PANE);
  g_type_ensure (LOOM_TYPE_SCHEDULE_PANE);
  g_type_ensure (LOOM_TYPE_TIMINGS_PANE);
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  loom_template_set (widget_class, "loom-drawer.ui");
  LOOM_TEMPLATE_CHILDREN (widget_class, LoomDrawer, root, stack, problems_page, timings, problems,
                          output, runs, schedule, notes, summary, device);
  LOOM_TEMPLATE_CALLBACKS (widget_class, loom_status_query_tooltip);
  gtk_widget_class_set_css_name (widget_class, "loomdrawer");
}

void
loom_drawer_show_page (LoomDrawer *self,
                       const char *name)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  gtk_stack_set_visible_child_name (self->stack, name);
}
