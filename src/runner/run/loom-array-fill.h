#pragma once

#include "loom-expressions.h"
#include "loom-run.h"

/* What is needed to make the bytes of arguments. Borrowed for the call. */
typedef struct
{
  LoomExpressions *expressions;
  LoomPtxModule   *module;      /* theirs, or NULL if there are none */
  const char      *folder;      /* where files are read, or NULL */
  const gint      *cancel;
  LoomRun         *reference;   /* of the plan's reference, or NULL if that has none */
  LoomCellRange    range;       /* of arrays: cells that are wanted; others may stay as they are */
} LoomFillContext;

gboolean  loom_array_fill           (const LoomFillContext  *context,
                                     const LoomPlanArg      *arg,
                                     gpointer                bytes,
                                     gsize                   size,
                                     GError                **error);
gboolean  loom_array_fill_reference (const LoomFillContext  *context,
                                     const LoomPlanArg      *arg,
                                     gpointer                bytes,
                                     gsize                   size,
                                     GError                **error);
gboolean  loom_array_fill_domain    (const LoomFillContext  *context,
                                     const LoomPlanArg      *arg,
                                     guint8                 *mask,
                                     gsize                   cells,
                                     GError                **error);
gboolean  loom_scalar_fill          (const LoomFillContext  *context,
                                     const LoomPlanArg      *arg,
                                     guint8                 *bytes,
                                     GError                **error);
gboolean  loom_cancel_check         (const gint             *cancel,
                                     GError                **error);
