/* loom-host-cuda-launch.c: a kernel, what it is given and how it is launched, in CUDA C++
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More dynamic shared memory a kernel must be allowed. */
#define SHARED_WITHOUT_ASKING (48u << 10)

/* One launch, and whose arrays its arguments are. */
typedef struct
{
  LoomHostWriter     *writer;
  LoomPlan           *launch;
  LoomKernel         *kernel;
  const LoomPlanStep *step;     /* NULL: the launch is all */
} Launch;

/* Pointers are cast only where the compiler would have asked for it. */
static char *
dup_pointer (const Launch      *self,
             guint              index,
             const LoomPlanArg *array)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  const char *name = _loom_host_get_name (self->writer, array);
  const char *type = _loom_host_get_type (self->writer, array);
  g_autofree char *wanted = _loom_host_dup_pointee (param);

  if (array->texture.kind != LOOM_TEXTURE_NONE)
    return g_strdup_printf ("%s_object.object", name);
  if (g_str_equal (type, wanted) || g_str_equal (wanted, "void"))
    return g_strdup_printf ("%s.device", name);
  return g_strdup_printf ("reinterpret_cast<%s> (%s.device)", param->type_name, name);
}

static const char *
find_computed (const Launch *self,
               guint         index)
{
  for (guint i = 0; self->step != NULL && i < self->step->values->len; i++)
    {
      const LoomPlanValue *value = self->step->values->pdata[i];

      if (value->index == index)
        return value->text;
    }
  return NULL;
}

static char *
dup_scalar (const Launch       *self,
            guint               index,
            const LoomPlanArg  *arg,
            GError            **error)
{
  const char *computed = find_computed (self, index);
  g_autofree char *text = NULL;
  LoomScalarBits bits;

  if (computed == NULL)
    return _loom_host_evaluate (self->writer, arg, &bits, error)
               ? _loom_host_dup_number (arg->type.scalar, &bits)
               : NULL;
  text = _loom_host_dup_expression (self->writer, self->step, computed, error);
  if (text == NULL)
    return NULL;
  if (!loom_scalar_is_float (arg->type.scalar) && text[strspn (text, "0123456789")] == '\0')
    return g_steal_pointer (&text);
  return g_strdup_printf ("static_cast<%s> (%s)", _loom_host_name_scalar (arg->type.scalar), text);
}

/* Numbers of the launch that is all have names. */
static gboolean
declare_scalar (const Launch  *self,
                guint          index,
                GError       **error)
{
  const LoomPlanArg *arg = self->launch->args->pdata[index];
  g_autofree char *value = dup_scalar (self, index, arg, error);
  g_autofree char *type = NULL;
  gboolean is_plain;

  if (value == NULL)
    return FALSE;
  type = _loom_host_dup_type (&arg->type);
  is_plain = strspn (arg->value, "0123456789.-+eE") == strlen (arg->value);
  _loom_host_line (self->writer, "const %s %s = %s;%s%s", type,
                   _loom_host_get_name (self->writer, arg), value, is_plain ? "" : "  // ",
                   is_plain ? "" : arg->value);
  return TRUE;
}

static gboolean
declare_struct (const Launch  *self,
                guint          index,
                GError       **error)
{
  const LoomPlanArg *arg = self->launch->args->pdata[index];
  const LoomParam *param = self->kernel->params->pdata[index];
  const char *name = _loom_host_get_name (self->writer, arg);
  g_autofree char *type = _loom_host_dup_pointee (param);

  _loom_host_line (self->writer, "%s %s;", type, name);
  _loom_host_line (self->writer, "std::memset (static_cast<void *> (&%s), 0, sizeof %s);", name,
                   name);
  return _loom_host_cuda_fill (self->writer, arg, name, error);
}

/* Where a struct has a pointer, the array has its address in it. */
static void
assign_pointer (const Launch *self,
                guint         index)
{
  const LoomPlanArg *arg = self->launch->args->pdata[index];
  const LoomPlanArg *owner = self->launch->args->pdata[arg->owner];

  for (guint i = 0; i < loom_type_count_components (&owner->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&owner->type, i);
      g_autofree char *member = NULL;

      if (component.offset != arg->offset)
        continue;
      member = _loom_host_dup_member (&component);
      _loom_host_line (
          self->writer, "%s%s = %s.device;", _loom_host_get_name (self->writer, owner), member,
          _loom_host_get_name (
              self->writer, _loom_host_find_array (self->writer, self->launch, self->step, index)));
    }
}

/* What stands before the launch: numbers and structs, which are zeros where nothing is written into
 * them, and arrays that only it has. */
static gboolean
declare (const Launch  *self,
         GError       **error)
{
  const gboolean is_all = self->step == NULL;

  for (guint i = 0; i < self->launch->args->len; i++)
    {
      const LoomPlanArg *arg = self->launch->args->pdata[i];

      if (arg->is_extra || loom_plan_arg_is_null (arg))
        continue;
      if (arg->kind == LOOM_PARAM_SCALAR
              ? is_all && !declare_scalar (self, i, error)
              : arg->kind == LOOM_PARAM_STRUCT && !declare_struct (self, i, error))
        return FALSE;
      if (arg->kind == LOOM_PARAM_ARRAY && is_all
          && _loom_host_find_array (self->writer, self->launch, self->step, i) == arg
          && self->launch != self->writer->plan
          && !_loom_host_cuda_declare (self->writer, arg, error))
        return FALSE;
      if (arg->kind == LOOM_PARAM_ARRAY && arg->owner >= 0)
        assign_pointer (self, i);
    }
  return TRUE;
}

