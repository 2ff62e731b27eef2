/* loom-stage.c: the picture and its states
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-stage.h"

#include "loom-connect.h"
#include "loom-format.h"
#include "loom-fix.h"
#include "loom-picture-pane.h"
#include "loom-problem.h"
#include "loom-resources.h"
#include "loom-status.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* A run that is done sooner does not make the picture blink. */
#define DIM_DELAY_MS 120
#define PULSE_MS 80

struct _LoomStage
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkStack     *stack;
  GtkWidget    *picture_pane;
  GtkWidget    *progress;
  AdwStatusPage *page;
  GtkButton    *button;

  guint         dim_id;
  guint         pulse_id;
};

G_DEFINE_FINAL_TYPE (LoomStage, loom_stage, LOOM_TYPE_PANE)

static void
dim (LoomStage *self)
{
  gtk_widget_add_css_class (self->picture_pane, "stale");
}

static void
update_stale (LoomStage *self)
{
  gboolean stale = loom_session_get_stale (self->session);

  if (!stale)
    {
      g_clear_handle_id (&self->dim_id, g_source_remove);
      gtk_widget_remove_css_class (self->picture_pane, "stale");
    }
  else if (!gtk_widget_has_css_class (self->picture_pane, "stale"))
    {
      loom_call_later (&self->dim_id, G_PRIORITY_DEFAULT, DIM_DELAY_MS, G_CALLBACK (dim), self);
    }
}

static gboolean
pulse_cb (gpointer data)
{
  LoomStage *self = data;

  gtk_widget_show (self->progress);
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  return G_SOURCE_CONTINUE;
}

static void
update_progress (LoomStage *self)
{
  gboolean busy = loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE;

  if (busy && self->pulse_id == 0)
    self->pulse_id = g_timeout_add (PULSE_MS, pulse_cb, self);
  else if (!busy && self->pulse_id != 0)
    {
      /* A bar that has pulsed asks for every frame, hidden or not, until it is given a fraction. */
      g_clear_handle_id (&self->pulse_id, g_source_remove);
      gtk_widget_hide (self->progress);
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
    }
}

static void
show_page (LoomStage  *self,
           const char *icon,
           const char *title,
           const char *description,
           const char *label,
           const char *action)
{
  g_autofree char *markup = g_markup_escape_text (description, -1);

  adw_status_page_set_icon_name (self->page, icon);
  adw_status_page_set_title (self->page, title);
  adw_status_page_set_description (self->page, markup);
  gtk_widget_set_visible (GTK_WIDGET (self->button), label != NULL);
  gtk_button_set_label (self->button, label != NULL ? label : "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), NULL);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->button), NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), action);
  gtk_stack_set_visible_child_name (self->stack, "page");
}

/* Why the compiler gave nothing to run. */
static void
show_compile_error (LoomStage            *self,
                    const LoomDiagnostic *error)
{
  LoomSeverity severity;
  g_autofree char *worst
      = loom_status_dup_sentence (self->session, LOOM_SEVERITY_ERROR, &severity);

  if (error->fix == LOOM_FIX_WRITE_KERNEL)
    {
      show_page (self, "dialog-information-symbolic", _("No Kernel Yet"),
                 worst != NULL ? worst : "",
                 _("Examples"), "win.gallery");
      return;
    }
  if (error->fix != LOOM_FIX_CHOOSE_TEMPLATE)
    {
      show_page (self, "dialog-error-symbolic", _("The Kernel Does Not Compile"),
                 worst != NULL ? worst : "", _("Go to the First Problem"), "win.next-problem");
      return;
    }
  show_page (self, "dialog-question-symbolic", _("The Kernel Is a Template"),
             worst != NULL ? worst : "", _("Choose Arguments…"), NULL);
  /* the target first: an action with a name and no target is taken for one without parameter */
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->button), "s", "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), "win.choose-template");
}

/* What keeps the launch from being made, and what would help. */
static void
show_error (LoomStage    *self,
            const GError *error)
{
  g_autofree char *text = loom_format_sentence (error->message);
  g_autoptr (LoomLaunchFix) fix = loom_launch_fix_find (self->session);

  if (fix != NULL)
    show_page (self, "dialog-warning-symbolic", _("Not Run"), text, fix->label, "win.fix-launch");
  else if (g_error_matches (error, LOOM_ERROR, LOOM_ERROR_BACKEND))
    show_page (self, "dialog-warning-symbolic", _("Nothing Can Run Here Yet"), text,
               _("Why Can’t I Run?"), "win.why");
  else
    show_page (self, "dialog-warning-symbolic", _("Not Run"), text, _("Run Again"), "win.run");
}

