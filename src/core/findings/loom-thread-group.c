/* loom-thread-group.c: threads of a block that wait at one place, or left from it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-group.h"

#include "loom-place.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

#define MAX_RANGES 8            /* of threads that are named */

static LoomThreadGroup *
create_empty (void)
{
  LoomThreadGroup *self = g_new0 (LoomThreadGroup, 1);

  self->warps = g_array_new (FALSE, TRUE, sizeof (guint32));
  return self;
}

/**
 * loom_thread_group_new:
 * @n_threads: of the block
 *
 * Returns: (transfer full): a group without a thread
 */
LoomThreadGroup *
loom_thread_group_new (guint n_threads)
{
  LoomThreadGroup *self = create_empty ();

  g_array_set_size (self->warps, (n_threads + LOOM_WARP_LANES - 1) / LOOM_WARP_LANES);
  return self;
}

LoomThreadGroup *
loom_thread_group_copy (const LoomThreadGroup *self)
{
  LoomThreadGroup *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->warps = g_array_copy (self->warps);
  return copy;
}

void
loom_thread_group_free (LoomThreadGroup *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->warps);
  g_free (self);
}

void
loom_thread_group_add (LoomThreadGroup *self,
                       guint            thread)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (thread / LOOM_WARP_LANES < self->warps->len);

  g_array_index (self->warps, guint32, thread / LOOM_WARP_LANES) |= 1u << thread % LOOM_WARP_LANES;
}

gboolean
loom_thread_group_has (const LoomThreadGroup *self,
                       guint                  thread)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return thread / LOOM_WARP_LANES < self->warps->len &&
         (g_array_index (self->warps, guint32, thread / LOOM_WARP_LANES) >>
          thread % LOOM_WARP_LANES & 1) != 0;
}

guint
loom_thread_group_count (const LoomThreadGroup *self)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint w = 0; w < self->warps->len; w++)
    n += (guint) __builtin_popcount (g_array_index (self->warps, guint32, w));
  return n;
}

/**
 * loom_thread_group_find_first:
 *
 * Returns: the lowest thread, by its linear number
 */
guint
loom_thread_group_find_first (const LoomThreadGroup *self)
{
  guint first = 0, last = 0;

  loom_thread_group_next_range (self, &first, &last);
  return first;
}

/**
 * loom_thread_group_next_range:
 * @first: (inout): where to look from, then the first thread of the range
 * @last: (out): its last thread
 *
 * Finds threads that follow each other without a gap.
 *
 * Returns: whether there are any from @first on
 */
gboolean
loom_thread_group_next_range (const LoomThreadGroup *self,
                              guint                 *first,
                              guint                 *last)
{
  guint n;

  g_return_val_if_fail (self != NULL, FALSE);

  n = self->warps->len * LOOM_WARP_LANES;
  while (*first < n && !loom_thread_group_has (self, *first))
    (*first)++;
  *last = *first;
  while (loom_thread_group_has (self, *last + 1))
    (*last)++;
  return *first < n;
}

/**
 * loom_thread_group_dup_threads:
 *
 * Returns: (transfer full): the linear numbers of its threads, "0–31, 64, 70–95"; of many the first
 *   ones
 */
char *
loom_thread_group_dup_threads (const LoomThreadGroup *self)
{
  GString *text = g_string_new (NULL);
  guint last, n = 0;

  for (guint first = 0; loom_thread_group_next_range (self, &first, &last); first = last + 1)
    {
      if (n++ == MAX_RANGES)
        {
          g_string_append (text, ", …");
          break;
        }
      g_string_append_printf (text, "%s%u", text->len > 0 ? ", " : "", first);
      if (last > first)
        g_string_append_printf (text, "–%u", last);
    }
  return g_string_free (text, FALSE);
}

/* Whole sentences: other languages cannot put numbers just anywhere. */
static const char *
get_sentence (const LoomThreadGroup *self,
              gulong                 n)
{
  switch (self->state)
    {
    case LOOM_THREADS_AT_BARRIER:
      if (self->barrier == 0)
        /* Translators: in these sentences 1 is how many threads, 2 a place as “14” or “14 of
         * tile.h”, 3 a barrier’s number */
        return ngettext ("%1$u thread waits at the barrier of line %2$s",
                         "%1$u threads wait at the barrier of line %2$s", n);
      return ngettext ("%1$u thread waits at barrier %3$u, line %2$s",
                       "%1$u threads wait at barrier %3$u, line %2$s", n);
    case LOOM_THREADS_AT_WARP:
      return ngettext ("%1$u thread waits for others of its warp at line %2$s",
                       "%1$u threads wait for others of their warp at line %2$s", n);
    case LOOM_THREADS_GONE:
      return ngettext ("%1$u thread returned at line %2$s", "%1$u threads returned at line %2$s",
                       n);
    case LOOM_THREADS_ELSEWHERE:
    case LOOM_N_THREADS_STATES:
    default:
      return ngettext ("%1$u thread has not come: it is at line %2$s",
                       "%1$u threads have not come: they are at line %2$s", n);
    }
}

