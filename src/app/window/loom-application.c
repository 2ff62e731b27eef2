/* loom-application.c: one instance, one window per document
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-application.h"

#include "loom-connect.h"
#include "loom-example.h"
#include "loom-names.h"
#include "loom-pages.h"
#include "loom-resources.h"
#include "loom-runner-client.h"
#include "loom-widget.h"
#include "loom-window.h"

#include <gtksourceview/gtksource.h>
#include <glib/gi18n-lib.h>
#include <gio/gio.h>

#define SCHEMA_ID "org.gridloom.Gridloom"

/* What the very first start shows. */
#define FIRST_EXAMPLE "01-triangle.cu"

struct _LoomApplication
{
  AdwApplication  parent_instance;

  GSettings      *settings;

  guint           recovered : 1;        /* drafts of an earlier process were looked for */
};

G_DEFINE_FINAL_TYPE (LoomApplication, loom_application, ADW_TYPE_APPLICATION)

static LoomWindow *
new_window (LoomApplication *self)
{
  g_autofree char *toolkit = g_settings_get_string (self->settings, "toolkit");
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();

  loom_runner_client_set_toolkit (client, *toolkit != '\0' ? toolkit : NULL);
  return loom_window_new (GTK_APPLICATION (self), self->settings, client);
}

/* The window of a document that was used last, also from a page beside it; NULL if there is
 * none. */
static LoomWindow *
get_active_window (LoomApplication *self)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));

  while (active != NULL && !LOOM_IS_WINDOW (active))
    active = gtk_window_get_transient_for (active);
  return active != NULL ? LOOM_WINDOW (active) : NULL;
}

/* A window that still shows an empty page takes a document; else it gets one of its own. */
static LoomWindow *
get_blank_window (LoomApplication *self)
{
  LoomWindow *active = get_active_window (self);

  return active != NULL && loom_window_is_blank (active) ? active : new_window (self);
}

static LoomWindow *
find_window (LoomApplication *self,
             GFile           *file)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    {
      GFile *other;

      if (!LOOM_IS_WINDOW (l->data))
        continue;
      other = loom_session_get_file (loom_window_get_session (l->data));
      if (other != NULL && g_file_equal (other, file))
        return l->data;
    }
  return NULL;
}

static void
start_document (LoomApplication *self,
                const char      *name,
                const char      *text,
                gboolean         made)
{
  LoomWindow *window = get_blank_window (self);

  loom_window_start (window, name, text, made);
  gtk_window_present (GTK_WINDOW (window));
}

/* The list stays above the document that came last, so that the others are still offered; it is not
 * modal, so that the document can be worked on. */
static void
restore_cb (GtkWindow       *drafts,
            LoomDraft       *draft,
            LoomApplication *self)
{
  LoomWindow *window = get_blank_window (self);

  loom_window_restore (window, draft);
  gtk_window_present (GTK_WINDOW (window));
  gtk_window_set_transient_for (drafts, GTK_WINDOW (window));
}

static void
recovered_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (LoomApplication) self = user_data;
  g_autoptr (GPtrArray) drafts = loom_draft_list_finish (result, NULL);
  LoomWindow *active = get_active_window (self);
  GtkWindow *window;

  if (drafts == NULL || drafts->len == 0 || active == NULL)
    return;
  window = loom_drafts_window_new (GTK_WINDOW (active), drafts);
  g_signal_connect_object (window, "restore", G_CALLBACK (restore_cb), self, 0);
  gtk_window_present (window);
}

static void
recover (LoomApplication *self)
{
  if (self->recovered)
    return;
  self->recovered = TRUE;
  loom_draft_list_async (NULL, NULL, recovered_cb, g_object_ref (self));
}

static void
first_example_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (LoomApplication) self = user_data;
  g_autoptr (GListModel) examples = loom_example_list_finish (result, NULL);

  for (guint i = 0; examples != NULL && i < g_list_model_get_n_items (examples); i++)
    {
      g_autoptr (LoomExample) example = g_list_model_get_item (examples, i);

      if (g_str_equal (example->name, FIRST_EXAMPLE))
        start_document (self, example->title, example->text, FALSE);
    }
}

/* Whoever has never seen Gridloom sees the triangle first. */
static void
welcome (LoomApplication *self)
{
  if (!g_settings_get_boolean (self->settings, "first-start"))
    return;
  g_settings_set_boolean (self->settings, "first-start", FALSE);
  loom_example_list_async (NULL, first_example_cb, g_object_ref (self));
}

static void
loom_application_activate (GApplication *application)
{
  LoomApplication *self = LOOM_APPLICATION (application);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (window == NULL)
    {
      window = GTK_WINDOW (new_window (self));
      welcome (self);
    }
  gtk_window_present (window);
  recover (self);
}

static LoomWindow *
open_in_window (LoomApplication *self,
                GFile           *file)
{
  LoomWindow *window = find_window (self, file);

  if (window == NULL)
    {
      window = get_blank_window (self);
      loom_window_open_file (window, file);
    }
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* An open document's window is raised; a window that still shows an empty page takes the first
 * file. */
static void
loom_application_open (GApplication  *application,
                       GFile        **files,
                       int            n_files,
                       const char    *hint)
{
  LoomApplication *self = LOOM_APPLICATION (application);

  for (int i = 0; i < n_files; i++)
    open_in_window (self, files[i]);
  recover (self);
}

static void
new_document_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  const char *name, *text;
  gboolean made;

  g_variant_get (parameter, "(&s&sb)", &name, &text, &made);
  start_document (user_data, name, text, made);
}

