/* loom-status-bar.c: how things stand, where the drawer is hidden
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-status-bar.h"

#include "loom-connect.h"
#include "loom-drawer-panes.h"
#include "loom-problem.h"
#include "loom-resources.h"
#include "loom-status.h"

#include <glib/gi18n-lib.h>

struct _LoomStatusBar
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkWidget    *root;
  GtkWidget    *icon;
  GtkLabel     *label;
  GtkWidget    *note;
  GtkWidget    *device;
  GtkButton    *problems;
  GtkWidget    *output;
};

G_DEFINE_FINAL_TYPE (LoomStatusBar, loom_status_bar, LOOM_TYPE_PANE)

static void
show_severity (LoomStatusBar *self,
               LoomSeverity   severity)
{
  const gboolean error = severity == LOOM_SEVERITY_ERROR;
  const char *classes[] = { error ? "error" : "warning", NULL };

  gtk_widget_set_visible (self->icon, severity != LOOM_SEVERITY_NOTE);
  gtk_widget_set_css_classes (self->icon, classes);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon),
                                error ? "dialog-error-symbolic" : "dialog-warning-symbolic");
}

static void
update (LoomStatusBar *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const guint n = loom_session_count_problems (self->session);
  LoomSeverity severity;
  g_autofree char *text
      = loom_status_dup_sentence (self->session, LOOM_SEVERITY_WARNING, &severity);
  g_autofree char *title = g_strdup_printf (_("Problems %u"), n);

  show_severity (self, severity);
  gtk_label_set_label (self->label, text != NULL ? text : "");
  gtk_button_set_label (self->problems, title);
  gtk_widget_set_visible (GTK_WIDGET (self->problems), n > 0);
  gtk_widget_set_visible (self->output,
                          run != NULL && run->output != NULL && *run->output != '\0');
}

static void
loom_status_bar_set_session (LoomPane    *pane,
                             LoomSession *session)
{
  LoomStatusBar *self = LOOM_STATUS_BAR (pane);

  self->session = session;
  g_object_set (self->device, "session", session, NULL);
  loom_connect (loom_session_get_problems (session), "items-changed", update, self);
  loom_connect (session, "notify::run", update, self);
  update (self);
}

static void
loom_status_bar_class_init (LoomStatusBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_status_bar_set_session;

  g_type_ensure (LOOM_TYPE_DEVICE_NOTE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-status-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, root);
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, icon);
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, label);
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, note);
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, device);
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, problems);
  gtk_widget_class_bind_template_child (widget_class, LoomStatusBar, output);
  gtk_widget_class_bind_template_callback (widget_class, loom_status_query_tooltip);
  gtk_widget_class_set_css_name (widget_class, "loomstatus");
}

static void
loom_status_bar_init (LoomStatusBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_status_bar_set_compact:
 * @compact: whether the window is narrow
 *
 * Leaves out what the drawer tells as well, so that its lines go to the rest.
 */
void
loom_status_bar_set_compact (LoomStatusBar *self,
                             gboolean       compact)
{
  g_return_if_fail (LOOM_IS_STATUS_BAR (self));

  gtk_widget_set_visible (self->note, !compact);
}
