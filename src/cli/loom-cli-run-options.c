/* loom-cli-run-options.c: what `run` was asked for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-run-options.h"

#include "loom-capability.h"
#include "loom-cli.h"
#include "loom-cli-picture.h"
#include "loom-limits.h"
#include "loom-report-timings.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Options that are texts for GOption and something stricter for us. */
typedef union
{
  struct
  {
    char *backend, *copy_to, *repeat, *checks, *coverage, *workers, *seed, *budget, *trace;
    char *history, *moment, *pin, *cell, *replay, *replay_steps, *seeds;
  };
  char *all[16];
} Texts;

static void
texts_clear (Texts *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->all); i++)
    g_free (self->all[i]);
}

G_STATIC_ASSERT (sizeof (Texts) == sizeof ((Texts *) NULL)->all);
G_STATIC_ASSERT (G_STRUCT_OFFSET (LoomCliRunOptions, set) ==
                 sizeof ((LoomCliRunOptions *) NULL)->texts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Texts, texts_clear)

/**
 * loom_cli_run_options_read:
 * @entries: the options of a verb
 * @summary: what the verb does
 *
 * Reads a verb's options, and the file that follows them.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether both could be read
 */
gboolean
loom_cli_run_options_read (LoomCliRunOptions   *self,
                           int                  argc,
                           char               **argv,
                           const GOptionEntry  *entries,
                           const char          *summary,
                           GError             **error)
{
  if (loom_cli_parse_options (&argc, &argv, entries, "FILE.cu", summary, error))
    self->file = g_strdup (loom_cli_get_file (argc, argv, error));
  return self->file != NULL;
}

