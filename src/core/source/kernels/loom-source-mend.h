#pragma once

#include "loom-type.h"

/* A whole number that a kernel gets by a parameter. */
typedef struct
{
  const char *name;
  guint64     value;
} LoomSourceParameter;

char *loom_source_mend_word      (const char                 *source,
                                  guint                       line,
                                  const char                 *word,
                                  const char                 *meant);
char *loom_source_mend_semicolon (const char                 *source,
                                  guint                      *line,
                                  guint                      *column);
char *loom_source_mend_index     (const char                 *source,
                                  guint                       line,
                                  const char                 *kernel,
                                  const char                 *array,
                                  const LoomShape            *shape,
                                  const LoomSourceParameter  *parameters,
                                  guint                       n_parameters);
