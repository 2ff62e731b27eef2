/* loom-run-steps.c: executes the steps of a document in their order, on whatever device
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Steps are taken in the order of the text, which is one that all streams and events allow; a
 * device may do what is on several streams at once. A name of an array is a buffer, which swaps
 * exchange.
 */

#include "config.h"

#include "loom-run-steps.h"

#include "loom-evaluator.h"
#include "loom-run-order.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Rounds of a loop, and of all loops of a run. */
#define MAX_ROUNDS 1000000
#define MAX_ALL_ROUNDS 10000000

/* A loop that is under way. */
typedef struct
{
  guint   step;
  guint64 round, count;         /* from 0; count G_MAXUINT64: until its condition holds */
} Loop;

typedef struct
{
  const LoomBackendRequest *request;
  LoomPlan                 *plan;
  LoomRun                  *run;
  LoomRunMemory            *memory;
  const LoomStepsDevice    *device;
  LoomRunOrder             *order;
  GPtrArray                *values;     /* (element-type GPtrArray) for each step that launches what
                                           its kernel gets, else NULL */
  gint64                    start;      /* µs */
  guint64                   moment;     /* how often what can be looked at has changed */
  guint64                   rounds;     /* of all loops until now */
  guint                     depth;
  Loop                      loops[LOOM_STATEMENTS_MAX_DEPTH];
} Steps;

static const LoomPlanStep *
get_step (Steps *self,
          guint  index)
{
  return self->plan->steps->pdata[index];
}

static LoomRunStep *
get_figures (Steps *self,
             guint  index)
{
  return self->run->steps->pdata[index];
}

/* Where the text of a step and the rounds of the loops around it are said. */
static char *
dup_place (Steps *self,
           guint  index)
{
  const LoomPlanStep *step = get_step (self, index);
  g_autoptr (GString) place = g_string_new (NULL);

  for (guint i = 0; i < self->depth; i++)
    {
      /* Translators: the first round of a loop is round 1 */
      g_string_append_printf (place, _("round %llu, "),
                              (unsigned long long) self->loops[i].round + 1);
    }
  g_string_append_printf (place, _("step “%1$s” in line %2$u"), step->text, step->line);
  return g_strdup (place->str);
}

static gboolean
fail_at (Steps   *self,
         guint    index,
         GError **error)
{
  g_autofree char *place = dup_place (self, index);

  if (error != NULL && *error != NULL && (*error)->domain == LOOM_ERROR)
    g_prefix_error (error, "%s: ", place);
  return FALSE;
}

/**
 * loom_run_steps_note:
 * @run: the result
 * @span: when a step was done
 *
 * Adds to the figures of a step, and keeps the first spans.
 */
void
loom_run_steps_note (LoomRun           *run,
                     const LoomRunSpan *span)
{
  loom_run_step_add (run->steps->pdata[span->step], span->end_ms - span->start_ms);
  if (run->spans->len < LOOM_RUN_MAX_SPANS)
    g_array_append_vals (run->spans, span, 1);
}

static double
get_ms (const Steps *self)
{
  return (g_get_monotonic_time () - self->start) / 1000.0;
}

/* The arrays as they are now, by their names, the counters of the loops around, and the extents of
 * the main array. */
static LoomScope *
make_scope (Steps   *self,
            GError **error)
{
  g_autoptr (LoomScope) scope = loom_scope_new ();

  if (self->plan->main_array >= 0)
    loom_scope_add_shape (scope, &loom_plan_get_main_array (self->plan)->shape);
  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);
      g_autoptr (LoomArray) array = NULL;
      g_autoptr (LoomValue) value = NULL;
      g_autoptr (GBytes) bytes = NULL;

      if (buffer->arg->symbol != NULL)
        continue;
      if (!self->device->fetch (self->device->data, buffer, error))
        return NULL;
      bytes = loom_run_buffer_dup_cells (buffer);
      array = loom_array_new (&buffer->arg->type, &buffer->arg->shape, bytes, error);
      if (array == NULL)
        return NULL;
      value = loom_value_new_array (array);
      loom_scope_add (scope, buffer->arg->name, value);
    }
  for (guint i = 0; i < self->depth; i++)
    {
      const char *counter = get_step (self, self->loops[i].step)->counter;

      if (counter != NULL)
        loom_scope_add_number (scope, counter, (gint64) self->loops[i].round);
    }
  return g_steal_pointer (&scope);
}

