/* loom-document-locate.c: the setting that a message speaks of
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document.h"

#include <string.h>

static gboolean
locate (LoomDocument *self,
        const char   *group,
        const char   *key,
        guint        *line,
        guint        *column)
{
  *line = loom_document_get_value_line (self, group, key);
  *column = loom_document_get_value_column (self, group, key);
  return *line > 0;
}

/**
 * loom_document_locate:
 * @self: a document
 * @kernel: (nullable): the kernel that is launched
 * @message: of an error of another process
 * @line: (out): of the setting
 * @column: (out): of the setting, in characters
 *
 * Finds the setting that a message speaks of. Whoever evaluates an expression has no document; its
 * message begins with the setting as a document writes it, in every language: `[arg f] fill: …`.
 * That may stand in the group of the kernel, or in the one without a name.
 *
 * Returns: %FALSE if the message names no setting that is there
 */
gboolean
loom_document_locate (LoomDocument *self,
                      const char   *kernel,
                      const char   *message,
                      guint        *line,
                      guint        *column)
{
  const char *space, *bracket;
  g_autofree char *word = NULL, *name = NULL, *key = NULL, *group = NULL, *own = NULL;

  g_return_val_if_fail (self != NULL && message != NULL && line != NULL && column != NULL, FALSE);

  space = strchr (message, ' ');
  bracket = strstr (message, "] ");
  if (*message != '[' || space == NULL || bracket == NULL || space > bracket)
    return FALSE;

  word = g_strndup (message + 1, space - message - 1);
  name = g_strndup (space + 1, bracket - space - 1);
  key = g_strndup (bracket + 2, strcspn (bracket + 2, ":"));
  group = g_strdup_printf ("%s %s", word, name);
  own = g_strdup_printf ("%s %s/%s", word, kernel != NULL ? kernel : "", name);
  return locate (self, own, key, line, column) || locate (self, group, key, line, column) ||
         locate (self, word, key, line, column);
}
