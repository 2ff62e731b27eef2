/* loom-mpi-parts.c: the devices of a split run, one for each rank, as rank 0 has them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rank 0 walks through the steps, is the first device itself, and tells the others what to do.
 */

#include "config.h"

#include "loom-mpi-parts.h"

#include "loom-mpi-farm.h"
#include "loom-mpi-protocol.h"
#include "loom-mpi-transfer.h"
#include "loom-mpi-world.h"
#include "loom-sim-part.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LoomPlan    *plan;
  GPtrArray   *arrays;          /* (element-type LoomPlanArg) */
  LoomSimPart *part;            /* of rank 0 */
  guint        writer_size, wall_ms;
} Parts;

static const LoomPlanArg *
get_arg (Parts *self,
         guint  array)
{
  return self->arrays->pdata[array];
}

static gboolean
tell (LoomMpiCommand   command,
      GVariant        *payload,
      GError         **error)
{
  return loom_mpi_world_tell (loom_mpi_command_new (command, payload), error);
}

static char *
dup_name (gpointer data,
          guint    device)
{
  return loom_mpi_world_dup_name (device);
}

static gboolean
scatter (gpointer       data,
         guint          array,
         const guint8  *bytes,
         GError       **error)
{
  Parts *self = data;

  return tell (LOOM_MPI_SCATTER, g_variant_new_uint32 (array), error) &&
         loom_mpi_scatter (self->plan, get_arg (self, array), self->part, array, bytes, error);
}

static gboolean
exchange (gpointer   data,
          guint      step,
          guint      array,
          GError   **error)
{
  Parts *self = data;

  return tell (LOOM_MPI_EXCHANGE, g_variant_new_uint32 (array), error) &&
         loom_mpi_exchange (self->plan, get_arg (self, array), self->part, array, error);
}

static gboolean
gather (gpointer   data,
        guint      array,
        guint8    *bytes,
        GError   **error)
{
  Parts *self = data;

  return tell (LOOM_MPI_GATHER, g_variant_new_uint32 (array), error) &&
         loom_mpi_gather (self->plan, get_arg (self, array), self->part, array, bytes, error);
}

static gboolean
copy (gpointer   data,
      guint      from,
      guint      to,
      GError   **error)
{
  Parts *self = data;

  if (!tell (LOOM_MPI_COPY, g_variant_new ("(uu)", from, to), error))
    return FALSE;
  loom_sim_part_copy (self->part, from, to);
  return TRUE;
}

static gboolean
count (gpointer              data,
       guint                 array,
       const LoomRunPlanes  *planes,
       GError              **error)
{
  Parts *self = data;

  return tell (LOOM_MPI_COUNT, g_variant_new_uint32 (array), error) &&
         loom_mpi_count (self->plan, get_arg (self, array), self->part, array, planes,
                         self->writer_size, error);
}

static GVariant *
pack_launch (Parts                *self,
             guint                 step,
             GPtrArray            *values,
             const gint32         *arrays,
             const LoomSimOptions *how)
{
  const LoomPlanStep *own = self->plan->steps->pdata[step];
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aay"));
  for (guint i = 0; i < values->len; i++)
    {
      const GByteArray *value = values->pdata[i];

      g_variant_builder_add_value (&builder, g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE,
                                                                        value->data, value->len,
                                                                        1));
    }
  return g_variant_new ("(uu@aay@ai)", step, (guint32) how->coverage,
                        g_variant_builder_end (&builder),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, arrays,
                                                   own->launch->args->len, sizeof *arrays));
}

/* All answers are taken, also behind one that is an error. */
static gboolean
receive_results (Parts              *self,
                 LoomRunPartResult  *results,
                 double              began_ms,
                 GError            **error)
{
  gboolean is_done = TRUE;

  for (guint i = 1; i < self->plan->split.devices; i++)
    {
      g_autoptr (GVariant) answer
          = loom_mpi_world_receive (i, self->plan->split.devices, self->wall_ms,
                                     is_done ? error : NULL);
      g_autoptr (GVariant) payload = NULL;

      if (answer == NULL)
        return FALSE;
      if (!loom_mpi_answer_check (answer, &payload, is_done ? error : NULL))
        is_done = FALSE;
      else if (!loom_mpi_result_from_variant (payload, &results[i]))
        is_done = is_done && loom_fail (error, LOOM_ERROR_PROTOCOL,
                                        _("A rank said what no Gridloom says"));
      results[i].start_ms += began_ms;
      results[i].end_ms += began_ms;
    }
  return is_done;
}

