/* loom-sim-clock.c: what a thread knows of others' accesses
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-clock-private.h"

#include <string.h>

#define FAN 16
#define FAN_BITS 4

struct _LoomSimClock
{
  guint level;                  /* 0: a leaf, of one block */
  guint count;
  union
  {
    LoomSimClock *children[FAN];
    struct
    {
      guint32     base;
      guint       n;
      LoomSimSpan spans[];
    } leaf;
  };
};

guint
loom_sim_clock_get_height (guint64 n_blocks)
{
  guint height = 0;

  for (guint64 last = n_blocks - 1; last > 0; last >>= FAN_BITS)
    height++;
  return height;
}

static LoomSimClock *
new_leaf (guint32            base,
          const LoomSimSpan *spans,
          guint              n)
{
  LoomSimClock *self = g_malloc (G_STRUCT_OFFSET (LoomSimClock, leaf.spans) +
                                 MAX (n, FAN) * sizeof *spans);

  self->level = 0;
  self->count = 1;
  self->leaf.base = base;
  self->leaf.n = n;
  if (n > 0)
    memcpy (self->leaf.spans, spans, n * sizeof *spans);
  return self;
}

static LoomSimClock *
new_node (guint          level,
          LoomSimClock **children)
{
  LoomSimClock *self = g_new0 (LoomSimClock, 1);

  self->level = level;
  self->count = 1;
  if (children != NULL)
    memcpy (self->children, children, sizeof self->children);
  return self;
}

LoomSimClock *
loom_sim_clock_new (guint              height,
                    guint64            block,
                    guint32            base,
                    const LoomSimSpan *spans,
                    guint              n_spans)
{
  LoomSimClock *self = new_leaf (base, spans, n_spans);

  for (guint level = 1; level <= height; level++)
    {
      LoomSimClock *parent = new_node (level, NULL);

      parent->children[block >> (FAN_BITS * (level - 1)) & (FAN - 1)] = self;
      self = parent;
    }
  return self;
}

LoomSimClock *
loom_sim_clock_ref (LoomSimClock *self)
{
  if (self != NULL)
    self->count++;
  return self;
}

void
loom_sim_clock_unref (LoomSimClock *self)
{
  if (self == NULL || --self->count > 0)
    return;
  for (guint i = 0; i < FAN && self->level > 0; i++)
    loom_sim_clock_unref (self->children[i]);
  g_free (self);
}

static guint32
find_below (const LoomSimClock *leaf,
            guint               thread,
            guint               n)
{
  guint32 below = leaf->leaf.base;

  for (guint i = 0; i < leaf->leaf.n; i++)
    if (thread >= leaf->leaf.spans[i].first &&
        thread + n <= leaf->leaf.spans[i].first + (guint) leaf->leaf.spans[i].n)
      below = MAX (below, leaf->leaf.spans[i].below);
  return below;
}

/* Whether a leaf knows all that another does. */
static gboolean
covers (const LoomSimClock *leaf,
        const LoomSimClock *other)
{
  if (leaf->leaf.base < other->leaf.base)
    return FALSE;
  for (guint i = 0; i < other->leaf.n; i++)
    if (find_below (leaf, other->leaf.spans[i].first, other->leaf.spans[i].n) <
        other->leaf.spans[i].below)
      return FALSE;
  return TRUE;
}

static LoomSimClock *
join_leaves (LoomSimClock *a,
             LoomSimClock *b)
{
  g_autofree LoomSimSpan *spans = NULL;
  const guint32 base = MAX (a->leaf.base, b->leaf.base);
  guint n = 0;

  if (covers (a, b))
    return loom_sim_clock_ref (a);
  if (covers (b, a))
    return loom_sim_clock_ref (b);
  spans = g_new (LoomSimSpan, a->leaf.n + b->leaf.n);
  for (guint i = 0; i < a->leaf.n; i++)
    if (a->leaf.spans[i].below > base &&
        find_below (b, a->leaf.spans[i].first, a->leaf.spans[i].n) < a->leaf.spans[i].below)
      spans[n++] = a->leaf.spans[i];
  for (guint i = 0; i < b->leaf.n; i++)
    if (b->leaf.spans[i].below > base &&
        find_below (a, b->leaf.spans[i].first, b->leaf.spans[i].n) <= b->leaf.spans[i].below)
      spans[n++] = b->leaf.spans[i];
  return new_leaf (base, spans, n);
}

LoomSimClock *
loom_sim_clock_join (LoomSimClock *a,
                     LoomSimClock *b)
{
  LoomSimClock *children[FAN];
  gboolean is_a = TRUE, is_b = TRUE;

  if (a == b || b == NULL)
    return loom_sim_clock_ref (a);
  if (a == NULL)
    return loom_sim_clock_ref (b);
  if (a->level == 0)
    return join_leaves (a, b);
  for (guint i = 0; i < FAN; i++)
    {
      children[i] = loom_sim_clock_join (a->children[i], b->children[i]);
      is_a &= children[i] == a->children[i];
      is_b &= children[i] == b->children[i];
    }
  if (!is_a && !is_b)
    return new_node (a->level, children);
  for (guint i = 0; i < FAN; i++)
    loom_sim_clock_unref (children[i]);
  return loom_sim_clock_ref (is_a ? a : b);
}

gboolean
loom_sim_clock_knows (const LoomSimClock *self,
                      guint64             block,
                      guint               thread,
                      guint32             clock)
{
  while (self != NULL && self->level > 0)
    self = self->children[block >> (FAN_BITS * (self->level - 1)) & (FAN - 1)];
  return self != NULL && clock < find_below (self, thread, 1);
}

void
loom_sim_clock_add (LoomSimClock **clock,
                    LoomSimClock  *other)
{
  LoomSimClock *joined;

  if (other == NULL || *clock == other)
    return;
  joined = loom_sim_clock_join (*clock, other);
  loom_sim_clock_unref (*clock);
  *clock = joined;
}
