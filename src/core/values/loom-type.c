/* loom-type.c: what one cell is: scalars, CUDA vectors and structs, and their names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-record.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const struct
{
  const char *name;             /* in C */
  const char *vector;           /* stem of the CUDA vector types, NULL: there are none */
  guint8      size;
  gboolean    is_float;
} scalars[] = {
  [LOOM_SCALAR_BYTES] = { "byte", NULL, 1, FALSE },
  [LOOM_SCALAR_BOOL] = { "bool", NULL, 1, FALSE },
  [LOOM_SCALAR_I8] = { "char", "char", 1, FALSE },
  [LOOM_SCALAR_U8] = { "unsigned char", "uchar", 1, FALSE },
  [LOOM_SCALAR_I16] = { "short", "short", 2, FALSE },
  [LOOM_SCALAR_U16] = { "unsigned short", "ushort", 2, FALSE },
  [LOOM_SCALAR_I32] = { "int", "int", 4, FALSE },
  [LOOM_SCALAR_U32] = { "unsigned int", "uint", 4, FALSE },
  [LOOM_SCALAR_I64] = { "long long", "longlong", 8, FALSE },
  [LOOM_SCALAR_U64] = { "unsigned long long", "ulonglong", 8, FALSE },
  [LOOM_SCALAR_F16] = { "half", "half", 2, TRUE },
  [LOOM_SCALAR_BF16] = { "bfloat16", "bfloat16", 2, TRUE },
  [LOOM_SCALAR_F32] = { "float", "float", 4, TRUE },
  [LOOM_SCALAR_F64] = { "double", "double", 8, TRUE },
};

/* Every other way that C, CUDA and NumPy spell a scalar in one word. */
static const struct
{
  const char *name;
  LoomScalar  scalar;
} aliases[] = {
  { "bool8", LOOM_SCALAR_BOOL }, { "_Bool", LOOM_SCALAR_BOOL },
  { "int8", LOOM_SCALAR_I8 }, { "int8_t", LOOM_SCALAR_I8 }, { "i8", LOOM_SCALAR_I8 },
  { "uint8", LOOM_SCALAR_U8 }, { "uint8_t", LOOM_SCALAR_U8 }, { "u8", LOOM_SCALAR_U8 },
  { "uchar", LOOM_SCALAR_U8 },
  { "int16", LOOM_SCALAR_I16 }, { "int16_t", LOOM_SCALAR_I16 }, { "i16", LOOM_SCALAR_I16 },
  { "uint16", LOOM_SCALAR_U16 }, { "uint16_t", LOOM_SCALAR_U16 }, { "u16", LOOM_SCALAR_U16 },
  { "ushort", LOOM_SCALAR_U16 },
  { "int32", LOOM_SCALAR_I32 }, { "int32_t", LOOM_SCALAR_I32 }, { "i32", LOOM_SCALAR_I32 },
  { "uint32", LOOM_SCALAR_U32 }, { "uint32_t", LOOM_SCALAR_U32 }, { "u32", LOOM_SCALAR_U32 },
  { "uint", LOOM_SCALAR_U32 },
  { "int64", LOOM_SCALAR_I64 }, { "int64_t", LOOM_SCALAR_I64 }, { "i64", LOOM_SCALAR_I64 },
  { "longlong", LOOM_SCALAR_I64 },
  { "uint64", LOOM_SCALAR_U64 }, { "uint64_t", LOOM_SCALAR_U64 }, { "u64", LOOM_SCALAR_U64 },
  { "ulonglong", LOOM_SCALAR_U64 }, { "ulong", LOOM_SCALAR_U64 }, { "size_t", LOOM_SCALAR_U64 },
  { "float16", LOOM_SCALAR_F16 }, { "f16", LOOM_SCALAR_F16 }, { "__half", LOOM_SCALAR_F16 },
  { "bf16", LOOM_SCALAR_BF16 }, { "nv_bfloat16", LOOM_SCALAR_BF16 },
  { "__nv_bfloat16", LOOM_SCALAR_BF16 },
  { "float32", LOOM_SCALAR_F32 }, { "f32", LOOM_SCALAR_F32 },
  { "float64", LOOM_SCALAR_F64 }, { "f64", LOOM_SCALAR_F64 },
};

