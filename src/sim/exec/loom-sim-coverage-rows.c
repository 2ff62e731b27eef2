/* loom-sim-coverage-rows.c: accesses whose rows were surveyed are noted in a line, counted later
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-coverage-exec-private.h"

#include <string.h>

/* Counting commutes, so when it is done is all one. Most accesses are a vector's in the same rows
 * in every block, so that where and by whom is told by the survey of the op and one offset: a line
 * of 32 bytes for 256 threads, and as much again where only some of them ran. They are read back
 * when there are many, and when the launch is done and its counts are asked for. */

#define FIRST_NOTES 1024u
#define MAX_NOTES (FIRST_NOTES << 7) /* of a worker: 4 MiB, and their lanes */
#define ALL_LANES G_MAXUINT32

/* A worker's own of the rows, as blocks end before the counts are asked for. */
static const LoomSimRows *
get_rows (LoomSimTracker      *self,
          const LoomSimVector *v,
          const LoomSimOp     *op)
{
  const guint survey = v->first / self->vector_lanes * self->n_surveys + op->detail->survey - 1;
  const guint index = 2 * survey + (op->detail->kind == LOOM_SIM_ACCESS_LOAD);

  if (g_ptr_array_index (self->rows, index) == NULL)
    {
      LoomSimRows *rows = g_new (LoomSimRows, 1);

      rows->op = op;
      rows->survey = v->surveys[op->detail->survey - 1];
      rows->survey.lane = NULL;
      rows->n_groups = v->n_lanes / LOOM_SIM_GROUP;
      g_ptr_array_index (self->rows, index) = rows;
    }
  return g_ptr_array_index (self->rows, index);
}

static void
make_room (LoomSimTracker *self)
{
  if (self->n_notes == MAX_NOTES)
    {
      loom_sim_coverage_settle (self, self->stands);
      return;
    }
  self->max_notes = MAX (2 * self->max_notes, FIRST_NOTES);
  self->notes = g_renew (LoomSimRowsNote, self->notes, self->max_notes);
}

static void
note_stored (LoomSimVector *v)
{
  if (!v->masked)
    memset (v->stored, 0xff, v->n_lanes / 8);
  else
    for (guint w = 0; w < v->n_warps; w++)
      v->stored[w] |= v->bits[w];
}

/* Lanes of a group at one place, and perhaps the lanes before: of loads, in which it is their
 * number that counts. */
static inline void
add_lanes_together (LoomSimPlaces         *places,
                    const LoomSimRowsNote *note,
                    guint                  group,
                    guint                  lanes)
{
  const guint64 offset = note->offset + note->rows->survey.at[group];
  const guint n_lanes = (guint) __builtin_popcount (lanes);
  LoomSimPiece *last = places->n_pieces > 0 ? &places->pieces[places->n_pieces - 1] : NULL;

  if (last != NULL && last->offset == offset)
    last->n_lanes = (guint16) (last->n_lanes + n_lanes);
  else if (n_lanes > 0)
    loom_sim_add_piece (places, note->rows->op->detail->size, group * LOOM_SIM_GROUP, n_lanes,
                        note->slot, offset, FALSE);
}

/* Makes places' pieces of the rows that lanes lie in when all ran. */
static void
find_rows (const LoomSimRowsNote *note,
           LoomSimPlaces         *places)
{
  const LoomSimSurvey *survey = &note->rows->survey;

  for (guint i = 0; i < survey->n_rows; i++)
    places->pieces[i] = (LoomSimPiece) { .offset = note->offset + survey->rows[i].at,
                                         .slot = note->slot,
                                         .lane = survey->rows[i].lane,
                                         .n_lanes = survey->rows[i].n_lanes,
                                         .spread = TRUE };
  places->n_pieces = survey->n_rows;
}

/* Of what places have, just pieces are set. bits: lanes that ran, or NULL: all. */
static void
find_pieces (const LoomSimRowsNote *note,
             const guint32         *bits,
             LoomSimPlaces         *places)
{
  const LoomSimRows *rows = note->rows;
  const gboolean spread = rows->survey.shape == LOOM_SIM_SHAPE_ROW;

  if (spread && bits == NULL)
    {
      find_rows (note, places);
      return;
    }
  places->n_pieces = 0;
  for (guint g = 0; g < rows->n_groups; g++)
    {
      const guint lanes =
          bits == NULL ? LOOM_SIM_GROUP_MASK
                       : bits[g / 2] >> (g % 2 * LOOM_SIM_GROUP) & LOOM_SIM_GROUP_MASK;

      if (spread)
        loom_sim_add_row (places, rows->op->detail->size, g * LOOM_SIM_GROUP, lanes, note->slot,
                           note->offset + rows->survey.at[g]);
      else
        add_lanes_together (places, note, g, lanes);
    }
}

