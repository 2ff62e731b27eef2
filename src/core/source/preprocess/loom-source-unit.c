/* loom-source-unit.c: a document and the headers of the user that it includes, as one text, whose
 * lines are found again in their files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-unit-private.h"

#include "loom-source-conditions-private.h"
#include "loom-source-header-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A run of lines of one file. */
typedef struct
{
  guint first;                  /* line of the unit */
  guint line;                   /* of the file */
  guint file;                   /* index */
} LoomSourcePiece;

/* A unit that is being made. */
typedef struct
{
  LoomSourceUnit        *unit;
  const LoomSourceFiles *files;
  GString               *text;
  guint                  line;          /* of the unit, where its text ends */
  GHashTable            *headers;       /* (element-type utf8 LoomSourceHeader) NULL: not there */
  GHashTable            *missing;       /* (element-type utf8 guint) index + 1 */
  LoomSourceConditions  *conditions;
  guint                  depth;
} LoomSourceBuilder;

static const char *
source_unit_get_file (const LoomSourceUnit *self,
                      guint                 index)
{
  return index > 0 ? self->files->pdata[index] : NULL;
}

static void
source_builder_append (LoomSourceBuilder *self,
                       const char        *text,
                       gsize              length)
{
  g_string_append_len (self->text, text, (gssize) length);
  for (const char *at = text; (at = memchr (at, '\n', text + length - at)) != NULL; at++)
    self->line++;
}

/* A header may end in the middle of a line, or in one that goes on. */
static void
end_line (LoomSourceBuilder *self)
{
  if (self->text->len > 0 && self->text->str[self->text->len - 1] != '\n')
    source_builder_append (self, "\n", 1);
  if (self->text->len > 1 && self->text->str[self->text->len - 2] == '\\')
    source_builder_append (self, "\n", 1);
}

/* Those of a directive that is left out. */
static void
source_builder_append_newlines (LoomSourceBuilder      *self,
                                const LoomSourceHeader *header,
                                const LoomToken        *token)
{
  for (gsize i = 0; i < token->length; i++)
    if (header->text[token->offset + i] == '\n')
      source_builder_append (self, "\n", 1);
}

static void
source_builder_begin_piece (LoomSourceBuilder      *self,
                            const LoomSourceHeader *header,
                            guint                   line)
{
  const LoomSourcePiece piece = { self->line, line, header->index };

  g_array_append_val (self->unit->pieces, piece);
}

static void
source_builder_append_line_directive (LoomSourceBuilder      *self,
                                      const LoomSourceHeader *header,
                                      guint                   line)
{
  g_autoptr (GString) name = g_string_new (header->name);
  g_autofree char *directive = NULL;

  g_string_replace (name, "\\", "\\\\", 0);
  g_string_replace (name, "\"", "\\\"", 0);
  directive = g_strdup_printf ("#line %u \"%s\"\n", line, name->str);
  end_line (self);
  source_builder_append (self, directive, strlen (directive));
  source_builder_begin_piece (self, header, line);
}

