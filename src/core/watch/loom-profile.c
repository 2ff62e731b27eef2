/* loom-profile.c: what a run cost, by line of the source and by thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-profile.h"

#include "loom-wire-private.h"

LoomProfile *
loom_profile_new (void)
{
  LoomProfile *self = g_new0 (LoomProfile, 1);

  self->lines = g_array_new (FALSE, TRUE, sizeof (LoomLineProfile));
  return self;
}

void
loom_profile_free (LoomProfile *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->lines);
  g_clear_pointer (&self->threads, g_bytes_unref);
  g_clear_pointer (&self->lanes, g_bytes_unref);
  g_clear_pointer (&self->states, g_bytes_unref);
  g_free (self);
}

/* The document's lines come before those of its headers. */
static int
compare_lines (const LoomLineProfile *a,
               const char            *file,
               guint                  line)
{
  const int order = g_strcmp0 (a->file, file);

  return order != 0 ? order : (a->line > line) - (a->line < line);
}

/* Where a line is, or would have to be. */
static guint
find_place (const LoomProfile *self,
            const char        *file,
            guint              line,
            gboolean          *found)
{
  guint low = 0, high = self->lines->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (compare_lines (&g_array_index (self->lines, LoomLineProfile, middle), file, line) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  *found = low < self->lines->len
           && compare_lines (&g_array_index (self->lines, LoomLineProfile, low), file, line) == 0;
  return low;
}

/**
 * loom_profile_take_line:
 * @file: (nullable): of the line; %NULL: the document
 *
 * Returns: (transfer none): the counts of a line, which is added where it is new; valid until
 *   another one is added
 */
LoomLineProfile *
loom_profile_take_line (LoomProfile *self,
                        const char  *file,
                        guint        line)
{
  const LoomLineProfile fresh = { .file = g_intern_string (file), .line = line };
  gboolean found;
  guint place;

  g_return_val_if_fail (self != NULL, NULL);

  place = find_place (self, file, line, &found);
  if (!found)
    g_array_insert_val (self->lines, place, fresh);

  return &g_array_index (self->lines, LoomLineProfile, place);
}

/**
 * loom_profile_find_line:
 *
 * Returns: (transfer none) (nullable): the counts of a line of the document, or %NULL if no
 *   instruction comes from it
 */
const LoomLineProfile *
loom_profile_find_line (const LoomProfile *self,
                        guint              line)
{
  gboolean found;
  guint place;

  g_return_val_if_fail (self != NULL, NULL);

  place = find_place (self, NULL, line, &found);
  return found ? &g_array_index (self->lines, LoomLineProfile, place) : NULL;
}

/**
 * loom_profile_sum:
 * @sum: (out): all lines together; its line is 0
 *
 * Adds all lines up.
 */
void
loom_profile_sum (const LoomProfile *self,
                  LoomLineProfile   *sum)
{
  g_return_if_fail (self != NULL && sum != NULL);

  *sum = (LoomLineProfile) { 0 };
  for (guint n = 0; n < self->lines->len; n++)
    {
      const LoomLineProfile *line = &g_array_index (self->lines, LoomLineProfile, n);

      sum->instructions += line->instructions;
      sum->executed += line->executed;
      sum->lanes += line->lanes;
      sum->requests += line->requests;
      sum->sectors += line->sectors;
      sum->bytes += line->bytes;
      sum->shared_requests += line->shared_requests;
      sum->wavefronts += line->wavefronts;
      sum->conflicts += line->conflicts;
      for (LoomFloat i = 0; i < LOOM_N_FLOATS; i++)
        sum->flops[i] += line->flops[i];
    }
}

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/**
 * loom_profile_set_threads:
 * @threads: (nullable): the instructions of each thread, guint32; a reference is taken
 *
 * Sets what each thread executed, and how far that spreads: the median of an even number of
 * threads is the lower of the two in the middle.
 */
void
loom_profile_set_threads (LoomProfile *self,
                          GBytes      *threads)
{
  g_autofree guint32 *sorted = NULL;
  gconstpointer data;
  gsize size;

  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->threads, g_bytes_unref);
  self->spread = (LoomThreadSpread) { 0 };
  if (threads == NULL)
    return;

  self->threads = g_bytes_ref (threads);
  data = g_bytes_get_data (threads, &size);
  size /= sizeof (guint32);
  if (size == 0)
    return;

  sorted = g_memdup2 (data, size * sizeof (guint32));
  qsort (sorted, size, sizeof (guint32), compare_counts);
  self->spread = (LoomThreadSpread) { sorted[0], sorted[(size - 1) / 2], sorted[size - 1] };
}

