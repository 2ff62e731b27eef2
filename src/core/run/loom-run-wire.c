/* loom-run-wire.c: the members of a run as another process gets them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables of entries say all keys and types: cells_entries and array_entries those of an array,
 * run_entries those of a run. What comes in is checked as if the peer were hostile, since all that
 * read a run trust its indices.
 */

#include "config.h"

#include "loom-run-wire.h"

#include "loom-error.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * loom_run_refuse:
 * @what: the key of what cannot be
 *
 * Errors: %LOOM_ERROR_PROTOCOL, always.
 *
 * Returns: %FALSE
 */
gboolean
loom_run_refuse (const char  *what,
                 GError     **error)
{
  return loom_fail (error, LOOM_ERROR_PROTOCOL,
                    _("The runner sent a result whose %s does not hold together"), what);
}

static const LoomWireMember deviation_members[] = {
  LOOM_WIRE (DOUBLE, LoomDeviation, absolute),
  LOOM_WIRE (DOUBLE, LoomDeviation, relative),
  LOOM_WIRE (UINT64, LoomDeviation, ulps),
  LOOM_WIRE (UINT64, LoomDeviation, absolute_cell),
  LOOM_WIRE (UINT64, LoomDeviation, relative_cell),
  LOOM_WIRE (UINT64, LoomDeviation, ulps_cell),
};
static const LoomWire deviation_wire = { LOOM_WIRE_MEMBERS (deviation_members, LoomDeviation) };

static const LoomWireMember checked_members[] = {
  LOOM_WIRE (UINT64, LoomCheckedCell, cell),
  LOOM_WIRE (NULLABLE, LoomCheckedCell, got),
  LOOM_WIRE (NULLABLE, LoomCheckedCell, expected),
};
static const LoomWire checked_wire = { LOOM_WIRE_MEMBERS (checked_members, LoomCheckedCell) };

/* The cells of an array, without what they hold. */
typedef struct
{
  char     *name;
  LoomType  type;
  LoomShape shape;
} Cells;

static const LoomWireEntry cells_entries[] = {
  { "name", LOOM_WIRE (STRING, Cells, name) },
  { "type", LOOM_WIRE_OF (STRUCT, Cells, type, &_loom_type_wire) },
  { "shape", LOOM_WIRE_OF (STRUCT, Cells, shape, &_loom_shape_wire) },
};

static const LoomWireEntry array_entries[] = {
  { "symbol", LOOM_WIRE (BOOLEAN, LoomRunArray, is_symbol) },
  { "const", LOOM_WIRE (BOOLEAN, LoomRunArray, is_const) },
  { "writer-size", LOOM_WIRE (UINT32, LoomRunArray, writer_size) },
  { "frames-low", LOOM_WIRE (DOUBLE, LoomRunArray, frames_low) },
  { "frames-high", LOOM_WIRE (DOUBLE, LoomRunArray, frames_high) },
  { "compared", LOOM_WIRE (UINT64, LoomRunArray, compared) },
  { "mismatches", LOOM_WIRE (UINT64, LoomRunArray, mismatches) },
  { "deviation", LOOM_WIRE_OF (STRUCT, LoomRunArray, deviation, &deviation_wire) },
  { "first", LOOM_WIRE_OF (STRUCT, LoomRunArray, first, &checked_wire) },
  { "worst", LOOM_WIRE_OF (STRUCT, LoomRunArray, worst, &checked_wire) },
};

/**
 * loom_run_array_pack:
 * @builder: of type a{sv}
 *
 * Adds what is known of an array's cells as a whole.
 */
void
loom_run_array_pack (const LoomRunArray *self,
                     GVariantBuilder    *builder)
{
  const Cells cells = { self->name, *loom_array_get_cell_type (self->array),
                        *loom_array_get_shape (self->array) };

  _loom_wire_pack_entries (cells_entries, G_N_ELEMENTS (cells_entries), &cells, builder);
  _loom_wire_pack_entries (array_entries, G_N_ELEMENTS (array_entries), self, builder);
}

static gboolean
check_cell (const LoomRunArray    *self,
            const LoomCheckedCell *cell,
            guint64                cells)
{
  return cell->cell < cells
         && (self->mismatches == 0 || (cell->got != NULL && cell->expected != NULL));
}

/* There are cells that differ exactly where some are counted. */
static gboolean
check_array (const LoomRunArray *self,
             guint64             cells)
{
  const LoomDeviation *deviation = &self->deviation;

  return (self->writer_size == sizeof (guint32) || self->writer_size == sizeof (guint64))
         && self->compared <= cells && self->mismatches <= self->compared
         && deviation->absolute_cell < cells && deviation->relative_cell < cells
         && deviation->ulps_cell < cells && check_cell (self, &self->first, cells)
         && check_cell (self, &self->worst, cells);
}

/**
 * loom_run_array_unpack:
 * @variant: an a{sv} that loom_run_array_pack() added to, perhaps in a hostile process
 * @bytes: what the cells hold
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): the array, without planes, or %NULL
 */
