/* loom-cli-sweep.c: gridloom-cli sweep
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sweeper does it (ipc: loom-sweeper.c); here it is asked for, waited for, and what came of it
 * is printed and written.
 */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-device-profiles.h"
#include "loom-cli-launch.h"
#include "loom-cli-picture.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-folder.h"
#include "loom-number.h"
#include "loom-report-sweep.h"
#include "loom-sweep-chart.h"
#include "loom-sweeper.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* A runner that is lost while the document is compiled is replaced once. */
#define MOST_ATTEMPTS 2

typedef struct
{
  LoomCliRunOptions  options;
  LoomCliLaunch      launch;
  LoomCliSession     session;
  LoomSweeper       *sweeper;
  GAsyncResult      *result;
  GPtrArray         *axes;      /* (element-type LoomSweepAxis) */
  char              *csv, *picture, *figure, *cache;
  LoomCliDevice      device;    /* that times are modelled for */
  char             **given;     /* axes, as --axis has them */
  char              *blocks[3];
  guint              rounds, jobs, seconds;
  double             round_ms;
} Sweep;

static void
sweep_clear (Sweep *self)
{
  g_clear_object (&self->sweeper);
  g_clear_object (&self->result);
  g_clear_pointer (&self->axes, g_ptr_array_unref);
  loom_cli_launch_clear (&self->launch);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
  g_strfreev (self->given);
  for (guint i = 0; i < G_N_ELEMENTS (self->blocks); i++)
    g_free (self->blocks[i]);
  g_free (self->csv);
  g_free (self->picture);
  g_free (self->figure);
  g_free (self->cache);
  loom_cli_device_clear (&self->device);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sweep, sweep_clear)

/* -- What is asked for -- */

typedef struct
{
  char *backend, *repeat, *rounds, *jobs, *seconds;
} Texts;

static void
texts_clear (Texts *self)
{
  g_free (self->backend);
  g_free (self->repeat);
  g_free (self->rounds);
  g_free (self->jobs);
  g_free (self->seconds);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Texts, texts_clear)

static gboolean
parse_texts (Sweep   *self,
             Texts   *texts,
             int      argc,
             char   **argv,
             GError **error)
{
  LoomCliRunOptions *options = &self->options;
  const GOptionEntry entries[] = {
    { "axis", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->given,
      N_("What is varied: block.x, grid.y, shared, shape.cols, -DMACRO, or a number’s name; with a "
         "list (8,16) or a range (8..64, 8..64+8, 8..64*2)"), "NAME=LIST" },
    { "block-x", 0, 0, G_OPTION_ARG_STRING, &self->blocks[0], N_("Extents of the blocks along x"),
      "LIST" },
    { "block-y", 0, 0, G_OPTION_ARG_STRING, &self->blocks[1], N_("Extents along y"), "LIST" },
    { "block-z", 0, 0, G_OPTION_ARG_STRING, &self->blocks[2], N_("Extents along z"), "LIST" },
    { "backend", 0, 0, G_OPTION_ARG_STRING, &texts->backend, N_("What runs the kernel"),
      "sim|cuda[:N]" },
    { "device", 0, 0, G_OPTION_ARG_STRING, &self->device.id,
      N_("The device that the simulator’s times are modelled for, as “gridloom-cli devices "
         "--profiles” lists them"), "PROFILE" },
    { "repeat", 0, 0, G_OPTION_ARG_STRING, &texts->repeat,
      N_("Timed samples of each configuration"), "N" },
    { "rounds", 0, 0, G_OPTION_ARG_STRING, &texts->rounds,
      N_("Rounds over all configurations that the samples are taken in"), "N" },
    { "jobs", 0, 0, G_OPTION_ARG_STRING, &texts->jobs, N_("Runs that are asked for at once"), "N" },
    { "seconds", 0, 0, G_OPTION_ARG_STRING, &texts->seconds,
      N_("Time after which a configuration is given up"), "N" },
    { "cache", 0, 0, G_OPTION_ARG_FILENAME, &self->cache,
      N_("Where outcomes are kept, instead of the user’s cache"), "FOLDER" },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &self->csv, N_("Write a line for each configuration"),
      "FILE" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &self->picture, N_("Draw the map of them"),
      "FILE.png|.svg|.pdf" },
    { "figure", 0, 0, G_OPTION_ARG_STRING, &self->figure, N_("The number that colours the map"),
      "NAME" },
    LOOM_CLI_KERNEL_ENTRY (&options->kernel),
    { "shape", 0, 0, G_OPTION_ARG_STRING, &options->shape,
      N_("Shape of the main array and of arrays without one"), "[PLANES,]ROWS,COLS" },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->set,
      N_("Value of an argument, or fill of an array"), "NAME=VALUE" },
    LOOM_CLI_COMPILE_ENTRIES (options),
    LOOM_CLI_RUNNER_ENTRY (&options->runner),
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, N_("Print the report as JSON"), NULL },
    G_OPTION_ENTRY_NULL
  };

  return loom_cli_run_options_read (options, argc, argv, entries,
                                    _("Runs a kernel in each of many configurations, and says "
                                      "which is best."), error);
}

