#pragma once

#include "loom-advice.h"

/* What one rule looks at; it sets the text where it has something to say. */
typedef void (*LoomAdviceRule) (const LoomAdviceSubject *subject,
                                LoomAdvice              *advice);

/* -- loom-advice.c -- */
void     _loom_advice_set_block           (LoomAdvice              *advice,
                                           const LoomDim3          *block);
gboolean _loom_advice_may_change_block    (const LoomAdviceSubject *subject);

/* -- loom-advice-device.c: of the launch on a device -- */
void     _loom_advice_idle_multiprocessors (const LoomAdviceSubject *subject,
                                           LoomAdvice              *advice);
void     _loom_advice_tail                (const LoomAdviceSubject *subject,
                                           LoomAdvice              *advice);
void     _loom_advice_registers           (const LoomAdviceSubject *subject,
                                           LoomAdvice              *advice);
/* -- loom-advice-lines.c: of what lines cost -- */
void     _loom_advice_uncoalesced         (const LoomAdviceSubject *subject,
                                           LoomAdvice              *advice);
void     _loom_advice_bank_conflicts      (const LoomAdviceSubject *subject,
                                           LoomAdvice              *advice);
void     _loom_advice_divergence          (const LoomAdviceSubject *subject,
                                           LoomAdvice              *advice);
/* -- loom-advice-pattern.c -- */
typedef enum
{
  LOOM_PATTERN_NONE,            /* all threads do alike, or nobody knows */
  LOOM_PATTERN_TAIL,
  LOOM_PATTERN_CHECKERBOARD,
  LOOM_PATTERN_STRIPES,
  LOOM_PATTERN_TRIANGLE,
  LOOM_PATTERN_DATA,
  LOOM_N_PATTERNS
} LoomPattern;

LoomPattern _loom_advice_find_pattern     (const LoomPlan          *plan,
                                           const LoomRun           *run);
const char *_loom_pattern_describe        (LoomPattern              self);
