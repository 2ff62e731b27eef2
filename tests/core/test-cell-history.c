/* test-cell-history.c: which cell is asked about, what is kept of it, and its way to another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-history.h"
#include "loom-error.h"

#include <string.h>

static void
test_targets (void)
{
  static const struct
  {
    const char *text;
    guint       n;              /* 0: it cannot be read */
    guint64     at[3];
  } rows[] = {
    { "f:3", 1, { 3 } },          { "f:3,5", 2, { 3, 5 } }, { "a.b:1,2,3", 3, { 1, 2, 3 } },
    { "", 0 },                    { "f", 0 },               { ":3", 0 },
    { "f:", 0 },                  { "f:x", 0 },             { "f:1,", 0 },
    { "f:1,2,3,4", 0 },           { "f:-1", 0 },            { "f: 1", 0 },
    { "f:18446744073709551615", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomCellTarget target;

      g_assert_cmpint (loom_cell_target_parse (rows[i].text, &target, &error), ==, rows[i].n > 0);
      g_assert_cmpuint (target.n, ==, rows[i].n);
      if (rows[i].n == 0)
        g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
      for (guint j = 0; j < rows[i].n; j++)
        g_assert_cmpuint (target.at[j], ==, rows[i].at[j]);
    }
}

static void
test_cells_of_a_shape (void)
{
  static const LoomShape shape = { 3, 4, 3, 2 };
  static const struct
  {
    const char *text;
    gint64      cell;           /* -1: there is none */
  } rows[] = {
    { "f:0", 0 }, { "f:23", 23 }, { "f:24", -1 }, { "f:1,2,3", 23 }, { "f:0,1,2", 6 },
    { "f:2,0,0", -1 }, { "f:0,3,0", -1 }, { "f:0,0,4", -1 }, { "f:1,1", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomCellTarget target;
      guint64 cell;

      g_assert_true (loom_cell_target_parse (rows[i].text, &target, NULL));
      g_assert_cmpint (loom_cell_target_find (&target, &shape, &cell, &error), ==,
                       rows[i].cell >= 0);
      if (rows[i].cell >= 0)
        g_assert_cmpint ((gint64) cell, ==, rows[i].cell);
    }
}

static LoomCellHistory *
make (guint n)
{
  const LoomCellTarget target = { g_intern_static_string ("f"), 1, { 7 }, FALSE };
  LoomCellHistory *history = loom_cell_history_new (&target, 7);
  gboolean is_new;
  const guint32 site = loom_cell_history_take_site (history, 12, &is_new);
  const guint32 array = loom_cell_history_take_array (history, "g");

  g_assert_true (is_new);
  ((LoomCellSite *) history->sites->pdata[site])->text = g_strdup ("st.global.u32");
  loom_cell_history_begin_launch (history, "k", &LOOM_DIM3 (2, 1, 1), &LOOM_DIM3 (4, 1, 1));
  for (guint i = 0; i < n; i++)
    {
      const LoomCellAccess access = {
        .block = i % 2, .thread = i % 4, .site = site, .size = 4, .n_bytes = 4,
        .kind = i % 2 == 0 ? LOOM_CELL_WRITE : LOOM_CELL_READ, .bytes = { (guint8) i, },
      };

      loom_cell_history_add (history, &access);
      loom_cell_history_add_source (history, array, 9 - i % 10, site);
    }
  loom_cell_history_finish (history);
  return history;
}

static void
test_bounds (void)
{
  const guint n = 5 * LOOM_CELL_MAX_ACCESSES;
  g_autoptr (LoomCellHistory) history = make (n);

  g_assert_cmpuint (history->n_writes + history->n_reads, ==, n);
  g_assert_cmpuint (history->writes->len, ==, LOOM_CELL_MAX_ACCESSES);
  g_assert_cmpuint (history->reads->len, ==, LOOM_CELL_MAX_ACCESSES);
  /* the last writes, the first reads */
  g_assert_cmpuint (g_array_index (history->writes, LoomCellAccess,
                                   LOOM_CELL_MAX_ACCESSES - 1).sequence, ==, n - 2);
  g_assert_cmpuint (g_array_index (history->reads, LoomCellAccess, 0).sequence, ==, 1);
  g_assert_cmpuint (history->footprint->len, ==, 10);
  for (guint i = 0; i < 10; i++)
    g_assert_cmpuint (g_array_index (history->footprint, LoomCellSource, i).cell, ==, i);
  g_assert_cmpuint (history->n_loads, ==, n);
}

static void
test_values (void)
{
  const LoomType scalar = loom_type_of (LOOM_SCALAR_F32, 1), vector = loom_type_of (LOOM_SCALAR_F32, 4);
  const float numbers[4] = { 0.5f, 1, 2, 3 };
  LoomCellAccess access = { .size = 4, .n_bytes = 4 };
  g_autofree char *one = NULL, *part = NULL, *all = NULL, *odd = NULL;

  memcpy (access.bytes, numbers, sizeof numbers);
  one = loom_cell_access_format (&access, &scalar);
  g_assert_cmpstr (one, ==, "0.5");
  access.offset = 8;
  part = loom_cell_access_format (&access, &vector);
  g_assert_cmpstr (part, ==, "z=0.5");
  access.offset = 0;
  access.size = access.n_bytes = 16;
  all = loom_cell_access_format (&access, &vector);
  g_assert_cmpstr (all, ==, "0.5, 1, 2, 3");
  access.size = access.n_bytes = 2;
  access.bytes[0] = 0x34;
  access.bytes[1] = 0x12;
  odd = loom_cell_access_format (&access, &scalar);
  g_assert_cmpstr (odd, ==, "0x1234");
}

static void
test_crosses (void)
{
  g_autoptr (LoomCellHistory) history = make (8);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_cell_history_to_variant (history));
  g_autoptr (LoomCellHistory) back = loom_cell_history_from_variant (variant);
  g_autoptr (GVariant) again = NULL;

  g_assert_nonnull (back);
  again = g_variant_ref_sink (loom_cell_history_to_variant (back));
  g_assert_true (g_variant_equal (variant, again));
}

