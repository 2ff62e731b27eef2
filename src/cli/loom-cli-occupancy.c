/* loom-cli-occupancy.c: gridloom-cli occupancy
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No GPU takes part: registers and shared memory are what the machine code for the device says of
 * itself, the rest are the rules of its profile. For a time the launch is run on the simulator.
 */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-device-profiles.h"
#include "loom-cli-launch-model.h"
#include "loom-cli-launch.h"
#include "loom-cli-picture.h"
#include "loom-cli-resources.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-json.h"
#include "loom-occupancy.h"
#include "loom-roofline-chart.h"
#include "loom-share.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define MAX_REGISTERS 1024

typedef struct
{
  LoomCliRunOptions        options;
  LoomCliLaunch            launch;
  LoomCliSession           session;
  LoomCliDevice            device;
  guint                    registers;   /* instead of the machine code's; 0: those */
  guint                    carveout;    /* percent; G_MAXUINT: no preference */
  LoomKernelResources      resources;
  LoomOccupancyUse         use;
  LoomOccupancy            occupancy;
  gboolean                 wants_time;
  LoomRun                 *run;         /* or NULL: no time is asked for */
  LoomLaunchModel          model;       /* where there is a run */
  LoomRoofline             roofline;    /* likewise */
  char                    *chart;       /* file for the roofline, or NULL */
} Job;

static void
job_clear (Job *self)
{
  loom_cli_launch_clear (&self->launch);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
  loom_cli_device_clear (&self->device);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->chart, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
parse (Job     *self,
       int      argc,
       char   **argv,
       GError **error)
{
  LoomCliRunOptions *options = &self->options;
  g_autofree char *registers = NULL, *carveout = NULL;
  const GOptionEntry entries[] = {
    LOOM_CLI_DEVICE_ENTRY (&self->device),
    { "registers", 0, 0, G_OPTION_ARG_STRING, &registers,
      N_("Registers of a thread, instead of those of the machine code"), "N" },
    { "carveout", 0, 0, G_OPTION_ARG_STRING, &carveout,
      N_("How much of its memory a multiprocessor should give as shared memory"), "PERCENT" },
    { "time", 0, 0, G_OPTION_ARG_NONE, &self->wants_time,
      N_("Run the launch on the simulator, and model how long it takes"), NULL },
    { "schedule", 0, 0, G_OPTION_ARG_FILENAME, &options->schedule,
      N_("Draw when and where each block would run; with --time"), "FILE.png|.svg|.pdf" },
    { "roofline", 0, 0, G_OPTION_ARG_FILENAME, &self->chart,
      N_("Draw the launch under the roofs of the device; with --time"), "FILE.png|.svg|.pdf" },
    LOOM_CLI_LAUNCH_ENTRIES (options),
    LOOM_CLI_COMPILE_ENTRIES (options),
    LOOM_CLI_ROOT_ENTRY (&options->root),
    LOOM_CLI_RUNNER_ENTRY (&options->runner),
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json,
      N_("Print JSON, with curves over threads, registers and shared memory"), NULL },
    G_OPTION_ENTRY_NULL
  };
  LoomCliNumber numbers[] = {
    { "--registers", NULL, 1, MAX_REGISTERS, .narrow = &self->registers },
    { "--carveout", NULL, 0, 100, .narrow = &self->carveout },
  };

  if (!loom_cli_run_options_read (options, argc, argv, entries,
                                  _("Tells how many blocks of a launch are resident on a "
                                    "multiprocessor of a device, which need not be here, and what "
                                    "limits them."), error))
    return FALSE;

  loom_run_options_init (&options->run);
  options->machine_code = TRUE;
  self->wants_time |= options->schedule != NULL || self->chart != NULL;
  options->run.block_costs = options->run.profile = self->wants_time;
  self->carveout = G_MAXUINT;
  numbers[0].text = registers;
  numbers[1].text = carveout;
  return loom_cli_parse_numbers (numbers, G_N_ELEMENTS (numbers), error) &&
         loom_cli_run_options_check (options, error) &&
         loom_cli_picture_check_ending ("--schedule", options->schedule, error) &&
         loom_cli_picture_check_ending ("--roofline", self->chart, error) &&
         loom_cli_device_compile_for (&self->device, options, loom_device_profile_get_limits,
                                      error);
}

