/* loom-run-split.c: executes the steps of a document over several devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays go to the devices when a step needs them there, and come back when somebody looks. A
 * launch makes the halo of what it may write old; whoever reads such an array next has the
 * neighbours' rows first. A step of the document is done by all devices before the next, or at
 * least asked of them: what is under way on devices of their own is waited for where somebody
 * looks.
 */

#include "config.h"

#include "loom-run-split.h"

#include "loom-sim-kernel.h"

#include <glib/gi18n-lib.h>

/* Launches that are begun before they are waited for. */
#define MOST_UNDER_WAY 256

/* What is done between the steps of the document, told behind them. */
typedef enum
{
  SCATTER,
  EXCHANGE,
  GATHER,
  N_TRANSFERS
} Transfer;

/* Where an array is as it should be. */
typedef struct
{
  gboolean is_here, is_there;   /* on this computer; on the devices, but for the halo */
  gboolean has_halo;
} State;

typedef struct
{
  const LoomBackendRequest *request;
  LoomPlan             *plan;
  LoomRun              *run;
  LoomRunMemory        *memory;
  const LoomRunParts   *parts;
  LoomCoverageFlags     coverage;
  GString              *output;
  double               *spent;
  gint64                start;          /* µs */
  State                *states;         /* of each array */
  guint                 first_lane;     /* among the streams of the run: that of device 0 */
  LoomRunPartResult    *results;        /* of each device */
  GArray               *spans;          /* (element-type LoomRunPartSpan) of what was under way */
  guint                 n_under_way;    /* launches */
  gboolean              is_lost;        /* the devices are, with all that they have */
  gboolean              has_arrays;     /* what arrays held at some moment is here */
} Split;

static double
get_ms (const Split *self)
{
  return (g_get_monotonic_time () - self->start) / 1000.0;
}

static State *
get_state (Split               *self,
           const LoomRunBuffer *buffer)
{
  return &self->states[buffer->place];
}

static guint
get_transfer_step (Split    *self,
                   Transfer  transfer)
{
  return self->plan->steps->len + transfer;
}

/* Whether launches and exchanges are only begun. */
static gboolean
is_late (const Split *self)
{
  return self->parts->settle != NULL;
}

/* Of what is done at once beside its blocks, a device has a second one. */
static guint
get_lane (const Split *self,
          guint        device,
          gboolean     is_copy)
{
  return self->first_lane + (is_late (self) ? 2 * device + (is_copy ? 1 : 0) : device);
}

/* Devices have lanes behind those of the streams, and transfers figures behind those of the
 * steps. */
static void
add_lanes (Split *self)
{
  static const char * const names[N_TRANSFERS] = {
    /* Translators: what is done between the steps of a run on several devices, in a table */
    N_("scatter"), N_("exchange of halos"), N_("gather"),
  };

  if (self->first_lane > 0)
    return;
  self->first_lane = self->run->streams->len;
  for (guint i = 0; i < self->plan->split.devices; i++)
    {
      g_ptr_array_add (self->run->streams, self->parts->dup_name (self->parts->data, i));
      if (is_late (self))
        g_ptr_array_add (self->run->streams, self->parts->dup_halos_name (self->parts->data, i));
    }
  for (guint i = 0; i < N_TRANSFERS; i++)
    g_ptr_array_add (self->run->steps, loom_run_step_new (LOOM_STATEMENT_COPY, _(names[i]), 0, 0));
}

static void
add_span (Split  *self,
          guint   step,
          guint   lane,
          double  start_ms,
          double  end_ms)
{
  const LoomRunSpan span = { .step = step, .stream = lane, .start_ms = start_ms, .end_ms = end_ms };

  if (self->run->spans->len < LOOM_RUN_MAX_SPANS)
    g_array_append_val (self->run->spans, span);
}

/* Bytes that a transfer of an array moves. */
static guint64
count_bytes (Split               *self,
             const LoomRunBuffer *buffer,
             Transfer             transfer)
{
  const LoomSplit *split = &self->plan->split;
  const gboolean is_split = buffer->arg->is_split;
  const guint64 row = buffer->size / MAX (loom_shape_get_slowest (&buffer->arg->shape), 1);
  const guint64 halos = is_split ? 2 * split->halo * row * (split->devices - 1) : 0;

  return transfer == EXCHANGE ? halos
         : transfer == GATHER ? buffer->size
         : is_split           ? buffer->size + halos
                              : buffer->size * split->devices;
}

