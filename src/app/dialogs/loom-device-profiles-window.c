/* loom-device-profiles-window.c: profiles of devices: a list, and one to look at or to change
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profiles-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-device-profile-rows.h"
#include "loom-device-profile-view.h"
#include "loom-export-dialog.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"
#include "loom-wrap-box.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomDeviceProfilesWindow, loom_device_profiles_window, ADW_TYPE_WINDOW)

const LoomDeviceProfile *
_loom_device_profiles_window_find_opened (LoomDeviceProfilesWindow *self)
{
  return self->opened != NULL
             ? loom_device_profile_find (loom_device_profiles_get_list (self->profiles),
                                         self->opened, NULL) : NULL;
}

static gboolean
is_open (LoomDeviceProfilesWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "profile") == 0;
}

gboolean
_loom_device_profiles_window_is_modified (LoomDeviceProfilesWindow *self)
{
  return is_open (self) && self->draft != NULL &&
         loom_device_profile_draft_is_modified (self->draft);
}

char *
_loom_device_profiles_window_dup_name (LoomDeviceProfilesWindow *self)
{
  const LoomDeviceProfile *profile = _loom_device_profiles_window_find_opened (self);

  if (self->draft != NULL)
    return loom_device_profile_file_dup (loom_device_profile_draft_get_file (self->draft),
                                         LOOM_DEVICE_PROFILE_NAME);
  return g_strdup (profile != NULL ? profile->name : NULL);
}

/* -- What is seen -- */

/* Faults stand at their fields; this one may be scrolled away, or be nobody's. It has a line of its
 * own, so that nothing moves when it comes. */
static void
show_fault (LoomDeviceProfilesWindow *self)
{
  const char *fault
      = self->draft != NULL ? loom_device_profile_draft_find_fault (self->draft, NULL) : NULL;
  g_autofree char *text = NULL;

  if (fault != NULL)
    /* Translators: what is wrong with a profile that is being changed */
    text = g_strdup_printf (_("Can’t be saved yet: %s"), fault);
  gtk_label_set_label (self->message, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->message), text);
  loom_widget_set_css_class (self->message, "error", fault != NULL);
}

static void
update (LoomDeviceProfilesWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const gboolean open = is_open (self), own = open && self->draft != NULL;
  const gboolean written = open && self->opened != NULL;
  const gboolean changed = _loom_device_profiles_window_is_modified (self);
  g_autofree char *name = open ? _loom_device_profiles_window_dup_name (self) : NULL;
  g_autofree char *chosen = NULL;
  gboolean used;

  g_object_get (loom_session_get_run_settings (self->session), "device-profile", &chosen, NULL);
  used = written && g_str_equal (chosen, self->opened);
  adw_window_title_set_title (self->heading, name != NULL ? name : _("Device Profiles"));
  adw_window_title_set_subtitle (self->heading, !open     ? ""
                                                : !own    ? _("Built in")
                                                : changed ? _("Your own, changed")
                                                          : _("Your own"));
  gtk_widget_set_visible (self->back, open);
  gtk_widget_set_visible (self->import, !open);
  gtk_widget_set_visible (self->save, own);
  gtk_button_set_label (self->use, used ? _("In Use") : _("Use"));
  gtk_widget_action_set_enabled (widget, "profiles.back", open);
  gtk_widget_action_set_enabled (widget, "profiles.use", written && !used);
  gtk_widget_action_set_enabled (widget, "profiles.copy", written);
  gtk_widget_action_set_enabled (widget, "profiles.export", own && written);
  gtk_widget_action_set_enabled (widget, "profiles.delete", own && written);
  gtk_widget_action_set_enabled (widget, "profiles.save", own);
  show_fault (self);
}

static void
profiles_cb (LoomDeviceProfilesWindow *self)
{
  loom_device_profile_rows_fill (self->rows, self->profiles);
  update (self);
}

void
_loom_device_profiles_window_show_page (LoomDeviceProfilesWindow *self,
                                        const char               *page)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  gtk_stack_set_visible_child_name (self->stack, page);
  update (self);
}

