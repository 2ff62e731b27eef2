/* loom-generator-reduction-source.c: the kernel of a reduction, and its functions
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-reduction-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
is_wide (LoomReduction *self)
{
  return _loom_generator_is_wide (self->generator);
}

/* `_in_ind.size ()`, `_out_ind.size ()`, as CuPy calls numbers of cells. */
char *
_loom_reduction_replace_size (LoomReduction   *self,
                              const LoomWords *words,
                              guint            index,
                              guint           *end)
{
  const gboolean is_input = _loom_words_is (words, index, "_in_ind");
  LoomGenerator *generator = self->generator;

  if ((!is_input && !_loom_words_is (words, index, "_out_ind")) ||
      !_loom_words_is (words, index + 1, ".") || !_loom_words_is (words, index + 2, "size") ||
      !_loom_words_is (words, index + 3, "(") || !_loom_words_is (words, index + 4, ")"))
    return NULL;
  *end = index + 5;
  if (self->over == LOOM_OVER_ALL)
    return g_strdup (is_input ? self->n : "1");
  if (is_input)
    return g_strdup_printf ("(%s%s * %s)", is_wide (self) ? "(size_t) " : "", generator->extent[1],
                            generator->extent[0]);
  return g_strdup (generator->extent[self->over == LOOM_OVER_ROWS ? 1 : 0]);
}

static char *
replace_map (const LoomWords *words,
             guint            index,
             guint           *end,
             gpointer         data)
{
  LoomReduction *self = data;
  const LoomWord *word = _loom_words_get (words, index);
  g_autofree char *name = _loom_words_dup (words, index);
  const LoomParameter *parameter = _loom_generator_find (self->generator, name);
  g_autofree char *place = NULL;
  char *size;

  if (word->kind != LOOM_WORD_NAME || _loom_words_is_member (words, index))
    return NULL;
  size = _loom_reduction_replace_size (self, words, index, end);
  if (size != NULL)
    return size;
  if (g_str_has_prefix (name, "_raw_") &&
      _loom_generator_find (self->generator, name + strlen ("_raw_")) != NULL)
    return g_strdup (name + strlen ("_raw_"));
  if (strcmp (name, "i") == 0 || strcmp (name, "_j") == 0 || strcmp (name, "_J") == 0)
    {
      self->uses_flat = TRUE;
      return g_strdup ("i");
    }
  if (parameter == NULL || parameter->is_raw || parameter->is_scalar || parameter->is_output)
    return NULL;

  place = _loom_generator_dup_place (self->generator, parameter);
  if (strcmp (place, "i") == 0)
    self->uses_flat = TRUE;
  else
    self->uses_places = TRUE;
  if (parameter->cell.load != NULL)
    return g_strdup_printf ("%s (%s[%s])", parameter->cell.load, name, place);
  return g_strdup_printf ("%s[%s]", name, place);
}

/* Outputs are written at the place of what was reduced. */
static char *
replace_post (const LoomWords *words,
              guint            index,
              guint           *end,
              gpointer         data)
{
  LoomReduction *self = data;
  g_autofree char *name = _loom_words_dup (words, index);
  const LoomParameter *parameter = _loom_generator_find (self->generator, name);

  if (_loom_words_get (words, index)->kind != LOOM_WORD_NAME ||
      _loom_words_is_member (words, index))
    return NULL;
  if (parameter == NULL || !parameter->is_output || parameter->is_raw)
    return _loom_reduction_replace_size (self, words, index, end);
  if (parameter->cell.store != NULL)
    return g_strconcat (name, "_value", NULL);
  return g_strdup_printf ("%s[%s]", name,
                          self->over == LOOM_OVER_ALL ? "0"
                          : self->generator->index[self->over == LOOM_OVER_ROWS ? 1 : 0]);
}

static char *
dup_flat (const LoomWords *words)
{
  return _loom_words_replace (words, 0, words->words->len, FALSE, NULL, NULL);
}

