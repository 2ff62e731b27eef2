/* loom-window-actions.c: everything that a key, a button or a menu can do to a window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-fix.h"
#include "loom-launch.h"

#include <glib/gi18n-lib.h>

/* Keys that hold wherever the focus is: the capture phase, so that the editor does not type them.
 * Escape alone bubbles, since popovers and search bars have it first. None is one that a desktop
 * takes before the window sees it, or that text fields have a use for; where KDE and Xfce have
 * theirs, there is a second. Those that scale are letters, which every keyboard has, and lie around
 * J as their directions do: J left and K right of it in x, I above and M below in y. */
static const struct
{
  const char *action;
  const char *accels[3];
} accels[] = {
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.gallery", { "<Control><Shift>o" } },
  { "win.new-from-form", { "<Control><Shift>n" } },
  { "win.preferences", { "<Control>comma" } },
  { "win.close", { "<Control>w" } },
  { "win.find", { "<Control>f" } },
  { "win.replace", { "<Control>h" } },
  { "win.find-next", { "F3" } },
  { "win.find-previous", { "<Shift>F3" } },
  { "win.go-to-line", { "<Control>g" } },
  { "win.run", { "<Control>Return", "<Control>KP_Enter" } },
  { "win.compare", { "<Control><Shift>d" } },
  { "win.devices", { "<Control>d" } },
  { "win.live", { "<Control><Shift>l" } },
  { "win.next-pane", { "F6" } },
  { "win.previous-pane", { "<Shift>F6" } },
  { "win.source-launches", { "F4" } },
  { "win.next-problem", { "F8" } },
  { "win.previous-problem", { "<Shift>F8" } },
  { "win.show-editor", { "F9" } },
  { "win.show-launch", { "<Shift>F9" } },
  { "win.show-drawer", { "<Control>F9", "<Control><Shift>F9" } },
  { "win.edit-launch", { "<Control>l" } },
  { "win.export", { "<Control>e" } },
  { "win.print", { "<Control>p" } },
  { "win.scale::block-x-half", { "<Control>j" } },
  { "win.scale::block-x-double", { "<Control>k" } },
  { "win.scale::block-y-half", { "<Control>i" } },
  { "win.scale::block-y-double", { "<Control>m" } },
  { "win.scale::grid-x-half", { "<Control><Shift>j" } },
  { "win.scale::grid-x-double", { "<Control><Shift>k" } },
  { "win.scale::grid-y-half", { "<Control><Shift>i" } },
  { "win.scale::grid-y-double", { "<Control><Shift>m" } },
};

/* What stands in a field and is wrong is not what would run: whoever asks for a run is led there
 * instead. What happens by itself goes on with what holds. */
gboolean
_loom_window_may_run (LoomWindow *self)
{
  loom_session_flush (self->session);
  if (!loom_launch_panel_has_refused (self->launch_panel))
    return TRUE;

  g_object_set (self->layout, "show-launch", TRUE, NULL);
  loom_launch_panel_focus_refused (self->launch_panel);
  return FALSE;
}

static void
run_action (LoomWindow *self)
{
  if (_loom_window_may_run (self))
    loom_run_controller_run (self->controller);
}

static void
stop_action (LoomWindow *self)
{
  loom_run_controller_stop (self->controller);
}

/* Goes to a problem, counted round, and shows it in the list as well. */
static void
go_to_problem (LoomWindow *self,
               int         step)
{
  GListModel *problems = loom_session_get_problems (self->session);
  guint n = g_list_model_get_n_items (problems);
  g_autoptr (LoomProblem) problem = NULL;

  if (n == 0)
    return;
  if (self->problem == 0 || self->problem > n)
    self->problem = step > 0 ? 1 : n;
  else
    self->problem = (self->problem - 1 + n + step) % n + 1;
  problem = g_list_model_get_item (problems, self->problem - 1);
  loom_drawer_show_page (self->drawer, "problems");
  _loom_window_show_problem (self, problem);
}

