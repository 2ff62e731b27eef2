/* test-ghosts.c: threads beside an array, against a count thread by thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend-private.h"
#include "plot-fixture.h"

#define WARP 32
#define ROUNDS 400

/* A launch of which each thread has a cell, in the array or beside it. */
typedef struct
{
  LoomDim3  block, grid;
  LoomShape shape;
  gint      offset[3];
  gboolean  flat;               /* the number of a thread is that of its cell, but for offset[0] */
} Launch;

static LoomDim3
random_extent (guint x,
               guint y,
               guint z)
{
  return LOOM_DIM3 (g_test_rand_int_range (1, x + 1), g_test_rand_int_range (1, y + 1),
                    g_test_rand_int_range (1, z + 1));
}

static Launch
random_launch (void)
{
  const gint rank = g_test_rand_int_range (1, 4);
  Launch self = { .flat = g_test_rand_int_range (0, 3) == 0 };

  self.block = rank == 1 ? random_extent (70, 1, 1) : random_extent (18, 7, rank == 3 ? 3 : 1);
  self.grid = rank == 1 ? random_extent (9, 1, 1) : random_extent (3, 4, rank == 3 ? 3 : 1);
  if (rank == 1)
    self.shape = SHAPE_1D ((guint64) g_test_rand_int_range (2, 600));
  else if (rank == 2)
    self.shape = SHAPE_2D ((guint64) g_test_rand_int_range (2, 30),
                           (guint64) g_test_rand_int_range (2, 30));
  else
    self.shape = SHAPE_3D ((guint64) g_test_rand_int_range (2, 6),
                           (guint64) g_test_rand_int_range (2, 20),
                           (guint64) g_test_rand_int_range (2, 20));
  self.flat |= rank == 1;
  for (guint i = 0; i < 3; i++)
    self.offset[i] = g_test_rand_bit () ? 0 : g_test_rand_int_range (-3, 4);
  return self;
}

static guint64
count_threads (const Launch *self)
{
  guint64 block, grid;

  g_assert_true (loom_dim3_volume (&self->block, &block) &&
                 loom_dim3_volume (&self->grid, &grid));
  return block * grid;
}

/* The cell of a thread, which need not be one of the array's: its plane, row and column. */
static void
get_place (const Launch *self,
           guint64       thread,
           gint64        place[3])
{
  const guint64 volume = (guint64) self->block.x * self->block.y * self->block.z;
  const LoomDim3 block = loom_dim3_unpack (&self->grid, thread / volume),
                 in_block = loom_dim3_unpack (&self->block, thread % volume);
  const gint64 cols = (gint64) self->shape.cols, index = (gint64) thread + self->offset[0];

  if (self->flat)
    {
      place[1] = index / cols - (index % cols < 0);
      place[0] = index - place[1] * cols;
      place[2] = 0;
      return;
    }
  place[0] = (gint64) block.x * self->block.x + in_block.x + self->offset[0];
  place[1] = (gint64) block.y * self->block.y + in_block.y + self->offset[1];
  place[2] = (gint64) self->grid.z * self->block.z == 1
             ? 0 : (gint64) block.z * self->block.z + in_block.z + self->offset[2];
}

static gboolean
find_cell (const Launch *self,
           guint64       thread,
           guint64      *cell)
{
  const LoomShape *shape = &self->shape;
  gint64 place[3];

  get_place (self, thread, place);
  if (self->flat)
    {
      const gint64 index = (gint64) thread + self->offset[0];

      *cell = (guint64) index;
      return index >= 0 && *cell < shape->cols * shape->rows * shape->planes;
    }
  *cell = ((guint64) place[2] * shape->rows + (guint64) place[1]) * shape->cols +
          (guint64) place[0];
  return place[0] >= 0 && place[0] < (gint64) shape->cols && place[1] >= 0 &&
         place[1] < (gint64) shape->rows && place[2] >= 0 && place[2] < (gint64) shape->planes;
}

