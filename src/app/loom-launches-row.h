#pragma once

#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The launches that were found in the host code of the source, as a list that opens; nothing is
 * seen of it where there is none. Choosing one activates the action "win.use-launch" with its
 * index. */
#define LOOM_TYPE_LAUNCHES_ROW (loom_launches_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomLaunchesRow, loom_launches_row, LOOM, LAUNCHES_ROW, AdwActionRow)

void     loom_launches_row_set_session (LoomLaunchesRow *self,
                                        LoomSession     *session);
gboolean loom_launches_row_open        (LoomLaunchesRow *self);

G_END_DECLS
