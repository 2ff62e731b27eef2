/* loom-sim-profile.c: what each line and each thread of a launch executed, and what
 * each warp's accesses need of memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

#include "loom-banks.h"
#include "loom-ptx-flops.h"

/* Of one @observe op: requests of warps, and what they need of memory. */
typedef struct
{
  guint64 requests, sectors, bytes;
  guint64 shared_requests, wavefronts, conflicts;
} Traffic;

/* A request is what one warp asks with one instruction. As profilers of GPUs define it: its sectors
 * are the distinct aligned 32 bytes of global memory that its lanes touch; its wavefronts are the
 * passes that shared memory needs (loom-banks.h). */
#define SECTOR 32

/* What all requests of one op have in common. */
typedef struct
{
  guint    size;
  gboolean stores;              /* or adds */
  guint64 *number;              /* of requests of global memory so far that do */
} Access;

/* Lanes of one warp that access global memory. */
typedef struct
{
  guint   n;
  guint64 key[LOOM_SIM_WARP];           /* slot above the offset */
} Request;

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

/* A store's number is left where nobody wrote before. */
static void
note_cell (const LoomSimPlanes *planes,
           gboolean             stores,
           guint64              cell,
           guint                sectors,
           guint64              number)
{
  const LoomSimRequests *noted = stores ? &planes->stores : &planes->loads;

  noted->requests[cell]++;
  noted->sectors[cell] += sectors;
  if (stores && planes->first_write[cell] == 0)
    planes->first_write[cell] = (guint32) MIN (number, G_MAXUINT32);
}

/* Each cell once, however many lanes touch it. */
static void
note_cells (const Request *self,
            LoomSimSlot   *slots,
            const Access  *access,
            guint          sectors)
{
  const guint size = access->size;
  guint64 next = 0;
  guint32 last = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const guint32 slot = (guint32) (self->key[i] >> LOOM_SIM_SLOT_BITS);
      const guint64 offset = self->key[i] & ((G_GUINT64_CONSTANT (1) << LOOM_SIM_SLOT_BITS) - 1);
      const LoomSimPlanes *planes = &slots[slot].planes;
      guint64 end;

      if (planes->first_write == NULL)
        continue;
      if (slot != last)
        next = 0;
      last = slot;
      end = (offset + size - 1) / slots[slot].cell_size + 1;
      for (guint64 cell = MAX (offset / slots[slot].cell_size, next); cell < end; cell++)
        note_cell (planes, access->stores, cell, sectors, *access->number);
      next = MAX (next, end);
    }
}

static void
add_global (Traffic      *self,
            LoomSimSlot  *slots,
            Request      *request,
            const Access *access)
{
  guint sectors;

  /* Nearly always in order already. */
  for (guint i = 1; i < request->n; i++)
    {
      const guint64 key = request->key[i];
      guint at = i;

      for (; at > 0 && request->key[at - 1] > key; at--)
        request->key[at] = request->key[at - 1];
      request->key[at] = key;
    }
  sectors = count_sectors (request, access->size);
  self->requests++;
  self->sectors += sectors;
  self->bytes += (guint64) request->n * access->size;
  *access->number += access->stores;
  note_cells (request, slots, access, sectors);
}

static void
add_shared (Traffic         *self,
            LoomBankRequest *request,
            const LoomSimOp *op)
{
  guint conflicts;

  request->size = op->detail->size;
  request->is_load = op->detail->kind == LOOM_SIM_ACCESS_LOAD;
  request->is_atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC;
  self->wavefronts += loom_bank_request_count_passes (request, &conflicts);
  self->conflicts += conflicts;
  self->shared_requests++;
}

