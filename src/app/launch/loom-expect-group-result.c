/* loom-expect-group-result.c: what came of what was expected, and a run as the reference
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-expect-group-private.h"

#include "loom-export.h"
#include "loom-format.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

static void
show_fact (AdwActionRow *row,
           const char   *text)
{
  gtk_widget_set_visible (GTK_WIDGET (row), text != NULL);
  if (text != NULL)
    adw_action_row_set_subtitle (row, text);
}

static char *
dup_coverage (const LoomRunArray *array)
{
  g_autofree char *missed = NULL, *extra = NULL;
  LoomArrayCounts counts;

  if (array->domain == NULL || array->writes == NULL)
    return NULL;
  loom_run_array_count (array, &counts);
  missed = loom_typeset_count (counts.missed);
  extra = loom_typeset_count (counts.extra);
  /* Translators: numbers of cells: that were not written but should be, and the other way round */
  return g_strdup_printf (_("Missed: %1$s, extra: %2$s"), missed, extra);
}

static char *
dup_share (const LoomRunArray *array)
{
  g_autofree char *mismatches = loom_typeset_count (array->mismatches);
  g_autofree char *compared = loom_typeset_count (array->compared);

  if (array->mismatches == 0)
    return g_strdup (_("No cell differs"));
  /* Translators: cells that differ of those that were compared: “3 of 256” */
  return g_strdup_printf (_("%1$s of %2$s"), mismatches, compared);
}

static char *
dup_deviation (const LoomRunArray *array)
{
  const LoomShape *shape = loom_array_get_shape (array->array);
  g_autofree char *absolute = loom_deviation_dup_absolute (&array->deviation, shape);
  g_autofree char *relative = loom_deviation_dup_relative (&array->deviation, shape);
  g_autofree char *ulps = loom_deviation_dup_ulps (&array->deviation, shape);

  if (absolute == NULL)
    return NULL;
  if (relative == NULL)
    return g_steal_pointer (&absolute);
  if (ulps == NULL)
    /* Translators: the largest difference, and the largest as a part of what is expected, each with
     * its place */
    return g_strdup_printf (_("%1$s\nrelative %2$s"), absolute, relative);
  return g_strdup_printf (_("%1$s\nrelative %2$s\n%3$s"), absolute, relative, ulps);
}

/* Of the last run, also while the next one is on its way: rows must not come and go. */
void
_loom_expect_group_show_result (LoomExpectGroup *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const LoomRunArray *array = run != NULL ? loom_run_find_array (run, self->name) : NULL;
  const gboolean is_checked = array != NULL && array->compared > 0;
  g_autofree char *coverage = array != NULL ? dup_coverage (array) : NULL;
  g_autofree char *share = is_checked ? dup_share (array) : NULL;
  g_autofree char *first = is_checked ? loom_run_array_dup_checked (array, &array->first) : NULL;
  g_autofree char *worst = is_checked ? loom_run_array_dup_checked (array, &array->worst) : NULL;
  g_autofree char *deviation = is_checked ? dup_deviation (array) : NULL;

  show_fact (self->coverage, coverage);
  show_fact (self->mismatches, share);
  show_fact (self->first, first);
  show_fact (self->worst, worst);
  show_fact (self->deviation, deviation);
}

static LoomCell
get_cell (const LoomRunArray *array,
          guint64             cell)
{
  const LoomShape *shape = loom_array_get_shape (array->array);

  return (LoomCell) { cell % shape->cols, cell / shape->cols % shape->rows,
                      cell / shape->cols / shape->rows };
}

/* Shows a cell in the picture, where everything else is said of it. */
void
_loom_expect_group_show_cell (LoomExpectGroup *self,
                              AdwActionRow    *row)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  LoomRun *run = loom_session_get_run (self->session);
  LoomRunArray *array = run != NULL ? loom_run_find_array (run, self->name) : NULL;
  LoomView view = *loom_view_state_get_view (state);
  LoomCell cell;

  if (array == NULL)
    return;
  g_ptr_array_find (run->arrays, array, &view.array);
  cell = get_cell (array, row == self->first ? array->first.cell : array->worst.cell);
  view.plane = cell.plane;
  loom_view_state_choose (state, &view);
  loom_view_state_set_pin (state, &cell);
}

/* -- A run as the reference -- */

static guint
find_index (LoomExpectGroup *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  guint index = G_MAXUINT;

  for (guint i = 0; run != NULL && i < run->arrays->len; i++)
    if (g_strcmp0 (((LoomRunArray *) run->arrays->pdata[i])->name, self->name) == 0)
      index = i;
  return index;
}

/* Beside the document and named like it; what is there already stays. */
static char *
dup_pin_path (LoomExpectGroup *self,
              GFile           *folder)
{
  const char *name = loom_session_get_name (self->session);
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = dot != NULL ? g_strndup (name, dot - name) : g_strdup (name);
  g_autofree char *array = g_strcanon (g_strdup (self->name),
                                       G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.", '_');

  for (guint i = 1;; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *file = g_strdup_printf ("%s.%s%s.npy", stem, array, number);
      g_autofree char *path = g_build_filename (g_file_peek_path (folder), file, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
}

/* The array may be another one by now; what was saved stays. */
static void
pinned_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomExpectGroup) self = user_data;
  g_autofree char *name = g_steal_pointer (&self->pinned);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);

  if (path != NULL && g_strcmp0 (name, self->name) == 0)
    {
      g_autofree char *file = g_path_get_basename (path);
      g_autofree char *value = g_strconcat ("file:", file, NULL);

      _loom_expect_group_try_value (self, "reference", value, TRUE, &error);
    }
  if (error != NULL)
    _loom_expect_group_show_reason (&self->choices[LOOM_EXPECT_REFERENCE], error->message);
  _loom_expect_group_update_actions (self);
}

void
_loom_expect_group_pin_run (LoomExpectGroup *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  const guint index = find_index (self);
  g_autofree char *path = NULL;

  if (folder == NULL || g_file_peek_path (folder) == NULL || index == G_MAXUINT ||
      self->pinned != NULL)
    return;
  path = dup_pin_path (self, folder);
  self->pinned = g_strdup (self->name);
  loom_export_array_async (loom_session_get_run (self->session), index, path, FALSE, pinned_cb,
                           g_object_ref (self));
  _loom_expect_group_update_actions (self);
}

void
_loom_expect_group_update_actions (LoomExpectGroup *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "expected.pin",
                                 folder != NULL && self->pinned == NULL &&
                                     loom_session_has_current_run (self->session) &&
                                     find_index (self) != G_MAXUINT);
}
