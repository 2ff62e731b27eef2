#pragma once

#include "loom-cli-run-options.h"
#include "loom-cli-session.h"

#include "loom-compiled.h"
#include "loom-document.h"

/* A document as it was read from disk. */
typedef struct
{
  LoomDocument *document;
  char         *name;           /* "triangle.cu" */
  char         *folder;         /* absolute */
  char         *root;           /* a folder above it that headers may lie beneath, or NULL */
} LoomCliInput;

gboolean  loom_cli_check_file          (const char               *path,
                                        GError                  **error);
gboolean  loom_cli_input_read          (LoomCliInput             *self,
                                        const LoomCliRunOptions  *options,
                                        GError                  **error);
void      loom_cli_input_clear         (LoomCliInput  *self);
void      loom_cli_input_print_problems (LoomCliInput *self,
                                        GPtrArray     *problems);
LoomCompiled *loom_cli_input_compile  (LoomCliInput             *self,
                                       const LoomCliRunOptions  *options,
                                       const char               *arch,
                                       LoomCliSession           *session,
                                       GError                  **error);
gboolean      loom_cli_input_check    (LoomCliInput             *self,
                                       LoomCompiled             *compiled,
                                       GError                  **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliInput, loom_cli_input_clear)