static gboolean
evaluate (Steps           *self,
          const char      *text,
          LoomScalar       scalar,
          LoomScalarBits  *bits,
          GError         **error)
{
  g_autoptr (LoomScope) scope = NULL;

  if (loom_scalar_text_parse (text, scalar, bits))
    return TRUE;
  loom_run_order_join (self->order);
  scope = make_scope (self, error);
  return scope != NULL && loom_evaluate_number (text, scope, scalar, bits, error);
}

/* Keeps what the arrays hold now, if it is among what is kept. Where it is known only by fetching
 * them that a launch was stopped, there is nothing to keep. */
static gboolean
note_moment (Steps   *self,
             guint    index,
             GError **error)
{
  const gboolean was_stopped = self->run->trap != NULL;
  const LoomRunFrame frame = {
    .moment = self->moment, .step = index,
    .round = self->depth > 0 ? self->loops[0].round : 0,
  };

  if (loom_run_memory_wants_frame (self->memory, self->moment))
    {
      for (guint i = 0; i < self->memory->buffers->len; i++)
        if (!self->device->fetch (self->device->data, loom_run_memory_get (self->memory, i), error))
          return FALSE;
      if (!was_stopped && self->run->trap != NULL)
        return TRUE;
      loom_run_memory_keep_frame (self->memory, &frame);
    }
  self->run->moments = self->moment;
  return TRUE;
}

static gboolean
launch (Steps   *self,
        guint    index,
        GError **error)
{
  const LoomPlanStep *step = get_step (self, index);
  GPtrArray *values = self->values->pdata[index];
  const guint count = step->arrays->len;
  g_autofree guint64 *addresses = g_new0 (guint64, count + 1);

  for (guint i = 0; i < step->values->len; i++)
    {
      const LoomPlanValue *value = step->values->pdata[i];
      const LoomPlanArg *arg = step->launch->args->pdata[value->index];
      LoomScalarBits bits = { { 0 } };

      if (!evaluate (self, value->text, arg->type.scalar, &bits, error))
        {
          g_prefix_error (error, "%s: ", arg->name);
          return FALSE;
        }
      memcpy (((GByteArray *) values->pdata[value->index])->data, &bits, arg->type.size);
    }
  /* the arrays that numbers are computed from may tell that a launch before this one was stopped */
  if (self->run->trap != NULL)
    return TRUE;

  loom_run_order_step (self->order, index);
  for (guint i = 0; i < count; i++)
    {
      const gint array = g_array_index (step->arrays, gint32, i);
      const LoomRunBuffer *buffer
          = array >= 0 ? loom_run_memory_find (self->memory, (guint) array) : NULL;

      if (buffer != NULL)
        addresses[i] = self->device->find (self->device->data, buffer);
    }
  loom_backend_put_addresses (step->launch, values, addresses);
  return self->device->launch (self->device->data, index, values, addresses, error);
}

static gboolean
fill (Steps   *self,
      guint    index,
      GError **error)
{
  const LoomPlanStep *step = get_step (self, index);
  LoomRunBuffer *buffer = loom_run_memory_find (self->memory, (guint) step->first);

  return loom_backend_refill (self->request, step->fill, buffer, error) &&
         self->device->upload (self->device->data, index, buffer, error);
}

static LoomRunBuffer *
find_buffer (Steps *self,
             gint   array)
{
  return array >= 0 ? loom_run_memory_find (self->memory, (guint) array) : NULL;
}

static gboolean
do_step (Steps   *self,
         guint    index,
         GError **error)
{
  const LoomPlanStep *step = get_step (self, index);
  const LoomStepsDevice *device = self->device;

  /* a launch waits for what its numbers are computed from */
  if (step->kind != LOOM_STATEMENT_LAUNCH)
    loom_run_order_step (self->order, index);
  switch (step->kind)
    {
    case LOOM_STATEMENT_LAUNCH:
      return launch (self, index, error);
    case LOOM_STATEMENT_FILL:
      return fill (self, index, error);
    case LOOM_STATEMENT_COPY:
      get_figures (self, index)->bytes
          += find_buffer (self, MAX (step->first, step->second))->size;
      return device->copy (device->data, index, find_buffer (self, step->first),
                           find_buffer (self, step->second), error);
    case LOOM_STATEMENT_SWAP:
      loom_run_memory_swap (self->memory, (guint) step->first, (guint) step->second);
      return TRUE;
    case LOOM_STATEMENT_RECORD:
    case LOOM_STATEMENT_WAIT:
      return device->event == NULL || device->event (device->data, index, error);
    case LOOM_STATEMENT_REPEAT:
    case LOOM_STATEMENT_END:
    case LOOM_N_STATEMENTS:
    default:
      return TRUE;
    }
}

