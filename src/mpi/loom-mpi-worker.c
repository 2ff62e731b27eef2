/* loom-mpi-worker.c: a rank that is a device, and does what rank 0 says
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What comes is checked as if rank 0 were hostile. Where the ranks do no longer do the same, there
 * is nothing to go on with: the rank ends, and rank 0 names it.
 */

#include "config.h"

#include "loom-mpi-worker.h"

#include "loom-mpi-protocol.h"
#include "loom-mpi-transfer.h"
#include "loom-mpi-world.h"
#include "loom-run-service.h"
#include "loom-sim-kernel.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

typedef struct
{
  LoomPtxModule  *module;
  LoomPlan       *plan;         /* NULL: no run is under way */
  GPtrArray      *arrays;       /* (element-type LoomPlanArg) */
  LoomRunOptions  options;
  guint           writer_size;
  LoomSimPart    *part;         /* NULL: there are more ranks than devices */
  gboolean        has_quit;
} Worker;

static void
worker_end (Worker *self)
{
  g_clear_pointer (&self->part, loom_sim_part_free);
  g_clear_pointer (&self->arrays, g_ptr_array_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->module, loom_ptx_module_unref);
}

static gboolean
fail_protocol (GError **error)
{
  return loom_fail (error, LOOM_ERROR_PROTOCOL, _("Rank 0 said what no Gridloom says"));
}

