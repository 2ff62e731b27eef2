/* test-scalar-text.c: numbers as bytes of a CUDA type
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-scalar-text.h"

#include <math.h>

static const struct
{
  const char *text;
  LoomScalar  scalar;
  gboolean    ok;
  guint64     bits;
} rows[] = {
  { "7", LOOM_SCALAR_I32, TRUE, 7 },
  { " -1 ", LOOM_SCALAR_I32, TRUE, G_GUINT64_CONSTANT (0xffffffffffffffff) },
  { "0x1F", LOOM_SCALAR_U8, TRUE, 31 },
  { "255", LOOM_SCALAR_U8, TRUE, 255 },
  { "256", LOOM_SCALAR_U8, FALSE, 0 },
  { "-1", LOOM_SCALAR_U8, FALSE, 0 },
  { "-128", LOOM_SCALAR_I8, TRUE, G_GUINT64_CONSTANT (0xffffffffffffff80) },
  { "200", LOOM_SCALAR_I8, FALSE, 0 },
  { "40000", LOOM_SCALAR_I16, FALSE, 0 },
  { "-32768", LOOM_SCALAR_I16, TRUE, G_GUINT64_CONSTANT (0xffffffffffff8000) },
  { "2147483648", LOOM_SCALAR_I32, FALSE, 0 },
  { "18446744073709551615", LOOM_SCALAR_U64, TRUE, G_MAXUINT64 },
  { "-9223372036854775808", LOOM_SCALAR_I64, TRUE, G_GUINT64_CONSTANT (0x8000000000000000) },
  { "9007199254740993", LOOM_SCALAR_I64, TRUE, G_GUINT64_CONSTANT (9007199254740993) },
  { "1e3", LOOM_SCALAR_I32, TRUE, 1000 },
  { "1.5", LOOM_SCALAR_I32, FALSE, 0 },
  { "1.5", LOOM_SCALAR_F32, TRUE, 0x3fc00000 },
  { "1.5f", LOOM_SCALAR_F32, TRUE, 0x3fc00000 },
  { "1,5", LOOM_SCALAR_F32, FALSE, 0 },
  { "0.1", LOOM_SCALAR_F64, TRUE, G_GUINT64_CONSTANT (0x3fb999999999999a) },
  { "true", LOOM_SCALAR_BOOL, TRUE, 1 },
  { "2", LOOM_SCALAR_BOOL, TRUE, 1 },
  { "cols", LOOM_SCALAR_I32, FALSE, 0 },
  { "2 * 3", LOOM_SCALAR_I32, FALSE, 0 },
  { "", LOOM_SCALAR_I32, FALSE, 0 },
  { "65504", LOOM_SCALAR_F16, TRUE, 0x7bff },
};

static void
test_numbers_are_read (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomScalarBits bits = { .u64 = 0 };
      gboolean ok = loom_scalar_text_parse (rows[i].text, rows[i].scalar, &bits);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (ok, ==, rows[i].ok);
      if (ok)
        g_assert_cmphex (bits.u64, ==, rows[i].bits);
    }
}

static void
test_halves_are_rounded_to_even (void)
{
  static const struct
  {
    double  value;
    guint16 half, bfloat;
  } values[] = {
    { 0.0, 0x0000, 0x0000 },         { -0.0, 0x8000, 0x8000 },
    { 1.0, 0x3c00, 0x3f80 },         { -2.0, 0xc000, 0xc000 },
    { 65504, 0x7bff, 0x4780 },       { 65519.999, 0x7bff, 0x4780 },
    { 65520, 0x7c00, 0x4780 },       { 1e300, 0x7c00, 0x7f80 },
    { 0x1p-24, 0x0001, 0x3380 },     { 0x1p-25, 0x0000, 0x3300 },
    { 0x1.8p-24, 0x0002, 0x33c0 },   { 1 + 0x1p-11, 0x3c00, 0x3f80 },
    { 1 + 0x3p-11, 0x3c02, 0x3f80 }, { 1 + 0x1p-8, 0x3c04, 0x3f80 },
    { 1 + 0x3p-8, 0x3c0c, 0x3f82 },  { 0x1p-133, 0x0000, 0x0001 },
    { INFINITY, 0x7c00, 0x7f80 },    { -INFINITY, 0xfc00, 0xff80 },
    { 0x1.ffcp-15, 0x0400, 0x3880 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_assert_cmphex (loom_half_from_double (values[i].value), ==, values[i].half);
      g_assert_cmphex (loom_bfloat_from_double (values[i].value), ==, values[i].bfloat);
    }
}

/* Every half survives the way out and back. */
static void
test_every_half_comes_back (void)
{
  for (guint bits = 0; bits < 0x10000; bits++)
    {
      guint16 half = (guint16) bits;
      double value = loom_scalar_to_double (LOOM_SCALAR_F16, &half);
      double wide = loom_scalar_to_double (LOOM_SCALAR_BF16, &half);

      if (!isnan (value))
        g_assert_cmphex (loom_half_from_double (value), ==, half);
      if (!isnan (wide))
        g_assert_cmphex (loom_bfloat_from_double (wide), ==, half);
    }
}

static void
test_conversions_saturate (void)
{
  LoomScalarBits bits;

  loom_scalar_from_double (1e30, LOOM_SCALAR_I32, &bits);
  g_assert_cmpint (bits.i32, ==, G_MAXINT32);
  loom_scalar_from_double (-1e30, LOOM_SCALAR_I64, &bits);
  g_assert_true (bits.i64 == G_MININT64);
  loom_scalar_from_double (-1, LOOM_SCALAR_U16, &bits);
  g_assert_cmpuint (bits.u16, ==, 0);
  loom_scalar_from_double (NAN, LOOM_SCALAR_I8, &bits);
  g_assert_cmpint (bits.i8, ==, 0);
  loom_scalar_from_double (1e30, LOOM_SCALAR_U64, &bits);
  g_assert_true (bits.u64 == G_MAXUINT64);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/scalar-text/numbers-are-read", test_numbers_are_read);
  g_test_add_func ("/core/scalar-text/halves-are-rounded-to-even",
                   test_halves_are_rounded_to_even);
  g_test_add_func ("/core/scalar-text/every-half-comes-back", test_every_half_comes_back);
  g_test_add_func ("/core/scalar-text/conversions-saturate", test_conversions_saturate);

  return g_test_run ();
}