static char *
dup_arguments (const Launch  *self,
               GError       **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < loom_plan_count_params (self->launch); i++)
    {
      const LoomPlanArg *arg = self->launch->args->pdata[i];
      g_autofree char *word
          = arg->kind == LOOM_PARAM_ARRAY ? dup_pointer (
                self, i, _loom_host_find_array (self->writer, self->launch, self->step, i))
            : loom_plan_arg_is_null (arg) ? g_strdup ("nullptr")
            : arg->kind == LOOM_PARAM_SCALAR && self->step != NULL
                ? dup_scalar (self, i, arg, error)
                : g_strdup (_loom_host_get_name (self->writer, arg));

      if (word == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", word);
    }
  return g_strdup (text->str);
}

static char *
dup_dim3 (LoomDim3 extents)
{
  if (extents.y == 1 && extents.z == 1)
    return g_strdup_printf ("dim3 (%u)", extents.x);
  if (extents.z == 1)
    return g_strdup_printf ("dim3 (%u, %u)", extents.x, extents.y);
  return g_strdup_printf ("dim3 (%u, %u, %u)", extents.x, extents.y, extents.z);
}

static char *
dup_configuration (const Launch *self)
{
  const LoomPlan *launch = self->launch;
  const char *stream = self->step != NULL ? self->step->stream : NULL;
  g_autofree char *grid = dup_dim3 (launch->grid), *block = dup_dim3 (launch->block);

  if (stream != NULL)
    return g_strdup_printf ("%s, %s, %" G_GUINT64_FORMAT ", %s", grid, block, launch->shared,
                            (const char *) g_hash_table_lookup (self->writer->streams, stream));
  if (launch->shared > 0)
    return g_strdup_printf ("%s, %s, %" G_GUINT64_FORMAT, grid, block, launch->shared);
  return g_strdup_printf ("%s, %s", grid, block);
}

static gboolean
write_call (const Launch  *self,
            GError       **error)
{
  const char *kernel = self->launch->kernel;
  g_autofree char *arguments = dup_arguments (self, error);
  g_autofree char *configuration = NULL;

  if (arguments == NULL)
    return FALSE;
  configuration = dup_configuration (self);
  if (self->launch->shared > SHARED_WITHOUT_ASKING)
    _loom_host_line (self->writer,
                     "host::check (cudaFuncSetAttribute (::%s, "
                     "cudaFuncAttributeMaxDynamicSharedMemorySize, %" G_GUINT64_FORMAT
                     "), \"shared memory of %s\");",
                     kernel, self->launch->shared, kernel);
  _loom_host_line (self->writer, "::%s<<<%s>>> (%s);", kernel, configuration, arguments);
  _loom_host_line (self->writer, "host::check (cudaGetLastError (), \"launch of %s\");", kernel);
  return TRUE;
}

static void
write_swap (const Launch *self,
            guint         first,
            guint         second)
{
  _loom_host_line (
      self->writer, "std::swap (%s.device, %s.device);",
      _loom_host_get_name (self->writer,
                           _loom_host_find_array (self->writer, self->launch, self->step, first)),
      _loom_host_get_name (self->writer,
                           _loom_host_find_array (self->writer, self->launch, self->step, second)));
}

/* The launch that is all of a document: several in a row, after each of which arrays change places.
 */
static gboolean
write_row (const Launch  *self,
           GError       **error)
{
  const LoomPlan *launch = self->launch;
  g_autofree char *counter = NULL;

  if (launch->launches == 1 && launch->swaps->len == 0)
    return write_call (self, error);
  counter = _loom_host_dup_name (self->writer, "launch");
  _loom_host_line (self->writer, "for (int %s = 0; %s < %u; %s++)", counter, counter,
                   launch->launches, counter);
  _loom_host_begin (self->writer);
  if (!write_call (self, error))
    return FALSE;
  for (guint i = 0; i + 1 < launch->swaps->len; i += 2)
    write_swap (self, g_array_index (launch->swaps, guint, i),
                g_array_index (launch->swaps, guint, i + 1));
  _loom_host_end (self->writer);
  return TRUE;
}

/* Writes one launch, with what is passed by value. Of a step it is a block of its own. */
gboolean
_loom_host_cuda_launch (LoomHostWriter      *self,
                        LoomPlan            *plan,
                        const LoomPlanStep  *step,
                        GError             **error)
{
  const Launch launch
      = { self, plan, loom_compiled_find_kernel (self->source->compiled, plan->kernel), step };

  if (launch.kernel == NULL)
    return loom_fail (error, LOOM_ERROR_COMPILE, _("There is no kernel %s"), plan->kernel);
  if (!declare (&launch, error))
    return FALSE;
  if (plan != self->plan || step != NULL)
    return write_call (&launch, error);

  _loom_host_line (self, "%s.start ();", _loom_host_get_own (self, "timer"));
  if (!write_row (&launch, error))
    return FALSE;
  _loom_host_line (self, "const float %s = %s.stop ();", _loom_host_get_own (self, "ms"),
                   _loom_host_get_own (self, "timer"));
  return TRUE;
}
