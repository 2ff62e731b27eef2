/* loom-host-python-launch.c: kernels, what they are given, and steps in Python
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-python-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
fail_step (const LoomPlanStep  *step,
           GError             **error)
{
  return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                    _("step “%1$s” in line %2$u: numbers that are computed between launches are "
                      "exported to CUDA C++ only"),
                    step->text, step->line);
}

/* The variable of a kernel. */
static const char *
get_kernel (LoomHostWriter *self,
            const LoomPlan *launch)
{
  return g_hash_table_lookup (self->kernel_names, launch->kernel);
}

static gboolean
add_kernel (LoomHostWriter  *self,
            const LoomPlan  *launch,
            GError         **error)
{
  g_autofree char *wanted = g_strconcat (launch->kernel, "_kernel", NULL);
  char *name;

  if (get_kernel (self, launch) != NULL)
    return TRUE;
  name = _loom_host_dup_name (self, wanted);
  g_hash_table_insert (self->kernel_names, g_strdup (launch->kernel), name);
  if (self->is_linked)
    return _loom_host_numba_add_kernel (self, launch, name, error);
  _loom_host_line (self, "%s = %s.kernel('%s', shared=%" G_GUINT64_FORMAT ")", name,
                   _loom_host_get_own (self, "program"), launch->kernel, launch->shared);
  return TRUE;
}

/* Makes all kernels ready before anything is timed. */
gboolean
_loom_host_python_add_kernels (LoomHostWriter  *self,
                               GError         **error)
{
  if (self->plan->reference != NULL && !add_kernel (self, self->plan->reference, error))
    return FALSE;
  if (self->plan->steps->len == 0)
    return add_kernel (self, self->plan, error);
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];

      if (step->launch != NULL && !add_kernel (self, step->launch, error))
        return FALSE;
    }
  return TRUE;
}

static const char *
find_computed (const LoomPlanStep *step,
               guint               index)
{
  for (guint i = 0; step != NULL && i < step->values->len; i++)
    {
      const LoomPlanValue *value = step->values->pdata[i];

      if (value->index == index)
        return value->text;
    }
  return NULL;
}

static char *
dup_scalar (LoomHostWriter      *self,
            const LoomPlan      *launch,
            const LoomPlanStep  *step,
            guint                index,
            GError             **error)
{
  const LoomPlanArg *arg = launch->args->pdata[index];
  const char *type = _loom_host_python_name_scalar (arg->type.scalar);
  const char *computed = find_computed (step, index);
  g_autofree char *number = NULL;
  LoomScalarBits bits;

  if (computed != NULL && !_loom_host_evaluate_text (self, computed, arg->type.scalar, &bits, NULL))
    {
      fail_step (step, error);
      return NULL;
    }
  if (computed == NULL && !_loom_host_evaluate (self, arg, &bits, error))
    return NULL;
  if (type == NULL)
    return loom_fail_null (error, LOOM_ERROR_UNSUPPORTED,
                           _("%s has numbers of the type bfloat16, which NumPy has not"),
                           arg->name);
  number = _loom_host_python_dup_number (arg->type.scalar, &bits);
  return g_strdup_printf ("%s(%s)", type, number);
}

/* Where a struct has a pointer, the array has its address in it. */
static void
assign_pointer (LoomHostWriter     *self,
                const LoomPlan     *launch,
                const LoomPlanStep *step,
                guint               index)
{
  const LoomPlanArg *arg = launch->args->pdata[index], *owner = launch->args->pdata[arg->owner];
  const LoomPlanArg *array = _loom_host_find_array (self, launch, step, index);

  for (guint i = 0; i < loom_type_count_components (&owner->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&owner->type, i);

      if (component.offset == arg->offset)
        _loom_host_line (self, "%s.before['%s'] = %s.address", _loom_host_get_name (self, owner),
                         component.name, _loom_host_get_name (self, array));
    }
}

