/* loom-source-unit-calls.c: calls of macros that make device code and host code at once, written
 * out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is left out of a unit are whole declarations; of a call that makes several, none can be, and
 * one that makes just a function's body does not tell where that ends. So what such a call stands
 * for is written in its place: in its first line, but for arguments, which stay in the lines where
 * they stand.
 */

#include "config.h"

#include "loom-source-unit-private.h"

#include "loom-source-expand-private.h"
#include "loom-source-reader-private.h"

typedef struct
{
  LoomSourceUnit      *unit;
  LoomSourceExpansion  expansion;
  LoomSourceReader     source;
  GByteArray          *scopes;      /* for each open brace whether it is that of a scope */
  guint                n_bodies;    /* open braces that are none */
  guint                statement;   /* where it begins */
  GString             *text;        /* the unit up to `done` */
  gsize                done;
} Writer;

static const LoomSourceOrigin *
get_origin (Writer *self,
            guint   index)
{
  return &g_array_index (self->expansion.origins, LoomSourceOrigin, index);
}

static gboolean
opens_scope (Writer *self,
             guint   brace)
{
  guint first = self->statement;

  if (is_word (&self->source, first, "inline"))
    first++;
  return is_word (&self->source, first, "namespace") ||
         (is_word (&self->source, first, "extern") && brace == first + 2 &&
          get_token (&self->source, first + 1)->kind == LOOM_TOKEN_STRING);
}

static void
follow_braces (Writer *self,
               guint   index)
{
  const char c = get_punctuation (&self->source, index);

  if (c == '{')
    {
      const guint8 is_scope = self->n_bodies == 0 && opens_scope (self, index);

      g_byte_array_append (self->scopes, &is_scope, 1);
      self->n_bodies += !is_scope;
    }
  else if (c == '}' && self->scopes->len > 0)
    {
      self->n_bodies -= !self->scopes->data[self->scopes->len - 1];
      g_byte_array_set_size (self->scopes, self->scopes->len - 1);
    }
  if (c == '{' || c == '}' || c == ';')
    self->statement = index + 1;
}

/* What a call makes, as far as it matters here. */
typedef struct
{
  gboolean is_whole;            /* its braces are closed */
  gboolean has_device, has_host;        /* functions */
  gboolean has_written;         /* a brace that is an argument */
} Made;

static Made
look_at_call (Writer *self,
              guint   first,
              guint   end)
{
  static const char * const marks[] = { "__global__", "__device__", "__host__", "__constant__",
                                        "__managed__", NULL };
  Made made = { .is_whole = TRUE };
  gboolean is_marked = FALSE;
  guint depth = 0;

  for (guint i = first; i < end; i++)
    {
      const char c = get_punctuation (&self->source, i);

      is_marked |= depth == 0 && _loom_source_is_any (&self->source, i, marks);
      if (c == '{')
        {
          const gboolean is_function = depth == 0 && i > first &&
                                       get_punctuation (&self->source, i - 1) == ')';

          made.has_device |= depth == 0 && is_marked;
          made.has_host |= is_function && !is_marked;
          made.has_written |= get_token (&self->source, i)->offset >= get_origin (self, i)->start &&
                              get_token (&self->source, i)->offset < get_origin (self, i)->end;
          depth++;
        }
      made.is_whole &= c != '}' || depth > 0;
      depth -= c == '}' && depth > 0;
      if (depth == 0 && (c == '}' || c == ';'))
        is_marked = FALSE;
    }

  made.is_whole &= depth == 0;
  return made;
}

static gboolean
has_to_be_written_out (Writer *self,
                       guint   first,
                       guint   end)
{
  const LoomSourceOrigin *origin = get_origin (self, first);
  Made made;

  if (self->n_bodies > 0 || origin->call == G_MAXUINT32 ||
      g_array_index (self->source.tokens, LoomToken, first).is_conditional)
    return FALSE;

  made = look_at_call (self, first, end);
  return made.is_whole && ((made.has_device && made.has_host) || made.has_written ||
                           (get_punctuation (&self->source, first) == '{' && first > 0 &&
                            get_punctuation (&self->source, first - 1) == ')'));
}

/* The line ends of the unit up to a place. */
static void
append_line_ends (Writer *self,
                  gsize   end)
{
  for (; self->done < end; self->done++)
    if (self->unit->text[self->done] == '\n')
      g_string_append_c (self->text, '\n');
}

static void
write_out (Writer *self,
           guint   first,
           guint   end)
{
  const LoomSourceOrigin *origin = get_origin (self, first);
  LoomWrittenOut lines;
  gsize last = G_MAXSIZE;

  g_string_append_len (self->text, self->unit->text + self->done, origin->start - self->done);
  lines.first = get_token (&self->source, first)->line;
  self->done = origin->start;
  for (guint i = first; i < end; i++)
    {
      const LoomToken *token = get_token (&self->source, i);

      if (token->offset >= self->done && token->offset < origin->end)
        {
          append_line_ends (self, token->offset);
          self->done = token->offset + token->length;
        }
      /* Words that ## made stand side by side without belonging together. */
      if (token->offset != last || last >= self->unit->length)
        g_string_append_c (self->text, ' ');
      g_string_append_len (self->text, self->source.text + token->offset, token->length);
      last = token->offset + token->length;
    }

  append_line_ends (self, origin->end);
  lines.end = lines.first + 1;
  for (gsize i = origin->start; i < origin->end; i++)
    lines.end += self->unit->text[i] == '\n';
  g_array_append_val (self->unit->written_out, lines);
}

static void
finish (Writer *self)
{
  LoomSourceUnit *unit = self->unit;

  g_string_append_len (self->text, unit->text + self->done, unit->length - self->done);
  g_free (unit->text);
  unit->length = self->text->len;
  unit->text = g_string_free (g_steal_pointer (&self->text), FALSE);
}

/* Puts what such calls stand for in their places. The text keeps its lines. */
void
_loom_source_unit_write_out_calls (LoomSourceUnit *self)
{
  Writer writer = { .unit = self };
  guint end;

  if (self->refused != NULL || g_strstr_len (self->text, self->length, "define") == NULL)
    return;

  _loom_source_expansion_init (&writer.expansion, LOOM_VIEW_DEVICE, self->text, self->length);
  writer.source = (LoomSourceReader) {
    writer.expansion.text, writer.expansion.tokens, writer.expansion.tokens->len
  };
  writer.scopes = g_byte_array_new ();
  writer.text = g_string_new (NULL);
  for (guint i = 0; i < writer.source.n; i = end)
    {
      end = _loom_source_origins_find_end (writer.expansion.origins, i);
      if (has_to_be_written_out (&writer, i, end))
        write_out (&writer, i, end);
      for (guint j = i; j < end; j++)
        follow_braces (&writer, j);
    }

  finish (&writer);
  g_byte_array_unref (writer.scopes);
  _loom_source_expansion_clear (&writer.expansion);
}
