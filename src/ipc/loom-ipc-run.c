/* loom-ipc-run.c: a run's result to and from the wire
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keys of a run: "backend" s, "fidelity" u, "kernel" s, "block" (uuu), "grid" (uuu), "shared" t,
 * "threads" t, "idle-threads" x, "as-written" b, "warp-instructions" t, "main-array" i, "arrays"
 * aa{sv}, "arguments" av, "trap" v, "trapped-blocks" t, "findings" av, "output" s, "compile-ms" d,
 * "upload-ms" d, "download-ms" d, "callback-ms" d, "kernel-ms" ad, "timing-fidelity" u; "trace" v,
 * "cell" v and "replay" v as core packs them; with a profile "profile" a(usuttttttttttt) and as
 * (tt) "thread-instructions", "thread-lanes" and "thread-states"; of a run on a GPU "measurement",
 * "costs" and "job" as core packs them, and as (tt) "schedule" with "multiprocessors" u. Keys of
 * an array: "name" s, "symbol" b, "const" b, "scalar" u, "lanes" u, "size" u, "record" s, "shape"
 * (uttt) rank, cols, rows, planes, "writer-size" u, "compared" t, "mismatches" t, "deviation"
 * (ddtttt), "first" and "worst" (tss); and as (tt), offset and length in the memory file: "array",
 * and where recorded "writes", "reads", "lowest", "highest", "domain", "mismatch", "reference",
 * "sectors", "load-sectors", "store-sectors", "first-write", "seeds", "first-seeds", "races",
 * "uninitialised", "frames" with "frames-range" (dd). Where other orders were tried "seeds" u, and
 * "other-seeds" au below it.
 * Where there are steps: "steps" av and "frames" and "spans" as core packs them, "streams" as,
 * "moments" t; of several devices "parts" av. A run whose arrays were not asked for has none, and
 * "tally" v.
 */

#include "config.h"

#include "loom-ipc-run.h"

#include "loom-record.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <unistd.h>

/* The planes of an array: what each is called on the wire, where it lies, and the bytes it has for
 * each cell. */
typedef struct
{
  const char *key;
  gsize       member;
  guint       cell_size;        /* or OF_WRITER, OF_CELL: the array's own */
} Plane;

#define OF_WRITER 0
#define OF_CELL G_MAXUINT

static const Plane planes[] = {
  { "writes", G_STRUCT_OFFSET (LoomRunArray, writes), 4 },
  { "reads", G_STRUCT_OFFSET (LoomRunArray, reads), 4 },
  { "lowest", G_STRUCT_OFFSET (LoomRunArray, lowest), OF_WRITER },
  { "highest", G_STRUCT_OFFSET (LoomRunArray, highest), OF_WRITER },
  { "domain", G_STRUCT_OFFSET (LoomRunArray, domain), 1 },
  { "mismatch", G_STRUCT_OFFSET (LoomRunArray, mismatch), 1 },
  { "reference", G_STRUCT_OFFSET (LoomRunArray, reference), OF_CELL },
  { "sectors", G_STRUCT_OFFSET (LoomRunArray, sectors), 4 },
  { "load-sectors", G_STRUCT_OFFSET (LoomRunArray, load_sectors), 4 },
  { "store-sectors", G_STRUCT_OFFSET (LoomRunArray, store_sectors), 4 },
  { "first-write", G_STRUCT_OFFSET (LoomRunArray, first_write), 4 },
  { "seeds", G_STRUCT_OFFSET (LoomRunArray, seeds), 1 },
  { "first-seeds", G_STRUCT_OFFSET (LoomRunArray, first_seeds), 1 },
  { "races", G_STRUCT_OFFSET (LoomRunArray, races), 1 },
  { "uninitialised", G_STRUCT_OFFSET (LoomRunArray, uninitialised), 1 },
};

#define PLANE(array, plane) (*(GBytes **) G_STRUCT_MEMBER_P (array, (plane)->member))

static gboolean
add_segment (GVariantBuilder *builder,
             const char      *key,
             GBytes          *bytes,
             LoomIpcMemory   *memory)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  guint64 offset = 0;

  /* An empty GBytes may have no address at all. */
  if (size > 0 && !loom_ipc_memory_find (memory, data, size, &offset))
    return FALSE;

  g_variant_builder_add (builder, "{sv}", key, g_variant_new ("(tt)", offset, (guint64) size));
  return TRUE;
}

/* Cells are said only where some differ. */
static void
add_check (GVariantBuilder    *builder,
           const LoomRunArray *self)
{
  const LoomDeviation *deviation = &self->deviation;
  const LoomCheckedCell *first = &self->first, *worst = &self->worst;

  g_variant_builder_add (builder, "{sv}", "compared", g_variant_new_uint64 (self->compared));
  g_variant_builder_add (builder, "{sv}", "mismatches", g_variant_new_uint64 (self->mismatches));
  g_variant_builder_add (builder, "{sv}", "deviation",
                         g_variant_new ("(ddtttt)", deviation->absolute, deviation->relative,
                                        deviation->ulps, deviation->absolute_cell,
                                        deviation->relative_cell, deviation->ulps_cell));
  if (first->got == NULL || worst->got == NULL)
    return;

  g_variant_builder_add (builder, "{sv}", "first",
                         g_variant_new ("(tss)", first->cell, first->got, first->expected));
  g_variant_builder_add (builder, "{sv}", "worst",
                         g_variant_new ("(tss)", worst->cell, worst->got, worst->expected));
}