/* A type that no instruction exchanges goes word by word. */
static void
write_shuffle (LoomReduction *self)
{
  _loom_generator_write_comment (self->generator, 0,
                                 _("What the thread of a warp has that is further on by an "
                                   "offset."));
  g_string_append_printf (self->generator->text,
    "__device__ inline %1$s\n"
    "%2$s (%1$s value, int offset)\n"
    "{\n"
    "  unsigned int words[(sizeof (%1$s) + 3) / 4] = {};\n"
    "\n"
    "  memcpy (words, &value, sizeof value);\n"
    "  for (unsigned int &word : words)\n"
    "    word = __shfl_down_sync (0xffffffff, word, offset);\n"
    "  memcpy (&value, words, sizeof value);\n"
    "  return value;\n"
    "}\n"
    "\n", self->type, self->shuffle);
}

static void
write_combine (LoomReduction *self)
{
  g_autofree char *reduce = dup_flat (&self->reduce);

  if (!self->is_builtin)
    write_shuffle (self);
  _loom_generator_write_comment (self->generator, 0, _("What becomes of two values."));
  g_string_append_printf (self->generator->text,
    "__device__ inline %1$s\n"
    "%2$s (%1$s a, %1$s b)\n"
    "{\n"
    "  return %3$s;\n"
    "}\n"
    "\n", self->type, self->combine, reduce);
}

/* What the thread that is further on by an offset has. */
static char *
dup_exchange (LoomReduction *self)
{
  if (self->is_builtin)
    return g_strdup ("__shfl_down_sync (0xffffffff, a, offset)");
  return g_strdup_printf ("%s (a, offset)", self->shuffle);
}

/* The tree of a block, by warps. */
static void
write_block_reduce (LoomReduction *self)
{
  g_autofree char *identity = dup_flat (&self->identity);
  g_autofree char *exchange = dup_exchange (self);

  _loom_generator_write_comment (self->generator, 0,
                                 _("Reduces the values of a block of up to 1024 threads along x, "
                                   "first within each warp and then those of the warps: the first "
                                   "thread returns the result."));
  g_string_append_printf (self->generator->text,
    "__device__ inline %1$s\n"
    "%2$s (%1$s a)\n"
    "{\n"
    "  __shared__ %1$s parts[32];\n"
    "  const int lane = threadIdx.x %% 32;\n"
    "  const int warp = threadIdx.x / 32;\n"
    "  const int warps = (blockDim.x + 31) / 32;\n"
    "  const int lanes = min (32, (int) blockDim.x - 32 * warp);\n"
    "\n"
    "  for (int offset = 16; offset > 0; offset /= 2)\n"
    "    {\n"
    "      const %1$s b = %3$s;\n"
    "\n"
    "      if (lane + offset < lanes)\n"
    "        a = %4$s (a, b);\n"
    "    }\n"
    "  if (lane == 0)\n"
    "    parts[warp] = a;\n"
    "  __syncthreads ();\n"
    "\n"
    "  a = %5$s;\n"
    "  if (lane < warps)\n"
    "    a = parts[lane];\n"
    "  if (warp == 0)\n"
    "    for (int offset = 16; offset > 0; offset /= 2)\n"
    "      {\n"
    "        const %1$s b = %3$s;\n"
    "\n"
    "        if (lane + offset < warps)\n"
    "          a = %4$s (a, b);\n"
    "      }\n"
    "  return a;\n"
    "}\n"
    "\n", self->type, self->block_reduce, exchange, self->combine,
      identity);
}

static void
append_lines (GString    *to,
              const char *text,
              guint       indent)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*g_strchomp (lines[i]) != '\0')
      g_string_append_printf (to, "%*s%s\n", (int) indent, "", lines[i]);
}

/* Whether code is one statement and needs no other beside it. */
static gboolean
is_single (LoomReduction *self,
           const char    *closed)
{
  for (guint i = 0; i < self->generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->generator->parameters, i);

      if (parameter->is_output && parameter->cell.store != NULL)
        return FALSE;
    }
  return strchr (closed, ';') == closed + strlen (closed) - 1 && strchr (closed, '{') == NULL;
}

