/* loom-drawer.c: timings, problems and output at the bottom of the window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer.h"

#include "loom-connect.h"
#include "loom-drawer-panes.h"
#include "loom-status.h"
#include "loom-template.h"
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
  GtkWidget    *arguments;
  GtkWidget    *runs;
  GtkWidget    *schedule;
  GtkWidget    *steps;
  GtkWidget    *console;
  GtkWidget    *notes;
  GtkLabel     *summary;
  GtkWidget    *device;
};

LOOM_DEFINE_TEMPLATE (LoomDrawer, loom_drawer, LOOM_TYPE_PANE)

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

LOOM_DEFINE_SET_SESSION (LoomDrawer, loom_drawer)
{
  GtkWidget *panes[] = {
    self->timings, self->problems, self->output, self->arguments, self->runs, self->schedule,
    self->steps, self->console,
    self->device,
  };

  self->session = session;
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    g_object_set (panes[i], "session", session, NULL);
  loom_connect (loom_session_get_problems (session), "items-changed", problems_cb, self);
  loom_connect (loom_session_get_problems (session), "items-changed", status_cb, self);
  loom_connect (session, "notify::run", status_cb, self);
  problems_cb (self);
  status_cb (self);
}

static void
loom_drawer_class_init (LoomDrawerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_drawer_set_session;

  g_type_ensure (LOOM_TYPE_ARGUMENTS_PANE);
  g_type_ensure (LOOM_TYPE_CONSOLE_PANE);
  g_type_ensure (LOOM_TYPE_DEVICE_NOTE);
  g_type_ensure (LOOM_TYPE_OUTPUT_PANE);
  g_type_ensure (LOOM_TYPE_PROBLEMS_PANE);
  g_type_ensure (LOOM_TYPE_RUN_PANE);
  g_type_ensure (LOOM_TYPE_SCHEDULE_PANE);
  g_type_ensure (LOOM_TYPE_STEPS_PANE);
  g_type_ensure (LOOM_TYPE_TIMINGS_PANE);
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  LOOM_TEMPLATE (widget_class, LoomDrawer, "loom-drawer.ui", root, stack, problems_page, timings,
                 problems, output, arguments, runs, schedule, steps, console, notes, summary,
                 device);
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

/**
 * loom_drawer_focus_console:
 *
 * Shows the page of expressions, with the cursor in its entry.
 */
void
loom_drawer_focus_console (LoomDrawer *self)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  loom_drawer_show_page (self, "console");
  gtk_widget_grab_focus (self->console);
}

/**
 * loom_drawer_set_compact:
 * @compact: whether the window is narrow
 *
 * Leaves out what the menu of devices says as well, so that its lines go to the rest.
 */
void
loom_drawer_set_compact (LoomDrawer *self,
                         gboolean    compact)
{
  g_return_if_fail (LOOM_IS_DRAWER (self));

  gtk_widget_set_visible (self->notes, !compact);
}
