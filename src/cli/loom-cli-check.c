/* loom-cli-check.c: gridloom-cli check
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-recompile.h"
#include "loom-cli-run-options.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Folders of cases are a few levels deep; a mount point is not meant. */
#define MAX_DEPTH 16

/* What is simulated: sm_80. */
#define LAST_TARGET 80

typedef enum
{
  VERDICT_PASSED,
  VERDICT_FAILED,
  VERDICT_REFUSED,              /* by name: an instruction that needs newer hardware */
  VERDICT_SKIPPED,              /* its source does not compile here */
  N_VERDICTS
} Verdict;

typedef struct
{
  LoomRunOptions  run;
  gboolean        compiles;
  char           *runner;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->runner);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static void
find_cases (const char *path,
            guint       depth,
            GPtrArray  *cases)
{
  g_autofree char *ini = g_build_filename (path, "case.ini", NULL);
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (g_file_test (ini, G_FILE_TEST_IS_REGULAR))
    {
      g_ptr_array_add (cases, g_strdup (path));
      return;
    }

  folder = depth < MAX_DEPTH ? g_dir_open (path, 0, NULL) : NULL;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        find_cases (child, depth + 1, cases);
    }
}

/* Empty ones, as the one behind the last end of a line, come last: the first difference is to say
 * something. */
static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  const char *x = *(char *const *) a, *y = *(char *const *) b;

  return *x == '\0' || *y == '\0' ? (*x == '\0') - (*y == '\0') : strcmp (x, y);
}

/* Blocks print in any order, but each line is printed whole. */
static char *
sort_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  qsort (lines, g_strv_length (lines), sizeof *lines, compare_strings);

  return g_strjoinv ("\n", lines);
}

static char *
compare_output (const char *expected,
                const char *got)
{
  g_autofree char *a = sort_lines (expected);
  g_autofree char *b = sort_lines (got != NULL ? got : "");
  g_auto (GStrv) a_lines = g_strsplit (a, "\n", -1);
  g_auto (GStrv) b_lines = g_strsplit (b, "\n", -1);
  guint i = 0;

  while (a_lines[i] != NULL && b_lines[i] != NULL && strcmp (a_lines[i], b_lines[i]) == 0)
    i++;

  if (a_lines[i] == NULL && b_lines[i] == NULL)
    return NULL;

  return g_strdup_printf (_("printf, sorted line %1$u: expected “%2$s”, got “%3$s”"), i + 1,
                          a_lines[i] != NULL ? a_lines[i] : "",
                          b_lines[i] != NULL ? b_lines[i] : "");
}

/* The first thing that is not as recorded, or NULL. */
static char *
judge (LoomCliCase *recorded,
       LoomRun     *run)
{
  if (run->trap != NULL)
    return g_strdup_printf (_("trap %1$s: %2$s"), loom_error_get_name (run->trap->code),
                            run->trap->text);

  for (guint i = 0; i < recorded->expects->len; i++)
    {
      const LoomCliExpect *expect = g_ptr_array_index (recorded->expects, i);
      LoomRunArray *array = loom_run_find_array (run, expect->name);
      g_autofree char *difference = NULL;

      if (array == NULL)
        return g_strdup_printf (_("%s was not returned"), expect->name);

      difference = loom_cli_tolerance_compare (expect->array, array->array, &expect->tolerance);

      if (difference != NULL)
        return g_strdup_printf ("%s, %s", expect->name, difference);
    }

  if (recorded->output != NULL)
    {
      char *difference = compare_output (recorded->output, run->output);

      if (difference != NULL)
        return difference;
    }

  /* the first warning of an observer */
  for (guint i = 0; i < run->findings->len; i++)
    {
      const LoomFinding *finding = g_ptr_array_index (run->findings, i);

      if (finding->code == LOOM_ERROR_RACE || finding->code == LOOM_ERROR_UNINITIALISED ||
          finding->code == LOOM_ERROR_BARRIER)
        return g_strdup_printf (_("line %1$u, warning %2$s: %3$s"), finding->site.line,
                                loom_error_get_name (finding->code), finding->text);
    }

  return NULL;
}

/* Of a case that did not run. */
static Verdict
judge_error (const LoomCliCase  *recorded,
             const GError       *problem,
             char              **why)
{
  *why = g_strdup (problem->message);

  return recorded->target > LAST_TARGET &&
         g_error_matches (problem, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED)
             ? VERDICT_REFUSED : VERDICT_FAILED;
}

/* why: what is wrong with the case, or was refused. `error` only for what ends the check: an
 * interrupt, or that there is no compiler. */
static Verdict
check_case (LoomCliSession  *session,
            const char      *path,
            const Options   *options,
            char           **why,
            GError         **error)
{
  g_auto (LoomCliCase) recorded = { NULL, };
  LoomCliRecompilation became = LOOM_CLI_NO_SOURCE;
  g_autoptr (GError) local_error = NULL;
  g_autoptr (LoomRun) run = NULL;

  if (!loom_cli_case_load (&recorded, path, &local_error))
    return judge_error (&recorded, local_error, why);

  if (options->compiles &&
      !loom_cli_recompile (&recorded, &options->run, session, &became, why, &local_error))
    {
      const Verdict verdict = judge_error (&recorded, local_error, why);

      if (g_error_matches (local_error, LOOM_ERROR, LOOM_ERROR_BACKEND) ||
          g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&local_error));

      return verdict;
    }

  if (became == LOOM_CLI_NOT_COMPILED)
    return VERDICT_SKIPPED;

  run = loom_cli_session_run (session, recorded.compiled, recorded.plan, &options->run,
                              recorded.folder, &local_error);

  if (run != NULL)
    {
      *why = judge (&recorded, run);
      return *why == NULL ? VERDICT_PASSED : VERDICT_FAILED;
    }

  if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_error_copy (local_error));
  else if (became == LOOM_CLI_NOT_LINKED)
    {
      *why = g_strdup (local_error->message);
      return VERDICT_SKIPPED;
    }

  return judge_error (&recorded, local_error, why);
}

