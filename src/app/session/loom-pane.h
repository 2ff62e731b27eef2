#pragma once

#include "loom-session.h"

#include <gtk/gtk.h>

/* A part of the window that is a function of the session. Property "session" (LoomSession, set
 * once). */
#define LOOM_TYPE_PANE (loom_pane_get_type ())
G_DECLARE_DERIVABLE_TYPE (LoomPane, loom_pane, LOOM, PANE, GtkWidget)

/**
 * LoomPaneClass:
 * @set_session: called once, with what the pane shows from now on. The pane holds a reference as
 *   long as it lives, so @self may keep the pointer.
 */
struct _LoomPaneClass
{
  GtkWidgetClass parent_class;

  void (*set_session) (LoomPane    *self,
                       LoomSession *session);
};

LoomSession *loom_pane_find_session (GtkWidget *widget);