static LoomSourceHeader *
source_builder_add_header (LoomSourceBuilder *self,
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
    {
      gsize size;
      const char *text = g_bytes_get_data (bytes, &size);

      /* Empty bytes have no address. */
      return source_builder_add_header (self, name, text != NULL ? text : "", size);
    }

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
static LoomSourceHeader *
source_builder_look_up (LoomSourceBuilder       *self,
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

static void
source_builder_append_missing (LoomSourceBuilder       *self,
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
      missing->file = source_unit_get_file (self->unit, from->index);
      missing->line = token->line;
      g_ptr_array_add (self->unit->missing, missing);
      index = self->unit->missing->len;
      g_hash_table_insert (self->missing, g_strdup (include->name), GUINT_TO_POINTER (index));
    }

  directive = g_strdup_printf ("#warning " LOOM_MISSING_HEADER " %u", index - 1);
  source_builder_append (self, directive, strlen (directive));
  source_builder_append_newlines (self, from, token);
}

#define MAX_DEPTH 100
#define MAX_LENGTH (16 << 20)

static void put_in (LoomSourceBuilder *self,
                    LoomSourceHeader  *header);

static void
missing_free (gpointer data)
{
  LoomMissingHeader *self = data;

  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

static void
refuse (LoomSourceBuilder      *self,
        const LoomSourceHeader *header,
        guint                   line,
        const char             *text)
{
  if (self->unit->refused != NULL)
    return;

  self->unit->refused = loom_diagnostic_new (LOOM_SEVERITY_ERROR, line, 0, "%s", text);
  self->unit->refused->file = g_strdup (source_unit_get_file (self->unit, header->index));
}

static gboolean
has_defined (LoomSourceBuilder *self,
             const char        *name)
{
  LoomSourceDefinitions *definitions =
    _loom_source_conditions_get_definitions (self->conditions);

  return name != NULL && _loom_source_definitions_has (definitions, name) == LOOM_TRUTH_TRUE;
}

static gboolean
is_in_already (LoomSourceBuilder      *self,
               const LoomSourceHeader *header)
{
  return header->index == 0 || (header->guard != NULL && header->is_open)
         || has_defined (self, header->guard) || has_defined (self, header->once);
}

static gboolean
is_room (LoomSourceBuilder      *self,
         const LoomSourceHeader *from,
         const LoomSourceHeader *header,
         guint                   line)
{
  g_autofree char *text = NULL;

  if (self->depth >= MAX_DEPTH)
    text = g_strdup_printf (_("“%1$s” is included more than %2$d files deep; a header that "
                              "includes itself needs #pragma once"),
                            header->name, MAX_DEPTH);
  else if (self->text->len + header->length > MAX_LENGTH)
    text = g_strdup_printf (_("with “%1$s” the source and its headers have more than %2$d MiB, "
                              "which is the most that is compiled"),
                            header->name, MAX_LENGTH >> 20);
  if (text != NULL)
    refuse (self, from, line, text);
  return text == NULL;
}

/* Returns whether something stands there now instead of the directive. */
static gboolean
read_include (LoomSourceBuilder *self,
              LoomSourceHeader  *from,
              const LoomToken   *token)
{
  LoomSourceInclude include;
  g_autofree char *name = NULL;
  LoomSourceHeader *header;
  gboolean known;

  if (!_loom_source_include_parse (from->text + token->offset, token->length, &include))
    return FALSE;

  name = include.name;
  header = source_builder_look_up (self, from, &include, &known);
  if (known)
    return FALSE;
  if (header == NULL)
    {
      source_builder_append_missing (self, from, token, &include);
      return TRUE;
    }

  if (is_in_already (self, header))
    source_builder_append_newlines (self, from, token);
  else if (is_room (self, from, header, token->line))
    {
      source_builder_append_line_directive (self, header, 1);
      put_in (self, header);
    }
  return TRUE;
}

/* At a directive that stays. */
static void
read_directive (LoomSourceBuilder *self,
                LoomSourceHeader  *header,
                const LoomToken   *token)
{
  LoomToken placed = *token;

  placed.offset = self->text->len;
  source_builder_append (self, header->text + token->offset, token->length);
  _loom_source_conditions_read (self->conditions, self->text->str, &placed);
  if (header->guard != NULL && token->offset == header->guard_offset)
    _loom_source_conditions_assume (self->conditions);
}

/* Whether something else stands there now. */
static gboolean
replace_directive (LoomSourceBuilder *self,
                   LoomSourceHeader  *header,
                   const LoomToken   *token)
{
  if (!_loom_source_conditions_branch (self->conditions).is_possible)
    return FALSE;
  if (header->index > 0
      && _loom_source_is_pragma_once (header->text + token->offset, token->length))
    {
      source_builder_append_newlines (self, header, token);
      return TRUE;
    }
  return read_include (self, header, token);
}

static void
put_in (LoomSourceBuilder *self,
        LoomSourceHeader  *header)
{
  gsize done = 0;
  guint n_pieces;
  LoomLexer lexer;
  LoomToken token;

  header->is_open = TRUE;
  self->depth++;
  if (header->once != NULL)
    _loom_source_definitions_define (
      _loom_source_conditions_get_definitions (self->conditions), header->once, NULL);
  _loom_lexer_init (&lexer, header->text, header->length);
  while (self->unit->refused == NULL && _loom_lexer_next (&lexer, &token))
    {
      if (token.kind != LOOM_TOKEN_DIRECTIVE)
        continue;

      source_builder_append (self, header->text + done, token.offset - done);
      n_pieces = self->unit->pieces->len;
      done = token.offset;
      if (!replace_directive (self, header, &token))
        read_directive (self, header, &token);
      done += token.length;
      if (self->unit->pieces->len > n_pieces)
        {
          guint line = token.line + 1;

          for (gsize i = 0; i < token.length; i++)
            line += header->text[token.offset + i] == '\n';
          source_builder_append_line_directive (self, header, line);
          done += done < header->length;
        }
    }

  source_builder_append (self, header->text + done, header->length - done);
  header->is_open = FALSE;
  self->depth--;
}

static void
build (LoomSourceBuilder *self,
       const char        *text,
       gsize              length,
       const char        *name)
{
  LoomSourceHeader *document = source_builder_add_header (self, name, text, length);

  source_builder_begin_piece (self, document, 1);
  put_in (self, document);
}

/**
 * loom_source_unit_new:
 * @text: a document's text; bytes that are no UTF-8 are taken for Latin-1
 * @name: of the document, as messages have it
 * @files: what may be read
 *
 * Puts the headers that a document includes in their places. Those that the compiler finds by
 * itself stay as they are; those that are nowhere are taken as empty. A document that includes none
 * is its own unit, byte for byte, unless it calls a macro that makes device code and host code at
 * once: what that stands for is written in its place, since parts of a call can't be left out.
 *
 * Returns: (transfer full): the unit
 */
LoomSourceUnit *
loom_source_unit_new (const char            *text,
                      gsize                  length,
                      const char            *name,
                      const LoomSourceFiles *files)
{
  LoomSourceUnit *self = g_new0 (LoomSourceUnit, 1);
  LoomSourceBuilder builder = { .unit = self, .files = files, .line = 1 };

  self->files = g_ptr_array_new_with_free_func (g_free);
  self->missing = g_ptr_array_new_with_free_func (missing_free);
  self->pieces = g_array_new (FALSE, FALSE, sizeof (LoomSourcePiece));
  self->written_out = g_array_new (FALSE, FALSE, sizeof (LoomWrittenOut));
  builder.text = g_string_sized_new (length + 1);
  builder.headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) _loom_source_header_free);
  builder.missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  builder.conditions = _loom_source_conditions_new (LOOM_VIEW_DEVICE);

  build (&builder, text, length, name);

  self->length = builder.text->len;
  self->text = g_string_free (builder.text, FALSE);
  _loom_source_unit_write_out_calls (self);
  _loom_source_conditions_free (builder.conditions);
  g_hash_table_unref (builder.missing);
  g_hash_table_unref (builder.headers);
  return self;
}

