/* loom-source-unit-build.c: a document and the headers of the user that it includes, as one text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where it is known whether a branch of #if is taken, only what a compiler would read is put in;
 * else both branches are, and their #if lines, which stay, decide. What is defined in such a branch
 * is defined until its end.
 */

#include "config.h"

#include "loom-source-unit-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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
  self->unit->refused->file = g_strdup (_loom_source_unit_get_file (self->unit, header->index));
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
  header = _loom_source_builder_look_up (self, from, &include, &known);
  if (known)
    return FALSE;
  if (header == NULL)
    {
      _loom_source_builder_append_missing (self, from, token, &include);
      return TRUE;
    }

  if (is_in_already (self, header))
    _loom_source_builder_append_newlines (self, from, token);
  else if (is_room (self, from, header, token->line))
    {
      _loom_source_builder_append_line_directive (self, header, 1);
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
  _loom_source_builder_append (self, header->text + token->offset, token->length);
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
      _loom_source_builder_append_newlines (self, header, token);
      return TRUE;
    }
  return read_include (self, header, token);
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

      _loom_source_builder_append (self, header->text + done, token.offset - done);
      n_pieces = self->unit->pieces->len;
      done = token.offset;
      if (!replace_directive (self, header, &token))
        read_directive (self, header, &token);
      done += token.length;
      if (self->unit->pieces->len > n_pieces)
        {
          _loom_source_builder_append_line_directive (self, header, get_next_line (header, &token));
          done += done < header->length;
        }
    }

  _loom_source_builder_append (self, header->text + done, header->length - done);
  header->is_open = FALSE;
  self->depth--;
}

static void
build (LoomSourceBuilder *self,
       const char        *text,
       gsize              length,
       const char        *name)
{
  LoomSourceHeader *document = _loom_source_builder_add_header (self, name, text, length);

  _loom_source_builder_begin_piece (self, document, 1);
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
