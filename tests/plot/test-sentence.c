/* test-sentence.c: pictures and cells in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plot-fixture.h"

#include <math.h>
#include <string.h>

#define PTX " Counted on the executed PTX."

static char *
describe (LoomRun  *run,
          LoomLens  lens)
{
  LoomView view;
  g_autoptr (LoomPicture) picture = NULL;

  loom_view_init (&view, run);
  view.lens = lens;
  picture = loom_picture_new (run, &view);
  return loom_picture_dup_sentence (picture);
}

/* A 1-D or 2-D array given by a character for each cell: how often it is written, a letter if it
 * should not be
 * ('a': not, 'b': once all the same). domain: whether there is one. */
typedef struct
{
  const char *cells;
  guint       cols;             /* 0: 1-D */
  gboolean    domain;
  gint64      idle;
  const char *sentence;
} Row;

static void
test_coverage (void)
{
  static const Row rows[] = {
    { "1111", 2, FALSE, 0, "All 4 cells written once; every thread stored." PTX },
    { "1111", 2, TRUE, 0, "All 4 cells written once; every thread stored; nothing missed." PTX },
    { "1110", 2, FALSE, 1, "3 of 4 cells written once; 1 thread without a store." PTX },
    { "1100", 2, FALSE, 2,
      "2 of 4 cells written once; row 1 empty; 2 threads without a store." PTX },
    { "110000", 2, TRUE, 2,
      "2 of 6 cells covered; rows 1–2 empty; 2 threads without a store." PTX },
    { "1010", 2, TRUE, -1, "2 of 4 cells covered; 2 missed." PTX },
    { "1222", 2, TRUE, -1,
      "1 of 4 cells written once; 3 cells written more than once; nothing missed." PTX },
    { "1211", 2, FALSE, -1, "3 of 4 cells written once; 1 cell written more than once." PTX },
    { "4444", 2, TRUE, -1, "4 cells written more than once; nothing missed." PTX },
    { "0000", 2, FALSE, 4, "None of 4 cells written; 4 threads without a store." PTX },
    { "1a1a", 2, TRUE, 2,
      "2 of 4 cells written once; 2 threads without a store; nothing missed." PTX },
    { "1b1a", 2, TRUE, -1,
      "3 of 4 cells written once; 1 cell written that should not be; nothing missed." PTX },
    { "bb11", 2, TRUE, -1,
      "All 4 cells written once; 2 cells written that should not be; nothing missed." PTX },
    { "1110", 0, TRUE, -1, "3 of 4 cells covered; cell 3 empty." PTX },
    { "110001", 0, TRUE, -1, "3 of 6 cells covered; cells 2–4 empty." PTX },
    { "0101", 0, TRUE, -1, "2 of 4 cells covered; 2 missed." PTX },
    { "1", 0, FALSE, -1, "The only cell written once." PTX },
    { "0", 0, FALSE, -1, "The only cell not written." PTX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n = strlen (rows[i].cells);
      LoomShape shape = rows[i].cols > 0 ? SHAPE_2D (n / rows[i].cols, rows[i].cols) : SHAPE_1D (n);
      Fixture fixture;
      g_autoptr (LoomRun) run = NULL;
      g_autofree char *sentence = NULL;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      fixture.run->idle_threads = rows[i].idle;
      if (rows[i].domain)
        fixture.domain = g_malloc0 (n);
      for (guint cell = 0; cell < n; cell++)
        {
          char c = rows[i].cells[cell];
          guint writes = c == 'b' ? 1 : c == 'a' ? 0 : c - '0';

          for (guint w = 0; w < writes; w++)
            fixture_write (&fixture, cell, w);
          if (rows[i].domain)
            fixture.domain[cell] = g_ascii_isdigit (c);
        }
      run = fixture_end (&fixture);
      sentence = describe (run, LOOM_LENS_WRITES);
      g_assert_cmpstr (sentence, ==, rows[i].sentence);
    }
}

static void
test_empty_planes (void)
{
  LoomShape shape = SHAPE_3D (4, 2, 2);
  Fixture fixture;
  g_autoptr (LoomRun) run = NULL;
  g_autofree char *sentence = NULL;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture.domain = g_malloc (16);
  memset (fixture.domain, 1, 16);
  for (guint cell = 0; cell < 8; cell++)
    fixture_write (&fixture, cell, cell);
  run = fixture_end (&fixture);
  sentence = describe (run, LOOM_LENS_EXPECTED);
  g_assert_cmpstr (sentence, ==, "8 of 16 cells covered; planes 2–3 empty." PTX);
}

static void
test_triangle (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  g_autofree char *sentence = describe (run, LOOM_LENS_EXPECTED);

  g_assert_cmpstr (
      sentence, ==,
      "136 of 256 cells written once; 120 threads without a store; nothing missed." PTX);
}

static void
test_values (void)
{
  static const struct
  {
    float       data[4];
    const char *sentence;
  } rows[] = {
    { { 0, 1, 2, 3 }, "Values from 0 to 3." },
    { { 7, 7, 7, 7 }, "Every value is 7." },
    { { 0, NAN, 2, 3 }, "Values from 0 to 3; 1 cell is not a number (NaN)." },
    { { 0, NAN, NAN, INFINITY },
      "Every value is 0; 2 cells are not numbers (NaN); 1 cell is infinite." },
    { { NAN, NAN, -INFINITY, INFINITY }, "2 cells are not numbers (NaN); 2 cells are infinite." },
  };
  LoomShape shape = SHAPE_2D (2, 2);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_F32, &shape, rows[i].data);
      g_autofree char *sentence = describe (run, LOOM_LENS_VALUE);

      g_assert_cmpstr (sentence, ==, rows[i].sentence);
    }
}

