/* loom-cli-picture.c: a run as a picture file, and as a sentence
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-picture.h"

#include "loom-capability.h"
#include "loom-gantt.h"
#include "loom-view-settings.h"

#include <glib/gi18n-lib.h>

/**
 * loom_cli_picture_check_ending:
 * @option: that names it
 * @path: (nullable): a file to draw into
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE` for a format that is not written
 */
gboolean
loom_cli_picture_check_ending (const char  *option,
                               const char  *path,
                               GError     **error)
{
  if (path == NULL || g_str_has_suffix (path, ".png") || g_str_has_suffix (path, ".svg") ||
      g_str_has_suffix (path, ".pdf"))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("%1$s %2$s: the name must end in .png, .svg or .pdf"), option, path);
}

/**
 * loom_cli_picture_check_schedule:
 * @path: (nullable): where the schedule shall go
 * @backend: what will run the kernel
 *
 * Finds out before anything runs whether a schedule could be drawn at all.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE`
 */
gboolean
loom_cli_picture_check_schedule (const char  *path,
                                 LoomBackendId backend,
                                 GError     **error)
{
  if (!loom_cli_picture_check_ending ("--schedule", path, error))
    return FALSE;

  if (path == NULL
      || (loom_backend_kind_get_capabilities (backend.kind) & LOOM_CAPABILITY_SCHEDULE))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("--schedule needs a GPU, as with --backend cuda: the simulator has no "
                      "multiprocessors; “gridloom-cli occupancy --schedule” models a schedule"));
}

/**
 * loom_cli_picture_check_name:
 * @path: (nullable): where the picture shall go
 * @lens: (nullable): through which lens
 * @member: (nullable): which number of each cell
 *
 * Finds out before anything runs whether a picture could be made at all.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE`
 */
gboolean
loom_cli_picture_check_name (const char  *path,
                             const char  *lens,
                             const char  *member,
                             GError     **error)
{
  g_autoptr (GString) names = NULL;
  LoomLens wanted;

  if (!loom_cli_picture_check_ending ("--picture", path, error))
    return FALSE;

  if (lens != NULL && path == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE, _("--lens needs --picture"));

  if (member != NULL && path == NULL)
    return loom_fail (error, LOOM_ERROR_USAGE, _("--member needs --picture"));

  if (lens == NULL || loom_lens_from_name (lens, &wanted))
    return TRUE;

  names = g_string_new (NULL);

  for (guint i = 0; i < LOOM_N_LENSES; i++)
    g_string_append_printf (names, i > 0 ? ", %s" : "%s", loom_lens_get_name (i));

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("--lens %1$s: there is no such lens; there are %2$s"), lens, names->str);
}

/* Its values, unless another lens is asked for. */
static gboolean
choose_member (LoomView    *view,
               LoomRun     *run,
               const char  *member,
               GError     **error)
{
  const LoomRunArray *array = g_ptr_array_index (run->arrays, view->array);
  const gint index = loom_type_find_component (loom_array_get_cell_type (array->array), member);

  if (index >= 0)
    {
      view->member = (guint) index;
      view->lens = LOOM_LENS_VALUE;
      return TRUE;
    }

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("--member %1$s: the cells of %2$s have no such number"), member, array->name);
}

/**
 * loom_cli_picture_new:
 * @run: a run
 * @document: whose `[view]` says how to look at it
 * @lens: (nullable): a lens instead of the document's
 * @member: (nullable): which number of each cell is shown, instead of the document's
 *
 * Returns: (transfer full): what the window shows of a run; or %NULL with `LOOM_ERROR_USAGE` for a
 *   kernel without arrays or a lens without data
 */
LoomPicture *
loom_cli_picture_new (LoomRun       *run,
                      LoomDocument  *document,
                      const char    *lens,
                      const char    *member,
                      GError       **error)
{
  LoomView view;

  if (run->arrays->len == 0)
    return loom_fail_null (error, LOOM_ERROR_USAGE,
                           _("There is nothing to draw: the kernel has no array"));

  loom_view_init (&view, run);
  loom_view_apply_settings (&view, run, document);

  if (member != NULL && !choose_member (&view, run, member, error))
    return NULL;

  if (lens != NULL)
    {
      loom_lens_from_name (lens, &view.lens);

      if (!loom_lens_is_available (view.lens, run, view.array))
        return loom_fail_null (error, LOOM_ERROR_USAGE,
                               _("--lens %s: this run has not recorded what that lens shows"),
                               lens);
    }

  return loom_picture_new (run, &view);
}

/**
 * loom_cli_picture_export_schedule:
 * @run: a run
 * @path: a file ending in .png, .svg or .pdf
 *
 * Draws the blocks of a run over time into a file, which is there whole or not at all.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE`, or `LOOM_ERROR_USAGE` where nothing was recorded
 */
gboolean
loom_cli_picture_export_schedule (LoomRun     *run,
                                  const char  *path,
                                  GError     **error)
{
  g_autoptr (LoomGantt) gantt = loom_gantt_new (run);

  if (gantt != NULL)
    return loom_gantt_export (gantt, path, error);

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("--schedule: this run has not recorded when its blocks ran; coverage must be "
                      "on"));
}
