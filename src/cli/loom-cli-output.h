#pragma once

#include "loom-run.h"

/* A folder of results that appears whole or not at all: filled beside its place, then renamed. */
typedef struct
{
  char *path;                   /* where it will be */
  char *aside;                  /* where it is being filled; NULL when there is nothing to undo */
} LoomCliOutput;

gboolean  loom_cli_output_begin  (LoomCliOutput  *self,
                                  const char     *path,
                                  GError        **error);
gboolean  loom_cli_output_add    (LoomCliOutput  *self,
                                  const char     *name,
                                  const char     *text,
                                  GError        **error);
gboolean  loom_cli_output_add_run (LoomCliOutput *self,
                                   LoomRun       *run,
                                   GError       **error);
gboolean  loom_cli_output_commit (LoomCliOutput  *self,
                                  GError        **error);
void      loom_cli_output_clear  (LoomCliOutput  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliOutput, loom_cli_output_clear)
