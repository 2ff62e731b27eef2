/* loom-preferences-window.c: the settings that a person chooses
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-color-scale.h"
#include "loom-connect.h"
#include "loom-device.h"
#include "loom-disk-cache.h"
#include "loom-page.h"
#include "loom-resources.h"

#include <glib/gi18n-lib.h>

struct _LoomPreferencesWindow
{
  AdwPreferencesWindow  parent_instance;

  GSettings            *settings;
  GPtrArray            *backends;       /* ids, in the order of their row */

  GtkSwitch            *live;
  GtkSwitch            *simulate_faults;
  GtkSpinButton        *compile_seconds;
  GtkSpinButton        *compile_memory;
  AdwActionRow         *kept_row;
  GtkSwitch            *keep_compiled;
  AdwComboRow          *backend;
  AdwActionRow         *font_row;
  GtkFontButton        *font;
  AdwComboRow          *colormap;
  AdwActionRow         *toolkit_row;

  guint filling : 1; /* the rows are told what the settings say, not the other way */
};

G_DEFINE_FINAL_TYPE (LoomPreferencesWindow, loom_preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

static void
add_backend (LoomPreferencesWindow *self,
             GtkStringList         *names,
             const char            *id,
             const char            *name)
{
  g_ptr_array_add (self->backends, g_strdup (id));
  gtk_string_list_append (names, name);
}

/* The simulator, whatever there is, what the runner found, and what the settings name although it
 * is not there now. */
static void
fill_backends (LoomPreferencesWindow *self,
               GVariant              *description)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *chosen = g_settings_get_string (self->settings, "backend");
  g_autoptr (GPtrArray) devices = loom_device_list (description);
  guint index;

  add_backend (self, names, LOOM_BACKEND_SIMULATOR_NAME, _("Simulator"));
  add_backend (self, names, LOOM_BACKEND_AUTOMATIC_NAME, _("A GPU, where there is one"));
  for (guint i = 0; i < devices->len; i++)
    {
      const LoomDevice *device = devices->pdata[i];

      if (device->available && device->backend.kind != LOOM_BACKEND_SIMULATOR)
        add_backend (self, names, device->id, device->name);
    }
  if (!g_ptr_array_find_with_equal_func (self->backends, chosen, g_str_equal, &index))
    {
      index = self->backends->len;
      add_backend (self, names, chosen, chosen);
    }
  adw_combo_row_set_model (self->backend, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->backend, index);
}

static void
fill_colormaps (LoomPreferencesWindow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < LOOM_N_COLORMAPS; i++)
    gtk_string_list_append (titles, loom_colormap_get_title (i));
  adw_combo_row_set_model (self->colormap, G_LIST_MODEL (titles));
  adw_combo_row_set_selected (self->colormap,
                              (guint) g_settings_get_enum (self->settings, "colormap"));
}

static void
update_font (LoomPreferencesWindow *self)
{
  g_autofree char *font = g_settings_get_string (self->settings, "editor-font");

  self->filling = TRUE;
  gtk_font_chooser_set_font (GTK_FONT_CHOOSER (self->font), *font != '\0' ? font : "Monospace 11");
  self->filling = FALSE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preferences.reset-font", *font != '\0');
  adw_action_row_set_subtitle (self->font_row,
                               *font != '\0' ? NULL : _("The desktop’s monospace font"));
}

static void
update_toolkit (LoomPreferencesWindow *self)
{
  g_autofree char *folder = g_settings_get_string (self->settings, "toolkit");
  g_autofree char *markup = g_markup_escape_text (folder, -1);

  adw_action_row_set_subtitle (self->toolkit_row,
                               *folder != '\0' ? markup : _("Searched for in the usual places"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preferences.reset-toolkit", *folder != '\0');
}

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  LoomPreferencesWindow *self = LOOM_PREFERENCES_WINDOW (source);
  const gssize size = g_task_propagate_int (G_TASK (result), NULL);
  g_autofree char *text = g_format_size_full ((guint64) size, G_FORMAT_SIZE_IEC_UNITS);

  /* closed meanwhile */
  if (gtk_widget_get_root (GTK_WIDGET (self->kept_row)) == NULL)
    return;
  adw_action_row_set_subtitle (self->kept_row, text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preferences.clear-kept", size > 0);
}

/* task_data: whether all is to be removed before. */
static void
measure_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  LoomDiskCache kept;

  loom_disk_cache_init_kernels (&kept);
  if (task_data != NULL)
    loom_disk_cache_empty (&kept);
  g_task_return_int (task, (gssize) loom_disk_cache_trim (&kept));
  loom_disk_cache_clear (&kept);
}

static void
measure_kept (LoomPreferencesWindow *self,
              gboolean               clear)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, measured_cb, NULL);

  g_task_set_task_data (task, GINT_TO_POINTER (clear), NULL);
  g_task_run_in_thread (task, measure_thread);
}

