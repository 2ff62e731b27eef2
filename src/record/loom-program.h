#pragma once

#include "loom-document.h"
#include "loom-recording.h"
#include "loom-runner-client.h"

/* A source file of a program. */
typedef struct
{
  char         *path;           /* absolute; before the program is built also the mere name of a
                                   text that no file has */
  char         *text;           /* that is compiled; NULL: the file's, which is read later */
  LoomDocument *document;       /* of the text, once the program is prepared */
  GStrv         kernels;        /* that its host code names, once that is compiled */
  LoomCompiled *compiled;       /* its device code, once that is compiled; NULL: it has none */
} LoomProgramSource;

/* What a program may take, 0: no limit; and how much of it is kept. */
typedef struct
{
  guint64 seconds;              /* of processor time; the clock may go on three times as long where
                                   just one launch is wanted */
  guint64 memory_mib;
  guint64 contents_mib;         /* what its arrays held before launches; 0: none of that is kept */
} LoomProgramLimits;

/* A launch that stands in a source. */
typedef struct
{
  char    *file;                /* absolute */
  guint    line, end;           /* it begins in the one, the next launch of the file in the other */
  char    *kernel;              /* NULL: any */
  guint    index, n;            /* it is one of n of this kernel that begin in that line */
} LoomProgramPlace;

/* How far a program has come. */
typedef enum
{
  LOOM_PROGRAM_COMPILING,
  LOOM_PROGRAM_LINKING,
  LOOM_PROGRAM_RUNNING,
  LOOM_PROGRAM_READING,         /* what it recorded */
} LoomProgramStage;

/* Who is told of it while it is recorded, in the thread that records. */
typedef struct
{
  void     (*came_to)  (LoomProgramStage  stage,
                        gpointer          data);
  void     (*printed)  (const char       *bytes,
                        gsize             n,
                        gpointer          data);
  void     (*launched) (guint64           n_launches,
                        gpointer          data);
  gpointer   data;
} LoomProgramWatch;

/* A CUDA program whose host code is compiled here, or is Python, and runs on the simulator. */
typedef struct
{
  GPtrArray         *sources;   /* (element-type LoomProgramSource); of a script those that it had
                                   compiled */
  char              *script;    /* file of a program in Python, absolute; NULL: sources are built */
  GStrv              words;     /* -I, -D and -l of the compiler, with absolute folders */
  GStrv              arguments;
  char              *root;      /* beneath which device code may include; NULL: the folder above a
                                   source and all folders of -I */
  char              *folder;    /* in which it runs; NULL: an empty one */
  char              *input;     /* file of its standard input; NULL: that of this process */
  LoomProgramLimits  limits;
  gboolean           asks_resources;    /* host code asks what kernels take of a device */
  gboolean           no_cache;  /* device code is compiled anew, and not kept on disk */

  char              *only;      /* the launch with which it ends, as GRIDLOOM_RECORD_ONLY has it;
                                   NULL: it goes on to its own end */
  char              *scratch;   /* a folder of its own, for all that is built and written */
  char              *compiler;  /* absolute path of clang++ */
  char              *headers;   /* folder of Gridloom's own cuda_runtime.h */
  char              *templates; /* folder of the toolkit's Thrust and CUB, or NULL */
  char              *library;   /* absolute path of the CUDA runtime over the simulator */
  char              *runner;    /* absolute path of gridloom-runner, which confines */

  char              *interpreter;       /* absolute path, of a script */
  char              *modules;   /* folder of what Gridloom gives Python */
  char              *user_base; /* of the user's own modules */
  char              *reads;     /* folders that it may read, apart by colons */
  gsize              n_asked;   /* bytes that it has had compiled */
} LoomProgram;

LoomProgram   *loom_program_new          (void);
void           loom_program_free         (LoomProgram             *self);
void           loom_program_add_source   (LoomProgram             *self,
                                          const char              *path,
                                          const char              *text);
gboolean       loom_program_add_settings (LoomProgram             *self,
                                          LoomDocument            *document,
                                          const char              *folder,
                                          GError                 **error);
LoomProgramLimits loom_program_limits_get_usual (void);
gboolean       loom_program_has_compiler (void);
const LoomProgramSource *loom_program_find_source (LoomProgram           *self,
                                          const LoomRecordedLaunch *launch);
LoomRecording *loom_program_record       (LoomProgram             *self,
                                          LoomRunnerClient        *client,
                                          const LoomProgramWatch  *watch,
                                          GCancellable            *cancellable,
                                          int                     *status,
                                          GError                 **error);
gboolean       loom_program_has_kept     (const char              *path);
char          *loom_program_keep         (LoomProgram             *self,
                                          LoomRecording           *recording,
                                          int                      status,
                                          GError                 **error);
LoomRecording *loom_program_find_kept    (LoomProgram             *self,
                                          LoomRunnerClient        *client,
                                          GCancellable            *cancellable,
                                          int                     *status,
                                          GError                 **error);
LoomRecording *loom_program_record_place (LoomProgram             *self,
                                          const LoomProgramPlace  *place,
                                          LoomRunnerClient        *client,
                                          GCancellable            *cancellable,
                                          GError                 **error);
void           loom_program_place_clear  (LoomProgramPlace        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomProgramPlace, loom_program_place_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomProgram, loom_program_free)
