#pragma once

#include "rewritten.h"

/* A recorded case, see tests/conformance/README.md, as a launch. */
typedef struct
{
  RewrittenLaunch launch;
  GPtrArray      *kept;         /* what the launch's pointers point to */
} CaseFolder;

gboolean  case_folder_load  (CaseFolder  *self,
                             const char  *folder,
                             GError     **error);
void      case_folder_clear (CaseFolder  *self);
