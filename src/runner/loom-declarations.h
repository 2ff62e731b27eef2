#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One kernel or module variable as the text declares it. A guess that saves a second compilation and gives names to
 * parameters; what it gets wrong, the compiler corrects. */
typedef struct
{
  char      *name;              /* with namespaces, and the arguments of an explicit instantiation */
  guint      line;
  gboolean   is_kernel;         /* else a variable */
  gboolean   is_template;       /* not instantiated here */
  GPtrArray *params;            /* (element-type utf8) of a kernel; "" for one without a name */
} LoomDeclaration;

GPtrArray        *loom_declarations_scan (const char  *source);
LoomDeclaration  *loom_declarations_find (GPtrArray   *declarations,
                                          const char  *name);

G_END_DECLS
