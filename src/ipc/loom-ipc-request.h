#pragma once

#include "loom-run.h"

/* What one compilation may take; 0 is the default. */
typedef struct
{
  guint    seconds;             /* of processor time */
  guint    memory_mib;          /* held at one time */
  gboolean no_cache;            /* nothing that an earlier one left on disk, where it leaves nothing
                                   either */
} LoomCompileLimits;

#define LOOM_COMPILE_SECONDS 20
#define LOOM_COMPILE_MOST_SECONDS 3600
#define LOOM_COMPILE_MEMORY_MIB 3072
#define LOOM_COMPILE_LEAST_MEMORY_MIB 256
#define LOOM_COMPILE_MOST_MEMORY_MIB 1048576

/* What to compile. Borrowed for the call. */
typedef struct
{
  const char         *source;       /* the document's text before its settings */
  gsize               length;
  const char         *name;         /* shown in diagnostics: "triangle.cu" */
  const char         *folder;       /* of the document, or NULL: nothing can be included from
                                       there */
  const char         *root;         /* the folder, or one above it, that headers may lie beneath;
                                       NULL: the folder */
  const char         *arch;         /* "compute_75", NULL: default */
  const char * const *options;      /* checked against the allow-list by the runner; or NULL */
  const char         *kernel;       /* expression to instantiate ("scale<float>"), or NULL */
  const char * const *instances;    /* more expressions to instantiate, or NULL */
  gboolean            as_written;   /* also without optimisation, to count on */
  gboolean            machine_code; /* also for a GPU of the architecture, as machine code */
  gboolean            in_haste;     /* without optimisations that take the compiler long */
  const char         *backend;      /* that will run it: made ready meanwhile; or NULL */
  LoomCompileLimits   limits;
} LoomCompileRequest;

GVariant *loom_compile_request_to_variant   (const LoomCompileRequest  *self);
gboolean  loom_compile_request_from_variant (GVariant                  *variant,
                                             LoomCompileRequest        *request,
                                             GError                   **error);
void      loom_compile_request_clear        (LoomCompileRequest        *self);
void      loom_compile_limits_from_variant  (GVariant                  *variant,
                                             LoomCompileLimits         *limits);
