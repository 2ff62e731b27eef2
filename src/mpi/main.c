/* main.c: gridloom-mpi, Gridloom on the ranks of an MPI program
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   mpirun -n 4 gridloom-mpi run FILE.cu      what gridloom-cli does, with a device on each rank
 *   mpirun -n 4 gridloom-mpi sweep FILE.cu    the same, with a block on each rank that is free
 *   mpirun -n 4 gridloom-mpi --stdio          rank 0 serves the runner's protocol, as over ssh
 *
 * All ranks but the first do what rank 0 says. For a verb, the process that the launcher started as
 * rank 0 starts gridloom-cli, whose runner is this program with --stdio: that one joins MPI as rank
 * 0. gridloom-cli ends its runner at once when it is done, which would be a lost rank; so a child
 * of the runner is the rank, sees its connection end, takes leave of the others, and is waited for.
 */

#include "config.h"

#include "loom-mpi-farm.h"
#include "loom-mpi-parts.h"
#include "loom-mpi-worker.h"
#include "loom-mpi-world.h"
#include "loom-paths.h"
#include "loom-run-options.h"
#include "loom-runner-serve.h"
#include "loom-runner-service.h"
#include "loom-sim.h"

#include <errno.h>
#include <libintl.h>
#include <locale.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds in which rank 0 takes leave of the others. */
#define LEAVE_SECONDS 10

/* A rank that is done has its next run at once, which waits beside it. */
#define RUNS_PER_RANK 2

#define PATIENCE_VARIABLE "GRIDLOOM_MPI_PATIENCE"

/* What launchers call the number of a rank, and how many there are: Open MPI, PMI (Slurm, MPICH),
 * PMIx, Slurm itself. */
static const struct { const char *rank, *size; } launchers[] = {
  { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
  { "PMI_RANK", "PMI_SIZE" },
  { "PMIX_RANK", "SLURM_NTASKS" },
  { "SLURM_PROCID", "SLURM_NTASKS" },
};

static int
report (const GError *error)
{
  g_printerr ("gridloom-mpi: %s\n", error->message);
  return 3;
}

/* FALSE: nobody started it as one of several. */
static gboolean
find_launched (guint *rank,
               guint *size)
{
  for (guint i = 0; i < G_N_ELEMENTS (launchers); i++)
    {
      guint64 number;

      if (!g_ascii_string_to_unsigned (g_getenv (launchers[i].rank) ?: "", 10, 0, G_MAXINT, &number,
                                       NULL))
        continue;
      *rank = (guint) number;
      *size = 1;
      if (g_ascii_string_to_unsigned (g_getenv (launchers[i].size) ?: "", 10, 1, G_MAXINT, &number,
                                      NULL))
        *size = (guint) number;
      return TRUE;
    }
  return FALSE;
}

static int
serve_rank (int    *argc,
            char ***argv)
{
  g_autoptr (LoomIpcRunner) runner = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *program = NULL;
  const LoomRunMeans means = { loom_mpi_parts_init, &loom_mpi_farm };
  guint64 patience;
  int status;

  if (!loom_mpi_world_init (argc, argv, &error))
    return report (error);
  if (g_ascii_string_to_unsigned (g_getenv (PATIENCE_VARIABLE) ?: "", 10, 1, 86400, &patience,
                                  NULL))
    loom_mpi_world_set_patience ((guint) patience);
  loom_sim_keep_memory ();
  if (loom_mpi_world_get_rank () > 0)
    {
      /* The launcher ends all when one is lost; rank 0 is to see which it was. */
      signal (SIGTERM, SIG_IGN);
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      status = loom_mpi_worker_serve ();
    }
  else
    {
      program = loom_paths_find_runner (&error);
      if (program == NULL)
        status = report (error);
      else
        {
          runner = loom_runner_service_new (program, &means);
          status = loom_runner_serve (runner, TRUE);
        }
      alarm (LEAVE_SECONDS);
      loom_mpi_parts_quit ();
    }
  loom_mpi_world_end ();
  return status;
}

/* Rank 0 in a child, which whoever ends this process does not end. */
static int
serve_in_child (int    *argc,
                char ***argv)
{
  const pid_t child = fork ();
  int status = 0;

  if (child < 0)
    {
      g_printerr ("gridloom-mpi: %s\n", g_strerror (errno));
      return 3;
    }
  if (child == 0)
    return serve_rank (argc, argv);
  close (STDIN_FILENO);
  close (STDOUT_FILENO);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}

static char **
make_command (char **argv,
              guint  size)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *quoted = g_shell_quote (own != NULL ? own : argv[0]);
  g_autofree char *folder = g_path_get_dirname (own != NULL ? own : argv[0]);
  g_autofree char *runner = g_strdup_printf ("%s --stdio", quoted);
  const gboolean is_sweep = g_str_equal (argv[1], "sweep");
  const guint jobs = MIN (RUNS_PER_RANK * size, LOOM_MAX_JOBS);
  g_autofree char *number = g_strdup_printf ("%u", is_sweep ? jobs : size);
  g_autofree char *installed = g_build_filename (folder, "gridloom-cli", NULL);
  g_autofree char *built = g_build_filename (folder, "..", "cli", "gridloom-cli", NULL);

  g_strv_builder_add (builder, g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE) ? installed
                                                                                  : built);
  g_strv_builder_add (builder, argv[1]);
  g_strv_builder_add_many (builder, "--runner", runner,
                           is_sweep ? "--jobs" : "--split", number, NULL);
  for (guint i = 2; argv[i] != NULL; i++)
    g_strv_builder_add (builder, argv[i]);
  return g_strv_builder_end (builder);
}

