/* loom-run-edges.c: which halos can travel while a launch is still under way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A device may do the blocks at the edges of its band first, and hand their rows to its neighbours
 * while it does the others. That is right for an array if the other blocks store to none of those
 * rows, and if no block of the neighbour looks at its halo of that array meanwhile. Both follow
 * from what blocks can access (loom_sim_find_reach()); where that is not known, halos wait for the
 * whole launch. In the same way it is known that a device touches no rows which it has not, where
 * nobody watches it.
 */

#include "config.h"

#include "loom-run-edges.h"

#include "loom-sim-kernel.h"

#include <glib/gi18n-lib.h>

/* Launches with different parameters that are remembered. */
#define MOST_KNOWN 1024

/* As the end of rows. */
#define OPEN G_MAXUINT64

struct _LoomRunEdges
{
  LoomPlan   *plan;
  LoomSim    *sim;              /* runs nothing */
  guint       n_arrays;
  guint64    *addresses;        /* of each array, as if it were whole */
  guint64    *row_sizes;        /* bytes, where it is split; else 0 */
  GPtrArray  *doubts;           /* (element-type utf8) what could not be told */
  GHashTable *known;            /* (element-type GBytes gboolean[]) parameters of a step -> of each
                                   array */
};

/* Arrays as they are told apart by devices: arguments with memory of their own. */
static void
add_arrays (LoomRunEdges *self)
{
  static guint8 nothing;
  guint index = 0;

  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = self->plan->args->pdata[i];
      guint64 size = 0;

      if (!loom_plan_arg_has_memory (arg))
        continue;
      loom_plan_arg_get_size (arg, &size);
      self->addresses[index] = loom_sim_add_array (self->sim, arg->name, &nothing, size, 1, NULL);
      if (arg->is_split)
        self->row_sizes[index] = size / loom_shape_get_slowest (&arg->shape);
      index++;
    }
}

/**
 * loom_run_edges_new:
 * @module: verified; has the kernels of the steps
 * @plan: is split
 * @n_arrays: that devices tell apart: arguments with memory of their own, then module variables
 *
 * Makes ready for asking.
 *
 * Errors: those of loom_sim_new().
 *
 * Returns: (transfer full): it
 */
LoomRunEdges *
loom_run_edges_new (LoomPtxModule  *module,
                    LoomPlan       *plan,
                    guint           n_arrays,
                    GError        **error)
{
  g_autoptr (LoomRunEdges) self = g_new0 (LoomRunEdges, 1);

  self->plan = loom_plan_ref (plan);
  self->n_arrays = n_arrays;
  self->addresses = g_new0 (guint64, n_arrays + 1);
  self->row_sizes = g_new0 (guint64, n_arrays + 1);
  self->doubts = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                       (GDestroyNotify) g_bytes_unref, g_free);
  self->sim = loom_sim_new (module, error);
  if (self->sim == NULL)
    return NULL;
  add_arrays (self);
  return g_steal_pointer (&self);
}

void
loom_run_edges_free (LoomRunEdges *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->sim, loom_sim_free);
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->doubts);
  g_free (self->addresses);
  g_free (self->row_sizes);
  loom_plan_unref (self->plan);
  g_free (self);
}

/* Of bytes of a whole array, of which what lies before its first row or behind an open end is
 * nobody's: that is another mistake. */
static gboolean
is_within (gint64         begin,
           gint64         end,
           LoomSplitRange rows,
           guint64        row_size)
{
  return begin > end ||
         ((rows.begin == 0 || begin >= (gint64) (rows.begin * row_size)) &&
          (rows.end == OPEN || end <= (gint64) (rows.end * row_size)));
}

/* What the blocks of one device can access. */
typedef struct
{
  const LoomPlan *launch;
  GPtrArray      *values;
  LoomSplitRange  band, held, inner;    /* rows; inner: without those that neighbours need */
  LoomSimReach   *all, *others;         /* of each array: all blocks, those that are at no edge */
  gboolean        has_edges;
} Look;

static void
open_ends (LoomRunEdges   *self,
           guint           device,
           LoomSplitRange *rows)
{
  if (device == 0)
    rows->begin = 0;
  if (device + 1 == self->plan->split.devices)
    rows->end = OPEN;
}

static gboolean
find_reach (LoomRunEdges   *self,
            Look           *look,
            LoomSplitRange  blocks,
            LoomSimReach   *reaches)
{
  return loom_sim_kernel_find_reach (self->sim, look->launch, &blocks, look->values,
                                     self->addresses, self->n_arrays, reaches);
}

static gboolean
look_at (LoomRunEdges *self,
         guint         device,
         Look         *look)
{
  const LoomSplit *split = &self->plan->split;
  const LoomSplitLaunch extents = loom_plan_get_extents (look->launch);
  LoomSplitEdges edges;

  look->band = loom_split_get_band (split, device);
  look->held = loom_split_get_held (split, device);
  look->inner = (LoomSplitRange) { look->band.begin + split->halo, look->band.end - split->halo };
  open_ends (self, device, &look->band);
  open_ends (self, device, &look->held);
  open_ends (self, device, &look->inner);
  look->has_edges = loom_split_get_edges (split, &extents, device, &edges);
  return find_reach (self, look, loom_split_get_blocks (split, &extents, device), look->all) &&
         (!look->has_edges || find_reach (self, look, edges.inner, look->others));
}

static gboolean
is_early (LoomRunEdges *self,
          const Look   *look,
          guint         array)
{
  const LoomSimReach *all = &look->all[array], *others = &look->others[array];

  return look->has_edges &&
         is_within (others->store_begin, others->store_end, look->inner, self->row_sizes[array]) &&
         is_within (all->load_begin, all->load_end, look->band, self->row_sizes[array]);
}

