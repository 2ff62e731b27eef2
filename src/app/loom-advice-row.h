#pragma once

#include "loom-diagnostic.h"
#include "loom-launch.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* One thing that is wrong with a launch, and the button that mends it. Signal "fix": it was
 * pressed. */
#define LOOM_TYPE_ADVICE_ROW (loom_advice_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomAdviceRow, loom_advice_row, LOOM, ADVICE_ROW, AdwPreferencesRow)

GtkWidget           *loom_advice_row_new     (LoomSeverity    severity,
                                              const char     *text,
                                              LoomLaunchFix  *fix);
const LoomLaunchFix *loom_advice_row_get_fix (LoomAdviceRow  *self);

G_END_DECLS