/* Without a picture: why, and the button that mends it. */
static void
show_reason (LoomStage *self)
{
  const GError *error = loom_session_get_error (self->session);
  const LoomDiagnostic *mistake
      = loom_compiled_find_error (loom_session_get_compiled (self->session));

  if (error != NULL)
    show_error (self, error);
  else if (loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE)
    show_page (self, "content-loading-symbolic", _("Running…"), _("The picture appears here."),
               NULL, NULL);
  else if (mistake != NULL)
    show_compile_error (self, mistake);
  else
    show_page (self, "media-playback-start-symbolic", _("Not Run Yet"),
               _("Run the kernel to see which thread touches which cell."), _("Run"), "win.run");
}

static void
update (LoomStage *self)
{
  const char *text = loom_session_get_text (self->session);

  if (loom_session_get_run (self->session) != NULL)
    gtk_stack_set_visible_child_name (self->stack, "picture");
  else if (text[strspn (text, " \t\r\n")] == '\0')
    gtk_stack_set_visible_child_name (self->stack, "start");
  else
    show_reason (self);
  update_stale (self);
  update_progress (self);
}

static void
loom_stage_set_session (LoomPane    *pane,
                        LoomSession *session)
{
  LoomStage *self = LOOM_STAGE (pane);

  self->session = session;
  g_object_set (self->picture_pane, "session", session, NULL);
  loom_connect_each (session, G_CALLBACK (update), self, "notify::document", "notify::compiled",
                     "notify::error", "notify::run", "notify::stale", "notify::activity", NULL);
  loom_connect (loom_session_get_problems (session), "items-changed", update, self);
  update (self);
}

static void
loom_stage_dispose (GObject *object)
{
  LoomStage *self = LOOM_STAGE (object);

  g_clear_handle_id (&self->dim_id, g_source_remove);
  g_clear_handle_id (&self->pulse_id, g_source_remove);

  G_OBJECT_CLASS (loom_stage_parent_class)->dispose (object);
}

static void
loom_stage_class_init (LoomStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_stage_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_stage_set_session;

  g_type_ensure (LOOM_TYPE_PICTURE_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, LOOM_RESOURCE_PATH "/loom-stage.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomStage, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomStage, picture_pane);
  gtk_widget_class_bind_template_child (widget_class, LoomStage, progress);
  gtk_widget_class_bind_template_child (widget_class, LoomStage, page);
  gtk_widget_class_bind_template_child (widget_class, LoomStage, button);
}

static void
loom_stage_init (LoomStage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_stage_export_picture:
 *
 * Asks for a file and writes the picture there; nothing without a run.
 */
void
loom_stage_export_picture (LoomStage *self)
{
  g_return_if_fail (LOOM_IS_STAGE (self));

  loom_picture_pane_export (LOOM_PICTURE_PANE (self->picture_pane));
}

/**
 * loom_stage_save_array:
 *
 * Asks where the cells of the array that is shown go, and writes them there.
 */
void
loom_stage_save_array (LoomStage *self)
{
  g_return_if_fail (LOOM_IS_STAGE (self));

  loom_picture_pane_save_array (LOOM_PICTURE_PANE (self->picture_pane));
}

/**
 * loom_stage_print_picture:
 *
 * Prints the picture; nothing without a run.
 */
void
loom_stage_print_picture (LoomStage *self)
{
  g_return_if_fail (LOOM_IS_STAGE (self));

  loom_picture_pane_print (LOOM_PICTURE_PANE (self->picture_pane));
}

/**
 * loom_stage_focus_picture:
 *
 * Gives the focus to the picture, or to the table in its place.
 *
 * Returns: whether there is a picture
 */
gboolean
loom_stage_focus_picture (LoomStage *self)
{
  g_return_val_if_fail (LOOM_IS_STAGE (self), FALSE);

  return gtk_widget_get_mapped (self->picture_pane) &&
         loom_picture_pane_focus (LOOM_PICTURE_PANE (self->picture_pane));
}
