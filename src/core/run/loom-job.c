/* loom-job.c: one run on a GPU as a job
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-job.h"

#include "loom-wire-private.h"

#include <math.h>
#include <string.h>

static void
allocation_free (gpointer data)
{
  LoomAllocation *self = data;

  g_free (self->owner);
  g_free (self);
}

static void
copy_free (gpointer data)
{
  LoomArrayCopy *self = data;

  g_free (self->array);
  g_free (self->to);
  g_free (self);
}

LoomJob *
loom_job_new (void)
{
  LoomJob *self = g_new0 (LoomJob, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (LoomStep));
  self->allocations = g_ptr_array_new_with_free_func (allocation_free);
  self->copies = g_ptr_array_new_with_free_func (copy_free);
  return self;
}

void
loom_job_free (LoomJob *self)
{
  if (self == NULL)
    return;

  g_free (self->device);
  g_array_unref (self->steps);
  g_ptr_array_unref (self->allocations);
  g_ptr_array_unref (self->copies);
  g_free (self);
}

/**
 * loom_job_enter:
 * @kind: what begins now
 * @now_ms: milliseconds since the run was started
 *
 * Notes that the step before has ended and another begins.
 */
void
loom_job_enter (LoomJob      *self,
                LoomStepKind  kind,
                double        now_ms)
{
  const LoomStep step = { kind, now_ms, now_ms };

  loom_job_leave (self, now_ms);
  g_array_append_val (self->steps, step);
}

/**
 * loom_job_leave:
 * @now_ms: milliseconds since the run was started
 *
 * Notes that the step at hand, if there is one, has ended.
 */
void
loom_job_leave (LoomJob *self,
                double   now_ms)
{
  g_return_if_fail (self != NULL);

  if (self->steps->len > 0)
    g_array_index (self->steps, LoomStep, self->steps->len - 1).end_ms = now_ms;
}

/**
 * loom_job_get_duration:
 *
 * Returns: milliseconds that the first step of a kind took; -1: there was none
 */
double
loom_job_get_duration (const LoomJob *self,
                       LoomStepKind   kind)
{
  g_return_val_if_fail (self != NULL, -1);

  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomStep *step = &g_array_index (self->steps, LoomStep, i);

      if (step->kind == kind)
        return step->end_ms - step->start_ms;
    }
  return -1;
}

/**
 * loom_job_add_allocation:
 * @owner: what it is for, for people
 * @kind: where it lies
 * @address: as its user sees it
 *
 * Returns: (transfer none): the note of an allocation, not freed yet
 */
LoomAllocation *
loom_job_add_allocation (LoomJob        *self,
                         const char     *owner,
                         LoomMemoryKind  kind,
                         guint64         address,
                         guint64         bytes)
{
  LoomAllocation *allocation;

  g_return_val_if_fail (self != NULL && owner != NULL, NULL);

  allocation = g_new (LoomAllocation, 1);
  *allocation = (LoomAllocation) { g_strdup (owner), kind, address, bytes, FALSE };
  g_ptr_array_add (self->allocations, allocation);
  return allocation;
}

/**
 * loom_job_add_copy:
 * @array: the name of an array
 * @to: another device, "cuda:1"
 *
 * Returns: (transfer none): the note of a copy, not measured yet
 */
LoomArrayCopy *
loom_job_add_copy (LoomJob    *self,
                   const char *array,
                   const char *to,
                   guint64     bytes)
{
  LoomArrayCopy *copy;

  g_return_val_if_fail (self != NULL && array != NULL && to != NULL, NULL);

  copy = g_new0 (LoomArrayCopy, 1);
  *copy = (LoomArrayCopy) { .array = g_strdup (array), .to = g_strdup (to), .bytes = bytes };
  g_ptr_array_add (self->copies, copy);
  return copy;
}

static gboolean
check_copy (gpointer data)
{
  const LoomArrayCopy *self = data;

  return isfinite (self->bytes_per_second) && self->bytes_per_second >= 0;
}

