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
    { "1110", 2, FALSE, 1, "3 of 4 cells written once; 1 thread without a store (10\u00a0%)." PTX },
    { "1100", 2, FALSE, 2,
      "2 of 4 cells written once; row 1 empty; 2 threads without a store (20\u00a0%)." PTX },
    { "110000", 2, TRUE, 2,
      "2 of 6 cells covered; 4 missed; rows 1–2 empty; 2 threads without a store (20\u00a0%)." PTX },
    { "1010", 2, TRUE, -1, "2 of 4 cells covered; 2 missed; column 1 empty." PTX },
    { "1001", 2, TRUE, -1, "2 of 4 cells covered; 2 missed, the first in row 0, column 1." PTX },
    { "101111", 3, TRUE, -1, "5 of 6 cells covered; 1 missed, in row 0, column 1." PTX },
    { "110110000", 3, TRUE, -1, "4 of 9 cells covered; 5 missed; row 2 empty; column 2 empty." PTX },
    { "1222", 2, TRUE, -1,
      "1 of 4 cells written once; 3 cells written more than once; nothing missed." PTX },
    { "1211", 2, FALSE, -1, "3 of 4 cells written once; 1 cell written more than once." PTX },
    { "4444", 2, TRUE, -1, "4 cells written more than once; nothing missed." PTX },
    { "0000", 2, FALSE, 4, "None of 4 cells written; 4 threads without a store (40\u00a0%)." PTX },
    { "1a1a", 2, TRUE, 2,
      "2 of 4 cells written once; 2 threads without a store (20\u00a0%); nothing missed." PTX },
    { "1b1a", 2, TRUE, -1,
      "3 of 4 cells written once; 1 cell written that should not be; nothing missed." PTX },
    { "bb11", 2, TRUE, -1,
      "All 4 cells written once; 2 cells written that should not be; nothing missed." PTX },
    { "1110", 0, TRUE, -1, "3 of 4 cells covered; 1 missed; cell 3 empty." PTX },
    { "110001", 0, TRUE, -1, "3 of 6 cells covered; 3 missed; cells 2–4 empty." PTX },
    { "0101", 0, TRUE, -1, "2 of 4 cells covered; 2 missed, the first of them is cell 0." PTX },
    { "1010", 2, FALSE, -1, "2 of 4 cells written once; column 1 empty." PTX },
    { "1001", 2, FALSE, -1, "2 of 4 cells written once." PTX },
    { "0000", 2, FALSE, 0, "None of 4 cells written." PTX },
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
      fixture.run->threads = 10;
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

/* Several launches write a cell again, which is no sign of a fault. */
static void
test_launches_write_again (void)
{
  LoomShape shape = SHAPE_1D (2);
  Fixture fixture;
  g_autoptr (LoomRun) run = NULL;
  g_autofree char *sentence = NULL;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture.run->launches = 3;
  for (guint write = 0; write < 3; write++)
    fixture_write (&fixture, 1, write);
  run = fixture_end (&fixture);
  sentence = describe (run, LOOM_LENS_WRITES);
  g_assert_cmpstr (sentence, ==, "1 cell written more than once in 3 launches; cell 0 empty." PTX);
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
  g_assert_cmpstr (sentence, ==, "8 of 16 cells covered; 8 missed; planes 2–3 empty." PTX);
}

/* -- the same by brute force: all stretches are tried -- */

typedef struct
{
  LoomShape shape;
  guint8    wanted[512], written[512];
  gboolean  has_domain;
} Field;

typedef struct
{
  guint64 low[3], high[3];      /* of planes, rows, columns; low > high: none */
} Box;

static guint64
coordinate (const Field *field,
            guint        cell,
            guint        axis)
{
  return axis == 0 ? cell / (field->shape.cols * field->shape.rows)
         : axis == 1 ? cell / field->shape.cols % field->shape.rows : cell % field->shape.cols;
}

static guint
count_cells (const Field *field)
{
  return field->shape.cols * field->shape.rows * field->shape.planes;
}