/* -- The command line -- */

static volatile pid_t command_line;

/* The launcher ended what it had started: a rank was lost, or somebody stopped it. */
static void
orphaned_cb (int number)
{
  alarm (LEAVE_SECONDS);
}

static void
late_cb (int number)
{
  if (command_line > 0)
    kill (command_line, SIGTERM);
}

static pid_t
start_command (char **command)
{
  const pid_t child = fork ();

  if (child != 0)
    return child;
  signal (SIGTERM, SIG_DFL);
  signal (SIGALRM, SIG_DFL);
  execv (command[0], command);
  g_printerr ("gridloom-mpi: %s: %s\n", command[0], g_strerror (errno));
  _exit (3);
}

/* In a session of its own, which the launcher does not know: the command line has time to say which
 * rank was lost, and to write what was finished, and is then ended. */
static int
watch_command (char **command)
{
  int status = 0;

  setsid ();
  signal (SIGTERM, orphaned_cb);
  signal (SIGALRM, late_cb);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  command_line = start_command (command);
  while (command_line > 0 && waitpid (command_line, &status, 0) < 0 && errno == EINTR)
    ;
  return command_line > 0 && WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}

/* The command line, and then the rank that it leaves behind: it comes to this process when its
 * runner is ended. */
static int
run_verb (char  **argv,
          guint   size)
{
  g_auto (GStrv) command = make_command (argv, size);
  int status = 1, own = 1;
  pid_t child;

  prctl (PR_SET_CHILD_SUBREAPER, 1);
  child = fork ();
  if (child == 0)
    _exit (watch_command (command));
  signal (SIGTERM, SIG_IGN);
  signal (SIGINT, SIG_IGN);
  while (child > 0)
    {
      const pid_t ended = waitpid (-1, &status, 0);

      if (ended < 0 && errno != EINTR)
        break;
      if (ended == child)
        {
          own = WIFEXITED (status) ? WEXITSTATUS (status) : 1;
          alarm (2 * LEAVE_SECONDS);
        }
    }
  return own;
}

int
main (int   argc,
      char *argv[])
{
  const gboolean on_stdio = argc == 2 && g_str_equal (argv[1], "--stdio");
  g_autofree char *catalogues = NULL;
  guint rank = 0, size = 1;
  gboolean is_launched;

  /* Messages in the user's language, numbers never. */
  setlocale (LC_CTYPE, "");
  setlocale (LC_MESSAGES, "");
  catalogues = loom_paths_find_catalogues ();
  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  is_launched = find_launched (&rank, &size);
  if (argc < 2 || (!on_stdio && !g_str_equal (argv[1], "run") && !g_str_equal (argv[1], "sweep")))
    {
      g_printerr ("Usage: mpirun -n N gridloom-mpi run|sweep FILE.cu [OPTION...], with the options "
                  "of gridloom-cli, or\n"
                  "       mpirun -n N gridloom-mpi --stdio, as the command that starts a runner\n");
      return 2;
    }
  signal (SIGPIPE, SIG_IGN);
  if (rank > 0)
    return serve_rank (&argc, &argv);
  if (on_stdio)
    return serve_in_child (&argc, &argv);
  return run_verb (argv, is_launched ? size : 1);
}