/* Numbers and structs of a launch, and arrays that only it has. */
static gboolean
declare (LoomHostWriter      *self,
         LoomPlan            *launch,
         const LoomPlanStep  *step,
         GError             **error)
{
  for (guint i = 0; i < launch->args->len; i++)
    {
      const LoomPlanArg *arg = launch->args->pdata[i];
      g_autofree char *number = NULL;

      /* Of a struct the pointer that is null is zeros already. */
      if (arg->is_extra || (arg->kind == LOOM_PARAM_SCALAR && arg->owner >= 0))
        continue;
      if (arg->kind == LOOM_PARAM_SCALAR && step == NULL)
        {
          number = dup_scalar (self, launch, step, i, error);
          if (number == NULL)
            return FALSE;
          _loom_host_line (self, "%s = %s", _loom_host_get_name (self, arg), number);
        }
      if (arg->kind == LOOM_PARAM_STRUCT && !_loom_host_python_declare (self, arg, "Cells", error))
        return FALSE;
      if (arg->kind == LOOM_PARAM_ARRAY && launch != self->plan
          && _loom_host_find_array (self, launch, step, i) == arg)
        {
          if (!_loom_host_python_declare (self, arg, "Array", error))
            return FALSE;
          _loom_host_line (self, "%s.upload()", _loom_host_get_name (self, arg));
        }
      if (arg->kind == LOOM_PARAM_ARRAY && arg->owner >= 0)
        assign_pointer (self, launch, step, i);
    }
  return TRUE;
}

static char *
dup_argument (LoomHostWriter      *self,
              const LoomPlan      *launch,
              const LoomPlanStep  *step,
              guint                index,
              GError             **error)
{
  const LoomPlanArg *arg = launch->args->pdata[index];

  if (arg->kind == LOOM_PARAM_ARRAY)
    return g_strdup (_loom_host_get_name (self, _loom_host_find_array (self, launch, step, index)));
  if (arg->kind == LOOM_PARAM_STRUCT)
    return g_strdup_printf ("%s.before", _loom_host_get_name (self, arg));
  return step != NULL ? dup_scalar (self, launch, step, index, error)
                      : g_strdup (_loom_host_get_name (self, arg));
}

static gboolean
write_call (LoomHostWriter      *self,
            LoomPlan            *launch,
            const LoomPlanStep  *step,
            GError             **error)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  const char *stream = step != NULL && step->stream != NULL
                           ? g_hash_table_lookup (self->streams, step->stream)
                           : NULL;
  g_autofree char *shared = launch->shared > 0
                                ? g_strdup_printf (", shared=%" G_GUINT64_FORMAT, launch->shared)
                                : g_strdup ("");

  for (guint i = 0; i < loom_plan_count_params (launch); i++)
    {
      g_autofree char *argument = dup_argument (self, launch, step, i, error);

      if (argument == NULL)
        return FALSE;
      g_string_append_printf (arguments, "%s%s", i > 0 ? ", " : "", argument);
    }
  _loom_host_line (self, "launch(%s, (%u, %u, %u), (%u, %u, %u), [%s]%s%s%s)",
                   get_kernel (self, launch), launch->grid.x, launch->grid.y, launch->grid.z,
                   launch->block.x, launch->block.y, launch->block.z, arguments->str, shared,
                   stream != NULL ? ", stream=" : "", stream != NULL ? stream : "");
  return TRUE;
}

static void
write_swap (LoomHostWriter *self,
            gint            first,
            gint            second)
{
  const char *a = _loom_host_get_array_name (self, first);
  const char *b = _loom_host_get_array_name (self, second);

  _loom_host_line (self, "%s.device, %s.device = %s.device, %s.device", a, b, b, a);
}

/* Launches a kernel once, with what it is given. */
gboolean
_loom_host_python_launch (LoomHostWriter      *self,
                          LoomPlan            *launch,
                          const LoomPlanStep  *step,
                          GError             **error)
{
  return declare (self, launch, step, error) && write_call (self, launch, step, error);
}

static void
write_copy (LoomHostWriter     *self,
            const LoomPlanStep *step,
            const char         *stream)
{
  if (step->first < 0)
    _loom_host_line (self, "%s.upload(stream=%s)",
                     _loom_host_get_array_name (self, step->second), stream);
  else if (step->second < 0)
    _loom_host_line (self, "%s.download(%s)",
                     _loom_host_get_array_name (self, step->first), stream);
  else
    _loom_host_line (self, "%s.copy_from(%s, %s)",
                     _loom_host_get_array_name (self, step->second),
                     _loom_host_get_array_name (self, step->first), stream);
}

static gboolean
write_fill (LoomHostWriter      *self,
            const LoomPlanStep  *step,
            const char          *stream,
            GError             **error)
{
  const char *name = _loom_host_get_array_name (self, step->first);
  g_autofree char *wanted = g_strconcat (name, "_filled", NULL);
  const char *filled = _loom_host_dup_name (self, wanted);

  g_hash_table_insert (self->names, step->fill, (gpointer) filled);
  if (!_loom_host_python_declare (self, step->fill, "Cells", error))
    return FALSE;
  _loom_host_line (self, "%s.upload(%s.before, %s)", name, filled, stream);
  return TRUE;
}

