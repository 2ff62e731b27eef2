/* loom-sim-block-costs.c: what some blocks of a launch, evenly spread, ask of memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-watch-private.h"

#include "loom-banks.h"

#include <string.h>

/* Places that are noted in all: a few blocks with long loops say as much. */
#define MOST_PLACES (1 << 20)

#define SECTOR 32
#define LINE_SECTORS 4          /* of the level-1 cache, which serves one line in a cycle */

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimBlockSample       *sample;     /* blocks that are looked at */
  LoomBlockCosts           *costs;      /* the caller's */
  GHashTable               *sectors;    /* (element-type guint64) sectors of blocks, in place of
                                           pointers */
  GHashTable               *warps;      /* (element-type guint64) those that accessed memory */
  guint64                   places;     /* noted so far */
} Sampler;

/* Multiples of the golden ratio, whose fractions are spread evenly whatever the width of the grid
 * (Weyl 1916). */
void
loom_sim_block_sample_init (LoomSimBlockSample *self,
                            guint64             n_blocks)
{
  self->n = (guint) MIN (LOOM_SIM_BLOCK_SAMPLES, n_blocks);
  for (guint i = 0; i < self->n; i++)
    {
      const double turns = (i + 0.5) * 0.6180339887498949;

      self->blocks[i] = n_blocks <= LOOM_SIM_BLOCK_SAMPLES
                            ? i
                            : (guint64) ((turns - (guint64) turns) * (double) n_blocks);
    }
}

gboolean
loom_sim_block_sample_has (const LoomSimBlockSample *self,
                           guint64                   block)
{
  for (guint i = 0; i < self->n; i++)
    if (self->blocks[i] == block)
      return TRUE;
  return FALSE;
}

/* One warp's part of an access. No lane's goes over the border of two sectors. */
typedef struct
{
  guint           n;
  guint64         sectors[LOOM_SIM_WARP];       /* of global memory: slot above the offset's */
  LoomBankRequest shared;
} Request;

static void
add_lane (Request *self,
          guint32  slot,
          guint64  offset)
{
  const guint64 sector = ((guint64) slot << LOOM_SIM_SLOT_BITS | offset) / SECTOR;
  guint at = self->n;

  /* nearly always in order already */
  while (at > 0 && self->sectors[at - 1] > sector)
    at--;
  if (at > 0 && self->sectors[at - 1] == sector)
    return;
  memmove (self->sectors + at + 1, self->sectors + at, (self->n - at) * sizeof *self->sectors);
  self->sectors[at] = sector;
  self->n++;
}

static void
add_piece (Request            *self,
           const LoomSimPiece *piece,
           const LoomSimSlot  *slots,
           guint               first,
           guint               size)
{
  const guint end = MIN (first + LOOM_SIM_WARP, (guint) piece->lane + piece->n_lanes);

  for (guint n = MAX (first, piece->lane); n < end; n++)
    {
      const guint64 offset = piece->offset +
                             (piece->spread ? (guint64) (n - piece->lane) * size : 0);

      if (piece->slot == LOOM_SIM_SHARED_SLOT)
        {
          self->shared.lane[self->shared.n] = (guint8) (n - first);
          self->shared.address[self->shared.n++] = offset;
        }
      else if (piece->slot >= LOOM_SIM_FIRST_SLOT && !slots[piece->slot].is_constant)
        add_lane (self, piece->slot, offset);
    }
}

/* What is stored goes on at once, what is loaded stays for the block's other warps. */
static void
count_global (Sampler       *self,
              guint64        block,
              const Request *request,
              gboolean       stays)
{
  for (guint i = 0; i < request->n; i++)
    {
      /* sampled blocks are few: that two of their keys meet is as good as impossible */
      const guint64 key = request->sectors[i] ^ block * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

      self->costs->wavefronts += i == 0 || request->sectors[i] / LINE_SECTORS !=
                                               request->sectors[i - 1] / LINE_SECTORS;
      self->costs->sectors += !stays ||
                              g_hash_table_add (self->sectors, GSIZE_TO_POINTER (key));
    }
  self->costs->requests++;
  self->places += request->n;
}

static void
count (Sampler         *self,
       guint64          block,
       Request         *request,
       const LoomSimOp *op)
{
  guint conflicts;

  if (request->n > 0)
    count_global (self, block, request, op->detail->kind == LOOM_SIM_ACCESS_LOAD);
  if (request->shared.n == 0)
    return;
  request->shared.size = op->detail->size;
  request->shared.is_load = op->detail->kind == LOOM_SIM_ACCESS_LOAD;
  request->shared.is_atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC;
  self->costs->wavefronts += loom_bank_request_count_passes (&request->shared, &conflicts);
  self->places += request->shared.n;
}

static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Sampler *self = (Sampler *) watcher;
  guint i = 0;

  if (!loom_sim_block_sample_has (self->sample, v->block->index))
    return;
  for (guint first = 0; i < n_pieces; first += LOOM_SIM_WARP)
    {
      Request request;

      request.n = request.shared.n = 0;
      for (guint j = i; j < n_pieces && pieces[j].lane < first + LOOM_SIM_WARP; j++)
        add_piece (&request, &pieces[j], self->launch->slots, first, op->detail->size);
      count (self, v->block->index, &request, op);
      if (request.n + request.shared.n > 0)
        {
          const guint64 warps = (self->launch->block_threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP;
          const guint64 warp = v->block->index * warps + (v->first + first) / LOOM_SIM_WARP;

          self->costs->busy_warps += g_hash_table_add (self->warps, GSIZE_TO_POINTER (warp));
        }
      /* A piece may go on in the next warp. */
      while (i < n_pieces && pieces[i].lane + (guint) pieces[i].n_lanes <= first + LOOM_SIM_WARP)
        i++;
    }
}

static void
sampler_free (LoomSimWatcher *watcher)
{
  Sampler *self = (Sampler *) watcher;

  g_hash_table_unref (self->sectors);
  g_hash_table_unref (self->warps);
  g_free (self);
}

static void
leave_out (LoomSimBlockSample *self,
           guint64             block)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    if (self->blocks[i] != block)
      self->blocks[n++] = self->blocks[i];
  self->n = n;
}

static void
block_begin (LoomSimWatcher *watcher,
             LoomSimBlock   *block)
{
  Sampler *self = (Sampler *) watcher;

  if (self->places >= MOST_PLACES)
    leave_out (self->sample, block->index);
}

static void
block_end (LoomSimWatcher *watcher,
           LoomSimBlock   *block)
{
  Sampler *self = (Sampler *) watcher;

  if (!loom_sim_block_sample_has (self->sample, block->index))
    return;
  self->costs->sampled++;
  self->costs->sampled_instructions += block->issued;
}

static const LoomSimWatcherClass sampler_class = {
  .spaces = G_MAXUINT,
  .access = access_memory,
  .block_begin = block_begin,
  .block_end = block_end,
  .free = sampler_free,
};

LoomSimWatcher *
loom_sim_block_costs_new (const LoomSimLaunchState *launch,
                          LoomSimBlockSample       *sample,
                          LoomBlockCosts           *costs)
{
  Sampler *self = g_new0 (Sampler, 1);

  self->launch = launch;
  self->sample = sample;
  self->costs = costs;
  self->sectors = g_hash_table_new (NULL, NULL);
  self->warps = g_hash_table_new (NULL, NULL);
  self->watcher.class = &sampler_class;
  return &self->watcher;
}