/* One step that is no part of a loop's own; when it was done is noted. */
static gboolean
perform (Steps   *self,
         guint    index,
         GError **error)
{
  const LoomStatementKind kind = get_step (self, index)->kind;
  LoomRunSpan span = { .step = index };

  if (self->device->prepare != NULL)
    self->device->prepare (self->device->data);
  span.start_ms = get_ms (self);
  if (!do_step (self, index, error))
    return FALSE;

  span.stream = loom_run_order_find_stream (self->run, get_step (self, index));
  span.end_ms = kind == LOOM_STATEMENT_RECORD ? span.start_ms : get_ms (self);
  if (!self->device->is_asynchronous)
    loom_run_steps_note (self->run, &span);
  else if (kind == LOOM_STATEMENT_SWAP || kind == LOOM_STATEMENT_WAIT)
    loom_run_step_add (get_figures (self, index), 0);
  if (self->depth == 0)
    {
      self->moment++;
      return note_moment (self, index, error);
    }
  return TRUE;
}

/* None at all where that is 0 or less. */
static gboolean
count_rounds (Steps               *self,
              const LoomPlanStep  *step,
              guint64             *count,
              GError             **error)
{
  LoomScalarBits bits = { { 0 } };
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  *count = G_MAXUINT64;
  if (step->count == NULL)
    return TRUE;
  if (!evaluate (self, step->count, LOOM_SCALAR_F64, &bits, error))
    return FALSE;
  if (floor (bits.f64) != bits.f64)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“%1$s” comes to %2$s, which is not a whole number of rounds"), step->count,
                      g_ascii_formatd (number, sizeof number, "%.6g", bits.f64));
  if (bits.f64 > MAX_ROUNDS)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%1$s rounds are more than the %2$d that a loop may have"),
                      g_ascii_formatd (number, sizeof number, "%.0f", bits.f64), MAX_ROUNDS);
  *count = (guint64) MAX (bits.f64, 0);
  return TRUE;
}

/* Of loops in each other that no condition ends it is known before the first round. */
static gboolean
check_product (Steps    *self,
               guint64   count,
               GError  **error)
{
  double product = count;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < self->depth; i++)
    if (get_step (self, self->loops[i].step)->until == NULL)
      product *= self->loops[i].count;
  if (product <= MAX_ALL_ROUNDS)
    return TRUE;
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("with the loops around it this one has %1$s rounds, more than the %2$d "
                      "that a run may have"),
                    g_ascii_formatd (number, sizeof number, "%.0f", product), MAX_ALL_ROUNDS);
}

static gboolean
begin_loop (Steps   *self,
            guint   *index,
            GError **error)
{
  const LoomPlanStep *step = get_step (self, *index);
  Loop loop = { .step = *index };

  if (!count_rounds (self, step, &loop.count, error) ||
      (step->until == NULL && !check_product (self, loop.count, error)))
    return FALSE;
  if (loop.count == 0)
    *index = step->partner;
  else
    self->loops[self->depth++] = loop;
  return TRUE;
}

/* A loop that goes on for too long. */
static gboolean
check_end (Steps       *self,
           const Loop  *loop,
           GError     **error)
{
  if (loop->count == G_MAXUINT64 && loop->round == MAX_ROUNDS)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the condition “%1$s” does not hold after %2$d rounds"),
                      get_step (self, loop->step)->until, MAX_ROUNDS);
  if (self->rounds == MAX_ALL_ROUNDS)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("these were the %d rounds that the loops of a run may have together"),
                      MAX_ALL_ROUNDS);
  return TRUE;
}

static gboolean
end_round (Steps   *self,
           guint   *index,
           GError **error)
{
  Loop *loop = &self->loops[self->depth - 1];
  const LoomPlanStep *step = get_step (self, loop->step);
  LoomScalarBits bits = { { 0 } };
  gboolean is_done;

  if (step->until != NULL && !evaluate (self, step->until, LOOM_SCALAR_F64, &bits, error))
    {
      *index = loop->step;
      return FALSE;
    }
  if (self->depth == 1)
    {
      self->moment++;
      if (!note_moment (self, loop->step, error))
        return FALSE;
      if (self->run->trap != NULL)
        {
          *index = loop->step;
          return TRUE;
        }
    }
  is_done = ++loop->round >= loop->count || bits.f64 != 0;
  self->rounds++;
  if (!is_done && !check_end (self, loop, error))
    {
      *index = loop->step;
      return FALSE;
    }
  loom_run_step_add (get_figures (self, loop->step), 0);
  if (is_done)
    self->depth--;
  else
    *index = loop->step;
  return TRUE;
}