static gboolean
parse_arguments (LoomCliRunOptions   *self,
                 Texts               *texts,
                 int                  argc,
                 char               **argv,
                 GError             **error)
{
  const GOptionEntry entries[] = {
    { "backend", 0, 0, G_OPTION_ARG_STRING, &texts->backend, N_("What runs the kernel"),
     "sim|cuda[:N]" },
    LOOM_CLI_LAUNCH_ENTRIES (self),
    { "split", 0, 0, G_OPTION_ARG_STRING, &self->devices,
     N_("Split the arrays in bands of rows over so many devices; 1: over none"), "N" },
    { "halo", 0, 0, G_OPTION_ARG_STRING, &self->halo,
     N_("Rows of its neighbours that each of these has, too"), "ROWS" },
    { "repeat", 0, 0, G_OPTION_ARG_STRING, &texts->repeat, N_("Timed samples"), "N" },
    { "check", 0, 0, G_OPTION_ARG_STRING, &texts->checks,
     N_("What to look for besides bounds and barriers"),
     "all|bounds,races,uninitialised,barriers|none" },
    { "coverage", 0, 0, G_OPTION_ARG_STRING, &texts->coverage, N_("What to record of each cell"),
     "all|writes|none" },
    { "as-written", 0, 0, G_OPTION_ARG_NONE, &self->run.as_written,
     N_("Count accesses as the source has them, without optimisation"), NULL },
    { "profile", 0, 0, G_OPTION_ARG_NONE, &self->run.profile,
     N_("Count what each line costs: instructions, sectors of memory, bank conflicts"), NULL },
    { "history", 0, 0, G_OPTION_ARG_STRING, &texts->history,
     N_("Keep what arrays held between steps, within so many MiB"), "MIB" },
    { "pin", 0, 0, G_OPTION_ARG_STRING, &texts->pin,
     N_("Keep these moments among them, whatever else is left out"), "N[,N]…" },
    { "moment", 0, 0, G_OPTION_ARG_STRING, &texts->moment,
     N_("Show and write the arrays as they were at that moment; 0 is before the first step"), "N" },
    { "cold", 0, 0, G_OPTION_ARG_NONE, &self->run.cold,
     N_("On a GPU: empty its L2 cache before each sample"), NULL },
    { "copy-to", 0, 0, G_OPTION_ARG_STRING, &texts->copy_to,
      N_("On a GPU: copy its arrays to another one, and say how fast"), "cuda:N" },
    { "trace", 0, 0, G_OPTION_ARG_STRING, &texts->trace,
     N_("Keep what one thread, or one warp, executes step by step"), "BLOCK:THREAD|BLOCK:warp=N" },
    { "replay", 0, 0, G_OPTION_ARG_STRING, &texts->replay,
     N_("Tell what each step of one thread changed, and nothing else of the run"),
     "BLOCK:THREAD" },
    { "replay-steps", 0, 0, G_OPTION_ARG_STRING, &texts->replay_steps,
     N_("Tell these steps, with the other lanes of the warp and shared memory"), "FIRST,N" },
    { "trace-file", 0, 0, G_OPTION_ARG_FILENAME, &self->trace_file,
     N_("Write the steps there rather than into the folder"), "FILE.jsonl" },
    { "cell", 0, 0, G_OPTION_ARG_STRING, &texts->cell,
     N_("Tell which threads wrote a cell and which read it, and what its writers read"),
     "ARRAY:[[PLANE,]ROW,]COLUMN" },
    { "cell-only", 0, 0, G_OPTION_ARG_NONE, &self->run.cell.alone,
     N_("Tell nothing else of the run, and run no more than that takes"), NULL },
    { "workers", 0, 0, G_OPTION_ARG_STRING, &texts->workers,
     N_("Threads of this computer that simulate"), "N" },
    { "schedule-seed", 0, 0, G_OPTION_ARG_STRING, &texts->seed, N_("Permute the order of warps"),
     "N" },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &texts->seeds,
     N_("Try so many other orders of warps, and tell which cells depend on them"), "N" },
    { "budget", 0, 0, G_OPTION_ARG_STRING, &texts->budget,
     N_("Warp instructions after which a kernel counts as endless"), "N" },
    LOOM_CLI_COMPILE_ENTRIES (self),
    LOOM_CLI_ROOT_ENTRY (&self->root),
    LOOM_CLI_RUNNER_ENTRY (&self->runner),
    { "member", 0, 0, G_OPTION_ARG_STRING, &self->member,
      N_("Which number of a struct or vector the picture shows, as pos.x"), "NAME" },
    { "lens", 0, 0, G_OPTION_ARG_STRING, &self->lens, N_("What the picture shows of each cell"),
     "NAME" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &self->picture, N_("Draw the array into a file"),
     "FILE.png|.svg|.pdf" },
    { "schedule", 0, 0, G_OPTION_ARG_FILENAME, &self->schedule,
     N_("Draw which multiprocessor of a GPU ran each block, and when"), "FILE.png|.svg|.pdf" },
    { "timings", 0, 0, G_OPTION_ARG_FILENAME, &self->timings,
     N_("Write how long the run took, sample by sample, into a file"), "FILE.csv|.json" },
    { "output", 0, 0, G_OPTION_ARG_FILENAME, &self->output,
     N_("Write arrays, counts and the report into a folder"), "DIR" },
    { "save", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->save,
     N_("Write one array into a file; another ending: its bytes"),
     "NAME=FILE.npy|.npz|.csv|.png" },
    { "no-after", 0, 0, G_OPTION_ARG_NONE, &self->no_after,
     N_("Leave out what the document says is done with the run: its [after]"), NULL },
    { "replace", 0, 0, G_OPTION_ARG_NONE, &self->replace,
     N_("Let [after] replace files that no run of the document wrote"), NULL },
    { "arguments", 0, 0, G_OPTION_ARG_NONE, &self->arguments,
     N_("Report what the kernel got of each argument, with checksums and sums"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->json, N_("Print the report as JSON"), NULL },
    G_OPTION_ENTRY_NULL
  };

  return loom_cli_run_options_read (
      self, argc, argv, entries,
      _("Runs a kernel as its settings say, and reports what its threads did."), error);
}

/**
 * loom_cli_parse_backend:
 * @option: the option's name, for the message
 * @text: (nullable): what it was given; %NULL leaves @backend as it is
 * @backend: (inout): what runs kernels
 *
 * Reads the name of a backend; `cuda` is the first GPU.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether it is one
 */
