/* loom-sim-traffic.c: what a warp's access needs of memory: sectors of global, passes of shared
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-profile-private.h"

#include <string.h>

/* A request is what one warp asks with one instruction. As profilers of GPUs define it: its sectors
 * are the distinct aligned 32 bytes of global memory that its lanes touch; its wavefronts are the
 * passes that shared memory needs, which has 32 banks of 4 bytes and gives each bank's word to any
 * number of lanes at once. Accesses of 8 bytes are made by half warps, of 16 by quarters. Atomics
 * have their turns one after the other also on the same word. */
#define SECTOR 32
#define BANKS 32
#define BANK_BYTES 4

/* Lanes of one warp with one space. */
typedef struct
{
  guint   n;
  guint8  lane[LOOM_SIM_WARP];
  guint64 key[LOOM_SIM_WARP];           /* slot above the offset */
} Request;

static void
add_lane (Request *self,
          guint    lane,
          guint64  key)
{
  self->lane[self->n] = (guint8) lane;
  self->key[self->n++] = key;
}

/* Nearly always in order already. */
static void
sort_keys (guint64 *keys,
           guint    n)
{
  for (guint i = 1; i < n; i++)
    {
      const guint64 key = keys[i];
      guint at = i;

      for (; at > 0 && keys[at - 1] > key; at--)
        keys[at] = keys[at - 1];
      keys[at] = key;
    }
}

static guint
count_sectors (const Request *self,
               guint          size)
{
  guint64 next = 0;             /* sector after the last that was counted */
  guint sectors = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const guint64 first = MAX (self->key[i] / SECTOR, next),
                    end = (self->key[i] + size - 1) / SECTOR + 1;

      if (end <= first)
        continue;
      sectors += (guint) (end - first);
      next = end;
    }
  return sectors;
}

/* Each cell once, however many lanes touch it. */
static void
note_cells (const Request *self,
            LoomSimSlot   *slots,
            guint          size,
            guint          sectors)
{
  guint64 next = 0;
  guint32 last = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const guint32 slot = (guint32) (self->key[i] >> LOOM_SIM_SLOT_BITS);
      const guint64 offset = self->key[i] & ((G_GUINT64_CONSTANT (1) << LOOM_SIM_SLOT_BITS) - 1);
      const LoomSimPlanes *planes = &slots[slot].planes;
      guint64 end;

      if (planes->requests == NULL)
        continue;
      if (slot != last)
        next = 0;
      last = slot;
      end = (offset + size - 1) / slots[slot].cell_size + 1;
      for (guint64 cell = MAX (offset / slots[slot].cell_size, next); cell < end; cell++)
        {
          planes->requests[cell]++;
          planes->sectors[cell] += sectors;
        }
      next = MAX (next, end);
    }
}

static void
add_global (LoomSimTraffic *self,
            LoomSimSlot    *slots,
            Request        *request,
            guint           size)
{
  guint sectors;

  sort_keys (request->key, request->n);
  sectors = count_sectors (request, size);
  self->requests++;
  self->sectors += sectors;
  note_cells (request, slots, size, sectors);
}

/* Passes for the lanes of one phase: the most distinct words, for atomics the most lanes, that one
 * bank has. */
static guint
count_passes (const guint64 *words,
              guint          n,
              gboolean       atomic)
{
  guint8 used[BANKS] = { 0, };
  guint most = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean known = FALSE;

      for (guint j = 0; j < i && !atomic && !known; j++)
        known = words[j] == words[i];
      if (known)
        continue;
      used[words[i] % BANKS]++;
      most = MAX (most, used[words[i] % BANKS]);
    }
  return most;
}

