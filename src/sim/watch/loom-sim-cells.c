/* loom-sim-cells.c: who writes and reads a cell, and what its writers read before
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

#include <string.h>

/* Which threads write a cell is known when they do, and by then they have read what they needed.
 * So the loads of each vector are logged while its block is in flight, a piece for lanes that lie
 * side by side, and looked through where one of its lanes writes. */

#define MAX_LOGGED (1u << 21)   /* loads that are logged at a time, of all blocks in flight */

/* What some lanes of a vector loaded. */
typedef struct
{
  LoomSimPiece              piece;
  const LoomPtxInstruction *source;
  guint                     size;
} Load;

/* What is kept of a block in flight, to be used again with it. */
typedef struct
{
  GArray **logs;                /* (element-type Load) of each vector */
  guint  **consumed;            /* by cell and thread: how much of its vector's log is in the cell's
                                   footprint; made when one of them writes */
  gboolean cut;                 /* loads are missing at the end */
} Block;

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  const LoomSimCell        *cells;
  guint                     n_cells;
  guint                     n_logged;
  guint32                  *names;      /* by slot and cell: index of its name plus one, G_MAXUINT32
                                           if it has none, 0 if nobody asked yet */
} Cells;

static gboolean
is_met (const LoomSimCell  *cell,
        const LoomSimPiece *piece,
        guint64             offset,
        guint64             size)
{
  const guint64 at = cell->address - LOOM_SIM_SLOT_ADDRESS (piece->slot);

  return cell->address >> LOOM_SIM_SLOT_BITS == piece->slot && offset < at + cell->size &&
         at < offset + size;
}

/* The next lane of a piece, from n on, that comes to a cell; or the one behind the last. */
static guint
find_lane (const LoomSimCell  *cell,
           const LoomSimPiece *piece,
           guint               n,
           guint               size)
{
  const guint end = piece->lane + (guint) piece->n_lanes;
  const guint64 span = piece->spread ? (guint64) piece->n_lanes * size : size;

  if (!is_met (cell, piece, piece->offset, span))
    return end;
  while (n < end && !is_met (cell, piece, loom_sim_piece_get_offset (piece, n, size), size))
    n++;
  return n;
}

/* A place in the source, by an instruction. */
static guint32
take_site (const Cells              *self,
           LoomCellHistory          *history,
           const LoomPtxInstruction *instruction)
{
  LoomPtxModule *module = self->launch->program->module;
  gboolean is_new;
  const guint32 index = loom_cell_history_take_site (history, instruction->line, &is_new);
  LoomCellSite *site = history->sites->pdata[index];
  const char *file = NULL;

  if (!is_new)
    return index;
  site->line = loom_ptx_module_get_place (module, instruction, &file);
  site->file = g_intern_string (file);
  site->text = loom_ptx_instruction_to_string (module,
                                               loom_sim_trap_find_function (module, instruction),
                                               instruction);
  return index;
}

static void
add_access (const Cells        *self,
            const LoomSimCell  *cell,
            const LoomSimVector *v,
            const LoomSimOp    *op,
            const LoomSimPiece *piece,
            guint               lane)
{
  const LoomSimSlot *slot = &self->launch->slots[piece->slot];
  const guint64 at = cell->address - LOOM_SIM_SLOT_ADDRESS (piece->slot),
                offset = loom_sim_piece_get_offset (piece, lane, op->detail->size),
                first = MAX (offset, at),
                end = MIN (offset + op->detail->size, at + cell->size);
  LoomCellAccess access = {
    .block = v->block->index,
    .thread = v->first + lane,
    .site = take_site (self, cell->history, op->source),
    .offset = (guint32) (first - at),
    .size = (guint16) (end - first),
    .n_bytes = (guint16) MIN (end - first, LOOM_CELL_VALUE_BYTES),
    .kind = op->detail->kind == LOOM_SIM_ACCESS_LOAD    ? LOOM_CELL_READ
            : op->detail->kind == LOOM_SIM_ACCESS_STORE ? LOOM_CELL_WRITE
                                                        : LOOM_CELL_ATOMIC,
  };

  memcpy (access.bytes, slot->bytes + first, access.n_bytes);
  loom_cell_history_add (cell->history, &access);
}

