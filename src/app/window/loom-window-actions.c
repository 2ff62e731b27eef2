/* loom-window-actions.c: everything that a key, a button or a menu can do to a window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-analyses.h"
#include "loom-connect.h"
#include "loom-fix.h"
#include "loom-launch.h"
#include "loom-pages.h"
#include "loom-resources.h"

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
  { "win.show-help-overlay", { "<Control>question" } },
  { "win.close", { "<Control>w" } },
  { "win.find", { "<Control>f" } },
  { "win.replace", { "<Control>h" } },
  { "win.find-next", { "F3" } },
  { "win.find-previous", { "<Shift>F3" } },
  { "win.go-to-line", { "<Control>g" } },
  { "win.go-to-definition", { "F12" } },
  { "win.go-back", { "<Shift>F12" } },
  { "win.explain", { "<Control>F1", "<Shift>F1" } },
  { "win.run", { "<Control>Return", "<Control>KP_Enter" } },
  { "win.run-program", { "<Control><Shift>Return", "<Control><Shift>KP_Enter" } },
  { "win.analyse", { "F5" } },
  { "win.compare", { "<Control><Shift>d" } },
  { "win.compare-math", { "<Control><Shift>r" } },
  { "win.devices", { "<Control>d" } },
  { "win.sweep", { "<Shift>F5" } },
  { "win.live", { "<Control><Shift>l" } },
  { "win.next-pane", { "F6" } },
  { "win.previous-pane", { "<Shift>F6" } },
  { "win.source-launches", { "F4" } },
  { "win.threads", { "<Shift>F7" } },
  { "win.console", { "<Control><Shift>t" } },
  { "win.ask-cell", { "<Control><Shift>w" } },
  { "win.ptx", { "<Control><Shift>p" } },
  { "win.warp", { "<Control><Shift>h" } },
  { "win.pin-run", { "<Control>b" } },
  { "win.changes", { "<Control><Shift>y" } },
  { "win.line-figures", { "<Control><Shift>g" } },
  { "win.banks", { "<Control><Shift>b" } },
  { "win.occupancy", { "<Control><Shift>F5" } },
  { "win.replay", { "<Control>r" } },
  { "win.show-threads", { "<Control><Shift>F7" } },
  { "win.next-problem", { "F8" } },
  { "win.previous-problem", { "<Shift>F8" } },
  { "win.show-editor", { "F9" } },
  { "win.show-launch", { "<Shift>F9" } },
  { "win.show-drawer", { "<Control>F9", "<Control><Shift>F9" } },
  { "win.edit-launch", { "<Control>l" } },
  { "win.export", { "<Control>e" } },
  { "win.save-array", { "<Control><Shift>e" } },
  { "win.export-code::cuda", { "<Shift>F4" } },
  { "win.print", { "<Control>p" } },
  { "win.scale::block-x-half", { "<Control>j" } },
  { "win.scale::block-x-double", { "<Control>k" } },
  { "win.scale::block-y-half", { "<Control>i" } },
  { "win.scale::block-y-double", { "<Control>m" } },
  { "win.scale::grid-x-half", { "<Control><Shift>j" } },
  { "win.scale::grid-x-double", { "<Control><Shift>k" } },
  { "win.scale::grid-y-half", { "<Control><Shift>i" } },
  { "win.scale::grid-y-double", { "<Control><Shift>m" } },
  { "win.fit-block", { "<Control><Shift>f" } },
  { "win.trim-grid", { "<Control><Shift>F8" } },
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
show_threads (LoomWindow *self,
              const char *text)
{
  g_object_set (self->layout, "show-drawer", TRUE, NULL);
  loom_drawer_show_threads (self->drawer, text);
}

/* A problem that threads wait for each other in: the one that was gone to, else the first of the
 * worst. */
static LoomProblem *
find_threads (LoomWindow *self)
{
  GListModel *problems = loom_session_get_problems (self->session);
  LoomProblem *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      if (problem->fix != LOOM_FIX_SHOW_THREADS)
        continue;
      if (found == NULL || i + 1 == self->problem || problem->severity > found->severity)
        g_set_object (&found, problem);
      if (i + 1 == self->problem)
        break;
    }
  return found;
}

static void
show_threads_action (LoomWindow *self)
{
  g_autoptr (LoomProblem) problem = find_threads (self);

  if (problem != NULL)
    show_threads (self, problem->text);
}

/* Where the first error is, counted from 1: a warning before it may be but what follows from it. */
static guint
find_first (GListModel *problems)
{
  g_autoptr (LoomProblem) worst = loom_problem_find_worst (problems);

  for (guint i = 0;; i++)
    {
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      if (problem == worst)
        return i + 1;
    }
}

