/* loom-number.c: numbers as text in pictures, the same in every locale
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-number.h"

#include "loom-record.h"
#include "loom-typeset.h"

#include <math.h>
#include <string.h>

#define BYTES_SHOWN 8

/**
 * loom_number_format:
 * @number: a number, may be no number or infinite
 * @digits: significant digits, 1 to 17
 *
 * A number with a decimal point whatever the locale, "NaN", "inf" or "-inf", as other programs read
 * it; for people, loom_number_format_set().
 *
 * Returns: (transfer full): the text
 */
char *
loom_number_format (double number,
                    guint  digits)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (number))
    return g_strdup ("NaN");
  if (isinf (number))
    return g_strdup (number > 0 ? "inf" : "-inf");
  if (number == 0)
    return g_strdup ("0");
  g_snprintf (format, sizeof format, "%%.%ug", CLAMP (digits, 1, 17));
  return g_strdup (g_ascii_formatd (text, sizeof text, format, number));
}

/**
 * loom_number_format_set:
 * @number: a number, may be no number or infinite
 * @digits: significant digits, 1 to 17
 *
 * The same with the minus sign of print.
 *
 * Returns: (transfer full): the text
 */
char *
loom_number_format_set (double number,
                        guint  digits)
{
  return loom_typeset (loom_number_format (number, digits));
}

static guint
scalar_digits (LoomScalar scalar)
{
  switch (scalar)
    {
    case LOOM_SCALAR_F16:
      return 5;
    case LOOM_SCALAR_BF16:
      return 4;
    case LOOM_SCALAR_F32:
      return 8;
    default:
      return 15;
    }
}

static char *
format_scalar (LoomScalar    scalar,
               gconstpointer data,
               guint         digits)
{
  gint64 i;
  guint64 u;

  switch (scalar)
    {
    case LOOM_SCALAR_I64:
      memcpy (&i, data, sizeof i);
      return g_strdup_printf ("%" G_GINT64_FORMAT, i);
    case LOOM_SCALAR_U64:
      memcpy (&u, data, sizeof u);
      return g_strdup_printf ("%" G_GUINT64_FORMAT, u);
    case LOOM_SCALAR_BOOL:
      return g_strdup (*(const guint8 *) data != 0 ? "true" : "false");
    default:
      return loom_number_format (loom_scalar_to_double (scalar, data),
                                 loom_scalar_is_float (scalar) ? digits : 17);
    }
}

static char *
format_bytes (const guint8 *data,
              guint         size)
{
  GString *text = g_string_new ("0x");

  for (guint i = 0; i < MIN (size, BYTES_SHOWN); i++)
    g_string_append_printf (text, "%02x", data[i]);
  if (size > BYTES_SHOWN)
    g_string_append (text, "…");
  return g_string_free (text, FALSE);
}

/**
 * loom_number_format_cell:
 * @type: the type of the cell
 * @cell: its bytes
 *
 * The whole value of a cell: all components of a vector in parentheses, the members of a struct
 * with their names, or its first bytes where they are not known.
 *
 * Returns: (transfer full): the text
 */
char *
loom_number_format_cell (const LoomType *type,
                         gconstpointer   cell)
{
  guint step = loom_scalar_size (type->scalar);
  GString *text;

  if (type->record != NULL)
    return loom_record_format_cell (type->record, cell, loom_number_format_cell);
  if (type->scalar == LOOM_SCALAR_BYTES)
    return format_bytes (cell, type->size);
  if (type->lanes <= 1)
    return format_scalar (type->scalar, cell, scalar_digits (type->scalar));

  text = g_string_new ("(");
  for (guint i = 0; i < type->lanes; i++)
    {
      g_autofree char *part = format_scalar (type->scalar, (const guint8 *) cell + i * step,
                                             scalar_digits (type->scalar));
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", part);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/**
 * loom_number_format_short:
 * @scalar: a number
 * @data: its bytes
 *
 * A number in few ASCII characters.
 *
 * Returns: (transfer full): the text
 */
char *
loom_number_format_short (LoomScalar    scalar,
                          gconstpointer data)
{
  if (scalar == LOOM_SCALAR_BYTES)
    return g_strdup_printf ("%u", *(const guint8 *) data);
  if (scalar == LOOM_SCALAR_BOOL)
    return g_strdup (*(const guint8 *) data != 0 ? "1" : "0");
  return format_scalar (scalar, data, 4);
}
