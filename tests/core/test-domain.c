/* test-domain.c: which cells should be written, as text and back; how far numbers are apart
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-cells.h"
#include "loom-deviation.h"
#include "loom-domain.h"
#include "loom-error.h"

#include <math.h>
#include <string.h>

static void
test_presets_are_written_as_conditions (void)
{
  static const struct
  {
    LoomDomainKind  kind;
    guint64         number;
    guint           rank;
    const char     *text;
  } rows[] = {
    { LOOM_DOMAIN_FULL, 0, 3, "1" },
    { LOOM_DOMAIN_INTERIOR, 2, 1, "x >= 2 && x < cols - 2" },
    { LOOM_DOMAIN_INTERIOR, 1, 2, "x >= 1 && x < cols - 1 && y >= 1 && y < rows - 1" },
    { LOOM_DOMAIN_STRIDED, 3, 2, "x % 3 == 0 && y % 3 == 0" },
    { LOOM_DOMAIN_LOWER, 0, 2, "x <= y" },
    { LOOM_DOMAIN_UPPER, 0, 2, "x >= y" },
    { LOOM_DOMAIN_BAND, 4, 2, "x - y <= 4 && y - x <= 4" },
    { LOOM_DOMAIN_CHECKERBOARD, 0, 2, "(x + y) % 2 == 0" },
    { LOOM_DOMAIN_CHECKERBOARD, 0, 3, "(x + y + z) % 2 == 0" },
    { LOOM_DOMAIN_FILE, 0, 2, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = loom_domain_format (rows[i].kind, rows[i].number, rows[i].rank);
      LoomDomain domain;

      g_assert_cmpstr (text, ==, rows[i].text);
      if (text == NULL)
        continue;
      loom_domain_read (&domain, text, rows[i].rank);
      g_assert_cmpint (domain.kind, ==, rows[i].kind);
      if (loom_domain_has_number (rows[i].kind))
        g_assert_cmpuint (domain.number, ==, rows[i].number);
    }
}

static void
test_conditions_are_known_as_presets (void)
{
  static const struct
  {
    const char     *text;
    guint           rank;
    LoomDomainKind  kind;
    guint64         number;
    const char     *rest;
  } rows[] = {
    { NULL, 2, LOOM_DOMAIN_NONE, 0, NULL },
    { "x>=y", 2, LOOM_DOMAIN_UPPER, 0, NULL },
    { "x > 0 && x < cols - 1 && y > 0 && y < rows - 1", 2, LOOM_DOMAIN_INTERIOR, 1, NULL },
    { "x > 0 && x < cols - 2 && y > 0 && y < rows - 1", 2, LOOM_DOMAIN_EXPRESSION, 0,
      "x > 0 && x < cols - 2 && y > 0 && y < rows - 1" },
    { "x - y <= 0 && y - x <= 0", 2, LOOM_DOMAIN_BAND, 0, NULL },
    { "x % 2 == 0", 1, LOOM_DOMAIN_STRIDED, 2, NULL },
    { "x % 2 == 0", 2, LOOM_DOMAIN_EXPRESSION, 0, "x % 2 == 0" },
    { "x >= y || x == 3", 2, LOOM_DOMAIN_EXPRESSION, 0, "x >= y || x == 3" },
    { "file: m.npy", 2, LOOM_DOMAIN_FILE, 0, "m.npy" },
    { "cells:", 2, LOOM_DOMAIN_CELLS, 0, "" },
    { "cells:0:1", 2, LOOM_DOMAIN_CELLS, 0, "0:1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomDomain domain;

      loom_domain_read (&domain, rows[i].text, rows[i].rank);
      g_assert_cmpint (domain.kind, ==, rows[i].kind);
      g_assert_cmpuint (domain.number, ==, rows[i].number);
      g_assert_cmpstr (domain.rest, ==, rows[i].rest);
    }
}

static void
test_cells_come_back_as_they_were (void)
{
  static const LoomShape shapes[] = { { 1, 37, 1, 1 }, { 2, 9, 7, 1 }, { 3, 5, 4, 3 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);

  for (guint i = 0; i < 300; i++)
    {
      const LoomShape *shape = &shapes[i % G_N_ELEMENTS (shapes)];
      guint8 mask[64] = { 0 }, again[64] = { 0 };
      g_autofree char *text = NULL;
      guint64 cells;

      g_assert_true (loom_shape_cells (shape, &cells));
      for (guint64 j = 0; j < cells; j++)
        mask[j] = g_rand_int_range (rand, 0, 10) < (gint) (i % 11);
      text = loom_cells_format (mask, shape);
      g_assert_true (loom_cells_parse (text, shape, again, NULL));
      g_assert_cmpmem (mask, sizeof mask, again, sizeof again);
    }
}

static void
test_rows_that_are_the_same_stand_together (void)
{
  static const LoomShape shape = { 2, 4, 4, 1 };
  static const guint8 mask[] = { 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0 };
  g_autofree char *text = loom_cells_format (mask, &shape);

  g_assert_cmpstr (text, ==, "0-1:0-1 0-1:3 3:2");
}

static void
test_cells_beyond_the_array_count_for_nothing (void)
{
  static const LoomShape shape = { 2, 3, 2, 1 };
  static const guint8 wanted[] = { 0, 0, 0, 0, 0, 1 };
  guint8 mask[6] = { 0 };

  g_assert_true (loom_cells_parse ("1-900:2-9223372036854775807 7:0-2 0:9", &shape, mask, NULL));
  g_assert_cmpmem (mask, sizeof mask, wanted, sizeof wanted);
}

static void
test_what_is_no_box_is_named (void)
{
  static const char * const wrong[] = {
    "3", "1:2:3", "a:1", "1:b", "2-1:0", ":", "1:", "-1:0", "0:0-", "0:0,1", "0:99999999999999999999",
  };
  static const LoomShape shape = { 2, 4, 4, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (loom_cells_parse (wrong[i], &shape, NULL, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_nonnull (strstr (error->message, wrong[i]));
    }
}

static void
test_the_largest_difference_has_its_cell (void)
{
  static const float got[] = { 1, 2.5f, 1000, 0.25f };
  static const float wanted[] = { 1, 2, 1001, 0 };
  LoomDeviation deviation = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (got); i++)
    loom_deviation_add (&deviation, i, LOOM_SCALAR_F32, &got[i], &wanted[i]);
  g_assert_cmpfloat (deviation.absolute, ==, 1);
  g_assert_cmpuint (deviation.absolute_cell, ==, 2);
  g_assert_cmpfloat (deviation.relative, ==, 0.25);
  g_assert_cmpuint (deviation.relative_cell, ==, 1);
  g_assert_cmpuint (deviation.ulps, ==, 0x3e800000);
  g_assert_cmpuint (deviation.ulps_cell, ==, 3);
}

static void
test_of_parts_the_first_counts (void)
{
  LoomDeviation whole = { 0 };

  loom_deviation_join (&whole, &(LoomDeviation) { 1, 0.5, 3, 10, 11, 12 });
  loom_deviation_join (&whole, &(LoomDeviation) { 1, 0.75, 3, 20, 21, 22 });
  loom_deviation_join (&whole, &(LoomDeviation) { 0 });
  g_assert_cmpfloat (whole.absolute, ==, 1);
  g_assert_cmpuint (whole.absolute_cell, ==, 10);
  g_assert_cmpfloat (whole.relative, ==, 0.75);
  g_assert_cmpuint (whole.relative_cell, ==, 21);
  g_assert_cmpuint (whole.ulps, ==, 3);
  g_assert_cmpuint (whole.ulps_cell, ==, 12);
}

/* Four digits tell how far apart numbers are, and the cell where. */
static void
test_differences_in_words (void)
{
  static const float got[] = { 1, 12345.678f }, wanted[] = { 3, 11111.111f };
  const LoomShape shape = { 2, 2, 1, 1 };
  LoomDeviation deviation = { 0 };
  g_autofree char *none = loom_deviation_dup_absolute (&deviation, &shape);
  g_autofree char *absolute = NULL, *relative = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (got); i++)
    loom_deviation_add (&deviation, i, LOOM_SCALAR_F32, &got[i], &wanted[i]);
  absolute = loom_deviation_dup_absolute (&deviation, &shape);
  relative = loom_deviation_dup_relative (&deviation, &shape);
  g_assert_null (none);
  g_assert_cmpstr (absolute, ==, "1235, row 0, column 1");
  g_assert_cmpstr (relative, ==, "0.6667, row 0, column 0");
}

