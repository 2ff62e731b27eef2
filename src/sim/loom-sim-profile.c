/* loom-sim-profile.c: what each line and each thread of a launch executed, and what
 * each warp's accesses need of memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

#include <string.h>

/* Of one @observe op: requests of warps, and what they need of memory. */
typedef struct
{
  guint64 requests, sectors;
  guint64 shared_requests, wavefronts, conflicts;
} Traffic;

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
add_global (Traffic     *self,
            LoomSimSlot *slots,
            Request     *request,
            guint        size)
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
add_shared (Traffic       *self,
            const Request *request,
            guint          size,
            gboolean       atomic)
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
add_whole (Traffic            *self,
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

/* Adds what one op asks of memory, warp by warp; and to the planes of arrays that have some. */
static void
add_accesses (Traffic            *self,
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

/* Of one @step op. */
typedef struct
{
  guint64 executed, lanes;
} Steps;

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimSlot              *slots;
  LoomProfile              *profile;    /* the caller's */
  guint32                  *threads;    /* the caller's: instructions of each thread, or NULL */
  Steps                    *steps;      /* by op */
  Traffic                  *traffic;    /* by op */
} Profiler;

static void
count_threads (guint32             *threads,
               const LoomSimVector *v,
               guint32              n)
{
  for (guint i = 0; i < v->n_lanes; i++)
    threads[i] += n & (guint32) (gint32) (gint8) v->on[i];
}

/* op stands before a stretch of instructions that all running lanes execute. */
static void
take_steps (LoomSimWatcher  *watcher,
            LoomSimVector   *v,
            const LoomSimOp *op)
{
  Profiler *self = (Profiler *) watcher;
  Steps *steps = &self->steps[op->key];

  steps->executed += (guint) __builtin_popcount (v->warps);
  for (guint w = 0; w < v->n_warps; w++)
    steps->lanes += (guint) __builtin_popcount (v->bits[w]);
  if (self->threads != NULL)
    count_threads (self->threads + v->block->index * self->launch->block_threads + v->first, v,
                   op->detail->n_steps);
}

static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Profiler *self = (Profiler *) watcher;

  add_accesses (&self->traffic[op->key], self->slots, op, pieces, n_pieces);
}

static LoomLineProfile *
take_line (Profiler                 *self,
           const LoomPtxInstruction *instruction)
{
  const char *file = NULL;
  const guint line = instruction != NULL ? loom_ptx_module_get_place (
                                               self->launch->program->module, instruction, &file)
                                         : 0;

  return loom_profile_take_line (self->profile, file, line);
}

/* Each instruction of a stretch was executed as often as the stretch. */
static void
add_stretch (Profiler        *self,
             const LoomSimOp *op)
{
  const Steps *steps = &self->steps[op->key];

  for (guint i = 0; i < op->detail->n_steps; i++)
    {
      LoomLineProfile *line = take_line (self, op->source + i);

      line->instructions++;
      line->executed += steps->executed;
      line->lanes += steps->lanes;
    }
}

static void
add_traffic (Profiler        *self,
             const LoomSimOp *op)
{
  const Traffic *traffic = &self->traffic[op->key];
  LoomLineProfile *line;

  if (traffic->requests + traffic->shared_requests == 0)
    return;
  line = take_line (self, op->source);
  line->requests += traffic->requests;
  line->sectors += traffic->sectors;
  line->shared_requests += traffic->shared_requests;
  line->wavefronts += traffic->wavefronts;
  line->conflicts += traffic->conflicts;
}

/* Hands over what was counted. */
static void
profiler_free (LoomSimWatcher *watcher)
{
  Profiler *self = (Profiler *) watcher;
  const LoomSimProgram *program = self->launch->program;

  for (guint i = 0; i < self->profile->lines->len; i++)
    g_array_index (self->profile->lines, LoomLineProfile, i).instructions = 0;
  for (guint i = 0; i < program->n_ops; i++)
    {
      if (program->ops[i].detail != NULL && program->ops[i].detail->n_steps > 0)
        add_stretch (self, &program->ops[i]);
      add_traffic (self, &program->ops[i]);
    }
  g_free (self->steps);
  g_free (self->traffic);
  g_free (self);
}

static const LoomSimWatcherClass profiler_class = {
  .spaces = G_MAXUINT,
  .access = access_memory,
  .steps = take_steps,
  .free = profiler_free,
};

LoomSimWatcher *
loom_sim_profiler_new (const LoomSimLaunchState *launch,
                       LoomSimSlot              *slots,
                       LoomProfile              *profile,
                       guint32                  *threads)
{
  Profiler *self = g_new0 (Profiler, 1);

  self->launch = launch;
  self->slots = slots;
  self->profile = profile;
  self->threads = threads;
  self->steps = g_new0 (Steps, launch->program->n_ops);
  self->traffic = g_new0 (Traffic, launch->program->n_ops);
  self->watcher.class = &profiler_class;
  return &self->watcher;
}
