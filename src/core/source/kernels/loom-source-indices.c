/* loom-source-indices.c: which indices a kernel reads, by its tokens and those of all that it calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-indices.h"

#include "loom-source-direct-private.h"
#include "loom-source-values-private.h"
#include "loom-wire-private.h"

#include <string.h>

/* A kernel that keeps more copies of its indices is not followed. */
#define MAX_COPIES 16
/* Tests of indices that are listed. */
#define MAX_BOUNDS 16

/* Tokens that are still to be looked at: a body or a macro. */
typedef struct
{
  const LoomSourceReader *source;
  guint                   first, end;
} Stretch;

typedef struct
{
  LoomSourceIndices *indices;
  LoomSourceScan    *scan;
  LoomSourceReader   source;
  GHashTable        *bodies;    /* name -> (element-type guint) those that are still to be met */
  GHashTable        *macros;    /* those that were looked at */
  GArray            *todo;      /* (element-type Stretch) */
  guint              n_copies;
} Walk;

static const struct
{
  const char *word;
  const char *registers;        /* how assembly calls it */
  gsize       member;           /* of LoomSourceIndices */
} indices[] = {
  { "threadIdx", "%tid.", G_STRUCT_OFFSET (LoomSourceIndices, threads) },
  { "blockIdx", "%ctaid.", G_STRUCT_OFFSET (LoomSourceIndices, blocks) },
  { "blockDim", "%ntid.", G_STRUCT_OFFSET (LoomSourceIndices, extents) },
  { "gridDim", "%nctaid.", G_STRUCT_OFFSET (LoomSourceIndices, extents) },
  /* of cooperative groups; ranks are numbers along x */
  { "thread_index", NULL, G_STRUCT_OFFSET (LoomSourceIndices, threads) },
  { "group_index", NULL, G_STRUCT_OFFSET (LoomSourceIndices, blocks) },
  { "block_index", NULL, G_STRUCT_OFFSET (LoomSourceIndices, blocks) },
};

static void
add_axis (Walk  *self,
          gsize  member,
          guint  axis)
{
  *(guint *) G_STRUCT_MEMBER_P (self->indices, member) |= axis;
}

/* `const uint3 t = threadIdx;`: what is read of t. FALSE if it goes elsewhere. */
static gboolean
read_copy (Walk          *self,
           const Stretch *stretch,
           guint          index,
           gsize          member)
{
  g_autofree char *name = NULL;

  if (index < stretch->first + 2 || get_punctuation (stretch->source, index - 1) != '=' ||
      !is_identifier (stretch->source, index - 2) || ++self->n_copies > MAX_COPIES)
    return FALSE;

  name = _loom_source_dup_text (stretch->source, index - 2, index - 1);
  for (guint i = index; i < stretch->end; i++)
    {
      if (is_word (stretch->source, i, name))
        add_axis (self, member, _loom_source_get_axis (stretch->source, i));
    }

  return TRUE;
}

/* FALSE if the word is no index. */
static gboolean
read_index (Walk          *self,
            const Stretch *stretch,
            guint          index)
{
  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      guint last = index, axis;

      if (!is_word (stretch->source, index, indices[i].word) ||
          (indices[i].registers != NULL && index > stretch->first &&
           get_punctuation (stretch->source, index - 1) == '.'))
        continue;
      if (get_punctuation (stretch->source, index + 1) == '(')
        last = index + 2;
      axis = _loom_source_get_axis (stretch->source, last);
      if (axis != 0)
        add_axis (self, indices[i].member, axis);
      else if (!read_copy (self, stretch, index, indices[i].member))
        self->indices->is_known = FALSE;
      return TRUE;
    }

  return FALSE;
}

/* `asm ("mov.u32 %0, %tid.y;" …)` */
static void
read_string (Walk          *self,
             const Stretch *stretch,
             guint          index)
{
  const LoomToken *token = get_token (stretch->source, index);
  g_autofree char *text = g_strndup (stretch->source->text + token->offset, token->length);

  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      const char *found = indices[i].registers != NULL ? strstr (text, indices[i].registers) : NULL;
      char axis = found != NULL ? found[strlen (indices[i].registers)] : '\0';

      if (axis >= 'x' && axis <= 'z')
        add_axis (self, indices[i].member, 1 << (axis - 'x'));
    }
}