static LoomRun *
run_launch (const Launch *self)
{
  Fixture fixture;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &self->shape, NULL);
  fixture_launch (&fixture, self->block, self->grid);
  for (guint64 thread = 0; thread < count_threads (self); thread++)
    {
      guint64 cell;

      if (find_cell (self, thread, &cell))
        fixture_write (&fixture, cell, (guint32) thread);
    }
  return fixture_end (&fixture);
}

/* By number of a thread: whether all of its warp lies beside the array. */
static gboolean *
find_lost (const Launch *self)
{
  const guint64 volume = (guint64) self->block.x * self->block.y * self->block.z;
  gboolean *lost = g_new (gboolean, count_threads (self));

  for (guint64 first = 0; first < count_threads (self); )
    {
      const guint64 left = volume - first % volume, end = first + MIN (left, WARP);
      gboolean inside = FALSE;
      guint64 cell;

      for (guint64 thread = first; thread < end; thread++)
        inside |= find_cell (self, thread, &cell);
      for (; first < end; first++)
        lost[first] = !inside;
    }
  return lost;
}

/* Every place of the ring is painted as the thread there is, if there is one. */
static void
assert_ring (const Launch *self,
             LoomPicture  *picture)
{
  const LoomCellLayout *layout = &picture->coder.layout;
  const guint64 wide = layout->cols + picture->ghosts.right,
                high = layout->rows + picture->ghosts.below;
  g_autofree guint8 *codes = g_new0 (guint8, wide * high);
  g_autofree guint64 *threads = g_new (guint64, wide * high);
  g_autofree gboolean *lost = find_lost (self);

  for (guint64 i = 0; i < wide * high; i++)
    threads[i] = LOOM_NO_WRITER;
  for (guint64 thread = 0; thread < count_threads (self); thread++)
    {
      const guint64 index = thread + (guint64) self->offset[0] - layout->first;
      gint64 place[3];
      guint64 cell;

      get_place (self, thread, place);
      if (self->shape.rank == 1)
        {
          place[0] = (gint64) (layout->wrapped ? index % layout->cols : index);
          place[1] = (gint64) (layout->wrapped ? index / layout->cols : 0);
        }
      if (find_cell (self, thread, &cell) || place[0] < 0 || place[1] < 0 ||
          (guint64) place[0] >= wide || (guint64) place[1] >= high || place[2] != 0)
        continue;
      codes[(guint64) place[1] * wide + (guint64) place[0]]
          = lost[thread] ? LOOM_CODE_LOST_WARP : LOOM_CODE_GHOST;
      threads[(guint64) place[1] * wide + (guint64) place[0]] = thread;
    }
  for (guint64 i = 0; i < wide * high; i++)
    {
      g_assert_cmpuint (loom_ghosts_get_code (&picture->ghosts, &picture->axes, &picture->coder,
                                              i % wide, i / wide), ==, codes[i]);
      g_assert_cmpuint (loom_ghosts_find_thread (&picture->ghosts, &picture->axes,
                                                 &picture->coder, i % wide, i / wide), ==,
                        threads[i]);
      if (picture->ghosts.is_drawn)
        g_assert_cmpuint (loom_picture_find_ghost (picture, (double) (i % wide) + 0.5,
                                                   (double) (i / wide) + 0.5), ==, threads[i]);
    }
}

/* Of random launches; where threads are too few to tell how they lie, nothing is said. */
static void
test_counts (void)
{
  guint known = 0;

  for (guint i = 0; i < ROUNDS; i++)
    {
      const Launch launch = random_launch ();
      g_autoptr (LoomRun) run = run_launch (&launch);
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree gboolean *lost = find_lost (&launch);
      guint64 outside = 0, wasted = 0, cell;
      LoomView view;

      loom_view_init (&view, run);
      picture = loom_picture_new (run, &view);
      if (picture->ghosts.all == 0)
        continue;
      known++;
      for (guint64 thread = 0; thread < count_threads (&launch); thread++)
        {
          outside += !find_cell (&launch, thread, &cell);
          wasted += lost[thread];
        }
      g_assert_cmpuint (picture->ghosts.threads, ==, outside);
      g_assert_cmpuint (picture->ghosts.lost, ==, wasted);
      g_assert_cmpuint (picture->ghosts.all, ==, count_threads (&launch));
      /* threads that lie row by row, and one behind the other, are drawn in one way */
      if (picture->coder.planes.cells == picture->coder.layout.cells &&
          !(picture->axes.regular && picture->axes.linear && launch.shape.rank > 1))
        assert_ring (&launch, picture);
    }
  g_assert_cmpuint (known, >, ROUNDS / 2);
}

