/* loom-sim-part.c: a simulated device that has bands of arrays
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What it has of an array lies in memory of its own, and kernels get the address at which the whole
 * array would begin: a row is found where it always is, and one that the device does not have is
 * out of bounds.
 */

#include "config.h"

#include "loom-sim-part.h"

#include "loom-sim-kernel.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  LoomRunShare   share;
  guint8        *bytes;         /* of the rows that are held */
  gboolean       is_owned;      /* by the part, not by the simulated module */
  LoomRunPlanes  planes;        /* of the same cells */
  guint64        first;         /* the address of the first row that is held */
} Array;

struct _LoomSimPart
{
  LoomPlan *plan;
  guint     device, writer_size;
  LoomSim  *sim;
  GArray   *arrays;             /* (element-type Array) */
};

static Array *
get_array (LoomSimPart *self,
           guint        index)
{
  return &g_array_index (self->arrays, Array, index);
}

static void
array_clear (gpointer data)
{
  Array *self = data;

  if (self->is_owned)
    g_free (self->bytes);
  g_free (self->planes.writes);
  g_free (self->planes.reads);
  g_free (self->planes.lowest);
  g_free (self->planes.highest);
}

static gboolean
take_planes (Array             *array,
             LoomCoverageFlags  coverage,
             guint              writer_size)
{
  const gsize size = loom_run_share_get_size (&array->share);
  const gsize cells = MAX (size / array->share.arg->type.size, 1);
  LoomRunPlanes *planes = &array->planes;

  if ((coverage & LOOM_COVERAGE_WRITES) != 0)
    planes->writes = g_try_malloc0_n (cells, sizeof (guint32));
  if ((coverage & LOOM_COVERAGE_READS) != 0)
    planes->reads = g_try_malloc0_n (cells, sizeof (guint32));
  if ((coverage & LOOM_COVERAGE_WRITERS) != 0)
    {
      planes->lowest = g_try_malloc_n (cells, writer_size);
      planes->highest = g_try_malloc_n (cells, writer_size);
      if (planes->lowest == NULL || planes->highest == NULL)
        return FALSE;
      memset (planes->lowest, 0xff, cells * writer_size);
      memset (planes->highest, 0xff, cells * writer_size);
    }
  return (planes->writes != NULL || (coverage & LOOM_COVERAGE_WRITES) == 0) &&
         (planes->reads != NULL || (coverage & LOOM_COVERAGE_READS) == 0);
}

/* The simulator knows an array, and so what its planes are. */
static void
enter_array (LoomSimPart *self,
             Array       *array)
{
  const LoomPlanArg *arg = array->share.arg;
  const LoomSimPlanes planes = { array->planes.writes, array->planes.reads, array->planes.lowest,
                                 array->planes.highest, self->writer_size };
  const guint64 address
      = loom_sim_add_array (self->sim, arg->name, array->bytes,
                            loom_run_share_get_size (&array->share), arg->type.size, &planes);

  if (arg->texture.kind != LOOM_TEXTURE_NONE)
    loom_sim_set_texture (self->sim, address, &arg->texture, &arg->type, &arg->shape);
  if (arg->type.scalar == LOOM_SCALAR_BYTES)
    loom_sim_set_padded (self->sim, address);
  array->first = address;
}

static gboolean
fail_memory (const LoomPlanArg  *arg,
             guint               device,
             GError            **error)
{
  return loom_fail (error, LOOM_ERROR_MEMORY,
                    _("There is no memory for what device %1$u has of the array %2$s"), device,
                    arg->name);
}

static gboolean
add_array (LoomSimPart        *self,
           const LoomPlanArg  *arg,
           LoomCoverageFlags   coverage,
           GError            **error)
{
  Array array = { .is_owned = TRUE };

  if (arg->is_rows)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("The kernel gets pointers to the rows of %s, which cannot be on several "
                        "devices: run it on one"), arg->name);
  if (!loom_run_share_init (&array.share, self->plan, arg, self->device))
    return fail_memory (arg, self->device, error);
  array.bytes = g_try_malloc0 (MAX (loom_run_share_get_size (&array.share), 1));
  if (array.bytes == NULL || !take_planes (&array, coverage, self->writer_size))
    {
      array_clear (&array);
      return fail_memory (arg, self->device, error);
    }
  enter_array (self, &array);
  g_array_append_val (self->arrays, array);
  return TRUE;
}

static gboolean
add_symbol (LoomSimPart        *self,
            const LoomPlanArg  *arg,
            LoomCoverageFlags   coverage,
            GError            **error)
{
  Array array = { .is_owned = FALSE };
  LoomSimPlanes planes;
  gsize size = 0;

  array.bytes = loom_sim_find_symbol (self->sim, arg->symbol, &size);
  if (!loom_run_share_init (&array.share, self->plan, arg, self->device) || array.bytes == NULL ||
      size != array.share.row_size)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("The variable %1$s has %2$llu bytes in the program, and %3$llu were bound "
                        "to it"), arg->name, (unsigned long long) size,
                      (unsigned long long) array.share.row_size);
  if (!take_planes (&array, coverage, self->writer_size))
    {
      array_clear (&array);
      return fail_memory (arg, self->device, error);
    }
  planes = (LoomSimPlanes) { array.planes.writes, array.planes.reads, array.planes.lowest,
                             array.planes.highest, self->writer_size };
  array.first = loom_sim_get_symbol_address (self->sim, arg->symbol);
  g_array_append_val (self->arrays, array);
  return loom_sim_count_symbol (self->sim, arg->symbol, arg->type.size, &planes);
}

