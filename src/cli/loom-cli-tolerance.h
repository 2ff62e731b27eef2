#pragma once

#include "loom-array.h"

typedef enum
{
  LOOM_CLI_EXACT,               /* the same bits; any NaN equals any other */
  LOOM_CLI_BITS,                /* the same bits, of NaNs as well */
  LOOM_CLI_ULPS,                /* at most so many representable numbers apart */
  LOOM_CLI_NEAR,                /* |got - expected| <= absolute + relative * |expected| */
} LoomCliToleranceKind;

/* When two numbers count as equal. Integers are always compared exactly. */
typedef struct
{
  LoomCliToleranceKind kind;
  guint64              ulps;
  double               absolute, relative;
  gboolean             as_bf16;  /* 16-bit integers that hold bfloat16 */
} LoomCliTolerance;

gboolean  loom_cli_tolerance_parse (const char              *text,
                                    LoomCliTolerance        *tolerance,
                                    GError                 **error);
char     *loom_cli_tolerance_compare         (const LoomArray         *expected,
                                    const LoomArray         *got,
                                    const LoomCliTolerance  *tolerance);