static void
test_sentence (void)
{
  static const struct
  {
    guint       block, grid, cells;
    const char *clause;
  } rows[] = {
    { 64, 16, 1000, "24 threads lie outside the array (2\u00a0%)." },
    { 128, 8, 901, "123 threads lie outside the array (12\u00a0%); 3 of 32 warps wasted there." },
    { 64, 16, 1024, NULL },
    { 256, 1, 1, NULL },        /* one cell does not tell how threads lie */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Launch launch = { LOOM_DIM3 (rows[i].block, 1, 1), LOOM_DIM3 (rows[i].grid, 1, 1),
                              SHAPE_1D (rows[i].cells), { 0 }, TRUE };
      g_autoptr (LoomRun) run = run_launch (&launch);
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *sentence = NULL;
      LoomView view;

      loom_view_init (&view, run);
      picture = loom_picture_new (run, &view);
      sentence = loom_picture_dup_sentence (picture);
      if (rows[i].clause != NULL)
        g_assert_nonnull (strstr (sentence, rows[i].clause));
      else
        g_assert_null (strstr (sentence, "outside"));
    }
}

/* Who is pointed at beside the array is told by its place there, and why it has nothing to do. */
static void
test_words (void)
{
  const Launch flat = { LOOM_DIM3 (128, 1, 1), LOOM_DIM3 (8, 1, 1), SHAPE_1D (901), { 0 }, TRUE },
               wide = { LOOM_DIM3 (8, 4, 1), LOOM_DIM3 (3, 3, 1), SHAPE_2D (10, 18), { 0 }, FALSE };
  g_autoptr (LoomRun) line = run_launch (&flat);
  g_autoptr (LoomRun) plane = run_launch (&wide);
  g_autoptr (LoomPicture) picture = NULL;
  g_autoptr (LoomPicture) other = NULL;
  g_autofree char *text = NULL, *second = NULL, *lower = NULL;
  g_autoptr (LoomPicture) upside = NULL;
  LoomView view;

  loom_view_init (&view, line);
  picture = loom_picture_new (line, &view);
  /* 32 cells in a row: 28 rows, and 5 cells of another */
  text = loom_picture_dup_ghost_text (picture, 31.5, 29.5);
  g_assert_cmpstr (text, ==, "thread 63 of block 7, lane 31 of warp 1: outside f, where cell 959 "
                             "would be; no thread of its warp has a cell");
  loom_view_init (&view, plane);
  other = loom_picture_new (plane, &view);
  second = loom_picture_dup_ghost_text (other, 18.2, 3.7);
  g_assert_cmpstr (second, ==, "thread (2, 3) of block (2, 0), lane 26 of warp 0: outside f, where "
                               "row 3, column 18 would be");
  g_assert_null (loom_picture_dup_ghost_text (other, 17.2, 3.7));
  g_assert_null (loom_picture_dup_ghost_text (other, 24.2, 3.7));
  g_assert_null (loom_picture_dup_ghost_text (other, 3, -1));
  view.origin_lower = TRUE;
  upside = loom_picture_new (plane, &view);
  lower = loom_picture_dup_ghost_text (upside, 0.5, -0.5);
  g_assert_cmpstr (lower, ==, "thread (0, 2) of block (0, 2), lane 16 of warp 0: outside f, where "
                              "row 10, column 0 would be");
}