gboolean
loom_cli_parse_backend (const char  *option,
                        const char  *text,
                        LoomBackendId *backend,
                        GError     **error)
{
  if (text == NULL)
    return TRUE;

  *backend = LOOM_BACKEND_ID_CUDA (0);
  if (strcmp (text, "cuda") == 0 || loom_backend_id_parse (text, backend, NULL))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_USAGE, _("%1$s %2$s: there are sim, cuda and cuda:N"), option,
                    text);
}

/**
 * loom_cli_parse_checks:
 * @text: (nullable): what `--check` was given; %NULL leaves @checks as they are
 * @checks: (inout): what to look for
 *
 * Reads a list of checks. Bounds and barriers are always looked at, so their words add nothing.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether it is one
 */
gboolean
loom_cli_parse_checks (const char  *text,
                       LoomChecks  *checks,
                       GError     **error)
{
  static const struct
  {
    const char *name;
    LoomChecks  check;
  } words[] = {
    { "all", LOOM_CHECK_ALL },
    { "none", LOOM_CHECK_NONE },
    { "bounds", LOOM_CHECK_NONE },      /* always on, as are barriers */
    { "barriers", LOOM_CHECK_NONE },
    { "races", LOOM_CHECK_RACES },
    { "uninitialised", LOOM_CHECK_UNINITIALISED },
  };
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return TRUE;

  *checks = LOOM_CHECK_NONE;
  parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL || i == 0; i++)
    {
      guint word = 0;

      while (word < G_N_ELEMENTS (words) && g_strcmp0 (parts[i], words[word].name) != 0)
        word++;

      if (word == G_N_ELEMENTS (words) || (word < 2 && parts[1] != NULL))
        return loom_fail (error, LOOM_ERROR_USAGE,
                          _("--check %s: there are all, none, or some of bounds, races, "
                            "uninitialised, barriers"), text);

      *checks |= words[word].check;
    }

  return TRUE;
}

static gboolean
apply_coverage (LoomCliRunOptions  *self,
                const char         *text,
                GError            **error)
{
  if (text == NULL || strcmp (text, "all") == 0)
    self->run.coverage = LOOM_COVERAGE_ALL;
  else if (strcmp (text, "writes") == 0)
    self->run.coverage = LOOM_COVERAGE_WRITES;
  else if (strcmp (text, "none") == 0)
    self->run.coverage = LOOM_COVERAGE_NONE;
  else
    return loom_fail (error, LOOM_ERROR_USAGE, _("--coverage %s: there are all, writes and none"),
                      text);

  return TRUE;
}

/**
 * loom_cli_parse_compile_limits:
 *
 * Reads the limits of compiling; those that are not given stay as they are.
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether they make sense
 */
gboolean
loom_cli_parse_compile_limits (LoomCliRunOptions  *self,
                               GError            **error)
{
  const LoomCliNumber rows[] = {
    { "--compile-seconds", self->compile_seconds, 1, LOOM_COMPILE_MOST_SECONDS,
      &self->limits.seconds },
    { "--compile-memory", self->compile_memory, LOOM_COMPILE_LEAST_MEMORY_MIB,
      LOOM_COMPILE_MOST_MEMORY_MIB, &self->limits.memory_mib },
  };

  return loom_cli_parse_numbers (rows, G_N_ELEMENTS (rows), error);
}