static GVariant *
array_to_variant (LoomRunArray   *self,
                  LoomIpcMemory  *memory)
{
  const LoomType *type = loom_array_get_cell_type (self->array);
  const LoomShape *shape = loom_array_get_shape (self->array);
  GVariantBuilder builder;
  gboolean ok;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "name", g_variant_new_string (self->name));
  g_variant_builder_add (&builder, "{sv}", "symbol", g_variant_new_boolean (self->is_symbol));
  g_variant_builder_add (&builder, "{sv}", "const", g_variant_new_boolean (self->is_const));
  g_variant_builder_add (&builder, "{sv}", "scalar", g_variant_new_uint32 (type->scalar));
  g_variant_builder_add (&builder, "{sv}", "lanes", g_variant_new_uint32 (type->lanes));
  g_variant_builder_add (&builder, "{sv}", "size", g_variant_new_uint32 (type->size));
  if (type->record != NULL)
    g_variant_builder_add (&builder, "{sv}", "record", g_variant_new_string (type->record->text));
  g_variant_builder_add (
      &builder, "{sv}", "shape",
      g_variant_new ("(uttt)", shape->rank, shape->cols, shape->rows, shape->planes));
  g_variant_builder_add (&builder, "{sv}", "writer-size", g_variant_new_uint32 (self->writer_size));
  add_check (&builder, self);

  ok = add_segment (&builder, "array", loom_array_get_bytes (self->array), memory);
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    if (PLANE (self, &planes[i]) != NULL)
      ok = add_segment (&builder, planes[i].key, PLANE (self, &planes[i]), memory) && ok;

  if (self->frames != NULL)
    {
      ok = add_segment (&builder, "frames", self->frames, memory) && ok;
      g_variant_builder_add (&builder, "{sv}", "frames-range",
                             g_variant_new ("(dd)", self->frames_low, self->frames_high));
    }

  if (ok)
    return g_variant_builder_end (&builder);

  g_variant_builder_clear (&builder);
  return NULL;
}

static void
add_timings (GVariantBuilder   *builder,
             const LoomTimings *self)
{
  g_variant_builder_add (builder, "{sv}", "compile-ms", g_variant_new_double (self->compile_ms));
  g_variant_builder_add (builder, "{sv}", "compilation",
                         g_variant_new_uint32 (self->compilation));
  g_variant_builder_add (builder, "{sv}", "upload-ms", g_variant_new_double (self->upload_ms));
  g_variant_builder_add (builder, "{sv}", "download-ms", g_variant_new_double (self->download_ms));
  g_variant_builder_add (builder, "{sv}", "callback-ms", g_variant_new_double (self->callback_ms));
  g_variant_builder_add (builder, "{sv}", "timing-fidelity", g_variant_new_uint32 (self->fidelity));
  g_variant_builder_add (builder, "{sv}", "kernel-ms",
                         g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, self->kernel_ms->data,
                                                    self->kernel_ms->len, sizeof (double)));
}

static void
add_arguments (GVariantBuilder *builder,
               LoomRun         *run)
{
  GVariantBuilder arguments;

  g_variant_builder_init (&arguments, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < run->arguments->len; i++)
    g_variant_builder_add (&arguments, "v",
                           loom_run_argument_to_variant (run->arguments->pdata[i]));
  g_variant_builder_add (builder, "{sv}", "arguments", g_variant_builder_end (&arguments));
}

static void
add_findings (GVariantBuilder *builder,
              LoomRun         *run)
{
  GVariantBuilder findings;

  g_variant_builder_init (&findings, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < run->findings->len; i++)
    g_variant_builder_add (&findings, "v", loom_finding_to_variant (run->findings->pdata[i]));
  g_variant_builder_add (builder, "{sv}", "findings", g_variant_builder_end (&findings));

  if (run->trap != NULL)
    g_variant_builder_add (builder, "{sv}", "trap",
                           g_variant_new_variant (loom_finding_to_variant (run->trap)));
  g_variant_builder_add (builder, "{sv}", "trapped-blocks",
                         g_variant_new_uint64 (run->trapped_blocks));
}

static void
add_steps (GVariantBuilder *builder,
           const LoomRun   *run)
{
  GVariantBuilder steps;

  if (run->steps->len == 0)
    return;

  g_variant_builder_init (&steps, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < run->steps->len; i++)
    g_variant_builder_add (&steps, "v", loom_run_step_to_variant (run->steps->pdata[i]));
  g_variant_builder_add (builder, "{sv}", "steps", g_variant_builder_end (&steps));
  g_variant_builder_add (builder, "{sv}", "frames", loom_run_frames_to_variant (run->frames));
  g_variant_builder_add (builder, "{sv}", "moments", g_variant_new_uint64 (run->moments));
  g_variant_builder_add (builder, "{sv}", "spans", loom_run_spans_to_variant (run->spans));
  g_variant_builder_add (builder, "{sv}", "streams",
                         g_variant_new_strv ((const char * const *) run->streams->pdata,
                                             run->streams->len));
}

