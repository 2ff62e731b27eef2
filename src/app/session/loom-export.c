/* loom-export.c: writes a figure of a run, one of its arrays, or the document as a
 * program, into a file, in a thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-export.h"

#include "loom-array-file.h"
#include "loom-number.h"
#include "loom-picture.h"
#include "loom-png.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LoomRun   *run;       /* in a view, or of an array, or NULL */
  LoomView   view;
  const LoomRunArray *array;    /* of the run, whose cells are written, or NULL: a figure */
  LoomGantt *gantt;     /* or NULL */
  LoomRooflineChart *roofline;  /* or NULL */
  LoomHostSource source;        /* of host code, whose parts are held; or without a plan */
  LoomHostTarget target;
  char      *path;
  gboolean   replace;
  gboolean   is_scaled;         /* pixels of an array do not hold its numbers, but go */
  double     black, white;      /* from this to that */
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_clear_pointer (&export->run, loom_run_unref);
  g_clear_pointer (&export->gantt, loom_gantt_unref);
  g_clear_pointer (&export->roofline, loom_roofline_chart_unref);
  g_clear_pointer (&export->source.document, loom_document_unref);
  g_clear_pointer (&export->source.compiled, loom_compiled_unref);
  g_clear_pointer (&export->source.plan, loom_plan_unref);
  g_free ((char *) export->source.name);
  g_free ((char *) export->source.folder);
  g_free (export->path);
  g_free (export);
}

static gboolean
write_file (Export        *export,
            GError       **error)
{
  g_autoptr (LoomPicture) picture = NULL;

  if (export->source.plan != NULL)
    {
      g_autoptr (LoomHostCode) code
          = loom_host_code_new (export->target, &export->source, export->path, error);

      return code != NULL && loom_host_code_save (code, export->path, error);
    }
  if (export->array != NULL && loom_array_format_of (export->path) == LOOM_ARRAY_FORMAT_PNG)
    export->is_scaled = loom_png_get_range (export->array->array, &export->black, &export->white);
  if (export->array != NULL)
    return loom_array_file_save (export->array->array, export->array->name, export->path, error);
  if (export->gantt != NULL)
    return loom_gantt_export (export->gantt, export->path, error);
  if (export->roofline != NULL)
    return loom_roofline_chart_export (export->roofline, export->path, error);
  picture = loom_picture_new (export->run, &export->view);
  return loom_picture_export (picture, export->path, error);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Export *export = task_data;
  GError *error = NULL;

  if (!export->replace && g_file_test (export->path, G_FILE_TEST_EXISTS))
    {
      g_task_return_new_error (task, LOOM_ERROR, LOOM_ERROR_FILE,
                               _("“%s” exists already: choose it by its whole name to replace it"),
                               export->path);
      return;
    }
  if (write_file (export, &error))
    g_task_return_pointer (task, g_strdup (export->path), g_free);
  else
    g_task_return_error (task, error);
}

static void
start (Export              *export,
       GAsyncReadyCallback  callback,
       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, export, export_free);
  g_task_run_in_thread (task, export_thread);
}

/**
 * loom_export_async:
 * @run: a run
 * @view: how it is seen; its lens must be available
 * @path: the file; its ending says which format
 * @replace: whether a file that is there may be replaced
 *
 * Writes a picture as a figure, whole or not at all.
 */
void
loom_export_async (LoomRun             *run,
                   const LoomView      *view,
                   const char          *path,
                   gboolean             replace,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  Export *export = g_new (Export, 1);

  *export = (Export) {
    .run = loom_run_ref (run), .view = *view, .path = g_strdup (path), .replace = replace
  };
  start (export, callback, user_data);
}

/**
 * loom_export_schedule_async:
 * @gantt: blocks over time
 * @path: the file; its ending says which format
 * @replace: whether a file that is there may be replaced
 *
 * Writes blocks over time as a figure, whole or not at all; ends with loom_export_finish().
 */
void
loom_export_schedule_async (LoomGantt           *gantt,
                            const char          *path,
                            gboolean             replace,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  Export *export = g_new0 (Export, 1);

  export->gantt = loom_gantt_ref (gantt);
  export->path = g_strdup (path);
  export->replace = replace;
  start (export, callback, user_data);
}

/**
 * loom_export_roofline_async:
 * @chart: a launch under its roofs
 * @path: the file; its ending says which format
 * @replace: whether a file that is there may be replaced
 *
 * Writes a roofline as a figure, whole or not at all; ends with loom_export_finish().
 */
void
loom_export_roofline_async (LoomRooflineChart   *chart,
                            const char          *path,
                            gboolean             replace,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  Export *export = g_new0 (Export, 1);

  export->roofline = loom_roofline_chart_ref (chart);
  export->path = g_strdup (path);
  export->replace = replace;
  start (export, callback, user_data);
}

/**
 * loom_export_array_async:
 * @run: a run
 * @array: index of one of its arrays
 * @path: the file; its ending says which format
 * @replace: whether a file that is there may be replaced
 *
 * Writes the cells of an array, whole or not at all; ends with loom_export_finish().
 */
void
loom_export_array_async (LoomRun             *run,
                         guint                array,
                         const char          *path,
                         gboolean             replace,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  Export *export = g_new0 (Export, 1);

  export->run = loom_run_ref (run);
  export->array = g_ptr_array_index (run->arrays, array);
  export->path = g_strdup (path);
  export->replace = replace;
  start (export, callback, user_data);
}

/**
 * loom_export_code_async:
 * @target: what the program is written in
 * @source: a document that is bound; it is copied
 * @path: the file
 * @replace: whether a file that is there may be replaced
 *
 * Writes a document as a program, and the files that it reads; ends with loom_export_finish().
 */
void
loom_export_code_async (LoomHostTarget        target,
                        const LoomHostSource *source,
                        const char           *path,
                        gboolean              replace,
                        GAsyncReadyCallback   callback,
                        gpointer              user_data)
{
  Export *export = g_new0 (Export, 1);

  export->target = target;
  export->source = (LoomHostSource) {
    loom_document_ref (source->document), loom_compiled_ref (source->compiled),
    loom_plan_ref (source->plan), g_strdup (source->name), g_strdup (source->folder),
  };
  export->path = g_strdup (path);
  export->replace = replace;
  start (export, callback, user_data);
}

/**
 * loom_export_finish:
 *
 * Returns: (transfer full) (nullable): the path of the file, or %NULL on error
 */
char *
loom_export_finish (GAsyncResult  *result,
                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_export_dup_saved:
 * @path: of a file
 *
 * Returns: (transfer full): that it was written, in a few words
 */
char *
loom_export_dup_saved (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strdup_printf (_("Saved %s"), name);
}

/**
 * loom_export_dup_words:
 * @result: of something that was written, or was to be
 *
 * Returns: (transfer full): that it was, and what of its numbers the file does not hold
 */
char *
loom_export_dup_words (GAsyncResult *result)
{
  const Export *export = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = NULL, *black = NULL, *white = NULL;

  if (!export->is_scaled)
    return loom_export_dup_saved (export->path);
  name = g_path_get_basename (export->path);
  black = loom_number_format_set (export->black, 6);
  white = loom_number_format_set (export->white, 6);
  /* Translators: 1 a file's name, 2 and 3 numbers */
  return g_strdup_printf (_("Saved %1$s: black is %2$s, white is %3$s"), name, black, white);
}