/* Rounds whose number is known: what else a loop hangs on is computed between launches. */
static gboolean
begin_loop (LoomHostWriter      *self,
            const LoomPlanStep  *step,
            guint                index,
            GError             **error)
{
  const char *counter = _loom_host_dup_name (self, step->counter != NULL ? step->counter : "round");

  if (step->until != NULL || step->count == NULL
      || step->count[strspn (step->count, "0123456789")] != '\0')
    return fail_step (step, error);
  _loom_host_line (self, "for %s in range(%s):", counter, step->count);
  self->depth++;
  if (step->partner == index + 1)
    _loom_host_line (self, "pass");
  return TRUE;
}

static gboolean
write_step (LoomHostWriter      *self,
            const LoomPlanStep  *step,
            guint                index,
            GError             **error)
{
  const char *own = step->stream != NULL ? g_hash_table_lookup (self->streams, step->stream) : NULL;
  const char *stream = own != NULL ? own : "None";

  switch (step->kind)
    {
    case LOOM_STATEMENT_LAUNCH:
      return _loom_host_python_launch (self, step->launch, step, error);
    case LOOM_STATEMENT_COPY:
      write_copy (self, step, stream);
      return TRUE;
    case LOOM_STATEMENT_SWAP:
      write_swap (self, step->first, step->second);
      return TRUE;
    case LOOM_STATEMENT_FILL:
      return write_fill (self, step, stream, error);
    case LOOM_STATEMENT_REPEAT:
      return begin_loop (self, step, index, error);
    case LOOM_STATEMENT_END:
      self->depth--;
      return TRUE;
    case LOOM_STATEMENT_RECORD:
      _loom_host_line (self, "record(%s, %s)",
                       (const char *) g_hash_table_lookup (self->streams, step->event), stream);
      return TRUE;
    default:
      _loom_host_line (self, "wait(%s, %s)",
                       (const char *) g_hash_table_lookup (self->streams, step->event), stream);
      return TRUE;
    }
}

static void
declare_order (LoomHostWriter *self,
               const char     *name,
               const char     *function)
{
  char *variable;

  if (name == NULL || g_hash_table_contains (self->streams, name))
    return;
  variable = _loom_host_dup_name (self, name);
  g_hash_table_insert (self->streams, g_strdup (name), variable);
  _loom_host_line (self, "%s = %s()", variable, function);
}

static gboolean
run_steps (LoomHostWriter  *self,
           GError         **error)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];

      declare_order (self, step->stream, "make_stream");
      declare_order (self, step->event, "make_event");
    }
  _loom_host_line (self, "%s.start()", _loom_host_get_own (self, "timer"));
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];

      if (step->kind != LOOM_STATEMENT_END)
        _loom_host_line (self, "# %s", step->text);
      if (!write_step (self, step, i, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_launches (LoomHostWriter  *self,
              GError         **error)
{
  const LoomPlan *plan = self->plan;
  const gboolean is_loop = plan->launches > 1 || plan->swaps->len > 0;

  if (!declare (self, self->plan, NULL, error))
    return FALSE;
  _loom_host_line (self, "%s.start()", _loom_host_get_own (self, "timer"));
  if (is_loop)
    _loom_host_line (self, "for _ in range(%u):", plan->launches);
  self->depth += is_loop;
  if (!write_call (self, self->plan, NULL, error))
    return FALSE;
  for (guint i = 0; i + 1 < plan->swaps->len; i += 2)
    write_swap (self, (gint)g_array_index (plan->swaps, guint, i),
                (gint)g_array_index (plan->swaps, guint, i + 1));
  self->depth -= is_loop;
  return TRUE;
}

/* All that is launched, and how long it takes. */
gboolean
_loom_host_python_run (LoomHostWriter  *self,
                       GError         **error)
{
  const LoomPlan *plan = self->plan;

  if (plan->steps->len > 0 ? !run_steps (self, error) : !run_launches (self, error))
    return FALSE;
  _loom_host_line (self, "print(f'%s: {%s.stop():.3f} ms')",
                   plan->steps->len > 0 ? "all steps" : plan->kernel,
                   _loom_host_get_own (self, "timer"));
  return TRUE;
}