/* Vectors whose stem is not the one of the table above. */
static const struct
{
  const char *name;
  LoomScalar  scalar;
  guint       lanes;
} vectors[] = {
  { "__half2", LOOM_SCALAR_F16, 2 },
  { "nv_bfloat162", LOOM_SCALAR_BF16, 2 }, { "__nv_bfloat162", LOOM_SCALAR_BF16, 2 },
  { "long1", LOOM_SCALAR_I64, 1 }, { "long2", LOOM_SCALAR_I64, 2 },
  { "long3", LOOM_SCALAR_I64, 3 }, { "long4", LOOM_SCALAR_I64, 4 },
  { "ulong1", LOOM_SCALAR_U64, 1 }, { "ulong2", LOOM_SCALAR_U64, 2 },
  { "ulong3", LOOM_SCALAR_U64, 3 }, { "ulong4", LOOM_SCALAR_U64, 4 },
  { "dim3", LOOM_SCALAR_U32, 3 },
};

/**
 * loom_scalar_size:
 *
 * Returns: bytes; 1 for %LOOM_SCALAR_BYTES
 */
guint
loom_scalar_size (LoomScalar scalar)
{
  g_return_val_if_fail ((guint) scalar < LOOM_N_SCALARS, 1);

  return scalars[scalar].size;
}

/**
 * loom_scalar_get_name:
 *
 * Returns: the name of a scalar in C
 */
const char *
loom_scalar_get_name (LoomScalar scalar)
{
  g_return_val_if_fail ((guint) scalar < LOOM_N_SCALARS, NULL);

  return scalars[scalar].name;
}

/**
 * loom_scalar_is_float:
 *
 * Returns: %TRUE for half, bfloat16, float and double
 */
gboolean
loom_scalar_is_float (LoomScalar scalar)
{
  g_return_val_if_fail ((guint) scalar < LOOM_N_SCALARS, FALSE);

  return scalars[scalar].is_float;
}

/**
 * loom_scalar_is_signed:
 *
 * Returns: %TRUE for whole numbers that can be negative
 */
gboolean
loom_scalar_is_signed (LoomScalar scalar)
{
  return scalar == LOOM_SCALAR_I8 || scalar == LOOM_SCALAR_I16 || scalar == LOOM_SCALAR_I32 ||
         scalar == LOOM_SCALAR_I64;
}

static double
half_to_double (guint16 bits)
{
  guint exponent = bits >> 10 & 0x1f;
  guint fraction = bits & 0x3ff;
  double magnitude;

  if (exponent == 0x1f)
    magnitude = fraction != 0 ? (double) NAN : (double) INFINITY;
  else if (exponent == 0)
    magnitude = ldexp (fraction, -24);
  else
    magnitude = ldexp (fraction + 0x400, (int) exponent - 25);

  return bits & 0x8000 ? -magnitude : magnitude;
}

#define READ(type, data) \
  ({ \
    type read_value; \
    memcpy (&read_value, (data), sizeof read_value); \
    read_value; \
  })

/**
 * loom_scalar_to_double:
 * @data: the bytes of one scalar, little endian; may be unaligned
 *
 * Returns: its value, rounded for 64-bit integers beyond 2⁵³; of %LOOM_SCALAR_BYTES the first
 *   byte's
 */
double
loom_scalar_to_double (LoomScalar    scalar,
                       gconstpointer data)
{
  g_return_val_if_fail (data != NULL, 0);

  switch (scalar)
    {
    case LOOM_SCALAR_I8: return READ (gint8, data);
    case LOOM_SCALAR_I16: return READ (gint16, data);
    case LOOM_SCALAR_U16: return READ (guint16, data);
    case LOOM_SCALAR_I32: return READ (gint32, data);
    case LOOM_SCALAR_U32: return READ (guint32, data);
    case LOOM_SCALAR_I64: return READ (gint64, data);
    case LOOM_SCALAR_U64: return READ (guint64, data);
    case LOOM_SCALAR_F16: return half_to_double (READ (guint16, data));
    case LOOM_SCALAR_BF16:
      {
        guint32 bits = (guint32) READ (guint16, data) << 16;

        return READ (float, &bits);
      }
    case LOOM_SCALAR_F32: return READ (float, data);
    case LOOM_SCALAR_F64: return READ (double, data);
    case LOOM_SCALAR_BYTES:
    case LOOM_SCALAR_BOOL:
    case LOOM_N_SCALARS:
    default:
      return READ (guint8, data);
    }
}

/**
 * loom_type_of:
 *
 * Returns: the type of a CUDA scalar or vector, or of @lanes bytes
 */
LoomType
loom_type_of (LoomScalar scalar,
              guint      lanes)
{
  LoomType type =
    { scalar, scalar == LOOM_SCALAR_BYTES ? 1 : lanes, lanes * loom_scalar_size (scalar), NULL };

  return type;
}

gboolean
loom_type_equal (const LoomType *a,
                 const LoomType *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->scalar == b->scalar && a->lanes == b->lanes && a->size == b->size &&
         a->record == b->record;
}

/**
 * loom_type_is_valid:
 * @self: a type, perhaps from another process
 *
 * Returns: whether scalar, lanes, size and members fit each other
 */
