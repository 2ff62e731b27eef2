/* test-arithmetic.c: whole numbers as they are typed into fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-arithmetic.h"
#include "loom-error.h"

static void
test_computes_as_c_does (void)
{
  static const struct { const char *text; guint64 value; } rows[] = {
    { "16", 16 }, { " 16 ", 16 }, { "+16", 16 }, { "16*2", 32 }, { "1<<10", 1024 },
    { "(1000+255)/256", 4 }, { "2*(3+4)", 14 }, { "0x10", 16 }, { "0XfF", 255 },
    { "7/2", 3 }, { "-7/-2", 3 }, { "7%4", 3 }, { "2+3*4", 14 }, { "1<<2+1", 8 },
    { "6&3|8", 10 }, { "5^1&3", 4 }, { "~-6", 5 }, { "10-3-2", 5 }, { "-(-8)", 8 },
    { "64/4/2", 8 }, { "4294967295", G_MAXUINT32 }, { "18446744073709551615", G_MAXUINT64 },
    { "1<<63", G_GUINT64_CONSTANT (1) << 63 }, { "\t( ( 5 ) )", 5 }, { "0xe+1", 15 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 value = 0;

      g_test_message ("%s", rows[i].text);
      loom_arithmetic_evaluate (rows[i].text, 1, G_MAXUINT64, &value, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (value, ==, rows[i].value);
    }
}

/* What it says is what stands under the field. */
static void
test_says_why_not (void)
{
  static const struct { const char *text, *why; } rows[] = {
    { "", "a number is missing" },
    { "  ", "a number is missing" },
    { "abc", "“abc” is not a whole number" },
    { "1.5", "“1.5” is not a whole number" },
    { "1e3", "“1e3” is not a whole number" },
    { "1 000", "“1 000” is not a whole number" },
    { "16×2", "“16×2” is not a whole number" },
    { "16,2", "“16,2” is not a whole number" },
    { "16u", "“16u” is not a whole number" },
    { "0x", "“0x” is not a whole number" },
    { "2<3", "“2<3” is not a whole number" },
    { "0", "0 is too small; the minimum is 1" },
    { "-3", "-3 is too small; the minimum is 1" },
    { "2-5", "-3 is too small; the minimum is 1" },
    { "99999999999", "99999999999 is too large; the maximum is 4294967295" },
    { "1<<40", "1099511627776 is too large; the maximum is 4294967295" },
    { "99999999999999999999999999999999999999999999",
      "99999999999999999999999999999999999999999999 is too large; the maximum is 4294967295" },
    { "99999999999999999999*1", "“99999999999999999999*1” needs more than 64 bits on its way" },
    { "(1<<63)*4/8", "“(1<<63)*4/8” needs more than 64 bits on its way" },
    { "18446744073709551615*18446744073709551615*0",
      "“18446744073709551615*18446744073709551615*0” needs more than 64 bits on its way" },
    { "1/0", "“1/0” divides by 0" },
    { "1%(2-2)", "“1%(2-2)” divides by 0" },
    { "1<<64", "“1<<64” shifts by less than 0 bits or by more than 63" },
    { "1>>-1", "“1>>-1” shifts by less than 0 bits or by more than 63" },
    { "16*", "“16*” is missing a value" },
    { "*16", "“*16” is missing a value" },
    { "2**3", "“2**3” is missing a value" },
    { "()", "“()” is missing a value" },
    { "(2", "“(2” has a “(” without its “)”" },
    { "2)", "“2)” has a “)” without its “(”" },
    { "010", "“010” has a number that begins with 0, which C reads with base 8; leave the 0 out" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 value = 77;

      g_assert_false (loom_arithmetic_evaluate (rows[i].text, 1, G_MAXUINT32, &value, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
      g_assert_cmpstr (error->message, ==, rows[i].why);
      g_assert_cmpuint (value, ==, 77);
    }
}

static void
test_computes_lists (void)
{
  static const struct { const char *text, *list, *why; } rows[] = {
    { "16", "16" }, { "8*2, 64", "16,64" }, { " 1 ,2,3,4", "1,2,3,4" },
    { "", NULL, "a number is missing" }, { "16,", NULL, "a number is missing" },
    { ",16", NULL, "a number is missing" }, { "16,a", NULL, "“a” is not a whole number" },
    { "16x16", NULL, "“16x16” is not a whole number" },
    { "(1,2)", NULL, "“(1” has a “(” without its “)”" },
    { "0,1", NULL, "0 is too small; the minimum is 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *list = loom_arithmetic_dup_list (rows[i].text, NULL, 1, G_MAXINT64,
                                                        &error);

      g_assert_cmpstr (list, ==, rows[i].list);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, rows[i].why);
    }
}

static void
test_extents_have_names (void)
{
  static const struct { const char *text, *list, *why; } rows[] = {
    { "rows", "30" }, { "planes, rows/2 ,cols*2", "7,15,80" }, { "size", "8400" },
    { "(rows+15)/16, cols%7", "2,5" }, { "rows-30", NULL, "0 is too small; the minimum is 1" },
    { "row", NULL, "“row” is not a number: there are cols, rows, planes and size, which are those of "
                   "the main array" },
    { "size*size*size*size*size", NULL, "“size*size*size*size*size” needs more than 64 bits on its "
                                        "way" },
    { "rows2", NULL, "“rows2” is not a number: there are cols, rows, planes and size, which are those "
                     "of the main array" },
    { "rows cols", NULL, "“rows cols” is not a whole number" },
  };
  const LoomShape shape = { 3, 40, 30, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *list = loom_arithmetic_dup_list (rows[i].text, &shape, 1, G_MAXINT64,
                                                        &error);

      g_assert_cmpstr (list, ==, rows[i].list);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, rows[i].why);
    }
}

static char *
repeat (const char *part,
        guint       times)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < times; i++)
    g_string_append (text, part);
  return g_string_free (text, FALSE);
}

/* A mebibyte of the worst is refused unread, and what is read is not nested without end. */
static void
test_is_bounded (void)
{
  static const char * const parts[] = { "(", "-", "~", "1+", "9", "((((1" };
  const guint times[] = { LOOM_ARITHMETIC_MAX_LENGTH / 8, LOOM_ARITHMETIC_MAX_LENGTH, 1 << 20 };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (times); j++)
      {
        g_autofree char *text = repeat (parts[i], times[j]);
        g_autoptr (GError) error = NULL;
        guint64 value;

        g_assert_false (loom_arithmetic_evaluate (text, 1, G_MAXUINT32, &value, &error));
        g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
        g_assert_cmpuint (strlen (error->message), <, 256);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/arithmetic/computes-as-c-does", test_computes_as_c_does);
  g_test_add_func ("/core/arithmetic/says-why-not", test_says_why_not);
  g_test_add_func ("/core/arithmetic/computes-lists", test_computes_lists);
  g_test_add_func ("/core/arithmetic/extents-have-names", test_extents_have_names);
  g_test_add_func ("/core/arithmetic/is-bounded", test_is_bounded);
  return g_test_run ();
}