static gboolean
add_all (LoomSimPart        *self,
         LoomCoverageFlags   coverage,
         GError            **error)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    {
      const LoomPlanArg *arg = arrays->pdata[i];

      if (!(arg->symbol != NULL ? add_symbol : add_array) (self, arg, coverage, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_sim_part_new:
 * @module: verified; has the kernels of the steps
 * @plan: is split
 * @device: which of its devices
 * @coverage: what is counted
 * @writer_size: bytes of a linear thread id, 4 or 8
 *
 * Makes a device whose arrays are zeros, and whose variables are as the program initialises them.
 *
 * Errors: %LOOM_ERROR_MEMORY, %LOOM_ERROR_DOCUMENT, %LOOM_ERROR_BACKEND.
 *
 * Returns: (transfer full): the device, or %NULL
 */
LoomSimPart *
loom_sim_part_new (LoomPtxModule      *module,
                   LoomPlan           *plan,
                   guint               device,
                   LoomCoverageFlags   coverage,
                   guint               writer_size,
                   GError            **error)
{
  g_autoptr (LoomSimPart) self = g_new0 (LoomSimPart, 1);

  self->plan = loom_plan_ref (plan);
  self->device = device;
  self->writer_size = writer_size;
  self->arrays = g_array_new (FALSE, TRUE, sizeof (Array));
  g_array_set_clear_func (self->arrays, array_clear);
  self->sim = loom_sim_new (module, error);
  return self->sim != NULL && add_all (self, coverage, error) ? g_steal_pointer (&self) : NULL;
}

void
loom_sim_part_free (LoomSimPart *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->sim, loom_sim_free);
  g_array_unref (self->arrays);
  loom_plan_unref (self->plan);
  g_free (self);
}

/**
 * loom_sim_part_get_share:
 *
 * Returns: (transfer none): what the device has of the array
 */
const LoomRunShare *
loom_sim_part_get_share (LoomSimPart *self,
                         guint        array)
{
  return &get_array (self, array)->share;
}

/**
 * loom_sim_part_get_row:
 * @row: one that the device has
 *
 * Returns: (transfer none): the bytes of that row and of all that it has behind it
 */
guint8 *
loom_sim_part_get_row (LoomSimPart *self,
                       guint        array,
                       guint64      row)
{
  const Array *own = get_array (self, array);

  return own->bytes + loom_run_share_get_offset (&own->share, row);
}

/**
 * loom_sim_part_copy:
 * @from: an array
 * @to: another one that lies the same way
 *
 * Copies what the device has of an array.
 */
void
loom_sim_part_copy (LoomSimPart *self,
                    guint        from,
                    guint        to)
{
  memcpy (get_array (self, to)->bytes, get_array (self, from)->bytes,
          loom_run_share_get_size (&get_array (self, to)->share));
}

/* Where the whole array would begin, as kernels see it. */
static guint64
get_address (LoomSimPart *self,
             guint        array)
{
  const Array *own = get_array (self, array);

  return own->first - own->share.held.begin * own->share.row_size;
}

/* The halo as it is before a launch, row by row, below and above the band. */
static GByteArray *
save_halo (LoomSimPart *self,
           const Array *array)
{
  const LoomSplitRange band = loom_split_get_band (&self->plan->split, self->device);
  GByteArray *saved = g_byte_array_new ();

  g_byte_array_append (saved, array->bytes,
                       (guint) loom_run_share_get_offset (&array->share, band.begin));
  g_byte_array_append (saved, array->bytes + loom_run_share_get_offset (&array->share, band.end),
                       (guint) ((array->share.held.end - band.end) * array->share.row_size));
  return saved;
}

/* The row of the halo that a launch changed, or G_MAXUINT64. */
static guint64
find_changed_row (LoomSimPart      *self,
                  const Array      *array,
                  const GByteArray *saved)
{
  const LoomSplitRange band = loom_split_get_band (&self->plan->split, self->device);
  const guint8 *before = saved->data;

  for (guint64 row = array->share.held.begin; row < array->share.held.end; row++)
    {
      const guint8 *after = array->bytes + loom_run_share_get_offset (&array->share, row);

      if (row >= band.begin && row < band.end)
        continue;
      if (memcmp (after, before, array->share.row_size) != 0)
        return row;
      before += array->share.row_size;
    }
  return G_MAXUINT64;
}

/* Arrays in bands that the launch may write, each once. */
static GArray *
list_written (LoomSimPart        *self,
              const LoomPlanStep *step,
              const gint32       *arrays)
{
  GArray *written = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < step->launch->args->len; i++)
    {
      const LoomPlanArg *arg = step->launch->args->pdata[i];
      const guint index = arrays[i] >= 0 ? (guint) arrays[i] : 0;

      if (arrays[i] >= 0 && !arg->is_const && get_array (self, index)->share.arg->is_split)
        g_array_append_val (written, index);
    }
  return written;
}

static LoomFinding *
find_lost (LoomSimPart *self,
           GArray      *written,
           GPtrArray   *saved)
{
  for (guint i = 0; i < written->len; i++)
    {
      const Array *array = get_array (self, g_array_index (written, guint, i));
      const guint64 row = find_changed_row (self, array, saved->pdata[i]);
      LoomFinding *finding;

      if (row == G_MAXUINT64)
        continue;
      finding = loom_finding_new (
          LOOM_ERROR_OOB,
          _("Device %1$u wrote to row %2$llu of %3$s, which is device %4$u’s: what it wrote there "
            "would be lost. A thread may write only the rows of its own block"), self->device,
          (unsigned long long) row, array->share.arg->name,
          loom_split_find_device (&self->plan->split, row));
      finding->array = g_strdup (array->share.arg->name);
      return finding;
    }
  return NULL;
}

/* An access out of bounds that is one of the whole array is one to a row of another device. */
static void
name_row (LoomSimPart *self,
          LoomFinding *trap)
{
  for (guint i = 0; trap->array != NULL && i < self->arrays->len; i++)
    {
      const LoomRunShare *share = &get_array (self, i)->share;
      const gint64 offset = trap->offset + (gint64) (share->held.begin * share->row_size);
      const guint64 row = offset >= 0 ? (guint64) offset / share->row_size : G_MAXUINT64;
      g_autofree char *text = NULL;

      if (!share->arg->is_split || strcmp (share->arg->name, trap->array) != 0 ||
          row >= self->plan->split.rows)
        continue;
      text = g_strdup_printf (
          _("A thread of device %1$u accesses row %2$llu of %3$s, which is device %4$u’s; with its "
            "halo it has rows %5$llu to %6$llu. Write a larger halo= into [split], or split=whole "
            "into [arg %3$s] if nobody writes it"), self->device, (unsigned long long) row,
          trap->array, loom_split_find_device (&self->plan->split, row),
          (unsigned long long) share->held.begin, (unsigned long long) share->held.end - 1);
      g_free (trap->text);
      trap->text = g_steal_pointer (&text);
      trap->offset = offset;
      loom_plan_arg_get_size (share->arg, &trap->array_size);
      return;
    }
}

/**
 * loom_sim_part_launch:
 * @step: a launch among the steps
 * @values: (element-type GByteArray): what its parameters get; the addresses are put here
 * @arrays: for each argument of the launch the array that it is, -1: none
 * @how: how it is launched
 * @outcome: (inout): cleared, and then what came of it
 *
 * Does the blocks of a launch that are the device's. A launch without arrays in bands is done whole
 * by each, and counted by the first. A row of a neighbour that the launch changes
 * is an outcome, too.
 *
 * Errors: those of loom_sim_run().
 *
 * Returns: whether it ran, perhaps into a trap
 */
gboolean
loom_sim_part_launch (LoomSimPart           *self,
                      guint                  step,
                      GPtrArray             *values,
                      const gint32          *arrays,
                      const LoomSimOptions  *how,
                      LoomSimOutcome        *outcome,
                      GError               **error)
{
  const LoomPlanStep *own = self->plan->steps->pdata[step];
  const LoomSplitRange blocks = loom_plan_get_blocks (self->plan, own, self->device);
  g_autofree guint64 *addresses = g_new0 (guint64, own->launch->args->len + 1);
  g_autoptr (GArray) written = list_written (self, own, arrays);
  LoomSimOptions counted = *how;
  g_autoptr (GPtrArray) saved
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  for (guint i = 0; i < own->launch->args->len; i++)
    if (arrays[i] >= 0)
      addresses[i] = get_address (self, (guint) arrays[i]);
  loom_backend_put_addresses (own->launch, values, addresses);
  for (guint i = 0; i < written->len; i++)
    g_ptr_array_add (saved, save_halo (self, get_array (self, g_array_index (written, guint, i))));

  if (self->device > 0 && !loom_plan_step_is_split (self->plan, own))
    counted.coverage = LOOM_COVERAGE_NONE;
  if (!loom_sim_kernel_launch (self->sim, own->launch, &blocks, values, &counted, outcome, error))
    return FALSE;
  if (outcome->trap != NULL && outcome->trap->code == LOOM_ERROR_OOB)
    name_row (self, outcome->trap);
  if (outcome->trap == NULL)
    outcome->trap = find_lost (self, written, saved);
  return TRUE;
}

/**
 * loom_sim_part_collect:
 * @planes: (out caller-allocates): what was counted on the cells that the device has; the device's
 *   own
 */
void
loom_sim_part_collect (LoomSimPart   *self,
                       guint          array,
                       LoomRunPlanes *planes)
{
  loom_sim_collect (self->sim);
  *planes = get_array (self, array)->planes;
}
