/* loom-window.c: what a window is made of
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-analyse-pane.h"
#include "loom-connect.h"
#include "loom-device-menu.h"
#include "loom-fix.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* In seconds: long enough to read a path in a sentence twice, and the pointer or the focus on it
 * keep it for longer. */
#define ERROR_TIMEOUT 10

G_DEFINE_FINAL_TYPE (LoomWindow, loom_window, ADW_TYPE_APPLICATION_WINDOW)

static void
update_title (LoomWindow *self)
{
  const char *name = loom_session_get_name (self->session);
  g_autofree char *title = NULL;

  /* Translators: a document with unsaved changes; %s is its name. */
  title = loom_session_get_modified (self->session) ? g_strdup_printf (_("• %s"), name)
                                                    : g_strdup (name);
  adw_window_title_set_title (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

/* The trap in words, with the thread and the line, which the buttons beside it show. */
static char *
dup_trap_text (const LoomFinding *trap)
{
  const LoomDim3 *block = &trap->site.block, *thread = &trap->site.thread;
  g_autofree char *place = loom_place_format (trap->site.file, trap->site.line);

  if (!trap->has_site)
    return g_strdup (trap->text);
  /* Translators: what stopped a kernel, and where: block and thread as x, y, z, and a line of the
   * source. */
  return g_strdup_printf (_("%1$s. Block (%2$u, %3$u, %4$u), thread (%5$u, %6$u, %7$u), line %8$s"),
                          trap->text, block->x, block->y, block->z, thread->x, thread->y, thread->z,
                          place);
}

static void
update_trap (LoomWindow *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  gboolean shown = loom_session_has_current_run (self->session) && run->trap != NULL;
  g_autofree char *text = shown ? dup_trap_text (run->trap) : NULL;
  g_autofree char *title = shown ? loom_format_sentence (text) : NULL;

  loom_banner_set_title (self->trap_banner, title);
  /* who has stopped a run needs no list of what is wrong */
  if (shown && run->trap->code != LOOM_ERROR_STOPPED && loom_layout_offer_drawer (self->layout))
    loom_drawer_show_page (self->drawer, "problems");
}

/* The first words of a kernel turn to its output; later ones find the page that the user has chosen
 * since. */
static void
update_output (LoomWindow *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  gboolean speaks = run != NULL && run->output != NULL && *run->output != '\0';

  if (speaks && !self->spoke)
    {
      loom_drawer_show_page (self->drawer, "output");
      loom_layout_offer_drawer (self->layout);
    }
  self->spoke = speaks;
}

/* Why an old picture is still there, unless the launch bar says it beside the fields, or a banner
 * of its own that the runner is lost. */
static void
update_error (LoomWindow *self)
{
  const GError *error = loom_session_get_error (self->session);
  g_autoptr (LoomLaunchFix) fix = loom_launch_fix_find (self->session);
  g_autofree char *text = error != NULL ? loom_format_sentence (error->message) : NULL;
  gboolean launch_shown;

  g_object_get (self->layout, "show-launch", &launch_shown, NULL);
  g_object_set (self->error_banner, "button-label", fix != NULL ? fix->label : NULL, NULL);
  if (error == NULL || loom_session_get_run (self->session) == NULL || launch_shown ||
      g_error_matches (error, LOOM_ERROR, LOOM_ERROR_RUNNER))
    loom_banner_set_title (self->error_banner, NULL);
  else
    loom_banner_set_title (self->error_banner, text);
}

/* Other problems are gone through from their beginning. Until something ran, what is wrong is all
 * that there is to tell. */
static void
update_problems (LoomWindow *self)
{
  self->problem = 0;
  if (loom_session_get_run (self->session) == NULL &&
      g_list_model_get_n_items (loom_session_get_problems (self->session)) > 0)
    loom_drawer_show_page (self->drawer, "problems");
}

static void
lost_closed_cb (LoomWindow *self)
{
  loom_session_set_lost (self->session, NULL);
}

static void
update_activity (LoomWindow *self)
{
  gboolean busy = loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE ||
                  loom_recorder_is_running (loom_session_get_recorder (self->session));

  gtk_stack_set_visible_child_name (self->run_stack, busy ? "stop" : "run");
}

static void
update_device (LoomWindow *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_autofree char *name = loom_device_dup_name (choices->backends, choices->backend);

  g_autofree char *sentence = NULL;

  /* Translators: the name of a device */
  sentence = g_strdup_printf (_("What the kernel runs on: %s"), name);
  gtk_label_set_label (self->device_label, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->device_button), sentence);
  loom_device_menu_fill (self->device_menu, choices->backends, choices->backend,
                         choices->devices);
}

/* The drawer is remembered by its own height, and a paned by what stands before it. */
static void
place_drawer (LoomWindow *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->drawer_paned));

  if (self->drawer_placed || height == 0)
    return;
  self->drawer_placed = TRUE;
  gtk_paned_set_position (self->drawer_paned,
                          MAX (height - g_settings_get_int (self->settings, "drawer-height"), 0));
}

