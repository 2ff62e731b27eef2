/* loom-job.c: one run on a GPU as a job
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-job.h"

#include "loom-variant-private.h"

#include <math.h>
#include <string.h>

#define STEP_VARIANT "(udd)"
#define ALLOCATION_VARIANT "(suttb)"
#define COPY_VARIANT "(sstdbb)"
#define JOB_VARIANT "(tsa" STEP_VARIANT "a" ALLOCATION_VARIANT "a" COPY_VARIANT ")"

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

/**
 * loom_job_new:
 *
 * Makes a job that went through nothing yet.
 *
 * Returns: (transfer full): a job
 */
LoomJob *
loom_job_new (void)
{
  LoomJob *self = g_new0 (LoomJob, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (LoomStep));
  self->allocations = g_ptr_array_new_with_free_func (allocation_free);
  self->copies = g_ptr_array_new_with_free_func (copy_free);
  return self;
}

/**
 * loom_job_free:
 * @self: (transfer full) (nullable): a job
 *
 * Frees a job.
 */
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
 * loom_job_add_allocation:
 * @self: a job
 * @owner: what it is for, for people
 * @kind: where it lies
 * @address: as its user sees it
 * @bytes: its size
 *
 * Notes an allocation, not freed yet.
 *
 * Returns: (transfer none): the note
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
 * @self: a job
 * @array: the name of an array
 * @to: another device, "cuda:1"
 * @bytes: its size
 *
 * Notes a copy, not measured yet.
 *
 * Returns: (transfer none): the note
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

static GVariant *
pack_copy (gconstpointer data)
{
  const LoomArrayCopy *self = data;

  return g_variant_new (COPY_VARIANT, self->array, self->to, self->bytes, self->bytes_per_second,
                        self->direct, self->same);
}

static gpointer
unpack_copy (GVariant *variant)
{
  LoomArrayCopy *self = g_new0 (LoomArrayCopy, 1);

  g_variant_get (variant, COPY_VARIANT, &self->array, &self->to, &self->bytes,
                 &self->bytes_per_second, &self->direct, &self->same);
  if (isfinite (self->bytes_per_second) && self->bytes_per_second >= 0)
    return self;

  copy_free (self);
  return NULL;
}

static GVariant *
pack_allocation (gconstpointer data)
{
  const LoomAllocation *self = data;

  return g_variant_new (ALLOCATION_VARIANT, self->owner, (guint32) self->kind, self->address,
                        self->bytes, self->freed);
}

static gpointer
unpack_allocation (GVariant *variant)
{
  LoomAllocation *self;
  guint32 kind;

  g_variant_get_child (variant, 1, "u", &kind);
  if (kind >= LOOM_N_MEMORIES)
    return NULL;

  self = g_new0 (LoomAllocation, 1);
  g_variant_get (variant, ALLOCATION_VARIANT, &self->owner, NULL, &self->address, &self->bytes,
                 &self->freed);
  self->kind = kind;
  return self;
}

/**
 * loom_job_to_variant:
 * @self: a job
 *
 * Packs a job for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_job_to_variant (const LoomJob *self)
{
  GVariantBuilder steps;

  g_return_val_if_fail (self != NULL, NULL);

  g_variant_builder_init (&steps, G_VARIANT_TYPE ("a" STEP_VARIANT));
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomStep *step = &g_array_index (self->steps, LoomStep, i);

      g_variant_builder_add (&steps, STEP_VARIANT, (guint32) step->kind, step->start_ms,
                             step->end_ms);
    }

  return g_variant_new ("(ts@a" STEP_VARIANT "@a" ALLOCATION_VARIANT "@a" COPY_VARIANT ")",
                        self->stream, _loom_or_empty (self->device), g_variant_builder_end (&steps),
                        _loom_list_to_variant (self->allocations, ALLOCATION_VARIANT,
                                               pack_allocation),
                        _loom_list_to_variant (self->copies, COPY_VARIANT, pack_copy));
}

static gboolean
read_steps (GVariant *variant,
            GArray   *steps)
{
  GVariantIter iter;
  LoomStep step;
  guint32 kind;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, STEP_VARIANT, &kind, &step.start_ms, &step.end_ms))
    {
      /* Also false where one is no number. */
      if (kind >= LOOM_N_STEPS || !(step.start_ms >= 0 && step.end_ms >= step.start_ms))
        return FALSE;
      step.kind = kind;
      g_array_append_val (steps, step);
    }

  return TRUE;
}

/**
 * loom_job_from_variant:
 * @variant: from loom_job_to_variant(), perhaps in a hostile process
 *
 * Unpacks and checks a job.
 *
 * Returns: (transfer full) (nullable): a job, or %NULL if @variant is none
 */
LoomJob *
loom_job_from_variant (GVariant *variant)
{
  g_autoptr (LoomJob) self = NULL;
  g_autoptr (GVariant) steps = NULL;
  g_autoptr (GVariant) allocations = NULL;
  g_autoptr (GVariant) copies = NULL;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (JOB_VARIANT)))
    return NULL;

  self = loom_job_new ();
  g_variant_get (variant, "(ts@a" STEP_VARIANT "@a" ALLOCATION_VARIANT "@a" COPY_VARIANT ")",
                 &self->stream, &self->device, &steps, &allocations, &copies);
  if (!read_steps (steps, self->steps)
      || !_loom_list_from_variant (allocations, self->allocations, unpack_allocation)
      || !_loom_list_from_variant (copies, self->copies, unpack_copy))
    return NULL;

  return g_steal_pointer (&self);
}

static const char * const step_names[] = {
  "fill", "context", "module", "upload", "warm-up", "samples", "download", "copy", "coverage",
  "fold", "schedule", "check",
};

G_STATIC_ASSERT (G_N_ELEMENTS (step_names) == LOOM_N_STEPS);

/**
 * loom_step_get_name:
 * @kind: a step
 *
 * Gets the stable name of a step.
 *
 * Returns: a static string
 */
const char *
loom_step_get_name (LoomStepKind kind)
{
  g_return_val_if_fail ((guint) kind < LOOM_N_STEPS, NULL);

  return step_names[kind];
}

/**
 * loom_step_from_name:
 * @name: a name, perhaps from a hostile process
 *
 * Finds a step by its stable name.
 *
 * Returns: the step, or %LOOM_N_STEPS if none is called so
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
 * @kind: where memory lies
 *
 * Gets the stable name of a kind of memory.
 *
 * Returns: a static string
 */
const char *
loom_memory_get_name (LoomMemoryKind kind)
{
  static const char * const names[] = { "device", "pinned", "mapped" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == LOOM_N_MEMORIES);
  g_return_val_if_fail ((guint) kind < LOOM_N_MEMORIES, NULL);

  return names[kind];
}