/**
 * loom_thread_group_dup_text:
 *
 * Returns: (transfer full): how many threads are where, without a full stop
 */
char *
loom_thread_group_dup_text (const LoomThreadGroup *self)
{
  g_autofree char *place = NULL;
  guint n;

  g_return_val_if_fail (self != NULL, NULL);

  n = loom_thread_group_count (self);
  place = loom_place_format (self->file, self->line);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
  return g_strdup_printf (get_sentence (self, n), n, place, self->barrier);
#pragma GCC diagnostic pop
}

/**
 * loom_thread_group_get_state_name:
 *
 * Returns: (transfer none): the stable word for reports
 */
const char *
loom_thread_group_get_state_name (const LoomThreadGroup *self)
{
  static const char *const names[LOOM_N_THREADS_STATES] = { "barrier", "warp", "elsewhere",
                                                            "returned" };

  g_return_val_if_fail (self != NULL, NULL);

  return names[self->state];
}

/**
 * loom_thread_group_compare:
 *
 * Orders groups as they are listed: those who wait first, each kind by line.
 *
 * Returns: negative, zero or positive as strcmp(); zero where threads of both are at one place
 */
int
loom_thread_group_compare (const LoomThreadGroup *self,
                           const LoomThreadGroup *other)
{
  const int files = g_strcmp0 (self->file, other->file);

  if (self->state != other->state)
    return self->state < other->state ? -1 : 1;
  if (files != 0)
    return files;
  if (self->line != other->line)
    return self->line < other->line ? -1 : 1;
  return (int) self->barrier - (int) other->barrier;
}

/**
 * loom_thread_groups_find:
 * @groups: (element-type LoomThreadGroup): of a block
 * @thread: its linear number
 *
 * Returns: (transfer none) (nullable): the group that a thread is in
 */
const LoomThreadGroup *
loom_thread_groups_find (const GPtrArray *groups,
                         guint            thread)
{
  for (guint i = 0; i < groups->len; i++)
    if (loom_thread_group_has (groups->pdata[i], thread))
      return groups->pdata[i];
  return NULL;
}

/* Whether the lanes of a warp are those, each in one group. */
static gboolean
is_filled (const GPtrArray *groups,
           guint            warp,
           guint32          all)
{
  guint32 seen = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      const LoomThreadGroup *group = groups->pdata[i];
      const guint32 lanes = g_array_index (group->warps, guint32, warp);

      if ((seen & lanes) != 0)
        return FALSE;
      seen |= lanes;
    }
  return seen == all;
}

/**
 * loom_thread_groups_make_up:
 * @groups: (element-type LoomThreadGroup): perhaps of a hostile process
 * @block: extents of the block
 *
 * Returns: whether each thread of the block is in one of the groups, and none of them is empty
 */
gboolean
loom_thread_groups_make_up (const GPtrArray *groups,
                            const LoomDim3  *block)
{
  guint64 n_threads;
  guint n_warps;

  if (!loom_dim3_volume (block, &n_threads) || n_threads == 0 ||
      n_threads > LOOM_BLOCK_MAX_THREADS)
    return FALSE;
  n_warps = ((guint) n_threads + LOOM_WARP_LANES - 1) / LOOM_WARP_LANES;
  for (guint i = 0; i < groups->len; i++)
    {
      const LoomThreadGroup *group = groups->pdata[i];

      if (group->warps->len != n_warps || loom_thread_group_count (group) == 0)
        return FALSE;
    }
  for (guint w = 0; w < n_warps; w++)
    {
      const guint left = (guint) n_threads - w * LOOM_WARP_LANES;

      if (!is_filled (groups, w, left < LOOM_WARP_LANES ? (1u << left) - 1 : G_MAXUINT32))
        return FALSE;
    }
  return TRUE;
}

static const LoomWireMember members[] = {
  LOOM_WIRE_UP_TO (LoomThreadGroup, state, LOOM_N_THREADS_STATES - 1),
  LOOM_WIRE_UP_TO (LoomThreadGroup, barrier, 15),
  LOOM_WIRE (INTERNED, LoomThreadGroup, file),
  LOOM_WIRE (UINT32, LoomThreadGroup, line),
  LOOM_WIRE (UINT32S, LoomThreadGroup, warps),
};

const LoomWire _loom_thread_group_wire = {
  LOOM_WIRE_MEMBERS (members, LoomThreadGroup), .create = (LoomWireCreate) create_empty,
  .destroy = (GDestroyNotify) loom_thread_group_free,
};