static gboolean
apply_numbers (Sweep   *self,
               Texts   *texts,
               GError **error)
{
  LoomRunOptions *run = &self->options.run;
  const LoomCliNumber numbers[] = {
    { "--repeat", texts->repeat, 1, LOOM_SWEEP_MAX_SAMPLES, .narrow = &run->repeat },
    { "--rounds", texts->rounds, 1, LOOM_SWEEP_MAX_SAMPLES, .narrow = &self->rounds },
    { "--jobs", texts->jobs, 1, LOOM_MAX_JOBS, .narrow = &self->jobs },
    { "--seconds", texts->seconds, 1, LOOM_SWEEP_MOST_SECONDS, .narrow = &self->seconds },
  };
  LoomSweepRequest usual;

  loom_sweep_request_init (&usual, run->backend);
  run->repeat = usual.options.repeat;
  self->rounds = usual.rounds;
  /* whoever says how many samples there shall be gets so many */
  self->round_ms = texts->repeat != NULL ? 0 : usual.round_ms;
  self->jobs = usual.jobs;
  self->seconds = usual.seconds;
  return loom_cli_parse_numbers (numbers, G_N_ELEMENTS (numbers), error);
}

/* The simulator's times are modelled for a device; a document that asks for no architecture is
 * compiled for the device's. */
static gboolean
choose_device (Sweep   *self,
               GError **error)
{
  LoomCliRunOptions *options = &self->options;

  if (options->run.backend.kind != LOOM_BACKEND_SIMULATOR)
    return self->device.id == NULL ||
           loom_fail (error, LOOM_ERROR_USAGE,
                      _("--device is what the simulator’s times are modelled for; a GPU’s are "
                        "measured: leave out one of --device and --backend"));
  if (!loom_cli_device_choose (&self->device, error))
    return FALSE;
  options->machine_code = TRUE;
  options->usual_arch = loom_device_profile_dup_target (self->device.profile, "compute_");
  if (self->device.id == NULL)
    return TRUE;
  self->device.limits = loom_device_profile_get_simulated_limits (self->device.profile);
  options->device_limits = &self->device.limits;
  return TRUE;
}

static gboolean
check_figure (Sweep   *self,
              GError **error)
{
  g_autoptr (GString) names = NULL;
  const LoomSweepFigure *figures;
  guint n;

  if (self->figure == NULL || loom_sweep_figures_find (self->figure) != NULL)
    return TRUE;
  figures = loom_sweep_figures_get (&n);
  names = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", figures[i].key);
  return loom_fail (error, LOOM_ERROR_USAGE, _("--figure is “%1$s”, but must be one of %2$s"),
                    self->figure, names->str);
}

static gboolean
parse (Sweep   *self,
       int      argc,
       char   **argv,
       GError **error)
{
  g_auto (Texts) texts = { NULL, };

  loom_run_options_init (&self->options.run);
  return parse_texts (self, &texts, argc, argv, error) &&
         loom_cli_parse_backend ("--backend", texts.backend, &self->options.run.backend, error) &&
         apply_numbers (self, &texts, error) && choose_device (self, error) &&
         loom_cli_run_options_check (&self->options, error) && check_figure (self, error) &&
         (self->csv == NULL || loom_folder_check_parent (self->csv, error)) &&
         (self->picture == NULL || loom_folder_check_parent (self->picture, error)) &&
         loom_cli_picture_check_name (self->picture, NULL, NULL, error);
}

/* As the command line has them, else the document, else what is usual. Blocks whose extents along
 * one axis are listed are 1 along the others. */