void
_loom_device_profiles_window_tell (LoomDeviceProfilesWindow *self,
                                   const char               *heading,
                                   const GError             *error)
{
  loom_export_dialog_tell (GTK_WIDGET (self), heading, error);
}

/* -- Opening -- */

void
_loom_device_profiles_window_edit (LoomDeviceProfilesWindow *self,
                                   LoomDeviceProfileFile    *file,
                                   const char               *id)
{
  g_free (self->opened);
  self->opened = g_strdup (file->path != NULL ? file->id : NULL);
  g_clear_object (&self->draft);
  self->draft = loom_device_profile_draft_new (self->profiles, file, id);
  loom_device_profile_view_edit (self->view, self->draft);
  _loom_device_profiles_window_show_page (self, "profile");
}

void
_loom_device_profiles_window_open (LoomDeviceProfilesWindow *self,
                                   const char               *id)
{
  const LoomDeviceProfile *profile
      = loom_device_profile_find (loom_device_profiles_get_list (self->profiles), id, NULL);
  g_autoptr (GError) error = NULL;
  LoomDeviceProfileFile *file;

  if (profile == NULL)
    return;
  if (profile->file == NULL)
    {
      g_free (self->opened);
      self->opened = g_strdup (id);
      g_clear_object (&self->draft);
      loom_device_profile_view_show (self->view, profile);
      _loom_device_profiles_window_show_page (self, "profile");
      return;
    }
  file = loom_device_profile_file_load (profile->file, &error);
  if (file != NULL)
    _loom_device_profiles_window_edit (self, file, file->id);
  else
    _loom_device_profiles_window_tell (self, _("The profile can’t be opened"), error);
}

static void
open_action (LoomDeviceProfilesWindow *self,
             GVariant                 *parameter)
{
  _loom_device_profiles_window_open (self, g_variant_get_string (parameter, NULL));
}

/* -- Saving, and leaving what is not saved -- */

/* What was chosen under the old id stays chosen. */
static void
follow_id (LoomDeviceProfilesWindow *self,
           const char               *before,
           const char               *after)
{
  LoomRunSettings *settings = loom_session_get_run_settings (self->session);
  g_autofree char *chosen = NULL;

  g_object_get (settings, "device-profile", &chosen, NULL);
  if (g_strcmp0 (before, chosen) == 0)
    g_object_set (settings, "device-profile", after, NULL);
}

gboolean
_loom_device_profiles_window_save (LoomDeviceProfilesWindow *self)
{
  g_autofree char *before = g_strdup (self->opened);
  g_autoptr (GError) error = NULL;

  if (!loom_device_profile_view_apply (self->view, &error) ||
      !loom_device_profile_draft_save (self->draft, &error))
    {
      _loom_device_profiles_window_tell (self, _("The profile was not saved"), error);
      return FALSE;
    }
  g_free (self->opened);
  self->opened = g_strdup (loom_device_profile_draft_get_id (self->draft));
  follow_id (self, before, self->opened);
  update (self);
  return TRUE;
}

static void
save_action (LoomDeviceProfilesWindow *self)
{
  if (_loom_device_profiles_window_save (self))
    adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Saved")));
}

static gboolean
close_cb (gpointer user_data)
{
  gtk_window_close (GTK_WINDOW (user_data));
  return G_SOURCE_REMOVE;
}

/* A window takes its dialogs along, which must have ended before. */
static void
leave (LoomDeviceProfilesWindow *self,
       gboolean                  closing)
{
  self->leaving = closing;
  if (closing)
    g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self), g_object_unref);
  else
    _loom_device_profiles_window_show_page (self, "list");
}

static void
response_cb (LoomDeviceProfilesWindow *self,
             const char               *response,
             AdwMessageDialog         *dialog)
{
  const gboolean closing = g_object_get_data (G_OBJECT (dialog), "closing") != NULL;

  if (g_str_equal (response, "discard") ||
      (g_str_equal (response, "save") && _loom_device_profiles_window_save (self)))
    leave (self, closing);
}