/* Once for each width of the window, and no further than the picture lets it: what the paned makes
 * of more would look like the user's doing. */
static void
place_editor (LoomWindow *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  int most;

  if (width == self->placed_width)
    return;
  self->placed_width = width;
  g_object_get (self->editor_paned, "max-position", &most, NULL);
  self->placing = TRUE;
  gtk_paned_set_position (self->editor_paned,
                          MIN (loom_layout_get_editor_width (self->layout), most));
  self->placing = FALSE;
}

/* Pictures say what the words did, which the tooltips have as well. */
static void
update_compact (LoomWindow *self)
{
  const gboolean compact = loom_layout_get_compact (self->layout);

  gtk_widget_set_visible (self->run_label, !compact);
  gtk_widget_set_visible (self->stop_label, !compact);
  gtk_widget_set_visible (self->device_icon, compact);
  gtk_widget_set_visible (GTK_WIDGET (self->device_label), !compact);
  gtk_widget_set_visible (self->analyse_icon, compact);
  gtk_menu_button_set_always_show_arrow (self->analyse_button, !compact);
  gtk_menu_button_set_always_show_arrow (self->device_button, !compact);
  gtk_widget_set_visible (GTK_WIDGET (self->analyse_label), !compact);
  loom_drawer_set_compact (self->drawer, compact);
  loom_status_bar_set_compact (self->status_bar, compact);
  if (compact)
    adw_split_button_set_icon_name (self->open_button, "document-open-symbolic");
  else
    adw_split_button_set_label (self->open_button, _("_Open"));
}

/* Calls back for properties of the session, from now on and right away. */
#define follow(self, callback, ...) \
  G_STMT_START { \
    loom_connect_each (self->session, G_CALLBACK (callback), self, __VA_ARGS__, NULL); \
    callback (self); \
  } G_STMT_END

static void
watch_session (LoomWindow *self)
{
  GListModel *problems = loom_session_get_problems (self->session);
  LoomRecorder *recorder = loom_session_get_recorder (self->session);

  follow (self, update_title, "notify::name", "notify::modified");
  follow (self, update_trap, "notify::run", "notify::stale");
  follow (self, update_output, "notify::run");
  follow (self, update_error, "notify::error");
  g_object_bind_property (self->session, "lost", self->lost_banner, "title",
                          G_BINDING_SYNC_CREATE);
  loom_connect (self->layout, "notify::show-launch", update_error, self);
  loom_connect (problems, "items-changed", update_problems, self);
  follow (self, update_activity, "notify::activity");
  loom_connect (recorder, "notify::running", update_activity, self);
  loom_connect (recorder, "notify::running", _loom_window_actions_update, self);
  loom_connect_each (loom_session_get_run_settings (self->session), G_CALLBACK (update_device),
                     self, "notify::backend", "notify::backends", "devices-changed", NULL);
  update_device (self);
  follow (self, _loom_window_actions_update, "notify::activity", "notify::document", "notify::run",
          "notify::stale", "notify::compiled");
  loom_connect (problems, "items-changed", _loom_window_actions_update, self);
}