gboolean
loom_type_is_valid (const LoomType *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if ((guint) self->scalar >= LOOM_N_SCALARS || self->size == 0 || self->size > G_MAXINT32)
    return FALSE;
  if (self->lanes != 1 && scalars[self->scalar].vector == NULL)
    return FALSE;
  if (self->record != NULL)
    return self->scalar == LOOM_SCALAR_BYTES && self->size == self->record->size;
  if (self->scalar == LOOM_SCALAR_BYTES)
    return TRUE;

  return self->lanes >= 1 && self->lanes <= LOOM_MAX_LANES &&
         self->size >= self->lanes * scalars[self->scalar].size;
}

/**
 * loom_type_format:
 *
 * Returns: (transfer full): `float`, `uchar4`, a struct's name, or `byte[12]`, which
 *   loom_type_parse() reads back if it is no struct's name
 */
char *
loom_type_format (const LoomType *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail ((guint) self->scalar < LOOM_N_SCALARS, NULL);

  if (self->record != NULL)
    return g_strdup (*self->record->name != '\0' ? self->record->name : "struct");
  if (self->scalar == LOOM_SCALAR_BYTES)
    return g_strdup_printf ("byte[%u]", self->size);
  if (self->lanes == 1)
    return g_strdup (scalars[self->scalar].name);
  return g_strdup_printf ("%s%u", scalars[self->scalar].vector, self->lanes);
}

static gboolean
parse_word (const char *word,
            LoomType   *type)
{
  for (guint i = 0; i < LOOM_N_SCALARS; i++)
    {
      const char *stem = scalars[i].vector;
      gsize length = stem != NULL ? strlen (stem) : 0;

      if (i != LOOM_SCALAR_BYTES && strcmp (word, scalars[i].name) == 0)
        return *type = loom_type_of (i, 1), TRUE;
      /* CUDA 13 spells the alignment of the widest: double4_16a. */
      if (stem != NULL && strncmp (word, stem, length) == 0 &&
          word[length] >= '1' && word[length] <= '4' &&
          (word[length + 1] == '\0' || strcmp (word + length + 1, "_16a") == 0 ||
           strcmp (word + length + 1, "_32a") == 0))
        return *type = loom_type_of (i, word[length] - '0'), TRUE;
    }

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    {
      if (strcmp (word, aliases[i].name) == 0)
        return *type = loom_type_of (aliases[i].scalar, 1), TRUE;
    }

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      if (strcmp (word, vectors[i].name) == 0)
        return *type = loom_type_of (vectors[i].scalar, vectors[i].lanes), TRUE;
    }

  return FALSE;
}

/* `unsigned`, `long int`, `short unsigned int` …: the words of C's integers, in any order. */
static gboolean
parse_integer_words (char     **words,
                     LoomType  *type)
{
  guint n_long = 0, n_short = 0, n_int = 0, n_char = 0, n_signed = 0, n_unsigned = 0;
  LoomScalar scalar;

  for (guint i = 0; words[i] != NULL; i++)
    {
      n_long += strcmp (words[i], "long") == 0;
      n_short += strcmp (words[i], "short") == 0;
      n_int += strcmp (words[i], "int") == 0;
      n_char += strcmp (words[i], "char") == 0;
      n_signed += strcmp (words[i], "signed") == 0;
      n_unsigned += strcmp (words[i], "unsigned") == 0;
    }

  if (n_long + n_short + n_int + n_char + n_signed + n_unsigned != g_strv_length (words) ||
      n_long > 2 || n_short + n_char > 1 || n_int > 1 || n_signed + n_unsigned > 1 ||
      (n_long > 0 && n_short + n_char > 0) || (n_char > 0 && n_int > 0))
    return FALSE;

  if (n_char > 0)
    scalar = LOOM_SCALAR_I8;
  else if (n_short > 0)
    scalar = LOOM_SCALAR_I16;
  else
    scalar = n_long > 0 ? LOOM_SCALAR_I64 : LOOM_SCALAR_I32;

  /* Each unsigned scalar follows its signed one. */
  *type = loom_type_of (scalar + (n_unsigned > 0), 1);
  return TRUE;
}

static gboolean
parse_bytes (const char *text,
             LoomType   *type)
{
  guint64 size;
  g_autofree char *digits = NULL;

  if (!g_str_has_prefix (text, "byte[") || !g_str_has_suffix (text, "]"))
    return FALSE;

  digits = g_strndup (text + 5, strlen (text) - 6);
  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXINT32, &size, NULL))
    return FALSE;

  *type = loom_type_of (LOOM_SCALAR_BYTES, size);
  return TRUE;
}

