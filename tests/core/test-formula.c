/* test-formula.c: what is wrong with values and fills as they are typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-formula.h"

static gboolean
check_fill (const char  *text,
            LoomScalar   scalar,
            GError     **error)
{
  const LoomType type = loom_type_of (scalar, 1);
  LoomFill fill = { 0 };
  gboolean good;

  g_assert_true (loom_fill_parse (text, &fill, NULL));
  good = loom_formula_check_fill (&fill, &type, error);
  loom_fill_clear (&fill);
  return good;
}

/* What a compiler takes must never be refused. */
static void
test_takes_what_compiles (void)
{
  static const struct { LoomScalar scalar; const char *text, *value; } values[] = {
    { LOOM_SCALAR_I32, " 7 ", "7" }, { LOOM_SCALAR_I32, "-7" }, { LOOM_SCALAR_I32, "1e3" },
    { LOOM_SCALAR_I32, "0x1F" }, { LOOM_SCALAR_I32, "16*2", "32" },
    { LOOM_SCALAR_I32, "2-5", "-3" },
    { LOOM_SCALAR_I32, "cols" }, { LOOM_SCALAR_I32, "cols*rows" }, { LOOM_SCALAR_I32, "INT_MAX" },
    { LOOM_SCALAR_I32, "(int) sizeof(float) * size" }, { LOOM_SCALAR_I32, "cols > 3 ? 1 : -1" },
    { LOOM_SCALAR_I32, "'a'" }, { LOOM_SCALAR_I32, "min (cols, rows)" },
    { LOOM_SCALAR_I32, "static_cast<int>(2.5f)" }, { LOOM_SCALAR_U8, "255" },
    { LOOM_SCALAR_I64, "-9223372036854775807-1", "-9223372036854775808" },
    { LOOM_SCALAR_U64, "1<<63", "9223372036854775808" },
    { LOOM_SCALAR_U32, "(unsigned int) cols << 2 | 1" }, { LOOM_SCALAR_BOOL, "true" },
    { LOOM_SCALAR_BOOL, "!(cols == rows)" }, { LOOM_SCALAR_BOOL, "cols != rows && !false" },
    { LOOM_SCALAR_F32, "1.5f" }, { LOOM_SCALAR_F32, "1.f / 3" }, { LOOM_SCALAR_F32, "-.5f * cols" },
    { LOOM_SCALAR_F64, "M_PI / 4" }, { LOOM_SCALAR_F64, "sqrt ((double) cols)" },
    { LOOM_SCALAR_F32, "__fdividef (1, 3)" }, { LOOM_SCALAR_F32, "std::sqrt (2.f)" },
    { LOOM_SCALAR_I64, "(uint64_t) 1 << 40" }, { LOOM_SCALAR_F32, "float (cols)" },
    { LOOM_SCALAR_I32, "[&] { int k = cols; return k; } ()" }, { LOOM_SCALAR_F32, "nanf (\"\")" },
    { LOOM_SCALAR_I32, "+ - cols" }, { LOOM_SCALAR_I32, "0b101u | cols" },
    { LOOM_SCALAR_F64, "0x1p-3 * 1'000 * cols" },
  };
  static const char * const fills[] = {
    "expr:x + y", "expr: (x ^ y) & 255", "expr:x % 2 == 0 ? 1.0f : -1.0f",
    "expr:sinf (x * 0.1f) * cosf (y * 0.1f)", "expr:z*rows*cols+y*cols+x", "values:1,2.5, -3e2",
    "values:nan,inf", "zeros", "random(3)", "file:nothing.npy",
    "expr:x < 3 && y >= 2 || !(x == y)", "expr:x*x+y*y<64",
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const LoomType type = loom_type_of (values[i].scalar, 1);
      g_autoptr (GError) error = NULL;
      g_autofree char *value = loom_formula_dup_value (values[i].text, &type, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (value, ==, values[i].value != NULL ? values[i].value : values[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", fills[i]);
      check_fill (fills[i], LOOM_SCALAR_F32, &error);
      g_assert_no_error (error);
    }
}

static void
test_says_what_is_wrong_with_a_value (void)
{
  static const struct { LoomScalar scalar; const char *text, *why; } rows[] = {
    { LOOM_SCALAR_I32, "", "a number is missing" },
    { LOOM_SCALAR_I32, "abc", "“abc” is not defined here; there are cols, rows, planes, size" },
    { LOOM_SCALAR_F32, "x + 1", "“x” is not defined here; there are cols, rows, planes, size" },
    { LOOM_SCALAR_I32, "1.5", "“1.5” is not a whole number" },
    { LOOM_SCALAR_I32, "99999999999",
      "99999999999 is too large; the maximum is 2147483647" },
    { LOOM_SCALAR_I32, "-2147483649", "-2147483649 is too small; the minimum is -2147483648" },
    { LOOM_SCALAR_U8, "256", "256 is too large; the maximum is 255" },
    { LOOM_SCALAR_U8, "-1", "-1 is too small; the minimum is 0" },
    { LOOM_SCALAR_I32, "1/0", "“1/0” divides by 0" },
    { LOOM_SCALAR_I64, "1<<63",
      "9223372036854775808 is too large; the maximum is 9223372036854775807" },
    { LOOM_SCALAR_F32, "1.5.2 +", "“1.5.2 +” is not a number" },
    { LOOM_SCALAR_F32, "2 *", "“2 *” is missing a value" },
    { LOOM_SCALAR_F32, "* 2", "“* 2” is missing a value" },
    { LOOM_SCALAR_F32, "(2", "“(2” has a “(” without its “)”" },
    { LOOM_SCALAR_F32, "2)", "“2)” has a “)” without its “(”" },
    { LOOM_SCALAR_F32, "(cols]", "“(cols]” has a “]” without its “[”" },
    { LOOM_SCALAR_F32, "cols rows", "“cols rows” is missing an operator between two words" },
    { LOOM_SCALAR_F32, "2 3", "“2 3” is missing an operator between two words" },
    { LOOM_SCALAR_F32, "2;", "“2;” has a character that means nothing" },
    { LOOM_SCALAR_F32, "#", "“#” is not a number" },
    { LOOM_SCALAR_F32, "()", "“()” is missing a value" },
    { LOOM_SCALAR_I32, "010", "“010” has a number that begins with 0, which C reads with base 8; leave the 0 out" },
    { LOOM_SCALAR_F32, "-08", "“-08” has a number that begins with 0, which C reads with base 8; leave the 0 out" },
    { LOOM_SCALAR_F32, "1,5", "“1,5” has a comma; decimals are written with a point" },
    { LOOM_SCALAR_F32, "cols ? 1", "“cols ? 1” has a “?” without its “:”" },
    { LOOM_SCALAR_F32, "cols ? 1 : 2 : 3", "“cols ? 1 : 2 : 3” has a “:” without its “?”" },
    { LOOM_SCALAR_F32, "'a", "“'a” is not a number" },
    { LOOM_SCALAR_F32, "2 // two", "“2 // two” is not a number" },
    { LOOM_SCALAR_F32, "2×3", "“2×3” is not a number" },
    { LOOM_SCALAR_F32, "0b12", "“0b12” is not a number" },
    { LOOM_SCALAR_F32, "2 * 1f", "“2 * 1f” is not a number" },
    { LOOM_SCALAR_F32, "[2]", "“[2]” is missing a value" },
    { LOOM_SCALAR_F32, "{2}", "“{2}” has a character that means nothing" },
    { LOOM_SCALAR_F32, "½", "“½” is not defined here; there are cols, rows, planes, size" },
    { LOOM_SCALAR_F32, "two", "“two” is not defined here; there are cols, rows, planes, size" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const LoomType type = loom_type_of (rows[i].scalar, 1);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_null (loom_formula_dup_value (rows[i].text, &type, &error));
      g_assert_cmpstr (error->message, ==, rows[i].why);
    }
}

static void
test_says_what_is_wrong_with_a_fill (void)
{
  static const struct { LoomScalar scalar; const char *text, *why; } rows[] = {
    { LOOM_SCALAR_F32, "values:1,two", "“two” is not a number that float can hold" },
    { LOOM_SCALAR_U8, "values:1,256",
      "“256” is not a number that unsigned char can hold: whole ones from 0 to 255" },
    { LOOM_SCALAR_I64, "values:x",
      "“x” is not a number that long long can hold: whole ones from -9223372036854775808 to 9223372036854775807" },
    { LOOM_SCALAR_F32, "values:1,,2", "a number is missing" },
    { LOOM_SCALAR_F32, "expr:size",
      "“size” is not defined here; there are x, y, z, cols, rows, planes, main_cols, main_rows, main_planes" },
    { LOOM_SCALAR_F32, "expr:x +", "“x +” is missing a value" },
    { LOOM_SCALAR_F32, "expr:x +* y", "“x +* y” is missing a value" },
    { LOOM_SCALAR_F32, "expr:x y", "“x y” is missing an operator between two words" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_false (check_fill (rows[i].text, rows[i].scalar, &error));
      g_assert_cmpstr (error->message, ==, rows[i].why);
    }
}

/* Whatever is typed, pasted or half deleted has an answer. */
static void
test_survives_noise (void)
{
  static const char letters[] = "xyzcols 01.9efL'\"\\/*+-<>=?:,;()[]{}&|^!~%#@\n\xc3\x97";
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  guint refused = 0;

  for (guint i = 0; i < 20000; i++)
    {
      char text[24];
      guint length = g_test_rand_int_range (1, sizeof text);
      g_autofree char *value = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < length; j++)
        text[j] = letters[g_test_rand_int_range (0, sizeof letters - 1)];
      text[length] = '\0';
      value = loom_formula_dup_value (text, &type, &error);
      g_assert_true ((value == NULL) == (error != NULL));
      if (error != NULL)
        g_assert_true (g_utf8_validate (error->message, -1, NULL));
      refused += error != NULL;
    }
  g_assert_cmpuint (refused, >, 15000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/formula/takes-what-compiles", test_takes_what_compiles);
  g_test_add_func ("/core/formula/says-what-is-wrong-with-a-value",
                   test_says_what_is_wrong_with_a_value);
  g_test_add_func ("/core/formula/says-what-is-wrong-with-a-fill",
                   test_says_what_is_wrong_with_a_fill);
  g_test_add_func ("/core/formula/survives-noise", test_survives_noise);
  return g_test_run ();
}