/* A launch names its kernel. */
static gboolean
take_host_launch (LoomCliRunOptions  *self,
                  GError            **error)
{
  const char *text = self->host_launch;
  const LoomCliNumber row = { "--launch", text, 1, G_MAXINT32, &self->launch };

  if (text != NULL && self->kernel != NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--launch chooses the kernel: leave --kernel out"));

  return loom_cli_parse_numbers (&row, 1, error);
}

static gboolean
apply_numbers (LoomCliRunOptions  *self,
               const Texts        *texts,
               GError            **error)
{
  const LoomCliNumber rows[] = {
    { "--repeat", texts->repeat, 1, LOOM_MAX_REPEAT, &self->run.repeat },
    { "--history", texts->history, 1, LOOM_MAX_HISTORY_MIB, &self->run.history_mib },
    { "--moment", texts->moment, 0, G_MAXINT64, .wide = (guint64 *) &self->moment },
    { "--workers", texts->workers, 1, LOOM_CLI_MAX_WORKERS, &self->run.workers },
    { "--schedule-seed", texts->seed, 0, G_MAXINT64, .wide = (guint64 *) &self->run.schedule_seed },
    { "--seeds", texts->seeds, 1, LOOM_MAX_SEEDS, &self->run.seeds },
  };
  const LoomCliNumber budget
      = { "--budget", texts->budget, 1, G_MAXUINT64, .wide = &self->run.budget };

  /* a moment can be shown only where moments are kept */
  if (texts->moment != NULL)
    self->run.history_mib = LOOM_DEFAULT_HISTORY_MIB;

  return loom_cli_parse_numbers (rows, G_N_ELEMENTS (rows), error)
         && loom_cli_parse_compile_limits (self, error)
         && loom_cli_parse_numbers (&budget, 1, error);
}

/* Pins without --history are of the memory that the window gives. */
static gboolean
apply_pins (LoomCliRunOptions  *self,
            const char         *text,
            GError            **error)
{
  g_autoptr (GError) local_error = NULL;

  if (text == NULL)
    return TRUE;
  if (!loom_pins_parse (text, &self->run.pins, &local_error))
    return loom_fail (error, LOOM_ERROR_USAGE, "--pin %s: %s", text, local_error->message);
  if (self->run.history_mib == 0)
    self->run.history_mib = LOOM_DEFAULT_HISTORY_MIB;
  return TRUE;
}

static gboolean
apply_trace (LoomCliRunOptions  *self,
             const char         *text,
             GError            **error)
{
  g_autoptr (GError) local_error = NULL;

  if (text == NULL && (self->trace_file == NULL || self->run.replay.n_steps > 0))
    return TRUE;

  if (text == NULL)
    g_set_error_literal (error, LOOM_ERROR, LOOM_ERROR_USAGE,
                         _("--trace-file is where --trace writes; say whom to trace"));
  else if (!loom_trace_target_parse (text, &self->run.trace, &local_error))
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE, "--trace %s: %s", text, local_error->message);
  else if (self->run.backend.kind != LOOM_BACKEND_SIMULATOR)
    g_set_error_literal (
        error, LOOM_ERROR, LOOM_ERROR_USAGE,
        _("--trace is for the simulator: a GPU does not show what a thread executes"));
  else if (self->trace_file == NULL && self->output == NULL)
    g_set_error_literal (
        error, LOOM_ERROR, LOOM_ERROR_USAGE,
        _("--trace writes its steps into a folder or a file: give --output or --trace-file"));
  else
    return TRUE;

  return FALSE;
}

static gboolean
apply_replay (LoomCliRunOptions  *self,
              const char         *text,
              const char         *steps,
              GError            **error)
{
  LoomReplayTarget *target = &self->run.replay;
  GError *local_error = NULL;

  if (text == NULL)
    return steps == NULL || loom_fail (error, LOOM_ERROR_USAGE,
                                       _("--replay-steps are those of --replay; say whose"));
  if (!loom_replay_target_parse (text, target, &local_error))
    {
      g_propagate_prefixed_error (error, local_error, "--replay %s: ", text);
      return FALSE;
    }
  target->n_steps = LOOM_REPLAY_MAX_STEPS;
  if (steps != NULL && !loom_replay_target_parse_window (steps, target, &local_error))
    {
      g_propagate_prefixed_error (error, local_error, "--replay-steps %s: ", steps);
      return FALSE;
    }
  if (self->trace_file == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--replay writes its steps into a file: give --trace-file"));
  if (self->picture != NULL || self->output != NULL || self->save != NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--replay leaves no arrays to draw or to write"));
  self->no_after = TRUE;
  return self->run.backend.kind == LOOM_BACKEND_SIMULATOR
         || loom_fail (error, LOOM_ERROR_USAGE,
                       _("--replay is for the simulator: a GPU does not show what a thread "
                         "executes"));
}

static gboolean
apply_cell (LoomCliRunOptions  *self,
            const char         *text,
            GError            **error)
{
  const gboolean alone = self->run.cell.alone;

  if (text == NULL)
    return !alone || loom_fail (error, LOOM_ERROR_USAGE,
                                _("--cell-only says how --cell is answered; say which cell"));
  if (!loom_cell_target_parse (text, &self->run.cell, error))
    {
      g_prefix_error (error, "--cell %s: ", text);
      return FALSE;
    }
  self->run.cell.alone = alone;
  if (alone && (self->picture != NULL || self->output != NULL || self->save != NULL))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--cell-only leaves no arrays to draw or to write"));
  self->no_after |= alone;
  return self->run.backend.kind == LOOM_BACKEND_SIMULATOR
         || loom_fail (error, LOOM_ERROR_USAGE,
                       _("--cell is for the simulator: a GPU does not show who wrote a cell"));
}

static gboolean
apply_copy (LoomCliRunOptions  *self,
            const char         *text,
            GError            **error)
{
  if (!loom_cli_parse_backend ("--copy-to", text, &self->run.copy_to, error))
    return FALSE;
  if (text == NULL
      || (self->run.backend.kind == LOOM_BACKEND_CUDA && self->run.copy_to.kind == LOOM_BACKEND_CUDA
          && self->run.backend.device != self->run.copy_to.device))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("--copy-to %1$s: arrays are copied from one GPU to another, and this runs on "
                      "%2$s"), text, loom_backend_id_get_name (self->run.backend));
}

static gboolean
check_block (const char  *text,
             GError     **error)
{
  LoomDim3 block;

  return loom_dim3_parse_within (text, &loom_limits_get_simulator ()->block, &block, NULL, error);
}

static gboolean
check_grid (const char  *text,
            GError     **error)
{
  LoomDim3 grid;

  return strcmp (text, "auto") == 0 ||
         loom_dim3_parse_within (text, &loom_limits_get_simulator ()->grid, &grid, NULL, error);
}

static gboolean
check_count (const char  *text,
             GError     **error)
{
  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, NULL, error);
}

