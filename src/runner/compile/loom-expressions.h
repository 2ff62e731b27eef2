#pragma once

#include "loom-plan.h"
#include "loom-ptx-module.h"

typedef enum
{
  LOOM_EXPRESSION_FILL,         /* a cell, of the argument's type */
  LOOM_EXPRESSION_DOMAIN,       /* a condition: one byte for each cell */
  LOOM_EXPRESSION_REFERENCE,    /* a cell, of the argument's type */
  LOOM_EXPRESSION_VALUE,        /* a scalar */
} LoomExpressionKind;

/* Which cells of an array are wanted, in C order; end 0: all. */
typedef struct
{
  guint64 begin, end;
} LoomCellRange;

/* Every expression of a plan, as one translation unit: a kernel each, compiled like any other
 * source and evaluated on the simulator, whatever backend the launch itself runs on. Immutable
 * once made. */
typedef struct _LoomExpressions LoomExpressions;

LoomExpressions  *loom_expressions_new        (LoomPlan             *plan,
                                               GError              **error);
void              loom_expressions_free       (LoomExpressions      *self);
const char       *loom_expressions_get_source (LoomExpressions      *self);
gboolean          loom_expressions_explain    (LoomExpressions      *self,
                                               const char           *log,
                                               GError              **error);
gboolean          loom_expressions_evaluate   (LoomExpressions      *self,
                                               LoomPtxModule        *module,
                                               const LoomPlanArg    *arg,
                                               LoomExpressionKind    kind,
                                               gpointer              bytes,
                                               gsize                 size,
                                               const LoomCellRange  *range,
                                               const gint           *cancel,
                                               GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomExpressions, loom_expressions_free)