static void
clear_kept_action (LoomPreferencesWindow *self)
{
  measure_kept (self, TRUE);
}

static void
backend_changed_cb (LoomPreferencesWindow *self)
{
  guint index = adw_combo_row_get_selected (self->backend);

  if (!self->filling && index < self->backends->len)
    g_settings_set_string (self->settings, "backend", g_ptr_array_index (self->backends, index));
}

static void
colormap_changed_cb (LoomPreferencesWindow *self)
{
  if (!self->filling && adw_combo_row_get_selected (self->colormap) < LOOM_N_COLORMAPS)
    g_settings_set_enum (self->settings, "colormap",
                         (int) adw_combo_row_get_selected (self->colormap));
}

static void
font_set_cb (LoomPreferencesWindow *self)
{
  g_autofree char *font = gtk_font_chooser_get_font (GTK_FONT_CHOOSER (self->font));

  if (!self->filling && font != NULL)
    g_settings_set_string (self->settings, "editor-font", font);
}

static void
reset_font_action (LoomPreferencesWindow *self)
{
  g_settings_reset (self->settings, "editor-font");
}

static void
reset_toolkit_action (LoomPreferencesWindow *self)
{
  g_settings_reset (self->settings, "toolkit");
}

static void
toolkit_response_cb (GtkNativeDialog *dialog,
                     int              response,
                     gpointer         user_data)
{
  GtkWindow *parent = gtk_native_dialog_get_transient_for (dialog);
  g_autoptr (GFile) folder = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && parent != NULL && folder != NULL
      && g_file_peek_path (folder) != NULL)
    g_settings_set_string (LOOM_PREFERENCES_WINDOW (parent)->settings, "toolkit",
                           g_file_peek_path (folder));
  g_object_unref (dialog);
}

static void
choose_toolkit_action (GtkWidget *widget)
{
  GtkFileChooserNative *dialog;

  dialog = gtk_file_chooser_native_new (_("Folder of the CUDA Toolkit"), GTK_WINDOW (widget),
                                        GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (toolkit_response_cb), NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
loom_preferences_window_finalize (GObject *object)
{
  LoomPreferencesWindow *self = LOOM_PREFERENCES_WINDOW (object);

  g_clear_object (&self->settings);
  g_clear_pointer (&self->backends, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_preferences_window_parent_class)->finalize (object);
}

static void
loom_preferences_window_class_init (LoomPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "preferences.reset-font", NULL, G_CALLBACK (reset_font_action) },
    { "preferences.reset-toolkit", NULL, G_CALLBACK (reset_toolkit_action) },
    { "preferences.clear-kept", NULL, G_CALLBACK (clear_kept_action) },
    { "preferences.choose-toolkit", NULL, G_CALLBACK (choose_toolkit_action) },
  };

  G_OBJECT_CLASS (klass)->finalize = loom_preferences_window_finalize;
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-preferences-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, live);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, simulate_faults);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, compile_seconds);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, compile_memory);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, kept_row);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, keep_compiled);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, backend);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, font_row);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, font);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, colormap);
  gtk_widget_class_bind_template_child (widget_class, LoomPreferencesWindow, toolkit_row);
  gtk_widget_class_bind_template_callback (widget_class, backend_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, colormap_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, font_set_cb);
}

static void
loom_preferences_window_init (LoomPreferencesWindow *self)
{
  self->filling = TRUE;
  self->backends = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
loom_preferences_window_new (GtkWindow   *parent,
                             GSettings   *settings,
                             LoomSession *session)
{
  LoomPreferencesWindow *self
      = LOOM_PREFERENCES_WINDOW (loom_page_new (LOOM_TYPE_PREFERENCES_WINDOW, parent));

  self->settings = g_object_ref (settings);
  fill_backends (self, loom_session_get_choices (session)->backends);
  fill_colormaps (self);
  g_settings_bind (settings, "live", self->live, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "simulate-faults", self->simulate_faults, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "compile-seconds", self->compile_seconds, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "compile-memory", self->compile_memory, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "keep-compiled", self->keep_compiled, "active",
                   G_SETTINGS_BIND_DEFAULT);
  measure_kept (self, FALSE);
  loom_connect (settings, "changed::editor-font", update_font, self);
  loom_connect (settings, "changed::toolkit", update_toolkit, self);
  update_font (self);
  update_toolkit (self);
  self->filling = FALSE;
  return GTK_WINDOW (self);
}