/* Only a position that changes by itself is the user's wish; one that changes with the width is
 * what a small window makes of it. */
static void
editor_position_cb (LoomWindow *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->editor_paned));

  if (width == self->paned_width && !self->placing && !loom_layout_get_folded (self->layout))
    loom_layout_set_editor_width (self->layout, gtk_paned_get_position (self->editor_paned));
  self->paned_width = width;
}

static void
colormap_changed_cb (LoomWindow *self)
{
  LoomView view = *loom_session_get_view (self->session);

  view.colormap = g_settings_get_enum (self->settings, "colormap");
  loom_view_state_set_view (loom_session_get_view_state (self->session), &view);
}

static void
bind_run_settings (LoomWindow *self)
{
  static const struct { const char *name; GSettingsBindFlags flags; } bindings[] = {
    { "live", G_SETTINGS_BIND_GET },
    { "check-races", G_SETTINGS_BIND_DEFAULT },
    { "device-profile", G_SETTINGS_BIND_DEFAULT },
    { "check-uninitialised", G_SETTINGS_BIND_DEFAULT },
    { "samples", G_SETTINGS_BIND_DEFAULT },
    { "cold", G_SETTINGS_BIND_DEFAULT },
    { "compile-seconds", G_SETTINGS_BIND_GET },
    { "compile-memory", G_SETTINGS_BIND_GET },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    g_settings_bind (self->settings, bindings[i].name,
                     loom_session_get_run_settings (self->session), bindings[i].name,
                     bindings[i].flags);
  g_settings_bind (self->settings, "keep-compiled", loom_session_get_run_settings (self->session),
                   "no-cache", G_SETTINGS_BIND_GET | G_SETTINGS_BIND_INVERT_BOOLEAN);
}

static void
restore_state (LoomWindow *self)
{
  int width, height;

  g_settings_get (self->settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_settings_bind (self->settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_SET);
  loom_connect (self->editor_paned, "notify::position", editor_position_cb, self);
  loom_paned_let_go (self->editor_paned);
  loom_paned_let_go (self->drawer_paned);
  bind_run_settings (self);
  loom_connect (self->settings, "changed::colormap", colormap_changed_cb, self);
  loom_connect (self->session, "opened", colormap_changed_cb, self);
  colormap_changed_cb (self);
}

/* A line that is to be seen. */
static void
show_editor (LoomWindow *self)
{
  g_object_set (self->layout, "show-editor", TRUE, NULL);
}

/* A room that is hidden hands the focus on to the picture, the status bar to the drawer that comes
 * in its place: GTK would go to the first button of the window. */
static void
update_rooms (LoomWindow *self)
{
  GtkWidget *status_bar = GTK_WIDGET (self->status_bar);
  const struct { const char *name; GtkWidget *room; } rooms[] = {
    { "show-editor", GTK_WIDGET (self->editor_pane) },
    { "show-launch", GTK_WIDGET (self->launch_panel) },
    { "show-drawer", GTK_WIDGET (self->drawer) },
  };
  gboolean shows_drawer;

  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      gboolean shown;

      g_object_get (self->layout, rooms[i].name, &shown, NULL);
      if (!shown && _loom_window_holds_focus (self, rooms[i].room))
        _loom_window_enter (GTK_WIDGET (self->stage));
      gtk_widget_set_visible (rooms[i].room, shown);
    }
  g_object_get (self->layout, "show-drawer", &shows_drawer, NULL);
  if (shows_drawer && _loom_window_holds_focus (self, status_bar))
    _loom_window_enter (GTK_WIDGET (self->drawer));
  gtk_widget_set_visible (status_bar, !shows_drawer);
}

static void
fit (LoomWindow *self,
     int         width,
     int         height)
{
  loom_layout_set_size (self->layout, width, height, loom_text_scale_get (GTK_WIDGET (self)));
}

static void
fold (LoomWindow *self)
{
  place_drawer (self);
  fit (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
  place_editor (self);
}

/* Rooms can't be opened or closed in the middle of an allocation. */
static void
loom_window_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  LoomWindow *self = LOOM_WINDOW (widget);

  GTK_WIDGET_CLASS (loom_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->layout != NULL)
    loom_call_later (&self->fold_id, G_PRIORITY_HIGH_IDLE, 0, G_CALLBACK (fold), self);
}

static gboolean
loom_window_close_request (GtkWindow *window)
{
  LoomWindow *self = LOOM_WINDOW (window);
  int width, height;

  if (!loom_window_may_close (self, FALSE))
    return TRUE;
  loom_document_file_close (self->document);
  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (self->settings, "window-size", "(ii)", width, height);
  if (self->drawer_placed && gtk_widget_get_visible (GTK_WIDGET (self->drawer)))
    g_settings_set_int (self->settings, "drawer-height",
                        MAX (gtk_widget_get_height (GTK_WIDGET (self->drawer_paned)) -
                             gtk_paned_get_position (self->drawer_paned), 80));
  return GTK_WINDOW_CLASS (loom_window_parent_class)->close_request (window);
}

static void
loom_window_dispose (GObject *object)
{
  LoomWindow *self = LOOM_WINDOW (object);

  g_clear_handle_id (&self->fold_id, g_source_remove);
  g_clear_handle_id (&self->completion_id, g_source_remove);
  if (self->session != NULL)
    {
      _loom_window_switches_dispose (self);
      _loom_window_analyses_dispose (self);
    }
  if (self->controller != NULL)
    loom_run_controller_close (self->controller);
  g_clear_object (&self->controller);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_WINDOW);
  g_clear_object (&self->layout);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->left_gpu, g_free);
  g_clear_weak_pointer (&self->toast);

  G_OBJECT_CLASS (loom_window_parent_class)->dispose (object);
}

