#pragma once

#include "loom-diagnostic.h"
#include "loom-fix.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* One thing that is wrong with a launch, and the buttons that mend it. Signal "fix", with the index
 * of one: it was pressed. */
#define LOOM_TYPE_ADVICE_ROW (loom_advice_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomAdviceRow, loom_advice_row, LOOM, ADVICE_ROW, AdwPreferencesRow)

GtkWidget           *loom_advice_row_new     (LoomSeverity    severity,
                                              const char     *text,
                                              GPtrArray      *fixes);
const LoomLaunchFix *loom_advice_row_get_fix (LoomAdviceRow  *self,
                                              guint           index);

G_END_DECLS
