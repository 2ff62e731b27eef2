#pragma once

#include "loom-problem.h"
#include "loom-session.h"

G_BEGIN_DECLS

gboolean loom_fix_apply (LoomSession  *session,
                         LoomProblem  *problem,
                         GError      **error);

G_END_DECLS