static void
add_parts (GVariantBuilder *builder,
           const LoomRun   *run)
{
  GVariantBuilder parts;

  if (run->parts->len == 0)
    return;

  g_variant_builder_init (&parts, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < run->parts->len; i++)
    g_variant_builder_add (&parts, "v", loom_run_part_to_variant (run->parts->pdata[i]));
  g_variant_builder_add (builder, "{sv}", "parts", g_variant_builder_end (&parts));
}

/* What a profile keeps of each thread: what that is called on the wire, where it lies, and its
 * bytes. */
static const struct
{
  const char *key;
  gsize       member;
  guint       size;
} thread_planes[] = {
  { "thread-instructions", G_STRUCT_OFFSET (LoomProfile, threads), sizeof (guint32) },
  { "thread-lanes", G_STRUCT_OFFSET (LoomProfile, lanes), sizeof (guint64) },
  { "thread-states", G_STRUCT_OFFSET (LoomProfile, states), 1 },
};

static gboolean
add_profile (GVariantBuilder *builder,
             LoomRun         *run,
             LoomIpcMemory   *memory)
{
  gboolean ok = TRUE;

  if (run->profile == NULL)
    return TRUE;

  g_variant_builder_add (builder, "{sv}", "profile", loom_profile_to_variant (run->profile));
  for (guint i = 0; i < G_N_ELEMENTS (thread_planes); i++)
    {
      GBytes *bytes = G_STRUCT_MEMBER (GBytes *, run->profile, thread_planes[i].member);

      ok = ok && (bytes == NULL || add_segment (builder, thread_planes[i].key, bytes, memory));
    }
  return ok;
}

static void
add_trace (GVariantBuilder *builder,
           const LoomRun   *run)
{
  if (run->trace != NULL)
    g_variant_builder_add (builder, "{sv}", "trace", loom_trace_to_variant (run->trace));
}

static void
add_cell (GVariantBuilder *builder,
          const LoomRun   *run)
{
  if (run->cell != NULL)
    g_variant_builder_add (builder, "{sv}", "cell", loom_cell_history_to_variant (run->cell));
}

static void
add_replay (GVariantBuilder *builder,
            const LoomRun   *run)
{
  if (run->replay != NULL)
    g_variant_builder_add (builder, "{sv}", "replay", loom_replay_to_variant (run->replay));
}

static void
add_tally (GVariantBuilder *builder,
           const LoomRun   *run)
{
  if (run->tally != NULL)
    g_variant_builder_add (builder, "{sv}", "tally", loom_tally_to_variant (run->tally));
}

static void
add_block_costs (GVariantBuilder *builder,
                 const LoomRun   *run)
{
  if (run->block_costs != NULL)
    g_variant_builder_add (builder, "{sv}", "block-costs",
                           loom_block_costs_to_variant (run->block_costs));
}

static gboolean
add_gpu (GVariantBuilder *builder,
         const LoomRun   *run,
         LoomIpcMemory   *memory)
{
  if (run->measurement != NULL)
    g_variant_builder_add (builder, "{sv}", "measurement",
                           loom_measurement_to_variant (run->measurement));
  if (run->costs != NULL)
    g_variant_builder_add (builder, "{sv}", "costs", loom_kernel_costs_to_variant (run->costs));
  if (run->job != NULL)
    g_variant_builder_add (builder, "{sv}", "job", loom_job_to_variant (run->job));
  if (run->schedule == NULL)
    return TRUE;

  g_variant_builder_add (builder, "{sv}", "multiprocessors",
                         g_variant_new_uint32 (run->schedule->n_multiprocessors));
  return add_segment (builder, "schedule", run->schedule->spans, memory);
}

static void
add_launch (GVariantBuilder *builder,
            const LoomRun   *run)
{
  g_variant_builder_add (builder, "{sv}", "backend",
                         g_variant_new_string (loom_backend_id_get_name (run->backend)));
  g_variant_builder_add (builder, "{sv}", "fidelity", g_variant_new_uint32 (run->fidelity));
  g_variant_builder_add (builder, "{sv}", "kernel", g_variant_new_string (run->kernel));
  g_variant_builder_add (builder, "{sv}", "block",
                         g_variant_new ("(uuu)", run->block.x, run->block.y, run->block.z));
  g_variant_builder_add (builder, "{sv}", "grid",
                         g_variant_new ("(uuu)", run->grid.x, run->grid.y, run->grid.z));
  g_variant_builder_add (builder, "{sv}", "shared", g_variant_new_uint64 (run->shared));
  g_variant_builder_add (builder, "{sv}", "threads", g_variant_new_uint64 (run->threads));
  g_variant_builder_add (builder, "{sv}", "equal-writes", g_variant_new_int64 (run->equal_writes));
  g_variant_builder_add (builder, "{sv}", "idle-threads", g_variant_new_int64 (run->idle_threads));
  g_variant_builder_add (builder, "{sv}", "as-written", g_variant_new_boolean (run->as_written));
  g_variant_builder_add (builder, "{sv}", "warp-instructions",
                         g_variant_new_uint64 (run->warp_instructions));
  g_variant_builder_add (builder, "{sv}", "main-array", g_variant_new_int32 (run->main_array));
  if (run->seeds == 0)
    return;
  g_variant_builder_add (builder, "{sv}", "seeds", g_variant_new_uint32 (run->seeds));
  g_variant_builder_add (builder, "{sv}", "other-seeds",
                         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, run->other_seeds->data,
                                                    run->other_seeds->len, sizeof (guint32)));
}

