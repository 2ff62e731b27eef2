#pragma once

#include "loom-cli-case.h"
#include "loom-cli-session.h"

/* What became of a case's CUDA C. */
typedef enum
{
  LOOM_CLI_RECOMPILED,          /* the case's PTX is now what the compiler here made */
  LOOM_CLI_NOT_LINKED,          /* the same, but it calls functions that it has not */
  LOOM_CLI_NO_SOURCE,           /* the case is PTX alone, which stays */
  LOOM_CLI_NOT_COMPILED,        /* the compiler here does not take it */
} LoomCliRecompilation;

gboolean  loom_cli_recompile (LoomCliCase           *recorded,
                              const LoomRunOptions  *run,
                              LoomCliSession        *session,
                              LoomCliRecompilation  *became,
                              char                 **why,
                              GError               **error);
