/* test-tile.c: arrays of shared memory as sources declare them, and with their cells in other places
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-tile.h"

#include "loom-error.h"

#include <string.h>

#define TAIL "  tile[threadIdx.y][threadIdx.x] = 0;\n}\n"

static void
test_declarations_are_found (void)
{
  static const struct
  {
    const char *source;
    guint       cell_size;
    guint64     rows, cols;
    const char *extent, *padded;
    const char *kernel;         /* NULL: k */
  } rows[] = {
    { "__global__ void k () {\n  __shared__ float tile[32][16];\n" TAIL, 4, 32, 16, "16", "18" },
    { "#define TILE 32\n__global__ void k () {\n  __shared__ float tile[TILE][TILE];\n" TAIL,
      4, 32, 32, "TILE", "TILE + 2" },
    { "#define TILE 32\n__global__ void k () {\n  __shared__ float tile[TILE][TILE + 1];\n" TAIL,
      4, 32, 33, "TILE + 1", "TILE + 3" },
    { "constexpr int N = 8;\n__global__ void k () {\n  __shared__ __align__ (16) float4 tile[N][2 * N];\n" TAIL,
      16, 8, 16, "2 * N", "2 * N + 2" },
    { "__global__ void k () {\n  __shared__ unsigned char a[7], tile[4][1 << 5];\n" TAIL,
      1, 4, 32, "1 << 5", "(1 << 5) + 2" },
    { "__global__ void k () {\n  volatile __shared__ double tile[2][4][8];\n" TAIL, 8, 8, 8, "8", "10" },
    { "__global__ void other () {\n  __shared__ int tile[5][5];\n}\n"
      "__global__ void k () {\n  __shared__ short tile[3][9];\n" TAIL, 2, 3, 9, "9", "11" },
    { "__device__ void f () {\n  __shared__ int tile[6][7];\n}\n__global__ void k () {\n  f ();\n}\n",
      4, 6, 7, "7", "9" },
    { "template <class T, int N>\n__global__ void k () {\n  __shared__ T tile[N][N];\n" TAIL,
      8, 16, 16, "N", "N + 2", "k<double, 16>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomTile) tile
          = loom_tile_find (rows[i].source, strlen (rows[i].source),
                            rows[i].kernel != NULL ? rows[i].kernel : "k", "tile", &error);
      const LoomTileLayout layout = { .padding = 2 };
      g_autofree char *padded = NULL, *text = NULL, *wanted = NULL;
      LoomTextEdit edit;

      g_assert_no_error (error);
      g_assert_cmpuint (tile->cell_size, ==, rows[i].cell_size);
      g_assert_cmpuint (tile->rows, ==, rows[i].rows);
      g_assert_cmpuint (tile->cols, ==, rows[i].cols);
      g_assert_cmpstr (tile->extent, ==, rows[i].extent);
      padded = loom_tile_dup_text (tile, &layout);
      g_assert_cmpstr (padded, ==, rows[i].padded);
      loom_tile_pad (tile, 2, &edit);
      text = loom_text_edit_apply (&edit, rows[i].source);
      wanted = g_strdup_printf ("[%s];", padded);
      g_assert_nonnull (strstr (text, wanted));
      g_assert_cmpuint (strlen (text), ==, strlen (rows[i].source) + strlen (padded) - strlen (rows[i].extent));
      loom_text_edit_clear (&edit);
    }
}