/**
 * loom_ipc_run_to_variant:
 * @run: a result whose arrays and planes all lie in @memory
 * @memory: the run's memory file
 *
 * Writes a result as the dictionary that Run answers with; the bytes stay where they are.
 *
 * Errors: %LOOM_ERROR_FAILED if a plane lies elsewhere.
 *
 * Returns: (transfer floating): an a{sv}, or %NULL
 */
GVariant *
loom_ipc_run_to_variant (LoomRun        *run,
                         LoomIpcMemory  *memory,
                         GError        **error)
{
  GVariantBuilder builder, arrays;
  g_autofree char *output = g_utf8_make_valid (run->output != NULL ? run->output : "", -1);

  g_variant_builder_init (&arrays, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < run->arrays->len; i++)
    {
      LoomRunArray *array = run->arrays->pdata[i];
      GVariant *variant = array_to_variant (array, memory);

      if (variant == NULL)
        {
          g_variant_builder_clear (&arrays);
          return loom_fail_null (error, LOOM_ERROR_FAILED,
                                 _("The array %s lies outside the memory of its run"), array->name);
        }
      g_variant_builder_add_value (&arrays, variant);
    }

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  add_launch (&builder, run);
  g_variant_builder_add (&builder, "{sv}", "arrays", g_variant_builder_end (&arrays));
  add_arguments (&builder, run);
  add_findings (&builder, run);
  g_variant_builder_add (&builder, "{sv}", "output", g_variant_new_string (output));
  add_timings (&builder, &run->timings);
  add_steps (&builder, run);
  add_parts (&builder, run);
  add_trace (&builder, run);
  add_cell (&builder, run);
  add_replay (&builder, run);
  add_tally (&builder, run);
  add_block_costs (&builder, run);
  if (!add_profile (&builder, run, memory))
    {
      g_variant_builder_clear (&builder);
      return loom_fail_null (error, LOOM_ERROR_FAILED,
                             _("The threads' counts lie outside the memory of their run"));
    }
  if (!add_gpu (&builder, run, memory))
    {
      g_variant_builder_clear (&builder);
      return loom_fail_null (error, LOOM_ERROR_FAILED,
                             _("The schedule of the blocks lies outside the memory of its run"));
    }
  return g_variant_builder_end (&builder);
}

static gboolean
refuse (GError     **error,
        const char  *what)
{
  return loom_fail (error, LOOM_ERROR_PROTOCOL,
                    _("The runner sent a result whose %s does not hold together"), what);
}

/* Both numbers come from the other end: every sum is checked before it is made. */
static GBytes *
take_any_segment (GVariant   *variant,
                  const char *key,
                  GBytes     *memory)
{
  guint64 offset, length;

  if (!g_variant_lookup (variant, key, "(tt)", &offset, &length) ||
      offset % LOOM_IPC_MEMORY_ALIGN != 0 || offset > g_bytes_get_size (memory) ||
      length > g_bytes_get_size (memory) - offset)
    return NULL;

  return g_bytes_new_from_bytes (memory, offset, length);
}

static GBytes *
take_segment (GVariant   *variant,
              const char *key,
              GBytes     *memory,
              guint64     expected)
{
  g_autoptr (GBytes) bytes = take_any_segment (variant, key, memory);

  return bytes != NULL && g_bytes_get_size (bytes) == expected ? g_steal_pointer (&bytes) : NULL;
}

static gboolean
read_type (GVariant   *variant,
           LoomType   *type,
           LoomShape  *shape,
           guint64    *cells)
{
  guint32 scalar, lanes, size;
  const char *record;

  if (!g_variant_lookup (variant, "scalar", "u", &scalar)
      || !g_variant_lookup (variant, "lanes", "u", &lanes)
      || !g_variant_lookup (variant, "size", "u", &size)
      || !g_variant_lookup (variant, "shape", "(uttt)", &shape->rank, &shape->cols, &shape->rows,
                            &shape->planes))
    return FALSE;

  if (scalar >= LOOM_N_SCALARS || lanes < 1 || lanes > 16 || size < 1
      || (scalar != LOOM_SCALAR_BYTES && size < lanes * loom_scalar_size (scalar))
      || shape->rank < 1 || shape->rank > 3 || !loom_shape_cells (shape, cells)
      || *cells > G_MAXINT64 / MAX (size, 16))
    return FALSE;

  *type = (LoomType) { scalar, lanes, size, NULL };
  if (g_variant_lookup (variant, "record", "&s", &record) &&
      ((type->record = loom_record_parse (record)) == NULL || !loom_type_is_valid (type)))
    return FALSE;
  return TRUE;
}

static gboolean
read_cell (GVariant        *variant,
           const char      *key,
           guint64          cells,
           LoomCheckedCell *cell)
{
  return g_variant_lookup (variant, key, "(tss)", &cell->cell, &cell->got, &cell->expected) &&
         cell->cell < cells;
}

