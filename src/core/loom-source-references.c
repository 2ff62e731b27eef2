/* loom-source-references.c: `texture<float, 2> image;`, which CUDA had until version 12, as a
 * parameter of the kernels that read it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-references.h"

#include "loom-source-reader-private.h"

/* A declaration, and what its reads give. */
typedef struct
{
  guint       first, end;       /* tokens: its first, and behind its semicolon */
  gboolean    is_surface;
  char       *name;
  char       *type;             /* NULL: of a surface, whose reads say it themselves */
} Reference;

static void
reference_clear (Reference *self)
{
  g_free (self->name);
  g_free (self->type);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reference, reference_clear)

static void
edit_clear (gpointer edit)
{
  loom_text_edit_clear (edit);
}

static LoomSourceReader
read_tokens (const char *text,
             gsize       length)
{
  GArray *tokens = _loom_source_tokens_new (text, length);

  return (LoomSourceReader) { text, tokens, tokens->len };
}

/* uchar4 that is read as normalized floats is float4. */
static char *
dup_read_type (const LoomSourceReader *self,
               guint                   first,
               guint                   close)
{
  const guint comma = _loom_source_find_comma (self, first, close);
  g_autofree char *type = _loom_source_dup_text (self, first, MIN (comma, close));
  const gsize length = strlen (type);

  for (guint i = first; i < close; i++)
    if (is_word (self, i, "cudaReadModeNormalizedFloat"))
      return g_strdup_printf ("float%s", length > 0 && g_ascii_isdigit (type[length - 1]) &&
                                         type[length - 1] != '1' ? type + length - 1 : "");

  return g_steal_pointer (&type);
}

/* `texture<` or `surface<` */
static gboolean
is_declarator (const LoomSourceReader *self,
               guint                   index)
{
  return (is_word (self, index, "texture") || is_word (self, index, "surface")) &&
         get_punctuation (self, index + 1) == '<';
}

static gboolean
read_reference (const LoomSourceReader *self,
                guint                   line,
                Reference              *found)
{
  for (guint i = 0; i + 1 < self->n; i++)
    {
      const gboolean is_texture = is_word (self, i, "texture");
      guint name;

      if (get_token (self, i)->line != line || !is_declarator (self, i))
        continue;
      name = _loom_source_skip_angles (self, i + 1);
      if (!is_identifier (self, name) || get_punctuation (self, name + 1) != ';')
        return FALSE;
      *found = (Reference) {
        i, name + 2, !is_texture, _loom_source_dup_text (self, name, name + 1),
        is_texture ? dup_read_type (self, i + 2, name - 1) : NULL,
      };
      return TRUE;
    }

  return FALSE;
}

/**
 * loom_source_dup_reference:
 * @line: where a texture or surface reference is declared
 *
 * Returns: (transfer full) (nullable): what stands for it today, as in
 *   `cudaTextureObject_t image`; %NULL if it is not declared there
 */
char *
loom_source_dup_reference (const char *text,
                           gsize       length,
                           guint       line)
{
  const LoomSourceReader source = read_tokens (text, length);
  g_autoptr (GArray) tokens = source.tokens;
  g_auto (Reference) reference = { .name = NULL };

  if (!read_reference (&source, line, &reference))
    return NULL;
  return g_strdup_printf ("%s %s", reference.is_surface ? "cudaSurfaceObject_t"
                                                        : "cudaTextureObject_t", reference.name);
}

static guint
get_column (const char *text,
            gsize       offset)
{
  const char *start = text + offset;

  while (start > text && start[-1] != '\n')
    start--;
  return (guint) g_utf8_strlen (start, text + offset - start) + 1;
}

/**
 * loom_source_list_references:
 *
 * Returns: (transfer full) (element-type LoomReferencePlace): where texture or surface references
 *   are declared, the first of each line
 */
GArray *
loom_source_list_references (const char *text,
                             gsize       length)
{
  const LoomSourceReader source = read_tokens (text, length);
  g_autoptr (GArray) tokens = source.tokens;
  GArray *places = g_array_new (FALSE, FALSE, sizeof (LoomReferencePlace));

  for (guint i = 0; i + 1 < source.n; i++)
    {
      LoomReferencePlace place = { get_token (&source, i)->line, 0 };
      guint name;

      if (!is_declarator (&source, i) ||
          (places->len > 0 &&
           g_array_index (places, LoomReferencePlace, places->len - 1).line == place.line))
        continue;
      name = _loom_source_skip_angles (&source, i + 1);
      if (!is_identifier (&source, name) || get_punctuation (&source, name + 1) != ';')
        continue;
      place.column = get_column (text, get_token (&source, i)->offset);
      g_array_append_val (places, place);
    }

  return places;
}

