/* loom-npy-header.c: reads the header of a NumPy file, whoever wrote it
 *
 * The format is that of NumPy's numpy.lib.format: a magic string, a version, the header's length,
 * and a Python dictionary with exactly the keys descr, fortran_order and shape.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-npy-private.h"
#include "loom-record.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAGIC "\223NUMPY"
#define MAGIC_SIZE 6
#define MAX_DIMENSIONS 4

typedef struct
{
  LoomNpyText  text;
  char        *descr;           /* NULL: fields */
  LoomType     fields;          /* size 0: none */
  gboolean     fortran_order;
  guint64      dimensions[MAX_DIMENSIONS];
  guint        n_dimensions;
  gboolean     has_descr, has_order, has_shape;
} Parser;

static gboolean
fail (GError     **error,
      const char  *text)
{
  return loom_fail (error, LOOM_ERROR_FILE, "%s", text);
}

/* Of what nobody can have meant. */
static gboolean
fail_damaged (GError     **error,
              const char  *text)
{
  /* Translators: %s is what is wrong with a file */
  return loom_fail (error, LOOM_ERROR_FILE, _("%s; save it again with numpy.save()"), text);
}

static gboolean
accept_word (Parser     *self,
             const char *word)
{
  gsize length = strlen (word);

  skip_space (&self->text);
  if ((gsize) (self->text.end - self->text.at) < length ||
      memcmp (self->text.at, word, length) != 0)
    return FALSE;

  self->text.at += length;
  return TRUE;
}

static gboolean
parse_dimension (LoomNpyText  *text,
                 guint64      *value,
                 GError      **error)
{
  guint64 number = 0;
  gboolean any = FALSE;

  skip_space (text);
  for (; text->at < text->end && g_ascii_isdigit (*text->at); text->at++, any = TRUE)
    {
      if (!g_uint64_checked_mul (&number, number, 10) ||
          !g_uint64_checked_add (&number, number, *text->at - '0') || number > G_MAXINT64)
        return fail (error, _("its shape has an extent of 2⁶³ or more"));
    }

  if (!any)
    return fail_damaged (error, _("its shape holds something that is not a whole number"));
  if (number == 0)
    return fail (error, _("it is empty: its shape has an extent of 0"));

  *value = number;
  return TRUE;
}

static gboolean
parse_shape (Parser  *self,
             GError **error)
{
  if (!accept (&self->text, '('))
    return fail_damaged (error, _("the shape in its header is not a tuple"));

  while (!accept (&self->text, ')'))
    {
      if (self->n_dimensions == MAX_DIMENSIONS)
        return fail (error, _("it has more than three dimensions of cells"));
      if (!parse_dimension (&self->text, &self->dimensions[self->n_dimensions++], error))
        return FALSE;
      if (!accept (&self->text, ','))
        {
          if (!accept (&self->text, ')'))
            return fail_damaged (error, _("the shape in its header is not closed"));
          break;
        }
    }

  self->has_shape = TRUE;
  return TRUE;
}

/* A word, or a list of fields. */
static gboolean
parse_type (Parser  *self,
            GError **error)
{
  self->has_descr = TRUE;
  self->descr = _loom_npy_parse_string (&self->text);
  return self->descr != NULL || _loom_npy_parse_fields (&self->text, &self->fields) ||
         fail (error, _("it holds records with fields that are not numbers, or not ones that a "
                        "struct has"));
}

static gboolean
parse_entry (Parser      *self,
             const char  *key,
             GError     **error)
{
  g_autofree char *shown = NULL;

  if (strcmp (key, "descr") == 0 && !self->has_descr)
    return parse_type (self, error);
  if (strcmp (key, "fortran_order") == 0 && !self->has_order)
    {
      self->has_order = TRUE;
      self->fortran_order = accept_word (self, "True");
      return self->fortran_order || accept_word (self, "False") ||
             fail_damaged (error, _("fortran_order in its header is neither True nor False"));
    }
  if (strcmp (key, "shape") == 0 && !self->has_shape)
    return parse_shape (self, error);

  shown = _loom_abbreviate (key);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("its header has the key “%s”, which is unknown or there twice"), shown);
}

static gboolean
check_keys (const Parser  *self,
            GError       **error)
{
  const char *missing = !self->has_descr ? "descr" : !self->has_order ? "fortran_order" : "shape";

  return (self->has_descr && self->has_order && self->has_shape) ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("its header lacks %s; save it again with numpy.save()"), missing);
}

