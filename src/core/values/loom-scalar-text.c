/* loom-scalar-text.c: numbers as bytes of a CUDA type, how far apart two are, and how they are
 * written so that they differ
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-scalar-text.h"

#include "loom-extents-private.h"
#include "loom-type.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* little endian, as every platform of CUDA is */
static guint64
get_bits (gconstpointer data,
          gsize         size)
{
  guint64 bits = 0;

  memcpy (&bits, data, MIN (size, sizeof bits));
  return bits;
}

/* Numbers in order, one apart where nothing lies between them: sign and magnitude as an integer. */
static gint64
get_ordinal (guint64 bits,
             gsize   size)
{
  const guint64 sign = G_GUINT64_CONSTANT (1) << (8 * size - 1);
  const gint64 magnitude = bits & (sign - 1);

  return bits & sign ? -magnitude : magnitude;
}

static guint64
float_distance (LoomScalar    scalar,
                gconstpointer a,
                gconstpointer b)
{
  const gsize size = loom_scalar_size (scalar);
  const gboolean a_nan = isnan (loom_scalar_to_double (scalar, a));
  const gboolean b_nan = isnan (loom_scalar_to_double (scalar, b));
  gint64 x, y;

  if (a_nan || b_nan)
    return a_nan && b_nan ? 0 : LOOM_NO_DISTANCE;
  x = get_ordinal (get_bits (a, size), size);
  y = get_ordinal (get_bits (b, size), size);
  return x > y ? (guint64) x - (guint64) y : (guint64) y - (guint64) x;
}

/**
 * loom_scalar_distance:
 * @scalar: what both are
 * @a: the bytes of one number, little endian; may be unaligned
 * @b: those of another
 *
 * Tells how far two numbers are apart: of floats, the units in the last place (how many
 * representable numbers one has to step; the zeros are the same, any NaN is any other); of
 * all else, 0 if their bits are the same.
 *
 * Returns: units in the last place, or %LOOM_NO_DISTANCE where they can't be counted
 */
guint64
loom_scalar_distance (LoomScalar    scalar,
                      gconstpointer a,
                      gconstpointer b)
{
  g_return_val_if_fail ((guint) scalar < LOOM_N_SCALARS, LOOM_NO_DISTANCE);

  if (memcmp (a, b, loom_scalar_size (scalar)) == 0)
    return 0;
  return loom_scalar_is_float (scalar) ? float_distance (scalar, a, b) : LOOM_NO_DISTANCE;
}

/**
 * loom_scalar_format:
 * @scalar: what it is
 *
 * Writes a number so that two which differ look different: floats with as many digits as tell
 * them apart, in the C format whatever the locale.
 *
 * Returns: (transfer full): the text
 */
char *
loom_scalar_format (LoomScalar    scalar,
                    gconstpointer data)
{
  const guint digits = scalar == LOOM_SCALAR_F64 ? 17 : scalar == LOOM_SCALAR_F32 ? 9 : 5;
  const gsize size = loom_scalar_size (scalar);
  const guint64 bits = get_bits (data, size);
  char format[8], number[G_ASCII_DTOSTR_BUF_SIZE];

  if (loom_scalar_is_float (scalar))
    {
      const double value = loom_scalar_to_double (scalar, data);

      if (isnan (value))
        return g_strdup ("NaN");
      g_snprintf (format, sizeof format, "%%.%ug", digits);
      return g_strdup (g_ascii_formatd (number, sizeof number, format, value));
    }

  switch (scalar)
    {
    case LOOM_SCALAR_BYTES:
      return g_strdup_printf ("0x%02x", (guint) bits);
    case LOOM_SCALAR_I8:
    case LOOM_SCALAR_I16:
    case LOOM_SCALAR_I32:
    case LOOM_SCALAR_I64:
      return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) (bits << (64 - 8 * size))
                                                     >> (64 - 8 * size));
    default:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, bits);
    }
}

/* Rounds a value to a float format of `mantissa` stored bits and `exponent` bits, to nearest, ties
 * to even, as IEEE 754 asks; the bits of a float are taken from the double, so there is one
 * rounding. */
