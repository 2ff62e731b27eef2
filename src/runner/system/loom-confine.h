#pragma once

#include "loom-ipc-request.h"

/* What the kernel lets this process do to files and networks from now on, for good. */
typedef enum
{
  LOOM_CONFINED_NOT,            /* this kernel has no Landlock */
  LOOM_CONFINED_FULLY,
} LoomConfined;

/* Exit statuses by which a compiler's process says what ended it. */
#define LOOM_EXIT_MEMORY 71
#define LOOM_EXIT_TIME 72
#define LOOM_EXIT_PATIENCE 73

gboolean      loom_confine_is_possible (void);
LoomConfined  loom_confine_writes   (void);
LoomConfined  loom_confine_tool     (void);
LoomConfined  loom_confine_reads    (const char * const  *folders);
LoomConfined  loom_confine_program  (const char          *scratch,
                                     const char          *program,
                                     GStrv                folders,
                                     guint64              seconds,
                                     guint64              memory);
void          loom_confine_limits   (void);
void          loom_confine_begin    (const LoomCompileLimits *limits);
void          loom_confine_end      (void);
void          loom_confine_set_patience (guint ms);