/* What a name leads to, the first time that it is met. */
static void
follow (Walk          *self,
        const Stretch *stretch,
        guint          index)
{
  g_autofree char *name = _loom_source_dup_text (stretch->source, index, index + 1);
  LoomSourceMacro *macro = g_hash_table_lookup (self->scan->macros, name);
  GArray *found = g_hash_table_lookup (self->bodies, name);

  if (macro != NULL && g_hash_table_add (self->macros, macro))
    {
      Stretch next = { &macro->body, 0, macro->body.n };

      g_array_append_val (self->todo, next);
    }

  self->indices->calls |= found != NULL;
  for (guint i = 0; found != NULL && i < found->len; i++)
    {
      guint number = g_array_index (found, guint, i);
      LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, number);
      Stretch next = { &self->source, body->first, body->end };

      g_array_append_val (self->todo, next);
    }
  if (found != NULL)
    g_array_set_size (found, 0);
}

/* Whether threads may part at a token: a branch, a loop, a choice, or assembly. */
static gboolean
is_decision (const LoomSourceReader *source,
             guint                   index)
{
  static const char * const words[] = { "if", "for", "while", "do", "switch", "goto", "asm",
                                        "__asm__", "__asm", NULL };
  const char c = get_punctuation (source, index);

  return c == '?' || (strchr ("&|", c) != NULL && c != '\0' &&
                      get_punctuation (source, index + 1) == c) ||
         _loom_source_is_any (source, index, words);
}

static void
walk (Walk    *self,
      Stretch  stretch)
{
  for (guint i = stretch.first; i < stretch.end; i++)
    {
      self->indices->decides |= is_decision (stretch.source, i);
      if (get_token (stretch.source, i)->kind == LOOM_TOKEN_STRING)
        read_string (self, &stretch, i);
      else if (is_identifier (stretch.source, i) && !read_index (self, &stretch, i) &&
               !(i > 0 && get_punctuation (stretch.source, i - 1) == '.'))
        follow (self, &stretch, i);
    }
}

/* Kernels are launched, not called: those of the name itself are no use to anybody else. */
static GHashTable *
list_bodies (LoomSourceScan *scan)
{
  GHashTable *bodies = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                              (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < scan->bodies->len; i++)
    {
      LoomSourceBody *body = &g_array_index (scan->bodies, LoomSourceBody, i);
      GArray *of_name = g_hash_table_lookup (bodies, body->name);

      if (body->is_global)
        continue;
      if (of_name == NULL)
        {
          of_name = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (bodies, body->name, of_name);
        }
      g_array_append_val (of_name, i);
    }

  return bodies;
}

/**
 * loom_source_indices_read:
 * @self: (out): where to put what the kernel reads
 * @kernel: its name, perhaps with template arguments
 *
 * Finds which indices a kernel reads, itself or in the functions, types and macros of the source
 * that it names, and whether anything of that is done by some threads only. A name that a file
 * brings in which is included can't be followed; a kernel that reads no index itself then is not
 * known. It takes time in proportion to the source.
 */
void
loom_source_indices_read (LoomSourceIndices *self,
                          LoomSourceScan    *scan,
                          const char        *kernel)
{
  LoomScannedKernel *found;
  const LoomSourceBody *body;
  Walk walked = { .indices = self, .scan = scan };

  g_return_if_fail (self != NULL && scan != NULL && kernel != NULL);

  *self = (LoomSourceIndices) { .is_known = FALSE, .decides = scan->has_includes,
                               .calls = scan->has_includes };
  found = loom_source_scan_find_kernel (scan, kernel);
  if (found == NULL)
    return;

  self->is_known = TRUE;
  body = &g_array_index (scan->bodies, LoomSourceBody, found->body);
  walked.source = (LoomSourceReader) { scan->text, scan->tokens, scan->tokens->len };
  walked.bodies = list_bodies (scan);
  walked.macros = g_hash_table_new (NULL, NULL);
  walked.todo = g_array_new (FALSE, FALSE, sizeof (Stretch));
  walk (&walked, (Stretch) { &walked.source, body->first, body->end });
  while (walked.todo->len > 0)
    {
      Stretch next = g_array_index (walked.todo, Stretch, walked.todo->len - 1);

      g_array_set_size (walked.todo, walked.todo->len - 1);
      walk (&walked, next);
    }

  if (scan->has_includes && loom_source_indices_get_rank (self) == 0)
    self->is_known = FALSE;
  g_array_unref (walked.todo);
  g_hash_table_unref (walked.macros);
  g_hash_table_unref (walked.bodies);
}