static gboolean
compute (Job     *self,
         GError **error)
{
  const LoomPlan *plan = self->launch.plan;
  const LoomKernel *kernel = loom_compiled_find_kernel (self->launch.compiled, plan->kernel);

  if (self->registers == 0 && !loom_cli_resources_check (self->launch.compiled, error))
    return FALSE;
  if (kernel != NULL)
    self->resources = kernel->resources;
  loom_occupancy_use_init (&self->use, plan, &self->resources);
  if (self->registers > 0)
    self->use.registers = self->registers;
  if (self->carveout != G_MAXUINT)
    self->use.carveout = (gint) self->carveout;
  loom_occupancy_compute (self->device.profile, &self->use, &self->occupancy);
  return TRUE;
}

/* The simulator counts what blocks cost, of which the time is modelled. */
static gboolean
model (Job     *self,
       GError **error)
{
  LoomLineProfile counts;

  if (!self->wants_time)
    return TRUE;
  self->run = loom_cli_launch_run (&self->launch, &self->session, &self->options.run, error);
  if (self->run == NULL)
    return FALSE;
  if (self->run->trap != NULL)
    return loom_fail (error, LOOM_ERROR_STOPPED,
                      _("No time can be modelled, since the kernel was stopped: %s"),
                      self->run->trap->text);
  if (self->run->block_costs == NULL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("Times are modelled of one launch on one device; this document has steps "
                        "or a split"));
  if (!loom_launch_model_compute (&self->model, self->device.profile, &self->use,
                                  self->run->block_costs, error))
    return FALSE;
  loom_profile_sum (self->run->profile, &counts);
  loom_roofline_compute (&self->roofline, self->device.profile, &self->model,
                         self->run->block_costs, &counts);
  return TRUE;
}

static gboolean
draw_roofline (Job     *self,
               GError **error)
{
  g_autoptr (LoomRooflineChart) chart = NULL;

  if (self->chart == NULL)
    return TRUE;
  chart = loom_roofline_chart_new (&self->roofline, self->launch.plan->kernel,
                                   self->device.profile->name, 0);
  return loom_roofline_chart_export (chart, self->chart, error);
}

static gboolean
draw_schedule (Job     *self,
               GError **error)
{
  LoomRun *run = self->run;

  if (self->options.schedule == NULL)
    return TRUE;
  run->schedule = loom_launch_model_new_schedule (self->device.profile, &self->use,
                                                  run->block_costs);
  run->fidelity = LOOM_FIDELITY_MODELLED;
  if (run->schedule == NULL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("--schedule: more blocks than can be followed one by one"));
  return loom_cli_picture_export_schedule (run, self->options.schedule, error);
}

/* What each resource has room for, and which of them have the least. */
static void
add_limiters (JsonBuilder         *builder,
              const LoomOccupancy *self)
{
  loom_json_begin_object (builder, "room");
  for (LoomLimiter i = LOOM_LIMITER_BLOCKS; i < LOOM_N_LIMITERS; i++)
    if (self->fit[i] == LOOM_NO_LIMIT)
      loom_json_add_null (builder, loom_limiter_get_name (i));
    else
      loom_json_add_count (builder, loom_limiter_get_name (i), self->fit[i]);
  json_builder_end_object (builder);
  loom_json_begin_array (builder, "limiters");
  for (LoomLimiter i = LOOM_LIMITER_BLOCKS; i < LOOM_N_LIMITERS; i++)
    if ((self->limiters & 1u << i) != 0)
      json_builder_add_string_value (builder, loom_limiter_get_name (i));
  json_builder_end_array (builder);
}