static void damage_kind (LoomCellHistory *h) { g_array_index (h->writes, LoomCellAccess, 0).kind = 9; }
static void damage_side (LoomCellHistory *h) { g_array_index (h->writes, LoomCellAccess, 0).kind = LOOM_CELL_READ; }
static void damage_launch (LoomCellHistory *h) { g_array_index (h->reads, LoomCellAccess, 0).launch = 1; }
static void damage_site (LoomCellHistory *h) { g_array_index (h->reads, LoomCellAccess, 0).site = 1; }
static void damage_block (LoomCellHistory *h) { g_array_index (h->writes, LoomCellAccess, 1).block = 2; }
static void damage_thread (LoomCellHistory *h) { g_array_index (h->writes, LoomCellAccess, 1).thread = 4; }
static void damage_bytes (LoomCellHistory *h) { g_array_index (h->writes, LoomCellAccess, 1).n_bytes = 17; }
static void damage_order (LoomCellHistory *h) { g_array_index (h->writes, LoomCellAccess, 1).sequence = 0; }
static void damage_array (LoomCellHistory *h) { g_array_index (h->footprint, LoomCellSource, 0).array = 1; }
static void damage_count (LoomCellHistory *h) { g_array_index (h->footprint, LoomCellSource, 0).count = 0; }
static void damage_number (LoomCellHistory *h) { h->n_writes = 0; }
static void damage_grid (LoomCellHistory *h) { ((LoomCellLaunch *) h->launches->pdata[0])->grid.y = 0; }
static void damage_length (LoomCellHistory *h) { g_array_set_size (h->reads, LOOM_CELL_MAX_ACCESSES + 1); }

static void
test_is_not_trusted (void)
{
  static void (* const damages[]) (LoomCellHistory *h) = {
    damage_kind, damage_side, damage_launch, damage_site, damage_block, damage_thread,
    damage_bytes, damage_order, damage_array, damage_count, damage_number, damage_grid,
    damage_length,
  };
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("cell"));

  g_assert_null (loom_cell_history_from_variant (other));
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (LoomCellHistory) history = make (8);
      g_autoptr (GVariant) variant = NULL;

      damages[i] (history);
      variant = g_variant_ref_sink (loom_cell_history_to_variant (history));
      g_assert_null (loom_cell_history_from_variant (variant));
    }
}

static void
test_targets_cross (void)
{
  const LoomCellTarget target = { g_intern_static_string ("f"), 2, { 3, 5 }, TRUE };
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_cell_target_to_variant (&target));
  g_autoptr (GVariant) none = g_variant_ref_sink (g_variant_new ("(sutttb)", "", 1, (guint64) 0,
                                                                 (guint64) 0, (guint64) 0, FALSE));
  g_autoptr (GVariant) many = g_variant_ref_sink (g_variant_new ("(sutttb)", "f", 4, (guint64) 0,
                                                                 (guint64) 0, (guint64) 0, FALSE));
  LoomCellTarget back;

  g_assert_true (loom_cell_target_from_variant (variant, &back));
  g_assert_true (back.array == target.array && back.n == 2 && back.at[1] == 5 && back.alone);
  g_assert_false (loom_cell_target_from_variant (none, &back));
  g_assert_null (back.array);
  g_assert_false (loom_cell_target_from_variant (many, &back));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/cell-history/targets", test_targets);
  g_test_add_func ("/core/cell-history/cells-of-a-shape", test_cells_of_a_shape);
  g_test_add_func ("/core/cell-history/bounds", test_bounds);
  g_test_add_func ("/core/cell-history/values", test_values);
  g_test_add_func ("/core/cell-history/crosses", test_crosses);
  g_test_add_func ("/core/cell-history/is-not-trusted", test_is_not_trusted);
  g_test_add_func ("/core/cell-history/targets-cross", test_targets_cross);

  return g_test_run ();
}
