#pragma once

#include "loom-field-row.h"
#include "loom-plan.h"
#include "loom-session.h"

G_BEGIN_DECLS

/* A number that a kernel is given: its value, edited in the settings of the session. */
#define LOOM_TYPE_SCALAR_ROW (loom_scalar_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomScalarRow, loom_scalar_row, LOOM, SCALAR_ROW, LoomFieldRow)

GtkWidget *loom_scalar_row_new          (LoomSession        *session);
void       loom_scalar_row_set_argument (LoomScalarRow      *self,
                                         const LoomPlanArg  *argument);
void       loom_scalar_row_set_member   (LoomScalarRow      *self,
                                         const LoomPlanArg  *argument,
                                         const LoomComponent *component,
                                         const char         *value);
void       loom_scalar_row_update_fault (LoomScalarRow      *self);

G_END_DECLS
