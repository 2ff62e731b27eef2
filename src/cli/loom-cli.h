#pragma once

#include "loom-runner-client.h"

/* Exit statuses; scripts rely on them. */
typedef enum
{
  LOOM_EXIT_DONE        = 0,
  LOOM_EXIT_FAILED      = 1,    /* the kernel, its check, or its runner */
  LOOM_EXIT_USAGE       = 2,    /* arguments, or input that can't be read */
  LOOM_EXIT_UNAVAILABLE = 3,    /* backend or compiler */
  LOOM_EXIT_INTERRUPTED = 130,
} LoomExit;

/* One function for each verb; argv[0] is the verb. */
LoomExit   loom_cli_run          (int               argc,
                                  char            **argv);
LoomExit   loom_cli_compile      (int               argc,
                                  char            **argv);
LoomExit   loom_cli_record       (int               argc,
                                  char            **argv);
LoomExit   loom_cli_launches     (int               argc,
                                  char            **argv);
LoomExit   loom_cli_new          (int               argc,
                                  char            **argv);
LoomExit   loom_cli_compare      (int               argc,
                                  char            **argv);
LoomExit   loom_cli_eval         (int               argc,
                                  char            **argv);
LoomExit   loom_cli_export       (int               argc,
                                  char            **argv);
LoomExit   loom_cli_sweep        (int               argc,
                                  char            **argv);
LoomExit   loom_cli_check        (int               argc,
                                  char            **argv);
LoomExit   loom_cli_advise       (int               argc,
                                  char            **argv);
LoomExit   loom_cli_occupancy    (int               argc,
                                  char            **argv);
LoomExit   loom_cli_devices      (int               argc,
                                  char            **argv);

/* An option that is a whole number, and where it goes: one of the two places. */
typedef struct
{
  const char *option, *text;    /* as given, or NULL */
  guint64     least, most;
  guint      *narrow;
  guint64    *wide;
} LoomCliNumber;

/* What the verbs share. */
LoomExit   loom_cli_exit_of      (const GError     *error);
LoomExit   loom_cli_fail         (const GError     *error);
void       loom_cli_complain     (const char       *format,
                                  ...) G_GNUC_PRINTF (1, 2);
gboolean   loom_cli_parse_options (int             *argc,
                                  char           ***argv,
                                  const GOptionEntry *entries,
                                  const char       *parameters,
                                  const char       *summary,
                                  GError          **error);
const char *loom_cli_get_file    (int               argc,
                                  char            **argv,
                                  GError          **error);
gboolean   loom_cli_parse_numbers (const LoomCliNumber *rows,
                                   guint            n,
                                   GError         **error);
gboolean   loom_cli_print        (const char       *text,
                                  gssize            length,
                                  GError          **error);
