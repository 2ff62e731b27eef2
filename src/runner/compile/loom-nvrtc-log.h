#pragma once

#include "loom-diagnostic.h"

/* One message of the compiler's log. */
typedef struct
{
  char         *file;           /* as the log names it, or NULL */
  guint         line;           /* 0: none */
  guint         column;         /* from 1, in characters; 0: not shown */
  LoomSeverity  severity;
  char         *text;
} LoomNvrtcMessage;

GPtrArray *loom_nvrtc_log_parse (const char *log);