/* There are cells that differ exactly where some are counted. */
static gboolean
read_check (GVariant     *variant,
            guint64       cells,
            LoomRunArray *self)
{
  LoomDeviation *deviation = &self->deviation;

  return g_variant_lookup (variant, "compared", "t", &self->compared) &&
         g_variant_lookup (variant, "mismatches", "t", &self->mismatches) &&
         g_variant_lookup (variant, "deviation", "(ddtttt)", &deviation->absolute,
                           &deviation->relative, &deviation->ulps, &deviation->absolute_cell,
                           &deviation->relative_cell, &deviation->ulps_cell) &&
         self->compared <= cells && self->mismatches <= self->compared &&
         deviation->absolute_cell < cells && deviation->relative_cell < cells &&
         deviation->ulps_cell < cells &&
         (self->mismatches == 0 || (read_cell (variant, "first", cells, &self->first) &&
                                    read_cell (variant, "worst", cells, &self->worst)));
}

static guint
get_cell_size (const Plane        *plane,
               const LoomRunArray *array)
{
  return plane->cell_size == OF_WRITER ? array->writer_size
         : plane->cell_size == OF_CELL ? loom_array_get_cell_type (array->array)->size
                                       : plane->cell_size;
}

static gboolean
read_planes (GVariant      *variant,
             GBytes        *memory,
             guint64        cells,
             LoomRunArray  *self,
             GError       **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (planes); i++)
    {
      g_autoptr (GVariant) place = g_variant_lookup_value (variant, planes[i].key, NULL);
      const guint cell_size = get_cell_size (&planes[i], self);

      if (place == NULL)
        continue;

      PLANE (self, &planes[i]) = take_segment (variant, planes[i].key, memory, cells * cell_size);
      if (PLANE (self, &planes[i]) == NULL)
        return refuse (error, planes[i].key);
    }

  return TRUE;
}

static LoomRunArray *
array_from_variant (GVariant  *variant,
                    GBytes    *memory,
                    GError   **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomRunArray *self;
  const char *name;
  LoomType type;
  LoomShape shape;
  guint64 cells;

  if (!g_variant_lookup (variant, "name", "&s", &name)
      || !read_type (variant, &type, &shape, &cells)
      || (bytes = take_segment (variant, "array", memory, cells * type.size)) == NULL
      || (array = loom_array_new (&type, &shape, bytes, NULL)) == NULL)
    {
      refuse (error, "array");
      return NULL;
    }

  self = loom_run_array_new (name, array);
  g_variant_lookup (variant, "symbol", "b", &self->is_symbol);
  g_variant_lookup (variant, "const", "b", &self->is_const);
  g_variant_lookup (variant, "writer-size", "u", &self->writer_size);
  if (self->writer_size != 4 && self->writer_size != 8)
    self->writer_size = 4;

  self->frames = take_any_segment (variant, "frames", memory);
  g_variant_lookup (variant, "frames-range", "(dd)", &self->frames_low, &self->frames_high);
  if (!read_check (variant, cells, self))
    refuse (error, "check");
  else if (read_planes (variant, memory, cells, self, error))
    return self;

  loom_run_array_free (self);
  return NULL;
}

static gboolean
read_arrays (GVariant  *variant,
             GBytes    *memory,
             LoomRun   *run,
             GError   **error)
{
  g_autoptr (GVariant) arrays
      = g_variant_lookup_value (variant, "arrays", G_VARIANT_TYPE ("aa{sv}"));

  if (arrays == NULL)
    return refuse (error, "arrays");

  for (gsize i = 0; i < g_variant_n_children (arrays); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (arrays, i);
      LoomRunArray *array = array_from_variant (child, memory, error);

      if (array == NULL)
        return FALSE;
      g_ptr_array_add (run->arrays, array);
    }

  if (!g_variant_lookup (variant, "main-array", "i", &run->main_array) || run->main_array < -1 ||
      run->main_array >= (gint) run->arrays->len)
    return refuse (error, "main-array");

  return TRUE;
}

static gboolean
read_arguments (GVariant  *variant,
                LoomRun   *run,
                GError   **error)
{
  g_autoptr (GVariant) arguments
      = g_variant_lookup_value (variant, "arguments", G_VARIANT_TYPE ("av"));

  for (gsize i = 0; arguments != NULL && i < g_variant_n_children (arguments); i++)
    {
      g_autoptr (GVariant) box = g_variant_get_child_value (arguments, i);
      g_autoptr (GVariant) child = g_variant_get_variant (box);
      LoomRunArgument *argument = loom_run_argument_from_variant (child);

      if (argument == NULL)
        return refuse (error, "arguments");
      g_ptr_array_add (run->arguments, argument);
      if (argument->array >= (gint) run->arrays->len)
        return refuse (error, "arguments");
    }

  return TRUE;
}

