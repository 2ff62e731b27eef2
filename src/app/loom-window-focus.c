/* loom-window-focus.c: from pane to pane by a key
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

/* A stage is entered by its picture, which is what it is there for; any other pane by the first of
 * its controls. */
static gboolean
enter (GtkWidget *pane)
{
  if (!gtk_widget_get_mapped (pane))
    return FALSE;
  return (LOOM_IS_STAGE (pane) && loom_stage_focus_picture (LOOM_STAGE (pane))) ||
         gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

static gboolean
holds_focus (LoomWindow *self,
             GtkWidget  *pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

/* Panes that are hidden, or have nothing that takes the focus, are passed over. */
static void
go_to_pane (LoomWindow *self,
            int         step)
{
  GtkWidget *panes[] = {
    GTK_WIDGET (self->header), GTK_WIDGET (self->editor_pane),  GTK_WIDGET (self->stage),
    GTK_WIDGET (self->launch_panel), GTK_WIDGET (self->drawer),
  };
  const int n = G_N_ELEMENTS (panes);
  int at = 0;

  while (at < n && !holds_focus (self, panes[at]))
    at++;
  if (at == n)
    at = step > 0 ? n - 1 : 0;
  for (int i = 1; i <= n; i++)
    if (enter (panes[(at + n + i * step) % n]))
      return;
}

static void
next_pane_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  go_to_pane (LOOM_WINDOW (widget), 1);
}

static void
previous_pane_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  go_to_pane (LOOM_WINDOW (widget), -1);
}

void
_loom_window_class_focus_init (LoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.next-pane", NULL, next_pane_action);
  gtk_widget_class_install_action (widget_class, "win.previous-pane", NULL, previous_pane_action);
}
