/* loom-document-compare.c: whether two texts differ in how they are looked at only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"

#include <string.h>

/* The source without the line ends that stand before a block, so that a block that is added
 * changes nothing. */
static gsize
get_solid_length (LoomDocument *self)
{
  gsize length = self->source_length;

  while (length > 0 && (self->text[length - 1] == '\n' || self->text[length - 1] == '\r'))
    length--;
  return length;
}

static gboolean
sources_equal (LoomDocument *a,
               LoomDocument *b)
{
  gboolean exact = (a->block_line == 0) == (b->block_line == 0);
  gsize a_length = exact ? a->source_length : get_solid_length (a);
  gsize b_length = exact ? b->source_length : get_solid_length (b);

  return a_length == b_length && memcmp (a->text, b->text, a_length) == 0;
}

static gboolean
is_header_of_view (const char *line)
{
  g_autofree char *name = NULL;
  const char *end = strchr (line, ']');

  if (end == NULL)
    return FALSE;
  name = g_strstrip (g_strndup (line + 1, (gsize) (end - line - 1)));
  return strcmp (name, "view") == 0;
}

/* The block without [view] and empty lines; nothing at all where only its opening and closing
 * are left. */
static char *
dup_lasting_block (LoomDocument *self)
{
  g_autofree char *block =
    g_strndup (self->text + self->block_start, self->length - self->block_start);
  g_auto (GStrv) lines = g_strsplit (block, "\n", -1);
  GString *kept = g_string_new (NULL);
  gboolean in_view = FALSE;
  gboolean any = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);

      if (*line == '[')
        in_view = is_header_of_view (line);
      else if (strstr (line, "*/") != NULL)
        in_view = FALSE;
      if (in_view || *line == '\0')
        continue;
      any = any || (i > 0 && strcmp (line, "*/") != 0);
      g_string_append (kept, line);
      g_string_append_c (kept, '\n');
    }
  if (!any)
    g_string_truncate (kept, 0);
  return g_string_free (kept, FALSE);
}

/**
 * loom_document_equals_but_view:
 * @self: a document
 * @other: another
 *
 * Compares two documents without their [view], which says how a run is looked at and never what is
 * run. A block that holds nothing else counts as none.
 *
 * Returns: whether going from one to the other is no change worth saving
 */
gboolean
loom_document_equals_but_view (LoomDocument *self,
                               LoomDocument *other)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (other != NULL, FALSE);

  if (self->length == other->length && memcmp (self->text, other->text, self->length) == 0)
    return TRUE;
  if (!sources_equal (self, other))
    return FALSE;
  a = dup_lasting_block (self);
  b = dup_lasting_block (other);
  return strcmp (a, b) == 0;
}