static void
note_bytes (Split               *self,
            const LoomRunBuffer *buffer,
            Transfer             transfer)
{
  LoomRunStep *figures = self->run->steps->pdata[get_transfer_step (self, transfer)];

  figures->bytes += count_bytes (self, buffer, transfer);
}

static void
note_time (Split  *self,
           guint   step,
           double  start_ms)
{
  const double end_ms = get_ms (self);

  loom_run_step_add (self->run->steps->pdata[step], end_ms - start_ms);
  add_span (self, step, 0, start_ms, end_ms);
}

static void
note_transfer (Split               *self,
               const LoomRunBuffer *buffer,
               Transfer             transfer,
               double               start_ms)
{
  note_bytes (self, buffer, transfer);
  note_time (self, get_transfer_step (self, transfer), start_ms);
}

static LoomRunPartSpan *
get_part_span (Split *self,
               guint  i)
{
  return &g_array_index (self->spans, LoomRunPartSpan, i);
}

/* What all devices did of one launch, or all rows of one exchange: from the first's begin to the
 * last's end. Returns how many spans that is. */
static guint
note_together (Split  *self,
               guint   from,
               double *start_ms,
               double *end_ms)
{
  const LoomRunPartSpan *first = get_part_span (self, from);
  const guint devices = self->plan->split.devices, n = first->is_copy ? 2 * (devices - 1) : devices;

  *start_ms = first->start_ms;
  *end_ms = first->end_ms;
  for (guint i = from; i < MIN (from + n, self->spans->len); i++)
    {
      const LoomRunPartSpan *span = get_part_span (self, i);
      const double origin = self->start / 1000.0;

      *start_ms = MIN (*start_ms, span->start_ms);
      *end_ms = MAX (*end_ms, span->end_ms);
      add_span (self, span->step, get_lane (self, span->device, span->is_copy),
                MAX (span->start_ms - origin, 0), MAX (span->end_ms - origin, 0));
    }
  loom_run_step_add (self->run->steps->pdata[first->step], *end_ms - *start_ms);
  return n;
}

/* Launches that were under way together took the time from the first's begin to the last's end. */
static void
note_spans (Split *self)
{
  double least = G_MAXDOUBLE, most = -G_MAXDOUBLE;

  for (guint i = 0; i < self->spans->len;)
    {
      const gboolean is_copy = get_part_span (self, i)->is_copy;
      double start_ms, end_ms;

      i += note_together (self, i, &start_ms, &end_ms);
      least = is_copy ? least : MIN (least, start_ms);
      most = is_copy ? most : MAX (most, end_ms);
    }
  if (most > least)
    *self->spent += most - least;
}

/* Waits for what is under way; when it was done is noted. */
static gboolean
settle (Split   *self,
        GError **error)
{
  if (self->n_under_way == 0)
    return TRUE;
  self->n_under_way = 0;
  g_array_set_size (self->spans, 0);
  if (!self->parts->settle (self->parts->data, self->spans, self->run, error))
    return FALSE;
  self->is_lost = self->run->trap != NULL && self->spans->len == 0;
  note_spans (self);
  return TRUE;
}

static gboolean
bring_there (Split          *self,
             LoomRunBuffer  *buffer,
             GError        **error)
{
  State *state = get_state (self, buffer);
  double start_ms;

  add_lanes (self);
  if (state->is_there)
    return TRUE;
  if (!settle (self, error))
    return FALSE;
  if (self->is_lost)
    return TRUE;
  start_ms = get_ms (self);
  if (!self->parts->scatter (self->parts->data, buffer->place, buffer->bytes, error))
    return FALSE;
  state->is_there = state->has_halo = TRUE;
  note_transfer (self, buffer, SCATTER, start_ms);
  return TRUE;
}

static gboolean
bring_halo (Split          *self,
            LoomRunBuffer  *buffer,
            GError        **error)
{
  State *state = get_state (self, buffer);
  double start_ms;

  if (!bring_there (self, buffer, error))
    return FALSE;
  if (self->is_lost || state->has_halo || !buffer->arg->is_split || self->plan->split.halo == 0)
    return TRUE;
  start_ms = get_ms (self);
  if (!self->parts->exchange (self->parts->data, get_transfer_step (self, EXCHANGE), buffer->place,
                              error))
    return FALSE;
  state->has_halo = TRUE;
  if (is_late (self))
    note_bytes (self, buffer, EXCHANGE);
  else
    note_transfer (self, buffer, EXCHANGE, start_ms);
  return TRUE;
}

