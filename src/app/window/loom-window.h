#pragma once

#include "loom-draft.h"
#include "loom-runner-client.h"
#include "loom-session.h"

#include <adwaita.h>

/* Composition only: the session holds the state, the run controller does the work, panes show it.
 * Owns the session, the controller and the LoomDocumentFile of its one document. */
#define LOOM_TYPE_WINDOW (loom_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomWindow, loom_window, LOOM, WINDOW, AdwApplicationWindow)

LoomWindow  *loom_window_new         (GtkApplication   *application,
                                      GSettings        *settings,
                                      LoomRunnerClient *client);
LoomSession *loom_window_get_session (LoomWindow      *self);
gboolean     loom_window_is_blank    (LoomWindow      *self);
void         loom_window_open_file   (LoomWindow      *self,
                                      GFile           *file);
void         loom_window_show_line   (LoomWindow      *self,
                                      guint            line,
                                      guint            column);
void         loom_window_start       (LoomWindow      *self,
                                      const char      *name,
                                      const char      *text,
                                      gboolean         made);
gboolean     loom_window_may_close   (LoomWindow      *self,
                                      gboolean         quitting);
void         loom_window_restore     (LoomWindow      *self,
                                      LoomDraft       *draft);
void         loom_window_add_toast   (LoomWindow      *self,
                                      AdwToast        *toast);
void         loom_window_install_accels (GtkApplication *application);
