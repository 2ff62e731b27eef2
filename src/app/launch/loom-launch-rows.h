#pragma once

#include "loom-diagnostic.h"
#include "loom-dim3.h"
#include "loom-field-note.h"
#include "loom-field-row.h"
#include "loom-fix.h"
#include "loom-plan.h"
#include "loom-session.h"

#include <adwaita.h>

/* The rows of the launch panel, each in a file of its own. */

/* One thing that is wrong with a launch or would make it better, and the buttons that mend it.
 * Signal "fix", with the index of one: it was pressed. The one that dismisses it is the last. */
#define LOOM_TYPE_ADVICE_ROW (loom_advice_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomAdviceRow, loom_advice_row, LOOM, ADVICE_ROW, AdwPreferencesRow)

GtkWidget           *loom_advice_row_new     (LoomSeverity    severity,
                                              const char     *text,
                                              GPtrArray      *fixes,
                                              LoomLaunchFix  *dismissal);
const LoomLaunchFix *loom_advice_row_get_fix (LoomAdviceRow  *self,
                                              guint           index);

/* An array or struct that a kernel is given: name, type, shape and fill, edited in the settings of
 * the session. */
#define LOOM_TYPE_ARGUMENT_ROW (loom_argument_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomArgumentRow, loom_argument_row, LOOM, ARGUMENT_ROW, AdwExpanderRow)

GtkWidget *loom_argument_row_new          (LoomSession        *session);
void       loom_argument_row_set_argument (LoomArgumentRow    *self,
                                           LoomPlan           *plan,
                                           const LoomPlanArg  *argument);
void       loom_argument_row_update_fault (LoomArgumentRow    *self);

/* A row with three numbers: an extent in x, y, z. Dragging the letter before a field changes its
 * number. Properties: "title" (of AdwPreferencesRow), "explanation" (string; in its place stands
 * the reason why a field is wrong), "suffix" (GtkWidget at the title's end), "editable" (boolean).
 * Signals: "try" (const LoomDim3 *value, gboolean apply, GError **error): as that of a LoomField,
 * for all three; "drag-begin", "drag-end": what comes between is one edit. */
#define LOOM_TYPE_DIM3_ROW (loom_dim3_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomDim3Row, loom_dim3_row, LOOM, DIM3_ROW, AdwPreferencesRow)

LoomDim3 loom_dim3_row_get_value   (LoomDim3Row     *self);
void     loom_dim3_row_set_value   (LoomDim3Row     *self,
                                    const LoomDim3  *value);
void     loom_dim3_row_revert      (LoomDim3Row     *self);
void     loom_dim3_row_set_fault   (LoomDim3Row     *self,
                                    const char      *fault);
void     loom_dim3_row_set_most    (LoomDim3Row     *self,
                                    guint32          most);
void     loom_dim3_row_set_known (LoomDim3Row   *self,
                                  gboolean       known);
void     loom_dim3_row_set_explanation (LoomDim3Row *self,
                                        const char  *explanation);
LoomFieldNote *loom_dim3_row_get_note (LoomDim3Row *self);
GtkWidget *loom_dim3_row_get_field (LoomDim3Row     *self,
                                    guint            axis);

/* What an array should hold after a launch: which of its cells are to be written, a reference and
 * how near is near enough, edited in the settings of the session; and whether the last run did. */
#define LOOM_TYPE_EXPECT_GROUP (loom_expect_group_get_type ())
G_DECLARE_FINAL_TYPE (LoomExpectGroup, loom_expect_group, LOOM, EXPECT_GROUP, AdwPreferencesGroup)

void loom_expect_group_set_session  (LoomExpectGroup *self,
                                     LoomSession     *session);
void loom_expect_group_update       (LoomExpectGroup *self);
void loom_expect_group_update_fault (LoomExpectGroup *self);

/* The kernel of a launch, to choose from those that there are; a template asks for its arguments by
 * the action "win.choose-template". Not shown where there is nothing to choose. */
#define LOOM_TYPE_KERNEL_ROW (loom_kernel_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomKernelRow, loom_kernel_row, LOOM, KERNEL_ROW, AdwComboRow)

void loom_kernel_row_set_session (LoomKernelRow *self,
                                  LoomSession   *session);
void loom_kernel_row_update      (LoomKernelRow *self);

/* The launches that were found in the host code of the source, as a list that opens; nothing is
 * seen of it where there is none. Choosing one activates the action "win.use-launch" with its
 * index. */
#define LOOM_TYPE_LAUNCHES_ROW (loom_launches_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomLaunchesRow, loom_launches_row, LOOM, LAUNCHES_ROW, AdwActionRow)

void     loom_launches_row_set_session (LoomLaunchesRow *self,
                                        LoomSession     *session);
gboolean loom_launches_row_open        (LoomLaunchesRow *self);

/* Which thread computes which cells, to choose where a form wrote the source and nobody changed it
 * since. Not shown where no form did. */
#define LOOM_TYPE_MAPPING_ROW (loom_mapping_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomMappingRow, loom_mapping_row, LOOM, MAPPING_ROW, AdwComboRow)

void loom_mapping_row_set_session (LoomMappingRow *self,
                                   LoomSession    *session);
void loom_mapping_row_update      (LoomMappingRow *self);

/* Architecture, macros and other options of the compiler, each in a line of the settings of the
 * session. */
#define LOOM_TYPE_OPTIONS_GROUP (loom_options_group_get_type ())
G_DECLARE_FINAL_TYPE (LoomOptionsGroup, loom_options_group, LOOM, OPTIONS_GROUP,
                      AdwPreferencesGroup)

void loom_options_group_set_session  (LoomOptionsGroup *self,
                                      LoomSession      *session);
void loom_options_group_update       (LoomOptionsGroup *self);
void loom_options_group_update_fault (LoomOptionsGroup *self);

/* A number that a kernel is given: its value, edited in the settings of the session. */
#define LOOM_TYPE_SCALAR_ROW (loom_scalar_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomScalarRow, loom_scalar_row, LOOM, SCALAR_ROW, LoomFieldRow)

GtkWidget *loom_scalar_row_new          (LoomSession        *session);
void       loom_scalar_row_set_argument (LoomScalarRow      *self,
                                         LoomPlan           *plan,
                                         const LoomPlanArg  *argument);
void       loom_scalar_row_set_computed (LoomScalarRow      *self,
                                         const LoomPlanArg  *argument,
                                         const char         *expression);
void       loom_scalar_row_set_member   (LoomScalarRow      *self,
                                         LoomPlan           *plan,
                                         const LoomPlanArg  *argument,
                                         const LoomComponent *component,
                                         const char         *value);
void       loom_scalar_row_update_fault (LoomScalarRow      *self);

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
