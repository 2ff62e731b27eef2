#pragma once

#include "loom-plan.h"
#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* An array or struct that a kernel is given: name, type, shape and fill, edited in the settings of
 * the session. */
#define LOOM_TYPE_ARGUMENT_ROW (loom_argument_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomArgumentRow, loom_argument_row, LOOM, ARGUMENT_ROW, AdwExpanderRow)

GtkWidget *loom_argument_row_new          (LoomSession        *session);
void       loom_argument_row_set_argument (LoomArgumentRow    *self,
                                           const LoomPlanArg  *argument);
void       loom_argument_row_update_fault (LoomArgumentRow    *self);

G_END_DECLS