/* A kernel whose threads write other cells than their own has no ring. */
static void
test_unknown (void)
{
  LoomShape shape = SHAPE_2D (8, 8);
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (LoomPicture) picture = NULL;
  Fixture fixture;
  LoomMargins ring;
  LoomView view;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture_launch (&fixture, LOOM_DIM3 (16, 16, 1), LOOM_DIM3 (1, 1, 1));
  for (guint cell = 0; cell < 64; cell++)
    fixture_write (&fixture, cell, cell % 8 * 16 + cell / 8);
  run = fixture_end (&fixture);
  loom_view_init (&view, run);
  picture = loom_picture_new (run, &view);
  loom_picture_get_ring (picture, &ring);
  g_assert_cmpuint (picture->ghosts.all, ==, 0);
  g_assert_cmpfloat (ring.right + ring.bottom, ==, 0);
}

static gboolean
has_entry (LoomPicture *picture,
           guint8       code)
{
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);

  for (guint i = 0; i < entries->len; i++)
    if (g_array_index (entries, LoomLegendEntry, i).codes[0] == code &&
        g_array_index (entries, LoomLegendEntry, i).n_codes == 1)
      return TRUE;
  return FALSE;
}

/* The legend names what is drawn, also where it has room in the array's last row. */
static void
test_legend (void)
{
  static const struct
  {
    guint    cells;
    gboolean ghost, lost;
  } rows[] = { { 1000, TRUE, FALSE }, { 992, FALSE, TRUE }, { 901, TRUE, TRUE },
               { 1024, FALSE, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Launch launch = { LOOM_DIM3 (128, 1, 1), LOOM_DIM3 (8, 1, 1),
                              SHAPE_1D (rows[i].cells), { 0 }, TRUE };
      g_autoptr (LoomRun) run = run_launch (&launch);
      g_autoptr (LoomPicture) picture = NULL;
      LoomView view;

      loom_view_init (&view, run);
      picture = loom_picture_new (run, &view);
      g_assert_cmpint (has_entry (picture, LOOM_CODE_GHOST), ==, rows[i].ghost);
      g_assert_cmpint (has_entry (picture, LOOM_CODE_LOST_WARP), ==, rows[i].lost);
    }
}

/* Of four planes, the first and the last of which nothing wrote. */
static void
test_all_planes_say_the_same (void)
{
  const Launch launch = { LOOM_DIM3 (8, 8, 4), LOOM_DIM3 (2, 2, 1), SHAPE_3D (4, 10, 12),
                          { 0 }, FALSE };
  g_autofree char *first = NULL;
  g_autoptr (LoomRun) run = NULL;
  Fixture fixture;
  LoomView view;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &launch.shape, NULL);
  fixture_launch (&fixture, launch.block, launch.grid);
  for (guint64 thread = 0; thread < count_threads (&launch); thread++)
    {
      guint64 cell;

      if (find_cell (&launch, thread, &cell) && cell >= 120 && cell < 360)
        fixture_write (&fixture, cell, (guint32) thread);
    }
  run = fixture_end (&fixture);
  loom_view_init (&view, run);
  for (view.plane = 0; view.plane < 4; view.plane++)
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (run, &view);
      g_autofree char *sentence = loom_picture_dup_sentence (picture);

      g_assert_nonnull (strstr (sentence, "544 threads lie outside the array (53\u00a0%)"));
      if (first != NULL)
        g_assert_cmpstr (sentence, ==, first);
      g_free (first);
      first = g_steal_pointer (&sentence);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/ghosts/are-counted-as-thread-by-thread", test_counts);
  g_test_add_func ("/plot/ghosts/are-told-in-the-sentence", test_sentence);
  g_test_add_func ("/plot/ghosts/all-planes-say-the-same", test_all_planes_say_the_same);
  g_test_add_func ("/plot/ghosts/are-told-one-by-one", test_words);
  g_test_add_func ("/plot/ghosts/are-not-told-where-threads-have-no-cells", test_unknown);
  g_test_add_func ("/plot/ghosts/are-named-in-the-legend", test_legend);

  return g_test_run ();
}
