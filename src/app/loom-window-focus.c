/* loom-window-focus.c: from pane to pane by a key
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

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
next_pane_action (LoomWindow *self)
{
  go_to_pane (self, 1);
}

static void
previous_pane_action (LoomWindow *self)
{
  go_to_pane (self, -1);
}

void
_loom_window_class_focus_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.next-pane", NULL, G_CALLBACK (next_pane_action) },
    { "win.previous-pane", NULL, G_CALLBACK (previous_pane_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