/* What the post-map makes of a, in braces if it is more than a statement. */
static void
append_post (LoomReduction *self,
             guint          indent)
{
  LoomGenerator *generator = self->generator;
  GString *text = generator->text;
  g_autofree char *post = _loom_words_replace (&self->post, 0, self->post.words->len, FALSE,
                                               replace_post, self);
  const char *place = self->over == LOOM_OVER_ALL ? "0"
                      : generator->index[self->over == LOOM_OVER_ROWS ? 1 : 0];
  const char last = post[strlen (post) - 1];
  g_autofree char *closed = g_strconcat (post, last == ';' || last == '}' ? "" : ";", NULL);

  if (is_single (self, closed))
    {
      append_lines (text, closed, indent);
      return;
    }
  g_string_append_printf (text, "%*s{\n", (int) indent, "");
  for (guint i = 0; i < generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);

      if (parameter->is_output && parameter->cell.store != NULL && !parameter->is_raw)
        g_string_append_printf (text, "%*s%s %s_value = 0;\n", (int) indent + 2, "",
                                parameter->cell.value, parameter->name);
    }
  append_lines (text, closed, indent + 2);
  for (guint i = 0; i < generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (generator->parameters, i);

      if (parameter->is_output && parameter->cell.store != NULL && !parameter->is_raw)
        g_string_append_printf (text, "%*s%s[%s] = %s (%s_value);\n", (int) indent + 2, "",
                                parameter->name, place, parameter->cell.store, parameter->name);
    }
  g_string_append_printf (text, "%*s}\n", (int) indent, "");
}

/* Whether inputs that are broadcast hang on an axis. */
static gboolean
needs_axis (LoomReduction *self,
            guint          axis)
{
  for (guint i = 0; i < self->generator->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->generator->parameters, i);
      const LoomShape *shape = &parameter->shape;

      if (!parameter->is_scalar && !parameter->is_output && !parameter->is_raw &&
          !_loom_parameter_is_whole (parameter, &self->generator->shape) &&
          (axis == 0 ? shape->cols : axis == 1 ? shape->rows : shape->planes) > 1)
        return TRUE;
    }
  return FALSE;
}

/* One step of a loop over cells, whose places are known by now. */
static void
append_step (LoomReduction *self,
             const char    *map,
             guint          indent)
{
  LoomGenerator *generator = self->generator;
  GString *text = generator->text;
  const gboolean is_all = self->over == LOOM_OVER_ALL;
  const char *wide = is_wide (self) ? "size_t" : "int";

  if (self->uses_places || (!is_all && self->uses_flat))
    {
      g_string_append_printf (text, "%*s{\n", (int) indent, "");
      if (is_all && generator->shape.rank > 1)
        for (guint axis = 0; axis < generator->shape.rank; axis++)
          {
            if (!needs_axis (self, axis))
              continue;
            g_string_append_printf (text, "%*sconst int %s = ", (int) indent + 2, "",
                                    generator->index[axis]);
            g_string_append_printf (text, axis == 0 ? "i %% %s;\n"
                                          : axis == 2 ? "i / %s / %s;\n"
                                          : generator->shape.rank == 2 ? "i / %s;\n"
                                                                       : "i / %s %% %s;\n",
                                    generator->extent[0], generator->extent[1]);
          }
      else if (!is_all && self->uses_flat)
        g_string_append_printf (text, "%*sconst %s i = %s%s * %s + %s;\n", (int) indent + 2, "",
                                wide, is_wide (self) ? "(size_t) " : "", generator->index[1],
                                generator->extent[0], generator->index[0]);
      g_string_append_printf (text, "\n%*sa = %s (a, %s);\n%*s}\n", (int) indent + 2, "",
                              self->combine, map, (int) indent, "");
    }
  else
    g_string_append_printf (text, "%*sa = %s (a, %s);\n", (int) indent, "", self->combine, map);
}

/* A thread's part of cells along one axis, in the order in which it would take them one by one. The
 * compiler does not unroll a loop whose stride it does not know, and with one load of a float under
 * way a thread reads at two thirds of a GPU's speed. */
