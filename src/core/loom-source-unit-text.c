/* loom-source-unit-text.c: the text of a unit as it grows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-unit-private.h"

#include <string.h>

void
_loom_source_builder_append (LoomSourceBuilder *self,
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
    _loom_source_builder_append (self, "\n", 1);
  if (self->text->len > 1 && self->text->str[self->text->len - 2] == '\\')
    _loom_source_builder_append (self, "\n", 1);
}

/* Those of a directive that is left out. */
void
_loom_source_builder_append_newlines (LoomSourceBuilder      *self,
                                      const LoomSourceHeader *header,
                                      const LoomToken        *token)
{
  for (gsize i = 0; i < token->length; i++)
    if (header->text[token->offset + i] == '\n')
      _loom_source_builder_append (self, "\n", 1);
}

void
_loom_source_builder_begin_piece (LoomSourceBuilder      *self,
                                  const LoomSourceHeader *header,
                                  guint                   line)
{
  const LoomSourcePiece piece = { self->line, line, header->index };

  g_array_append_val (self->unit->pieces, piece);
}

void
_loom_source_builder_append_line_directive (LoomSourceBuilder      *self,
                                            const LoomSourceHeader *header,
                                            guint                   line)
{
  g_autoptr (GString) name = g_string_new (header->name);
  g_autofree char *directive = NULL;

  g_string_replace (name, "\\", "\\\\", 0);
  g_string_replace (name, "\"", "\\\"", 0);
  directive = g_strdup_printf ("#line %u \"%s\"\n", line, name->str);
  end_line (self);
  _loom_source_builder_append (self, directive, strlen (directive));
  _loom_source_builder_begin_piece (self, header, line);
}