static gboolean
load_module (Worker      *self,
             const char  *ptx,
             GError     **error)
{
  self->module = loom_ptx_module_parse (ptx, -1, error);
  if (self->module == NULL)
    return FALSE;
  /* What is refused of it is refused of the kernels that come to it. */
  loom_ptx_module_verify (self->module, NULL);
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];

      if (step->launch != NULL &&
          !loom_ptx_module_check_entry (self->module, step->launch->entry, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
begin (Worker    *self,
       GVariant  *payload,
       GError   **error)
{
  const guint rank = loom_mpi_world_get_rank ();
  g_autoptr (GVariant) plan = NULL, options = NULL;
  const char *ptx;
  guint32 coverage, writer_size;

  worker_end (self);
  g_variant_get (payload, "(&sv@a{sv}uu)", &ptx, &plan, &options, &coverage, &writer_size);
  if ((writer_size != 4 && writer_size != 8) || (coverage & ~(guint32) LOOM_COVERAGE_ALL) != 0)
    return fail_protocol (error);
  self->plan = loom_plan_from_variant (plan, error);
  if (self->plan == NULL || !loom_run_options_from_variant (options, &self->options, error))
    return FALSE;
  if (!loom_split_is_split (&self->plan->split) ||
      self->plan->split.devices > loom_mpi_world_get_size ())
    return fail_protocol (error);
  self->arrays = loom_plan_list_arrays (self->plan);
  self->writer_size = writer_size;
  if (rank >= self->plan->split.devices)
    return TRUE;
  if (!load_module (self, ptx, error))
    return FALSE;
  self->part = loom_sim_part_new (self->module, self->plan, rank, coverage, writer_size, error);
  return self->part != NULL;
}

static gboolean
do_begin (Worker    *self,
          GVariant  *payload,
          GError   **error)
{
  g_autoptr (GError) own = NULL;

  if (!begin (self, payload, &own))
    g_clear_pointer (&self->part, loom_sim_part_free);
  return loom_mpi_world_send (loom_mpi_answer_new (own, NULL), error);
}

/* NULL: there is none. */
static const LoomPlanArg *
find_array (Worker   *self,
            guint32   index,
            GError  **error)
{
  if (self->plan != NULL && index < self->arrays->len)
    return self->arrays->pdata[index];
  fail_protocol (error);
  return NULL;
}

static gboolean
do_scatter (Worker    *self,
            GVariant  *payload,
            GError   **error)
{
  const guint32 array = g_variant_get_uint32 (payload);
  const LoomPlanArg *arg = find_array (self, array, error);

  return arg != NULL && loom_mpi_scatter (self->plan, arg, self->part, array, NULL, error);
}

static gboolean
do_exchange (Worker    *self,
             GVariant  *payload,
             GError   **error)
{
  const guint32 array = g_variant_get_uint32 (payload);
  const LoomPlanArg *arg = find_array (self, array, error);

  return arg != NULL && loom_mpi_exchange (self->plan, arg, self->part, array, error);
}

static gboolean
do_gather (Worker    *self,
           GVariant  *payload,
           GError   **error)
{
  const guint32 array = g_variant_get_uint32 (payload);
  const LoomPlanArg *arg = find_array (self, array, error);

  return arg != NULL && loom_mpi_gather (self->plan, arg, self->part, array, NULL, error);
}

static gboolean
do_count (Worker    *self,
          GVariant  *payload,
          GError   **error)
{
  const guint32 array = g_variant_get_uint32 (payload);
  const LoomPlanArg *arg = find_array (self, array, error);

  return arg != NULL &&
         loom_mpi_count (self->plan, arg, self->part, array, NULL, self->writer_size, error);
}

static gboolean
do_copy (Worker    *self,
         GVariant  *payload,
         GError   **error)
{
  guint32 from, to;
  const LoomPlanArg *first, *second;

  g_variant_get (payload, "(uu)", &from, &to);
  first = find_array (self, from, error);
  second = first != NULL ? find_array (self, to, error) : NULL;
  if (second == NULL)
    return FALSE;
  if (!loom_plan_arg_is_like (first, second) || first->is_split != second->is_split)
    return fail_protocol (error);
  if (self->part != NULL)
    loom_sim_part_copy (self->part, from, to);
  return TRUE;
}

/* The bytes of each parameter, as many as it has. NULL: they are not. */
static GPtrArray *
read_values (LoomPlan *launch,
             GVariant *packed)
{
  g_autoptr (GPtrArray) values
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  if (g_variant_n_children (packed) != loom_plan_count_params (launch))
    return NULL;
  for (gsize i = 0; i < g_variant_n_children (packed); i++)
    {
      const LoomPlanArg *arg = launch->args->pdata[i];
      g_autoptr (GVariant) child = g_variant_get_child_value (packed, i);
      GByteArray *value = g_byte_array_new ();
      gsize n;
      const guint8 *bytes = g_variant_get_fixed_array (child, &n, 1);

      g_ptr_array_add (values, value);
      if (n < sizeof (guint64) || (arg->kind != LOOM_PARAM_ARRAY && n < arg->type.size) ||
          n > G_MAXUINT16)
        return NULL;
      g_byte_array_append (value, bytes, (guint) n);
    }
  return g_steal_pointer (&values);
}

/* Each argument that is an array is one of the same cells. */
static gboolean
check_arrays (Worker         *self,
              const LoomPlan *launch,
              const gint32   *arrays,
              gsize           n)
{
  if (n != launch->args->len)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const LoomPlanArg *arg = launch->args->pdata[i], *other;

      if (arg->kind != LOOM_PARAM_ARRAY ? arrays[i] != -1
                                        : arrays[i] < 0 || arrays[i] >= (gint32) self->arrays->len)
        return FALSE;
      if (arrays[i] < 0)
        continue;
      other = self->arrays->pdata[arrays[i]];
      if (other->symbol != NULL || !loom_plan_arg_is_like (arg, other))
        return FALSE;
    }
  return TRUE;
}

static gboolean
launch (Worker             *self,
        GVariant           *payload,
        LoomRunPartResult  *result,
        GError            **error)
{
  g_autoptr (GVariant) packed = NULL, list = NULL;
  g_autoptr (GPtrArray) values = NULL;
  const LoomBackendRequest request = { .options = &self->options };
  const LoomPlanStep *own;
  const gint32 *arrays;
  guint32 step, coverage;
  LoomSimOptions how;
  gboolean is_done;
  gint64 start;
  gsize n;

  g_variant_get (payload, "(uu@aay@ai)", &step, &coverage, &packed, &list);
  if (step >= self->plan->steps->len)
    return fail_protocol (error);
  own = self->plan->steps->pdata[step];
  arrays = g_variant_get_fixed_array (list, &n, sizeof *arrays);
  if (own->launch == NULL || !check_arrays (self, own->launch, arrays, n) ||
      (values = read_values (own->launch, packed)) == NULL)
    return fail_protocol (error);

  loom_sim_kernel_init_options (&request, &how);
  how.coverage = coverage & LOOM_COVERAGE_ALL;
  start = g_get_monotonic_time ();
  is_done = loom_sim_part_launch (self->part, step, values, arrays, &how, &result->outcome, error);
  result->end_ms = (g_get_monotonic_time () - start) / 1000.0;
  return is_done;
}

static gboolean
do_launch (Worker    *self,
           GVariant  *payload,
           GError   **error)
{
  g_autoptr (GError) own = NULL;
  LoomRunPartResult result = { 0 };
  gboolean is_sent;

  if (self->plan == NULL)
    return fail_protocol (error);
  if (self->part == NULL)
    return TRUE;
  launch (self, payload, &result, &own);
  is_sent = loom_mpi_world_send (
      loom_mpi_answer_new (own, own == NULL ? loom_mpi_result_to_variant (&result) : NULL), error);
  loom_sim_outcome_clear (&result.outcome);
  return is_sent;
}

static gboolean
do_end (Worker    *self,
        GVariant  *payload,
        GError   **error)
{
  worker_end (self);
  return TRUE;
}

static gboolean
do_quit (Worker    *self,
         GVariant  *payload,
         GError   **error)
{
  self->has_quit = TRUE;
  return TRUE;
}

/* By command. */
static const struct
{
  const char *type;
  gboolean (* act) (Worker *self, GVariant *payload, GError **error);
} acts[LOOM_MPI_N_COMMANDS] = {
  { "(sva{sv}uu)", do_begin }, { "u", do_scatter }, { "u", do_exchange }, { "u", do_gather },
  { "(uu)", do_copy }, { "(uuaayai)", do_launch }, { "u", do_count }, { "u", do_end },
  { "u", do_quit },
};

static GVariant *
pack_run (GVariant  *run,
          int        fd,
          GError   **error)
{
  g_autoptr (GBytes) bytes = loom_ipc_memory_map (fd, error);
  g_autoptr (GVariant) owned = run;

  g_close (fd, NULL);
  if (bytes == NULL)
    return NULL;
  return g_variant_new ("(@a{sv}@ay)", owned,
                        g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, bytes, TRUE));
}