static gboolean
check_shape (const char  *text,
             GError     **error)
{
  LoomShape shape;

  return loom_shape_parse (text, &shape, error);
}

/* To the document an empty text would mean that nothing was said. */
static gboolean
check_text (const char  *text,
            GError     **error)
{
  if (*text == '\0')
    g_set_error_literal (error, LOOM_ERROR, LOOM_ERROR_USAGE, _("nothing is written there"));
  return *text != '\0';
}

static gboolean
check_command (const char  *text,
               GError     **error)
{
  return g_shell_parse_argv (text, NULL, NULL, error);
}

typedef struct
{
  const char *option, *text, *wanted;
  gboolean  (*check) (const char *text, GError **error);
} Text;

static gboolean
check_rows (const Text  *rows,
            guint        n,
            GError     **error)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) local_error = NULL;

      if (rows[i].text == NULL || rows[i].check (rows[i].text, &local_error))
        continue;
      return loom_fail (error, LOOM_ERROR_USAGE,
                        _("%1$s is “%2$s”, which cannot be used: %3$s; write it as %4$s"),
                        rows[i].option, rows[i].text, local_error->message, rows[i].wanted);
    }

  return TRUE;
}

/**
 * loom_cli_check_runner:
 * @text: (nullable): what `--runner` was given
 *
 * Looks whether a command can be split into words.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE`
 */
gboolean
loom_cli_check_runner (const char  *text,
                       GError     **error)
{
  const Text row = { "--runner", text, "'ssh HOST gridloom-runner --stdio'", check_command };

  return check_rows (&row, 1, error);
}

/* What can be read is judged by the document and the limits of the device. */
static gboolean
check_texts (const LoomCliRunOptions  *self,
             GError                  **error)
{
  const Text rows[] = {
    { "--kernel", self->kernel, "NAME", check_text },
    { "--block", self->block, "X[,Y[,Z]]", check_block },
    { "--grid", self->grid, "auto|X[,Y[,Z]]", check_grid },
    { "--shape", self->shape, "[[PLANES,]ROWS,]COLS", check_shape },
    { "--split", self->devices, "N", check_count },
    { "--halo", self->halo, "ROWS", check_count },
  };

  return loom_cli_check_runner (self->runner, error) &&
         check_rows (rows, G_N_ELEMENTS (rows), error);
}

