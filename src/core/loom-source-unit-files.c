/* loom-source-unit-files.c: which file an #include of a unit means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-unit-private.h"

#include <string.h>

LoomSourceHeader *
_loom_source_builder_add_header (LoomSourceBuilder *self,
                                 const char        *name,
                                 const char        *bytes,
                                 gsize              length)
{
  LoomSourceHeader *header = _loom_source_header_new (name, bytes, length);

  header->index = self->unit->files->len;
  g_ptr_array_add (self->unit->files, g_strdup (name));
  g_hash_table_insert (self->headers, g_strdup (name), header);
  return header;
}

static LoomSourceHeader *
find_header (LoomSourceBuilder *self,
             const char        *name)
{
  gpointer found;
  g_autoptr (GBytes) bytes = NULL;

  if (g_hash_table_lookup_extended (self->headers, name, NULL, &found))
    return found;

  /* In a #line directive it would be two lines. */
  bytes = strchr (name, '\n') == NULL ? self->files->read (name, self->files->data) : NULL;
  if (bytes != NULL)
    return _loom_source_builder_add_header (self, name, g_bytes_get_data (bytes, NULL),
                                            g_bytes_get_size (bytes));

  g_hash_table_insert (self->headers, g_strdup (name), NULL);
  return NULL;
}

/* Where a file lies, as seen from the document. */
static char *
dup_folder (const LoomSourceHeader *header)
{
  return header->index > 0 ? g_path_get_dirname (header->name) : g_strdup ("");
}

static LoomSourceHeader *
find_in (LoomSourceBuilder *self,
         const char        *folder,
         const char        *name)
{
  g_autofree char *path = _loom_source_include_resolve (folder, name);

  return find_header (self, path);
}

/* As a compiler does: beside the file that includes it, unless in angles, in the folders of -I, and
 * last in that of the document. known: the compiler finds it by itself. */
LoomSourceHeader *
_loom_source_builder_look_up (LoomSourceBuilder       *self,
                              const LoomSourceHeader  *from,
                              const LoomSourceInclude *include,
                              gboolean                *known)
{
  g_autofree char *beside = dup_folder (from);
  LoomSourceHeader *found = NULL;

  *known = FALSE;
  if (!include->is_angled)
    found = find_in (self, beside, include->name);
  for (guint i = 0;
       found == NULL && self->files->folders != NULL && self->files->folders[i] != NULL; i++)
    found = find_in (self, self->files->folders[i], include->name);
  if (found != NULL)
    return found;

  *known = self->files->is_known (include->name, self->files->data);
  return *known ? NULL : find_in (self, "", include->name);
}

void
_loom_source_builder_append_missing (LoomSourceBuilder       *self,
                                     const LoomSourceHeader  *from,
                                     const LoomToken         *token,
                                     const LoomSourceInclude *include)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->missing, include->name));
  g_autofree char *directive = NULL;

  if (index == 0)
    {
      g_autofree char *beside = dup_folder (from);
      LoomMissingHeader *missing = g_new0 (LoomMissingHeader, 1);

      missing->name = g_strdup (include->name);
      missing->path = _loom_source_include_resolve (beside, include->name);
      missing->is_angled = include->is_angled;
      missing->file = _loom_source_unit_get_file (self->unit, from->index);
      missing->line = token->line;
      g_ptr_array_add (self->unit->missing, missing);
      index = self->unit->missing->len;
      g_hash_table_insert (self->missing, g_strdup (include->name), GUINT_TO_POINTER (index));
    }

  directive = g_strdup_printf ("#warning " LOOM_MISSING_HEADER " %u", index - 1);
  _loom_source_builder_append (self, directive, strlen (directive));
  _loom_source_builder_append_newlines (self, from, token);
}
