/* loom-sim-coverage-rows.c: stores by all lanes of a vector are noted in one line, and counted
 * later SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-exec-private.h"

#include <string.h>

/* Counting commutes, so when it is done is all one. Most stores are a whole vector's, in the same
 * rows in every block, so that where and by whom is told by the survey of the op and one offset: a
 * line of 32 bytes for 256 threads. They are read back when the launch is done and its counts are
 * asked for. */

#define FIRST_NOTES 1024u
#define MAX_NOTES (FIRST_NOTES << 7) /* of a worker: 4 MiB */

/* A worker's own of the rows, as blocks end before the counts are asked for. */
static const LoomSimSurvey *
get_survey (LoomSimTracker      *self,
            const LoomSimVector *v,
            const LoomSimOp     *op)
{
  const guint index = v->first / self->vector_lanes * self->n_surveys + op->detail->survey - 1;

  if (g_ptr_array_index (self->surveys, index) == NULL)
    {
      LoomSimSurvey *survey =
          g_memdup2 (&v->surveys[op->detail->survey - 1], sizeof (LoomSimSurvey));

      survey->lane = NULL;
      g_ptr_array_index (self->surveys, index) = survey;
    }
  return g_ptr_array_index (self->surveys, index);
}

static void
count_rows (LoomSimTracker      *self,
            const LoomSimOp     *op,
            const LoomSimSurvey *survey,
            guint32              slot,
            guint64              offset,
            guint64              first)
{
  LoomSimPiece pieces[LOOM_SIM_MAX_GROUPS];

  for (guint i = 0; i < survey->n_rows; i++)
    pieces[i] = (LoomSimPiece) { .offset = offset + survey->rows[i].at,
                                 .slot = slot,
                                 .lane = survey->rows[i].lane,
                                 .n_lanes = survey->rows[i].n_lanes,
                                 .spread = TRUE };
  loom_sim_coverage_count (self, op, pieces, survey->n_rows, first);
}

static inline void
make_room (LoomSimTracker *self)
{
  if (self->n_notes < self->max_notes)
    return;
  if (self->n_notes == MAX_NOTES)
    {
      loom_sim_coverage_settle (&self->observer, FALSE);
      return;
    }
  self->max_notes = MAX (2 * self->max_notes, FIRST_NOTES);
  self->notes = g_renew (LoomSimRowsNote, self->notes, self->max_notes);
}

void
loom_sim_coverage_rows (LoomSimObserver *observer,
                        LoomSimVector   *v,
                        const LoomSimOp *op,
                        guint32          slot,
                        guint64          offset)
{
  LoomSimTracker *self = (LoomSimTracker *) observer;
  const guint64 first = v->block->index * self->block_threads + v->first;
  const LoomSimSurvey *survey = &v->surveys[op->detail->survey - 1];

  if (self->slots[slot].is_array)
    memset (v->stored, 0xff, v->n_lanes / 8);
  if (!self->slots[slot].defers)
    {
      count_rows (self, op, survey, slot, offset, first);
      return;
    }
  make_room (self);
  self->notes[self->n_notes++] = (LoomSimRowsNote) {
    .op = op,
    .survey = get_survey (self, v, op),
    .place = (guint64) slot << LOOM_SIM_SLOT_BITS | offset,
    .first = first,
  };
}

/* Threads in a row, each with a cell of its own. */
static inline void
add_row (const LoomSimPlanes *planes,
         guint64              cell,
         guint32              first,
         guint                n)
{
  guint32 *writes = planes->writes + cell;
  guint32 *lowest = (guint32 *) planes->lowest + cell,
          *highest = (guint32 *) planes->highest + cell;

  /* The highest thread of a cell that nobody stored to is none, all bits one: one more than that is
   * 0. */
  LOOM_SIM_IVDEP
  for (guint i = 0; i < n; i++)
    {
      const guint32 id = first + i, high = highest[i] + 1;

      writes[i]++;
      lowest[i] = lowest[i] < id ? lowest[i] : id;
      highest[i] = (high > id + 1 ? high : id + 1) - 1;
    }
}

static void
add_rows (const LoomSimSlot     *slot,
          const LoomSimRowsNote *note,
          guint64                offset)
{
  for (guint i = 0; i < note->survey->n_rows; i++)
    {
      const LoomSimSurveyRow *row = &note->survey->rows[i];

      add_row (&slot->planes, (offset + row->at) / slot->coverage->unit,
               (guint32) (note->first + row->lane), row->n_lanes);
    }
}

/* Whether a store is one thread's for each cell, with all planes asked for. */
static inline gboolean
can_add (const LoomSimTracker  *self,
         const LoomSimSlot     *slot,
         const LoomSimRowsNote *note)
{
  return self->counts && slot->coverage->units_per_cell == 1 &&
         slot->coverage->unit == note->op->detail->size && slot->planes.writes != NULL &&
         slot->planes.lowest != NULL && slot->planes.highest != NULL &&
         slot->coverage->writer_size == 4;
}

/* Counts what was noted. stands: the launch is done and will not be undone, so that planes may be
 * added to. */
void
loom_sim_coverage_settle (LoomSimObserver *observer,
                          gboolean         stands)
{
  LoomSimTracker *self = (LoomSimTracker *) observer;

  for (guint i = 0; i < self->n_notes; i++)
    {
      const LoomSimRowsNote *note = &self->notes[i];
      const guint32 slot = (guint32) (note->place >> LOOM_SIM_SLOT_BITS);
      const guint64 offset = note->place & ((G_GUINT64_CONSTANT (1) << LOOM_SIM_SLOT_BITS) - 1);

      if (stands && can_add (self, &self->slots[slot], note))
        add_rows (&self->slots[slot], note, offset);
      else
        count_rows (self, note->op, note->survey, slot, offset, note->first);
    }
  self->n_notes = 0;
}
