/* main.c: gridloom-runner, the process that owns all that can crash, hang or be hostile
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Started by the window or the command line, with one end of a socket pair as its descriptor 3; and
 * by itself, as "gridloom-runner --compile", for each compiler. As "gridloom-runner --stdio" it
 * serves on standard input and output, for a window on another computer. It lives exactly as long
 * as that connection. With --tool or --program it confines itself and becomes another program.
 */

#include "config.h"

#include "loom-compile-service.h"
#include "loom-confine.h"
#include "loom-ipc-process.h"
#include "loom-runner-serve.h"
#include "loom-runner-service.h"
#include "loom-sim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

static int
usage (void)
{
  g_printerr ("gridloom-runner is started by gridloom and gridloom-cli; it is of no use alone.\n"
              "On another computer they start it as: gridloom-runner --stdio\n");
  return 2;
}

/* --tool SCRATCH PROGRAM [ARGUMENT...] and --program SCRATCH FOLDER[:FOLDER...] SECONDS MEBIBYTES
 * PROGRAM [ARGUMENT...]: confines this process and becomes the program. */
static int
run_confined (int    argc,
              char **argv)
{
  const gboolean is_tool = g_str_equal (argv[1], "--tool");
  char **command = argv + (is_tool ? 3 : 6);
  g_autofree char *path = NULL;
  g_auto (GStrv) folders = NULL;

  if (argc <= command - argv)
    return usage ();

  path = g_find_program_in_path (command[0]);
  folders = g_strsplit (argv[3], G_SEARCHPATH_SEPARATOR_S, -1);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (is_tool)
    loom_confine_program (argv[2], NULL, NULL, 0, 0);
  else if (loom_confine_program (argv[2], command[0], folders, g_ascii_strtoull (argv[4], NULL, 10),
                                 g_ascii_strtoull (argv[5], NULL, 10) << 20) != LOOM_CONFINED_FULLY)
    {
      g_printerr ("%s: this kernel cannot confine a program: it has no Landlock\n", argv[0]);
      return 126;
    }
  execv (path != NULL ? path : command[0], command);
  g_printerr ("%s: %s\n", command[0], g_strerror (errno));
  return 127;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (LoomIpcRunner) runner = NULL;
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  gboolean compiles = argc == 2 && g_str_equal (argv[1], "--compile");
  gboolean on_stdio = argc == 2 && g_str_equal (argv[1], "--stdio");

  if (argc > 3 && (g_str_equal (argv[1], "--tool") || g_str_equal (argv[1], "--program")))
    return run_confined (argc, argv);
  if (argc > 2 || (argc == 2 && !compiles && !on_stdio)
      || (!on_stdio && fcntl (LOOM_IPC_FD, F_GETFD) < 0))
    return usage ();

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  signal (SIGPIPE, SIG_IGN);
  /* Ctrl+C in a terminal comes to all that runs there; whoever called says what is to stop. */
  signal (SIGINT, SIG_IGN);
  if (!on_stdio)
    fcntl (LOOM_IPC_FD, F_SETFD, FD_CLOEXEC);

  if (compiles)
    {
      /* Before anything starts a thread. */
      gboolean confined = loom_confine_writes () == LOOM_CONFINED_FULLY;

      loom_confine_limits ();
      runner = loom_compile_service_new (confined);
    }
  else
    {
      loom_sim_keep_memory ();
      runner = loom_runner_service_new (program != NULL ? program : argv[0], NULL);
    }

  return loom_runner_serve (runner, on_stdio);
}
