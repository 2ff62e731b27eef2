/* loom-window-headers.c: the files that a document includes: their lines, and whether those of
 * other folders may be read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
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
  _loom_window_show_place (self, problem->file, problem->line,
                           problem->column);
}

static void
show_problem_action (LoomWindow *self,
                     GVariant   *parameter)
{
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
allow_folder_action (LoomWindow *self)
{
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
decline_folder_action (LoomWindow *self)
{
  decline_folder (self);
}

void
_loom_window_class_headers_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.show-problem", "u", G_CALLBACK (show_problem_action) },
    { "win.allow-folder", NULL, G_CALLBACK (allow_folder_action) },
    { "win.decline-folder", NULL, G_CALLBACK (decline_folder_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}

void
_loom_window_headers_init (LoomWindow *self)
{
  loom_connect (self->session, "notify::file", update_root, self);
  loom_connect (self->settings, "changed::" ALLOWED, update_root, self);
  loom_connect (self->session, "notify::compiled", update_question, self);
  loom_connect (self->settings, "changed::" DECLINED, update_question, self);
  loom_connect (self->folder_banner, "closed", decline_folder, self);
  /* One is read when it is asked for, or "changed" would not be told. */
  update_root (self);
}
