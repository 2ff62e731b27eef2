/* loom-session-file.c: where a document is kept, and what it is called
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * loom_session_get_file:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): where the text is kept
 */
GFile *
loom_session_get_file (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->file;
}

/**
 * loom_session_set_file:
 * @self: a session
 * @file: (nullable): where the text is kept from now on
 *
 * Sets the file, and the name after it.
 */
void
loom_session_set_file (LoomSession *self,
                       GFile       *file)
{
  g_autofree char *basename = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!g_set_object (&self->file, file))
    return;

  basename = file != NULL ? g_file_get_basename (file) : NULL;
  name = basename != NULL ? g_filename_display_name (basename) : g_strdup (_("Untitled"));
  loom_session_set_name (self, name);
  _loom_session_notify (self, PROP_FILE);
}

/**
 * loom_session_dup_folder:
 * @self: a session
 *
 * Returns: (transfer full) (nullable): where the files of the document lie; %NULL as long as it has
 *   no file itself
 */
GFile *
loom_session_dup_folder (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->file != NULL ? g_file_get_parent (self->file) : NULL;
}

/**
 * loom_session_get_root:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): a folder above that of the document, beneath which headers
 *   may lie; %NULL: only in the document's
 */
const char *
loom_session_get_root (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->root;
}

/**
 * loom_session_set_root:
 * @self: a session
 * @root: (nullable): a folder above that of the document that the user lets be read
 */
void
loom_session_set_root (LoomSession *self,
                       const char  *root)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (g_strcmp0 (self->root, root) == 0)
    return;
  g_free (self->root);
  self->root = g_strdup (root);
  _loom_session_notify (self, PROP_ROOT);
}

/**
 * loom_session_get_name:
 * @self: a session
 *
 * Returns: (transfer none): what the document is called, for people
 */
const char *
loom_session_get_name (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->name;
}

/**
 * loom_session_set_name:
 * @self: a session
 * @name: what the document is called; also for one that has no file yet, as a copy of an example
 *
 * Names the document.
 */
void
loom_session_set_name (LoomSession *self,
                       const char  *name)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (name != NULL);

  if (strcmp (self->name, name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  _loom_session_notify (self, PROP_NAME);
}

/**
 * loom_session_get_modified:
 * @self: a session
 *
 * Returns: whether the text differs from the file
 */
gboolean
loom_session_get_modified (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->modified;
}

/**
 * loom_session_set_modified:
 * @self: a session
 * @modified: whether the text differs from the file
 */
void
loom_session_set_modified (LoomSession *self,
                           gboolean     modified)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->modified == !modified)
    return;
  self->modified = !!modified;
  _loom_session_notify (self, PROP_MODIFIED);
}