static gboolean
launch (gpointer               data,
        guint                  step,
        GPtrArray             *values,
        const gint32          *arrays,
        const LoomSimOptions  *how,
        LoomRunPartResult     *results,
        GError               **error)
{
  Parts *self = data;
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) own_error = NULL;
  gboolean is_done;
  double began_ms;

  if (!tell (LOOM_MPI_LAUNCH, pack_launch (self, step, values, arrays, how), error))
    return FALSE;
  began_ms = (g_get_monotonic_time () - start) / 1000.0;
  is_done = loom_sim_part_launch (self->part, step, values, arrays, how, &results[0].outcome,
                                  &own_error);
  results[0].start_ms = began_ms;
  results[0].end_ms = (g_get_monotonic_time () - start) / 1000.0;
  if (!receive_results (self, results, began_ms, error))
    return FALSE;
  if (!is_done)
    g_propagate_error (error, g_steal_pointer (&own_error));
  return is_done;
}

static void
parts_free (gpointer data)
{
  Parts *self = data;

  if (!loom_mpi_world_is_broken ())
    tell (LOOM_MPI_END, g_variant_new_uint32 (0), NULL);
  g_clear_pointer (&self->part, loom_sim_part_free);
  g_ptr_array_unref (self->arrays);
  g_free (self);
  loom_mpi_world_unlock ();
  loom_mpi_farm_give_back_all ();
}

/* Each rank makes its device, or says why not. */
static gboolean
begin (Parts                     *self,
       const LoomBackendRequest  *request,
       LoomPtxModule             *module,
       LoomCoverageFlags          coverage,
       GError                   **error)
{
  const LoomCompiled *compiled = request->compiled;
  gboolean is_done
      = tell (LOOM_MPI_BEGIN,
              g_variant_new ("(sv@a{sv}uu)",
                             module == request->written ? compiled->written_ptx : compiled->ptx,
                             loom_plan_to_variant (self->plan),
                             loom_run_options_to_variant (request->options), (guint32) coverage,
                             self->writer_size), error);

  if (!is_done)
    return FALSE;
  for (guint i = 1; i < loom_mpi_world_get_size (); i++)
    {
      g_autoptr (GVariant) answer
          = loom_mpi_world_receive (i, loom_mpi_world_get_size (), 0, is_done ? error : NULL);

      if (answer == NULL)
        return FALSE;
      is_done = loom_mpi_answer_check (answer, NULL, is_done ? error : NULL) && is_done;
    }
  if (is_done)
    self->part = loom_sim_part_new (module, self->plan, 0, coverage, self->writer_size, error);
  return self->part != NULL;
}

/**
 * loom_mpi_parts_init:
 * @request: what is run; its plan is split
 * @module: what runs
 * @coverage: what is counted
 * @writer_size: bytes of a linear thread id
 * @parts: (out caller-allocates): the devices
 *
 * Makes a device on each of the first ranks, which have nothing else to do until it ends.
 *
 * Errors: %LOOM_ERROR_BACKEND where there are fewer ranks than devices, %LOOM_ERROR_RUNNER where a
 * rank is lost, and those that ranks have.
 *
 * Returns: whether they could be made
 */
gboolean
loom_mpi_parts_init (const LoomBackendRequest  *request,
                     LoomPtxModule             *module,
                     LoomCoverageFlags          coverage,
                     guint                      writer_size,
                     LoomRunParts              *parts,
                     GError                   **error)
{
  const guint wanted = request->plan->split.devices, ranks = loom_mpi_world_get_size ();
  Parts *self;

  if (wanted > ranks)
    return loom_fail (error, LOOM_ERROR_BACKEND,
                      _("Too few devices: the arrays are split over %1$u, and of the %2$u ranks "
                        "each is one; start more, or split over fewer"), wanted, ranks);

  loom_mpi_farm_take_all ();
  loom_mpi_world_lock ();
  self = g_new0 (Parts, 1);
  self->plan = request->plan;
  self->arrays = loom_plan_list_arrays (request->plan);
  self->writer_size = writer_size;
  self->wall_ms = request->options->wall_ms;
  *parts = (LoomRunParts) {
    .data = self, .dup_name = dup_name, .scatter = scatter, .exchange = exchange, .gather = gather,
    .copy = copy, .launch = launch, .count = count, .free = parts_free,
  };
  if (begin (self, request, module, coverage, error))
    return TRUE;
  parts_free (self);
  return FALSE;
}

/**
 * loom_mpi_parts_quit:
 *
 * Tells all ranks that nothing more will come.
 */
void
loom_mpi_parts_quit (void)
{
  loom_mpi_world_lock ();
  if (!loom_mpi_world_is_broken ())
    tell (LOOM_MPI_QUIT, g_variant_new_uint32 (0), NULL);
  loom_mpi_world_unlock ();
}
