/* loom-sim-trace.c: what one thread or one warp of a launch executes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-trace-private.h"
#include "loom-sim-watch-private.h"

#include <string.h>

/* A ring of steps, each with room for all lanes that are traced. */
typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimSlot              *slots;
  LoomTrace                *trace;      /* the caller's */
  guint64                   block;
  guint                     first;      /* linear thread of the warp's lane 0 */
  guint32                   lanes;      /* traced */
  guint                     n_lanes;
  guint                     capacity;
  guint64                   next;       /* step */
  guint64                   last[LOOM_SIM_WARP];        /* by lane: its step, plus one */
  const LoomPtxInstruction **sources;   /* by step */
  LoomTraceStep            *steps;
  LoomTraceLane            *entries;    /* n_lanes for each step */
} Tracer;

static gboolean
find_warp (const Tracer        *self,
           const LoomSimVector *v,
           guint               *warp)
{
  if (v->block->index != self->block || self->first < v->first ||
      self->first >= v->first + v->n_lanes)
    return FALSE;
  *warp = (self->first - v->first) / LOOM_SIM_WARP;
  return TRUE;
}

/* The lane's entry in the step that it is in, if op belongs to that and it is still kept. */
static LoomTraceLane *
find_entry (Tracer          *self,
            const LoomSimOp *op,
            guint            lane,
            LoomTraceStep  **step)
{
  const guint64 sequence = self->last[lane] - 1;
  const gsize at = sequence % self->capacity;

  if (self->last[lane] == 0 || self->next - sequence > self->capacity ||
      self->sources[at] != op->source)
    return NULL;
  *step = &self->steps[at];
  return &self->entries[at * self->n_lanes +
                        (guint) __builtin_popcount (self->lanes & ((1u << lane) - 1))];
}

static guint32
read_guard (const LoomSimVector *v,
            const LoomSimOp     *op,
            guint                warp)
{
  const guint8 *guard = v->frame + op->a + warp * LOOM_SIM_WARP;
  guint32 bits = 0;

  if (!op->detail->counted)
    return G_MAXUINT32;
  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    bits |= (guint32) (guard[i] >> 7) << i;
  return op->detail->invert ? ~bits : bits;
}

/* The running lanes come to an instruction. */
static void
begin_step (LoomSimObserver *observer,
            LoomSimVector   *v,
            const LoomSimOp *op)
{
  Tracer *self = (Tracer *) observer;
  guint warp, n = 0;
  gsize at;

  if (!find_warp (self, v, &warp) || (v->bits[warp] & self->lanes) == 0)
    return;
  at = self->next % self->capacity;
  self->sources[at] = op->source;
  self->steps[at] = (LoomTraceStep) {
    .sequence = self->trace->total + self->next,
    .active = v->bits[warp],
    .executed = v->bits[warp] & read_guard (v, op, warp),
  };
  memset (&self->entries[at * self->n_lanes], 0, self->n_lanes * sizeof *self->entries);
  for (guint32 left = self->lanes; left != 0; left &= left - 1, n++)
    self->entries[at * self->n_lanes + n].lane = (guint32) __builtin_ctz (left);
  self->next++;
  for (guint32 left = v->bits[warp] & self->lanes; left != 0; left &= left - 1)
    self->last[__builtin_ctz (left)] = self->next;
}

static const guint8 *
find_bytes (const Tracer          *self,
            const LoomSimVector   *v,
            guint                  lane,
            const LoomTraceAccess *access)
{
  const guint64 slot = access->address >> LOOM_SIM_SLOT_BITS;

  if (slot == LOOM_SIM_SHARED_SLOT)
    return v->shared + (access->address - LOOM_SIM_SHARED_WINDOW);
  if (slot == LOOM_SIM_LOCAL_SLOT)
    return v->local + (gsize) lane * v->local_size + (access->address - LOOM_SIM_LOCAL_WINDOW);
  return self->slots[slot].bytes != NULL
             ? self->slots[slot].bytes + (access->address - LOOM_SIM_SLOT_ADDRESS (slot))
             : NULL;
}

static void
read_memory (const Tracer        *self,
             const LoomSimVector *v,
             guint                lane,
             LoomTraceAccess     *access)
{
  const guint8 *bytes = find_bytes (self, v, lane, access);

  if (bytes != NULL)
    memcpy (access->bytes, bytes, access->size);
}

static void
add_access (Tracer              *self,
            const LoomSimVector *v,
            const LoomSimOp     *op,
            const LoomSimPiece  *piece,
            guint                lane,
            guint                warp)
{
  const guint n = warp * LOOM_SIM_WARP + lane;
  const guint64 offset = piece->offset +
                         (piece->spread ? (guint64) (n - piece->lane) * op->detail->size : 0);
  LoomTraceStep *step;
  LoomTraceLane *entry = find_entry (self, op, lane, &step);
  LoomTraceAccess *access;

  if (entry == NULL || entry->n_accesses == G_MAXUINT16)
    return;
  if (entry->n_accesses++ >= LOOM_TRACE_MAX_ACCESSES)
    return;
  access = &entry->accesses[entry->n_accesses - 1];
  access->array = -1;
  access->size = (guint16) MIN (op->detail->size, LOOM_TRACE_ACCESS_BYTES);
  access->address = (piece->slot == LOOM_SIM_SHARED_SLOT  ? LOOM_SIM_SHARED_WINDOW
                     : piece->slot == LOOM_SIM_LOCAL_SLOT ? LOOM_SIM_LOCAL_WINDOW
                                                          : LOOM_SIM_SLOT_ADDRESS (piece->slot)) +
                    offset;
  read_memory (self, v, n, access);
}