static void
test_no_number_is_infinitely_far (void)
{
  const double none = NAN, one = 1;
  LoomDeviation deviation = { 0 };

  loom_deviation_add (&deviation, 5, LOOM_SCALAR_F64, &none, &none);
  g_assert_cmpfloat (deviation.absolute, ==, 0);
  loom_deviation_add (&deviation, 7, LOOM_SCALAR_F64, &none, &one);
  g_assert_true (isinf (deviation.absolute) && isinf (deviation.relative));
  g_assert_cmpuint (deviation.ulps, ==, LOOM_NO_DISTANCE);
  g_assert_cmpuint (deviation.absolute_cell, ==, 7);
}

static void
test_whole_numbers_of_64_bits_are_not_rounded (void)
{
  const gint64 low = G_MININT64, high = G_MAXINT64, near = G_MAXINT64 - 3;
  LoomDeviation deviation = { 0 };

  loom_deviation_add (&deviation, 0, LOOM_SCALAR_I64, &high, &near);
  g_assert_cmpfloat (deviation.absolute, ==, 3);
  g_assert_cmpuint (deviation.ulps, ==, 0);
  loom_deviation_add (&deviation, 1, LOOM_SCALAR_I64, &low, &high);
  g_assert_cmpfloat (deviation.absolute, ==, 18446744073709551615.0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/domain/presets-are-written-as-conditions",
                   test_presets_are_written_as_conditions);
  g_test_add_func ("/core/domain/conditions-are-known-as-presets",
                   test_conditions_are_known_as_presets);
  g_test_add_func ("/core/domain/cells-come-back-as-they-were", test_cells_come_back_as_they_were);
  g_test_add_func ("/core/domain/rows-that-are-the-same-stand-together",
                   test_rows_that_are_the_same_stand_together);
  g_test_add_func ("/core/domain/cells-beyond-the-array-count-for-nothing",
                   test_cells_beyond_the_array_count_for_nothing);
  g_test_add_func ("/core/domain/what-is-no-box-is-named", test_what_is_no_box_is_named);
  g_test_add_func ("/core/deviation/the-largest-difference-has-its-cell",
                   test_the_largest_difference_has_its_cell);
  g_test_add_func ("/core/deviation/of-parts-the-first-counts", test_of_parts_the_first_counts);
  g_test_add_func ("/core/deviation/differences-in-words", test_differences_in_words);
  g_test_add_func ("/core/deviation/no-number-is-infinitely-far",
                   test_no_number_is_infinitely_far);
  g_test_add_func ("/core/deviation/whole-numbers-of-64-bits-are-not-rounded",
                   test_whole_numbers_of_64_bits_are_not_rounded);

  return g_test_run ();
}
