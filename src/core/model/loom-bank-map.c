/* loom-bank-map.c: what one warp asked of shared memory, by the lines of the source
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-map.h"

#include "loom-class.h"

static void
loom_bank_map_clear (LoomBankMap *self)
{
  g_ptr_array_unref (self->accesses);
}

LOOM_DEFINE_SHARED (LoomBankMap, loom_bank_map)

static void
access_free (gpointer data)
{
  LoomBankAccess *self = data;

  g_array_unref (self->requests);
  g_free (self);
}

static gboolean
is_same (const LoomBankAccess *a,
         const LoomBankAccess *b)
{
  return a->file == b->file && a->line == b->line && a->kind == b->kind && a->size == b->size &&
         a->variable == b->variable;
}

/* Takes what the access is told by, without its requests. */
static LoomBankAccess *
take_access (LoomBankMap          *self,
             const LoomBankAccess *wanted)
{
  LoomBankAccess *access;

  for (guint i = 0; i < self->accesses->len; i++)
    if (is_same (self->accesses->pdata[i], wanted))
      return self->accesses->pdata[i];
  access = g_memdup2 (wanted, sizeof *wanted);
  access->requests = g_array_new (FALSE, FALSE, sizeof (LoomBankMapRequest));
  g_ptr_array_add (self->accesses, access);
  return access;
}

static const LoomTraceAccess *
get_shared (const LoomTraceLane *lane,
            guint                index)
{
  const LoomTraceAccess *access = &lane->accesses[index];

  return index < MIN (lane->n_accesses, LOOM_TRACE_MAX_ACCESSES) &&
                 access->space == LOOM_SPACE_SHARED
             ? access : NULL;
}

static void
add_lane (LoomBankMapRequest    *self,
          const LoomTraceAccess *access,
          guint                  lane)
{
  LoomBankRequest *request = &self->request;

  if (request->n == 0)
    {
      self->base = access->address - (guint64) access->offset;
      request->size = access->size;
      request->is_load = access->kind == LOOM_CELL_READ;
      request->is_atomic = access->kind == LOOM_CELL_ATOMIC;
    }
  request->lane[request->n] = (guint8) lane;
  request->address[request->n++] = access->address;
}

/* What the lanes of a step access as the first thing, or as the second, is one request. */
static void
add_request (LoomBankMap         *self,
             const LoomTrace     *trace,
             const LoomTraceStep *step,
             guint                index)
{
  const LoomTraceInstruction *instruction = trace->instructions->pdata[step->instruction];
  const LoomTraceAccess *first = NULL;
  LoomBankMapRequest request = { .base = 0 };
  LoomBankAccess *access;
  guint conflicts;

  for (guint i = 0; i < step->n_lanes && request.request.n < LOOM_WARP_LANES; i++)
    {
      const LoomTraceLane *lane
          = &g_array_index (trace->lanes, LoomTraceLane, step->first_lane + i);
      const LoomTraceAccess *shared = get_shared (lane, index);

      self->is_cut |= lane->n_accesses > LOOM_TRACE_MAX_ACCESSES;
      if (shared == NULL)
        continue;
      first = first != NULL ? first : shared;
      add_lane (&request, shared, lane->lane);
    }
  if (first == NULL)
    return;
  access = take_access (self, &(LoomBankAccess) {
    .file = instruction->file, .line = instruction->line, .kind = first->kind, .size = first->size,
    .variable = first->array >= 0 ? g_intern_string (trace->arrays->pdata[first->array]) : NULL,
  });
  access->passes += loom_bank_request_count_passes (&request.request, &conflicts);
  access->conflicts += conflicts;
  g_array_append_val (access->requests, request);
}

/* The document's own lines first. */
static int
compare_accesses (gconstpointer a,
                  gconstpointer b)
{
  const LoomBankAccess *one = *(const LoomBankAccess *const *) a,
                       *other = *(const LoomBankAccess *const *) b;
  const int files = g_strcmp0 (one->file, other->file);

  if (files != 0)
    return files;
  if (one->line != other->line)
    return one->line < other->line ? -1 : 1;
  return (int) one->kind - (int) other->kind;
}

/**
 * loom_bank_map_new:
 * @trace: of a warp
 *
 * Returns: (transfer full): what it asked of shared memory
 */
LoomBankMap *
loom_bank_map_new (const LoomTrace *trace)
{
  LoomBankMap *self = g_atomic_rc_box_new0 (LoomBankMap);

  self->target = trace->target;
  self->accesses = g_ptr_array_new_with_free_func (access_free);
  self->is_cut = trace->steps->len >= LOOM_TRACE_MAX_LANES / LOOM_WARP_LANES;
  for (guint i = 0; i < trace->steps->len; i++)
    for (guint index = 0; index < LOOM_TRACE_MAX_ACCESSES; index++)
      add_request (self, trace, &g_array_index (trace->steps, LoomTraceStep, i), index);
  g_ptr_array_sort (self->accesses, compare_accesses);
  return self;
}
