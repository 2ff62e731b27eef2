#pragma once

#include "loom-ipc-request.h"
#include "loom-limits.h"

#define LOOM_CLI_MAX_WORKERS 1024

/* What of fast math a document is compiled with. */
typedef enum
{
  LOOM_CLI_MATH_AS_WRITTEN,
  LOOM_CLI_MATH_FAST,
  LOOM_CLI_MATH_EXACT,
} LoomCliMath;

/* What `run` was asked for, and other verbs of it. Texts are as given; numbers are checked. */
typedef struct
{
  union
  {
    struct
    {
      char       *file, *root, *kernel, *block, *grid, *shape, *devices, *halo, *lens, *member;
      char       *picture, *schedule, *timings, *output, *trace_file, *runner;
      char       *arch;         /* instead of the document's */
      char       *usual_arch;   /* of a document that says none, or NULL */
      char       *host_launch;  /* loom_cli_run_options_check() makes `launch` of it */
      char       *compile_seconds, *compile_memory;     /* and these `limits` */
    };
    char         *texts[21];
  };
  char          **set, **save;
  guint           launch;       /* of those in the host code, from 1; 0: as the settings say */
  guint64         moment;       /* of the steps; all bits one: the last */
  LoomCompileLimits limits;
  LoomCliMath     math;
  LoomRunOptions  run;
  const LoomLimits *device_limits;      /* lent: of the device that it is for; NULL: those of the
                                           backend */
  gboolean        machine_code; /* is made, too, for what it says of itself */
  gboolean        json, arguments;
  gboolean        no_program;   /* a launch of the host code is only read there */
  gboolean        no_after, replace;    /* of what is done with the run */
} LoomCliRunOptions;

/* The option that nothing is taken of what earlier calls left in the user's cache. */
#define LOOM_CLI_NO_CACHE_ENTRY(no_cache)                                                          \
  { "no-cache", 0, 0, G_OPTION_ARG_NONE, (no_cache),                                               \
    N_("Make all anew, and keep nothing of it on disk"), NULL }

/* The options that say what compiling may take: entries for GOption; self: LoomCliRunOptions. */
#define LOOM_CLI_COMPILE_ENTRIES(self)                                                             \
  LOOM_CLI_NO_CACHE_ENTRY (&(self)->limits.no_cache),                                              \
  { "compile-seconds", 0, 0, G_OPTION_ARG_STRING, &(self)->compile_seconds,                        \
    N_("Processor time after which compiling is given up"), "N" },                                 \
  { "compile-memory", 0, 0, G_OPTION_ARG_STRING, &(self)->compile_memory,                          \
    N_("Memory at which compiling is given up"), "MIB" }

/* The option for one of several kernels. */
#define LOOM_CLI_KERNEL_ENTRY(kernel)                                                              \
  { "kernel", 0, 0, G_OPTION_ARG_STRING, (kernel),                                                 \
    N_("The kernel, where the file has several"), "NAME" }

/* The options that say which launch it is, and what of it is not as its settings have it; self:
 * LoomCliRunOptions. */
#define LOOM_CLI_LAUNCH_ENTRIES(self)                                                              \
  LOOM_CLI_KERNEL_ENTRY (&(self)->kernel),                                                         \
  { "launch", 0, 0, G_OPTION_ARG_STRING, &(self)->host_launch,                                     \
    N_("As the program launches it: a number that “gridloom-cli launches” gives"), "N" },          \
  { "no-program", 0, 0, G_OPTION_ARG_NONE, &(self)->no_program,                                    \
    N_("For --launch do not run the program: take what can be read of its host code"), NULL },     \
  { "block", 0, 0, G_OPTION_ARG_STRING, &(self)->block, N_("Threads of a block"), "X[,Y[,Z]]" },   \
  { "grid", 0, 0, G_OPTION_ARG_STRING, &(self)->grid, N_("Blocks of the grid"),                    \
    "auto|X[,Y[,Z]]" },                                                                            \
  { "shape", 0, 0, G_OPTION_ARG_STRING, &(self)->shape,                                            \
    N_("Shape of the main array and of arrays without one"), "[PLANES,]ROWS,COLS" },               \
  { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(self)->set,                                          \
    N_("Value of an argument, or fill of an array"), "NAME=VALUE" }

/* The option for another runner. */
#define LOOM_CLI_RUNNER_ENTRY(runner)                                                              \
  { "runner", 0, 0, G_OPTION_ARG_STRING, (runner),                                                 \
    N_("What to start instead of the runner here, such as 'ssh HOST gridloom-runner --stdio'"),    \
    "COMMAND" }

/* The option for headers of other folders. */
#define LOOM_CLI_ROOT_ENTRY(root)                                                                  \
  { "root", 0, 0, G_OPTION_ARG_FILENAME, (root),                                                   \
    N_("A folder above the file's, beneath which its headers may lie"), "FOLDER" }

gboolean  loom_cli_run_options_parse (LoomCliRunOptions  *self,
                                      int                 argc,
                                      char              **argv,
                                      GError            **error);
gboolean  loom_cli_parse_checks      (const char         *text,
                                      LoomChecks         *checks,
                                      GError            **error);
gboolean  loom_cli_parse_backend     (const char         *option,
                                      const char         *text,
                                      LoomBackendId      *backend,
                                      GError            **error);
gboolean  loom_cli_parse_compile_limits (LoomCliRunOptions *self,
                                         GError           **error);
gboolean  loom_cli_run_options_read  (LoomCliRunOptions  *self,
                                      int                 argc,
                                      char              **argv,
                                      const GOptionEntry *entries,
                                      const char         *summary,
                                      GError            **error);
gboolean  loom_cli_check_runner      (const char         *text,
                                      GError            **error);
gboolean  loom_cli_run_options_check (LoomCliRunOptions  *self,
                                      GError            **error);
void      loom_cli_run_options_clear (LoomCliRunOptions  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliRunOptions, loom_cli_run_options_clear)