void
loom_source_unit_free (LoomSourceUnit *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->missing);
  g_clear_pointer (&self->refused, loom_diagnostic_free);
  g_array_unref (self->pieces);
  g_array_unref (self->written_out);
  g_free (self);
}

static const LoomSourcePiece *
get_piece (const LoomSourceUnit *self,
           guint                 index)
{
  return &g_array_index (self->pieces, LoomSourcePiece, index);
}

/**
 * loom_source_unit_locate_line:
 *
 * Returns: the file and line that a line of the text was taken from
 */
LoomSourcePlace
loom_source_unit_locate_line (const LoomSourceUnit *self,
                              guint                 line)
{
  guint low = 0, high = self->pieces->len;
  const LoomSourcePiece *piece;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (get_piece (self, middle)->first <= line)
        low = middle;
      else
        high = middle;
    }

  piece = get_piece (self, low);
  return (LoomSourcePlace) {
    source_unit_get_file (self, piece->file), piece->line + line - piece->first
  };
}

/**
 * loom_source_unit_find_line:
 * @file: (nullable): one of its files; %NULL: the document
 *
 * Returns: the line of the text where a line of a file is put first, 0 if it is not there
 */
guint
loom_source_unit_find_line (const LoomSourceUnit *self,
                            const char           *file,
                            guint                 line)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const LoomSourcePiece *piece = get_piece (self, i);
      const guint lines = i + 1 < self->pieces->len ? get_piece (self, i + 1)->first - piece->first
                                                    : G_MAXUINT;
      const char *name = source_unit_get_file (self, piece->file);

      if (g_strcmp0 (name, file) == 0 && line >= piece->line && line - piece->line < lines)
        return piece->first + line - piece->line;
    }

  return 0;
}

/**
 * loom_source_unit_has_columns:
 * @file: (nullable): one of its files; %NULL: the document
 *
 * Returns: whether a column of the text is one of the file too: not where a call of a macro was
 *   written out
 */
gboolean
loom_source_unit_has_columns (const LoomSourceUnit *self,
                              const char           *file,
                              guint                 line)
{
  const guint place = loom_source_unit_find_line (self, file, line);

  for (guint i = 0; i < self->written_out->len; i++)
    {
      const LoomWrittenOut *lines = &g_array_index (self->written_out, LoomWrittenOut, i);

      if (place >= lines->first && place < lines->end)
        return FALSE;
    }

  return TRUE;
}