/* The name of a slot in a history's list of names, or G_MAXUINT32. */
static guint32
take_name (Cells  *self,
           guint   cell,
           guint32 slot)
{
  guint32 *known = &self->names[(gsize) cell * self->launch->n_slots + slot];

  if (*known == 0)
    {
      LoomSpace space;
      gint64 offset;
      g_autofree char *name = loom_sim_trap_name_place (
          self->launch, loom_sim_get_slot_address (slot), &space, &offset);

      *known = name != NULL && slot >= LOOM_SIM_FIRST_SLOT
                   ? loom_cell_history_take_array (self->cells[cell].history, name) + 1
                   : G_MAXUINT32;
    }
  return *known == G_MAXUINT32 ? G_MAXUINT32 : *known - 1;
}

/* Adds what a lane loaded to what is read for a cell. */
static void
add_source (Cells      *self,
            guint       cell,
            const Load *load,
            guint       lane)
{
  LoomCellHistory *history = self->cells[cell].history;
  const LoomSimSlot *slot = &self->launch->slots[load->piece.slot];
  const guint64 size = slot->cell_size > 0 ? slot->cell_size : load->size,
                offset = loom_sim_piece_get_offset (&load->piece, lane, load->size);
  const guint32 name = take_name (self, cell, load->piece.slot);

  if (name == G_MAXUINT32)
    {
      history->n_other_loads++;
      return;
    }
  for (guint64 i = offset / size; i <= (offset + load->size - 1) / size; i++)
    loom_cell_history_add_source (history, name, i, take_site (self, history, load->source));
}

/* A lane writes a cell: what it loaded so far has led to that. */
static void
add_sources (Cells               *self,
             guint                cell,
             const LoomSimVector *v,
             guint                lane)
{
  Block *block = v->block->watched[self->watcher.index];
  const GArray *log = block->logs[v - v->block->vectors];
  guint *consumed;

  if (block->consumed[cell] == NULL)
    block->consumed[cell] = g_new0 (guint, self->launch->block_threads);
  consumed = &block->consumed[cell][v->first + lane];
  for (; *consumed < log->len; *consumed += 1)
    {
      const Load *load = &g_array_index (log, Load, *consumed);

      if (lane - load->piece.lane < load->piece.n_lanes)
        add_source (self, cell, load, lane);
    }
  self->cells[cell].history->loads_cut |= block->cut;
}

static void
log_load (Cells               *self,
          const LoomSimVector *v,
          const LoomSimOp     *op,
          const LoomSimPiece  *piece)
{
  Block *block = v->block->watched[self->watcher.index];
  const Load load = { *piece, op->source, op->detail->size };

  if (op->detail->kind == LOOM_SIM_ACCESS_STORE || piece->slot == LOOM_SIM_LOCAL_SLOT)
    return;
  block->cut |= self->n_logged >= MAX_LOGGED;
  if (block->cut)
    return;
  g_array_append_val (block->logs[v - v->block->vectors], load);
  self->n_logged++;
}

static void
read_memory (LoomSimWatcher     *watcher,
             LoomSimVector      *v,
             const LoomSimOp    *op,
             const LoomSimPiece *pieces,
             guint               n_pieces)
{
  Cells *self = (Cells *) watcher;

  for (guint c = 0; c < self->n_cells; c++)
    for (guint i = 0; i < n_pieces; i++)
      for (guint n = find_lane (&self->cells[c], &pieces[i], pieces[i].lane, op->detail->size);
           n < pieces[i].lane + (guint) pieces[i].n_lanes;
           n = find_lane (&self->cells[c], &pieces[i], n + 1, op->detail->size))
        add_access (self, &self->cells[c], v, op, &pieces[i], n);
  for (guint i = 0; i < n_pieces; i++)
    log_load (self, v, op, &pieces[i]);
}