static void
access_memory (LoomSimObserver    *observer,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Tracer *self = (Tracer *) observer;
  guint warp;

  if (!find_warp (self, v, &warp))
    return;
  for (guint i = 0; i < n_pieces; i++)
    for (guint n = pieces[i].lane; n < pieces[i].lane + pieces[i].n_lanes; n++)
      if (n / LOOM_SIM_WARP == warp && (self->lanes >> n % LOOM_SIM_WARP & 1) != 0)
        add_access (self, v, op, &pieces[i], n % LOOM_SIM_WARP, warp);
}

/* The running lanes have executed an instruction: what its registers hold, and memory where it
 * went. */
static void
end_step (LoomSimObserver *observer,
          LoomSimVector   *v,
          const LoomSimOp *op)
{
  Tracer *self = (Tracer *) observer;
  guint warp;

  if (!find_warp (self, v, &warp))
    return;
  for (guint32 left = v->bits[warp] & self->lanes; left != 0; left &= left - 1)
    {
      const guint lane = (guint) __builtin_ctz (left), n = warp * LOOM_SIM_WARP + lane;
      LoomTraceStep *step = NULL;
      LoomTraceLane *entry = find_entry (self, op, lane, &step);
      guint at = 0;

      if (entry == NULL || (step->executed >> lane & 1) == 0)
        continue;
      for (guint r = 0; r < op->detail->n_elements; r++)
        {
          const guint width = op->detail->width[r];

          if (at + width > sizeof entry->registers)
            break;
          memcpy (entry->registers + at, v->frame + op->detail->registers[r] + n * width, width);
          at += width;
        }
      entry->has_registers = op->detail->n_elements > 0;
      for (guint a = 0; a < MIN (entry->n_accesses, LOOM_TRACE_MAX_ACCESSES); a++)
        read_memory (self, v, n, &entry->accesses[a]);
    }
}

static void
tracer_free (LoomSimWatcher *watcher)
{
  Tracer *self = (Tracer *) watcher;
  const guint64 kept = MIN (self->next, self->capacity);
  LoomSimTraceNames *names = loom_sim_trace_names_new (self->launch, self->trace);

  for (guint64 i = self->next - kept; i < self->next; i++)
    {
      const gsize at = i % self->capacity;

      loom_sim_trace_names_add (names, self->sources[at], &self->steps[at],
                                &self->entries[at * self->n_lanes], self->n_lanes);
    }
  self->trace->total += self->next;
  loom_trace_trim (self->trace);
  loom_sim_trace_names_free (names);
  g_free (self->sources);
  g_free (self->steps);
  g_free (self->entries);
  g_free (self);
}

static guint64
get_linear (const LoomDim3 *extent,
            const LoomDim3 *position)
{
  return ((guint64) position->z * extent->y + position->y) * extent->x + position->x;
}

/* trace: its target is in the launch; steps are added to it when the watcher is freed. */
LoomSimWatcher *
loom_sim_tracer_new (const LoomSimLaunchState *launch,
                     LoomSimSlot              *slots,
                     LoomTrace                *trace)
{
  const LoomTraceTarget *target = &trace->target;
  Tracer *self = g_new0 (Tracer, 1);
  const guint thread = target->whom == LOOM_TRACE_WARP
                           ? target->warp * LOOM_SIM_WARP
                           : (guint) get_linear (&launch->block, &target->thread);

  self->launch = launch;
  self->slots = slots;
  self->trace = trace;
  self->block = get_linear (&launch->grid, &target->block);
  self->first = thread / LOOM_SIM_WARP * LOOM_SIM_WARP;
  self->lanes = target->whom == LOOM_TRACE_WARP ? G_MAXUINT32 : 1u << thread % LOOM_SIM_WARP;
  self->n_lanes = (guint) __builtin_popcount (self->lanes);
  self->capacity = LOOM_TRACE_MAX_LANES / self->n_lanes;
  self->sources = g_new0 (const LoomPtxInstruction *, self->capacity);
  self->steps = g_new0 (LoomTraceStep, self->capacity);
  self->entries = g_new0 (LoomTraceLane, (gsize) self->capacity * self->n_lanes);
  self->watcher.free = tracer_free;
  self->watcher.observer = (LoomSimObserver) {
    .wants = 1u << LOOM_SIM_ACCESS_LOAD | 1u << LOOM_SIM_ACCESS_STORE |
             1u << LOOM_SIM_ACCESS_ATOMIC,
    .spaces = G_MAXUINT,
    .access = access_memory,
    .begin_step = begin_step,
    .end_step = end_step,
  };
  return &self->watcher;
}