static guint16
to_small_float (double value,
                guint  exponent_bits,
                guint  mantissa_bits)
{
  guint16 sign = signbit (value) ? 0x8000 : 0;
  gint bias = (1 << (exponent_bits - 1)) - 1;
  guint16 infinity = (guint16) (((1 << exponent_bits) - 1) << mantissa_bits);
  int exponent;
  double scaled;

  if (isnan (value))
    return 0x7fff;
  if (isinf (value))
    return sign | infinity;
  if (value == 0)
    return sign;

  /* In units of the last place; nearbyint() rounds to even. */
  frexp (value, &exponent);
  exponent = MAX (exponent - 1, 1 - bias);
  scaled = nearbyint (ldexp (fabs (value), (int) mantissa_bits - exponent));
  if (exponent > bias + 1)
    return sign | infinity;

  /* A carry out of the mantissa goes into the exponent by itself; subnormals have none of the
   * hidden bit. */
  scaled += ldexp ((double) (exponent + bias - 1), (int) mantissa_bits);
  return scaled >= infinity ? sign | infinity : sign | (guint16) scaled;
}

/**
 * loom_half_from_double:
 *
 * Returns: the bits of the nearest IEEE 754 binary16, ties to even
 */
guint16
loom_half_from_double (double value)
{
  return to_small_float (value, 5, 10);
}

/**
 * loom_bfloat_from_double:
 *
 * Returns: the bits of the nearest bfloat16 (8 exponent bits, 7 of mantissa), ties to even
 */
guint16
loom_bfloat_from_double (double value)
{
  return to_small_float (value, 8, 7);
}

/* As CUDA's conversions do: towards zero, saturating, NaN becomes 0. */
static gint64
to_signed (double value,
           guint  bits)
{
  double most = ldexp (1, (int) bits - 1);

  if (isnan (value))
    return 0;
  if (value >= most)
    return bits == 64 ? G_MAXINT64 : (G_GINT64_CONSTANT (1) << (bits - 1)) - 1;
  if (value <= -most)
    return bits == 64 ? G_MININT64 : -(G_GINT64_CONSTANT (1) << (bits - 1));
  return (gint64) value;
}

static guint64
to_unsigned (double value,
             guint  bits)
{
  if (!(value > 0))
    return 0;
  if (value >= ldexp (1, (int) bits))
    return bits == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
  return (guint64) value;
}

/**
 * loom_scalar_from_double:
 * @bits: (out): its bytes
 *
 * Converts as CUDA does: integers towards zero and saturating, floats to nearest.
 */
void
loom_scalar_from_double (double          value,
                         LoomScalar      scalar,
                         LoomScalarBits *bits)
{
  memset (bits, 0, sizeof *bits);
  switch (scalar)
    {
    case LOOM_SCALAR_BOOL:
      bits->u8 = value != 0;
      break;
    case LOOM_SCALAR_I8:
    case LOOM_SCALAR_I16:
    case LOOM_SCALAR_I32:
    case LOOM_SCALAR_I64:
      bits->i64 = to_signed (value, loom_scalar_size (scalar) * 8);
      break;
    case LOOM_SCALAR_F16:
      bits->u16 = loom_half_from_double (value);
      break;
    case LOOM_SCALAR_BF16:
      bits->u16 = loom_bfloat_from_double (value);
      break;
    case LOOM_SCALAR_F32:
      bits->f32 = (float) value;
      break;
    case LOOM_SCALAR_F64:
      bits->f64 = value;
      break;
    case LOOM_SCALAR_BYTES:
      bits->u8 = (guint8) to_unsigned (value, 8);
      break;
    default:
      bits->u64 = to_unsigned (value, loom_scalar_size (scalar) * 8);
      break;
    }
}

static gboolean
parse_integer (const char     *text,
               LoomScalar      scalar,
               LoomScalarBits *bits)
{
  gboolean is_signed = loom_scalar_is_signed (scalar);
  guint width = loom_scalar_size (scalar) * 8;
  guint base = g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X") ? 16 : 10;

  memset (bits, 0, sizeof *bits);
  if (base == 16)
    text += 2;
  if (is_signed)
    return g_ascii_string_to_signed (text, base, -(G_GINT64_CONSTANT (1) << (width - 2)) * 2,
                                     ((G_GINT64_CONSTANT (1) << (width - 2)) - 1) * 2 + 1,
                                     &bits->i64, NULL);
  return g_ascii_string_to_unsigned (
      text, base, 0, width == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << width) - 1, &bits->u64,
      NULL);
}

/**
 * loom_scalar_text_parse:
 * @text: a number in the C format, spaces around it allowed; `true` and `false`
 * @bits: (out): its bytes, in this machine's order
 *
 * Reads a plain number of a type; whatever else a text may be (an expression) is refused, and a
 * whole number that begins with 0.
 *
 * Returns: whether it is one, and in the type's range
 */
