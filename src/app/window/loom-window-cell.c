/* loom-window-cell.c: asks who wrote and read the cell that is pinned
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

/* The pinned cell of the array that is shown; FALSE: none is, or no kernel has that array. */
static gboolean
get_target (LoomWindow     *self,
            LoomCellTarget *target)
{
  guint64 cell;
  const LoomRunArray *array = loom_session_find_pinned (self->session, &cell);
  g_autofree char *name = NULL;

  if (array == NULL)
    return FALSE;
  name = loom_run_dup_array_name (loom_session_get_run (self->session), array);
  *target = (LoomCellTarget) { .array = g_intern_string (name), .n = 1, .at = { cell } };
  return TRUE;
}

/* Asks about the pinned cell, unless that was done. */
static void
tell_action (LoomWindow *self)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_CELL);
  const LoomRunOptions *asked = loom_run_query_get_question (query);
  LoomCellTarget target;

  if (get_target (self, &target) &&
      (asked == NULL || asked->cell.array != target.array || asked->cell.at[0] != target.at[0] ||
       loom_run_query_get_run (query) != loom_session_get_run (self->session)))
    loom_run_controller_ask_cell (self->controller, &target);
}

/* The page asks by itself once it is seen. */
static void
ask_action (LoomWindow *self)
{
  loom_action_activate (GTK_WIDGET (self), "win.show-page", "s", "cell");
}

/* The parameter: a file, or nothing for the document, and a line of it. */
static void
show_place_action (LoomWindow *self,
                   GVariant   *parameter)
{
  const char *file;
  guint line;

  g_variant_get (parameter, "(&su)", &file, &line);
  _loom_window_show_place (self, *file != '\0' ? file : NULL, line, 0);
}

void
_loom_window_class_cell_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.ask-cell", NULL, G_CALLBACK (ask_action) },
    { "win.tell-cell", NULL, G_CALLBACK (tell_action) },
    { "win.show-place", "(su)", G_CALLBACK (show_place_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
