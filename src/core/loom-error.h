#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The one table of codes. JSON, D-Bus and the window all speak these names; they are stable.
 *   LOOM_CODE (ID, "name", kind)
 * kind: ERROR  a call could not be done
 *       TRAP   what stopped a kernel (some are mere warnings when a kernel survives them)
 *       HINT   a warning about a launch or document that runs all the same
 */
#define LOOM_CODES(LOOM_CODE) \
  LOOM_CODE (FAILED, "failed", ERROR) \
  LOOM_CODE (USAGE, "usage", ERROR) \
  LOOM_CODE (DOCUMENT, "document", ERROR) \
  LOOM_CODE (FILE, "file", ERROR) \
  LOOM_CODE (COMPILE, "compile", ERROR) \
  LOOM_CODE (UNSUPPORTED, "unsupported", ERROR) \
  LOOM_CODE (LAUNCH, "launch", ERROR) \
  LOOM_CODE (MEMORY, "memory", ERROR) \
  LOOM_CODE (RUNNER, "runner", ERROR) \
  LOOM_CODE (BACKEND, "backend", ERROR) \
  LOOM_CODE (PROTOCOL, "protocol", ERROR) \
  LOOM_CODE (OOB, "oob", TRAP) \
  LOOM_CODE (MISALIGNED, "misaligned", TRAP) \
  LOOM_CODE (NULL_ACCESS, "null", TRAP) \
  LOOM_CODE (RACE, "race", TRAP) \
  LOOM_CODE (UNINITIALISED, "uninitialised", TRAP) \
  LOOM_CODE (BARRIER, "barrier", TRAP) \
  LOOM_CODE (DEADLOCK, "deadlock", TRAP) \
  LOOM_CODE (ENDLESS, "endless", TRAP) \
  LOOM_CODE (STACK, "stack", TRAP) \
  LOOM_CODE (HEAP, "heap", TRAP) \
  LOOM_CODE (ASSERT, "assert", TRAP) \
  LOOM_CODE (TRAP, "trap", TRAP) \
  LOOM_CODE (GRID_TOO_SMALL, "grid-too-small", HINT) \
  LOOM_CODE (GRID_TOO_LARGE, "grid-too-large", HINT) \
  LOOM_CODE (RANGE_UNKNOWN, "range-unknown", HINT) \
  LOOM_CODE (NOT_WARP_MULTIPLE, "not-warp-multiple", HINT) \
  LOOM_CODE (REPEATS_WORK, "repeats-work", HINT) \
  LOOM_CODE (MISSING_GUARD, "missing-guard", HINT) \
  LOOM_CODE (SERIALISED, "serialised", HINT) \
  LOOM_CODE (SETTINGS, "settings", HINT) \
  LOOM_CODE (MISMATCH, "mismatch", HINT)

typedef enum
{
#define LOOM_CODE(ID, name, kind) LOOM_ERROR_##ID,
  LOOM_CODES (LOOM_CODE)
#undef LOOM_CODE
  LOOM_N_ERRORS
} LoomError;

#define LOOM_ERROR (loom_error_quark ())

GQuark       loom_error_quark     (void);
const char  *loom_error_get_name  (LoomError   code);
gboolean     loom_error_from_name (const char *name,
                                   LoomError  *code);
gboolean     loom_error_is_trap   (LoomError   code);

G_END_DECLS