static void
test_reference (void)
{
  LoomShape shape = SHAPE_2D (2, 2);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_I32, &shape, NULL);
  LoomRunArray *array = g_ptr_array_index (run->arrays, 0);
  g_autofree char *equal = NULL, *different = NULL;

  array->compared = 4;
  equal = describe (run, LOOM_LENS_VALUE);
  g_assert_cmpstr (equal, ==, "Every value is 0; 4 cells equal the reference.");
  array->mismatches = 1;
  different = describe (run, LOOM_LENS_VALUE);
  g_assert_cmpstr (different, ==,
                   "Every value is 0; 1 of 4 compared cells differs from the reference.");
}

static void
test_reads (void)
{
  LoomShape shape = SHAPE_2D (2, 2);
  Fixture fixture;
  g_autoptr (LoomRun) run = NULL;
  g_autofree char *sentence = NULL;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture.reads[1] = 1;
  fixture.reads[2] = 5;
  run = fixture_end (&fixture);
  sentence = describe (run, LOOM_LENS_READS);
  g_assert_cmpstr (sentence, ==,
                   "2 of 4 cells read; 6 reads in all; at most 5 reads of one cell." PTX);
}

static void
test_as_written (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (4, FALSE);
  g_autofree char *sentence = NULL;

  run->as_written = TRUE;
  sentence = describe (run, LOOM_LENS_WRITES);
  g_assert_true (g_str_has_suffix (sentence,
                                   "Counted as the source is written, without optimisation."));
}

static void
test_trap (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (4, FALSE);
  g_autofree char *sentence = NULL;

  run->trap = loom_finding_new (LOOM_ERROR_OOB, "outside");
  sentence = describe (run, LOOM_LENS_WRITES);
  g_assert_nonnull (strstr (sentence, "The kernel was stopped; this is what was done until then."));
}