static void
append_loop (LoomReduction *self,
             const char    *map,
             const char    *type,
             const char    *index,
             const char    *begin,
             const char    *stride,
             const char    *end,
             guint          indent)
{
  _loom_generator_write_comment (self->generator, indent,
                                 _("Four cells at a time, so that their loads are under way "
                                   "together."));
  g_string_append_printf (self->generator->text,
    "%1$*2$sfor (%3$s %4$s = %5$s; %4$s < %6$s; %4$s += 4 * %7$s)\n"
    "#pragma unroll\n"
    "%1$*2$s  for (int %8$s = 0; %8$s < 4; %8$s++)\n"
    "%1$*2$s    {\n"
    "%1$*2$s      const %3$s %9$s = %4$s + %8$s * %7$s;\n"
    "\n"
    "%1$*2$s      if (%9$s < %6$s)\n",
    "", (int) indent, type, self->first, begin, end, stride, self->k, index);
  append_step (self, map, indent + 8);
  g_string_append_printf (self->generator->text, "%*s    }\n", (int) indent, "");
}

/* What the blocks left, where there are several. */
static void
append_last_block (LoomReduction *self,
                   const char    *identity)
{
  GString *text = self->generator->text;

  g_string_append_c (text, '\n');
  _loom_generator_write_comment (self->generator, 2,
                                 _("The last block to come here reduces what all of them left, "
                                   "always in the same order: whoever draws the last ticket knows "
                                   "that the others' fences are behind them."));
  g_string_append_printf (text,
    "  __shared__ bool is_last;\n"
    "\n"
    "  if (threadIdx.x == 0)\n"
    "    {\n"
    "      %1$s[blockIdx.x] = a;\n"
    "      __threadfence ();\n"
    "      is_last = atomicInc (&%2$s, gridDim.x - 1) == gridDim.x - 1;\n"
    "    }\n"
    "  __syncthreads ();\n"
    "  if (!is_last)\n"
    "    return;\n"
    "\n"
    "  __threadfence ();\n"
    "  a = %3$s;\n"
    "  for (unsigned int part = threadIdx.x; part < gridDim.x; part += blockDim.x)\n"
    "    a = %4$s (a, %1$s[part]);\n"
    "  a = %5$s (a);\n",
    self->partial, self->done, identity, self->combine, self->block_reduce);
}

static void
write_all (LoomReduction *self,
           const char    *map,
           const char    *identity)
{
  LoomGenerator *generator = self->generator;
  GString *text = generator->text;

  const char *type = is_wide (self) ? "size_t" : "int";
  const char *cast = is_wide (self) ? "(size_t) " : "";
  g_autofree char *begin = g_strconcat (cast, "blockIdx.x * blockDim.x + threadIdx.x", NULL);

  g_string_append_printf (text,
    "  const %1$s %2$s = %3$sgridDim.x * blockDim.x;\n"
    "  %4$s a = %5$s;\n"
    "\n", type, self->stride, cast, self->type, identity);
  append_loop (self, map, type, "i", begin, self->stride, self->n, 2);
  g_string_append_printf (text, "\n  a = %s (a);\n", self->block_reduce);
  if (self->blocks > 1)
    append_last_block (self, identity);
  g_string_append (text, "\n  if (threadIdx.x == 0)\n");
  append_post (self, 4);
}

static void
write_rows (LoomReduction *self,
            const char    *map,
            const char    *identity)
{
  LoomGenerator *generator = self->generator;
  GString *text = generator->text;
  const char *row = generator->index[1];

  g_string_append_printf (text,
    "  for (int %1$s = blockIdx.x; %1$s < %2$s; %1$s += gridDim.x)\n"
    "    {\n"
    "      %3$s a = %4$s;\n"
    "\n",
    row, generator->extent[1], self->type, identity);
  append_loop (self, map, "int", generator->index[0], "threadIdx.x", "blockDim.x",
               generator->extent[0], 6);
  g_string_append_printf (text, "\n      a = %s (a);\n      if (threadIdx.x == 0)\n",
                          self->block_reduce);
  append_post (self, 8);
  g_string_append_printf (text, "      __syncthreads ();  /* %s */\n    }\n",
                          _("the next row uses the same memory"));
}

