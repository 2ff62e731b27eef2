#pragma once

#include "loom-cli-input.h"
#include "loom-runner-client.h"

G_BEGIN_DECLS

/* A request to compile a document, with the words that it borrows nothing for. */
typedef struct
{
  LoomCompileRequest   request;
  char               **options;
} LoomCliRequest;

gboolean  loom_cli_request_init  (LoomCliRequest  *self,
                                  LoomCliInput    *input,
                                  const char      *kernel,
                                  const char      *arch,
                                  GError         **error);
void      loom_cli_request_clear (LoomCliRequest  *self);
gboolean  loom_cli_request_check (LoomCliInput    *input,
                                  LoomCompiled    *compiled,
                                  GError         **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliRequest, loom_cli_request_clear)

G_END_DECLS