static void
loom_window_class_init (LoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = loom_window_close_request;

  GTK_WIDGET_CLASS (klass)->size_allocate = loom_window_size_allocate;

  g_type_ensure (LOOM_TYPE_ANALYSE_PANE);
  g_type_ensure (LOOM_TYPE_BANNER);
  g_type_ensure (LOOM_TYPE_DRAWER);
  g_type_ensure (LOOM_TYPE_EDITOR_PANE);
  g_type_ensure (LOOM_TYPE_LAUNCH_PANEL);
  g_type_ensure (LOOM_TYPE_STAGE);
  g_type_ensure (LOOM_TYPE_STATUS_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, LOOM_RESOURCE_PATH "/loom-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, header);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, device_button);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, device_icon);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, device_label);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, device_menu);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, analyse_button);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, analyse_icon);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, analyse_label);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, analyse_pane);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, recent_menu);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, run_stack);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, run_label);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, stop_label);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, disk_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, lost_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, trap_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, error_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, device_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, profile_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, folder_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, older_banner);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, drawer_paned);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, editor_paned);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, editor_pane);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, stage);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, launch_panel);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, drawer);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, status_bar);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, lost_closed_cb);
  _loom_window_class_actions_init (klass);
  _loom_window_class_cell_init (klass);
  _loom_window_class_threads_init (klass);
  _loom_window_class_warp_init (klass);
  _loom_window_class_occupancy_init (klass);
  _loom_window_class_fit_init (klass);
  _loom_window_class_replay_init (klass);
  _loom_window_class_compare_init (klass);
  _loom_window_class_devices_init (klass);
  _loom_window_class_profiles_init (klass);
  _loom_window_class_analyses_init (klass);
  _loom_window_class_runs_init (klass);
  _loom_window_class_export_init (klass);
  _loom_window_class_headers_init (klass);
  _loom_window_class_documents_init (klass);
  _loom_window_class_launches_init (klass);
  _loom_window_class_program_init (klass);
}

static void
loom_window_init (LoomWindow *self)
{
  self->session = loom_session_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  /* the arrow is a child of the button, and its last one */
  g_signal_connect (gtk_widget_get_last_child (GTK_WIDGET (self->open_button)), "query-tooltip",
                    G_CALLBACK (loom_menu_query_tooltip), NULL);
}

/**
 * loom_window_new:
 * @application: whose window it is
 * @settings: where its state is kept
 * @client: what compiles and runs for it
 *
 * Makes a window with an empty document.
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
LoomWindow *
loom_window_new (GtkApplication   *application,
                 GSettings        *settings,
                 LoomRunnerClient *client)
{
  LoomWindow *self = g_object_new (LOOM_TYPE_WINDOW, "application", application, NULL);
  g_autoptr (GtkWindowGroup) group = gtk_window_group_new ();
  int width, height;

  /* A question of one document takes the input of its own window and dialogs, and of no other. */
  gtk_window_group_add_window (group, GTK_WINDOW (self));
  self->settings = g_object_ref (settings);
  self->controller = loom_run_controller_new (self->session, client);
  self->layout = loom_layout_new (settings);
  /* before the editor hears of it: what is hidden takes no focus */
  loom_connect (self->session, "show-line", show_editor, self);
  g_object_set (self->editor_pane, "session", self->session, NULL);
  loom_editor_pane_set_settings (self->editor_pane, settings);
  g_object_set (self->stage, "session", self->session, NULL);
  g_object_set (self->launch_panel, "session", self->session, NULL);
  g_object_set (self->drawer, "session", self->session, NULL);
  g_object_set (self->analyse_pane, "session", self->session, NULL);
  g_object_set (self->status_bar, "session", self->session, NULL);
  restore_state (self);
  _loom_window_switches_init (self);
  _loom_window_analyses_init (self);
  _loom_window_documents_init (self);
  _loom_window_drop_init (self);
  loom_connect_each (self->layout, G_CALLBACK (update_rooms), self, "notify::show-editor",
                     "notify::show-launch", "notify::show-drawer", NULL);
  update_rooms (self);
  loom_connect (self->layout, "notify::compact", update_compact, self);
  update_compact (self);
  /* before it is shown, or the rooms of a large window would make it one */
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  fit (self, width, height);
  watch_session (self);
  _loom_window_devices_init (self);
  _loom_window_profiles_init (self);
  _loom_window_runs_init (self);
  _loom_window_program_init (self);
  _loom_window_compare_init (self);
  _loom_window_headers_init (self);
  loom_run_controller_describe (self->controller);
  if (gtk_widget_get_visible (GTK_WIDGET (self->editor_pane)))
    loom_editor_pane_focus (self->editor_pane);
  return self;
}

