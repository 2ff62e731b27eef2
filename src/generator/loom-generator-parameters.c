/* loom-generator-parameters.c: types and names of what a kernel is given
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_PARAMETERS 64

/* Types that C calculates with in another way, or not at all. */
static const LoomCell halves[] = {
  { "__half", "float", "__half2float", "__float2half", "cuda_fp16.h",
    { LOOM_SCALAR_F16, 1, 2, NULL }, 0 },
  { "__nv_bfloat16", "float", "__bfloat162float", "__float2bfloat16", "cuda_bf16.h",
    { LOOM_SCALAR_BF16, 1, 2, NULL }, 0 },
};
static const LoomCell complexes[] = {
  { "complex64", "complex64", NULL, NULL, NULL, { LOOM_SCALAR_BYTES, 1, 8, NULL }, 8 },
  { "complex128", "complex128", NULL, NULL, NULL, { LOOM_SCALAR_BYTES, 1, 16, NULL }, 16 },
};

/* What NumPy calls types beside the names that settings know. */
static const struct
{
  const char *name, *other;
} aliases[] = {
  { "single", "float" }, { "bool_", "bool" }, { "byte", "char" }, { "ubyte", "unsigned char" },
  { "intc", "int" }, { "uintc", "unsigned int" }, { "int_", "long" }, { "intp", "long" },
  { "uintp", "unsigned long" }, { "ptrdiff_t", "long" }, { "bfloat16_t", "bfloat16" },
};

/* One of each, so that parameters can share it. */
static LoomCell *
new_plain (LoomGenerator *generator,
           LoomType       type)
{
  LoomCell *cell = (LoomCell *) _loom_generator_keep (generator, (char *) g_new0 (LoomCell, 1));

  cell->name = _loom_generator_keep (generator, loom_type_format (&type));
  cell->value = cell->name;
  cell->type = type;
  return cell;
}

static const LoomCell *
find_complex (const char *name)
{
  if (strcmp (name, "complex64") == 0 || strcmp (name, "complex<float>") == 0 ||
      strcmp (name, "csingle") == 0 || strcmp (name, "cuFloatComplex") == 0)
    return &complexes[0];
  if (strcmp (name, "complex128") == 0 || strcmp (name, "complex<double>") == 0 ||
      strcmp (name, "cdouble") == 0 || strcmp (name, "cuDoubleComplex") == 0)
    return &complexes[1];
  return NULL;
}

/* Letters are for the parameters of forms that say what they stand for. */
static gboolean
takes_letters (LoomGenerator *generator,
               LoomPart       part)
{
  return loom_form_has_part (generator->definition->form, LOOM_PART_TYPES) &&
         part != LOOM_PART_TYPES && part != LOOM_PART_REDUCE_TYPE;
}

/* The type that words name; NULL: the generator knows what is wrong. */
const LoomCell *
_loom_cell_find (LoomGenerator   *generator,
                 const LoomWords *words,
                 guint            start,
                 guint            end)
{
  g_autofree char *name = _loom_words_dup_range (words, start, end);
  const LoomCell *special = find_complex (name);
  const char *known = name;
  LoomType type;

  if (special != NULL)
    return special;
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (strcmp (aliases[i].name, name) == 0)
      known = aliases[i].other;
  if (start < end && loom_type_parse (known, &type, NULL) && type.scalar != LOOM_SCALAR_BYTES)
    {
      if (type.lanes == 1 && type.scalar == LOOM_SCALAR_F16)
        return &halves[0];
      if (type.lanes == 1 && type.scalar == LOOM_SCALAR_BF16)
        return &halves[1];
      if (type.scalar != LOOM_SCALAR_F16 && type.scalar != LOOM_SCALAR_BF16)
        return new_plain (generator, type);
    }
  if (takes_letters (generator, words->part))
    _loom_words_fail (words, generator, start, end,
                      _("“%s” is not a type; write one such as float32, int64, complex64, or a "
                        "letter such as T"), name);
  else
    _loom_words_fail (words, generator, start, end,
                      _("“%s” is not a type; write one such as float32, int64 or complex64"), name);
  return NULL;
}