static gboolean
is_inside (const Field *field,
           const Box   *box,
           guint        cell)
{
  for (guint axis = 0; axis < 3; axis++)
    if (box->low[axis] <= coordinate (field, cell, axis)
        && coordinate (field, cell, axis) <= box->high[axis])
      return TRUE;
  return FALSE;
}

/* Nothing written within, nothing missed outside, and no slab that nobody wants. */
static gboolean
explains (const Field *field,
          const Box   *box)
{
  for (guint cell = 0; cell < count_cells (field); cell++)
    {
      gboolean inside = is_inside (field, box, cell);

      if ((inside && field->written[cell])
          || (!inside && field->wanted[cell] && !field->written[cell]))
        return FALSE;
    }
  for (guint axis = 0; axis < 3; axis++)
    for (guint64 slab = box->low[axis]; slab <= box->high[axis]; slab++)
      {
        gboolean wanted = FALSE;

        for (guint cell = 0; cell < count_cells (field); cell++)
          wanted |= coordinate (field, cell, axis) == slab && field->wanted[cell];
        if (!wanted)
          return FALSE;
      }
  return TRUE;
}

/* Whether a slab beside the stretches, or apart from them, is as empty: then they are not all. */
static gboolean
leaves_slabs (const Field *field,
              const Box   *box)
{
  const guint64 length[] = { field->shape.planes, field->shape.rows, field->shape.cols };

  for (guint axis = 0; axis < 3; axis++)
    for (guint64 slab = 0; slab < length[axis] && box->low[axis] <= box->high[axis]; slab++)
      {
        gboolean wanted = FALSE, written = FALSE;

        for (guint cell = 0; cell < count_cells (field); cell++)
          if (coordinate (field, cell, axis) == slab)
            {
              wanted |= field->wanted[cell];
              written |= field->written[cell];
            }
        if (wanted && !written && (slab < box->low[axis] || slab > box->high[axis]))
          return TRUE;
      }
  return FALSE;
}

static gboolean
try_axes (const Field *field,
          guint        axes,
          guint        axis,
          Box         *box)
{
  const guint64 length[] = { field->shape.planes, field->shape.rows, field->shape.cols };

  if (axis == 3)
    return explains (field, box) && !leaves_slabs (field, box);
  box->low[axis] = 1;
  box->high[axis] = 0;
  if (!(axes & 1 << axis))
    return try_axes (field, axes, axis + 1, box);
  if (axis + field->shape.rank < 3)
    return FALSE;
  for (guint64 low = 0; low < length[axis]; low++)
    for (guint64 high = low; high < length[axis]; high++)
      {
        box->low[axis] = low;
        box->high[axis] = high;
        if (try_axes (field, axes, axis + 1, box))
          return TRUE;
      }
  return FALSE;
}

static void
add_box (GString     *text,
         const Field *field,
         const Box   *box)
{
  static const char * const words[] = { "plane", "row", "column" };

  for (guint axis = 0; axis < 3; axis++)
    {
      const char *word = field->shape.rank == 1 ? "cell" : words[axis];

      if (box->low[axis] == box->high[axis])
        g_string_append_printf (text, "; %s %d empty", word, (int) box->low[axis]);
      else if (box->low[axis] < box->high[axis])
        g_string_append_printf (text, "; %ss %d–%d empty", word, (int) box->low[axis],
                                (int) box->high[axis]);
    }
}

static void
add_first_missed (GString     *text,
                  const Field *field,
                  guint        first,
                  guint        missed)
{
  if (field->shape.rank == 1)
    g_string_append_printf (text, missed == 1 ? ", which is cell %u" : ", the first of them is cell %u",
                            first);
  else
    g_string_append (text, missed == 1 ? ", in " : ", the first in ");
  if (field->shape.rank == 3)
    g_string_append_printf (text, "plane %d, ", (int) coordinate (field, first, 0));
  if (field->shape.rank > 1)
    g_string_append_printf (text, "row %d, column %d", (int) coordinate (field, first, 1),
                            (int) coordinate (field, first, 2));
}

