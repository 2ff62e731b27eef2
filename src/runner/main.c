/* main.c: gridloom-runner, the process that owns all that can crash, hang or be hostile
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Started by the window or the command line, with one end of a socket pair as its descriptor 3; and
 * by itself, as "gridloom-runner --compile", for each compiler. As "gridloom-runner --stdio" it
 * serves on standard input and output, for a window on another computer. It lives exactly as long
 * as that connection.
 */

#include "config.h"

#include "loom-compile-service.h"
#include "loom-confine.h"
#include "loom-ipc-process.h"
#include "loom-runner-serve.h"
#include "loom-runner-service.h"
#include "loom-sim.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>

static int
usage (void)
{
  g_printerr ("gridloom-runner is started by gridloom and gridloom-cli; it is of no use alone.\n"
              "On another computer they start it as: gridloom-runner --stdio\n");
  return 2;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (LoomIpcRunner) runner = NULL;
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  gboolean compiles = argc == 2 && g_str_equal (argv[1], "--compile");
  gboolean on_stdio = argc == 2 && g_str_equal (argv[1], "--stdio");

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