/* Goes to a problem, counted round, and shows it in the list as well. Where there is none, its keys
 * are still the window's: GTK would go to the line between two panes. */
static void
go_to_problem (LoomWindow *self,
               int         step)
{
  GListModel *problems = loom_session_get_problems (self->session);
  guint n = g_list_model_get_n_items (problems);
  g_autoptr (LoomProblem) problem = NULL;

  if (n == 0)
    {
      loom_window_add_toast (self, adw_toast_new (_("No problems")));
      return;
    }
  if (self->problem == 0 || self->problem > n)
    self->problem = step > 0 ? find_first (problems) : n;
  else
    self->problem = (self->problem - 1 + n + step) % n + 1;
  problem = g_list_model_get_item (problems, self->problem - 1);
  loom_drawer_show_page (self->drawer, "problems");
  _loom_window_show_problem (self, problem);
}

/* The parameter is the name of a page of the drawer. */
static void
show_page_action (LoomWindow *self,
                  GVariant   *parameter)
{
  loom_drawer_show_page (self->drawer, g_variant_get_string (parameter, NULL));
  g_object_set (self->layout, "show-drawer", TRUE, NULL);
}

/* The pages of the drawer with an action that takes the focus there. Pages ask for what they show
 * by themselves, once they are seen. */
enum { BANKS, CHANGES, CONSOLE, OCCUPANCY, PTX, THREADS, WARP };

static void
focus_page_action (LoomWindow *self,
                   int         page)
{
  static const char *const names[] = {
    [BANKS] = "banks", [CHANGES] = "changes", [CONSOLE] = "console", [OCCUPANCY] = "occupancy",
    [PTX] = "ptx", [THREADS] = "threads", [WARP] = "warp",
  };

  g_object_set (self->layout, "show-drawer", TRUE, NULL);
  loom_drawer_focus_page (self->drawer, names[page]);
}

/* Figures of lines are those of a run that counted them. */
static void
line_figures_action (LoomWindow *self)
{
  g_object_set (self->layout, "show-editor", TRUE, NULL);
  if (!loom_editor_pane_choose_figure (self->editor_pane))
    loom_window_add_toast (self, adw_toast_new (_("This run has no figures of lines: switch on "
                                                  "Profile (F5) and run again.")));
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
  else if (problem != NULL && problem->fix == LOOM_FIX_SHOW_THREADS)
    show_threads (self, problem->text);
  else if (problem != NULL && !loom_fix_apply (self->session, problem, &error))
    _loom_window_show_error (self, error);
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
  const LoomLimits *limits = &loom_session_get_choices (self->session)->limits;
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
    _loom_window_show_error (self, error);
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
  loom_view_state_set_view (loom_session_get_view_state (self->session), &view);
}