static char *
expect_sentence (const Field *field)
{
  static const guint8 choices[] = { 1, 2, 4, 3, 5, 6, 7 };
  guint n = count_cells (field), written = 0, wanted = 0, missed = 0, extra = 0, first = 0;
  GString *text = g_string_new (NULL);
  gboolean found = FALSE;
  Box box;

  for (guint cell = n; cell-- > 0;)
    {
      gboolean missing = field->wanted[cell] && !field->written[cell];

      written += field->written[cell];
      wanted += field->wanted[cell];
      extra += field->written[cell] && !field->wanted[cell];
      missed += missing;
      first = missing ? cell : first;
    }
  for (guint i = 0; i < G_N_ELEMENTS (choices) && !found && missed > 0; i++)
    found = try_axes (field, choices[i], 0, &box);

  if (field->has_domain && missed > 0)
    g_string_append_printf (text, "%u of %u cell%s covered; %u missed", wanted - missed, wanted,
                            wanted == 1 ? "" : "s", missed);
  else if (written == 0)
    g_string_append_printf (text, "None of %u cells written", n);
  else if (written == n)
    g_string_append_printf (text, "All %u cells written once", n);
  else
    g_string_append_printf (text, "%u of %u cells written once", written, n);
  if (found && (field->has_domain || written > 0))
    add_box (text, field, &box);
  else if (field->has_domain && missed > 0)
    add_first_missed (text, field, first, missed);
  if (field->has_domain && extra > 0)
    g_string_append_printf (text, "; %u cell%s written that should not be", extra,
                            extra == 1 ? "" : "s");
  if (field->has_domain && missed == 0)
    g_string_append (text, "; nothing missed");
  g_string_append (text, "." PTX);
  return g_string_free (text, FALSE);
}

/* Blocks of cells, as a grid that is too small leaves them, with a little noise. */
static void
make_field (Field *field,
            GRand *random)
{
  guint rank = g_rand_int_range (random, 1, 4);
  guint64 low[3], high[3];

  field->shape = (LoomShape) {
    rank, g_rand_int_range (random, 2, 7), rank > 1 ? g_rand_int_range (random, 1, 7) : 1,
    rank > 2 ? g_rand_int_range (random, 1, 5) : 1,
  };
  field->has_domain = g_rand_boolean (random);
  for (guint axis = 0; axis < 3; axis++)
    {
      guint64 length = axis == 0 ? field->shape.planes
                       : axis == 1 ? field->shape.rows : field->shape.cols;

      low[axis] = g_rand_int_range (random, 0, 4) == 0 ? g_rand_int_range (random, 0, length) : 0;
      high[axis] = g_rand_boolean (random) ? g_rand_int_range (random, 0, length + 1) : length;
    }
  for (guint cell = 0; cell < count_cells (field); cell++)
    {
      field->wanted[cell] = !field->has_domain || g_rand_int_range (random, 0, 9) > 0;
      field->written[cell] = TRUE;
      for (guint axis = 0; axis < 3; axis++)
        field->written[cell] &= low[axis] <= coordinate (field, cell, axis)
                                && coordinate (field, cell, axis) < high[axis];
      if (g_rand_int_range (random, 0, 30) == 0)
        field->written[cell] ^= 1;
      else if (!field->wanted[cell] && g_rand_boolean (random))
        field->written[cell] = FALSE;
    }
}

static void
test_says_where_cells_are_missed (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (15);

  for (guint round = 0; round < 3000; round++)
    {
      Field field;
      Fixture fixture;
      g_autoptr (LoomRun) run = NULL;
      g_autofree char *sentence = NULL, *expected = NULL;

      make_field (&field, random);
      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &field.shape, NULL);
      if (field.has_domain)
        fixture.domain = g_memdup2 (field.wanted, count_cells (&field));
      for (guint cell = 0; cell < count_cells (&field); cell++)
        if (field.written[cell])
          fixture_write (&fixture, cell, cell);
      run = fixture_end (&fixture);
      run->idle_threads = -1;
      expected = expect_sentence (&field);
      sentence = describe (run, LOOM_LENS_WRITES);
      g_assert_cmpstr (sentence, ==, expected);
    }
}