/* The words of a type without const, volatile, struct and empty pieces. */
static char **
split_words (const char *text)
{
  static const char * const qualifiers[] =
    { "", "const", "volatile", "struct", "__restrict__", NULL };
  g_auto (GStrv) pieces = g_strsplit_set (text, " \t", 8);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      if (!g_strv_contains (qualifiers, pieces[i]))
        g_strv_builder_add (words, pieces[i]);
    }

  return g_strv_builder_end (words);
}

/**
 * loom_type_parse:
 * @text: a type of C, CUDA or NumPy: `float`, `const unsigned long`, `float4`, `uint8_t`,
 * `float64`, `byte[12]`
 * @type: (out): where to put the type
 * @error: return location; %LOOM_ERROR_DOCUMENT names the text
 *
 * Reads the type of a cell. `long` has 64 bits, as everywhere that Gridloom runs.
 */
gboolean
loom_type_parse (const char  *text,
                 LoomType    *type,
                 GError     **error)
{
  g_auto (GStrv) words = NULL;
  guint n_words;

  g_return_val_if_fail (text != NULL && type != NULL, FALSE);

  words = split_words (text);
  n_words = g_strv_length (words);
  if ((n_words == 1 && (parse_word (words[0], type) || parse_bytes (words[0], type))) ||
      (n_words > 0 && parse_integer_words (words, type)))
    return TRUE;

  {
    g_autofree char *shown = _loom_abbreviate (text);

    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("“%s” is not a type of cells; write one such as float, int, uchar4 or byte[12]"),
                 shown);
  }
  return FALSE;
}

LoomType
loom_type_of_record (const LoomRecord *record)
{
  g_return_val_if_fail (record != NULL, loom_type_of (LOOM_SCALAR_BYTES, 1));

  return (LoomType) { LOOM_SCALAR_BYTES, 1, record->size, record };
}

/**
 * loom_type_count_components:
 *
 * Returns: the numbers in a cell: 1 of a scalar, those of a vector, all numbers and addresses that
 *   the members of a struct come to, or the bytes of a struct whose members are not known; 0 for a
 *   struct that only has members which nobody can look into
 */
guint
loom_type_count_components (const LoomType *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->record != NULL)
    return self->record->n_components;
  return self->scalar == LOOM_SCALAR_BYTES ? self->size : self->lanes;
}

/**
 * loom_type_get_component:
 * @index: of a number in its cells, in the order of their bytes
 *
 * Returns: what one number of a cell is, and where; the first one if there is none at @index
 */
LoomComponent
loom_type_get_component (const LoomType *self,
                         guint           index)
{
  static const char * const lanes[LOOM_MAX_LANES] = { "x", "y", "z", "w" };
  const guint count = loom_type_count_components (self);

  if (index >= count)
    index = 0;
  if (self->record != NULL && count > 0)
    return self->record->components[index];

  return (LoomComponent) {
    self->lanes > 1 && index < LOOM_MAX_LANES ? lanes[index] : "", self->scalar,
    index * loom_scalar_size (self->scalar), NULL,
  };
}

/**
 * loom_type_find_component:
 * @name: (nullable): `pos.y`
 *
 * Returns: the index of a number by the names of the members that lead to it, or -1
 */
gint
loom_type_find_component (const LoomType *self,
                          const char     *name)
{
  g_return_val_if_fail (self != NULL, -1);

  if (name == NULL || *name == '\0' || (self->record == NULL && self->lanes == 1))
    return -1;
  for (guint i = 0; i < loom_type_count_components (self); i++)
    if (strcmp (loom_type_get_component (self, i).name, name) == 0)
      return i;
  return -1;
}

/**
 * loom_component_is_array:
 *
 * Returns: whether it is a pointer that a kernel can be given an array for: what it points to is
 *   known
 */
gboolean
loom_component_is_array (const LoomComponent *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->pointer != NULL && self->pointer->cell.size > 0;
}

static GVariant *
pack_type (gconstpointer data)
{
  const LoomType *type = data;

  return g_variant_new ("(uuus)", (guint32) type->scalar, type->lanes, type->size,
                        type->record != NULL ? type->record->text : "");
}

static gboolean
unpack_type (GVariant *variant,
             gpointer  data)
{
  LoomType *type = data;
  const char *record;
  guint32 scalar;

  g_variant_get (variant, "(uuu&s)", &scalar, &type->lanes, &type->size, &record);
  type->scalar = scalar;
  type->record = *record != '\0' ? loom_record_parse (record) : NULL;
  return (*record == '\0' || type->record != NULL) && loom_type_is_valid (type);
}

/* A record is interned and crosses as its text. */
const LoomWire _loom_type_wire = {
  .size = sizeof (LoomType), .type = "(uuus)", .pack = pack_type, .unpack = unpack_type,
};