/* Reads are taken down at once. Of writes it is known once they are done what they left, and of
 * several to one cell only one by one. */
static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Cells *self = (Cells *) watcher;

  if (op->detail->kind == LOOM_SIM_ACCESS_LOAD)
    {
      read_memory (watcher, v, op, pieces, n_pieces);
      return;
    }
  for (guint c = 0; c < self->n_cells; c++)
    for (guint i = 0; i < n_pieces; i++)
      watcher->one_by_one |= find_lane (&self->cells[c], &pieces[i], pieces[i].lane,
                                        op->detail->size)
                             < pieces[i].lane + (guint) pieces[i].n_lanes;
  if (!watcher->one_by_one)
    for (guint i = 0; i < n_pieces; i++)
      log_load (self, v, op, &pieces[i]);
}

/* One lane has written. What an atomic reads it reads for what it writes; it is logged after it. */
static void
access_done (LoomSimWatcher     *watcher,
             LoomSimVector      *v,
             const LoomSimOp    *op,
             const LoomSimPiece *piece,
             guint               lane)
{
  Cells *self = (Cells *) watcher;
  const LoomSimPiece own = {
    loom_sim_piece_get_offset (piece, lane, op->detail->size), piece->slot, (guint16) lane, 1, TRUE,
  };

  for (guint c = 0; c < self->n_cells; c++)
    if (is_met (&self->cells[c], &own, own.offset, op->detail->size))
      {
        add_sources (self, c, v, lane);
        add_access (self, &self->cells[c], v, op, &own, lane);
      }
  log_load (self, v, op, &own);
}

static void
block_begin (LoomSimWatcher *watcher,
             LoomSimBlock   *block)
{
  Cells *self = (Cells *) watcher;
  Block *own = block->watched[watcher->index];

  if (own == NULL)
    {
      own = g_new0 (Block, 1);
      own->logs = g_new (GArray *, self->launch->n_vectors);
      for (guint i = 0; i < self->launch->n_vectors; i++)
        own->logs[i] = g_array_new (FALSE, FALSE, sizeof (Load));
      own->consumed = g_new0 (guint *, self->n_cells);
      block->watched[watcher->index] = own;
    }
  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      self->n_logged -= own->logs[i]->len;
      g_array_set_size (own->logs[i], 0);
    }
  for (guint c = 0; c < self->n_cells; c++)
    g_clear_pointer (&own->consumed[c], g_free);
  own->cut = FALSE;
}

static void
block_free (LoomSimWatcher *watcher,
            LoomSimBlock   *block)
{
  const Cells *self = (const Cells *) watcher;
  Block *own = block->watched[watcher->index];

  if (own == NULL)
    return;
  for (guint i = 0; i < self->launch->n_vectors; i++)
    g_array_unref (own->logs[i]);
  for (guint c = 0; c < self->n_cells; c++)
    g_free (own->consumed[c]);
  g_free (own->logs);
  g_free (own->consumed);
  g_free (own);
  block->watched[watcher->index] = NULL;
}

static void
cells_free (LoomSimWatcher *watcher)
{
  Cells *self = (Cells *) watcher;

  g_free (self->names);
  g_free (self);
}

static const LoomSimWatcherClass cells_class = {
  .spaces = G_MAXUINT,
  .access = access_memory,
  .access_done = access_done,
  .sample = read_memory,
  .block_begin = block_begin,
  .block_free = block_free,
  .free = cells_free,
};

/* Cells' histories are added to while the launch runs. */
LoomSimWatcher *
loom_sim_cells_new (const LoomSimLaunchState *launch,
                    const LoomSimCell        *cells,
                    guint                     n_cells)
{
  Cells *self = g_new0 (Cells, 1);

  self->launch = launch;
  self->cells = cells;
  self->n_cells = n_cells;
  self->names = g_new0 (guint32, (gsize) n_cells * launch->n_slots);
  self->watcher.class = &cells_class;
  return &self->watcher;
}
