/* loom-sweeper.c: a sweep from its beginning to its end
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First all configurations are prepared (loom-sweeper-prepare.c), then they are run in rounds
 * (loom-sweeper-run.c); what they come to is kept (loom-sweeper-keep.c).
 */

#include "config.h"

#include "loom-sweeper-private.h"

#include "loom-class.h"

#include <inttypes.h>

G_DEFINE_FINAL_TYPE (LoomSweeper, loom_sweeper, G_TYPE_OBJECT)

/* Samples on a GPU, the rounds that they are taken in, and the milliseconds of one configuration in
 * one of them. Of 100 samples ten are at most the lower decile that counts, so that a mistake of
 * the timer does not make it. */
#define SAMPLES 100
#define ROUNDS 5
#define ROUND_MS 10
/* On the simulator: while one run counts its cells, the next one is simulated. */
#define SIMULATED_JOBS 2
#define SECONDS 30

/**
 * loom_sweep_request_init:
 * @self: (out): a request without a document
 * @backend: what is to run it
 *
 * Makes a request as is usual there: with samples and rounds where time is measured, several runs
 * at once where they are simulated.
 */
void
loom_sweep_request_init (LoomSweepRequest *self,
                         LoomBackendId     backend)
{
  const gboolean is_simulated = backend.kind == LOOM_BACKEND_SIMULATOR;

  *self = (LoomSweepRequest) {
    .rounds = is_simulated ? 1 : ROUNDS, .jobs = is_simulated ? SIMULATED_JOBS : 1,
    .round_ms = is_simulated ? 0 : ROUND_MS, .seconds = SECONDS, .keeps = TRUE,
  };
  loom_run_options_init (&self->options);
  self->options.backend = backend;
  self->options.repeat = is_simulated ? 1 : SAMPLES;
}

static void
item_clear (gpointer data)
{
  LoomSweeperItem *self = data;

  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->key, g_free);
}

/* Lets go of all that a sweep was made from. What came of it stays. */
static void
clear_request (LoomSweeper *self)
{
  if (self->cancel != NULL)
    g_source_destroy (self->cancel);
  g_clear_pointer (&self->cancel, g_source_unref);
  g_clear_handle_id (&self->prepare, g_source_remove);
  g_clear_object (&self->compiling);
  g_clear_pointer (&self->module, g_free);
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->compile, g_variant_unref);
  g_clear_pointer (&self->cache, loom_sweep_cache_free);
  g_clear_pointer (&self->device, g_free);
  g_clear_pointer (&self->profile, loom_device_profile_free);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->kernel, g_free);
  g_clear_pointer (&self->shape, g_free);
  g_clear_pointer (&self->set, g_strfreev);
  g_clear_pointer (&self->limits.device, g_free);
  g_hash_table_remove_all (self->modules);
  g_hash_table_remove_all (self->broken);
  g_array_set_size (self->items, 0);
  g_queue_clear (&self->suspects);
}

static void
loom_sweeper_finalize (GObject *object)
{
  LoomSweeper *self = LOOM_SWEEPER (object);

  clear_request (self);
  g_clear_object (&self->client);
  g_clear_pointer (&self->sweep, loom_sweep_free);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->modules, g_hash_table_unref);
  g_clear_pointer (&self->broken, g_hash_table_unref);
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->calls, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_sweeper_parent_class)->finalize (object);
}

static void
loom_sweeper_class_init (LoomSweeperClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_sweeper_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 1, G_TYPE_UINT);
}

static void
loom_sweeper_init (LoomSweeper *self)
{
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) loom_compiled_unref);
  self->broken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->items = g_array_new (FALSE, TRUE, sizeof (LoomSweeperItem));
  g_array_set_clear_func (self->items, item_clear);
  self->calls = g_ptr_array_new ();
  g_queue_init (&self->suspects);
}

/**
 * loom_sweeper_new:
 * @client: what compiles and runs
 *
 * Returns: (transfer full): a sweeper
 */
LoomSweeper *
loom_sweeper_new (LoomRunnerClient *client)
{
  LoomSweeper *self = g_object_new (LOOM_TYPE_SWEEPER, NULL);

  self->client = g_object_ref (client);
  return self;
}

LoomSweep *
loom_sweeper_get_sweep (LoomSweeper *self)
{
  g_return_val_if_fail (LOOM_IS_SWEEPER (self), NULL);

  return self->sweep;
}

GPtrArray *
loom_sweeper_get_problems (LoomSweeper *self)
{
  g_return_val_if_fail (LOOM_IS_SWEEPER (self), NULL);

  return self->problems;
}

/**
 * loom_sweeper_release:
 *
 * Lets the runner go unless a sweep is at hand: what came of the last one stays.
 */
void
loom_sweeper_release (LoomSweeper *self)
{
  g_return_if_fail (LOOM_IS_SWEEPER (self));

  if (self->task == NULL)
    loom_runner_client_release (self->client);
}

LoomSweepTile *
_loom_sweeper_get_tile (LoomSweeper *self,
                        guint        tile)
{
  return self->sweep->tiles->pdata[tile];
}

LoomSweeperItem *
_loom_sweeper_get_item (LoomSweeper *self,
                        guint        tile)
{
  return &g_array_index (self->items, LoomSweeperItem, tile);
}

void
_loom_sweeper_set (LoomSweeper      *self,
                   guint             tile,
                   LoomOutcomeState  state,
                   const char       *text)
{
  loom_sweep_outcome_set (_loom_sweeper_get_tile (self, tile)->outcome, state, text);
  g_signal_emit_by_name (self, "changed", tile);
}

