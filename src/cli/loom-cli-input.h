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
  const char   *files;          /* lent: the folder of files that settings name, if it is another */
  char         *root;           /* a folder above it that headers may lie beneath, or NULL */
  char         *written;        /* the text of the file */
  char         *text;           /* that of the document, which may have settings of host code */
  char         *host_file;      /* in which that host code stands, NULL: the document */
  guint         host_line;
} LoomCliInput;

/* What is asked of the compiler, and what that borrows from. */
typedef struct
{
  LoomCompileRequest request;
  GStrv              options, instances;
} LoomCliRequest;

gboolean  loom_cli_check_file          (const char               *path,
                                        GError                  **error);
gboolean  loom_cli_input_read          (LoomCliInput             *self,
                                        const LoomCliRunOptions  *options,
                                        GError                  **error);
void      loom_cli_input_clear         (LoomCliInput  *self);
void      loom_cli_input_take_text     (LoomCliInput             *self,
                                        char                     *text,
                                        const char               *file,
                                        guint                     line);
const char *loom_cli_input_get_files   (const LoomCliInput       *self);
const char *loom_cli_input_find_place  (const LoomCliInput       *self,
                                        guint                    *line);
void      loom_cli_input_print_problems (LoomCliInput *self,
                                        GPtrArray     *problems);
gboolean      loom_cli_input_fill_request (LoomCliInput             *self,
                                           const LoomCliRunOptions  *options,
                                           LoomCliRequest           *request,
                                           GError                  **error);
void          loom_cli_request_clear  (LoomCliRequest           *self);
LoomCompiled *loom_cli_input_compile  (LoomCliInput             *self,
                                       const LoomCliRunOptions  *options,
                                       LoomCliSession           *session,
                                       GError                  **error);
LoomSass     *loom_cli_input_disassemble (LoomCliInput             *self,
                                          const LoomCliRunOptions  *options,
                                          LoomCliSession           *session,
                                          GError                  **error);
gboolean      loom_cli_input_check    (LoomCliInput             *self,
                                       LoomCompiled             *compiled,
                                       GError                  **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliInput, loom_cli_input_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliRequest, loom_cli_request_clear)