static gboolean
check_all (GPtrArray      *cases,
           const Options  *options,
           guint          *count,
           GError        **error)
{
  static const char * const marks[] = {
    [VERDICT_PASSED] = "", [VERDICT_REFUSED] = "refused: ", [VERDICT_SKIPPED] = "skipped: ",
    [VERDICT_FAILED] = "",
  };
  g_auto (LoomCliSession) session = { NULL, };
  g_autofree char *total = NULL, *skipped = NULL;
  guint n_skipped;

  loom_cli_session_init (&session, options->runner);

  for (guint i = 0; i < cases->len; i++)
    {
      const char *path = g_ptr_array_index (cases, i);
      g_autoptr (GError) local_error = NULL;
      g_autofree char *why = NULL;
      Verdict verdict = check_case (&session, path, options, &why, &local_error);
      g_autofree char *line = NULL;

      if (local_error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return FALSE;
        }

      count[verdict]++;

      line = g_strconcat (marks[verdict], path, ": ", why, "\n", NULL);
      if (verdict != VERDICT_PASSED && !loom_cli_print (line, -1, error))
        return FALSE;
    }

  /* not translated: scripts read it */
  n_skipped = count[VERDICT_REFUSED] + count[VERDICT_SKIPPED];
  total = g_strdup_printf ("%u passed, %u failed\n", count[VERDICT_PASSED],
                           count[VERDICT_FAILED]);
  skipped = g_strdup_printf ("%u skipped\n", n_skipped);
  return (n_skipped == 0 || loom_cli_print (skipped, -1, error)) &&
         loom_cli_print (total, -1, error);
}

static gboolean
apply_options (LoomRunOptions  *options,
               const char      *checks,
               const char      *workers,
               const char      *seed,
               GError         **error)
{
  const LoomCliNumber rows[] = {
    { "--workers", workers, 1, LOOM_CLI_MAX_WORKERS, &options->workers },
    { "--schedule-seed", seed, 0, G_MAXINT64, .wide = (guint64 *) &options->schedule_seed },
  };

  options->coverage = LOOM_COVERAGE_NONE;
  return loom_cli_parse_checks (checks, &options->checks, error)
         && loom_cli_parse_numbers (rows, G_N_ELEMENTS (rows), error);
}

static LoomExit
check_folders (int             argc,
               char          **argv,
               const Options  *options)
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  guint count[N_VERDICTS] = { 0, };

  for (int i = 1; i < argc; i++)
    find_cases (argv[i], 0, cases);

  if (cases->len == 0)
    {
      if (argc > 1)
        loom_cli_complain (_("check: there is no case.ini below %s"), argv[1]);
      else
        loom_cli_complain (_("check: say which folder"));

      return LOOM_EXIT_USAGE;
    }

  g_ptr_array_sort (cases, compare_strings);

  if (!check_all (cases, options, count, &error))
    return loom_cli_fail (error);

  return count[VERDICT_FAILED] > 0 ? LOOM_EXIT_FAILED : LOOM_EXIT_DONE;
}

/* Runs every recorded case below some folders and compares each result. A case whose PTX is for
 * newer hardware than is simulated, and that is refused for one of its instructions, is skipped.
 * With --compile the PTX is what the compiler here makes of the case's source; a source that it
 * does not take is skipped. */
LoomExit
loom_cli_check (int    argc,
                char **argv)
{
  g_autofree char *backend = NULL, *checks = NULL, *workers = NULL, *seed = NULL;
  g_auto (Options) options = { .compiles = FALSE };
  const GOptionEntry entries[] = {
    { "compile", 0, 0, G_OPTION_ARG_NONE, &options.compiles,
      N_("Compile each case that has a source instead of running the recorded PTX"), NULL },
    { "backend", 0, 0, G_OPTION_ARG_STRING, &backend, N_("What runs the kernel"), "sim|cuda[:N]" },
    { "check", 0, 0, G_OPTION_ARG_STRING, &checks,
      N_("What to look for besides bounds and barriers"),
      "all|bounds,races,uninitialised,barriers|none" },
    { "workers", 0, 0, G_OPTION_ARG_STRING, &workers, N_("Threads of this computer that simulate"),
      "N" },
    { "schedule-seed", 0, 0, G_OPTION_ARG_STRING, &seed, N_("Permute the order of warps"), "N" },
    LOOM_CLI_RUNNER_ENTRY (&options.runner),
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GError) error = NULL;

  loom_run_options_init (&options.run);
  if (!loom_cli_parse_options (
          &argc, &argv, entries, "DIR…",
          _("Runs every case below DIR and compares its results with the recorded ones."), &error)
      || !loom_cli_check_runner (options.runner, &error)
      || !loom_cli_parse_backend ("--backend", backend, &options.run.backend, &error)
      || !apply_options (&options.run, checks, workers, seed, &error))
    return loom_cli_fail (error);

  return check_folders (argc, argv, &options);
}