static gboolean
fetch (gpointer        data,
       LoomRunBuffer  *buffer,
       GError        **error)
{
  Split *self = data;
  State *state = get_state (self, buffer);
  double start_ms;

  if (state->is_here)
    return TRUE;
  add_lanes (self);
  if (!settle (self, error))
    return FALSE;
  if (self->is_lost)
    return TRUE;
  start_ms = get_ms (self);
  if (!self->parts->gather (self->parts->data, buffer->place, buffer->bytes, error))
    return FALSE;
  state->is_here = TRUE;
  note_transfer (self, buffer, GATHER, start_ms);
  return TRUE;
}

static gboolean
upload (gpointer        data,
        guint           index,
        LoomRunBuffer  *buffer,
        GError        **error)
{
  Split *self = data;

  *get_state (self, buffer) = (State) { .is_here = TRUE };
  if (is_late (self))
    note_time (self, index, get_ms (self));
  return TRUE;
}

/* Of arrays that both are on the devices. */
static gboolean
copy_there (Split          *self,
            guint           index,
            LoomRunBuffer  *from,
            LoomRunBuffer  *to,
            GError        **error)
{
  double start_ms;
  State *state;

  if (!bring_there (self, from, error) || !settle (self, error))
    return FALSE;
  if (self->is_lost)
    return TRUE;
  start_ms = get_ms (self);
  if (!self->parts->copy (self->parts->data, from->place, to->place, error))
    return FALSE;
  if (is_late (self))
    note_time (self, index, start_ms);
  state = get_state (self, from);
  *get_state (self, to) = (State) { .is_there = TRUE, .has_halo = state->has_halo };
  return TRUE;
}

static gboolean
copy (gpointer        data,
      guint           index,
      LoomRunBuffer  *from,
      LoomRunBuffer  *to,
      GError        **error)
{
  Split *self = data;

  if (to == NULL)
    return fetch (self, from, error);
  if (from == NULL)
    return loom_backend_refill (self->request, to->arg, to, error) &&
           upload (self, index, to, error);
  return copy_there (self, index, from, to, error);
}

/* Devices know arrays by their places; addresses are their own. */
static guint64
find_place (gpointer             data,
            const LoomRunBuffer *buffer)
{
  return buffer->place;
}

/* What a launch did on all devices is one outcome; of one that each device did whole, the
 * first's. */
static void
join_outcomes (Split          *self,
               gboolean        is_split,
               LoomSimOutcome *joined)
{
  for (guint i = 0; i < self->plan->split.devices; i++)
    {
      LoomSimOutcome *outcome = &self->results[i].outcome;

      if (i == 0)
        {
          *joined = *outcome;
          *outcome = (LoomSimOutcome) { NULL };
          continue;
        }
      if (joined->trap == NULL)
        joined->trap = g_steal_pointer (&outcome->trap);
      if (!is_split)
        continue;
      joined->trapped_blocks += outcome->trapped_blocks;
      joined->idle_threads += outcome->idle_threads;
      joined->equal_writes += outcome->equal_writes;
      joined->warp_instructions += outcome->warp_instructions;
      joined->serialised |= outcome->serialised;
      g_string_append_len (joined->output, outcome->output->str, outcome->output->len);
      g_ptr_array_extend_and_steal (joined->findings, g_steal_pointer (&outcome->findings));
    }
}

/* A launch that is only begun says later what came of it. */
static gboolean
begin_parts (Split          *self,
             guint           index,
             GPtrArray      *values,
             const gint32   *arrays,
             GError        **error)
{
  if (!self->parts->launch (self->parts->data, index, values, arrays, NULL, self->results, error))
    return FALSE;
  return ++self->n_under_way < MOST_UNDER_WAY || settle (self, error);
}

