/* loom-sim-log.c: sums of floats that are made in the order of blocks after all of them ran
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-log-private.h"

/* Adds of one block and one kind. */
typedef struct
{
  guint64      block;
  LoomSimApply apply;
  gsize        n;
} Stretch;

struct _LoomSimLog
{
  GArray   *adds;               /* (element-type LoomSimLogged) */
  GArray   *stretches;          /* (element-type Stretch) */
  gsize     room;               /* bytes left */
  gboolean  full;
  gsize     next_add;           /* while it is replayed */
  guint     next_stretch;
};

LoomSimLog *
loom_sim_log_new (gsize most)
{
  LoomSimLog *self = g_new0 (LoomSimLog, 1);

  self->adds = g_array_new (FALSE, FALSE, sizeof (LoomSimLogged));
  self->stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  self->room = most;
  return self;
}

void
loom_sim_log_free (LoomSimLog *self)
{
  g_array_unref (self->adds);
  g_array_unref (self->stretches);
  g_free (self);
}

static Stretch *
get_last (LoomSimLog *self)
{
  return self->stretches->len > 0
             ? &g_array_index (self->stretches, Stretch, self->stretches->len - 1)
             : NULL;
}

void
loom_sim_log_add (LoomSimLog          *self,
                  guint64              block,
                  LoomSimApply         apply,
                  const LoomSimLogged *add)
{
  Stretch *last = get_last (self);

  if (self->room < sizeof *add + sizeof *last)
    self->full = TRUE;
  if (self->full)
    return;
  if (last == NULL || last->block != block || last->apply != apply)
    {
      const Stretch stretch = { block, apply, 0 };

      g_array_append_val (self->stretches, stretch);
      self->room -= sizeof stretch;
      last = get_last (self);
    }
  g_array_append_vals (self->adds, add, 1);
  self->room -= sizeof *add;
  last->n++;
}

gboolean
loom_sim_log_is_full (const LoomSimLog *self)
{
  return self->full;
}

static const Stretch *
get_next (const LoomSimLog *self)
{
  return self->next_stretch < self->stretches->len
             ? &g_array_index (self->stretches, Stretch, self->next_stretch)
             : NULL;
}

/* The log with the lowest block that is not yet replayed, NULL: none. */
static LoomSimLog *
find_lowest (GPtrArray *logs)
{
  LoomSimLog *lowest = NULL;

  for (guint i = 0; i < logs->len; i++)
    {
      LoomSimLog *log = g_ptr_array_index (logs, i);
      const Stretch *next = get_next (log);

      if (next != NULL && (lowest == NULL || next->block < get_next (lowest)->block))
        lowest = log;
    }
  return lowest;
}

void
loom_sim_logs_replay (GPtrArray *logs)
{
  LoomSimLog *log;

  while ((log = find_lowest (logs)) != NULL)
    {
      const Stretch *stretch = get_next (log);

      stretch->apply (&g_array_index (log->adds, LoomSimLogged, log->next_add), stretch->n);
      log->next_add += stretch->n;
      log->next_stretch++;
    }
}