gboolean
loom_scalar_text_parse (const char     *text,
                        LoomScalar      scalar,
                        LoomScalarBits *bits)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  char *end;
  double value;

  if (!_loom_check_base (word, NULL))
    return FALSE;
  if (scalar == LOOM_SCALAR_BOOL && (g_str_equal (word, "true") || g_str_equal (word, "false")))
    {
      loom_scalar_from_double (*word == 't', scalar, bits);
      return TRUE;
    }

  if (!loom_scalar_is_float (scalar) && scalar != LOOM_SCALAR_BOOL && scalar != LOOM_SCALAR_BYTES &&
      parse_integer (word, scalar, bits))
    return TRUE;

  errno = 0;
  value = g_ascii_strtod (word, &end);
  if (end == word || *end != '\0')
    {
      if (end == word || g_ascii_strcasecmp (end, "f") != 0 || !loom_scalar_is_float (scalar))
        return FALSE;
    }

  /* Digits that were no integer of the type are beyond it, whatever a double makes of them. */
  if (!loom_scalar_is_float (scalar) && fabs (value) >= 0x1p53 &&
      word[strspn (word, "+-0123456789")] == '\0')
    return FALSE;
  /* An integer out of range is a mistake, not what a cast would make of it. */
  if (!loom_scalar_is_float (scalar) && scalar != LOOM_SCALAR_BOOL && value != trunc (value))
    return FALSE;
  loom_scalar_from_double (value, scalar, bits);
  if (!loom_scalar_is_float (scalar) && scalar != LOOM_SCALAR_BOOL &&
      loom_scalar_to_double (scalar, bits) != value)
    return FALSE;

  /* Nor is a float: infinity is written as such. */
  return !loom_scalar_is_float (scalar) || !isinf (loom_scalar_to_double (scalar, bits)) ||
         (isinf (value) && errno != ERANGE);
}

/**
 * loom_scalar_text_check:
 * @error: return location; %LOOM_ERROR_DOCUMENT quotes @text
 *
 * Checks that loom_scalar_text_parse() reads a text, and says in words if not.
 */
gboolean
loom_scalar_text_check (const char  *text,
                        LoomScalar   scalar,
                        GError     **error)
{
  g_autofree char *shown = NULL, *least = NULL, *most = NULL;
  LoomScalarBits bits;

  if (loom_scalar_text_parse (text, scalar, &bits))
    return TRUE;
  if (!_loom_check_base (text, error))
    return FALSE;

  shown = _loom_abbreviate (text);
  if (loom_scalar_is_float (scalar))
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("“%1$s” is not a number that %2$s can hold"),
                      shown, loom_scalar_get_name (scalar));
  loom_scalar_text_get_range (scalar, &least, &most);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("“%1$s” is not a number that %2$s can hold: whole ones from %3$s to %4$s"),
                    shown, loom_scalar_get_name (scalar), least, most);
}

/**
 * loom_scalar_text_get_range:
 * @scalar: of whole numbers, or bool
 * @least: (out) (transfer full): the least number of the type, as text
 * @most: (out) (transfer full): the largest
 *
 * Says what a type of whole numbers holds.
 */
void
loom_scalar_text_get_range (LoomScalar   scalar,
                            char       **least,
                            char       **most)
{
  const guint width = scalar == LOOM_SCALAR_BOOL ? 1 : 8 * loom_scalar_size (scalar);
  const gboolean is_signed = loom_scalar_is_signed (scalar);
  const guint64 all = width == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << width) - 1;

  g_return_if_fail (least != NULL && most != NULL);

  *least = g_strdup_printf ("%" G_GINT64_FORMAT,
                            is_signed ? -(gint64) (all / 2) - 1 : G_GINT64_CONSTANT (0));
  *most = g_strdup_printf ("%" G_GUINT64_FORMAT, is_signed ? all / 2 : all);
}

/**
 * loom_scalar_text_shorten:
 * @scalar: the float that it is
 *
 * Writes a float for people: as few digits as tell it from its neighbours, the same in every
 * locale.
 *
 * Returns: (transfer full): the text; "NaN", "inf" and "-inf" for what is no number
 */
char *
loom_scalar_text_shorten (LoomScalar scalar,
                          double     value)
{
  const double size = fabs (value);
  /* 420 is no longer than 4.2e+02 */
  const guint whole = size >= 1 && size < 1e15 ? (guint) log10 (size) + 1 : 1;
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE];
  LoomScalarBits wanted, got;
  guint digits = whole;

  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value > 0 ? "inf" : "-inf");
  loom_scalar_from_double (value, scalar, &wanted);
  do
    {
      g_snprintf (format, sizeof format, "%%.%ug", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      loom_scalar_from_double (g_ascii_strtod (text, NULL), scalar, &got);
    }
  while (digits++ < 17 && got.u64 != wanted.u64);
  return g_strdup (text);
}
