#pragma once

#include "loom-session.h"

G_BEGIN_DECLS

char *loom_status_dup_sentence (LoomSession  *session,
                                LoomSeverity  least,
                                LoomSeverity *severity);

G_END_DECLS