/**
 * loom_source_indices_get_rank:
 *
 * Returns: the highest axis that it reads, from 1; 0 if it reads no index
 */
guint
loom_source_indices_get_rank (const LoomSourceIndices *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_bit_storage (self->threads | self->blocks | self->extents) -
         ((self->threads | self->blocks | self->extents) == 0);
}

static gboolean
check_indices (gpointer data)
{
  const LoomSourceIndices *self = data;

  return (self->threads | self->blocks | self->extents) <= LOOM_ALL_AXES;
}

static const LoomWireMember wire_members[] = {
  LOOM_WIRE (BOOLEAN, LoomSourceIndices, is_known),
  LOOM_WIRE (UINT32, LoomSourceIndices, threads),
  LOOM_WIRE (UINT32, LoomSourceIndices, blocks),
  LOOM_WIRE (UINT32, LoomSourceIndices, extents),
  LOOM_WIRE (BOOLEAN, LoomSourceIndices, decides),
  LOOM_WIRE (BOOLEAN, LoomSourceIndices, calls),
};

const LoomWire _loom_source_indices_wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomSourceIndices), .check = check_indices,
};

/* The body of a kernel, or NULL. */
static const LoomSourceBody *
find_body (LoomSourceScan   *scan,
           const char       *kernel,
           LoomSourceReader *source)
{
  const LoomScannedKernel *found = loom_source_scan_find_kernel (scan, kernel);

  *source = (LoomSourceReader) { scan->text, scan->tokens, scan->tokens->len };
  return found != NULL ? &g_array_index (scan->bodies, LoomSourceBody, found->body) : NULL;
}

/**
 * loom_source_get_direct:
 *
 * Finds the axes on which each thread of the grid has a cell of an array, since its subscripts are
 * blockIdx · blockDim + threadIdx.
 *
 * Returns: a bit for each axis
 */
guint
loom_source_get_direct (LoomSourceScan *scan,
                        const char     *kernel,
                        const char     *array)
{
  const LoomSourceBody *body;
  LoomSourceReader source;

  g_return_val_if_fail (scan != NULL && kernel != NULL && array != NULL, 0);

  body = find_body (scan, kernel, &source);
  return body != NULL ? _loom_source_find_direct (&source, body->first, body->end, array) : 0;
}

/* `p->a`, `p.a` */
static gboolean
is_member (const LoomSourceReader *self,
           guint                   index)
{
  const char before = get_punctuation (self, index - 1);

  return before == '.' || (before == '>' && get_punctuation (self, index - 2) == '-');
}

/* Behind an array that is named at `index`, its subscripts and members: `f[i].x`. */
static guint
skip_cell (const LoomSourceReader *self,
           guint                   index)
{
  guint end = index + 1;

  while (get_punctuation (self, end) == '[')
    end = _loom_source_skip_brackets (self, end);
  while (end > index + 1 && get_punctuation (self, end) == '.' && is_identifier (self, end + 1))
    end += 2;
  return end;
}

/* Whether an array that is named at `index` is stored to there. */
static gboolean
is_stored_at (const LoomSourceReader *self,
              guint                   index)
{
  const char before = get_punctuation (self, index - 1);
  const char between = get_punctuation (self, index - 2);
  const guint call = before == '&' ? index - 3 : index - 2;
  const guint end = skip_cell (self, index);

  if (index > 3 && is_identifier (self, call) && get_punctuation (self, call + 1) == '(' &&
      get_token (self, call)->length > strlen ("atomic") &&
      strncmp (self->text + get_token (self, call)->offset, "atomic", strlen ("atomic")) == 0)
    return TRUE;
  /* `*sum = 1;` */
  if (before == '*' && (between == ';' || between == '{' || between == '}' || between == ')'))
    return _loom_source_is_assigned (self, end);
  return end > index + 1 && (_loom_source_is_assigned (self, end) ||
                             ((before == '+' || before == '-') && between == before));
}

/* Whether a cell's value is all that is taken of an array that is named at `index`: `a[i] + 1`,
 * `x = *a`. Its address, a reference to it, and what another function is given may be stored to.
 * calls: there are such functions. */
