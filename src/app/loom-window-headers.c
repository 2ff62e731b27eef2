/* loom-window-headers.c: the files that a document includes: their lines, and whether those of
 * other folders may be read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-problem.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define ALLOWED "allowed-folders"
#define DECLINED "declined-folders"

/* Goes to a line of the document, or of a file that it includes, in a window of that file's own. */
void
_loom_window_show_place (LoomWindow *self,
                         const char *file,
                         guint       line,
                         guint       column)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  g_autoptr (GFile) header = NULL;
  g_autofree char *uri = NULL;

  if (file == NULL || folder == NULL)
    {
      loom_session_show_line (self->session, file == NULL ? line : 0, column);
      return;
    }

  header = g_file_resolve_relative_path (folder, file);
  uri = g_file_get_uri (header);
  loom_action_activate (GTK_WIDGET (self), "app.open-place", "(suu)", uri, line, column);
}

void
_loom_window_show_problem (LoomWindow  *self,
                           LoomProblem *problem)
{
  _loom_window_show_place (self, loom_problem_get_file (problem), loom_problem_get_line (problem),
                           loom_problem_get_column (problem));
}

static void
show_problem_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LoomWindow *self = LOOM_WINDOW (widget);
  g_autoptr (LoomProblem) problem = g_list_model_get_item (
      loom_session_get_problems (self->session), g_variant_get_uint32 (parameter));

  if (problem != NULL)
    _loom_window_show_problem (self, problem);
}

/* -- Folders above the document's -- */

static gboolean
is_inside (const char *path,
           const char *folder)
{
  const gsize length = strlen (folder);

  return length > 0 && g_str_has_prefix (path, folder)
         && (path[length] == '/' || path[length] == '\0');
}

static char *
dup_folder (LoomWindow *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);

  return folder != NULL ? g_file_get_path (folder) : NULL;
}

static void
update_root (LoomWindow *self)
{
  g_auto (GStrv) allowed = g_settings_get_strv (self->settings, ALLOWED);
  g_autofree char *folder = dup_folder (self);
  const char *root = NULL;

  for (guint i = 0; folder != NULL && allowed[i] != NULL; i++)
    if (is_inside (folder, allowed[i]) && (root == NULL || strlen (allowed[i]) < strlen (root)))
      root = allowed[i];
  loom_session_set_root (self->session, root);
}

/* The folder that the headers of other folders all lie beneath; NULL: there are none. */
static const char *
find_wanted (LoomWindow *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  const char *wanted = NULL;

  for (guint i = 0; compiled != NULL && i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (compiled->diagnostics, i);

      if (diagnostic->fix == LOOM_FIX_ALLOW_FOLDER && diagnostic->replacement != NULL
          && (wanted == NULL || strlen (diagnostic->replacement) < strlen (wanted)))
        wanted = diagnostic->replacement;
    }

  return wanted;
}

/* Asks once for each folder. */
static void
update_question (LoomWindow *self)
{
  g_auto (GStrv) declined = g_settings_get_strv (self->settings, DECLINED);
  g_autofree char *folder = dup_folder (self);
  const char *wanted = find_wanted (self);
  g_autofree char *shown = wanted != NULL ? g_filename_display_name (wanted) : NULL;
  g_autofree char *title = NULL;

  if (wanted != NULL && folder != NULL
      && !g_strv_contains ((const char * const *) declined, folder))
    title = g_strdup_printf (_("This document includes headers of other folders. Gridloom can "
                               "include them if it may read all files in %s."),
                             shown);
  loom_banner_set_title (self->folder_banner, title);
}

static void
add_folder (LoomWindow *self,
            const char *key,
            const char *folder)
{
  g_auto (GStrv) folders = g_settings_get_strv (self->settings, key);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) longer = NULL;

  if (g_strv_contains ((const char * const *) folders, folder))
    return;

  g_strv_builder_addv (builder, (const char **) folders);
  g_strv_builder_add (builder, folder);
  longer = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, key, (const char * const *) longer);
}

static void
allow_folder_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LoomWindow *self = LOOM_WINDOW (widget);
  const char *wanted = find_wanted (self);

  if (wanted != NULL)
    add_folder (self, ALLOWED, wanted);
}

/* The document's folder is remembered, not the other, which another document may need. */
static void
decline_folder (LoomWindow *self)
{
  g_autofree char *folder = dup_folder (self);

  if (folder != NULL)
    add_folder (self, DECLINED, folder);
}

static void
decline_folder_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  decline_folder (LOOM_WINDOW (widget));
}

void
_loom_window_class_headers_init (LoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.show-problem", "u", show_problem_action);
  gtk_widget_class_install_action (widget_class, "win.allow-folder", NULL, allow_folder_action);
  gtk_widget_class_install_action (widget_class, "win.decline-folder", NULL,
                                   decline_folder_action);
}

void
_loom_window_headers_init (LoomWindow *self)
{
  g_signal_connect_object (self->session, "notify::file", G_CALLBACK (update_root), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "changed::" ALLOWED, G_CALLBACK (update_root), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::compiled", G_CALLBACK (update_question), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "changed::" DECLINED, G_CALLBACK (update_question),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->folder_banner, "closed", G_CALLBACK (decline_folder), self,
                           G_CONNECT_SWAPPED);
  /* One is read when it is asked for, or "changed" would not be told. */
  update_root (self);
}
