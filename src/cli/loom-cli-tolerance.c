/* loom-cli-tolerance.c: whether two arrays are equal, and where they differ first
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-tolerance.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* A number that is neither negative nor missing, up to `end`. */
static gboolean
parse_margin (const char  *text,
              const char **end,
              double      *margin)
{
  *margin = g_ascii_strtod (text, (char **) end);

  return *end != text && *margin >= 0;
}

/**
 * loom_cli_tolerance_parse:
 * @text: `exact`, `bits`, `ulp:N` or `abs:A,rel:R`
 * @tolerance: (out): what it says
 *
 * Reads a tolerance as recorded cases write it.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE`
 */
gboolean
loom_cli_tolerance_parse (const char        *text,
                          LoomCliTolerance  *tolerance,
                          GError           **error)
{
  const char *end;

  *tolerance = (LoomCliTolerance) { LOOM_CLI_EXACT, };

  if (strcmp (text, "exact") == 0)
    return TRUE;

  tolerance->kind = LOOM_CLI_BITS;

  if (strcmp (text, "bits") == 0)
    return TRUE;

  tolerance->kind = LOOM_CLI_ULPS;

  if (g_str_has_prefix (text, "ulp:") &&
      g_ascii_string_to_unsigned (text + 4, 10, 0, G_MAXUINT32, &tolerance->ulps, NULL))
    return TRUE;

  tolerance->kind = LOOM_CLI_NEAR;

  if (g_str_has_prefix (text, "abs:") && parse_margin (text + 4, &end, &tolerance->absolute) &&
      g_str_has_prefix (end, ",rel:") && parse_margin (end + 5, &end, &tolerance->relative) &&
      *end == '\0')
    return TRUE;

  return loom_fail (error, LOOM_ERROR_FILE, _("“%s” is not a tolerance"), text);
}

static guint64
get_bits (const guint8 *data,
          gsize         size)
{
  guint64 bits = 0;

  memcpy (&bits, data, MIN (size, sizeof bits));    /* little endian, as the files are */

  return bits;
}

static gboolean
floats_equal (LoomScalar              scalar,
              const guint8           *expected,
              const guint8           *got,
              const LoomCliTolerance *tolerance)
{
  const gsize size = loom_scalar_size (scalar);
  const double x = loom_scalar_to_double (scalar, expected), y = loom_scalar_to_double (scalar,
                                                                                        got);

  if (isnan (x) || isnan (y))
    return isnan (x) && isnan (y);

  switch (tolerance->kind)
    {
    case LOOM_CLI_ULPS:
      return loom_scalar_distance (scalar, expected, got) <= tolerance->ulps;

    case LOOM_CLI_NEAR:
      if (isinf (x) || isinf (y))
        return x == y;

      return fabs (y - x) <= tolerance->absolute + tolerance->relative * fabs (x);

    case LOOM_CLI_EXACT:
    default:
      return memcmp (expected, got, size) == 0;
    }
}

static gboolean
elements_equal (LoomScalar              scalar,
                gsize                   size,
                const guint8           *expected,
                const guint8           *got,
                const LoomCliTolerance *tolerance)
{
  if (!loom_scalar_is_float (scalar) || tolerance->kind == LOOM_CLI_BITS)
    return memcmp (expected, got, size) == 0;

  return floats_equal (scalar, expected, got, tolerance);
}

static char *
format_element (LoomScalar    scalar,
                gsize         size,
                const guint8 *data)
{
  const guint64 bits = get_bits (data, size);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (loom_scalar_is_float (scalar))
    {
      g_ascii_dtostr (number, sizeof number, loom_scalar_to_double (scalar, data));
      return g_strdup_printf ("%s (0x%0*" G_GINT64_MODIFIER "x)", number, (int) (2 * size), bits);
    }

  switch (scalar)
    {
    case LOOM_SCALAR_I8:
    case LOOM_SCALAR_I16:
    case LOOM_SCALAR_I32:
    case LOOM_SCALAR_I64:
      return g_strdup_printf ("%" G_GINT64_FORMAT " (0x%0*" G_GINT64_MODIFIER "x)",
                              (gint64) (bits << (64 - 8 * size)) >> (64 - 8 * size),
                              (int) (2 * size), bits);

    default:
      return g_strdup_printf ("%" G_GUINT64_FORMAT " (0x%0*" G_GINT64_MODIFIER "x)", bits,
                              (int) (2 * size), bits);
    }
}

/* A file that says u2 may mean bfloat16, which NumPy has no word for. */
static LoomScalar
get_scalar (const LoomArray        *expected,
            const LoomCliTolerance *tolerance)
{
  const LoomType *type = loom_array_get_cell_type (expected);

  if (tolerance->as_bf16 && loom_scalar_size (type->scalar) == 2)
    return LOOM_SCALAR_BF16;

  return type->scalar;
}

/**
 * loom_cli_tolerance_compare:
 * @expected: what was recorded
 * @got: what a run left
 * @tolerance: when two numbers count as equal
 *
 * Compares two arrays number by number, whatever their shapes, in the order of memory.
 *
 * Returns: (transfer full) (nullable): %NULL if they are equal, else the first difference and
 * how many there are
 */
char *
loom_cli_tolerance_compare (const LoomArray        *expected,
                  const LoomArray        *got,
                  const LoomCliTolerance *tolerance)
{
  const LoomScalar scalar = get_scalar (expected, tolerance);
  const gsize size = scalar == LOOM_SCALAR_BYTES ? 1 : loom_scalar_size (scalar);
  gsize length, got_length, first = 0, differ = 0;
  const guint8 *a = g_bytes_get_data (loom_array_get_bytes (expected), &length);
  const guint8 *b = g_bytes_get_data (loom_array_get_bytes (got), &got_length);
  g_autofree char *a_text = NULL;
  g_autofree char *b_text = NULL;

  if (length != got_length)
    return g_strdup_printf (_("%1$zu bytes expected, got %2$zu"),
                            length, got_length);

  for (gsize i = 0; i < length / size; i++)
    if (!elements_equal (scalar, size, a + i * size, b + i * size, tolerance) && differ++ == 0)
      first = i;

  if (differ == 0)
    return NULL;

  a_text = format_element (scalar, size, a + first * size);
  b_text = format_element (scalar, size, b + first * size);

  return g_strdup_printf (
      ngettext ("element %1$zu: expected %2$s, got %3$s; %4$zu of %5$zu differs",
                "element %1$zu: expected %2$s, got %3$s; %4$zu of %5$zu differ", differ),
      first, a_text, b_text, differ, length / size);
}
