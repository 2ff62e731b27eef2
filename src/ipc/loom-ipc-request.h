#pragma once

#include "loom-run.h"

G_BEGIN_DECLS

/* What to compile. Borrowed for the call. */
typedef struct
{
  const char         *source;       /* the document's text before its settings */
  gsize               length;
  const char         *name;         /* shown in diagnostics: "triangle.cu" */
  const char         *folder;       /* of the document, or NULL: nothing can be included from
                                       there */
  const char         *arch;         /* "compute_75", NULL: default */
  const char * const *options;      /* checked against the allow-list by the runner; or NULL */
  const char         *kernel;       /* expression to instantiate ("scale<float>"), or NULL */
  gboolean            as_written;   /* also without optimisation, to count on */
  const char         *backend;      /* that will run it: made ready meanwhile; or NULL */
} LoomCompileRequest;

GVariant *loom_compile_request_to_variant   (const LoomCompileRequest  *self);
gboolean  loom_compile_request_from_variant (GVariant                  *variant,
                                             LoomCompileRequest        *request,
                                             GError                   **error);
void      loom_compile_request_clear        (LoomCompileRequest        *self);
GVariant *loom_run_options_to_variant       (const LoomRunOptions      *self);
gboolean  loom_run_options_from_variant     (GVariant                  *variant,
                                             LoomRunOptions            *options,
                                             GError                   **error);

G_END_DECLS