void
_loom_parameter_free (LoomParameter *self)
{
  g_free (self->name);
  g_free (self->value);
  g_free (self);
}

LoomParameter *
_loom_generator_find (LoomGenerator *self,
                      const char    *name)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      if (strcmp (parameter->name, name) == 0)
        return parameter;
    }
  return NULL;
}

/* Takes a parameter over, also where it is refused. */
gboolean
_loom_generator_add_parameter (LoomGenerator *self,
                               LoomParameter *parameter)
{
  const gboolean is_new = _loom_generator_find (self, parameter->name) == NULL;
  const gboolean is_name = loom_generator_is_name (parameter->name);

  g_ptr_array_add (self->parameters, parameter);
  if (!is_name)
    return _loom_generator_fail (self, parameter->part, parameter->start, parameter->length,
                                 _("“%s” is a word of CUDA C and can't be a name"),
                                 parameter->name);
  if (!is_new)
    return _loom_generator_fail (self, parameter->part, parameter->start, parameter->length,
                                 _("there are two parameters called “%s”"), parameter->name);
  if (self->parameters->len > MAX_PARAMETERS)
    return _loom_generator_fail (self, parameter->part, parameter->start, parameter->length,
                                 _("there are more than %d parameters"), MAX_PARAMETERS);
  g_hash_table_add (self->taken, g_strdup (parameter->name));
  return TRUE;
}

static gboolean
is_letter (const LoomWords *words,
           guint            index)
{
  const LoomWord *word = _loom_words_get (words, index);

  return word != NULL && word->kind == LOOM_WORD_NAME && word->length == 1 &&
         g_ascii_isupper (words->text[word->start]);
}

/* `T=float32, U=int32`. */
gboolean
_loom_generator_read_types (LoomGenerator *self)
{
  g_auto (LoomWords) words = { 0 };
  guint at = 0;

  if (!_loom_words_read (&words, self, LOOM_PART_TYPES,
                         _loom_generator_get (self, LOOM_PART_TYPES)))
    return FALSE;
  while (at < words.words->len)
    {
      const guint start = at;
      char letter;

      if (!is_letter (&words, at) || !_loom_words_is (&words, at + 1, "="))
        return _loom_words_fail (&words, self, at, at + 1,
                                 _("write a letter and its type, such as T=float32"));
      letter = words.text[_loom_words_get (&words, at)->start];
      for (at += 2; at < words.words->len && !_loom_words_is (&words, at, ",") &&
                    !_loom_words_is (&words, at, ";");)
        at++;
      self->letters[letter - 'A'] = _loom_cell_find (self, &words, start + 2, at);
      if (self->letters[letter - 'A'] == NULL)
        return FALSE;
      at++;
    }
  return TRUE;
}

/* A letter that nothing was said of is a float. */
static const LoomCell *
find_letter (LoomGenerator *self,
             char           letter)
{
  if (self->letters[letter - 'A'] == NULL)
    self->letters[letter - 'A'] = new_plain (self, loom_type_of (LOOM_SCALAR_F32, 1));
  return self->letters[letter - 'A'];
}

/* `raw T x`, from one comma to the next. */
static gboolean
read_parameter (LoomGenerator *self,
                LoomWords     *words,
                guint          start,
                guint          end)
{
  const gboolean is_raw = _loom_words_is (words, start, "raw");
  const guint type = start + is_raw;
  const LoomWord *name = _loom_words_get (words, end - 1);
  const LoomCell *cell;
  LoomParameter *parameter;

  if (start == end)
    return _loom_words_fail (words, self, start, start + 1,
                             _("a type and a name are missing here, such as float32 x"));
  if (type + 1 >= end || name->kind != LOOM_WORD_NAME)
    return _loom_words_fail (words, self, start, end,
                             _("write a type and a name, such as float32 x"));
  cell = is_letter (words, type) && type + 2 == end
           ? find_letter (self, words->text[_loom_words_get (words, type)->start])
           : _loom_cell_find (self, words, type, end - 1);
  if (cell == NULL)
    return FALSE;

  parameter = g_new0 (LoomParameter, 1);
  parameter->name = _loom_words_dup (words, end - 1);
  parameter->cell = *cell;
  if (is_letter (words, type))
    parameter->letter = words->text[_loom_words_get (words, type)->start];
  parameter->is_raw = is_raw;
  parameter->is_output = words->part == LOOM_PART_OUTPUTS;
  parameter->part = words->part;
  parameter->start = name->start;
  parameter->length = name->length;
  return _loom_generator_add_parameter (self, parameter);
}

