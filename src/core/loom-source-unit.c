/* loom-source-unit.c: a document and the headers of the user that it includes, as one text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where it is known whether a branch of #if is taken, only what a compiler would read is put in;
 * else both branches are, and their #if lines, which stay, decide. What is defined in such a branch
 * is defined until its end.
 */

#include "config.h"

#include "loom-source-unit.h"

#include "loom-source-branches-private.h"
#include "loom-source-header-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_DEPTH 100
#define MAX_LENGTH (16 << 20)

/* A run of lines of one file. */
typedef struct
{
  gsize offset;                 /* in the unit */
  guint first;                  /* line of the unit */
  guint line;                   /* of the file */
  guint file;                   /* index */
} Piece;

/* A macro that is defined only where an uncertain condition holds. */
typedef struct
{
  guint  level;                 /* of the condition */
  char  *macro;
} Scoped;

typedef struct
{
  LoomSourceUnit        *unit;
  const LoomSourceFiles *files;
  GString               *text;
  guint                  line;          /* of the unit, where its text ends */
  GHashTable            *headers;       /* (element-type utf8 LoomSourceHeader) NULL: not there */
  GHashTable            *missing;       /* (element-type utf8 guint) index + 1 */
  GHashTable            *defined;       /* (element-type utf8 guint) macros, and the level of the
                                           uncertain condition that they were defined in */
  GArray                *scoped;        /* (element-type Scoped) by their levels */
  LoomSourceBranches     branches;
  guint                  depth;
} Builder;

static void put_in (Builder          *self,
                    LoomSourceHeader *header);

