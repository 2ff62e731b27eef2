#pragma once

#include "loom-compiled.h"
#include "loom-device-profile.h"
#include "loom-document.h"
#include "loom-kernel-resources.h"
#include "loom-limits.h"
#include "loom-plan.h"
#include "loom-run.h"

/* What advice is made from; all of it is lent. NULL: not known, and rules that need it are
 * silent. */
typedef struct
{
  LoomDocument              *document;  /* that says what is dismissed */
  LoomPlan                  *plan;
  const LoomKernel          *kernel;    /* that it launches */
  const LoomLimits          *limits;
  const LoomDeviceProfile   *device;
  const LoomKernelResources *resources; /* of the kernel on that device */
  LoomRun                   *run;       /* of this plan */
} LoomAdviceSubject;

/* One piece of advice about a launch. */
typedef struct
{
  LoomError   code;             /* which rule; its name is what `dismissed` says */
  char       *text;             /* what, how much, why it matters */
  guint       line;             /* of the document, from 1; 0: it is about no line */
  const char *key;              /* static: of [launch]; NULL: no setting mends it */
  char       *value;            /* that mends it */
} LoomAdvice;

GPtrArray *loom_advice_list            (const LoomAdviceSubject *subject,
                                        guint                   *n_dismissed);
char      *loom_advice_dup_zone        (const LoomAdviceSubject *subject);
void       loom_advice_free            (LoomAdvice              *self);
gboolean   loom_advice_is_wrong        (const LoomAdvice        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomAdvice, loom_advice_free)