static char *
dup_axes (Sweep *self)
{
  static const char * const names[] = { "block.x", "block.y", "block.z" };
  g_autoptr (GString) text = g_string_new (NULL);
  const char *written;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (self->blocks[i] != NULL)
      g_string_append_printf (text, "%s=%s;", names[i], self->blocks[i]);
  if (self->blocks[0] != NULL && self->blocks[1] == NULL && self->given == NULL)
    g_string_append (text, "block.y=1;");
  for (guint i = 0; self->given != NULL && self->given[i] != NULL; i++)
    g_string_append_printf (text, "%s;", self->given[i]);
  if (text->len > 0)
    return g_strdup (text->str);
  written = loom_document_get_value (self->launch.input.document, "sweep", "axes");
  return g_strdup (written != NULL ? written : loom_sweep_get_default (self->launch.plan));
}

/* Two say what a number is. */
static gboolean
check_overridden (Sweep   *self,
                  GError **error)
{
  for (guint i = 0; i < self->axes->len; i++)
    {
      const LoomSweepAxis *axis = self->axes->pdata[i];
      const gsize length = strlen (axis->name);

      if (axis->kind == LOOM_SWEEP_SHAPE && self->options.shape != NULL)
        return loom_fail (error, LOOM_ERROR_USAGE, _("%s is an axis; leave --shape out"),
                          axis->name);
      for (guint j = 0; self->options.set != NULL && self->options.set[j] != NULL; j++)
        if (strncmp (self->options.set[j], axis->name, length) == 0 &&
            self->options.set[j][length] == '=')
          return loom_fail (error, LOOM_ERROR_USAGE, _("%1$s is an axis; leave --set %1$s out"),
                            axis->name);
    }
  return TRUE;
}

static gboolean
choose_axes (Sweep   *self,
             GError **error)
{
  g_autofree char *text = dup_axes (self);

  self->axes = loom_sweep_axes_parse (text, error);
  return self->axes != NULL &&
         loom_sweep_axes_check (self->axes, self->launch.input.document, self->launch.plan,
                                error) &&
         check_overridden (self, error);
}

/* -- Doing it -- */

static gboolean
prepare (Sweep   *self,
         GError **error)
{
  for (guint i = 1; ; i++)
    {
      g_autoptr (GError) cause = NULL;

      if (loom_cli_launch_prepare (&self->launch, &self->session, &self->options, &cause))
        return TRUE;
      if (i == MOST_ATTEMPTS || !g_error_matches (cause, LOOM_ERROR, LOOM_ERROR_RUNNER))
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
      loom_cli_launch_clear (&self->launch);
    }
}

static void
changed_cb (Sweep *self)
{
  const LoomSweep *swept = loom_sweeper_get_sweep (self->sweeper);
  g_autofree char *text = NULL;

  if (!isatty (STDERR_FILENO))
    return;
  text = g_strdup_printf (_("%1$u of %2$u"), loom_sweep_count_ended (swept), swept->tiles->len);
  g_printerr ("\r%s ", text);
}

static void
swept_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  ((Sweep *) user_data)->result = g_object_ref (result);
}