static void
new_window_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  gtk_window_present (GTK_WINDOW (new_window (user_data)));
}

static void
open_uri_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  g_application_open (user_data, &file, 1, "");
}

/* A file, a line of it and a column. */
static void
open_place_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  g_autoptr (GFile) file = NULL;
  const char *uri;
  guint32 line, column;

  g_variant_get (parameter, "(&suu)", &uri, &line, &column);
  file = g_file_new_for_uri (uri);
  loom_window_show_line (open_in_window (user_data, file), line, column);
}

static gpointer
copy_window (gconstpointer window,
             gpointer      unused)
{
  return g_object_ref ((gpointer) window);
}

/* Pages go with the window that they belong to, and before it: what asks whether to save must not
 * stand behind one. No window closes before the last question is answered; each answer comes back
 * here. */
static void
quit_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  GList *windows = g_list_copy_deep (gtk_application_get_windows (user_data), copy_window, NULL);
  gboolean may_close = TRUE;

  for (GList *l = windows; l != NULL; l = l->next)
    if (!LOOM_IS_WINDOW (l->data))
      gtk_window_close (l->data);
  for (GList *l = windows; l != NULL && may_close; l = l->next)
    may_close = !LOOM_IS_WINDOW (l->data) || loom_window_may_close (l->data, TRUE);
  for (GList *l = windows; l != NULL && may_close; l = l->next)
    gtk_window_close (l->data);
  g_list_free_full (windows, g_object_unref);
}

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  adw_show_about_window (gtk_application_get_active_window (user_data),
                         "application-name", _("Gridloom"),
                         "application-icon", APPLICATION_ID,
                         "version", PACKAGE_VERSION,
                         "comments", _("See which thread of a CUDA launch touched which cell"),
                         "developer-name", _("The Gridloom developers"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}

static void
update_style (LoomApplication *self)
{
  adw_style_manager_set_color_scheme (
      adw_style_manager_get_default (),
      (AdwColorScheme) g_settings_get_enum (self->settings, "style"));
}

/* What is chosen in the menu for all windows. */
static void
add_choices (LoomApplication *self)
{
  g_autoptr (GAction) style = g_settings_create_action (self->settings, "style");
  g_autoptr (GAction) wrapping = g_settings_create_action (self->settings, "wrap-lines");

  g_action_map_add_action (G_ACTION_MAP (self), style);
  g_action_map_add_action (G_ACTION_MAP (self), wrapping);
  loom_connect (self->settings, "changed::style", update_style, self);
  update_style (self);
}

static void
loom_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "new-window", .activate = new_window_action },
    { .name = "new-document", .activate = new_document_action, .parameter_type = "(ssb)" },
    { .name = "open-uri", .activate = open_uri_action, .parameter_type = "s" },
    { .name = "open-place", .activate = open_place_action, .parameter_type = "(suu)" },
    { .name = "quit", .activate = quit_action },
    { .name = "about", .activate = about_action },
  };
  LoomApplication *self = LOOM_APPLICATION (application);

  G_APPLICATION_CLASS (loom_application_parent_class)->startup (application);

  gtk_source_init ();
  loom_names_install ();
  loom_popovers_install ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  add_choices (self);
  loom_window_install_accels (GTK_APPLICATION (self));
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.quit",
                                         (const char *[]) { "<Control>q", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.new-window",
                                         (const char *[]) { "<Control>n", NULL });
}

static void
loom_application_dispose (GObject *object)
{
  LoomApplication *self = LOOM_APPLICATION (object);

  g_clear_object (&self->settings);

  G_OBJECT_CLASS (loom_application_parent_class)->dispose (object);
}

static void
loom_application_class_init (LoomApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_application_dispose;
  application_class->activate = loom_application_activate;
  application_class->open = loom_application_open;
  application_class->startup = loom_application_startup;
}

static void
loom_application_init (LoomApplication *self)
{
}

LoomApplication *
loom_application_new (GSettings *settings)
{
  LoomApplication *self;

  self = g_object_new (LOOM_TYPE_APPLICATION,
                       "application-id", APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", LOOM_RESOURCE_PATH,
                       NULL);
  self->settings = g_object_ref (settings);
  return self;
}

/* The folder of the schema in a build tree, next to which the program stands. */
static char *
dup_build_schema_dir (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;

  return folder != NULL ? g_build_filename (folder, "..", "..", "data", NULL) : NULL;
}

/**
 * loom_application_open_settings:
 * @error: where to put a %LOOM_ERROR_FILE
 *
 * Opens the settings, with the schema of the build tree if the program runs from one.
 *
 * Returns: (transfer full): the settings, or %NULL if their schema is nowhere
 */
GSettings *
loom_application_open_settings (GError **error)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autofree char *folder = dup_build_schema_dir ();
  g_autoptr (GSettingsSchemaSource) build = NULL;
  g_autoptr (GSettingsSchema) schema = NULL;

  if (folder != NULL)
    build = g_settings_schema_source_new_from_directory (folder, source, TRUE, NULL);
  if (build != NULL)
    schema = g_settings_schema_source_lookup (build, SCHEMA_ID, TRUE);
  else if (source != NULL)
    schema = g_settings_schema_source_lookup (source, SCHEMA_ID, TRUE);
  if (schema == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("The settings schema %s is not installed: install Gridloom, or run it "
                             "from its build folder"), SCHEMA_ID);
  return g_settings_new_full (schema, NULL, NULL);
}