static gboolean
is_read_at (const LoomSourceReader *self,
            guint                   index,
            gboolean                calls)
{
  const char before = get_punctuation (self, index - 1);
  const char between = get_punctuation (self, index - 2);
  const guint end = skip_cell (self, index);
  const char behind = get_punctuation (self, end);

  if (end == index + 1)
    return before == '*' && between != '\0' && strchr ("=+-*/%<>?:|^", between) != NULL;
  if ((before == '&' && between != '&') ||
      (before == '=' && get_punctuation (self, index - 3) == '&'))
    return FALSE;
  return behind != '(' && !(calls && (before == '(' || before == ',') &&
                            (behind == ')' || behind == ','));
}

/**
 * loom_source_get_use:
 * @scan: a source
 * @kernel: one of its kernels
 * @array: a parameter of it
 * @calls: whether it calls functions of the source
 *
 * Returns: what the kernel does with an array under its own name: by a subscript, `*` or an atomic
 *   function. What other functions and pointers do is not followed, and not known.
 */
LoomSourceUse
loom_source_get_use (LoomSourceScan *scan,
                     const char     *kernel,
                     const char     *array,
                     gboolean        calls)
{
  guint reads = 0, others = 0;
  const LoomSourceBody *body;
  LoomSourceReader source;

  g_return_val_if_fail (scan != NULL && kernel != NULL && array != NULL, FALSE);

  body = find_body (scan, kernel, &source);
  if (body == NULL)
    return LOOM_SOURCE_USE_UNKNOWN;

  for (guint i = _loom_source_skip_brackets (&source, body->paren); i < body->end; i++)
    {
      if (!is_word (&source, i, array) || is_member (&source, i))
        continue;
      if (is_stored_at (&source, i))
        return LOOM_SOURCE_USE_STORES;
      if (is_read_at (&source, i, calls))
        reads++;
      else
        others++;
    }

  return reads > 0 && others == 0 ? LOOM_SOURCE_USE_READS : LOOM_SOURCE_USE_UNKNOWN;
}

