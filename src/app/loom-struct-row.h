#pragma once

#include "loom-plan.h"
#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* A struct or vector that a kernel is given by value: a row for each number in it, and for each
 * array that it points to. */
#define LOOM_TYPE_STRUCT_ROW (loom_struct_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomStructRow, loom_struct_row, LOOM, STRUCT_ROW, AdwExpanderRow)

gboolean   loom_struct_row_can_show     (const LoomPlanArg  *argument);
GtkWidget *loom_struct_row_new          (LoomSession        *session,
                                         const LoomPlanArg  *argument);
void       loom_struct_row_set_argument (LoomStructRow      *self,
                                         LoomPlan           *plan,
                                         guint               index);
void       loom_struct_row_update_fault (LoomStructRow      *self);

G_END_DECLS