static void
ask_about_changes (LoomDeviceProfilesWindow *self,
                   gboolean                  closing)
{
  g_autofree char *name = _loom_device_profiles_window_dup_name (self);
  AdwMessageDialog *dialog
      = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), _("Save Changes?"), NULL));

  adw_message_dialog_format_body (
      dialog, _("“%s” has changes that are not saved. They will be lost if you discard them."),
      name != NULL ? name : "");
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "discard", _("_Discard"),
                                    "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_object_set_data (G_OBJECT (dialog), "closing", GINT_TO_POINTER (closing));
  loom_connect (dialog, "response", response_cb, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* What is typed counts, too, before Enter or another focus has made it hold. */
static gboolean
would_lose (LoomDeviceProfilesWindow *self)
{
  if (is_open (self) && self->draft != NULL)
    loom_device_profile_view_apply (self->view, NULL);
  return _loom_device_profiles_window_is_modified (self);
}

static void
back_action (LoomDeviceProfilesWindow *self)
{
  if (would_lose (self))
    ask_about_changes (self, FALSE);
  else
    leave (self, FALSE);
}

static gboolean
loom_device_profiles_window_close_request (GtkWindow *window)
{
  LoomDeviceProfilesWindow *self = LOOM_DEVICE_PROFILES_WINDOW (window);

  if (self->leaving || !would_lose (self))
    return GTK_WINDOW_CLASS (loom_device_profiles_window_parent_class)->close_request (window);
  ask_about_changes (self, TRUE);
  return TRUE;
}

/* -- The class -- */

/* The keys of a field that has nothing of its own to undo. */
static void
step_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  LoomDeviceProfilesWindow *self = LOOM_DEVICE_PROFILES_WINDOW (widget);

  if (is_open (self) && self->draft != NULL)
    loom_device_profile_draft_step (self->draft, g_str_equal (name, "win.undo"));
}

static void
loom_device_profiles_window_dispose (GObject *object)
{
  LoomDeviceProfilesWindow *self = LOOM_DEVICE_PROFILES_WINDOW (object);

  g_clear_object (&self->draft);
  g_clear_object (&self->profiles);
  g_clear_object (&self->session);
  loom_template_dispose (object);
}

static void
loom_device_profiles_window_finalize (GObject *object)
{
  LoomDeviceProfilesWindow *self = LOOM_DEVICE_PROFILES_WINDOW (object);

  g_clear_pointer (&self->deleted, loom_device_profile_file_free);
  g_free (self->edits);
  g_free (self->opened);

  G_OBJECT_CLASS (loom_device_profiles_window_parent_class)->finalize (object);
}

static void
loom_device_profiles_window_class_init (LoomDeviceProfilesWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "profiles.open", "s", G_CALLBACK (open_action) },
    { "profiles.back", NULL, G_CALLBACK (back_action) },
    { "profiles.save", NULL, G_CALLBACK (save_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  loom_page_class_init (klass, "loom-device-profiles-window.ui");
  G_OBJECT_CLASS (klass)->dispose = loom_device_profiles_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_device_profiles_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = loom_device_profiles_window_close_request;
  g_type_ensure (LOOM_TYPE_DEVICE_PROFILE_ROWS);
  g_type_ensure (LOOM_TYPE_DEVICE_PROFILE_VIEW);
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  _loom_device_profiles_window_class_actions_init (klass);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, step_cb);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, step_cb);
  loom_action_bind (widget_class, "<Control>s", "profiles.save");
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, heading);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, back);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, import);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, save);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, rows);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, message);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, use);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfilesWindow, view);
}

static void
loom_device_profiles_window_init (LoomDeviceProfilesWindow *self)
{
  self->profiles = loom_device_profiles_dup_shared ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
loom_device_profiles_window_new (GtkWindow   *parent,
                                 LoomSession *session)
{
  LoomDeviceProfilesWindow *self = LOOM_DEVICE_PROFILES_WINDOW (
      loom_page_new (LOOM_TYPE_DEVICE_PROFILES_WINDOW, parent));

  self->session = g_object_ref (session);
  loom_connect (self->profiles, "changed", profiles_cb, self);
  loom_connect (self->view, "changed", update, self);
  loom_connect (loom_session_get_run_settings (session), "notify::device-profile", update, self);
  profiles_cb (self);
  return GTK_WINDOW (self);
}