/**
 * loom_profile_set_activity:
 * @lanes: (nullable): the running lanes at the instructions of each thread, summed, guint64; a
 *   reference is taken
 * @states: (nullable): what became of each thread, guint8; a reference is taken
 *
 * Sets what else is known of each thread.
 */
void
loom_profile_set_activity (LoomProfile *self,
                           GBytes      *lanes,
                           GBytes      *states)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->lanes, g_bytes_unref);
  g_clear_pointer (&self->states, g_bytes_unref);
  self->lanes = lanes != NULL ? g_bytes_ref (lanes) : NULL;
  self->states = states != NULL ? g_bytes_ref (states) : NULL;
}

/**
 * loom_profile_leave_out_threads:
 *
 * Lets go of what is known of each thread; how far they spread stays.
 */
void
loom_profile_leave_out_threads (LoomProfile *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->threads, g_bytes_unref);
  loom_profile_set_activity (self, NULL, NULL);
}

/* Lines ascend: they are looked up by halving. */
static gboolean
check (gpointer data)
{
  const LoomProfile *self = data;

  for (guint i = 1; i < self->lines->len; i++)
    {
      const LoomLineProfile *line = &g_array_index (self->lines, LoomLineProfile, i);

      if (compare_lines (line - 1, line->file, line->line) >= 0)
        return FALSE;
    }
  return TRUE;
}

static const LoomWireMember line_members[] = {
  LOOM_WIRE (UINT32, LoomLineProfile, line),
  LOOM_WIRE (INTERNED, LoomLineProfile, file),
  LOOM_WIRE (UINT32, LoomLineProfile, instructions),
  LOOM_WIRE (UINT64, LoomLineProfile, executed),
  LOOM_WIRE (UINT64, LoomLineProfile, lanes),
  LOOM_WIRE (UINT64, LoomLineProfile, requests),
  LOOM_WIRE (UINT64, LoomLineProfile, sectors),
  LOOM_WIRE (UINT64, LoomLineProfile, bytes),
  LOOM_WIRE (UINT64, LoomLineProfile, shared_requests),
  LOOM_WIRE (UINT64, LoomLineProfile, wavefronts),
  LOOM_WIRE (UINT64, LoomLineProfile, conflicts),
  LOOM_WIRE (UINT64, LoomLineProfile, flops[LOOM_FLOAT_HALF]),
  LOOM_WIRE (UINT64, LoomLineProfile, flops[LOOM_FLOAT_SINGLE]),
  LOOM_WIRE (UINT64, LoomLineProfile, flops[LOOM_FLOAT_DOUBLE]),
};
static const LoomWire line_wire = { LOOM_WIRE_MEMBERS (line_members, LoomLineProfile) };

static const LoomWireMember members[] = {
  LOOM_WIRE_OF (ARRAY, LoomProfile, lines, &line_wire),
};
const LoomWire _loom_profile_wire = {
  LOOM_WIRE_MEMBERS (members, LoomProfile), .create = (LoomWireCreate) loom_profile_new,
  .destroy = (GDestroyNotify) loom_profile_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomProfile, loom_profile, &_loom_profile_wire)
