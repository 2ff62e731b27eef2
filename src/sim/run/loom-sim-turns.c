/* loom-sim-turns.c: whose turn it is, where a seed decides
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"

#define STYLES 8                /* how long turns are: from one access to as far as it goes */

/* SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
guint64
loom_sim_turns_draw (LoomSimTurns *self)
{
  guint64 z = self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* For a block, or for the launch: what follows depends on the two numbers alone. */
void
loom_sim_turns_begin (LoomSimTurns *self,
                      gint64        seed,
                      guint64       block)
{
  LoomSimTurns of_seed = { .state = (guint64) seed };

  self->state = loom_sim_turns_draw (&of_seed) ^ block * G_GUINT64_CONSTANT (0xd1b54a32d192ed03);
  self->style = (guint) (loom_sim_turns_draw (&of_seed) % STYLES);
  self->left = 0;
}

/* Before a vector's turn. Most ends come soon, a few late: either finds what the other does not. */
void
loom_sim_turns_begin_turn (LoomSimTurns *self)
{
  const guint64 number = loom_sim_turns_draw (self);

  self->left = self->style == STYLES - 1 || number % 16 == 0
                   ? 0
                   : 2 + (guint32) (number >> 8) % (1u << self->style);
}

/* The order of a round of turns. */
void
loom_sim_turns_shuffle (LoomSimTurns *self,
                        guint8       *order,
                        guint         n)
{
  for (guint i = 0; i < n; i++)
    {
      const guint at = (guint) (loom_sim_turns_draw (self) % (i + 1));

      order[i] = order[at];
      order[at] = (guint8) i;
    }
}

static guint64
find_divisor (guint64 a,
              guint64 b)
{
  while (b != 0)
    {
      const guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* Blocks begin in the order (from + i by) modulo n. */
void
loom_sim_turns_order_blocks (LoomSimTurns *self,
                             guint64       n,
                             guint64      *from,
                             guint64      *by)
{
  *from = loom_sim_turns_draw (self) % n;
  do
    *by = 1 + loom_sim_turns_draw (self) % MIN (n, G_MAXUINT32);
  while (find_divisor (*by, n) != 1);
}