static void
add_curve (JsonBuilder       *builder,
           const Job         *self,
           LoomOccupancyAxis  axis)
{
  g_autoptr (GArray) points = loom_occupancy_list_curve (self->device.profile, &self->use, axis);

  loom_json_begin_array (builder, loom_occupancy_axis_get_name (axis));
  for (guint i = 0; i < points->len; i++)
    {
      const LoomOccupancyPoint *point = &g_array_index (points, LoomOccupancyPoint, i);

      json_builder_begin_object (builder);
      loom_json_add_count (builder, "at", point->at);
      loom_json_add_count (builder, "blocks", point->blocks);
      loom_json_add_count (builder, "warps", point->warps);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_use (JsonBuilder *builder,
         const Job   *self)
{
  loom_json_begin_object (builder, "use");
  loom_json_add_dim3 (builder, "block", &self->launch.plan->block);
  loom_json_add_count (builder, "threads", self->use.threads);
  loom_json_add_count (builder, "registers", self->use.registers);
  loom_json_add_count (builder, "shared_static", self->resources.shared);
  loom_json_add_count (builder, "shared_dynamic", self->launch.plan->shared);
  loom_json_add_optional (builder, "carveout", self->use.carveout);
  json_builder_end_object (builder);
}

static char *
format_json (const Job *self)
{
  g_autofree char *sentence
      = loom_occupancy_dup_sentence (&self->occupancy, self->device.profile, &self->use);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "kernel", self->launch.plan->kernel);
  loom_json_add_text (builder, "device", self->device.profile->id);
  loom_json_add_text (builder, "fidelity", "modelled");
  loom_cli_resources_add (builder, &self->resources);
  add_use (builder, self);
  loom_json_add_count (builder, "blocks_per_multiprocessor", self->occupancy.blocks);
  loom_json_add_count (builder, "warps_per_multiprocessor", self->occupancy.warps);
  loom_json_add_measure (builder, "occupancy", self->occupancy.share);
  add_limiters (builder, &self->occupancy);
  loom_json_add_text (builder, "text", sentence);
  if (self->run != NULL)
    loom_cli_launch_model_add (builder, &self->model, &self->roofline, self->run->block_costs);
  loom_json_begin_object (builder, "curves");
  for (LoomOccupancyAxis axis = 0; axis < LOOM_N_OCCUPANCY_AXES; axis++)
    add_curve (builder, self, axis);
  json_builder_end_object (builder);
  return loom_json_finish (builder);
}

static char *
format_text (const Job *self)
{
  GString *text = g_string_new (NULL);
  const LoomOccupancy *is = &self->occupancy;
  g_autofree char *block = loom_dim3_format (&self->launch.plan->block);
  g_autofree char *shared = g_format_size_full (self->use.shared, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *sentence = loom_occupancy_dup_sentence (is, self->device.profile, &self->use);
  g_autofree char *share = loom_share_format (is->share, 1);

  /* Translators: a kernel, and a device that it is modelled for */
  g_string_append_printf (text, _("%1$s on %2$s, modelled\n"), self->launch.plan->kernel,
                          self->device.profile->name);
  g_string_append_printf (text, "\t%s\t%s\n", _("Block"), block);
  g_string_append_printf (text, "\t%s\t%u\n", _("Registers of a thread"), self->use.registers);
  g_string_append_printf (text, "\t%s\t%s\n", _("Shared memory of a block"), shared);
  g_string_append_printf (text, "\t%s\t%s\n", _("Occupancy"), share);
  g_string_append_printf (text, "\t%s\t%u / %" PRIu64 "\n", _("Warps on a multiprocessor"),
                          is->warps, self->device.profile->warps.value);
  g_string_append_printf (text, "\t%s\n", sentence);
  if (self->run != NULL)
    loom_cli_launch_model_append (text, &self->model, &self->roofline);
  return g_string_free (text, FALSE);
}

static gboolean
tell (Job     *self,
      GError **error)
{
  g_autofree char *text = NULL;

  loom_cli_session_init (&self->session, self->options.runner);
  if (!loom_cli_launch_prepare (&self->launch, &self->session, &self->options, error) ||
      !compute (self, error) || !model (self, error) || !draw_schedule (self, error) ||
      !draw_roofline (self, error))
    return FALSE;

  text = self->options.json ? format_json (self) : format_text (self);
  return loom_cli_print (text, -1, error);
}

/* Tells the occupancy of a launch on a device. */
LoomExit
loom_cli_occupancy (int    argc,
                    char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = { { { { NULL, } } } };

  if (parse (&job, argc, argv, &error) && tell (&job, &error))
    return LOOM_EXIT_DONE;

  return loom_cli_launch_fail (&job.launch, error);
}