void
loom_sim_coverage_rows (LoomSimTracker  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op,
                        guint32          slot,
                        guint64          offset)
{
  LoomSimRowsNote note = { .rows = get_rows (self, v, op),
                           .offset = offset,
                           .first = v->block->index * self->block_threads + v->first,
                           .slot = slot,
                           .lanes = ALL_LANES };

  if (self->regions[slot].is_output && op->detail->kind != LOOM_SIM_ACCESS_LOAD)
    note_stored (v);
  if (!self->regions[slot].deferred)
    {
      LoomSimPlaces places;

      find_pieces (&note, v->masked ? v->bits : NULL, &places);
      loom_sim_coverage_count (self, op, places.pieces, places.n_pieces, note.first);
      return;
    }
  if (self->n_notes == self->max_notes)
    make_room (self);
  if (v->masked)
    {
      note.lanes = self->lanes->len;
      g_array_append_vals (self->lanes, v->bits, LOOM_SIM_MAX_WARPS);
    }
  self->notes[self->n_notes++] = note;
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

/* The same where nobody asks who they are. */
static inline void
add_counts (guint32 *counts,
            guint    n)
{
  LOOM_SIM_IVDEP
  for (guint i = 0; i < n; i++)
    counts[i]++;
}

static void
add_pieces (const LoomSimTracker  *self,
            const LoomSimRegion   *region,
            const LoomSimRowsNote *note,
            const LoomSimPiece    *pieces,
            guint                  n)
{
  const gboolean has_writers = loom_sim_tracker_has_writers (self, region);
  const gboolean loads = note->rows->op->detail->kind == LOOM_SIM_ACCESS_LOAD;

  for (guint i = 0; i < n; i++)
    {
      const guint64 cell = pieces[i].offset / region->coverage->unit;

      if (!loads && !has_writers)
        add_counts (region->planes.writes + cell, pieces[i].n_lanes);
      else if (!loads)
        add_row (&region->planes, cell, (guint32) (note->first + pieces[i].lane),
                 pieces[i].n_lanes);
      else if (pieces[i].spread)
        add_counts (region->planes.reads + cell, pieces[i].n_lanes);
      else
        region->planes.reads[cell] += pieces[i].n_lanes;
    }
}

/* Whether an access is one thread's for each cell, with all planes asked for. Workers store to
 * other cells each, but may load from the same. */
static inline gboolean
can_add (const LoomSimTracker  *self,
         const LoomSimRegion   *region,
         const LoomSimRowsNote *note)
{
  const LoomSimDetail *detail = note->rows->op->detail;

  if (region->coverage->units_per_cell != 1 || region->coverage->unit != detail->size)
    return FALSE;
  if (detail->kind == LOOM_SIM_ACCESS_LOAD)
    return self->counts_reads && !self->shares && region->planes.reads != NULL;
  return self->counts && region->planes.writes != NULL &&
         (!loom_sim_tracker_has_writers (self, region) || region->coverage->writer_size == 4);
}

static void
settle (LoomSimTracker        *self,
        const LoomSimRowsNote *note,
        gboolean               stands)
{
  const LoomSimRegion *region = &self->regions[note->slot];
  const guint32 *bits =
      note->lanes != ALL_LANES ? &g_array_index (self->lanes, guint32, note->lanes) : NULL;
  LoomSimPlaces places;

  find_pieces (note, bits, &places);
  if (stands && can_add (self, region, note))
    add_pieces (self, region, note, places.pieces, places.n_pieces);
  else
    loom_sim_coverage_count (self, note->rows->op, places.pieces, places.n_pieces, note->first);
}

/* Counts what was noted. stands: the launch will not be undone, so that planes may be added to. */
void
loom_sim_coverage_settle (LoomSimTracker *self,
                          gboolean        stands)
{
  for (guint i = 0; i < self->n_notes; i++)
    settle (self, &self->notes[i], stands);
  self->n_notes = 0;
  g_array_set_size (self->lanes, 0);
}
