#pragma once

#include "loom-launch-advice.h"
#include "loom-launch.h"
#include "loom-problem.h"
#include "loom-session.h"

#include <gtk/gtk.h>

/* One button's worth of help: sets a key of the launch, has the window do something, or shows a
 * line. */
typedef struct
{
  char       *label;            /* of the button, for people */
  const char *key;              /* static, or NULL */
  const char *action;           /* static, or NULL */
  char       *value;            /* of the key, or what the action is given; or NULL */
  guint       line;             /* of the document, or 0 */
} LoomLaunchFix;

gboolean       loom_fix_apply           (LoomSession          *session,
                                         LoomProblem          *problem,
                                         GError              **error);
LoomLaunchFix *loom_launch_fix_new      (const LoomLaunch     *self,
                                         const LoomLimits     *limits,
                                         LoomError             code);
LoomLaunchFix *loom_launch_fix_find     (LoomSession          *session);
GPtrArray     *loom_launch_list_mends   (const LoomAdvice     *advice);
LoomLaunchFix *loom_launch_fix_new_dismissal (LoomSession     *session,
                                         const LoomAdvice     *advice);
void           loom_launch_fix_free     (LoomLaunchFix        *self);
void           loom_fix_apply_to_launch (LoomSession          *session,
                                         const LoomLaunchFix  *fix,
                                         GtkWidget            *widget);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomLaunchFix, loom_launch_fix_free)