static void
show_trap_thread_action (LoomWindow *self)
{
  const LoomFinding *trap = get_trap (self);

  if (trap == NULL || !trap->has_site)
    return;
  show_trap_array (self, loom_session_get_run (self->session), trap);
  loom_view_state_set_thread (loom_session_get_view_state (self->session), &trap->site);
  loom_stage_focus_picture (self->stage);
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
         "Threads that race may meet in another order than on a GPU, but always in the same one "
         "here.")));
  adw_message_dialog_add_response (dialog, "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* -- From pane to pane by a key -- */

/* A stage is entered by its picture, the panel by the first field of the launch, and the drawer by
 * its page, which is what they are there for; any other pane by the first of its controls. */
gboolean
_loom_window_enter (GtkWidget *pane)
{
  if (!gtk_widget_get_mapped (pane))
    return FALSE;
  return (LOOM_IS_STAGE (pane) && loom_stage_focus_picture (LOOM_STAGE (pane))) ||
         (LOOM_IS_LAUNCH_PANEL (pane) &&
          loom_launch_panel_focus_first (LOOM_LAUNCH_PANEL (pane))) ||
         (LOOM_IS_DRAWER (pane) && loom_drawer_focus (LOOM_DRAWER (pane))) ||
         gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

gboolean
_loom_window_holds_focus (LoomWindow *self,
                          GtkWidget  *pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

/* Panes that are hidden, or have nothing that takes the focus, are passed over. */
static void
go_to_pane (LoomWindow *self,
            int         step)
{
  GtkWidget *panes[] = {
    GTK_WIDGET (self->header), GTK_WIDGET (self->editor_pane),  GTK_WIDGET (self->stage),
    GTK_WIDGET (self->launch_panel), GTK_WIDGET (self->drawer),
  };
  const int n = G_N_ELEMENTS (panes);
  int at = 0;

  while (at < n && !_loom_window_holds_focus (self, panes[at]))
    at++;
  if (at == n)
    at = step > 0 ? n - 1 : 0;
  for (int i = 1; i <= n; i++)
    if (_loom_window_enter (panes[(at + n + i * step) % n]))
      return;
}

/* -- The windows that a window opens -- */

static void
gallery_action (GtkWidget *widget)
{
  gtk_window_present (loom_gallery_window_new (GTK_WINDOW (widget)));
}

static void
sweep_action (LoomWindow *self)
{
  GtkWindow *parent = GTK_WINDOW (self), *page = NULL;

  for (GList *l = gtk_application_get_windows (gtk_window_get_application (parent)); l != NULL;
       l = l->next)
    if (LOOM_IS_SWEEP_WINDOW (l->data) && gtk_window_get_transient_for (l->data) == parent)
      page = l->data;
  if (page == NULL)
    page = loom_sweep_window_new (parent, self->session, self->controller);
  gtk_window_present (page);
}

static void
new_from_form_action (LoomWindow *self)
{
  gtk_window_present (loom_form_window_new (GTK_WINDOW (self), self->session, self->controller,
                                            self->settings));
}

static void
preferences_action (LoomWindow *self)
{
  gtk_window_present (
      loom_preferences_window_new (GTK_WINDOW (self), self->settings, self->session));
}

static void
why_action (LoomWindow *self)
{
  gtk_window_present (loom_why_window_new (GTK_WINDOW (self), self->session));
}

/* Without a name: of what the settings say, else of the first. */
static LoomKernelTemplate *
find_template (LoomWindow *self,
               const char *name)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  const char *kernel = loom_launch_get (self->session, NULL, "kernel");
  LoomKernelTemplate *template;

  if (compiled == NULL || compiled->templates->len == 0)
    return NULL;
  if (*name != '\0')
    return loom_kernel_template_find (compiled->templates, name);
  template = kernel != NULL ? loom_kernel_template_find (compiled->templates, kernel) : NULL;
  return template != NULL ? template : g_ptr_array_index (compiled->templates, 0);
}

static void
choose_template_action (LoomWindow *self,
                        GVariant   *parameter)
{
  LoomKernelTemplate *template = find_template (self, g_variant_get_string (parameter, NULL));

  if (template != NULL)
    gtk_window_present (loom_template_window_new (GTK_WINDOW (self), self->session,
                                                  self->controller, template));
}

/* -- Switches in menus, which are properties of the run settings or the layout -- */

static const struct
{
  const char *name;
  gboolean    of_layout;
} switches[] = {
  { "live", FALSE }, { "backend", FALSE }, { "device-profile", FALSE },
  { "show-editor", TRUE }, { "show-launch", TRUE }, { "show-drawer", TRUE },
};

void
_loom_window_switches_init (LoomWindow *self)
{
  LoomRunSettings *settings = loom_session_get_run_settings (self->session);

  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      gpointer object = switches[i].of_layout ? (gpointer) self->layout : (gpointer) settings;
      g_autoptr (GPropertyAction) action
          = g_property_action_new (switches[i].name, object, switches[i].name);

      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
    }
}

/* GTK 4.8 keeps the actions of a window that was shown after it is gone; with them they would keep
 * what they are properties of. */
void
_loom_window_switches_dispose (LoomWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    g_action_map_remove_action (G_ACTION_MAP (self), switches[i].name);
}

/* The list of keys is as large as its words; what the screen has no room for scrolls. */
static void
take_help (gpointer object,
           gpointer window)
{
  if (GTK_IS_SHORTCUTS_WINDOW (object))
    {
      GtkWindow *help = GTK_WINDOW (object);
      g_autoptr (GtkWidget) content = g_object_ref (gtk_window_get_child (help));

      gtk_window_set_child (help, NULL);
      gtk_window_set_child (help, g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", content,
                                                "propagate-natural-width", TRUE,
                                                "propagate-natural-height", TRUE, NULL));
      gtk_application_window_set_help_overlay (window, GTK_SHORTCUTS_WINDOW (help));
    }
}

