#pragma once

#include "loom-kernel-template.h"
#include "loom-run-controller.h"
#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Asks for the arguments of a kernel that is a template. An instance is written into the settings
 * only once the compiler has taken it; until then what is wrong with it is said here. */
#define LOOM_TYPE_TEMPLATE_WINDOW (loom_template_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomTemplateWindow, loom_template_window, LOOM, TEMPLATE_WINDOW, AdwWindow)

GtkWindow *loom_template_window_new (GtkWindow                *parent,
                                     LoomSession              *session,
                                     LoomRunController        *controller,
                                     const LoomKernelTemplate *template);

G_END_DECLS