/* Also false where one is no number. */
static gboolean
check_step (gpointer data)
{
  const LoomStep *self = data;

  return self->start_ms >= 0 && self->end_ms >= self->start_ms;
}

static const LoomWireMember step_members[] = {
  LOOM_WIRE_UP_TO (LoomStep, kind, LOOM_N_STEPS - 1),
  LOOM_WIRE (DOUBLE, LoomStep, start_ms),
  LOOM_WIRE (DOUBLE, LoomStep, end_ms),
};
static const LoomWire step_wire = {
  LOOM_WIRE_MEMBERS (step_members, LoomStep), .check = check_step,
};

static const LoomWireMember allocation_members[] = {
  LOOM_WIRE (STRING, LoomAllocation, owner),
  LOOM_WIRE_UP_TO (LoomAllocation, kind, LOOM_N_MEMORIES - 1),
  LOOM_WIRE (UINT64, LoomAllocation, address),
  LOOM_WIRE (UINT64, LoomAllocation, bytes),
  LOOM_WIRE (BOOLEAN, LoomAllocation, freed),
};
static const LoomWire allocation_wire = {
  LOOM_WIRE_MEMBERS (allocation_members, LoomAllocation), .destroy = allocation_free,
};

static const LoomWireMember copy_members[] = {
  LOOM_WIRE (STRING, LoomArrayCopy, array),
  LOOM_WIRE (STRING, LoomArrayCopy, to),
  LOOM_WIRE (UINT64, LoomArrayCopy, bytes),
  LOOM_WIRE (DOUBLE, LoomArrayCopy, bytes_per_second),
  LOOM_WIRE (BOOLEAN, LoomArrayCopy, direct),
  LOOM_WIRE (BOOLEAN, LoomArrayCopy, same),
};
static const LoomWire copy_wire = {
  LOOM_WIRE_MEMBERS (copy_members, LoomArrayCopy), .destroy = copy_free, .check = check_copy,
};

static const LoomWireMember job_members[] = {
  LOOM_WIRE (UINT64, LoomJob, stream),
  LOOM_WIRE (STRING, LoomJob, device),
  LOOM_WIRE_OF (ARRAY, LoomJob, steps, &step_wire),
  LOOM_WIRE_OF (POINTERS, LoomJob, allocations, &allocation_wire),
  LOOM_WIRE_OF (POINTERS, LoomJob, copies, &copy_wire),
};
const LoomWire _loom_job_wire = {
  LOOM_WIRE_MEMBERS (job_members, LoomJob),
  .create = (LoomWireCreate) loom_job_new,
  .destroy = (GDestroyNotify) loom_job_free,
};

LOOM_DEFINE_WIRE (LoomJob, loom_job, &_loom_job_wire)
static const char * const step_names[] = {
  "fill", "context", "module", "upload", "warm-up", "samples", "download", "copy", "coverage",
  "fold", "schedule", "check",
};

G_STATIC_ASSERT (G_N_ELEMENTS (step_names) == LOOM_N_STEPS);

/**
 * loom_step_get_name:
 *
 * Returns: the stable name of a step
 */
const char *
loom_step_get_name (LoomStepKind kind)
{
  g_return_val_if_fail ((guint) kind < LOOM_N_STEPS, NULL);

  return step_names[kind];
}

/**
 * loom_step_from_name:
 *
 * Returns: the step of a stable name, perhaps from a hostile process; %LOOM_N_STEPS if none is
 *   called so
 */
LoomStepKind
loom_step_from_name (const char *name)
{
  guint kind = 0;

  while (kind < LOOM_N_STEPS && strcmp (step_names[kind], name) != 0)
    kind++;
  return kind;
}

/**
 * loom_memory_get_name:
 *
 * Returns: the stable name of a kind of memory
 */
const char *
loom_memory_get_name (LoomMemoryKind kind)
{
  static const char * const names[] = { "device", "pinned", "mapped" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == LOOM_N_MEMORIES);
  g_return_val_if_fail ((guint) kind < LOOM_N_MEMORIES, NULL);

  return names[kind];
}
