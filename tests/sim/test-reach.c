/* test-reach.c: what is told of what blocks can access holds all that they do access
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include <string.h>

/* A drawn launch of `affine`, which loads and stores numbers of the launch times each thread's place. */
typedef struct
{
  gint     store[3], load[3];           /* factors of x and y, and what is added */
  gint     w, h;
  LoomDim3 grid, block;
  guint64  first_row, n_rows;           /* of blocks */
} Drawn;

static void
draw (GRand *rand,
      Drawn *self)
{
  const gint pitch = g_rand_int_range (rand, 90, 140);
  const gboolean turned = g_rand_int_range (rand, 0, 4) == 0;

  *self = (Drawn) {
    .store = { turned ? pitch : 1, turned ? 1 : pitch, g_rand_int_range (rand, 0, 4) },
    .load = { g_rand_int_range (rand, 0, 3), pitch, g_rand_int_range (rand, 0, 3 * pitch) },
    .w = g_rand_int_range (rand, 30, 140),
    .h = g_rand_int_range (rand, 30, 140),
    .grid = LOOM_DIM3 ((guint) g_rand_int_range (rand, 1, 9), (guint) g_rand_int_range (rand, 2, 17), 1),
    .block = LOOM_DIM3 ((guint) g_rand_int_range (rand, 7, 20), (guint) g_rand_int_range (rand, 3, 20), 1),
  };
  self->first_row = (guint64) g_rand_int_range (rand, 0, (gint) self->grid.y);
  self->n_rows = (guint64) g_rand_int_range (rand, 1, (gint) (self->grid.y - self->first_row) + 1);
}

/* The hull of what the threads of those blocks do, one by one. */
static LoomSimReach
walk (const Drawn *self)
{
  LoomSimReach reach = { G_MAXINT64, G_MININT64, G_MAXINT64, G_MININT64 };

  for (guint64 row = self->first_row; row < self->first_row + self->n_rows; row++)
    for (guint y = (guint) row * self->block.y; y < (row + 1) * self->block.y; y++)
      for (guint x = 0; x < self->grid.x * self->block.x; x++)
        {
          const gint64 load = 4ll * (self->load[0] * (gint) x + self->load[1] * (gint) y + self->load[2]);
          const gint64 store = 4ll * (self->store[0] * (gint) x + self->store[1] * (gint) y + self->store[2]);

          if (x >= (guint) self->w || y >= (guint) self->h)
            continue;
          reach.load_begin = MIN (reach.load_begin, load);
          reach.load_end = MAX (reach.load_end, load + 4);
          reach.store_begin = MIN (reach.store_begin, store);
          reach.store_end = MAX (reach.store_end, store + 4);
        }
  return reach;
}

static LoomSimReach
ask (Fixture     *fixture,
     const char  *entry,
     const Drawn *drawn)
{
  const LoomSimLaunch launch = {
    .entry = entry, .grid = drawn->grid, .block = drawn->block, .params = fixture->params,
    .params_size = fixture->params_size, .first_block = drawn->first_row * drawn->grid.x,
    .n_blocks = drawn->n_rows * drawn->grid.x,
  };
  LoomSimReach reach;

  g_assert_true (loom_sim_find_reach (fixture->sim, &launch, &fixture->arrays[0].address, 1, &reach, &fixture->error));
  return reach;
}

/* Nobody does more than what is told; and where the address is an affine form it is told. */
static void
test_affine_forms (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1504);
  guint exact = 0, wide = 0;

  for (guint i = 0; i < 300; i++)
    {
      LoomSimReach wanted, told;
      Fixture fixture;
      Drawn drawn;

      draw (rand, &drawn);
      fixture_init (&fixture, "disjoint.ptx");
      fixture_array (&fixture, 1, 4);
      for (guint a = 0; a < 3; a++)
        fixture_int (&fixture, drawn.store[a]);
      for (guint a = 0; a < 3; a++)
        fixture_int (&fixture, drawn.load[a]);
      fixture_int (&fixture, drawn.w);
      fixture_int (&fixture, drawn.h);
      wanted = walk (&drawn);
      told = ask (&fixture, "affine", &drawn);
      g_assert_cmpint (told.load_begin, <=, wanted.load_begin);
      g_assert_cmpint (told.load_end, >=, wanted.load_end);
      g_assert_cmpint (told.store_begin, <=, wanted.store_begin);
      g_assert_cmpint (told.store_end, >=, wanted.store_end);
      exact += memcmp (&told, &wanted, sizeof told) == 0;
      wide += told.store_begin == G_MININT64 || told.load_begin == G_MININT64;
      fixture_clear (&fixture);
    }
  g_test_message ("%u of 300 to the byte, %u not known", exact, wide);
  g_assert_cmpuint (exact, >, 100);
  g_assert_cmpuint (wide, ==, 0);
}

/* Where an address comes from memory it can be anywhere, and loads are no stores. */
static void
test_not_known (void)
{
  const Drawn drawn = { .grid = LOOM_DIM3 (4, 2, 1), .block = LOOM_DIM3 (32, 1, 1), .n_rows = 1 };
  LoomSimReach told;
  Fixture fixture;

  fixture_init (&fixture, "disjoint.ptx");
  fixture_array (&fixture, 64, 4);
  fixture_array (&fixture, 64, 4);
  fixture_int (&fixture, 64);
  told = ask (&fixture, "looked_up", &drawn);
  g_assert_cmpint (told.store_begin, ==, G_MININT64);
  g_assert_cmpint (told.store_end, ==, G_MAXINT64);
  g_assert_cmpint (told.load_begin, >, told.load_end);
  fixture_clear (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/reach/affine-forms-are-told-and-hold-all-accesses", test_affine_forms);
  g_test_add_func ("/sim/reach/an-address-from-memory-is-not-known", test_not_known);
  return g_test_run ();
}