/* A launch of the devices, whose arrays are there with what they need of their neighbours. */
static gboolean
launch_parts (Split          *self,
              guint           index,
              GPtrArray      *values,
              const gint32   *arrays,
              GError        **error)
{
  const LoomPlanStep *step = self->plan->steps->pdata[index];
  const gboolean is_shown = (gint) index == self->plan->shown;
  const double start_ms = get_ms (self);
  LoomSimOutcome joined = { NULL };
  LoomSimOptions how;

  loom_sim_kernel_init_options (self->request, &how);
  how.coverage = is_shown ? self->coverage : self->coverage & ~LOOM_COVERAGE_WRITERS;
  if (!self->parts->launch (self->parts->data, index, values, arrays, &how, self->results, error))
    return FALSE;
  *self->spent += get_ms (self) - start_ms;
  for (guint i = 0; i < self->plan->split.devices; i++)
    add_span (self, index, get_lane (self, i, FALSE), start_ms + self->results[i].start_ms,
              start_ms + self->results[i].end_ms);

  join_outcomes (self, loom_plan_step_is_split (self->plan, step), &joined);
  ((LoomRunStep *) self->run->steps->pdata[index])->warp_instructions += joined.warp_instructions;
  if (self->output != NULL)
    loom_sim_kernel_keep (&joined, &how, is_shown, self->run, self->output);
  else if (joined.trap != NULL && self->run->trap == NULL)
    self->run->trap = loom_finding_copy (joined.trap);
  loom_sim_outcome_clear (&joined);
  return TRUE;
}

static LoomRunBuffer *
find_buffer (Split              *self,
             const LoomPlanStep *step,
             guint               arg)
{
  const gint array = g_array_index (step->arrays, gint32, arg);

  return array >= 0 ? loom_run_memory_find (self->memory, (guint) array) : NULL;
}

static gboolean
launch (gpointer        data,
        guint           index,
        GPtrArray      *values,
        const guint64  *addresses,
        GError        **error)
{
  Split *self = data;
  const LoomPlanStep *step = self->plan->steps->pdata[index];
  const guint n = step->launch->args->len;
  g_autofree gint32 *arrays = g_new (gint32, n + 1);
  g_autofree guint64 *none = g_new0 (guint64, self->plan->args->len + 1);

  for (guint i = 0; i < n; i++)
    {
      LoomRunBuffer *buffer = find_buffer (self, step, i);

      arrays[i] = buffer != NULL ? (gint32) addresses[i] : -1;
      if (buffer != NULL && !bring_halo (self, buffer, error))
        return FALSE;
    }
  if (self->is_lost)
    return TRUE;
  add_lanes (self);
  /* also where the launch is stopped in the middle of it */
  for (guint i = 0; i < n; i++)
    {
      const LoomRunBuffer *buffer = find_buffer (self, step, i);
      const LoomPlanArg *arg = step->launch->args->pdata[i];

      if (buffer != NULL && !arg->is_const)
        *get_state (self, buffer) = (State) { .is_there = TRUE };
    }
  if ((gint) index == self->plan->shown && self->run->arguments->len == 0)
    loom_backend_add_arguments (self->request, self->run, self->memory, values, none);
  return is_late (self) ? begin_parts (self, index, values, arrays, error)
                        : launch_parts (self, index, values, arrays, error);
}

/* What was under way is lost with the launch that was stopped. */
static gboolean
explain (gpointer   data,
         GError   **error)
{
  Split *self = data;

  if (self->parts->explain == NULL ||
      !self->parts->explain (self->parts->data, self->run, error))
    return FALSE;
  self->is_lost = TRUE;
  self->n_under_way = 0;
  return TRUE;
}

/* Variables of the module go to the devices before the first step. */
static gboolean
put_variables (Split   *self,
               GError **error)
{
  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      if (buffer->arg->symbol != NULL && !loom_plan_arg_is_kept (buffer->arg) &&
          !self->parts->scatter (self->parts->data, buffer->place, buffer->bytes, error))
        return FALSE;
    }
  return TRUE;
}

/* All arrays come back, the first device's variables, and what was counted. */
static gboolean
bring_back (Split   *self,
            GError **error)
{
  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);
      const gboolean is_back
          = buffer->arg->symbol == NULL
                ? fetch (self, buffer, error)
                : self->parts->gather (self->parts->data, buffer->place, buffer->bytes, error);

      if (!is_back || (self->coverage != LOOM_COVERAGE_NONE &&
                       !self->parts->count (self->parts->data, buffer->place, &buffer->planes,
                                            error)))
        return FALSE;
    }
  return TRUE;
}