/* It has some hundred widgets, which GTK would make with each window. */
static void
show_help_action (LoomWindow *self)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (self);

  if (gtk_application_window_get_help_overlay (window) == NULL)
    {
      g_autoptr (GtkBuilder) builder
          = gtk_builder_new_from_resource (LOOM_RESOURCE_PATH "/help-overlay.ui");
      g_autoptr (GSList) objects = gtk_builder_get_objects (builder);

      g_slist_foreach (objects, take_help, window);
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

/* The one place that decides what can be done now. */
void
_loom_window_actions_update (LoomWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_program = loom_recorder_is_running (loom_session_get_recorder (self->session));
  gboolean busy = is_program ||
                  loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE;
  gboolean has_text = *loom_session_get_text (self->session) != '\0';
  const LoomFinding *trap = get_trap (self);
  g_autoptr (LoomProblem) threads = find_threads (self);

  gtk_widget_action_set_enabled (widget, "win.run", has_text);
  gtk_widget_action_set_enabled (widget, "win.stop", busy);
  gtk_widget_action_set_enabled (widget, "win.run-program", has_text && !is_program);
  gtk_widget_action_set_enabled (widget, "win.export",
                                 loom_session_get_run (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-array",
                                 loom_session_get_run (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.export-code",
                                 loom_session_get_plan (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.print", loom_session_get_run (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.scale", loom_launch_has_kernel (self->session));
  gtk_widget_action_set_enabled (widget, "win.show-trap-line",
                                 trap != NULL && trap->has_site && trap->site.line > 0);
  gtk_widget_action_set_enabled (widget, "win.show-trap-thread", trap != NULL && trap->has_site);
  gtk_widget_action_set_enabled (widget, "win.show-threads", threads != NULL);
  _loom_window_fit_update (self);
}

void
_loom_window_class_actions_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.run", NULL, G_CALLBACK (run_action) },
    { "win.next-problem", NULL, G_CALLBACK (go_to_problem), 1 },
    { "win.previous-problem", NULL, G_CALLBACK (go_to_problem), -1 },
    { "win.banks", NULL, G_CALLBACK (focus_page_action), BANKS },
    { "win.changes", NULL, G_CALLBACK (focus_page_action), CHANGES },
    { "win.console", NULL, G_CALLBACK (focus_page_action), CONSOLE },
    { "win.occupancy", NULL, G_CALLBACK (focus_page_action), OCCUPANCY },
    { "win.ptx", NULL, G_CALLBACK (focus_page_action), PTX },
    { "win.threads", NULL, G_CALLBACK (focus_page_action), THREADS },
    { "win.warp", NULL, G_CALLBACK (focus_page_action), WARP },
    { "win.tell-sass", NULL, G_CALLBACK (loom_run_controller_disassemble),
      .object = G_STRUCT_OFFSET (LoomWindow, controller) },
    { "win.line-figures", NULL, G_CALLBACK (line_figures_action) },
    { "win.show-page", "s", G_CALLBACK (show_page_action) },
    { "win.fix-problem", "u", G_CALLBACK (fix_problem_action) },
    { "win.edit-launch", NULL, G_CALLBACK (edit_launch_action) },
    { "win.scale", "s", G_CALLBACK (scale_action) },
    { "win.fix-launch", NULL, G_CALLBACK (fix_launch_action) },
    { "win.export", NULL, G_CALLBACK (loom_stage_export_picture),
      .object = G_STRUCT_OFFSET (LoomWindow, stage) },
    { "win.save-array", NULL, G_CALLBACK (loom_stage_save_array),
      .object = G_STRUCT_OFFSET (LoomWindow, stage) },
    { "win.print", NULL, G_CALLBACK (loom_stage_print_picture),
      .object = G_STRUCT_OFFSET (LoomWindow, stage) },
    { "win.show-trap-line", NULL, G_CALLBACK (show_trap_line_action) },
    { "win.show-trap-thread", NULL, G_CALLBACK (show_trap_thread_action) },
    { "win.show-threads", NULL, G_CALLBACK (show_threads_action) },
    { "win.differs", NULL, G_CALLBACK (differs_action) },
    { "win.next-pane", NULL, G_CALLBACK (go_to_pane), 1 },
    { "win.previous-pane", NULL, G_CALLBACK (go_to_pane), -1 },
    { "win.gallery", NULL, G_CALLBACK (gallery_action) },
    { "win.sweep", NULL, G_CALLBACK (sweep_action) },
    { "win.new-from-form", NULL, G_CALLBACK (new_from_form_action) },
    { "win.preferences", NULL, G_CALLBACK (preferences_action) },
    { "win.choose-template", "s", G_CALLBACK (choose_template_action) },
    { "win.why", NULL, G_CALLBACK (why_action) },
    { "win.show-help-overlay", NULL, G_CALLBACK (show_help_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_action_bind (klass, "Escape", "win.stop");
}

void
loom_window_install_accels (GtkApplication *application)
{
  const LoomAnalysis *analysis;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    {
      const char * const keys[] = { analysis->key, NULL };
      g_autofree char *action = g_strconcat ("win.", analysis->name, NULL);

      gtk_application_set_accels_for_action (application, action, keys);
    }
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (application, accels[i].action, accels[i].accels);
}
