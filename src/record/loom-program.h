#pragma once

#include <gio/gio.h>

/* A CUDA program whose host code is compiled here and runs on the simulator. */
typedef struct
{
  char      *scratch;           /* a folder of its own, for all that is built and written */
  char      *folder;            /* in which it runs */
  GPtrArray *sources;           /* (element-type utf8) absolute paths */
  GStrv      options;           /* -I, -D and -l of the compiler */
  char      *compiler;          /* absolute path of clang++ */
  char      *headers;           /* folder of Gridloom's own cuda_runtime.h */
  char      *templates;         /* folder of the toolkit's Thrust and CUB, or NULL */
  char      *library;           /* absolute path of the CUDA runtime over the simulator */
  char      *runner;            /* absolute path of gridloom-runner, which confines */
} LoomProgram;

/* What it may take; 0: no limit. */
typedef struct
{
  guint64 seconds;              /* of processor time */
  guint64 memory_mib;
} LoomProgramLimits;

gboolean  loom_program_init           (LoomProgram              *self,
                                       GPtrArray                *sources,
                                       const char * const       *options,
                                       GError                  **error);
void      loom_program_clear          (LoomProgram              *self);
GStrv     loom_program_compile_host   (LoomProgram              *self,
                                       guint                     source,
                                       GError                  **error);
GStrv     loom_program_list_headers   (LoomProgram              *self,
                                       guint                     source);
gboolean  loom_program_add_device     (LoomProgram              *self,
                                       guint                     source,
                                       const char               *ptx,
                                       GError                  **error);
gboolean  loom_program_link           (LoomProgram              *self,
                                       GError                  **error);
gboolean  loom_program_run            (LoomProgram              *self,
                                       const char * const       *arguments,
                                       const LoomProgramLimits  *limits,
                                       int                      *status,
                                       GError                  **error);
char     *loom_program_find_line      (LoomProgram              *self,
                                       guint64                   address,
                                       guint                    *line);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomProgram, loom_program_clear)