static gboolean
check_set (const LoomCliRunOptions  *self,
           GError                  **error)
{
  for (guint i = 0; self->set != NULL && self->set[i] != NULL; i++)
    {
      const char *sign = strchr (self->set[i], '=');

      if (sign == NULL || sign == self->set[i])
        return loom_fail (error, LOOM_ERROR_USAGE, _("--set %s: write it as NAME=VALUE"),
                          self->set[i]);
    }

  if (self->run.as_written && self->run.coverage == LOOM_COVERAGE_NONE)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--as-written is about coverage, which --coverage none switches off"));

  return TRUE;
}

/**
 * loom_cli_run_options_check:
 * @self: options, as they were given
 *
 * Takes the limits of compiling and the launch that was chosen, and looks at the texts that only a
 * document can judge: whether they can be read at all.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE`
 */
gboolean
loom_cli_run_options_check (LoomCliRunOptions  *self,
                            GError            **error)
{
  return loom_cli_parse_compile_limits (self, error) && take_host_launch (self, error) &&
         check_texts (self, error) && check_set (self, error);
}

/* By the names that were written, where the runner would speak of what they mean. */
static gboolean
check_backend (const LoomRunOptions  *self,
               GError               **error)
{
  static const struct { LoomCapabilities capability; const char *option; } rows[] = {
    { LOOM_CAPABILITY_RACES, "--check races" },
    { LOOM_CAPABILITY_UNINITIALISED, "--check uninitialised" },
    { LOOM_CAPABILITY_AS_WRITTEN, "--as-written" },
    { LOOM_CAPABILITY_PROFILE, "--profile" },
    { LOOM_CAPABILITY_SEED, "--schedule-seed" },
    { LOOM_CAPABILITY_SEEDS, "--seeds" },
  };
  const LoomCapabilities lacking = loom_run_options_get_lacking (self);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (lacking & rows[i].capability)
      return loom_fail (error, LOOM_ERROR_USAGE,
                        _("A GPU cannot do %1$s: leave it out, or run on the simulator"),
                        rows[i].option);

  return TRUE;
}

static gboolean
check_save (char   **save,
            GError **error)
{
  for (guint i = 0; save != NULL && save[i] != NULL; i++)
    {
      const char *equals = strchr (save[i], '=');

      if (equals == NULL || equals == save[i] || equals[1] == '\0')
        return loom_fail (error, LOOM_ERROR_USAGE,
                          _("--save %s: write the name of an array, “=” and that of a file"),
                          save[i]);
    }
  return TRUE;
}

/**
 * loom_cli_run_options_parse:
 * @self: memory for options
 * @argc: number of arguments
 * @argv: arguments, the verb first
 *
 * Reads the arguments of `run`. Block, grid and shape can be read, but stay texts, as do values
 * that only a document can judge: loom_plan_bind() does.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE`
 */
gboolean
loom_cli_run_options_parse (LoomCliRunOptions  *self,
                            int                 argc,
                            char              **argv,
                            GError            **error)
{
  g_auto (Texts) texts = { NULL, };

  loom_run_options_init (&self->run);
  self->moment = G_MAXUINT64;

  return parse_arguments (self, &texts, argc, argv, error) &&
         loom_cli_parse_backend ("--backend", texts.backend, &self->run.backend, error) &&
         apply_copy (self, texts.copy_to, error) &&
         loom_cli_parse_checks (texts.checks, &self->run.checks, error) &&
         apply_coverage (self, texts.coverage, error) &&
         apply_numbers (self, &texts, error) &&
         apply_pins (self, texts.pin, error) &&
         apply_replay (self, texts.replay, texts.replay_steps, error) &&
         apply_trace (self, texts.trace, error) &&
         apply_cell (self, texts.cell, error) &&
         check_backend (&self->run, error) && check_save (self->save, error) &&
         loom_cli_run_options_check (self, error) &&
         loom_cli_picture_check_name (self->picture, self->lens, self->member, error) &&
         loom_cli_picture_check_schedule (self->schedule, self->run.backend, error) &&
         (self->timings == NULL || loom_report_timings_check_name (self->timings, error));
}

void
loom_cli_run_options_clear (LoomCliRunOptions *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    g_clear_pointer (&self->texts[i], g_free);
  g_clear_pointer (&self->set, g_strfreev);
  g_clear_pointer (&self->save, g_strfreev);
}
