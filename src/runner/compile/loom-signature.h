#pragma once

#include "loom-compiled.h"

/* How the compiler is asked for types: text appended to every source, and the expressions whose
 * lowered names spell the answer. Reading the answer is loom-mangled's. */
extern const char loom_signature_source[];

#define LOOM_SIGNATURE_FILE "gridloom-types"
#define LOOM_SIGNATURE_NAMESPACE "loom_types"
#define LOOM_SIGNATURE_KERNEL "loom_sig"

char       *loom_signature_of_kernel    (const char   *expression);
char       *loom_signature_of_variable  (const char   *expression);
GPtrArray  *loom_signature_read_params  (const char   *lowered);
GPtrArray  *loom_signature_read_entry   (const char   *entry,
                                         char        **name);
gboolean    loom_signature_read_variable (const char  *lowered,
                                         LoomType     *type,
                                         LoomShape    *shape);
