/* loom-report-timings.c: how long a run took, sample by sample, as JSON and as CSV
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-timings.h"

#include "loom-error.h"
#include "loom-folder.h"
#include "loom-json.h"
#include "loom-report-gpu.h"

#include <glib/gi18n-lib.h>

typedef char *(*Format) (const LoomRun *run);

/**
 * loom_report_timings_add:
 * @builder: inside the object of a report
 *
 * Adds "timings".
 */
void
loom_report_timings_add (JsonBuilder       *builder,
                         const LoomTimings *timings)
{
  loom_json_begin_object (builder, "timings");
  loom_json_add_text (builder, "fidelity", loom_fidelity_get_name (timings->fidelity));
  loom_json_add_measure (builder, "compile_ms", timings->compile_ms);
  loom_json_add_text (builder, "compilation", loom_compilation_get_name (timings->compilation));
  loom_json_add_measure (builder, "upload_ms", timings->upload_ms);
  loom_json_begin_array (builder, "kernel_ms");

  for (guint i = 0; timings->kernel_ms != NULL && i < timings->kernel_ms->len; i++)
    loom_json_add_rounded (builder, g_array_index (timings->kernel_ms, double, i));

  json_builder_end_array (builder);
  loom_json_add_measure (builder, "download_ms", timings->download_ms);
  loom_json_add_measure (builder, "callback_ms", timings->callback_ms);
  json_builder_end_object (builder);
}

/* As the report of a run has its times. */
static char *
format_json (const LoomRun *run)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "backend", loom_backend_id_get_name (run->backend));
  loom_json_add_text (builder, "kernel", run->kernel);
  loom_json_add_dim3 (builder, "block", &run->block);
  loom_json_add_dim3 (builder, "grid", &run->grid);
  loom_json_add_count (builder, "shared", run->shared);
  loom_report_timings_add (builder, &run->timings);
  loom_report_gpu_add_measurement (builder, run);
  return loom_json_finish (builder);
}

/* The names of all reasons, "none", or nothing where nobody could say. */
static void
add_throttle (GString       *lines,
              const LoomRun *run,
              guint          sample)
{
  const LoomMeasurement *measurement = run->measurement;
  const guint32 throttle
      = measurement != NULL && sample < measurement->throttles->len
            ? g_array_index (measurement->throttles, guint32, sample) : LOOM_THROTTLE_UNKNOWN;
  const char *between = "";

  for (guint reason = 1; reason < LOOM_THROTTLE_UNKNOWN; reason <<= 1)
    if (throttle & reason)
      {
        g_string_append_printf (lines, "%s%s", between, loom_throttle_get_name (reason));
        between = " ";
      }
  if (throttle == LOOM_THROTTLE_NONE)
    g_string_append (lines, "none");
}

/* A line for each sample, under one with the names of columns; what is not known is empty. */
static char *
format_csv (const LoomRun *run)
{
  const GArray *samples = run->timings.kernel_ms;
  const char *fidelity = loom_fidelity_get_name (run->timings.fidelity);
  GString *lines = g_string_new ("sample,kernel_ms,fidelity,outlier,marked,throttled\n");
  LoomSummary summary;

  loom_summary_init (&summary, (const double *) samples->data, samples->len, -1);
  for (guint i = 0; i < samples->len; i++)
    {
      const double ms = g_array_index (samples, double, i);
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (number, sizeof number, "%.9g", ms);
      g_string_append_printf (lines, "%u,%s,%s,%d,%d,", i + 1, number, fidelity,
                              loom_summary_is_outlier (&summary, ms),
                              loom_measurement_is_marked (run->measurement, ms));
      add_throttle (lines, run, i);
      g_string_append_c (lines, '\n');
    }
  return g_string_free (lines, FALSE);
}

static Format
find_format (const char *path)
{
  if (g_str_has_suffix (path, ".csv"))
    return format_csv;
  return g_str_has_suffix (path, ".json") ? format_json : NULL;
}

/**
 * loom_report_timings_check_name:
 * @path: where times shall go
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether its ending says how to write them
 */
gboolean
loom_report_timings_check_name (const char  *path,
                                GError     **error)
{
  return find_format (path) != NULL
         || loom_fail (error, LOOM_ERROR_USAGE,
                       _("“%s” ends neither in .csv nor in .json: the ending says how times are "
                         "written"), path);
}

/**
 * loom_report_timings_write:
 * @path: where to, with an ending that says how
 *
 * Writes how long a run took, in place of a file that may be there.
 *
 * Errors: %LOOM_ERROR_USAGE, %LOOM_ERROR_FILE.
 *
 * Returns: whether it is written
 */
gboolean
loom_report_timings_write (const LoomRun  *run,
                           const char     *path,
                           GError        **error)
{
  const Format format = find_format (path);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (run != NULL, FALSE);

  if (!loom_report_timings_check_name (path, error) || !loom_folder_check_parent (path, error))
    return FALSE;
  text = format (run);
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                   &local_error)
         || loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}