static gboolean
parse_dictionary (Parser  *self,
                  GError **error)
{
  if (!accept (&self->text, '{'))
    return fail_damaged (error, _("its header is not a dictionary"));

  while (!accept (&self->text, '}'))
    {
      g_autofree char *key = _loom_npy_parse_string (&self->text);

      if (key == NULL || !accept (&self->text, ':'))
        return fail_damaged (error, _("its header is damaged"));
      if (!parse_entry (self, key, error))
        return FALSE;
      if (!accept (&self->text, ','))
        {
          if (!accept (&self->text, '}'))
            return fail_damaged (error, _("its header is not closed"));
          break;
        }
    }

  return check_keys (self, error);
}

/* Two floats, as CUDA's complex types are. */
static gboolean
parse_complex (const char *descr,
               LoomScalar *scalar,
               guint      *lanes)
{
  const gboolean is_ordered = strchr ("<>=", *descr) != NULL && *descr != '\0';

  *lanes = 2;
  *scalar = is_ordered && strcmp (descr + 1, "c16") == 0 ? LOOM_SCALAR_F64 : LOOM_SCALAR_F32;
  return is_ordered && (strcmp (descr + 1, "c8") == 0 || *scalar == LOOM_SCALAR_F64);
}

static gboolean
parse_descr (const char     *descr,
             LoomNpyHeader  *header,
             GError        **error)
{
  g_autofree char *shown = _loom_abbreviate (descr);
  LoomScalar scalar;
  guint lanes = 1;

  if (_loom_npy_parse_descr (descr, &scalar) || parse_complex (descr, &scalar, &lanes))
    {
      header->type = loom_type_of (scalar, lanes);
      header->is_swapped = descr[0] == '>' && header->type.size > 1;
      return TRUE;
    }

  return loom_fail (error, LOOM_ERROR_FILE,
                    _("its type “%s” cannot be read; use a boolean, integer or floating-point "
                      "type"), shown);
}

static gboolean
set_shape (Parser         *parser,
           LoomNpyHeader  *header,
           GError        **error)
{
  guint64 *d = parser->dimensions;
  guint n = parser->n_dimensions;
  guint64 cells, size;

  if (n == MAX_DIMENSIONS)
    {
      if (header->type.record != NULL || d[3] > G_MAXINT32 / header->type.size)
        return fail (error, _("its last dimension is too large for the components of a cell"));
      header->type = d[3] <= LOOM_MAX_LANES && header->type.scalar != LOOM_SCALAR_BOOL
                     ? loom_type_of (header->type.scalar, d[3])
                     : loom_type_of (LOOM_SCALAR_BYTES, d[3] * header->type.size);
      n = 3;
    }

  header->shape =
    (LoomShape) { MAX (n, 1), n > 0 ? d[n - 1] : 1, n > 1 ? d[n - 2] : 1, n > 2 ? d[n - 3] : 1 };
  if (!loom_shape_cells (&header->shape, &cells) ||
      !g_uint64_checked_mul (&size, cells, header->type.size) || size > G_MAXINT64)
    return fail (error, _("its shape needs 2⁶³ bytes or more"));

  return TRUE;
}

/* Where the dictionary is. */
static gboolean
find_dictionary (const guint8  *data,
                 gsize          size,
                 gsize         *start,
                 gsize         *length,
                 GError       **error)
{
  if (size < MAGIC_SIZE + 4 || memcmp (data, MAGIC, MAGIC_SIZE) != 0)
    return fail (error, _("it is not a NumPy file, which numpy.save() writes"));

  if (data[6] == 1 && data[7] == 0)
    {
      *start = 10;
      *length = data[8] | (gsize) data[9] << 8;
    }
  else if (data[6] == 2 && data[7] == 0)
    {
      *start = 12;
      if (size < *start)
        return fail_damaged (error, _("it is cut off within its header"));
      *length = data[8] | (gsize) data[9] << 8 | (gsize) data[10] << 16 | (gsize) data[11] << 24;
    }
  else
    {
      return loom_fail (error, LOOM_ERROR_FILE,
                        _("it has NumPy’s format %1$u.%2$u; only 1.0 and 2.0 can be read"), data[6],
                        data[7]);
    }

  if (*length > LOOM_NPY_MAX_HEADER)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("its header claims %zu bytes; more than a mebibyte is not read"), *length);
  if (*length > size - *start)
    return fail_damaged (error, _("it is cut off within its header"));

  return TRUE;
}

/**
 * loom_npy_parse_header:
 * @data: the beginning of a file, or all of it
 * @header: (out): where to put what the header says
 * @error: return location; %LOOM_ERROR_FILE says what is wrong with the file, as a clause about
 * *it*
 *
 * Reads the header of a NumPy file, format 1.0 or 2.0. Nothing in it is trusted: the product of the
 * shape and the cell is below 2⁶³, but whether as many bytes follow is for the caller to see.
 */
