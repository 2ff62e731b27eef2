/* test-dim3.c: extents, their volume, numbering and text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-dim3.h"
#include "loom-error.h"

static const struct
{
  const char *text;
  LoomDim3    expected;
  guint       rank;             /* 0: refused */
} parse_rows[] = {
  { "1", { 1, 1, 1 }, 1 },
  { "16,8", { 16, 8, 1 }, 2 },
  { " 16 , 8 , 4 ", { 16, 8, 4 }, 3 },
  { "4294967295", { G_MAXUINT32, 1, 1 }, 1 },
  { "+5", { 5, 1, 1 }, 1 },
  { "4294967296", { 0 }, 0 },
  { "0", { 0 }, 0 },
  { "-0", { 0 }, 0 },
  { "-1", { 0 }, 0 },
  { "", { 0 }, 0 },
  { ",", { 0 }, 0 },
  { "1,", { 0 }, 0 },
  { "1,2,3,4", { 0 }, 0 },
  { "1;2", { 0 }, 0 },
  { "1,5.0", { 0 }, 0 },
  { "1e3", { 0 }, 0 },
  { "0x8", { 0 }, 0 },
  { "010", { 0 }, 0 },
  { "18446744073709551616", { 0 }, 0 },
  { "99999999999999999999999999999999999999999999999999999999999999999999999999999999", { 0 }, 0 },
  { "\xff\xfe", { 0 }, 0 },
};

static void
test_parse (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (parse_rows); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomDim3 dim3 = { 9, 9, 9 };
      guint rank = 9;
      gboolean ok = loom_dim3_parse (parse_rows[i].text, &dim3, &rank, &error);

      g_test_message ("%u: %s", i, error != NULL ? error->message : "");
      g_assert_cmpint (ok, ==, parse_rows[i].rank > 0);
      if (ok)
        {
          g_assert_true (loom_dim3_equal (&dim3, &parse_rows[i].expected));
          g_assert_cmpuint (rank, ==, parse_rows[i].rank);
        }
      else
        {
          g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
          g_assert_true (g_utf8_validate (error->message, -1, NULL));
          g_assert_cmpuint (dim3.x, ==, 9);
        }
    }
}

static void
test_format_reads_back (void)
{
  static const LoomDim3 rows[] =
    { { 1, 1, 1 }, { 5, 1, 1 }, { 1, 5, 1 }, { 1, 1, 5 }, { 2, 3, 4 }, { G_MAXUINT32, 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = loom_dim3_format (&rows[i]);
      LoomDim3 read;

      g_assert_true (loom_dim3_parse (text, &read, NULL, NULL));
      g_assert_true (loom_dim3_equal (&read, &rows[i]));
    }
}

static void
test_volume_overflow (void)
{
  LoomDim3 fits = { G_MAXUINT32, G_MAXUINT32, 1 }, overflows = { G_MAXUINT32, G_MAXUINT32, 2 };
  guint64 volume = 7;

  g_assert_false (loom_dim3_volume (&overflows, &volume));
  g_assert_cmpuint (volume, ==, 7);
  g_assert_true (loom_dim3_volume (&fits, &volume));
  g_assert_cmpuint (volume, ==, (guint64) G_MAXUINT32 * G_MAXUINT32);
}

static void
test_numbering_is_x_first (void)
{
  LoomDim3 extent = { 3, 4, 5 };
  guint64 expected = 0;

  for (guint32 z = 0; z < 5; z++)
    {
      for (guint32 y = 0; y < 4; y++)
        {
          for (guint32 x = 0; x < 3; x++, expected++)
            {
              LoomDim3 position = { x, y, z };
              LoomDim3 back = loom_dim3_unpack (&extent, expected);

              g_assert_true (loom_dim3_equal (&back, &position));
            }
        }
    }
}

static void
test_cover_rounds_up (void)
{
  static const struct { guint32 range, block, grid; } rows[] = {
    { 1, 1, 1 }, { 100, 16, 7 }, { 96, 16, 6 }, { 1, 1024, 1 }, { G_MAXUINT32, 1, G_MAXUINT32 },
    { G_MAXUINT32, 2, 0x80000000 }, { G_MAXUINT32, G_MAXUINT32, 1 },
  };
  LoomDim3 zero = { 1, 0, 1 }, one = { 1, 1, 1 }, grid;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomDim3 range = { 1, rows[i].range, 1 }, block = { 1, rows[i].block, 1 };

      g_assert_true (loom_dim3_cover (&range, &block, &grid));
      g_assert_cmpuint (grid.y, ==, rows[i].grid);
    }
  g_assert_false (loom_dim3_cover (&one, &zero, &grid));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/dim3/parse", test_parse);
  g_test_add_func ("/core/dim3/format-reads-back", test_format_reads_back);
  g_test_add_func ("/core/dim3/volume-overflow", test_volume_overflow);
  g_test_add_func ("/core/dim3/numbering-is-x-first", test_numbering_is_x_first);
  g_test_add_func ("/core/dim3/cover-rounds-up", test_cover_rounds_up);

  return g_test_run ();
}