/* The word that was written for a token, or NULL if it was none. */
static char *
dup_written_word (LoomSourceNames *names,
                  guint            index)
{
  const LoomSourceOrigin *origin = &g_array_index (names->origins, LoomSourceOrigin, index);
  g_autofree char *text =
    g_strndup (names->source.text + origin->start, origin->end - origin->start);

  return !g_ascii_isdigit (*text) && *text != '\0' &&
         text[strspn (text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_")] == '\0'
         ? g_steal_pointer (&text) : NULL;
}

/* `if (i < N)`, `if (i >= N)`: the tokens are those of N. */
static gboolean
is_bound (LoomSourceNames *names,
          guint            index,
          guint            end)
{
  guint paren = names->outer[index], before = index - 1;

  if (paren == LOOM_NOWHERE || paren == 0 || index < 3 ||
      strchr (")&|", get_punctuation (&names->source, end)) == NULL)
    return FALSE;
  if (get_punctuation (&names->source, before) == '=')
    before--;
  /* if ((x < N) && (y < N)) */
  while (paren > 0 && get_punctuation (&names->source, paren - 1) == '(')
    paren--;
  if (!is_word (&names->source, paren - 1, "if") && names->outer[paren] != LOOM_NOWHERE)
    paren = names->outer[paren];

  return paren > 0 && is_word (&names->source, paren - 1, "if") &&
         (get_punctuation (&names->source, before) == '<' ||
          get_punctuation (&names->source, before) == '>') &&
         is_identifier (&names->source, before - 1);
}

void
loom_source_bound_free (LoomSourceBound *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self);
}

/* The axes of threadIdx and blockIdx that an expression names outside of subscripts, whose value is
 * that of a cell. */
static guint
find_axes (const LoomSourceReader *self,
           guint                   first,
           guint                   end)
{
  guint axes = 0;

  for (guint i = first; i < end; i++)
    {
      while (i < end && get_punctuation (self, i) == '[')
        i = _loom_source_skip_brackets (self, i);
      if (i < end && (is_word (self, i, "threadIdx") || is_word (self, i, "blockIdx")))
        axes |= _loom_source_get_axis (self, i);
    }

  return axes;
}

/* The axes of the thread that go into what is tested, which ends with the token of an index: those
 * of `threadIdx.x`, or those of the last value that a variable was given before. */
static guint
find_tested_axes (const LoomSourceReader *self,
                  guint                   first,
                  guint                   index)
{
  if (index >= first + 2 && get_punctuation (self, index - 1) == '.')
    return find_axes (self, index - 2, index + 1);

  for (guint i = index; i-- > first + 1;)
    {
      guint end = i + 2;

      if (!is_same_word (self, i, index) || get_punctuation (self, i - 1) == '.' ||
          get_punctuation (self, i + 1) != '=' || get_punctuation (self, i + 2) == '=')
        continue;
      while (end < index && !is_punctuation (self, end, ";,"))
        end++;
      return find_axes (self, i + 2, end);
    }

  return 0;
}

static GPtrArray *
list_bounds (LoomSourceNames *names,
             const char      *kernel)
{
  GPtrArray *bounds = g_ptr_array_new_with_free_func (
    (GDestroyNotify) loom_source_bound_free);
  const LoomScannedKernel *found = loom_source_scan_find_kernel (names->scan, kernel);
  const LoomSourceBody *body;

  if (found == NULL)
    return bounds;

  body = &g_array_index (names->scan->bodies, LoomSourceBody, found->body);
  for (guint i = body->first, end; i < body->end && bounds->len < MAX_BOUNDS; i = end)
    {
      LoomSourceBound bound = { NULL };

      end = _loom_source_origins_find_end (names->origins, i);
      if (!is_bound (names, i, end) || (bound.name = dup_written_word (names, i)) == NULL)
        continue;
      bound.is_constant = _loom_source_names_evaluate (names, (LoomSourceRange) { i, end },
                                                       &bound.value);
      bound.axes = find_tested_axes (&names->source, body->first,
                                     i - (get_punctuation (&names->source, i - 1) == '=' ? 3 : 2));
      g_ptr_array_add (bounds, g_memdup2 (&bound, sizeof bound));
    }

  return bounds;
}

/* `float (*a)[N]` has none, since its brackets are not behind the name. */
static GArray *
list_extents (LoomSourceNames *names,
              const char      *kernel)
{
  GArray *extents = g_array_new (FALSE, FALSE, sizeof (guint64));
  const LoomSourceReader *source = &names->source;
  const LoomScannedKernel *found = loom_source_scan_find_kernel (names->scan, kernel);
  const guint paren = found != NULL ? g_array_index (names->scan->bodies, LoomSourceBody,
                                                     found->body).paren : 0;
  const guint end = found != NULL ? _loom_source_skip_brackets (source, paren) - 1 : 0;

  for (guint first = paren + 1, comma; first < end; first = comma + 1)
    {
      guint bracket = first;
      LoomSourceRange extent;
      gint64 value = 0;

      comma = MIN (_loom_source_find_comma (source, first, end), end);
      while (bracket < comma && get_punctuation (source, bracket) != '[')
        bracket++;
      extent = (LoomSourceRange) { bracket + 1, _loom_source_skip_brackets (source, bracket) - 1 };
      if (bracket > first && bracket < comma && is_identifier (source, bracket - 1) &&
          !_loom_source_names_evaluate (names, extent, &value))
        value = 0;
      value = MAX (value, 0);
      g_array_append_val (extents, value);
    }

  return extents;
}

/**
 * loom_source_list_bounds:
 * @kernels: (array length=n_kernels): names of kernels
 * @n_kernels: how many there are
 * @extents: (out) (transfer full) (element-type GArray): for each kernel a number for each
 *   parameter, the outermost extent that it is declared with; 0: none that is certain
 *
 * Lists the names that kernels guard their cells with, as in `if (i < N)`, the values of those that
 * are constants or macros whose values are certain, and the axes of the thread that i is made of.
 *
 * Returns: (transfer full) (element-type GPtrArray): for each kernel a #LoomSourceBound for each
 *   test
 */
GPtrArray *
loom_source_list_bounds (LoomSourceScan      *scan,
                         const char * const  *kernels,
                         guint                n_kernels,
                         GPtrArray          **extents)
{
  GPtrArray *lists = g_ptr_array_new_full (n_kernels, (GDestroyNotify) g_ptr_array_unref);
  LoomSourceNames names;

  g_return_val_if_fail (scan != NULL && (kernels != NULL || n_kernels == 0), lists);

  *extents = g_ptr_array_new_full (n_kernels, (GDestroyNotify) g_array_unref);
  _loom_source_names_init (&names, scan);
  for (guint i = 0; i < n_kernels; i++)
    {
      g_ptr_array_add (lists, list_bounds (&names, kernels[i]));
      g_ptr_array_add (*extents, list_extents (&names, kernels[i]));
    }
  _loom_source_names_clear (&names);
  return lists;
}