/* The arrays are those of the last moment that is kept here, and nothing is said of accesses.
 * FALSE: none is kept. */
static gboolean
return_to_frame (Split *self)
{
  if (!loom_run_memory_return_to_frame (self->memory, &self->run->moments))
    return FALSE;

  self->run->idle_threads = -1;
  g_array_set_size (self->run->frames, 0);
  g_array_append_vals (self->run->frames, self->memory->frames->data, self->memory->frames->len);
  for (guint i = 0; i < self->memory->buffers->len; i++)
    loom_run_memory_get (self->memory, i)->planes = (LoomRunPlanes) { NULL };
  return TRUE;
}

static void
add_parts (Split *self)
{
  const LoomPlanStep *shown = self->plan->steps->pdata[self->plan->shown];

  g_ptr_array_set_size (self->run->parts, 0);
  for (guint i = 0; i < self->plan->split.devices; i++)
    {
      g_autofree char *name = self->parts->dup_name (self->parts->data, i);

      g_ptr_array_add (self->run->parts,
                       loom_run_part_new (name, loom_split_get_band (&self->plan->split, i),
                                          loom_plan_get_blocks (self->plan, shown, i)));
    }
}

static gboolean
execute (Split   *self,
         GError **error)
{
  const LoomStepsDevice device = {
    .data = self, .launch = launch, .find = find_place, .copy = copy, .upload = upload,
    .fetch = fetch, .explain = explain, .is_asynchronous = is_late (self),
    .is_late = is_late (self),
  };

  for (guint i = 0; i < self->memory->buffers->len; i++)
    self->states[i] = (State) { .is_here = TRUE };
  if (!put_variables (self, error) ||
      !loom_run_steps_execute (self->request, self->run, self->memory, &device, error) ||
      !settle (self, error))
    return FALSE;
  if (!self->is_lost)
    return bring_back (self, error);
  self->has_arrays = return_to_frame (self);
  return TRUE;
}

/* A device that is lost takes its rows and counts along. */
static gboolean
leave_lost (Split   *self,
            GError **error)
{
  if (error == NULL || !g_error_matches (*error, LOOM_ERROR, LOOM_ERROR_RUNNER) ||
      !return_to_frame (self))
    return FALSE;

  self->run->trap = loom_finding_new (LOOM_ERROR_RUNNER, "%s", (*error)->message);
  g_clear_error (error);
  return TRUE;
}

/**
 * loom_run_split_execute:
 * @request: what is run; its plan is split
 * @run: the result, which gets figures of steps and transfers, moments and parts
 * @memory: arrays as they are before the first step
 * @parts: the devices, which have nothing yet
 * @coverage: what they count
 * @output: (nullable): gets what threads print; %NULL: what the launches say is not kept
 * @spent: (inout): grows by the milliseconds of launches
 * @has_arrays: (out): whether @memory holds what arrays held after the steps, or at a moment that
 *   is kept: where launches are only begun, one that is stopped takes all else along
 *
 * Executes the steps over all devices, and brings arrays and counts back. Where a device is lost
 * and moments are kept, the run is stopped with those.
 *
 * Errors: those of loom_run_steps_execute() and of @parts.
 *
 * Returns: whether it could be
 */
gboolean
loom_run_split_execute (const LoomBackendRequest  *request,
                        LoomRun                   *run,
                        LoomRunMemory             *memory,
                        const LoomRunParts        *parts,
                        LoomCoverageFlags          coverage,
                        GString                   *output,
                        double                    *spent,
                        gboolean                  *has_arrays,
                        GError                   **error)
{
  const guint n = request->plan->split.devices;
  g_autofree State *states = g_new0 (State, memory->buffers->len + 1);
  g_autofree LoomRunPartResult *results = g_new0 (LoomRunPartResult, n);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (LoomRunPartSpan));
  Split self = {
    .request = request, .plan = request->plan, .run = run, .memory = memory, .parts = parts,
    .coverage = coverage, .output = output, .spent = spent, .states = states, .results = results,
    .spans = spans, .has_arrays = TRUE, .start = g_get_monotonic_time (),
  };
  const gboolean is_done = execute (&self, error) || leave_lost (&self, error);

  for (guint i = 0; i < n; i++)
    loom_sim_outcome_clear (&results[i].outcome);
  *has_arrays = self.has_arrays;
  if (is_done)
    add_parts (&self);
  return is_done;
}