static void
missing_free (gpointer data)
{
  LoomMissingHeader *self = data;

  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

static const char *
get_file (const LoomSourceUnit *self,
          guint                 index)
{
  return index > 0 ? self->files->pdata[index] : NULL;
}

static void
refuse (Builder                *self,
        const LoomSourceHeader *header,
        guint                   line,
        const char             *text)
{
  if (self->unit->refused != NULL)
    return;

  self->unit->refused = loom_diagnostic_new (LOOM_SEVERITY_ERROR, line, 0, "%s", text);
  self->unit->refused->file = g_strdup (get_file (self->unit, header->index));
}

/* -- The text -- */

static void
append (Builder    *self,
        const char *text,
        gsize       length)
{
  g_string_append_len (self->text, text, (gssize) length);
  for (const char *at = text; (at = memchr (at, '\n', text + length - at)) != NULL; at++)
    self->line++;
}

/* A header may end in the middle of a line, or in one that goes on. */
static void
end_line (Builder *self)
{
  if (self->text->len > 0 && self->text->str[self->text->len - 1] != '\n')
    append (self, "\n", 1);
  if (self->text->len > 1 && self->text->str[self->text->len - 2] == '\\')
    append (self, "\n", 1);
}

/* Those of a directive that is left out. */
static void
append_newlines (Builder                *self,
                 const LoomSourceHeader *header,
                 const LoomToken        *token)
{
  for (gsize i = 0; i < token->length; i++)
    if (header->text[token->offset + i] == '\n')
      append (self, "\n", 1);
}

static void
begin_piece (Builder                *self,
             const LoomSourceHeader *header,
             guint                   line)
{
  const Piece piece = { self->text->len, self->line, line, header->index };

  g_array_append_val (self->unit->pieces, piece);
}

static void
append_line_directive (Builder                *self,
                       const LoomSourceHeader *header,
                       guint                   line)
{
  g_autoptr (GString) name = g_string_new (header->name);
  g_autofree char *directive = NULL;

  g_string_replace (name, "\\", "\\\\", 0);
  g_string_replace (name, "\"", "\\\"", 0);
  directive = g_strdup_printf ("#line %u \"%s\"\n", line, name->str);
  end_line (self);
  append (self, directive, strlen (directive));
  begin_piece (self, header, line);
}

/* -- Macros that are defined -- */

static void
scoped_clear (gpointer data)
{
  g_free (((Scoped *) data)->macro);
}

static void
define (Builder    *self,
        const char *macro)
{
  const guint level = _loom_source_branches_get_uncertain (&self->branches);

  if (g_hash_table_contains (self->defined, macro))
    return;

  g_hash_table_insert (self->defined, g_strdup (macro), GUINT_TO_POINTER (level));
  if (level > 0)
    {
      const Scoped scoped = { level, g_strdup (macro) };

      g_array_append_val (self->scoped, scoped);
    }
}

/* Behind #endif, or a branch that has ended. Levels only grow until they are left. */
static void
leave_branch (Builder  *self,
              gboolean  is_end)
{
  const guint n_levels = self->branches.levels->len;

  while (self->scoped->len > 0)
    {
      const Scoped *last = &g_array_index (self->scoped, Scoped, self->scoped->len - 1);

      if (last->level < n_levels || (last->level == n_levels && is_end))
        return;
      if (GPOINTER_TO_UINT (g_hash_table_lookup (self->defined, last->macro)) == last->level)
        g_hash_table_remove (self->defined, last->macro);
      g_array_set_size (self->scoped, self->scoped->len - 1);
    }
}

/* The word behind #define or #undef. */
static char *
dup_macro (const char *directive,
           gsize       length,
           const char *keyword)
{
  const char *at = g_strstr_len (directive, (gssize) length, keyword);
  const char *end = directive + length;
  const char *word;

  at = at != NULL ? at + strlen (keyword) : end;
  while (at < end && !g_ascii_isalpha (*at) && *at != '_')
    at++;
  for (word = at; at < end && (g_ascii_isalnum (*at) || *at == '_');)
    at++;
  return g_strndup (word, at - word);
}

/* -- Files -- */

static LoomSourceHeader *
add_header (Builder    *self,
            const char *name,
            const char *bytes,
            gsize       length)
{
  LoomSourceHeader *header = _loom_source_header_new (name, bytes, length);

  header->index = self->unit->files->len;
  g_ptr_array_add (self->unit->files, g_strdup (name));
  g_hash_table_insert (self->headers, g_strdup (name), header);
  return header;
}

static LoomSourceHeader *
find_header (Builder    *self,
             const char *name)
{
  gpointer found;
  g_autoptr (GBytes) bytes = NULL;

  if (g_hash_table_lookup_extended (self->headers, name, NULL, &found))
    return found;

  /* In a #line directive it would be two lines. */
  bytes = strchr (name, '\n') == NULL ? self->files->read (name, self->files->data) : NULL;
  if (bytes != NULL)
    return add_header (self, name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

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
find_in (Builder    *self,
         const char *folder,
         const char *name)
{
  g_autofree char *path = _loom_source_include_resolve (folder, name);

  return find_header (self, path);
}

/* As a compiler does: beside the file that includes it, unless in angles, in the folders of -I, and
 * last in that of the document. known: the compiler finds it by itself. */
static LoomSourceHeader *
look_up (Builder                 *self,
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
append_missing (Builder                 *self,
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
      missing->file = get_file (self->unit, from->index);
      missing->line = token->line;
      g_ptr_array_add (self->unit->missing, missing);
      index = self->unit->missing->len;
      g_hash_table_insert (self->missing, g_strdup (include->name), GUINT_TO_POINTER (index));
    }

  directive = g_strdup_printf ("#warning " LOOM_MISSING_HEADER " %u", index - 1);
  append (self, directive, strlen (directive));
  append_newlines (self, from, token);
}

static gboolean
is_in_already (Builder                *self,
               const LoomSourceHeader *header)
{
  if (header->index == 0)
    return TRUE;

  return (header->guard != NULL
          && (header->is_open || g_hash_table_contains (self->defined, header->guard)))
         || (header->once != NULL && g_hash_table_contains (self->defined, header->once));
}

/* -- One file -- */

static gboolean
is_room (Builder                *self,
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
read_include (Builder          *self,
              LoomSourceHeader *from,
              const LoomToken  *token)
{
  LoomSourceInclude include;
  g_autofree char *name = NULL;
  LoomSourceHeader *header;
  gboolean known;

  if (!_loom_source_include_parse (from->text + token->offset, token->length, &include))
    return FALSE;

  name = include.name;
  header = look_up (self, from, &include, &known);
  if (known)
    return FALSE;
  if (header == NULL)
    {
      append_missing (self, from, token, &include);
      return TRUE;
    }

  if (is_in_already (self, header))
    append_newlines (self, from, token);
  else if (is_room (self, from, header, token->line))
    {
      append_line_directive (self, header, 1);
      put_in (self, header);
    }
  return TRUE;
}

static gboolean
is_conditional_end (const char *line)
{
  return g_str_has_prefix (line, "el") || g_str_has_prefix (line, "endif");
}

/* Returns whether something stands there now instead of the directive. */
static gboolean
read_directive (Builder          *self,
                LoomSourceHeader *header,
                const LoomToken  *token)
{
  const char *text = header->text + token->offset;
  g_autofree char *line = _loom_source_squeeze_directive (text, token->length);
  g_autofree char *macro = NULL;

  if (_loom_source_branches_read (&self->branches, line))
    {
      if (header->guard != NULL && token->offset == header->guard_offset)
        _loom_source_branches_assume (&self->branches, LOOM_BRANCH_TAKEN);
      else if (is_conditional_end (line))
        leave_branch (self, g_str_has_prefix (line, "endif"));
      return FALSE;
    }
  if (!_loom_source_branches_are_active (&self->branches))
    return FALSE;
  if (g_str_has_prefix (line, "include"))
    return read_include (self, header, token);

  if (g_str_has_prefix (line, "define"))
    define (self, macro = dup_macro (text, token->length, "define"));
  else if (g_str_has_prefix (line, "undef"))
    {
      macro = dup_macro (text, token->length, "undef");
      g_hash_table_remove (self->defined, macro);
    }
  else if (strcmp (line, "pragmaonce") == 0 && header->index > 0)
    {
      append_newlines (self, header, token);
      return TRUE;
    }
  return FALSE;
}

/* The line behind a directive. */
static guint
get_next_line (const LoomSourceHeader *header,
               const LoomToken        *token)
{
  guint line = token->line + 1;

  for (gsize i = 0; i < token->length; i++)
    line += header->text[token->offset + i] == '\n';
  return line;
}

static void
put_in (Builder          *self,
        LoomSourceHeader *header)
{
  gsize done = 0;
  guint n_pieces;
  LoomLexer lexer;
  LoomToken token;

  header->is_open = TRUE;
  self->depth++;
  if (header->once != NULL)
    define (self, header->once);
  _loom_lexer_init (&lexer, header->text, header->length);
  while (self->unit->refused == NULL && _loom_lexer_next (&lexer, &token))
    {
      if (token.kind != LOOM_TOKEN_DIRECTIVE)
        continue;

      append (self, header->text + done, token.offset - done);
      n_pieces = self->unit->pieces->len;
      done = token.offset;
      if (read_directive (self, header, &token))
        done += token.length;
      if (self->unit->pieces->len > n_pieces)
        {
          append_line_directive (self, header, get_next_line (header, &token));
          done += done < header->length;
        }
    }

  append (self, header->text + done, header->length - done);
  header->is_open = FALSE;
  self->depth--;
}

static void
build (Builder    *self,
       const char *text,
       gsize       length,
       const char *name)
{
  LoomSourceHeader *document = add_header (self, name, text, length);

  begin_piece (self, document, 1);
  put_in (self, document);
}

/**
 * loom_source_unit_new:
 * @text: a document's text; bytes that are no UTF-8 are taken for Latin-1
 * @length: of @text
 * @name: of the document, as messages have it
 * @files: what may be read
 *
 * Puts the headers that a document includes in their places. Those that the compiler finds by
 * itself stay as they are; those that are nowhere are taken as empty. A document that includes none
 * is its own unit, byte for byte.
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
  Builder builder = { .unit = self, .files = files, .line = 1 };

  self->files = g_ptr_array_new_with_free_func (g_free);
  self->missing = g_ptr_array_new_with_free_func (missing_free);
  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  builder.text = g_string_sized_new (length + 1);
  builder.headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) _loom_source_header_free);
  builder.missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  builder.defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  builder.scoped = g_array_new (FALSE, FALSE, sizeof (Scoped));
  g_array_set_clear_func (builder.scoped, scoped_clear);
  _loom_source_branches_init (&builder.branches, LOOM_SOURCE_FOR_NVRTC);
  builder.branches.all_branches = TRUE;
  builder.branches.defined = builder.defined;

  build (&builder, text, length, name);

  self->length = builder.text->len;
  self->text = g_string_free (builder.text, FALSE);
  _loom_source_branches_clear (&builder.branches);
  g_array_unref (builder.scoped);
  g_hash_table_unref (builder.defined);
  g_hash_table_unref (builder.missing);
  g_hash_table_unref (builder.headers);
  return self;
}

/**
 * loom_source_unit_free:
 * @self: (transfer full) (nullable): a unit
 *
 * Frees a unit.
 */
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
  g_free (self);
}

static const Piece *
get_piece (const LoomSourceUnit *self,
           guint                 index)
{
  return &g_array_index (self->pieces, Piece, index);
}

/**
 * loom_source_unit_locate_line:
 * @self: a unit
 * @line: of its text, from 1
 *
 * Finds the file and line that a line of the text was taken from.
 *
 * Returns: the place
 */
LoomSourcePlace
loom_source_unit_locate_line (const LoomSourceUnit *self,
                              guint                 line)
{
  guint low = 0, high = self->pieces->len;
  const Piece *piece;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (get_piece (self, middle)->first <= line)
        low = middle;
      else
        high = middle;
    }

  piece = get_piece (self, low);
  return (LoomSourcePlace) { get_file (self, piece->file), piece->line + line - piece->first };
}

/**
 * loom_source_unit_locate:
 * @self: a unit
 * @offset: in its text
 *
 * Finds the file and line that a byte of the text was taken from.
 *
 * Returns: the place
 */
LoomSourcePlace
loom_source_unit_locate (const LoomSourceUnit *self,
                         gsize                 offset)
{
  guint low = 0, high = self->pieces->len;
  const Piece *piece;
  guint line;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (get_piece (self, middle)->offset <= offset)
        low = middle;
      else
        high = middle;
    }

  piece = get_piece (self, low);
  line = piece->line;
  for (gsize i = piece->offset; i < MIN (offset, self->length); i++)
    line += self->text[i] == '\n';
  return (LoomSourcePlace) { get_file (self, piece->file), line };
}

/**
 * loom_source_unit_find_line:
 * @self: a unit
 * @file: (nullable): one of its files; %NULL: the document
 * @line: of it
 *
 * Finds a line of a file in the text: the first one where the file was put in several times.
 *
 * Returns: the line of the text, 0 if it is not there
 */
guint
loom_source_unit_find_line (const LoomSourceUnit *self,
                            const char           *file,
                            guint                 line)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = get_piece (self, i);
      const guint lines = i + 1 < self->pieces->len ? get_piece (self, i + 1)->first - piece->first
                                                    : G_MAXUINT;

      if (g_strcmp0 (get_file (self, piece->file), file) == 0 && line >= piece->line
          && line - piece->line < lines)
        return piece->first + line - piece->line;
    }

  return 0;
}