gboolean
loom_npy_parse_header (gconstpointer   data,
                       gsize           size,
                       LoomNpyHeader  *header,
                       GError        **error)
{
  Parser parser = { NULL };
  LoomNpyHeader parsed = { { 0 } };
  gsize start = 0, length = 0;
  gboolean ok;

  g_return_val_if_fail (data != NULL || size == 0, FALSE);
  g_return_val_if_fail (header != NULL, FALSE);

  if (!find_dictionary (data, size, &start, &length, error))
    return FALSE;

  parser.text.at = (const char *) data + start;
  parser.text.end = parser.text.at + length;
  parsed.offset = start + length;
  ok = parse_dictionary (&parser, error) &&
       (parser.descr == NULL ? (parsed.type = parser.fields, TRUE)
                             : parse_descr (parser.descr, &parsed, error)) &&
       set_shape (&parser, &parsed, error);
  parsed.is_fortran = parser.fortran_order && parser.n_dimensions > 1;
  g_free (parser.descr);
  if (ok)
    *header = parsed;
  return ok;
}

/**
 * loom_npy_header_check_order:
 * @error: return location; %LOOM_ERROR_FILE says how to save it
 *
 * Returns: whether cells lie in C order, and the lowest byte of a number first
 */
gboolean
loom_npy_header_check_order (const LoomNpyHeader  *self,
                             GError              **error)
{
  const char *descr;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->is_fortran)
    return fail (error, _("it is in Fortran order (fortran_order is True); "
                          "save it with numpy.ascontiguousarray"));
  if (!self->is_swapped)
    return TRUE;

  descr = _loom_npy_get_descr (self->type.scalar);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("its numbers are big-endian (>%1$s); save it with .astype ('<%1$s')"),
                    descr + 1);
}

static gboolean
same_bytes (LoomScalar file,
            LoomScalar cell)
{
  return file == cell ||
         (file == LOOM_SCALAR_U16 && cell == LOOM_SCALAR_BF16) ||
         (file == LOOM_SCALAR_U8 && (cell == LOOM_SCALAR_BOOL || cell == LOOM_SCALAR_BYTES));
}

/* The last dimension becomes part of the cell. */
static void
fold (LoomNpyHeader  *self,
      const LoomType *type)
{
  LoomShape *shape = &self->shape;

  self->type = *type;
  if (shape->rank == 1)
    shape->cols = 1;
  else
    *shape = (LoomShape) { shape->rank - 1, shape->rows, shape->planes, 1 };
}

/* What it should be made of, to be copied. */
static gboolean
fail_fields (const LoomType  *type,
             GError         **error)
{
  g_autofree char *fields = _loom_npy_format_fields (type->record);
  g_autofree char *shown = _loom_abbreviate (fields);

  return loom_fail (error, LOOM_ERROR_FILE,
                    _("its cells are not those of %1$s; save it with dtype %2$s"),
                    type->record->name, shown);
}

/**
 * loom_npy_header_fit:
 * @type: the cells that are wanted
 * @error: return location; %LOOM_ERROR_FILE names both types
 *
 * Sees @self as an array of @type: bfloat16 is kept as unsigned short, bool may be unsigned char,
 * the components of a vector and the bytes of a struct are a last dimension; a struct may be one
 * with fields, each where the struct has that member.
 *
 * Returns: %FALSE with @error set if the file holds something else; @self is then untouched
 */
gboolean
loom_npy_header_fit (LoomNpyHeader   *self,
                     const LoomType  *type,
                     GError         **error)
{
  g_autofree char *file_type = NULL, *wanted = NULL;
  guint64 components;

  g_return_val_if_fail (self != NULL && type != NULL, FALSE);

  components = type->size / loom_scalar_size (type->scalar);
  if (loom_type_equal (&self->type, type))
    return TRUE;

  if (_loom_npy_fields_fit (&self->type, type) ||
      (self->type.record == NULL && same_bytes (self->type.scalar, type->scalar) &&
       self->type.size == type->size))
    {
      self->type = *type;
      return TRUE;
    }
  if (self->type.lanes == 1 && self->type.scalar != LOOM_SCALAR_BYTES &&
      same_bytes (self->type.scalar, type->scalar) && self->shape.cols == components)
    {
      fold (self, type);
      return TRUE;
    }

  if (type->record != NULL)
    return fail_fields (type, error);

  file_type = loom_type_format (&self->type);
  wanted = loom_type_format (type);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("it holds cells of type %1$s where %2$s is needed"), file_type, wanted);
}
