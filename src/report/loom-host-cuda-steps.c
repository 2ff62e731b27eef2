/* loom-host-cuda-steps.c: [steps] in CUDA C++
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* As many rounds as Gridloom does of a loop that has no number of them. */
#define MOST_ROUNDS "1000000"

/* The variable of a stream or an event; NULL: it has one, or there is none. */
static const char *
add_order (LoomHostWriter *self,
           const char     *name)
{
  char *variable;

  if (name == NULL || g_hash_table_contains (self->streams, name))
    return NULL;
  variable = _loom_host_dup_name (self, name);
  g_hash_table_insert (self->streams, g_strdup (name), variable);
  return variable;
}

static void
declare_orders (LoomHostWriter *self)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];
      const char *stream = add_order (self, step->stream), *event = add_order (self, step->event);

      if (stream != NULL)
        {
          _loom_host_line (self, "cudaStream_t %s;", stream);
          _loom_host_line (self, "host::check (cudaStreamCreate (&%s), \"stream %s\");", stream,
                           step->stream);
        }
      if (event != NULL)
        {
          _loom_host_line (self, "cudaEvent_t %s;", event);
          _loom_host_line (self,
                           "host::check (cudaEventCreateWithFlags (&%s, cudaEventDisableTiming), "
                           "\"event %s\");",
                           event, step->event);
        }
    }
}

static const char *
get_stream (LoomHostWriter     *self,
            const LoomPlanStep *step)
{
  return step->stream != NULL ? g_hash_table_lookup (self->streams, step->stream) : NULL;
}

static void
write_copy (LoomHostWriter     *self,
            const LoomPlanStep *step)
{
  const char *stream = get_stream (self, step);
  const char *comma = stream != NULL ? ", " : "", *last = stream != NULL ? stream : "";

  if (step->first < 0)
    _loom_host_line (self, "%s.upload (%s);", _loom_host_get_array_name (self, step->second), last);
  else if (step->second < 0)
    _loom_host_line (self, "%s.download (%s);", _loom_host_get_array_name (self, step->first),
                     last);
  else
    {
      self->parts |= 1u << LOOM_HOST_PART_COPY;
      _loom_host_line (self, "host::copy (%s, %s%s%s);",
                       _loom_host_get_array_name (self, step->second),
                       _loom_host_get_array_name (self, step->first), comma, last);
    }
}

/* From cells of its own: those of the array are what a copy from the host brings back. */
static gboolean
write_fill (LoomHostWriter      *self,
            const LoomPlanStep  *step,
            GError             **error)
{
  const LoomPlanArg *array = loom_plan_get_array (self->plan, step->first);
  const char *name = _loom_host_get_name (self, array), *stream = get_stream (self, step);
  g_autofree char *wanted = g_strconcat (name, "_filled", NULL), *cell = NULL;
  const char *type
      = _loom_host_set_type (self, step->fill, g_strdup (_loom_host_get_type (self, array)));
  const char *filled = _loom_host_dup_name (self, wanted);

  g_hash_table_insert (self->names, step->fill, (gpointer) filled);
  _loom_host_begin (self);
  _loom_host_line (self, "host::Cells<%s> %s (\"%s\", %s.planes, %s.rows, %s.cols);", type, filled,
                   array->name, name, name, name);
  cell = g_strconcat (filled, ".before", NULL);
  if (!_loom_host_cuda_fill (self, step->fill, cell, error))
    return FALSE;
  _loom_host_line (self, "%s.upload (%s.get ()%s%s);", name, cell, stream != NULL ? ", " : "",
                   stream != NULL ? stream : "");
  _loom_host_end (self);
  return TRUE;
}

static gboolean
begin_loop (LoomHostWriter      *self,
            const LoomPlanStep  *step,
            GError             **error)
{
  const char *counter = _loom_host_dup_name (self, step->counter != NULL ? step->counter : "round");
  g_autofree char *count = step->count != NULL
                               ? _loom_host_dup_expression (self, step, step->count, error)
                               : g_strdup (MOST_ROUNDS);

  if (count == NULL)
    return FALSE;
  if (step->counter != NULL)
    g_hash_table_insert (self->counters, g_strdup (step->counter), g_strdup (counter));
  if (count[strspn (count, "0123456789")] == '\0')
    _loom_host_line (self, "for (int %s = 0; %s < %s; %s++)", counter, counter, count, counter);
  else
    _loom_host_line (self,
                     "for (long long %s = 0, %s_end = static_cast<long long> (%s); "
                     "%s < %s_end; %s++)",
                     counter, counter, count, counter, counter, counter);
  _loom_host_begin (self);
  return TRUE;
}