static void
next_problem_action (LoomWindow *self)
{
  go_to_problem (self, 1);
}

static void
previous_problem_action (LoomWindow *self)
{
  go_to_problem (self, -1);
}

/* The parameter is the name of a page of the drawer. */
static void
show_page_action (LoomWindow *self,
                  GVariant   *parameter)
{
  g_object_set (self->layout, "show-drawer", TRUE, NULL);
  loom_drawer_show_page (self->drawer, g_variant_get_string (parameter, NULL));
}

static void
fix_problem_action (LoomWindow *self,
                    GVariant   *parameter)
{
  g_autoptr (LoomProblem) problem = NULL;
  g_autoptr (GError) error = NULL;

  problem = g_list_model_get_item (loom_session_get_problems (self->session),
                                   g_variant_get_uint32 (parameter));
  if (problem != NULL && problem->fix == LOOM_FIX_CHOOSE_TEMPLATE)
    loom_action_activate (GTK_WIDGET (self), "win.choose-template", "s",
                          problem->replacement);
  else if (problem != NULL && problem->fix == LOOM_FIX_ALLOW_FOLDER)
    loom_action_activate (GTK_WIDGET (self), "win.allow-folder", NULL);
  else if (problem != NULL && problem->fix == LOOM_FIX_WRITE_KERNEL)
    loom_action_activate (GTK_WIDGET (self), "win.gallery", NULL);
  else if (problem != NULL && problem->fix == LOOM_FIX_OPEN_FILE)
    _loom_window_show_place (self, problem->replacement, 1, 0);
  else if (problem != NULL && !loom_fix_apply (self->session, problem, &error))
    _loom_window_tell_error (self, error);
}

static void
edit_launch_action (LoomWindow *self)
{
  g_object_set (self->layout, "show-launch", TRUE, NULL);
  loom_launch_panel_focus_first (self->launch_panel);
}

/* The parameter is WHAT-AXIS-HOW, one of the sixteen words that the table of keys spells. */
static void
scale_action (LoomWindow *self,
              GVariant   *parameter)
{
  g_auto (GStrv) words = g_strsplit (g_variant_get_string (parameter, NULL), "-", -1);
  const LoomLimits *limits = loom_session_get_limits (self->session);
  g_autoptr (GError) error = NULL;
  LoomLaunch launch;
  LoomDim3 value;
  gboolean block, up;

  if (g_strv_length (words) != 3)
    return;
  block = g_str_equal (words[0], "block");
  up = g_str_equal (words[2], "double");
  loom_launch_init (&launch);
  loom_launch_read (&launch, self->session);
  value = loom_launch_scale (block ? &launch.block : &launch.grid, words[1][0] - 'x', up,
                             block ? &limits->block : &limits->grid);
  if (!loom_launch_edit_dim3 (self->session, block ? "block" : "grid", &value, &error))
    _loom_window_tell_error (self, error);
}

/* Does what would let a launch that was refused be made. */
static void
fix_launch_action (LoomWindow *self)
{
  g_autoptr (LoomLaunchFix) fix = loom_launch_fix_find (self->session);

  if (fix != NULL)
    loom_fix_apply_to_launch (self->session, fix, GTK_WIDGET (self));
}

static const LoomFinding *
get_trap (LoomWindow *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  return loom_session_has_current_run (self->session) ? run->trap : NULL;
}

static void
show_trap_line_action (LoomWindow *self)
{
  const LoomFinding *trap = get_trap (self);

  if (trap != NULL && trap->has_site)
    _loom_window_show_place (self, trap->site.file, trap->site.line, 0);
}

/* Looks at the array that a trap names, as it is looked at otherwise: at the plane that was meant,
 * or the one nearest to it. */
