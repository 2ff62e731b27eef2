/* loom-source-references.c: `texture<float, 2> image;`, which CUDA had until version 12, as a
 * parameter of the kernels that read it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-references.h"

#include "loom-source-reader-private.h"

/* So many functions may lie between a kernel and what it reads. */
#define MAX_DEPTH 16

/* A declaration, and what its reads give. */
typedef struct
{
  guint       first, end;       /* tokens: its first, and behind its semicolon */
  gboolean    is_surface;
  GPtrArray  *names;            /* (element-type utf8) */
  GPtrArray  *readers;          /* (element-type GPtrArray) names of functions for each of them */
  char       *type;             /* NULL: of a surface, whose reads say it themselves */
} Reference;

/* A function of device code, or its declaration: tokens. */
typedef struct
{
  guint name;
  guint close, end;             /* the parenthesis of its parameters; behind its body */
} Function;

static void
reference_clear (Reference *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->readers, g_ptr_array_unref);
  g_free (self->type);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reference, reference_clear)

static void
edit_clear (gpointer edit)
{
  loom_text_edit_clear (edit);
}

static gint
compare_edits (gconstpointer a,
               gconstpointer b)
{
  const LoomTextEdit *one = a, *other = b;

  return (one->offset > other->offset) - (one->offset < other->offset);
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

/* What stands before it goes with it. */
static guint
find_first (const LoomSourceReader *self,
            guint                   index)
{
  static const char * const specifiers[] = { "static", "extern", "const", "__device__", NULL };

  while (index > 0 && _loom_source_is_any (self, index - 1, specifiers))
    index--;
  return index;
}

/* `a, b;` Where it ends, behind its semicolon; LOOM_NOWHERE: something else stands there. */
static guint
read_names (const LoomSourceReader *self,
            guint                   index,
            GPtrArray              *names)
{
  for (; is_identifier (self, index); index += 2)
    {
      g_ptr_array_add (names, _loom_source_dup_text (self, index, index + 1));
      if (get_punctuation (self, index + 1) == ';')
        return index + 2;
      if (get_punctuation (self, index + 1) != ',')
        break;
    }

  return LOOM_NOWHERE;
}

static gboolean
read_reference_at (const LoomSourceReader *self,
                   guint                   index,
                   Reference              *found)
{
  const gboolean is_texture = is_word (self, index, "texture");
  const guint name = _loom_source_skip_angles (self, index + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const guint end = read_names (self, name, names);

  if (end == LOOM_NOWHERE)
    return FALSE;
  *found = (Reference) {
    .first = find_first (self, index), .end = end, .is_surface = !is_texture,
    .names = g_steal_pointer (&names),
    .type = is_texture ? dup_read_type (self, index + 2, name - 1) : NULL,
  };
  return TRUE;
}

static gboolean
read_reference (const LoomSourceReader *self,
                guint                   line,
                Reference              *found)
{
  for (guint i = 0; i + 1 < self->n; i++)
    if (get_token (self, i)->line == line && is_declarator (self, i))
      return read_reference_at (self, i, found);

  return FALSE;
}

static const char *
get_object (const Reference *self)
{
  return self->is_surface ? "cudaSurfaceObject_t" : "cudaTextureObject_t";
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
  g_autoptr (GString) objects = g_string_new (NULL);
  g_auto (Reference) reference = { .names = NULL };

  if (!read_reference (&source, line, &reference))
    return NULL;
  for (guint i = 0; i < reference.names->len; i++)
    g_string_append_printf (objects, "%s%s %s", i > 0 ? ", " : "", get_object (&reference),
                            (const char *) reference.names->pdata[i]);
  return g_string_free (g_steal_pointer (&objects), FALSE);
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
      g_auto (Reference) reference = { .names = NULL };

      if (!is_declarator (&source, i) ||
          (places->len > 0 &&
           g_array_index (places, LoomReferencePlace, places->len - 1).line == place.line) ||
          !read_reference_at (&source, i, &reference))
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

/* The parenthesis of a function's parameters, from __global__ or __device__ on. */
static guint
find_paren (const LoomSourceReader *self,
            guint                   index)
{
  static const char * const others[] = { "__launch_bounds__", "__attribute__", NULL };

  for (; index < self->n && !is_punctuation (self, index, ";{=}"); index++)
    if (get_punctuation (self, index) == '(')
      {
        if (!_loom_source_is_any (self, index - 1, others))
          return index;
        index = _loom_source_skip_brackets (self, index) - 1;
      }

  return LOOM_NOWHERE;
}

/* All of device code behind a declaration. */
static GArray *
list_functions (const LoomSourceReader *self,
                guint                   from)
{
  static const char * const marks[] = { "__global__", "__device__", NULL };
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (Function));

  for (guint i = from; i < self->n; i++)
    {
      const guint paren = _loom_source_is_any (self, i, marks) ? find_paren (self, i)
                                                               : LOOM_NOWHERE;
      Function function;

      if (paren == LOOM_NOWHERE || !is_identifier (self, paren - 1))
        continue;
      function.name = paren - 1;
      function.close = _loom_source_skip_brackets (self, paren) - 1;
      function.end = get_punctuation (self, function.close + 1) == '{'
                       ? _loom_source_skip_brackets (self, function.close + 1)
                       : function.close + 1;
      g_array_append_val (functions, function);
      i = function.end - 1;
    }

  return functions;
}

static gboolean
is_in (const LoomSourceReader *self,
       guint                   index,
       GPtrArray              *names)
{
  for (guint i = 0; i < names->len; i++)
    if (is_word (self, index, names->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
reads (const LoomSourceReader *self,
       const Function         *function,
       const char             *name,
       GPtrArray              *readers)
{
  for (guint i = function->close + 1; i < function->end; i++)
    if (is_word (self, i, name) ||
        (get_punctuation (self, i + 1) == '(' && is_in (self, i, readers)))
      return TRUE;
  return FALSE;
}

/* The names of all functions that read it, or call one that does. */
static GPtrArray *
list_readers (const LoomSourceReader *self,
              GArray                 *functions,
              const char             *name)
{
  GPtrArray *readers = g_ptr_array_new_with_free_func (g_free);
  gboolean is_more = TRUE;

  for (guint depth = 0; is_more && depth < MAX_DEPTH; depth++)
    {
      is_more = FALSE;
      for (guint i = 0; i < functions->len; i++)
        {
          const Function *function = &g_array_index (functions, Function, i);

          if (is_in (self, function->name, readers) || !reads (self, function, name, readers))
            continue;
          g_ptr_array_add (readers,
                           _loom_source_dup_text (self, function->name, function->name + 1));
          is_more = TRUE;
        }
    }
  return readers;
}

/* Gives a function what it or those that it calls read: behind what stands in the parenthesis that
 * closes here. */
static void
give (const LoomSourceReader *self,
      guint                   function,
      guint                   close,
      const Reference        *reference,
      const char             *type,
      GArray                 *edits)
{
  const gboolean is_void = is_word (self, close - 1, "void") &&
                           get_punctuation (self, close - 2) == '(';
  const gsize at = get_token (self, is_void ? close - 1 : close)->offset;
  const char *before = is_void || get_punctuation (self, close - 1) == '(' ? "" : ", ";
  g_autoptr (GString) given = g_string_new (NULL);

  for (guint i = 0; i < reference->names->len; i++)
    if (is_in (self, function, reference->readers->pdata[i]))
      {
        g_string_append_printf (given, "%s%s%s", before, type,
                                (const char *) reference->names->pdata[i]);
        before = ", ";
      }
  if (given->len > 0)
    add_edit (edits, at, is_void ? strlen ("void") : 0,
              g_string_free (g_steal_pointer (&given), FALSE));
}

/* It gets what it reads as its last parameters, each read says what it gives, and each call of
 * another that reads gives it on. */
static void
rewrite_function (const LoomSourceReader *self,
                  const Function         *function,
                  const Reference        *reference,
                  GArray                 *edits)
{
  g_autofree char *type = g_strconcat (get_object (reference), " ", NULL);

  give (self, function->name, function->close, reference, type, edits);
  for (guint i = function->close + 1; i < function->end; i++)
    {
      const LoomToken *call = get_token (self, i - 2);

      if (reference->type != NULL && is_in (self, i, reference->names) &&
          get_punctuation (self, i - 1) == '(' && is_identifier (self, i - 2) &&
          g_str_has_prefix (self->text + call->offset, "tex"))
        add_edit (edits, call->offset + call->length, 0,
                  g_strdup_printf ("<%s>", reference->type));
      else if (is_identifier (self, i) && get_punctuation (self, i + 1) == '(')
        give (self, i, _loom_source_skip_brackets (self, i + 1) - 1, reference, "", edits);
    }
}

/* All that a reference becomes, in the order of the text. FALSE: no kernel reads it. */
static gboolean
rewrite (const LoomSourceReader *self,
         Reference              *reference,
         GArray                 *edits)
{
  g_autoptr (GArray) functions = list_functions (self, reference->end);
  gboolean is_read = FALSE;

  reference->readers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < reference->names->len; i++)
    {
      GPtrArray *readers = list_readers (self, functions, reference->names->pdata[i]);

      is_read = is_read || readers->len > 0;
      g_ptr_array_add (reference->readers, readers);
    }
  for (guint i = 0; i < functions->len; i++)
    rewrite_function (self, &g_array_index (functions, Function, i), reference, edits);

  /* of a call within a call the inner parenthesis closes first */
  g_array_sort (edits, compare_edits);
  return is_read;
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
 * Computes the change that makes a reference a parameter of the kernels behind it that use it, and
 * of the functions through which they do.
 *
 * Returns: %FALSE if none is declared there, or no function uses it
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
  g_auto (Reference) reference = { .names = NULL };
  gsize from, to;

  g_return_val_if_fail (text != NULL && edit != NULL, FALSE);

  g_array_set_clear_func (edits, edit_clear);
  if (!read_reference (&source, line, &reference))
    return FALSE;
  from = get_token (&source, reference.first)->offset;
  to = get_token (&source, reference.end - 1)->offset + 1;
  add_edit (edits, from, to - from + (to < length && text[to] == '\n' ? 1 : 0), g_strdup (""));
  if (!rewrite (&source, &reference, edits))
    return FALSE;

  join (text, edits, edit);
  return TRUE;
}