/* Threads that stored somewhere need not have stored to the array that is shown. */
static void
test_says_which_array_threads_stored_to (void)
{
  LoomShape shape = SHAPE_1D (4);

  for (guint shown = 0; shown < 3; shown++)
    {
      static const char * const clauses[] = {
        "None of 4 cells written; every thread stored to another array.",
        "1 of 4 cells written once; cells 1–3 empty; every thread stored to one of the arrays.",
        "1 of 4 cells written once; cells 1–3 empty; every thread stored.",
      };
      g_autoptr (LoomRun) run = NULL, other = NULL;
      g_autofree char *sentence = NULL;
      Fixture fixture, second;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      if (shown > 0)
        fixture_write (&fixture, 0, 0);
      run = fixture_end (&fixture);
      fixture_begin (&second, LOOM_SCALAR_U8, 1, &shape, NULL);
      if (shown < 2)
        fixture_write (&second, 3, 0);
      other = fixture_end (&second);
      g_ptr_array_add (run->arrays, g_ptr_array_steal_index (other->arrays, 0));
      run->idle_threads = 0;
      sentence = describe (run, LOOM_LENS_WRITES);
      g_assert_true (g_str_has_prefix (sentence, clauses[shown]));
    }
}

static void
test_triangle (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  g_autofree char *sentence = describe (run, LOOM_LENS_EXPECTED);

  g_assert_cmpstr (
      sentence, ==,
      "136 of 256 cells written once; 120 threads without a store (47\u00a0%); nothing missed." PTX);
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

/* Of six cells four should be written: one is missed, one is right, two are wrong. What differs
 * because it was missed, or where nothing is expected, is no wrong value. */
static void
test_wrong_values (void)
{
  static const guint8 domain[] = { 1, 1, 1, 1, 0, 0 }, mismatch[] = { 1, 0, 1, 1, 1, 0 };
  LoomShape shape = SHAPE_1D (6);
  Fixture fixture;
  g_autoptr (LoomRun) run = NULL;
  g_autofree char *sentence = NULL, *other = NULL;
  LoomRunArray *array;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture.domain = g_memdup2 (domain, sizeof domain);
  for (guint cell = 1; cell < 5; cell++)
    fixture_write (&fixture, cell, cell);
  run = fixture_end (&fixture);
  array = g_ptr_array_index (run->arrays, 0);
  array->mismatch = g_bytes_new_static (mismatch, sizeof mismatch);
  array->compared = 6;
  array->mismatches = 4;
  sentence = describe (run, LOOM_LENS_EXPECTED);
  g_assert_true (g_str_has_prefix (sentence, "2 cells hold a wrong value; 3 of 4 cells covered; "));
  other = describe (run, LOOM_LENS_WRITES);
  g_assert_null (strstr (other, "wrong"));
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
  static const char *fields[] = {
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
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *text = loom_picture_dup_cell_field (picture, 1, 0, i);

      g_assert_true (loom_picture_has_field (picture, i));
      g_assert_nonnull (loom_picture_get_field_title (picture, i));
      g_assert_cmpstr (text, ==, fields[i]);
      g_assert_null (loom_picture_dup_cell_field (picture, 4, 0, i));
    }
  g_assert_false (loom_picture_has_field (picture, LOOM_CELL_FIELD_MEASURE));
}

/* Cell 3 was written by nobody; the threads of the others ran 10 instructions each. */
static LoomRun *
make_profiled (void)
{
  static const guint32 instructions[4] = { 10, 10, 10, 10 }, first[4] = { 1, 1, 2, 0 };
  static const guint64 lanes[4] = { 320, 160, 80, 20 };
  static const float loads[4] = { 4, 8, 0, 32 }, stores[4] = { 4, 4, 5.5f, 0 };
  LoomShape shape = SHAPE_1D (4);
  g_autoptr (GBytes) threads = g_bytes_new_static (instructions, sizeof instructions),
                     running = g_bytes_new_static (lanes, sizeof lanes);
  Fixture fixture;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture_launch (&fixture, LOOM_DIM3 (4, 1, 1), LOOM_DIM3 (1, 1, 1));
  for (guint i = 0; i < 3; i++)
    fixture_write (&fixture, i, i);
  fixture.array->load_sectors = g_bytes_new_static (loads, sizeof loads);
  fixture.array->store_sectors = g_bytes_new_static (stores, sizeof stores);
  fixture.array->first_write = g_bytes_new_static (first, sizeof first);
  fixture.run->profile = loom_profile_new ();
  loom_profile_set_threads (fixture.run->profile, threads);
  loom_profile_set_activity (fixture.run->profile, running, NULL);
  return fixture_end (&fixture);
}

/* What checks found, in one array and elsewhere. */
static void
test_checks (void)
{
  static const struct
  {
    LoomLens    lens;
    guint8      marks[4];
    LoomError   finding;        /* 0: none */
    const char *sentence, *first;
  } rows[] = {
    { LOOM_LENS_RACES, { 1, 0, 1, 0 }, LOOM_ERROR_RACE,
      "2 of 4 cells took part in a race.", "raced" },
    { LOOM_LENS_RACES, { 0 }, 0, "No cell took part in a race.", "no race" },
    { LOOM_LENS_RACES, { 0 }, LOOM_ERROR_RACE,
      "No cell took part in a race; "
      "what was found is in other arrays or in memory that has no cells.", "no race" },
    { LOOM_LENS_UNINITIALISED, { 3, 1, 2, 0 }, LOOM_ERROR_UNINITIALISED,
      "2 of 4 cells read before anything was written there; "
      "2 of 4 cells left with what came of an uninitialised read.", "read too soon" },
    { LOOM_LENS_UNINITIALISED, { 2, 0, 0, 0 }, LOOM_ERROR_UNINITIALISED,
      "1 of 4 cells left with what came of an uninitialised read.", "left undefined" },
    { LOOM_LENS_UNINITIALISED, { 0 }, LOOM_ERROR_RACE,
      "No cell was read before it was written.", "neither" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomShape shape = SHAPE_1D (4);
      g_autoptr (LoomPicture) picture = NULL;
      g_autoptr (LoomRun) run = NULL;
      g_autofree char *sentence = NULL, *first = NULL;
      Fixture fixture;
      LoomView view;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      if (rows[i].lens == LOOM_LENS_RACES)
        fixture.array->races = g_bytes_new_static (rows[i].marks, 4);
      else
        fixture.array->uninitialised = g_bytes_new_static (rows[i].marks, 4);
      if (rows[i].finding != 0)
        g_ptr_array_add (fixture.run->findings, loom_finding_new (rows[i].finding, "found"));
      run = fixture_end (&fixture);
      loom_view_init (&view, run);
      view.lens = rows[i].lens;
      picture = loom_picture_new (run, &view);
      sentence = loom_picture_dup_sentence (picture);
      first = loom_picture_dup_cell_field (picture, 0, 0, LOOM_CELL_FIELD_MEASURE);
      g_assert_cmpstr (sentence, ==, rows[i].sentence);
      g_assert_cmpstr (first, ==, rows[i].first);
    }
}

/* What a profile says of threads that did not get to a store and end. */
static void
test_states (void)
{
  static const guint8 states[8] = {
    LOOM_THREAD_STORED, LOOM_THREAD_STORED, LOOM_THREAD_SENT_HOME, LOOM_THREAD_NO_STORE,
    LOOM_THREAD_NO_STORE, LOOM_THREAD_STOPPED, LOOM_THREAD_WAITING, LOOM_THREAD_TRAPPED,
  };
  g_autoptr (LoomRun) run = make_profiled ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (states, sizeof states);
  g_autofree char *sentence = NULL;

  run->idle_threads = -1;
  loom_profile_set_activity (run->profile, NULL, bytes);
  sentence = describe (run, LOOM_LENS_WRITES);
  g_assert_cmpstr (sentence, ==,
                   "3 of 4 cells written once; cell 3 empty; "
                   "1 thread sent home by a guard before it came to an array; "
                   "2 threads only read; 1 thread stopped with its block; "
                   "1 thread waiting at a barrier; 1 thread trapped." PTX);
}

/* Of a lens that measures: the sentence, the heading of its column, a cell there, one without
 * anything, and what is told of a cell. */
static void
test_measures (void)
{
  static const struct
  {
    LoomLens    lens;
    const char *sentence, *heading, *cell, *none, *text;
    guint       without;
  } rows[] = {
    { LOOM_LENS_DIVERGENCE,
      "58\u00a0% of the lanes active in the instructions of a cell’s lowest writer, on average; "
      "from 25\u00a0% to 100\u00a0%." PTX,
      "Active lanes (%)", "50", "unwritten", "Active lanes (%): 50", 3 },
    { LOOM_LENS_LOAD_SECTORS, "4 to 32 sectors of 32 bytes for each load." PTX,
      "Sectors per load", "8", "not loaded", "Sectors per load: 8", 2 },
    { LOOM_LENS_STORE_SECTORS, "4 to 5.5 sectors of 32 bytes for each store." PTX,
      "Sectors per store", "4", "not stored to", "Sectors per store: 4", 3 },
    { LOOM_LENS_FIRST_WRITE, "Written first by stores 1 to 2, in the simulator’s order." PTX,
      "Number of the store", "1", "unwritten", "Number of the store: 1", 3 },
  };
  g_autoptr (LoomRun) run = make_profiled ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomView view;
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *sentence = NULL, *cell = NULL, *none = NULL, *text = NULL;

      loom_view_init (&view, run);
      view.lens = rows[i].lens;
      picture = loom_picture_new (run, &view);
      sentence = loom_picture_dup_sentence (picture);
      g_assert_cmpstr (sentence, ==, rows[i].sentence);
      g_assert_cmpstr (loom_picture_get_field_title (picture, LOOM_CELL_FIELD_MEASURE), ==,
                       rows[i].heading);
      g_assert_true (loom_picture_has_field (picture, LOOM_CELL_FIELD_MEASURE));
      cell = loom_picture_dup_cell_field (picture, 1, 0, LOOM_CELL_FIELD_MEASURE);
      none = loom_picture_dup_cell_field (picture, rows[i].without, 0, LOOM_CELL_FIELD_MEASURE);
      text = loom_picture_dup_cell_text (picture, 1, 0);
      g_assert_cmpstr (cell, ==, rows[i].cell);
      g_assert_cmpstr (none, ==, rows[i].none);
      g_assert_true (g_str_has_suffix (text, rows[i].text));
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
  g_test_add_func ("/plot/sentence/launches-write-again", test_launches_write_again);
  g_test_add_func ("/plot/sentence/empty-planes", test_empty_planes);
  g_test_add_func ("/plot/sentence/says-where-cells-are-missed", test_says_where_cells_are_missed);
  g_test_add_func ("/plot/sentence/of-what-a-profile-measured", test_measures);
  g_test_add_func ("/plot/sentence/of-what-became-of-threads", test_states);
  g_test_add_func ("/plot/sentence/of-what-checks-found", test_checks);
  g_test_add_func ("/plot/sentence/says-which-array-threads-stored-to",
                   test_says_which_array_threads_stored_to);
  g_test_add_func ("/plot/sentence/triangle", test_triangle);
  g_test_add_func ("/plot/sentence/values", test_values);
  g_test_add_func ("/plot/sentence/reference", test_reference);
  g_test_add_func ("/plot/sentence/wrong-values", test_wrong_values);
  g_test_add_func ("/plot/sentence/reads", test_reads);
  g_test_add_func ("/plot/sentence/as-written", test_as_written);
  g_test_add_func ("/plot/sentence/trap", test_trap);
  g_test_add_func ("/plot/sentence/cell-texts", test_cell_texts);
  g_test_add_func ("/plot/sentence/cell-fields", test_cell_fields);
  g_test_add_func ("/plot/sentence/titles", test_titles);
  return g_test_run ();
}
