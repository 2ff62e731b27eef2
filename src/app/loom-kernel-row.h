#pragma once

#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The kernel of a launch, to choose from those that there are; a template asks for its arguments by
 * the action "win.choose-template". Not shown where there is nothing to choose. */
#define LOOM_TYPE_KERNEL_ROW (loom_kernel_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomKernelRow, loom_kernel_row, LOOM, KERNEL_ROW, AdwComboRow)

void loom_kernel_row_set_session (LoomKernelRow *self,
                                  LoomSession   *session);
void loom_kernel_row_update      (LoomKernelRow *self);

G_END_DECLS