LoomRunArray *
loom_run_array_unpack (GVariant  *variant,
                       GBytes    *bytes,
                       GError   **error)
{
  g_autofree char *name = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomRunArray *self;
  Cells cells = { 0 };
  guint64 n, size;
  const char *wrong = _loom_wire_unpack_entries (cells_entries, G_N_ELEMENTS (cells_entries),
                                                 variant, &cells);

  name = cells.name;
  if (wrong == NULL
      && (!loom_shape_cells (&cells.shape, &n) || !g_uint64_checked_mul (&size, n, cells.type.size)
          || size != g_bytes_get_size (bytes)
          || (array = loom_array_new (&cells.type, &cells.shape, bytes, NULL)) == NULL))
    wrong = "array";
  if (wrong != NULL)
    {
      loom_run_refuse (wrong, error);
      return NULL;
    }

  self = loom_run_array_new (name, array);
  wrong = _loom_wire_unpack_entries (array_entries, G_N_ELEMENTS (array_entries), variant, self);
  if (wrong == NULL && check_array (self, n))
    return self;

  loom_run_refuse (wrong != NULL ? wrong : "check", error);
  loom_run_array_free (self);
  return NULL;
}

static GVariant *
pack_backend (gconstpointer data)
{
  return g_variant_new_string (loom_backend_id_get_name (*(const LoomBackendId *) data));
}

static gboolean
unpack_backend (GVariant *variant,
                gpointer  data)
{
  return loom_backend_id_parse (g_variant_get_string (variant, NULL), data, NULL);
}

static const LoomWire backend_wire = {
  .size = sizeof (LoomBackendId), .type = "s", .pack = pack_backend, .unpack = unpack_backend,
};

#define RUN(KIND, member) LOOM_WIRE (KIND, LoomRun, member)
#define RUN_OF(KIND, member, wire) LOOM_WIRE_OF (KIND, LoomRun, member, &wire)
#define RUN_UP_TO(member, most) LOOM_WIRE_UP_TO (LoomRun, member, most)

static const LoomWireEntry run_entries[] = {
  { "backend", RUN_OF (STRUCT, backend, backend_wire) },
  { "fidelity", RUN_UP_TO (fidelity, LOOM_FIDELITY_MODELLED) },
  { "kernel", RUN (STRING, kernel) },
  { "block", RUN_OF (STRUCT, block, _loom_dim3_wire) },
  { "grid", RUN_OF (STRUCT, grid, _loom_dim3_wire) },
  { "shared", RUN (UINT64, shared) },
  { "threads", RUN (UINT64, threads) },
  { "launches", RUN (UINT32, launches) },
  { "equal-writes", RUN (INT64, equal_writes) },
  { "idle-threads", RUN (INT64, idle_threads) },
  { "as-written", RUN (BOOLEAN, as_written) },
  { "warp-instructions", RUN (UINT64, warp_instructions) },
  { "seeds", RUN_UP_TO (seeds, LOOM_MAX_SEEDS) },
  { "other-seeds", RUN (UINT32S, other_seeds) },
  { "main-array", RUN (INT32, main_array) },
  { "arguments", RUN_OF (VARIANTS, arguments, _loom_run_argument_wire) },
  { "trap", RUN_OF (OBJECT, trap, _loom_finding_wire) },
  { "trapped-blocks", RUN (UINT64, trapped_blocks) },
  { "findings", RUN_OF (VARIANTS, findings, _loom_finding_wire) },
  { "profile", RUN_OF (OBJECT, profile, _loom_profile_wire) },
  { "trace", RUN_OF (OBJECT, trace, _loom_trace_wire) },
  { "block-costs", RUN_OF (OBJECT, block_costs, _loom_block_costs_wire) },
  { "cell", RUN_OF (OBJECT, cell, _loom_cell_history_wire) },
  { "replay", RUN_OF (OBJECT, replay, _loom_replay_wire) },
  { "compile-ms", RUN (DOUBLE, timings.compile_ms) },
  { "compilation", RUN_UP_TO (timings.compilation, LOOM_COMPILATION_REUSED) },
  { "upload-ms", RUN (DOUBLE, timings.upload_ms) },
  { "download-ms", RUN (DOUBLE, timings.download_ms) },
  { "callback-ms", RUN (DOUBLE, timings.callback_ms) },
  { "kernel-ms", RUN (DOUBLES, timings.kernel_ms) },
  { "timing-fidelity", RUN_UP_TO (timings.fidelity, LOOM_FIDELITY_MODELLED) },
  { "steps", RUN_OF (VARIANTS, steps, _loom_run_step_wire) },
  { "streams", RUN (STRINGS, streams) },
  { "spans", RUN_OF (ARRAY, spans, _loom_run_span_wire) },
  { "parts", RUN_OF (VARIANTS, parts, _loom_run_part_wire) },
  { "moments", RUN (UINT64, moments) },
  { "frames", RUN_OF (ARRAY, frames, _loom_run_frame_wire) },
  { "tally", RUN_OF (OBJECT, tally, _loom_tally_wire) },
  { "measurement", RUN_OF (OBJECT, measurement, _loom_measurement_wire) },
  { "costs", RUN_OF (OBJECT, costs, _loom_kernel_costs_wire) },
  { "job", RUN_OF (OBJECT, job, _loom_job_wire) },
};

