#pragma once

#include "loom-launch.h"
#include "loom-problem.h"
#include "loom-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean loom_fix_apply           (LoomSession          *session,
                                   LoomProblem          *problem,
                                   GError              **error);
void     loom_fix_apply_to_launch (LoomSession          *session,
                                   const LoomLaunchFix  *fix,
                                   GtkWidget            *widget);

G_END_DECLS