static gboolean
read_findings (GVariant  *variant,
               LoomRun   *run,
               GError   **error)
{
  g_autoptr (GVariant) findings
      = g_variant_lookup_value (variant, "findings", G_VARIANT_TYPE ("av"));
  g_autoptr (GVariant) trap = g_variant_lookup_value (variant, "trap", G_VARIANT_TYPE_VARIANT);

  for (gsize i = 0; findings != NULL && i < g_variant_n_children (findings); i++)
    {
      g_autoptr (GVariant) box = g_variant_get_child_value (findings, i);
      g_autoptr (GVariant) child = g_variant_get_variant (box);
      LoomFinding *finding = loom_finding_from_variant (child);

      if (finding == NULL)
        return refuse (error, "findings");
      g_ptr_array_add (run->findings, finding);
    }

  if (trap != NULL)
    {
      g_autoptr (GVariant) child = g_variant_get_variant (trap);

      run->trap = loom_finding_from_variant (child);
      if (run->trap == NULL)
        return refuse (error, "trap");
    }

  g_variant_lookup (variant, "trapped-blocks", "t", &run->trapped_blocks);
  return TRUE;
}

static gboolean
read_fidelity (GVariant     *variant,
               const char   *key,
               LoomFidelity *fidelity)
{
  guint32 value;

  if (!g_variant_lookup (variant, key, "u", &value) || value > LOOM_FIDELITY_MODELLED)
    return FALSE;

  *fidelity = value;
  return TRUE;
}

static gboolean
read_timings (GVariant     *variant,
              LoomTimings  *timings,
              GError      **error)
{
  g_autoptr (GVariant) samples
      = g_variant_lookup_value (variant, "kernel-ms", G_VARIANT_TYPE ("ad"));
  const double *ms;
  guint32 compilation = G_MAXUINT32;
  gsize n = 0;

  if (samples == NULL || !read_fidelity (variant, "timing-fidelity", &timings->fidelity) ||
      !g_variant_lookup (variant, "compile-ms", "d", &timings->compile_ms) ||
      !g_variant_lookup (variant, "compilation", "u", &compilation) ||
      compilation > LOOM_COMPILATION_REUSED ||
      !g_variant_lookup (variant, "upload-ms", "d", &timings->upload_ms) ||
      !g_variant_lookup (variant, "download-ms", "d", &timings->download_ms) ||
      !g_variant_lookup (variant, "callback-ms", "d", &timings->callback_ms))
    return refuse (error, "timings");

  timings->compilation = compilation;
  ms = g_variant_get_fixed_array (samples, &n, sizeof (double));
  if (n > LOOM_MAX_REPEAT)
    return refuse (error, "kernel-ms");
  for (gsize i = 0; i < n; i++)
    if (!isfinite (ms[i]) || ms[i] < 0)
      return refuse (error, "kernel-ms");
  g_array_append_vals (timings->kernel_ms, ms, (guint) n);
  return TRUE;
}

static gboolean
are_states (GBytes *states)
{
  gsize size = 0;
  const guint8 *bytes = states != NULL ? g_bytes_get_data (states, &size) : NULL;

  for (gsize i = 0; i < size; i++)
    if (bytes[i] >= LOOM_N_THREAD_STATES)
      return FALSE;
  return TRUE;
}