static void
add_edit (GArray *edits,
          gsize   offset,
          gsize   length,
          char   *text)
{
  const LoomTextEdit edit = { offset, length, text };

  g_array_append_val (edits, edit);
}

/* The parenthesis of a kernel's parameters, from __global__ on. */
static guint
find_paren (const LoomSourceReader *self,
            guint                   index)
{
  static const char * const others[] = { "__launch_bounds__", "__attribute__", NULL };

  for (; index < self->n && !is_punctuation (self, index, ";{"); index++)
    if (get_punctuation (self, index) == '(')
      {
        if (!_loom_source_is_any (self, index - 1, others))
          return index;
        index = _loom_source_skip_brackets (self, index) - 1;
      }

  return LOOM_NOWHERE;
}

/* A kernel that reads it gets it as its last parameter, and each read says what it gives. */
static void
rewrite_kernel (const LoomSourceReader *self,
                guint                   paren,
                const Reference        *reference,
                GArray                 *edits)
{
  const guint close = _loom_source_skip_brackets (self, paren);
  const guint end = get_punctuation (self, close) == '{' ? _loom_source_skip_brackets (self, close)
                                                         : close;
  gboolean is_read = FALSE;

  for (guint i = close; i < end; i++)
    {
      const LoomToken *call = get_token (self, i - 2);

      if (!is_word (self, i, reference->name))
        continue;
      if (!is_read)
        add_edit (edits, get_token (self, close - 1)->offset, 0,
                  g_strdup_printf ("%s%s %s", close == paren + 2 ? "" : ", ",
                                   reference->is_surface ? "cudaSurfaceObject_t"
                                                         : "cudaTextureObject_t",
                                   reference->name));
      is_read = TRUE;
      if (reference->type != NULL && get_punctuation (self, i - 1) == '(' &&
          is_identifier (self, i - 2) && g_str_has_prefix (self->text + call->offset, "tex"))
        add_edit (edits, call->offset + call->length, 0,
                  g_strdup_printf ("<%s>", reference->type));
    }
}

/* Several changes, in the order of the text, as one. */
static void
join (const char   *text,
      GArray       *edits,
      LoomTextEdit *edit)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  const gsize start = g_array_index (edits, LoomTextEdit, 0).offset;
  gsize at = start;

  for (guint i = 0; i < edits->len; i++)
    {
      const LoomTextEdit *one = &g_array_index (edits, LoomTextEdit, i);

      g_string_append_len (joined, text + at, (gssize) (one->offset - at));
      g_string_append (joined, one->text);
      at = one->offset + one->length;
    }
  *edit = (LoomTextEdit) { start, at - start, g_string_free (g_steal_pointer (&joined), FALSE) };
}

/**
 * loom_source_replace_reference:
 * @line: where a texture or surface reference is declared
 * @edit: (out): where to put the change
 *
 * Computes the change that makes a reference a parameter of the kernels behind it that use it.
 *
 * Returns: %FALSE if none is declared there, or no kernel uses it
 */
gboolean
loom_source_replace_reference (const char   *text,
                               gsize         length,
                               guint         line,
                               LoomTextEdit *edit)
{
  const LoomSourceReader source = read_tokens (text, length);
  g_autoptr (GArray) tokens = source.tokens;
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (LoomTextEdit));
  g_auto (Reference) reference = { .name = NULL };
  gsize from, to;

  g_return_val_if_fail (text != NULL && edit != NULL, FALSE);

  g_array_set_clear_func (edits, edit_clear);
  if (!read_reference (&source, line, &reference))
    return FALSE;
  from = get_token (&source, reference.first)->offset;
  to = get_token (&source, reference.end - 1)->offset + 1;
  add_edit (edits, from, to - from + (to < length && text[to] == '\n' ? 1 : 0), g_strdup (""));
  for (guint i = reference.end; i < source.n; i++)
    {
      const guint paren = is_word (&source, i, "__global__") ? find_paren (&source, i)
                                                             : LOOM_NOWHERE;

      if (paren != LOOM_NOWHERE)
        rewrite_kernel (&source, paren, &reference, edits);
    }
  if (edits->len < 2)
    return FALSE;

  join (text, edits, edit);
  return TRUE;
}