static gboolean
sweep (Sweep   *self,
       GError **error)
{
  g_auto (LoomCliRequest) compile = { { NULL, } };
  g_autofree char *device = loom_cli_launch_dup_device (&self->launch, &self->options);
  LoomSweepRequest request = {
    .document = self->launch.input.document, .compiled = self->launch.compiled,
    .plan = self->launch.plan, .limits = self->launch.limits, .device = device,
    .profile = self->device.profile,
    .folder = self->launch.input.folder, .options = self->options.run, .rounds = self->rounds,
    .round_ms = self->round_ms, .jobs = self->jobs, .seconds = self->seconds, .cache = self->cache,
    .keeps = !self->options.limits.no_cache, .compile = &compile.request,
    .overrides = { .kernel = self->options.kernel, .shape = self->options.shape,
                   .set = self->options.set },
  };

  if (!loom_cli_input_fill_request (&self->launch.input, &self->options, &compile, error))
    return FALSE;
  self->sweeper = loom_sweeper_new (self->session.client);
  g_signal_connect_swapped (self->sweeper, "changed", G_CALLBACK (changed_cb), self);
  loom_sweeper_sweep_async (self->sweeper, g_steal_pointer (&self->axes), &request,
                            self->session.cancellable, swept_cb, self);
  while (self->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  if (isatty (STDERR_FILENO))
    g_printerr ("\r");
  return loom_sweeper_sweep_finish (self->sweeper, self->result, error);
}

/* -- What came of it -- */

static void
print_tile (const LoomSweep     *sweep,
            const LoomSweepTile *tile,
            int                  width)
{
  const LoomSweepFigure *figure = loom_sweep_get_figure (sweep);
  const double value = figure->get (tile);
  g_autofree char *name = loom_sweep_dup_name (sweep, tile);
  g_autofree char *number = loom_number_format (value, 6);
  const LoomTally *tally = &tile->outcome->tally;

  g_printerr ("%s %-*s  %-10s", tile->is_best ? "*" : " ", width, name,
              loom_outcome_state_get_name (tile->outcome->state));
  if (!isnan (value))
    g_printerr ("  %12s %s", number, figure->unit != NULL ? figure->unit : _(figure->title));
  if (tile->outcome->state == LOOM_OUTCOME_WRONG)
    g_printerr (_("  %1$" PRIu64 " mismatches, %2$" PRId64 " missed"), tally->mismatches,
                MAX (tally->counts.missed, 0));
  g_printerr ("%s%s\n", tile->outcome->text != NULL ? "  " : "", tile->outcome->text ?: "");
}

static void
print_table (Sweep *self)
{
  const LoomSweep *swept = loom_sweeper_get_sweep (self->sweeper);
  GPtrArray *problems = loom_sweeper_get_problems (self->sweeper);
  g_autofree char *sentence = loom_sweep_dup_sentence (swept);
  gsize width = 0;
  guint n_kept = 0;

  for (guint i = 0; i < swept->tiles->len; i++)
    {
      const LoomSweepTile *tile = swept->tiles->pdata[i];
      g_autofree char *name = loom_sweep_dup_name (swept, tile);

      width = MAX (width, strlen (name));
      n_kept += tile->is_kept;
    }
  for (guint i = 0; i < swept->tiles->len; i++)
    print_tile (swept, swept->tiles->pdata[i], (int) width);
  g_printerr ("%s\n", sentence);
  if (n_kept > 0)
    g_printerr (ngettext ("%u is kept from an earlier sweep; --no-cache runs it anew\n",
                          "%u are kept from an earlier sweep; --no-cache runs them anew\n", n_kept),
                n_kept);
  for (guint i = 0; i < problems->len; i++)
    loom_cli_complain ("%s", (char *) problems->pdata[i]);
}

static gboolean
write_csv (Sweep   *self,
           GError **error)
{
  g_autofree char *lines = NULL;
  g_autoptr (GError) cause = NULL;

  if (self->csv == NULL)
    return TRUE;
  lines = loom_report_sweep_format_csv (loom_sweeper_get_sweep (self->sweeper));
  return g_file_set_contents_full (self->csv, lines, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                   &cause) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", cause->message);
}

/* Something went wrong with one of them, or there was none at all. */
static LoomExit
get_exit (const LoomSweep *swept)
{
  if (loom_sweep_count (swept, LOOM_OUTCOME_INFEASIBLE) == swept->tiles->len)
    return LOOM_EXIT_USAGE;
  if (loom_sweep_count (swept, LOOM_OUTCOME_STOPPED) > 0 ||
      loom_sweep_count (swept, LOOM_OUTCOME_WRONG) > 0 ||
      loom_sweep_count (swept, LOOM_OUTCOME_FAILED) > 0)
    return LOOM_EXIT_FAILED;
  return LOOM_EXIT_DONE;
}

/* Runs a kernel in each of many configurations. */
LoomExit
loom_cli_sweep (int    argc,
                char **argv)
{
  g_autoptr (GError) error = NULL, cause = NULL;
  g_auto (Sweep) self = { .options = { .file = NULL } };
  g_autoptr (LoomSweepChart) chart = NULL;
  LoomSweep *swept;

  if (!parse (&self, argc, argv, &error))
    return loom_cli_fail (error);
  loom_cli_session_init (&self.session, self.options.runner);
  if (!prepare (&self, &error) || !choose_axes (&self, &error))
    return loom_cli_launch_fail (&self.launch, error);
  if (!sweep (&self, &cause) && self.sweeper == NULL)
    return loom_cli_fail (cause);

  print_table (&self);
  swept = loom_sweeper_get_sweep (self.sweeper);
  chart = loom_sweep_chart_new (
      swept, self.figure != NULL ? loom_sweep_figures_find (self.figure) : NULL);
  if (!write_csv (&self, &error) ||
      (self.picture != NULL && !loom_sweep_chart_export (chart, self.picture, &error)))
    return loom_cli_fail (error);
  if (self.options.json)
    {
      g_autofree char *report
          = loom_report_sweep_format (swept, loom_sweeper_get_problems (self.sweeper));

      if (!loom_cli_print (report, -1, &error))
        return loom_cli_fail (error);
    }
  return cause != NULL ? loom_cli_fail (cause) : get_exit (swept);
}
