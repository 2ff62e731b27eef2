#pragma once

#include "loom-launch.h"
#include "loom-problem.h"
#include "loom-session.h"

#include <gtk/gtk.h>

/* One button's worth of help: sets a key of the launch, or asks for what has to be known. */
typedef struct
{
  char       *label;            /* of the button, for people */
  const char *key;              /* static; NULL: the arguments of a template are asked for */
  char       *value;
} LoomLaunchFix;

gboolean       loom_fix_apply           (LoomSession          *session,
                                         LoomProblem          *problem,
                                         GError              **error);
LoomLaunchFix *loom_launch_fix_new      (const LoomLaunch     *self,
                                         const LoomLimits     *limits,
                                         LoomError             code);
LoomLaunchFix *loom_launch_fix_find     (LoomSession          *session);
GPtrArray     *loom_launch_list_fixes   (const LoomLaunch     *self,
                                         const LoomLimits     *limits,
                                         LoomError             code);
void           loom_launch_fix_free     (LoomLaunchFix        *self);
void           loom_fix_apply_to_launch (LoomSession          *session,
                                         const LoomLaunchFix  *fix,
                                         GtkWidget            *widget);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomLaunchFix, loom_launch_fix_free)