/* Names that the code of elements may use for something else. */
static gboolean
check_reserved (LoomGenerator *self)
{
  static const char *const reserved[]
      = { "i", "_i", "_j", "_J", "_ind", "_in_ind", "_out_ind", NULL };

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);

      if (g_strv_contains (reserved, parameter->name) ||
          g_str_has_prefix (parameter->name, "_raw_") ||
          (self->definition->form == LOOM_FORM_REDUCTION && parameter->name[1] == '\0' &&
           strchr ("ab", *parameter->name) != NULL))
        return _loom_generator_fail (self, parameter->part, parameter->start, parameter->length,
                                     _("“%s” means something else in this form; choose another "
                                       "name"), parameter->name);
    }
  return TRUE;
}

/* `float32 x, raw T y`. */
gboolean
_loom_generator_read_parameters (LoomGenerator *self,
                                 LoomPart       part)
{
  g_auto (LoomWords) words = { 0 };
  guint start = 0;

  if (!_loom_words_read (&words, self, part, _loom_generator_get (self, part)))
    return FALSE;
  if (words.words->len == 0)
    return part == LOOM_PART_INPUTS ||
           _loom_generator_fail (self, part, 0, 0,
                                 _("there must be one output at least, such as float32 z"));
  for (guint i = 0; i <= words.words->len; i++)
    if (i == words.words->len || _loom_words_is (&words, i, ","))
      {
        if (!read_parameter (self, &words, start, i))
          return FALSE;
        start = i + 1;
      }
  return check_reserved (self);
}

/* As a signature has it; a letter of halves stands for what is calculated with. */
static char *
dup_type (const LoomParameter *self)
{
  if (self->letter != 0 && self->cell.load == NULL)
    return g_strndup (&self->letter, 1);
  return g_strdup (self->cell.name);
}

/* `name (const float *__restrict__ x, ...)`, a line for each where one line is too short. */
void
_loom_generator_write_signature (LoomGenerator *self,
                                 gboolean       has_extents)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL, *spaces = NULL;
  gsize length = strlen (self->name) + 3;

  for (guint i = 0; i < self->parameters->len; i++)
    {
      const LoomParameter *parameter = g_ptr_array_index (self->parameters, i);
      g_autofree char *type = dup_type (parameter);

      g_ptr_array_add (parts, parameter->is_scalar
                                ? g_strdup_printf ("%s %s", type, parameter->name)
                                : g_strdup_printf ("%s%s *__restrict__ %s",
                                                   parameter->is_output ? "" : "const ", type,
                                                   parameter->name));
    }
  for (guint axis = 0; has_extents && axis < self->shape.rank; axis++)
    g_ptr_array_add (parts, g_strdup_printf ("%s %s",
                                             self->shape.rank == 1 && _loom_generator_is_wide (self)
                                               ? "size_t" : "int", self->extent[axis]));
  for (guint i = 0; i < parts->len; i++)
    length += strlen (parts->pdata[i]) + 2;
  g_ptr_array_add (parts, NULL);
  spaces = g_strnfill (strlen (self->name) + 2, ' ');
  {
    g_autofree char *separator = length > 96 ? g_strconcat (",\n", spaces, NULL) : g_strdup (", ");

    joined = g_strjoinv (separator, (char **) parts->pdata);
  }
  g_string_append_printf (self->text, "__global__ void\n%s (%s)\n{\n", self->name, joined);
}
