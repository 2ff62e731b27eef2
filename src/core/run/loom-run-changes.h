#pragma once

#include "loom-run-origin.h"

typedef enum
{
  LOOM_RUN_CHANGE_SOURCE,       /* a line of the source */
  LOOM_RUN_CHANGE_LAUNCH,
  LOOM_RUN_CHANGE_ARGUMENT,
  LOOM_RUN_CHANGE_OPTION,       /* of the compiler, of the run, and what runs it */
} LoomRunChangeKind;

/* One thing that two runs were made from otherwise. Texts are in the user's language. */
typedef struct
{
  LoomRunChangeKind kind;
  char  *what;                  /* "Line 12", "Block", "f: fill" */
  char  *was, *is;              /* NULL: there was none, there is none */
  guint  line;                  /* of the later document, from 1; 0: nothing to go to */
} LoomRunChange;

GPtrArray *loom_run_changes_list (LoomRunOrigin *before,
                                  LoomRunOrigin *after);
