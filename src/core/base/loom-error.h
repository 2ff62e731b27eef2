#pragma once

#include <gio/gio.h>

/* The one table of codes. JSON, D-Bus and the window all speak these names; they are stable.
 *   LOOM_CODE (ID, "name") */
#define LOOM_CODES(LOOM_CODE) \
  LOOM_CODES_OF_CALLS (LOOM_CODE) \
  LOOM_CODES_OF_TRAPS (LOOM_CODE) \
  LOOM_CODES_OF_ADVICE (LOOM_CODE) \
  LOOM_CODES_OF_WARNINGS (LOOM_CODE)

/* A call could not be done. */
#define LOOM_CODES_OF_CALLS(LOOM_CODE) \
  LOOM_CODE (FAILED, "failed") \
  LOOM_CODE (USAGE, "usage") \
  LOOM_CODE (DOCUMENT, "document") \
  LOOM_CODE (FILE, "file") \
  LOOM_CODE (COMPILE, "compile") \
  LOOM_CODE (TEMPLATE, "template") \
  LOOM_CODE (UNSUPPORTED, "unsupported") \
  LOOM_CODE (LAUNCH, "launch") \
  LOOM_CODE (MEMORY, "memory") \
  LOOM_CODE (RUNNER, "runner") \
  LOOM_CODE (BACKEND, "backend") \
  LOOM_CODE (PROTOCOL, "protocol")

/* What stopped a kernel; some are mere warnings when a kernel survives them. */
#define LOOM_CODES_OF_TRAPS(LOOM_CODE) \
  LOOM_CODE (OOB, "oob") \
  LOOM_CODE (MISALIGNED, "misaligned") \
  LOOM_CODE (NULL_ACCESS, "null") \
  LOOM_CODE (RACE, "race") \
  LOOM_CODE (UNINITIALISED, "uninitialised") \
  LOOM_CODE (BARRIER, "barrier") \
  LOOM_CODE (DEADLOCK, "deadlock") \
  LOOM_CODE (ENDLESS, "endless") \
  LOOM_CODE (STACK, "stack") \
  LOOM_CODE (HEAP, "heap") \
  LOOM_CODE (ASSERT, "assert") \
  LOOM_CODE (TRAP, "trap") \
  LOOM_CODE (STOPPED, "stopped")

/* What is wrong with a launch that runs all the same, or would make it better; documents dismiss
 * these by their names. */
#define LOOM_CODES_OF_ADVICE(LOOM_CODE) \
  LOOM_CODE (GRID_TOO_SMALL, "grid-too-small") \
  LOOM_CODE (GRID_TOO_LARGE, "grid-too-large") \
  LOOM_CODE (RANGE_UNKNOWN, "range-unknown") \
  LOOM_CODE (RANGE_TOO_LARGE, "range-too-large") \
  LOOM_CODE (RANK_UNKNOWN, "rank-unknown") \
  LOOM_CODE (SETTINGS, "settings") \
  LOOM_CODE (MISSING_GUARD, "missing-guard") \
  LOOM_CODE (REPEATS_WORK, "repeats-work") \
  LOOM_CODE (NOT_WARP_MULTIPLE, "not-warp-multiple") \
  LOOM_CODE (IDLE_MULTIPROCESSORS, "idle-multiprocessors") \
  LOOM_CODE (TAIL, "tail") \
  LOOM_CODE (REGISTERS, "registers") \
  LOOM_CODE (UNCOALESCED, "uncoalesced") \
  LOOM_CODE (BANK_CONFLICTS, "bank-conflicts") \
  LOOM_CODE (DIVERGENCE, "divergence")

/* Another warning about a launch or document that runs all the same. */
#define LOOM_CODES_OF_WARNINGS(LOOM_CODE) \
  LOOM_CODE (SERIALISED, "serialised") \
  LOOM_CODE (UNSEEN, "unseen") \
  LOOM_CODE (MISMATCH, "mismatch")

typedef enum
{
#define LOOM_CODE(ID, name) LOOM_ERROR_##ID,
  LOOM_CODES (LOOM_CODE)
#undef LOOM_CODE
  LOOM_N_ERRORS
} LoomError;

#define LOOM_ERROR (loom_error_quark ())

GQuark       loom_error_quark     (void);
const char  *loom_error_get_name  (LoomError   code);
gboolean     loom_error_from_name (const char *name,
                                   LoomError  *code);
gboolean     loom_fail            (GError    **error,
                                   LoomError   code,
                                   const char *format,
                                   ...) G_GNUC_PRINTF (3, 4);
gboolean     loom_fail_at         (GError    **error,
                                   guint       line,
                                   guint       column,
                                   const char *format,
                                   ...) G_GNUC_PRINTF (4, 5);

/* The same for what returns a pointer. */
#define loom_fail_null(...) ((void) loom_fail (__VA_ARGS__), NULL)

void     loom_error_set_place (GError       *error,
                               guint         line,
                               guint         column);
/* A setting that would do: a key, and its value. */
void     loom_error_set_fix   (GError       *error,
                               const char   *key,
                               const char   *value);
gboolean loom_error_get_fix   (const GError *error,
                               const char  **key,
                               const char  **value);
gboolean loom_error_get_place (const GError *error,
                               guint        *line,
                               guint        *column);
