/* loom-view-settings.c: the [view] group of a document, laid over a view
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-view-settings.h"

#include <string.h>

static void
apply_array (LoomView   *self,
             LoomRun    *run,
             const char *name)
{
  for (guint i = 0; name != NULL && i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);

      if (strcmp (array->name, name) == 0)
        self->array = i;
    }
}

/**
 * loom_view_apply_settings:
 * @self: a view, initialised
 * @run: what it looks at
 * @document: whose `[view]` group says how
 *
 * Lays what a document says about its picture over @self: `array`, `lens`, `colormap`, `origin`,
 * `plane`, `style`, `member`. What is missing, unknown or not available in @run stays as it is: a
 * view never makes a run fail.
 */
void
loom_view_apply_settings (LoomView     *self,
                          LoomRun      *run,
                          LoomDocument *document)
{
  const char *lens = loom_document_get_value (document, "view", "lens");
  const char *origin = loom_document_get_value (document, "view", "origin");
  const char *plane = loom_document_get_value (document, "view", "plane");
  const char *style = loom_document_get_value (document, "view", "style");
  const char *member = loom_document_get_value (document, "view", "member");
  const LoomRunArray *array;
  LoomLens wanted;

  apply_array (self, run, loom_document_get_value (document, "view", "array"));
  loom_colormap_from_name (loom_document_get_value (document, "view", "colormap"), &self->colormap);

  if (self->array >= run->arrays->len)
    return;

  array = g_ptr_array_index (run->arrays, self->array);

  if (lens != NULL && loom_lens_from_name (lens, &wanted) &&
      loom_lens_is_available (wanted, run, self->array))
    self->lens = wanted;

  if (style != NULL && strcmp (style, "pystencils") == 0)
    self->pystencils = self->origin_lower = TRUE;

  if (origin != NULL)
    self->origin_lower = strcmp (origin, "lower") == 0;

  if (member != NULL)
    self->member = MAX (loom_type_find_component (loom_array_get_cell_type (array->array), member),
                        0);

  if (plane != NULL)
    g_ascii_string_to_unsigned (plane, 10, 0, loom_array_get_shape (array->array)->planes - 1,
                                &self->plane, NULL);
}