static void
test_cell_texts (void)
{
  static const struct
  {
    guint       writers[4], n;
    gboolean    domain;
    const char *text;
  } rows[] = {
    { { 0 }, 0, TRUE, "row 1, column 0: 9, missed: not written" },
    { { 0 }, 0, FALSE, "row 1, column 0: 9, not written, read 2 times" },
    { { 8 }, 1, TRUE, "row 1, column 0: 9, written once by thread (0, 2) of block (0, 0)" },
    { { 8, 20 },
      2,
      TRUE,
      "row 1, column 0: 9, written twice, by thread (0, 2) of block (0, 0) and thread (0, 1) of "
      "block (1, 0)" },
    { { 8, 8, 8 },
      3,
      TRUE,
      "row 1, column 0: 9, written 3 times by thread (0, 2) of block (0, 0)" },
    { { 8, 20, 30 },
      3,
      TRUE,
      "row 1, column 0: 9, written 3 times, lowest by thread (0, 2) of block (0, 0), "
      "highest by thread (2, 3) of block (1, 0)" },
    { { 1 },
      1,
      FALSE,
      "row 1, column 0: 9, written once by thread (1, 0) of block (0, 0), not expected, read 2 "
      "times" },
  };
  const gint32 data[] = { 0, 0, 9, 0 };
  LoomShape shape = SHAPE_2D (2, 2);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Fixture fixture;
      g_autoptr (LoomRun) run = NULL;
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *text = NULL;
      LoomView view;

      fixture_begin (&fixture, LOOM_SCALAR_I32, 1, &shape, data);
      fixture_launch (&fixture, LOOM_DIM3 (4, 4, 1), LOOM_DIM3 (2, 2, 1));
      fixture.domain = g_malloc0 (4);
      fixture.domain[2] = rows[i].domain;
      fixture.reads[2] = rows[i].domain ? 0 : 2;
      for (guint w = 0; w < rows[i].n; w++)
        fixture_write (&fixture, 2, rows[i].writers[w]);
      run = fixture_end (&fixture);
      loom_view_init (&view, run);
      picture = loom_picture_new (run, &view);
      text = loom_picture_dup_cell_text (picture, 0, 1);
      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_null (loom_picture_dup_cell_text (picture, 2, 0));
    }
}

static void
test_cell_fields (void)
{
  static const char *fields[LOOM_N_CELL_FIELDS] = {
    "row 0, column 1",
    "1",
    "1",
    "0",
    "thread (1, 0) of block 0",
    "thread (1, 0) of block 0",
  };
  g_autoptr (LoomRun) run = fixture_triangle (4, FALSE);
  LoomView view;
  g_autoptr (LoomPicture) picture = NULL;

  loom_view_init (&view, run);
  picture = loom_picture_new (run, &view);
  for (guint i = 0; i < LOOM_N_CELL_FIELDS; i++)
    {
      g_autofree char *text = loom_picture_dup_cell_field (picture, 1, 0, i);

      g_assert_true (loom_picture_has_field (picture, i));
      g_assert_nonnull (loom_cell_field_get_title (i));
      g_assert_cmpstr (text, ==, fields[i]);
      g_assert_null (loom_picture_dup_cell_field (picture, 4, 0, i));
    }
}

static void
test_titles (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (4, FALSE);
  LoomView view;
  g_autoptr (LoomPicture) picture = NULL;
  g_autofree char *title = NULL;

  loom_view_init (&view, run);
  picture = loom_picture_new (run, &view);
  title = loom_picture_dup_title (picture);
  g_assert_cmpstr (title, ==, "f: Writes");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/sentence/coverage", test_coverage);
  g_test_add_func ("/plot/sentence/empty-planes", test_empty_planes);
  g_test_add_func ("/plot/sentence/triangle", test_triangle);
  g_test_add_func ("/plot/sentence/values", test_values);
  g_test_add_func ("/plot/sentence/reference", test_reference);
  g_test_add_func ("/plot/sentence/reads", test_reads);
  g_test_add_func ("/plot/sentence/as-written", test_as_written);
  g_test_add_func ("/plot/sentence/trap", test_trap);
  g_test_add_func ("/plot/sentence/cell-texts", test_cell_texts);
  g_test_add_func ("/plot/sentence/cell-fields", test_cell_fields);
  g_test_add_func ("/plot/sentence/titles", test_titles);
  return g_test_run ();
}