static void
add_shared (LoomSimTraffic *self,
            const Request  *request,
            guint           size,
            gboolean        atomic)
{
  const guint words_each = MAX (size / BANK_BYTES, 1), lanes_each = LOOM_SIM_WARP / words_each;
  guint passes = 0, phases = 0;

  for (guint i = 0; i < request->n; )
    {
      const guint phase = request->lane[i] / lanes_each;
      guint64 words[LOOM_SIM_WARP];
      guint n = 0;

      for (; i < request->n && request->lane[i] / lanes_each == phase; i++)
        for (guint word = 0; word < words_each; word++)
          words[n++] = request->key[i] / BANK_BYTES + word;
      passes += count_passes (words, n, atomic);
      phases++;
    }
  self->shared_requests++;
  self->wavefronts += passes;
  self->conflicts += passes - phases;
}

/* The lanes of a warp that lie in one piece: the common case needs no list of lanes. */
static gboolean
add_whole (LoomSimTraffic     *self,
           LoomSimSlot        *slots,
           const LoomSimPiece *piece,
           guint               from,
           guint               size)
{
  const guint64 offset = piece->offset + (guint64) (from - piece->lane) * size,
                bytes = (guint64) LOOM_SIM_WARP * size;
  const LoomSimPlanes *planes;
  guint sectors;

  if (!piece->spread)
    return FALSE;
  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    {
      self->shared_requests++;
      self->wavefronts += MAX (size / BANK_BYTES, 1);
      return TRUE;
    }
  planes = &slots[piece->slot].planes;
  if (planes->requests != NULL && slots[piece->slot].cell_size != size)
    return FALSE;
  sectors = (guint) ((offset + bytes - 1) / SECTOR - offset / SECTOR + 1);
  self->requests++;
  self->sectors += sectors;
  for (guint i = 0; i < LOOM_SIM_WARP && planes->requests != NULL; i++)
    {
      planes->requests[offset / size + i]++;
      planes->sectors[offset / size + i] += sectors;
    }
  return TRUE;
}

static void
collect (const LoomSimPiece *piece,
         const LoomSimSlot  *slots,
         guint               first,
         guint               end,
         guint               size,
         Request            *global,
         Request            *shared)
{
  for (guint n = MAX (first, piece->lane); n < MIN (end, (guint) piece->lane + piece->n_lanes); n++)
    {
      const guint64 offset = piece->offset +
                             (piece->spread ? (guint64) (n - piece->lane) * size : 0);

      if (piece->slot == LOOM_SIM_SHARED_SLOT)
        add_lane (shared, n - first, offset);
      else if (piece->slot >= LOOM_SIM_FIRST_SLOT && !slots[piece->slot].is_constant)
        add_lane (global, n - first, (guint64) piece->slot << LOOM_SIM_SLOT_BITS | offset);
    }
}

static gboolean
is_whole (const LoomSimPiece *piece,
          const LoomSimSlot  *slots,
          guint               first)
{
  return piece->lane <= first && piece->lane + (guint) piece->n_lanes >= first + LOOM_SIM_WARP &&
         (piece->slot == LOOM_SIM_SHARED_SLOT ||
          (piece->slot >= LOOM_SIM_FIRST_SLOT && !slots[piece->slot].is_constant));
}

void
loom_sim_traffic_add (LoomSimTraffic     *self,
                      LoomSimSlot        *slots,
                      const LoomSimOp    *op,
                      const LoomSimPiece *pieces,
                      guint               n_pieces)
{
  const guint size = op->detail->size;
  const gboolean atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC;
  guint i = 0;

  for (guint first = 0; i < n_pieces; first += LOOM_SIM_WARP)
    {
      const guint end = first + LOOM_SIM_WARP;
      Request global = { .n = 0 }, shared = { .n = 0 };

      if (pieces[i].lane >= end)
        continue;
      if (atomic || !is_whole (&pieces[i], slots, first) ||
          !add_whole (self, slots, &pieces[i], first, size))
        for (guint j = i; j < n_pieces && pieces[j].lane < end; j++)
          collect (&pieces[j], slots, first, end, size, &global, &shared);
      if (global.n > 0)
        add_global (self, slots, &global, size);
      if (shared.n > 0)
        add_shared (self, &shared, size, atomic);
      /* A piece may go on in the next warp. */
      while (i < n_pieces && pieces[i].lane + (guint) pieces[i].n_lanes <= end)
        i++;
    }
}
