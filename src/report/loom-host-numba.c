/* loom-host-numba.c: kernels as device functions, which Numba links
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-python-private.h"

#include <glib/gi18n-lib.h>

/* More dynamic shared memory a kernel must be allowed, which Numba has no word for. */
#define SHARED_WITHOUT_ASKING (48u << 10)

/* Numba's name of a parameter's type; NULL: there is none. */
static const char *
get_type (const LoomParam *param)
{
  static const char * const names[LOOM_N_SCALARS] = {
    [LOOM_SCALAR_BOOL] = "uint8",  [LOOM_SCALAR_I8] = "int8",     [LOOM_SCALAR_U8] = "uint8",
    [LOOM_SCALAR_I16] = "int16",   [LOOM_SCALAR_U16] = "uint16",  [LOOM_SCALAR_I32] = "int32",
    [LOOM_SCALAR_U32] = "uint32",  [LOOM_SCALAR_I64] = "int64",   [LOOM_SCALAR_U64] = "uint64",
    [LOOM_SCALAR_F32] = "float32", [LOOM_SCALAR_F64] = "float64",
  };

  return param->kind == LOOM_PARAM_ARRAY ? "uint64" : names[param->type.scalar];
}

/* What the packages above cannot say of a launch. */
static gboolean
check (const LoomHostWriter  *self,
       const LoomKernel      *kernel,
       const LoomPlan        *launch,
       GError               **error)
{
  if (launch->shared > SHARED_WITHOUT_ASKING)
    return loom_fail (
        error, LOOM_ERROR_UNSUPPORTED,
        _("%s has more than 48 KiB of dynamic shared memory, which Numba does not ask "
          "the device for"),
        launch->kernel);
  for (guint i = 0; i < kernel->params->len; i++)
    if (get_type (kernel->params->pdata[i]) == NULL)
      return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                        _("the parameter %1$s of %2$s has a type that is not exported to Numba"),
                        ((LoomParam *)kernel->params->pdata[i])->name, launch->kernel);
  return TRUE;
}

/* The kernel of Numba around a device function. */
gboolean
_loom_host_numba_add_kernel (LoomHostWriter  *self,
                             const LoomPlan  *launch,
                             const char      *variable,
                             GError         **error)
{
  const LoomKernel *kernel = loom_compiled_find_kernel (self->source->compiled, launch->kernel);
  g_autoptr (GString) types = g_string_new (NULL), names = g_string_new (NULL);

  if (kernel == NULL || !check (self, kernel, launch, error))
    return FALSE;
  for (guint i = 0; i < kernel->params->len; i++)
    {
      g_string_append_printf (types, "%s%s", i > 0 ? ", " : "",
                              get_type (kernel->params->pdata[i]));
      g_string_append_printf (names, "%sp%u", i > 0 ? ", " : "", i);
    }
  _loom_host_line (self, "%s_call = cuda.declare_device('call_%s', 'int32(%s)')", variable,
                   variable, types->str);
  g_string_append_c (self->body, '\n');
  _loom_host_line (self, "@cuda.jit(link=[%s.path])", _loom_host_get_own (self, "program"));
  _loom_host_line (self, "def %s(%s):", variable, names->str);
  _loom_host_line (self, "    %s_call(%s)", variable, names->str);
  g_string_append_c (self->body, '\n');
  return TRUE;
}

/* The functions that Numba calls, behind the source. */
static void
append_calls (LoomHostWriter *self,
              GString        *source)
{
  GHashTableIter iter;
  gpointer name, variable;

  g_hash_table_iter_init (&iter, self->kernel_names);
  while (g_hash_table_iter_next (&iter, &name, &variable))
    {
      const LoomKernel *kernel = loom_compiled_find_kernel (self->source->compiled, name);
      g_autoptr (GString) arguments = g_string_new (NULL);

      g_string_append_printf (source, "\nextern \"C\" __device__ int\ncall_%s (int *result",
                              (const char *) variable);
      for (guint i = 0; i < kernel->params->len; i++)
        {
          const LoomParam *param = kernel->params->pdata[i];
          const gboolean is_array = param->kind == LOOM_PARAM_ARRAY;

          g_string_append_printf (source, ", %s p%u",
                                  is_array ? "unsigned long long" : param->type_name, i);
          g_string_append_printf (arguments,
                                  is_array ? "%sreinterpret_cast<%s> (p%u)" : "%s(%s) p%u",
                                  i > 0 ? ", " : "", param->type_name, i);
        }
      g_string_append_printf (source, ")\n{\n  %s (%s);\n  *result = 0;\n  return 0;\n}\n",
                              (const char *) name, arguments->str);
    }
}

/* A source for Numba's NVRTC: kernels are device functions there. */
char *
_loom_host_numba_dup_source (LoomHostWriter *self,
                             const char     *source)
{
  g_autofree char *macros = _loom_host_dup_macros (self);
  g_autoptr (GString) text = g_string_new ("#define __global__ __device__\n"
                                           "#undef __launch_bounds__\n"
                                           "#define __launch_bounds__(...)\n");

  g_string_append_printf (text, "%s%s", macros, source);
  append_calls (self, text);
  return g_strdup (text->str);
}

/* The same of the kernels that compute expressions. */
char *
_loom_host_numba_dup_expressions (const char *expressions)
{
  g_autoptr (GRegex) regex
      = g_regex_new ("^__global__ void\\n(\\w+) \\((.*) \\*out\\)$", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) text = g_string_new ("#define __global__ __device__\n");

  g_string_append (text, expressions);
  for (g_regex_match (regex, expressions, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1), *type = g_match_info_fetch (match, 2);

      g_string_append_printf (text,
                              "\nextern \"C\" __device__ int\ncall_%s (int *result, "
                              "unsigned long long out)\n{\n  %s (reinterpret_cast<%s *> (out));\n"
                              "  *result = 0;\n  return 0;\n}\n",
                              name, name, type);
    }
  return g_strdup (text->str);
}

/* Numba passes no options to NVRTC; macros stand in the source. */
gboolean
_loom_host_numba_check_options (LoomHostWriter  *self,
                                GError         **error)
{
  const char *options = loom_document_get_value (self->source->document, "launch", "options");
  g_auto (GStrv) words = NULL;

  if (self->plan->symbols->len > 0)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("the variable %s is set, which Numba has no way to do"),
                      ((LoomPlanArg *)self->plan->symbols->pdata[0])->name);
  if (options == NULL || !g_shell_parse_argv (options, NULL, &words, NULL))
    return TRUE;
  for (guint i = 0; words[i] != NULL; i++)
    if (!g_str_has_prefix (words[i], "-D") && !g_str_has_prefix (words[i], "-U"))
      return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                        _("the option %s is one that Numba does not pass to the compiler"),
                        words[i]);
  return TRUE;
}
