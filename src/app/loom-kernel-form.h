#pragma once

#include <glib.h>

#define LOOM_KERNEL_FORM_MAX_ARRAYS 8

/* What a new kernel is to be like. */
typedef struct
{
  const char *name;     /* an identifier of C */
  const char *type;     /* of a cell, as C spells it */
  guint       rank;     /* 1, 2 or 3 */
  guint       arrays;   /* from 1; all but the last are read */
} LoomKernelForm;

gboolean  loom_kernel_form_is_name (const char            *name);
char     *loom_kernel_form_write   (const LoomKernelForm  *self);