static void
test_what_cannot_be_moved_says_why (void)
{
  static const struct { const char *source, *text; } rows[] = {
    { "__global__ void k () {\n}\n", "No “tile”" },
    { "__global__ void k () {\n  __shared__ float tile[64];\n" TAIL, "one extent" },
    { "extern __shared__ float tile[];\n__global__ void k () {\n" TAIL, "as the launch says" },
    { "__global__ void k () {\n  __shared__ float tile[4][UNKNOWN];\n" TAIL, "in line 2" },
    { "#define TILE tile[8][8]\n__global__ void k () {\n  __shared__ float TILE;\n" TAIL, "in line 3" },
    { "__global__ void k () {\n  __shared__ Cell tile[4][4];\n" TAIL, "its type" },
    { "__device__ void f () {\n  __shared__ int tile[6][7];\n}\n__device__ void g () {\n  __shared__ int tile[6][7];\n}\n",
      "More than one" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (loom_tile_find (rows[i].source, strlen (rows[i].source), "k", "tile", &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_nonnull (strstr (error->message, rows[i].text));
    }
}

/* A warp that goes down a column, or picks cells by chance. */
static LoomBankMap *
make_map (const LoomTile *tile,
          guint64       (*cells)[2],
          guint           n)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP };
  g_autoptr (LoomTrace) trace = loom_trace_new (&target);
  const LoomTraceStep step = { .n_lanes = n };
  LoomTraceLane lanes[LOOM_WARP_LANES];

  memset (lanes, 0, sizeof lanes);
  for (guint i = 0; i < n; i++)
    {
      const gint64 offset = (gint64) ((cells[i][0] * tile->cols + cells[i][1]) * tile->cell_size);

      lanes[i].lane = i;
      lanes[i].n_accesses = 1;
      lanes[i].accesses[0] = (LoomTraceAccess) {
        .address = 0x10000000200 + (guint64) offset, .offset = offset, .space = LOOM_SPACE_SHARED,
        .size = (guint16) tile->cell_size,
      };
    }
  g_ptr_array_add (trace->instructions, loom_trace_instruction_new ());
  g_ptr_array_add (trace->arrays, g_strdup ("tile"));
  loom_trace_add_step (trace, &step, lanes);
  return loom_bank_map_new (trace);
}

static void
test_a_column_is_spread (void)
{
  static const struct { guint size; guint64 cols; guint64 now, padded, swizzled; const char *swizzle; } rows[] = {
    { 4, 32, 31, 0, 0, "tile[row][col ^ (row % 32)]" },
    { 8, 32, 30, 0, 0, "tile[row][col ^ (row % 16)]" },
    { 16, 8, 28, 0, 0, "tile[row][col ^ (row % 8)]" },
    { 4, 16, 15, 0, 0, "tile[row][col ^ (row / 2 % 16)]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomTile tile = { .name = (char *) "tile", .n_extents = 2, .cell_size = rows[i].size, .rows = 32,
                        .cols = rows[i].cols, .extent = (char *) "COLS" };
      const LoomTileLayout layouts[] = { { 0, FALSE }, { 1, FALSE }, { 0, TRUE } };
      const guint64 wanted[] = { rows[i].now, rows[i].padded, rows[i].swizzled };
      g_autofree char *swizzle = loom_tile_dup_text (&tile, &layouts[2]);
      guint64 cells[LOOM_WARP_LANES][2] = { 0, };
      g_autoptr (LoomBankMap) map = NULL;

      for (guint n = 0; n < LOOM_WARP_LANES; n++)
        cells[n][0] = n;
      map = make_map (&tile, cells, LOOM_WARP_LANES);
      for (guint n = 0; n < G_N_ELEMENTS (layouts); n++)
        {
          LoomTileTrial trial;

          g_assert_true (loom_tile_try (&tile, &layouts[n], map, &trial));
          g_assert_cmpuint (trial.conflicts, ==, wanted[n]);
        }
      g_assert_true (loom_tile_has_swizzle (&tile));
      g_assert_cmpstr (swizzle, ==, rows[i].swizzle);
    }
}

/* The passes of cells of 4 bytes, counted bank by bank. */
static guint64
count_passes (const guint64 *words,
              guint          n)
{
  guint64 most = 0;

  for (guint bank = 0; bank < LOOM_BANKS; bank++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      for (guint i = 0; i < n; i++)
        if (words[i] % LOOM_BANKS == bank)
          g_hash_table_add (seen, GUINT_TO_POINTER (words[i]));
      most = MAX (most, g_hash_table_size (seen));
    }
  return most;
}

static void
test_chance_is_counted_by_rows_and_columns (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 300; round++)
    {
      LoomTile tile = { .name = (char *) "tile", .n_extents = 2, .cell_size = 4,
                        .rows = (guint64) g_rand_int_range (rand, 1, 70),
                        .cols = (guint64) g_rand_int_range (rand, 1, 70), .extent = (char *) "COLS" };
      const LoomTileLayout layout = { .padding = (guint) g_rand_int_range (rand, 0, 9) };
      const guint n = (guint) g_rand_int_range (rand, 1, 33);
      guint64 cells[LOOM_WARP_LANES][2], words[LOOM_WARP_LANES];
      g_autoptr (LoomBankMap) map = NULL;
      LoomTileTrial trial;

      for (guint i = 0; i < n; i++)
        {
          cells[i][0] = (guint64) g_rand_int_range (rand, 0, (gint32) tile.rows);
          cells[i][1] = (guint64) g_rand_int_range (rand, 0, (gint32) tile.cols);
          words[i] = cells[i][0] * (tile.cols + layout.padding) + cells[i][1];
        }
      map = make_map (&tile, cells, n);
      g_assert_true (loom_tile_try (&tile, &layout, map, &trial));
      g_assert_cmpuint (trial.passes, ==, count_passes (words, n));
    }
}

/* float4 of a tile of floats: a row must begin at 16 bytes, and four columns stay together. */
static void
test_wide_accesses_stay_whole (void)
{
  static const struct { LoomTileLayout layout; gboolean is_possible; } rows[] = {
    { { 0, FALSE }, TRUE }, { { 1, FALSE }, FALSE }, { { 2, FALSE }, FALSE }, { { 4, FALSE }, TRUE },
    { { 0, TRUE }, FALSE },
  };
  LoomTile tile = { .name = (char *) "tile", .n_extents = 2, .cell_size = 4, .rows = 8, .cols = 32 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomBankMapRequest request = { .request = { .n = 8, .size = 16 } };

      for (guint lane = 0; lane < 8; lane++)
        {
          request.request.lane[lane] = (guint8) lane;
          request.request.address[lane] = lane * 128;
        }
      g_assert_cmpint (loom_tile_move (&tile, &rows[i].layout, &request), ==, rows[i].is_possible);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/tile/declarations-are-found", test_declarations_are_found);
  g_test_add_func ("/core/tile/what-cannot-be-moved-says-why", test_what_cannot_be_moved_says_why);
  g_test_add_func ("/core/tile/a-column-is-spread", test_a_column_is_spread);
  g_test_add_func ("/core/tile/chance-is-counted-by-rows-and-columns", test_chance_is_counted_by_rows_and_columns);
  g_test_add_func ("/core/tile/wide-accesses-stay-whole", test_wide_accesses_stay_whole);
  return g_test_run ();
}