/* The lanes of a warp that lie in one piece: the common case needs no list of lanes. */
static gboolean
add_whole (Traffic            *self,
           LoomSimSlot        *slots,
           const LoomSimPiece *piece,
           guint               from,
           const Access       *access)
{
  const guint size = access->size;
  const guint64 offset = piece->offset + (guint64) (from - piece->lane) * size,
                bytes = (guint64) LOOM_SIM_WARP * size;
  const LoomSimPlanes *planes;
  guint sectors;

  if (!piece->spread)
    return FALSE;
  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    {
      self->shared_requests++;
      self->wavefronts += MAX (size / LOOM_BANK_BYTES, 1);
      return TRUE;
    }
  planes = &slots[piece->slot].planes;
  if (planes->first_write != NULL && slots[piece->slot].cell_size != size)
    return FALSE;
  sectors = (guint) ((offset + bytes - 1) / SECTOR - offset / SECTOR + 1);
  self->requests++;
  self->sectors += sectors;
  self->bytes += bytes;
  *access->number += access->stores;
  for (guint i = 0; i < LOOM_SIM_WARP && planes->first_write != NULL; i++)
    note_cell (planes, access->stores, offset / size + i, sectors, *access->number);
  return TRUE;
}

static void
collect (const LoomSimPiece *piece,
         const LoomSimSlot  *slots,
         guint               first,
         guint               end,
         guint               size,
         Request            *global,
         LoomBankRequest    *shared)
{
  for (guint n = MAX (first, piece->lane); n < MIN (end, (guint) piece->lane + piece->n_lanes); n++)
    {
      const guint64 offset = piece->offset +
                             (piece->spread ? (guint64) (n - piece->lane) * size : 0);

      if (piece->slot == LOOM_SIM_SHARED_SLOT)
        {
          shared->lane[shared->n] = (guint8) (n - first);
          shared->address[shared->n++] = offset;
        }
      else if (piece->slot >= LOOM_SIM_FIRST_SLOT && !slots[piece->slot].is_constant)
        global->key[global->n++] = (guint64) piece->slot << LOOM_SIM_SLOT_BITS | offset;
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
              guint               n_pieces,
              guint64            *number)
{
  const guint size = op->detail->size;
  const Access access = { size, op->detail->kind != LOOM_SIM_ACCESS_LOAD, number };
  const gboolean atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC;
  guint i = 0;

  for (guint first = 0; i < n_pieces; first += LOOM_SIM_WARP)
    {
      const guint end = first + LOOM_SIM_WARP;
      Request global = { .n = 0 };
      LoomBankRequest shared = { .n = 0 };

      if (pieces[i].lane >= end)
        continue;
      if (atomic || !is_whole (&pieces[i], slots, first) ||
          !add_whole (self, slots, &pieces[i], first, &access))
        for (guint j = i; j < n_pieces && pieces[j].lane < end; j++)
          collect (&pieces[j], slots, first, end, size, &global, &shared);
      if (global.n > 0)
        add_global (self, slots, &global, &access);
      if (shared.n > 0)
        add_shared (self, &shared, op);
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
  LoomSimThreads            threads;    /* the caller's, or none */
  Steps                    *steps;      /* by op */
  Traffic                  *traffic;    /* by op */
} Profiler;

static void
count_threads (const LoomSimThreads *threads,
               guint64               first,
               const LoomSimVector  *v,
               guint32               n)
{
  for (guint i = 0; i < v->n_lanes; i++)
    {
      const guint32 on = (guint32) (gint32) (gint8) v->on[i];
      const guint32 lanes = (guint32) __builtin_popcount (v->bits[i / LOOM_SIM_WARP]);

      threads->instructions[first + i] += n & on;
      threads->lanes[first + i] += n * lanes & on;
    }
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
  if (self->threads.instructions != NULL)
    count_threads (&self->threads, v->block->index * self->launch->block_threads + v->first, v,
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

  add_accesses (&self->traffic[op->key], self->slots, op, pieces, n_pieces,
                &self->profile->stores);
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
      LoomFloat format = LOOM_FLOAT_SINGLE;
      const guint flops = op->source != NULL
                              ? loom_ptx_instruction_count_flops (op->source + i, &format) : 0;

      line->flops[format] += flops * steps->lanes;
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
  line->bytes += traffic->bytes;
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
                       const LoomSimThreads     *threads)
{
  Profiler *self = g_new0 (Profiler, 1);

  self->launch = launch;
  self->slots = slots;
  self->profile = profile;
  self->threads = *threads;
  self->steps = g_new0 (Steps, launch->program->n_ops);
  self->traffic = g_new0 (Traffic, launch->program->n_ops);
  self->watcher.class = &profiler_class;
  return &self->watcher;
}