/* Once, however many configurations have it. */
void
_loom_sweeper_add_problem (LoomSweeper *self,
                           const char  *text)
{
  if (!g_ptr_array_find_with_equal_func (self->problems, text, g_str_equal, NULL))
    g_ptr_array_add (self->problems, g_strdup (text));
}

/* Takes the error. */
void
_loom_sweeper_end (LoomSweeper *self,
                   GError      *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  /* What was in the middle of being run has come to nothing. */
  for (guint i = 0; i < self->sweep->tiles->len; i++)
    if (_loom_sweeper_get_tile (self, i)->outcome->state == LOOM_OUTCOME_RUNNING)
      _loom_sweeper_set (self, i, LOOM_OUTCOME_WAITING, NULL);
  loom_sweep_rank (self->sweep);
  clear_request (self);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  LoomSweeper *self = user_data;

  self->is_stopped = TRUE;
  g_clear_handle_id (&self->prepare, g_source_remove);
  if (self->compiling != NULL)
    g_cancellable_cancel (self->compiling);
  for (guint i = 0; i < self->calls->len; i++)
    g_cancellable_cancel (((LoomSweeperCall *) self->calls->pdata[i])->cancellable);
  if (self->compiling == NULL)
    _loom_sweeper_pump (self);
  return G_SOURCE_REMOVE;
}

static void
watch (LoomSweeper  *self,
       GCancellable *cancellable)
{
  if (cancellable == NULL)
    return;
  self->cancel = g_cancellable_source_new (cancellable);
  g_source_set_callback (self->cancel, G_SOURCE_FUNC (cancelled_cb), self, NULL);
  g_source_attach (self->cancel, g_main_context_get_thread_default ());
}

/* What a configuration comes to hangs on every figure of the device that it is modelled for. */
static char *
dup_device (const LoomSweepRequest *request)
{
  const LoomDeviceProfile *profile = request->profile;
  GString *text = g_string_new (request->device);
  const LoomFigureKind *kinds;
  guint n;

  if (profile == NULL)
    return g_string_free (text, FALSE);
  kinds = loom_figure_list_kinds (&n);
  g_string_append_printf (text, "\n%s", profile->id);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %" PRIu64,
                            loom_device_profile_get_figure (profile, &kinds[i])->value);
  for (guint i = 0; i < profile->n_capacities; i++)
    g_string_append_printf (text, " %" PRIu64, profile->capacities[i]);
  return g_string_free (text, FALSE);
}

static void
take_request (LoomSweeper            *self,
              const LoomSweepRequest *request)
{
  self->document = loom_document_ref (request->document);
  self->plan = loom_plan_ref (request->plan);
  self->compile = g_variant_ref_sink (loom_compile_request_to_variant (request->compile));
  self->cache = request->keeps ? loom_sweep_cache_new (request->cache) : NULL;
  self->device = dup_device (request);
  self->profile = request->profile != NULL ? loom_device_profile_copy (request->profile) : NULL;
  self->folder = g_strdup (request->folder);
  self->kernel = g_strdup (request->overrides.kernel);
  self->shape = g_strdup (request->overrides.shape);
  self->set = g_strdupv (request->overrides.set);
  self->limits = request->limits;
  self->limits.device = g_strdup (request->limits.device);
  self->options = request->options;
  self->options.figures = TRUE;
  self->options.block_costs = request->profile != NULL;
  self->round_ms = request->round_ms;
  self->rounds = CLAMP (request->rounds, 1, MAX (request->options.repeat, 1));
  self->jobs = MAX (request->jobs, 1);
  self->seconds = MAX (request->seconds, 1);
  self->anew = request->anew;
}

/**
 * loom_sweeper_sweep_async:
 * @axes: (transfer full) (element-type LoomSweepAxis): that loom_sweep_axes_check() let pass
 * @request: what is swept
 * @cancellable: (nullable): cancelling asks what runs to stop; what has ended stays
 * @callback: called at the end
 * @user_data: its data
 *
 * Sweeps. Configurations that were kept of an earlier sweep are not run again, so that one that
 * was interrupted goes on where it was.
 */
void
loom_sweeper_sweep_async (LoomSweeper            *self,
                          GPtrArray              *axes,
                          const LoomSweepRequest *request,
                          GCancellable           *cancellable,
                          GAsyncReadyCallback     callback,
                          gpointer                user_data)
{
  g_return_if_fail (LOOM_IS_SWEEPER (self) && self->task == NULL);

  self->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->task, loom_sweeper_sweep_async);
  g_clear_pointer (&self->sweep, loom_sweep_free);
  self->sweep = loom_sweep_new (axes, request->options.backend, request->plan->kernel,
                                request->profile != NULL ? request->profile->name : NULL);
  g_ptr_array_set_size (self->problems, 0);
  g_array_set_size (self->items, self->sweep->tiles->len);
  take_request (self, request);
  /* what the document's own options make may be there already */
  if (request->compiled != NULL)
    g_hash_table_insert (self->modules,
                         g_strdup (_loom_sweeper_get_options (self, self->document)),
                         loom_compiled_ref (request->compiled));
  self->next = self->round = self->busy = self->saving = 0;
  self->cache_is_broken = self->is_trimmed = FALSE;
  self->is_stopped = self->is_over = FALSE;
  watch (self, cancellable);
  _loom_sweeper_prepare (self);
}

/**
 * loom_sweeper_sweep_finish:
 *
 * Errors: %G_IO_ERROR_CANCELLED; %LOOM_ERROR_BACKEND where there is no such device. What has ended
 * until then is in the sweep all the same.
 */
gboolean
loom_sweeper_sweep_finish (LoomSweeper   *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