/* What stops a launch is said with the step and the rounds, or with those that it came before. */
static void
name_trap (Steps *self,
           guint  index)
{
  g_autofree char *place = dup_place (self, index);
  g_autofree char *text = self->run->trap->text;

  /* Translators: where steps were when it was known that one was stopped; and what stopped it */
  self->run->trap->text = g_strdup_printf (self->device->is_late ? _("not later than %1$s: %2$s")
                                                                 : "%s: %s", place, text);
}

/* What cannot be done after others were leaves what those have done: it becomes the run's trap. So
 * does a launch that was stopped while others were queued, and being asked to stop at any time. */
static gboolean
leave_at (Steps   *self,
          guint    index,
          GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (self->device->explain != NULL && self->device->explain (self->device->data, error))
    return name_trap (self, index), TRUE;
  if (error == NULL ||
      !((self->moment > 0 && g_error_matches (*error, LOOM_ERROR, LOOM_ERROR_DOCUMENT)) ||
        g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return fail_at (self, index, error);

  cause = g_steal_pointer (error);
  self->run->trap = cause->domain == LOOM_ERROR
                        ? loom_finding_new (LOOM_ERROR_DOCUMENT, "%s", cause->message)
                        : loom_finding_new (LOOM_ERROR_STOPPED,
                                            _("stopped; what was done until then is kept"));
  name_trap (self, index);
  return TRUE;
}

static gboolean
walk (Steps   *self,
      GError **error)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomStatementKind kind = get_step (self, i)->kind;
      gboolean is_done;

      if (!loom_cancel_check (self->request->fill.cancel, error))
        is_done = FALSE;
      else if (kind == LOOM_STATEMENT_REPEAT)
        is_done = begin_loop (self, &i, error);
      else if (kind == LOOM_STATEMENT_END)
        is_done = end_round (self, &i, error);
      else
        is_done = perform (self, i, error);
      if (!is_done)
        return leave_at (self, i, error);
      if (self->run->trap != NULL)
        return name_trap (self, i), TRUE;
    }
  return TRUE;
}

static gboolean
make_values (Steps   *self,
             GError **error)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = get_step (self, i);
      GPtrArray *values = NULL;

      if (step->launch != NULL &&
          (values = loom_backend_new_values (self->request, step->launch, error)) == NULL)
        return fail_at (self, i, error);
      g_ptr_array_add (self->values, values);
    }
  return TRUE;
}

static void
add_figures (Steps *self)
{
  guint depth = 0;

  g_ptr_array_set_size (self->run->steps, 0);
  g_ptr_array_set_size (self->run->streams, 0);
  g_array_set_size (self->run->spans, 0);
  g_ptr_array_add (self->run->streams, g_strdup (""));
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = get_step (self, i);

      depth -= step->kind == LOOM_STATEMENT_END;
      if (step->stream != NULL && loom_run_order_find_stream (self->run, step) == 0)
        g_ptr_array_add (self->run->streams, g_strdup (step->stream));
      g_ptr_array_add (self->run->steps,
                       loom_run_step_new (step->kind, step->text, step->line, depth));
      depth += step->kind == LOOM_STATEMENT_REPEAT;
    }
}

static void
unref_values (gpointer values)
{
  if (values != NULL)
    g_ptr_array_unref (values);
}

/**
 * loom_run_steps_execute:
 * @request: what is run; its plan has steps
 * @run: the result, whose figures of steps and moments are made anew; its trap says what stopped
 *   the steps, and in which step and round
 * @memory: arrays as they are before the first step
 * @device: what does them
 *
 * Executes the steps until the last, or until they are stopped.
 *
 * Errors: %LOOM_ERROR_DOCUMENT for an expression where nothing was done yet, and those of filling
 * and of @device.
 *
 * Returns: whether it could be
 */
gboolean
loom_run_steps_execute (const LoomBackendRequest  *request,
                        LoomRun                   *run,
                        LoomRunMemory             *memory,
                        const LoomStepsDevice     *device,
                        GError                   **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (unref_values);
  g_autoptr (LoomRunOrder) order = NULL;
  Steps self = {
    .request = request, .plan = request->plan, .run = run, .memory = memory, .device = device,
    .values = values, .start = g_get_monotonic_time (),
  };

  add_figures (&self);
  self.order = order = loom_run_order_new (self.plan, run);
  loom_run_memory_drop_frames (memory);
  if (!make_values (&self, error) || !note_moment (&self, 0, error) || !walk (&self, error))
    return FALSE;

  g_array_set_size (run->frames, 0);
  g_array_append_vals (run->frames, memory->frames->data, memory->frames->len);
  return TRUE;
}