static gboolean
read_profile (GVariant  *variant,
              GBytes    *memory,
              LoomRun   *run,
              GError   **error)
{
  g_autoptr (GVariant) profile = g_variant_lookup_value (variant, "profile", NULL);
  GBytes *found[G_N_ELEMENTS (thread_planes)] = { NULL };
  gboolean ok;

  if (profile == NULL)
    return TRUE;

  run->profile = loom_profile_from_variant (profile);
  ok = run->profile != NULL;
  for (guint i = 0; ok && i < G_N_ELEMENTS (thread_planes); i++)
    {
      g_autoptr (GVariant) place = g_variant_lookup_value (variant, thread_planes[i].key, NULL);

      if (place != NULL && run->threads <= G_MAXINT64 / thread_planes[i].size)
        found[i] = take_segment (variant, thread_planes[i].key, memory,
                                  run->threads * thread_planes[i].size);
      ok = place == NULL || found[i] != NULL;
    }
  ok = ok && are_states (found[2]);
  if (ok)
    {
      loom_profile_set_threads (run->profile, found[0]);
      loom_profile_set_activity (run->profile, found[1], found[2]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    g_clear_pointer (&found[i], g_bytes_unref);
  return ok || refuse (error, "profile");
}

/* Each frame has a slot in all arrays that have some. */
static gboolean
check_frames (const LoomRun *run)
{
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = run->arrays->pdata[i];
      const gsize size = g_bytes_get_size (loom_array_get_bytes (array->array));
      const gsize slots
          = array->frames != NULL ? g_bytes_get_size (array->frames) / MAX (size, 1) : G_MAXSIZE;

      for (guint j = 0; j < run->frames->len; j++)
        if (g_array_index (run->frames, LoomRunFrame, j).slot >= slots)
          return FALSE;
    }
  return TRUE;
}

/* Bands that follow each other. */
static gboolean
read_parts (GVariant  *variant,
            LoomRun   *run,
            GError   **error)
{
  g_autoptr (GVariant) parts = g_variant_lookup_value (variant, "parts", G_VARIANT_TYPE ("av"));
  guint64 row = 0;

  for (gsize i = 0; parts != NULL && i < g_variant_n_children (parts); i++)
    {
      g_autoptr (GVariant) box = g_variant_get_child_value (parts, i);
      g_autoptr (GVariant) child = g_variant_get_variant (box);
      LoomRunPart *part = loom_run_part_from_variant (child);

      if (part == NULL || i >= LOOM_MAX_DEVICES || part->rows.begin != row)
        {
          loom_run_part_free (part);
          return refuse (error, "parts");
        }
      row = part->rows.end;
      g_ptr_array_add (run->parts, part);
    }
  return TRUE;
}

/* When steps were done, and where. */
static gboolean
read_spans (GVariant *variant,
            LoomRun  *run)
{
  g_autoptr (GVariant) packed = g_variant_lookup_value (variant, "spans", NULL);
  g_auto (GStrv) streams = NULL;
  GArray *spans;

  if (packed == NULL)
    return TRUE;
  spans = loom_run_spans_from_variant (packed);
  if (spans == NULL || !g_variant_lookup (variant, "streams", "^as", &streams))
    return FALSE;
  g_array_unref (run->spans);
  run->spans = spans;
  for (guint i = 0; streams[i] != NULL; i++)
    g_ptr_array_add (run->streams, g_strdup (streams[i]));
  for (guint i = 0; i < spans->len; i++)
    if (g_array_index (spans, LoomRunSpan, i).step >= run->steps->len ||
        g_array_index (spans, LoomRunSpan, i).stream >= run->streams->len)
      return FALSE;
  return TRUE;
}

static gboolean
read_steps (GVariant  *variant,
            LoomRun   *run,
            GError   **error)
{
  g_autoptr (GVariant) steps = g_variant_lookup_value (variant, "steps", G_VARIANT_TYPE ("av"));
  g_autoptr (GVariant) packed = g_variant_lookup_value (variant, "frames", NULL);
  GArray *frames = packed != NULL ? loom_run_frames_from_variant (packed) : NULL;

  for (gsize i = 0; steps != NULL && i < g_variant_n_children (steps); i++)
    {
      g_autoptr (GVariant) box = g_variant_get_child_value (steps, i);
      g_autoptr (GVariant) child = g_variant_get_variant (box);
      LoomRunStep *step = loom_run_step_from_variant (child);

      if (step != NULL)
        g_ptr_array_add (run->steps, step);
    }
  if (frames != NULL)
    {
      g_array_unref (run->frames);
      run->frames = frames;
    }
  g_variant_lookup (variant, "moments", "t", &run->moments);

  if ((steps != NULL && run->steps->len != g_variant_n_children (steps)) ||
      (packed != NULL && frames == NULL) || !check_frames (run) || !read_spans (variant, run))
    return refuse (error, "steps");
  for (guint i = 0; i < run->frames->len; i++)
    if (g_array_index (run->frames, LoomRunFrame, i).step >= run->steps->len)
      return refuse (error, "steps");
  return TRUE;
}

static gboolean
read_trace (GVariant  *variant,
            LoomRun   *run,
            GError   **error)
{
  g_autoptr (GVariant) trace = g_variant_lookup_value (variant, "trace", NULL);

  return trace == NULL || (run->trace = loom_trace_from_variant (trace)) != NULL ||
         refuse (error, "trace");
}

static gboolean
read_history (GVariant  *variant,
              LoomRun   *run,
              GError   **error)
{
  g_autoptr (GVariant) cell = g_variant_lookup_value (variant, "cell", NULL);

  return cell == NULL || (run->cell = loom_cell_history_from_variant (cell)) != NULL ||
         refuse (error, "cell");
}

static gboolean
read_replay (GVariant  *variant,
             LoomRun   *run,
             GError   **error)
{
  g_autoptr (GVariant) replay = g_variant_lookup_value (variant, "replay", NULL);

  return replay == NULL || (run->replay = loom_replay_from_variant (replay)) != NULL ||
         refuse (error, "replay");
}

static gboolean
read_tally (GVariant  *variant,
            LoomRun   *run,
            GError   **error)
{
  g_autoptr (GVariant) tally = g_variant_lookup_value (variant, "tally", NULL);

  return tally == NULL || (run->tally = loom_tally_from_variant (tally)) != NULL ||
         refuse (error, "tally");
}

static gboolean
read_block_costs (GVariant  *variant,
                  LoomRun   *run,
                  GError   **error)
{
  g_autoptr (GVariant) costs = g_variant_lookup_value (variant, "block-costs", NULL);

  return costs == NULL || (run->block_costs = loom_block_costs_from_variant (costs)) != NULL ||
         refuse (error, "costs of blocks");
}

static gboolean
read_schedule (GVariant *variant,
               GBytes   *memory,
               LoomRun  *run)
{
  g_autoptr (GVariant) place = g_variant_lookup_value (variant, "schedule", NULL);
  g_autoptr (GBytes) spans = NULL;
  guint64 blocks;
  guint32 n_multiprocessors;

  if (place == NULL)
    return TRUE;

  if (!g_variant_lookup (variant, "multiprocessors", "u", &n_multiprocessors)
      || !loom_dim3_volume (&run->grid, &blocks)
      || blocks > G_MAXINT64 / sizeof (LoomBlockSpan))
    return FALSE;

  spans = take_segment (variant, "schedule", memory, blocks * sizeof (LoomBlockSpan));
  if (spans != NULL)
    run->schedule = loom_schedule_new (spans, blocks, n_multiprocessors);
  return run->schedule != NULL;
}

static gboolean
read_gpu (GVariant  *variant,
          GBytes    *memory,
          LoomRun   *run,
          GError   **error)
{
  g_autoptr (GVariant) measurement = g_variant_lookup_value (variant, "measurement", NULL);
  g_autoptr (GVariant) costs = g_variant_lookup_value (variant, "costs", NULL);
  g_autoptr (GVariant) job = g_variant_lookup_value (variant, "job", NULL);

  if (measurement != NULL
      && (run->measurement = loom_measurement_from_variant (measurement)) == NULL)
    return refuse (error, "measurement");
  if (costs != NULL && (run->costs = loom_kernel_costs_from_variant (costs)) == NULL)
    return refuse (error, "costs");
  if (job != NULL && (run->job = loom_job_from_variant (job)) == NULL)
    return refuse (error, "job");

  return read_schedule (variant, memory, run) || refuse (error, "schedule");
}

/* Other outcomes can only come of orders that were tried. */
static gboolean
read_seeds (GVariant *variant,
            LoomRun  *run)
{
  g_autoptr (GVariant) others
      = g_variant_lookup_value (variant, "other-seeds", G_VARIANT_TYPE ("au"));
  const guint32 *seeds;
  gsize n;

  g_variant_lookup (variant, "seeds", "u", &run->seeds);
  if (others == NULL)
    return run->seeds == 0;
  seeds = g_variant_get_fixed_array (others, &n, sizeof *seeds);
  for (gsize i = 0; i < n; i++)
    if (seeds[i] >= run->seeds || (i > 0 && seeds[i] <= seeds[i - 1]))
      return FALSE;
  g_array_append_vals (run->other_seeds, seeds, (guint) n);
  return run->seeds <= LOOM_MAX_SEEDS;
}

static gboolean
read_launch (GVariant  *variant,
             LoomRun   *run,
             GError   **error)
{
  const char *backend;

  if (!g_variant_lookup (variant, "backend", "&s", &backend) ||
      !loom_backend_id_parse (backend, &run->backend, NULL) ||
      !g_variant_lookup (variant, "kernel", "s", &run->kernel) ||
      !g_variant_lookup (variant, "output", "s", &run->output) ||
      !read_fidelity (variant, "fidelity", &run->fidelity) ||
      !g_variant_lookup (variant, "block", "(uuu)", &run->block.x, &run->block.y, &run->block.z) ||
      !g_variant_lookup (variant, "grid", "(uuu)", &run->grid.x, &run->grid.y, &run->grid.z) ||
      !g_variant_lookup (variant, "shared", "t", &run->shared) ||
      !g_variant_lookup (variant, "threads", "t", &run->threads) ||
      !g_variant_lookup (variant, "idle-threads", "x", &run->idle_threads) ||
      !g_variant_lookup (variant, "warp-instructions", "t", &run->warp_instructions))
    return refuse (error, "launch");

  g_variant_lookup (variant, "as-written", "b", &run->as_written);
  g_variant_lookup (variant, "equal-writes", "x", &run->equal_writes);

  if (!read_seeds (variant, run))
    return refuse (error, "seeds");

  /* Whoever locates a thread divides by these. */
  if (run->block.x == 0 || run->block.y == 0 || run->block.z == 0 ||
      run->grid.x == 0 || run->grid.y == 0 || run->grid.z == 0)
    return refuse (error, "launch");

  return TRUE;
}

/**
 * loom_ipc_run_from_variant:
 * @variant: an a{sv} from the other end, which is not trusted
 * @memory: the mapped memory file; views into it keep it mapped
 *
 * Reads a result: every offset, length, type and index is checked against the memory file.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): the run, or %NULL
 */
LoomRun *
loom_ipc_run_from_variant (GVariant  *variant,
                           GBytes    *memory,
                           GError   **error)
{
  g_autoptr (LoomRun) run = loom_run_new ();

  g_clear_pointer (&run->kernel, g_free);
  g_clear_pointer (&run->output, g_free);
  if (!read_launch (variant, run, error) || !read_arrays (variant, memory, run, error) ||
      !read_arguments (variant, run, error) || !read_findings (variant, run, error) ||
      !read_timings (variant, &run->timings, error) || !read_steps (variant, run, error) ||
      !read_parts (variant, run, error) ||
      !read_profile (variant, memory, run, error) || !read_trace (variant, run, error) ||
      !read_history (variant, run, error) || !read_replay (variant, run, error) ||
      !read_tally (variant, run, error) || !read_block_costs (variant, run, error) ||
      !read_gpu (variant, memory, run, error))
    return NULL;

  return g_steal_pointer (&run);
}

/**
 * loom_ipc_run_from_fd:
 * @variant: an a{sv} from the other end, which is not trusted
 * @fd: (transfer full): its sealed memory file; -1 if none came
 *
 * Maps the memory file and reads the result.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): the run, or %NULL
 */
LoomRun *
loom_ipc_run_from_fd (GVariant  *variant,
                      int        fd,
                      GError   **error)
{
  g_autoptr (GBytes) memory = NULL;

  if (fd < 0)
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                           _("The runner sent a result without its arrays"));

  memory = loom_ipc_memory_map (fd, error);
  close (fd);
  return memory != NULL ? loom_ipc_run_from_variant (variant, memory, error) : NULL;
}
