#pragma once

#include "loom-plan.h"
#include "loom-run.h"

/* What is told of an argument, in the order of the columns. */
typedef enum
{
  LOOM_ARGUMENT_NAME,
  LOOM_ARGUMENT_TYPE,
  LOOM_ARGUMENT_SHAPE,
  LOOM_ARGUMENT_GIVEN,          /* its fill or value, as the settings write it */
  LOOM_ARGUMENT_VALUE,
  LOOM_ARGUMENT_SUM,
  LOOM_ARGUMENT_CHECKSUM,
  LOOM_ARGUMENT_PLACE,
  LOOM_ARGUMENT_BYTES,
  LOOM_ARGUMENT_PITCH,
  LOOM_ARGUMENT_BASE,
  LOOM_ARGUMENT_POINTER,
  LOOM_N_ARGUMENT_FIELDS
} LoomArgumentField;

const char *loom_argument_field_get_title (LoomArgumentField      field);
char       *loom_plan_arg_dup_given       (const LoomPlanArg     *argument,
                                           const LoomComponent   *component);
guint64     loom_run_argument_get_size    (LoomRun               *run,
                                           const LoomRunArgument *argument);
char       *loom_run_argument_dup_text    (LoomRun               *run,
                                           const LoomRunArgument *argument,
                                           LoomArgumentField      field);
guint       loom_run_argument_count_members (const LoomRunArgument *argument);
char       *loom_run_argument_dup_member_text (const LoomRunArgument *argument,
                                           guint                  index,
                                           LoomArgumentField      field);