/**
 * loom_run_pack:
 * @builder: of type a{sv}
 *
 * Adds what a run came to, but for what it printed, which need not be text.
 */
void
loom_run_pack (const LoomRun   *self,
               GVariantBuilder *builder)
{
  _loom_wire_pack_entries (run_entries, G_N_ELEMENTS (run_entries), self, builder);
}

/**
 * loom_run_unpack:
 * @self: a run from loom_run_new()
 * @variant: an a{sv} that loom_run_pack() added to, perhaps in a hostile process
 *
 * Reads what a run came to. Its arrays are the caller's to add, and loom_run_check() to call after
 * that.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: whether all members are there and have values that can be
 */
gboolean
loom_run_unpack (LoomRun   *self,
                 GVariant  *variant,
                 GError   **error)
{
  const char *wrong
      = _loom_wire_unpack_entries (run_entries, G_N_ELEMENTS (run_entries), variant, self);

  return wrong == NULL || loom_run_refuse (wrong, error);
}

static gboolean
check_launch (const LoomRun *self)
{
  /* The place of a thread is divided by these. */
  return self->block.x > 0 && self->block.y > 0 && self->block.z > 0 && self->grid.x > 0
         && self->grid.y > 0 && self->grid.z > 0;
}

/* Other outcomes can only come of orders that were tried. */
static gboolean
check_seeds (const LoomRun *self)
{
  const guint32 *seeds = (const guint32 *) self->other_seeds->data;

  for (guint i = 0; i < self->other_seeds->len; i++)
    if (seeds[i] >= self->seeds || (i > 0 && seeds[i] <= seeds[i - 1]))
      return FALSE;
  return TRUE;
}

static gboolean
check_main_array (const LoomRun *self)
{
  return self->main_array >= -1 && self->main_array < (gint) self->arrays->len;
}

static gboolean
check_arguments (const LoomRun *self)
{
  for (guint i = 0; i < self->arguments->len; i++)
    {
      const LoomRunArgument *argument = self->arguments->pdata[i];

      if (argument->array >= (gint) self->arrays->len)
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_samples (const LoomRun *self)
{
  const double *ms = (const double *) self->timings.kernel_ms->data;

  for (guint i = 0; i < self->timings.kernel_ms->len; i++)
    if (!isfinite (ms[i]) || ms[i] < 0)
      return FALSE;
  return self->timings.kernel_ms->len <= LOOM_MAX_REPEAT;
}

static gboolean
check_spans (const LoomRun *self)
{
  for (guint i = 0; i < self->spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (self->spans, LoomRunSpan, i);

      if (span->step >= self->steps->len || span->stream >= self->streams->len)
        return FALSE;
    }
  return TRUE;
}

/* Each frame has a slot in all arrays that have some. */
static gboolean
has_slot (const LoomRun *self,
          guint          slot)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const LoomRunArray *array = self->arrays->pdata[i];
      const gsize size = g_bytes_get_size (loom_array_get_bytes (array->array));

      if (array->frames != NULL && slot >= g_bytes_get_size (array->frames) / MAX (size, 1))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_frames (const LoomRun *self)
{
  const LoomRunFrame *frames = (const LoomRunFrame *) self->frames->data;

  for (guint i = 0; i < self->frames->len; i++)
    if (frames[i].step >= self->steps->len || !has_slot (self, frames[i].slot)
        || (i > 0 && frames[i].moment <= frames[i - 1].moment))
      return FALSE;
  return TRUE;
}

/* Bands of rows follow each other. */
static gboolean
check_parts (const LoomRun *self)
{
  guint64 row = 0;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const LoomRunPart *part = self->parts->pdata[i];

      if (part->rows.begin != row)
        return FALSE;
      row = part->rows.end;
    }
  return self->parts->len <= LOOM_MAX_DEVICES;
}

static const struct
{
  const char *what;
  gboolean  (*check) (const LoomRun *self);
} checks[] = {
  { "launch", check_launch }, { "seeds", check_seeds }, { "main-array", check_main_array },
  { "arguments", check_arguments }, { "kernel-ms", check_samples }, { "spans", check_spans },
  { "frames", check_frames }, { "parts", check_parts },
};

/**
 * loom_run_check:
 * @self: a run from loom_run_unpack(), with its arrays
 *
 * Checks what hangs together: places in lists, orders, figures.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: whether all does
 */
gboolean
loom_run_check (const LoomRun  *self,
                GError        **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (!checks[i].check (self))
      return loom_run_refuse (checks[i].what, error);
  return TRUE;
}