static void
show_trap_array (LoomWindow        *self,
                 const LoomRun     *run,
                 const LoomFinding *trap)
{
  LoomView view = *loom_session_get_view (self->session);

  for (guint i = 0; trap->array != NULL && i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);
      const LoomShape *shape = loom_array_get_shape (array->array);
      const gint64 plane = (gint64) (shape->cols * shape->rows)
                           * loom_array_get_cell_type (array->array)->size;

      if (g_strcmp0 (array->name, trap->array) != 0 || plane <= 0)
        continue;
      view.array = i;
      view.plane = CLAMP (trap->offset / plane, 0, (gint64) shape->planes - 1);
    }
  loom_session_set_view (self->session, &view);
}

static void
show_trap_thread_action (LoomWindow *self)
{
  const LoomFinding *trap = get_trap (self);

  if (trap == NULL || !trap->has_site)
    return;
  show_trap_array (self, loom_session_get_run (self->session), trap);
  loom_session_set_thread (self->session, &trap->site);
}

static void
differs_action (GtkWidget *widget)
{
  AdwMessageDialog *dialog;

  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (widget), _("What Differs on the Simulator?"),
      _("The simulator executes the very instructions that the compiler made for a GPU: what each "
         "thread reads and "
         "writes, every value, warps, barriers and traps are as on a GPU.\n\n"
         "Time is not. What it shows as time is this computer’s, and says nothing about a GPU’s "
         "speed; numbers that it "
         "counted carry the sign ◆, those that a GPU measured ●.\n\n"
         "Threads that race may meet in another order than on a GPU, though always in the same one "
         "here.")));
  adw_message_dialog_add_response (dialog, "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
export_action (LoomWindow *self)
{
  loom_stage_export_picture (self->stage);
}

static void
print_action (LoomWindow *self)
{
  loom_stage_print_picture (self->stage);
}

/* The one place that decides what can be done now. */
void
_loom_window_actions_update (LoomWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean busy = loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE;
  gboolean has_text = *loom_session_get_text (self->session) != '\0';
  gboolean has_problems = g_list_model_get_n_items (loom_session_get_problems (self->session)) > 0;
  const LoomFinding *trap = get_trap (self);

  gtk_widget_action_set_enabled (widget, "win.run", has_text);
  gtk_widget_action_set_enabled (widget, "win.stop", busy);
  gtk_widget_action_set_enabled (widget, "win.export",
                                 loom_session_get_run (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.print", loom_session_get_run (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.next-problem", has_problems);
  gtk_widget_action_set_enabled (widget, "win.previous-problem", has_problems);
  gtk_widget_action_set_enabled (widget, "win.scale",
                                 loom_session_get_compiled (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.show-trap-line",
                                 trap != NULL && trap->has_site && trap->site.line > 0);
  gtk_widget_action_set_enabled (widget, "win.show-trap-thread", trap != NULL && trap->has_site);
}

void
_loom_window_class_actions_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.run", NULL, G_CALLBACK (run_action) },
    { "win.stop", NULL, G_CALLBACK (stop_action) },
    { "win.next-problem", NULL, G_CALLBACK (next_problem_action) },
    { "win.previous-problem", NULL, G_CALLBACK (previous_problem_action) },
    { "win.show-page", "s", G_CALLBACK (show_page_action) },
    { "win.fix-problem", "u", G_CALLBACK (fix_problem_action) },
    { "win.edit-launch", NULL, G_CALLBACK (edit_launch_action) },
    { "win.scale", "s", G_CALLBACK (scale_action) },
    { "win.fix-launch", NULL, G_CALLBACK (fix_launch_action) },
    { "win.export", NULL, G_CALLBACK (export_action) },
    { "win.print", NULL, G_CALLBACK (print_action) },
    { "win.show-trap-line", NULL, G_CALLBACK (show_trap_line_action) },
    { "win.show-trap-thread", NULL, G_CALLBACK (show_trap_thread_action) },
    { "win.differs", NULL, G_CALLBACK (differs_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.stop", NULL);
}

void
loom_window_install_accels (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (application, accels[i].action, accels[i].accels);
}
