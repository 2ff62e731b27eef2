#pragma once

#include "loom-cli-tolerance.h"
#include "loom-compiled.h"
#include "loom-plan.h"

/* What an argument or a module variable must hold afterwards. */
typedef struct
{
  char             *name;
  LoomArray        *array;
  LoomCliTolerance  tolerance;
} LoomCliExpect;

/* A recorded case: a kernel's PTX, its launch and inputs, and what the hardware computed. */
typedef struct
{
  char         *folder;         /* that holds every file of the plan */
  guint         target;         /* of its PTX: 75 of sm_75; 0: not said */
  char         *base;           /* the case's own folder */
  char         *source;         /* name of the CUDA C that its PTX was made from, or NULL */
  char         *arch;           /* that it was compiled for, or NULL */
  char         *options;        /* of the compiler, besides, or NULL */
  LoomCompiled *compiled;
  LoomPlan     *plan;
  GPtrArray    *expects;        /* (element-type LoomCliExpect) */
  char         *output;         /* what printf must print, in any order of lines, or NULL */
} LoomCliCase;

gboolean  loom_cli_case_load  (LoomCliCase  *self,
                               const char   *path,
                               GError      **error);
void      loom_cli_case_clear (LoomCliCase  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliCase, loom_cli_case_clear)