LoomSession *
loom_window_get_session (LoomWindow *self)
{
  g_return_val_if_fail (LOOM_IS_WINDOW (self), NULL);

  return self->session;
}

/* -- What passed or failed, in a few words over the window -- */

/**
 * loom_window_add_toast:
 * @toast: (transfer full): what passed, in plain words
 *
 * Shows a toast at once: what happened last is what a person waits to hear of, so that the one
 * before goes.
 */
void
loom_window_add_toast (LoomWindow *self,
                       AdwToast   *toast)
{
  GtkWidget *title;

  g_return_if_fail (LOOM_IS_WINDOW (self));

  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  /* As a label: a title is markup, and a name may hold "&" or "<". It has all of the words, which
   * may be a path, on as many lines as they need. */
  title = loom_label_new_wrapping (adw_toast_get_title (toast), 50);
  gtk_widget_add_css_class (title, "heading");
  adw_toast_set_custom_title (toast, title);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* Where nothing else in the window tells of it. */
void
_loom_window_show_error (LoomWindow   *self,
                         const GError *error)
{
  g_autofree char *sentence = loom_format_sentence (error->message);
  AdwToast *toast = adw_toast_new (sentence);

  adw_toast_set_timeout (toast, ERROR_TIMEOUT);
  loom_window_add_toast (self, toast);
}