static gboolean
is_safe (LoomRunEdges *self,
         const Look   *look,
         guint         array)
{
  const LoomSimReach *all = &look->all[array];

  return is_within (all->load_begin, all->load_end, look->held, self->row_sizes[array]) &&
         is_within (all->store_begin, all->store_end, look->band, self->row_sizes[array]);
}

/* Takes from the arrays of a launch those that have to wait because of one device, and notes those
 * of which it may touch rows that it has not. */
static void
narrow (LoomRunEdges       *self,
        const LoomPlanStep *step,
        guint               device,
        GPtrArray          *values,
        gboolean           *early,
        gboolean           *safe)
{
  g_autofree LoomSimReach *reaches = g_new0 (LoomSimReach, 2 * self->n_arrays + 1);
  Look look = { .launch = step->launch, .values = values, .all = reaches,
                .others = reaches + self->n_arrays };
  const gboolean is_known = look_at (self, device, &look);

  for (guint i = 0; i < self->n_arrays; i++)
    {
      early[i] = early[i] && is_known && is_early (self, &look, i);
      safe[i] = safe[i] && is_known && is_safe (self, &look, i);
    }
}

static void
note_doubts (LoomRunEdges       *self,
             const LoomPlanStep *step,
             const gint32       *arrays,
             const gboolean     *safe)
{
  for (guint i = 0; i < step->launch->args->len; i++)
    {
      const LoomPlanArg *arg = step->launch->args->pdata[i];
      g_autofree char *doubt = NULL;

      if (arrays[i] < 0 || self->row_sizes[arrays[i]] == 0 || safe[arrays[i]])
        continue;
      doubt = g_strdup_printf (
          _("Whether %1$s touches only rows of %2$s that a GPU has could not be told before it "
            "ran, and a GPU does not notice; simulated devices stop where it does not"),
          step->launch->kernel, arg->name);
      if (!g_ptr_array_find_with_equal_func (self->doubts, doubt, g_str_equal, NULL))
        g_ptr_array_add (self->doubts, g_steal_pointer (&doubt));
    }
}

/* NULL: none. */
static gboolean *
find_early (LoomRunEdges *self,
            guint         index,
            GPtrArray    *values,
            const gint32 *arrays)
{
  const LoomPlanStep *step = self->plan->steps->pdata[index];
  g_autofree gboolean *early = g_new0 (gboolean, self->n_arrays + 1);
  g_autofree gboolean *safe = g_new (gboolean, self->n_arrays + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < self->n_arrays; i++)
    safe[i] = TRUE;
  for (guint i = 0; i < step->launch->args->len; i++)
    {
      const LoomPlanArg *arg = step->launch->args->pdata[i];

      if (arrays[i] >= 0 && !arg->is_const)
        early[arrays[i]] = self->row_sizes[arrays[i]] != 0;
    }
  for (guint i = 0; i < self->plan->split.devices; i++)
    narrow (self, step, i, values, early, safe);
  note_doubts (self, step, arrays, safe);
  for (guint i = 0; i < self->n_arrays; i++)
    any |= early[i];
  return any ? g_steal_pointer (&early) : NULL;
}

/* The parameters, in which arrays have the addresses that they have here. */
static GBytes *
make_key (LoomRunEdges *self,
          guint         index,
          GPtrArray    *values,
          const gint32 *arrays)
{
  const LoomPlanStep *step = self->plan->steps->pdata[index];
  g_autofree guint64 *addresses = g_new0 (guint64, step->launch->args->len + 1);
  GByteArray *key = g_byte_array_new ();

  for (guint i = 0; i < step->launch->args->len; i++)
    if (arrays[i] >= 0)
      addresses[i] = self->addresses[arrays[i]];
  loom_backend_put_addresses (step->launch, values, addresses);
  g_byte_array_append (key, (const guint8 *) &index, sizeof index);
  for (guint i = 0; i < values->len; i++)
    {
      const GByteArray *value = values->pdata[i];

      g_byte_array_append (key, value->data, value->len);
    }
  return g_byte_array_free_to_bytes (key);
}

/**
 * loom_run_edges_find:
 * @step: a launch among the steps, of which each device does its own blocks
 * @values: (element-type GByteArray): what its parameters get; addresses are changed
 * @arrays: for each argument of the launch the array that it is, -1: none
 *
 * Finds the arrays whose rows at the edges of all bands are as the launch leaves them once the
 * blocks of loom_split_get_edges() are done, and whose halos it does not look at.
 *
 * Returns: (transfer none) (nullable): of each array whether it is one, valid until the next call;
 *   %NULL: none is
 */
const gboolean *
loom_run_edges_find (LoomRunEdges *self,
                     guint         step,
                     GPtrArray    *values,
                     const gint32 *arrays)
{
  g_autoptr (GBytes) key = make_key (self, step, values, arrays);
  gboolean *early = NULL;

  if (g_hash_table_lookup_extended (self->known, key, NULL, (gpointer *) &early))
    return early;
  if (g_hash_table_size (self->known) >= MOST_KNOWN)
    g_hash_table_remove_all (self->known);
  early = find_early (self, step, values, arrays);
  g_hash_table_insert (self->known, g_steal_pointer (&key), early);
  return early;
}

/**
 * loom_run_edges_add_doubts:
 * @run: gets a finding for each array of a kernel that may touch rows which a device has not
 *
 * Tells what could not be told of the launches that were asked for.
 */
void
loom_run_edges_add_doubts (LoomRunEdges *self,
                           LoomRun      *run)
{
  for (guint i = 0; i < self->doubts->len; i++)
    g_ptr_array_add (run->findings, loom_finding_new (LOOM_ERROR_UNSUPPORTED, "%s",
                                                      (char *) self->doubts->pdata[i]));
}