static gboolean
end_loop (LoomHostWriter      *self,
          const LoomPlanStep  *end,
          GError             **error)
{
  const LoomPlanStep *step = self->plan->steps->pdata[end->partner];
  g_autofree char *until = NULL;

  if (step->until != NULL)
    {
      until = _loom_host_dup_expression (self, step, step->until, error);
      if (until == NULL)
        return FALSE;
      _loom_host_line (self, "if (%s)", until);
      _loom_host_line (self, "  break;");
    }
  if (step->counter != NULL)
    g_hash_table_remove (self->counters, step->counter);
  _loom_host_end (self);
  return TRUE;
}

static gboolean
has_struct (const LoomPlan *launch)
{
  for (guint i = 0; i < launch->args->len; i++)
    if (((LoomPlanArg *)launch->args->pdata[i])->kind == LOOM_PARAM_STRUCT)
      return TRUE;
  return FALSE;
}

static gboolean
write_launch (LoomHostWriter      *self,
              const LoomPlanStep  *step,
              GError             **error)
{
  const gboolean is_block = has_struct (step->launch);

  if (is_block)
    _loom_host_begin (self);
  if (!_loom_host_cuda_launch (self, step->launch, step, error))
    return FALSE;
  if (is_block)
    _loom_host_end (self);
  return TRUE;
}

static gboolean
write_step (LoomHostWriter      *self,
            const LoomPlanStep  *step,
            GError             **error)
{
  const char *stream = get_stream (self, step);
  const char *event = step->event != NULL ? g_hash_table_lookup (self->streams, step->event) : NULL;

  switch (step->kind)
    {
    case LOOM_STATEMENT_LAUNCH:
      return write_launch (self, step, error);
    case LOOM_STATEMENT_COPY:
      write_copy (self, step);
      return TRUE;
    case LOOM_STATEMENT_SWAP:
      _loom_host_line (self, "std::swap (%s.device, %s.device);",
                       _loom_host_get_array_name (self, step->first),
                       _loom_host_get_array_name (self, step->second));
      return TRUE;
    case LOOM_STATEMENT_FILL:
      return write_fill (self, step, error);
    case LOOM_STATEMENT_REPEAT:
      return begin_loop (self, step, error);
    case LOOM_STATEMENT_END:
      return end_loop (self, step, error);
    case LOOM_STATEMENT_RECORD:
      _loom_host_line (self, "host::check (cudaEventRecord (%s, %s), \"record %s\");", event,
                       stream != NULL ? stream : "nullptr", step->event);
      return TRUE;
    case LOOM_STATEMENT_WAIT:
      _loom_host_line (self, "host::check (cudaStreamWaitEvent (%s, %s, 0), \"wait %s\");",
                       stream != NULL ? stream : "nullptr", event, step->event);
      return TRUE;
    case LOOM_N_STATEMENTS:
    default:
      return TRUE;
    }
}

/* Textures are made once, of what arrays hold at first. */
static gboolean
check_textures (LoomHostWriter  *self,
                GError         **error)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = self->plan->args->pdata[i];

      if (arg->texture.kind != LOOM_TEXTURE_NONE)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("[steps] with a texture or a surface (%s) are not exported"),
                          arg->name);
    }
  return TRUE;
}

/* All that a document does, one step after the other, each behind a comment that has its text. */
gboolean
_loom_host_cuda_steps (LoomHostWriter  *self,
                       GError         **error)
{
  if (!check_textures (self, error))
    return FALSE;
  declare_orders (self);
  _loom_host_line (self, "%s.start ();", _loom_host_get_own (self, "timer"));
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];

      if (step->kind != LOOM_STATEMENT_END)
        _loom_host_line (self, "// %s", step->text);
      if (!write_step (self, step, error))
        return FALSE;
    }
  _loom_host_line (self, "const float %s = %s.stop ();", _loom_host_get_own (self, "ms"),
                   _loom_host_get_own (self, "timer"));
  return TRUE;
}