/* A whole run, which needs no other rank. */
typedef struct
{
  LoomRunService *runs;
  GVariant       *request, *payload;
  GError         *error;
  gint            is_done;
} Errand;

static gpointer
errand_thread (gpointer data)
{
  Errand *errand = data;
  GVariant *run = NULL;
  int fd;

  if (loom_run_service_execute (errand->runs, errand->request, &run, &fd, &errand->error))
    errand->payload = pack_run (run, fd, &errand->error);
  g_atomic_int_set (&errand->is_done, TRUE);
  return NULL;
}

/* It may take long: rank 0 is to know meanwhile that this rank is there. */
static gboolean
answer_run (LoomRunService  *runs,
            GVariant        *request,
            GError         **error)
{
  Errand errand = { .runs = runs, .request = request };
  GThread *thread = g_thread_new ("run", errand_thread, &errand);
  const gboolean is_there = loom_mpi_world_stand_by (&errand.is_done, error);
  g_autoptr (GError) own = NULL;

  g_thread_join (thread);
  own = g_steal_pointer (&errand.error);
  if (is_there)
    return loom_mpi_world_send (loom_mpi_answer_new (own, errand.payload), error);
  g_clear_pointer (&errand.payload, g_variant_unref);
  return FALSE;
}

/**
 * loom_mpi_worker_serve:
 *
 * Does what rank 0 says until it says that this was all.
 *
 * Returns: the exit status of a rank
 */
int
loom_mpi_worker_serve (void)
{
  g_autoptr (LoomRunService) runs = loom_run_service_new (NULL, NULL);
  Worker self = { NULL };
  g_autoptr (GError) error = NULL;

  loom_mpi_world_lock ();
  while (!self.has_quit && error == NULL)
    {
      g_autoptr (GVariant) request = NULL, payload = NULL;
      g_autoptr (GVariant) command = loom_mpi_world_listen (LOOM_RUN_PACKED, &request, &error);
      guint32 kind;

      if (request != NULL)
        answer_run (runs, request, &error);
      if (command == NULL)
        continue;
      g_variant_get (command, "(uv)", &kind, &payload);
      if (kind >= LOOM_MPI_N_COMMANDS ||
          !g_variant_is_of_type (payload, G_VARIANT_TYPE (acts[kind].type)))
        fail_protocol (&error);
      else
        acts[kind].act (&self, payload, &error);
    }
  loom_mpi_world_unlock ();
  worker_end (&self);
  /* a rank 0 that has ended has said why, which may be another one */
  if (error != NULL && !g_error_matches (error, LOOM_ERROR, LOOM_ERROR_RUNNER))
    g_printerr ("gridloom-mpi: rank %u: %s\n", loom_mpi_world_get_rank (), error->message);
  return error != NULL;
}