static void
write_columns (LoomReduction *self,
               const char    *map,
               const char    *identity)
{
  LoomGenerator *generator = self->generator;
  GString *text = generator->text;
  const char *row = generator->index[1], *col = generator->index[0];
  g_autofree char *exchange = dup_exchange (self);

  g_string_append_printf (text,
    "  __shared__ %1$s parts[32][33];\n"
    "  int %2$s = blockIdx.x * 32 + threadIdx.x;\n"
    "  %1$s a = %3$s;\n"
    "\n"
    "  if (%2$s < %4$s)\n"
    "    for (int %5$s = threadIdx.y; %5$s < %6$s; %5$s += 32)\n",
    self->type, col, identity, generator->extent[0], row, generator->extent[1]);
  append_step (self, map, 6);
  g_string_append_c (text, '\n');
  _loom_generator_write_comment (generator, 2,
                                 _("Turned over, each warp has the values of one column."));
  g_string_append_printf (text,
    "  parts[threadIdx.y][threadIdx.x] = a;\n"
    "  __syncthreads ();\n"
    "  a = parts[threadIdx.x][threadIdx.y];\n"
    "  for (int offset = 16; offset > 0; offset /= 2)\n"
    "    a = %1$s (a, %2$s);\n"
    "\n"
    "  %3$s = blockIdx.x * 32 + threadIdx.y;\n"
    "  if (threadIdx.x == 0 && %3$s < %4$s)\n",
    self->combine, exchange, col, generator->extent[0]);
  append_post (self, 4);
}

/* Extents behind the other parameters. */
static void
add_extents (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  const char *wide = self->over == LOOM_OVER_ALL && is_wide (self) ? "size_t" : "int";
  const char *names[4] = { NULL };
  guint n = 0;

  if (self->over == LOOM_OVER_ALL)
    names[n++] = self->n;
  for (guint axis = 0; axis < 2 && (self->over != LOOM_OVER_ALL ||
                                    (self->uses_places && axis + 1 < generator->shape.rank));
       axis++)
    names[n++] = generator->extent[axis];
  for (guint i = 0; i < n; i++)
    {
      LoomParameter *added = g_new0 (LoomParameter, 1);

      added->name = g_strdup (names[i]);
      added->cell.name = added->cell.value = names[i] == self->n ? wide : "int";
      added->is_scalar = TRUE;
      if (names[i] == self->n)
        added->value = _loom_reduction_find_main (self) != NULL
                         ? g_strdup ("size")
                         : g_strdup_printf ("%" G_GUINT64_FORMAT, self->cells);
      else if (_loom_reduction_find_main (self) == NULL)
        added->value = g_strdup_printf ("%" G_GUINT64_FORMAT,
                                        names[i] == generator->extent[0] ? generator->shape.cols
                                                                         : generator->shape.rows);
      else
        added->value = g_strdup (names[i] == generator->extent[0] ? "cols" : "rows");
      g_ptr_array_add (generator->parameters, added);
    }
}

void
_loom_reduction_write_source (LoomReduction *self)
{
  LoomGenerator *generator = self->generator;
  g_autofree char *map = _loom_words_replace (&self->map, 0, self->map.words->len, FALSE,
                                              replace_map, self);
  g_autofree char *identity = dup_flat (&self->identity);
  static const char *const comments[] = {
    [LOOM_OVER_ALL] = N_("Reduces a whole array to one value."),
    [LOOM_OVER_ROWS] = N_("Reduces each row to one value: a block has a row at a time."),
    [LOOM_OVER_COLUMNS] = N_("Reduces each column to one value: a block of 32 x 32 threads has 32 "
                             "of them."),
  };

  add_extents (self);
  _loom_generator_write_prologue (generator, _(comments[self->over]));
  write_combine (self);
  if (self->over != LOOM_OVER_COLUMNS)
    write_block_reduce (self);
  if (self->blocks > 1 && self->over == LOOM_OVER_ALL)
    g_string_append_printf (generator->text,
                            "__device__ %s %s[%d];\n__device__ unsigned int %s;\n\n", self->type,
                            self->partial, LOOM_REDUCTION_MAX_BLOCKS, self->done);
  _loom_generator_write_signature (generator, FALSE);
  if (self->over == LOOM_OVER_ALL)
    write_all (self, map, identity);
  else if (self->over == LOOM_OVER_ROWS)
    write_rows (self, map, identity);
  else
    write_columns (self, map, identity);
  g_string_append (generator->text, "}\n");
}
