/* loom-host-expressions.c: what expressions and files of the settings come to in a program
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include "loom-evaluator.h"
#include "loom-input.h"
#include "loom-npy.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static LoomShape
get_main_shape (const LoomHostWriter *self)
{
  const LoomShape one = { .rank = 1, .cols = 1, .rows = 1, .planes = 1 };
  const LoomPlanArg *main_array = loom_plan_get_main_array (self->plan);

  return main_array != NULL ? main_array->shape : one;
}

/* The value of a text that hangs on nothing but the extents of the main array. */
gboolean
_loom_host_evaluate_text (LoomHostWriter  *self,
                          const char      *text,
                          LoomScalar       scalar,
                          LoomScalarBits  *bits,
                          GError         **error)
{
  g_autoptr (LoomScope) scope = NULL;
  const LoomShape shape = get_main_shape (self);

  *bits = (LoomScalarBits){ .u64 = 0 };
  if (text == NULL || loom_scalar_text_parse (text, scalar, bits))
    return TRUE;
  scope = loom_scope_new ();
  loom_scope_add_shape (scope, &shape);
  return loom_evaluate_number (text, scope, scalar, bits, error);
}

/* The value of a number. */
gboolean
_loom_host_evaluate (LoomHostWriter     *self,
                     const LoomPlanArg  *arg,
                     LoomScalarBits     *bits,
                     GError            **error)
{
  if (_loom_host_evaluate_text (self, arg->value, arg->type.scalar, bits, error))
    return TRUE;
  g_prefix_error (error, "%s: ", arg->name);
  return FALSE;
}

/* Whether a C text uses a name. */
static gboolean
has_word (const char *text,
          const char *word)
{
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", word);

  return g_regex_match_simple (pattern, text, 0, 0);
}

/* The names that an expression is said in, those that it uses. */
static void
append_names (GString         *kernel,
              const char      *text,
              const LoomShape *shape,
              const LoomShape *main_shape)
{
  const struct
  {
    const char *name;
    guint64 number;
  } extents[] = {
    { "cols", shape->cols },           { "rows", shape->rows },
    { "planes", shape->planes },       { "main_cols", main_shape->cols },
    { "main_rows", main_shape->rows }, { "main_planes", main_shape->planes },
  };
  g_autofree char *x = g_strdup_printf ("i %% %" G_GUINT64_FORMAT, shape->cols);
  g_autofree char *y = g_strdup_printf ("i / %" G_GUINT64_FORMAT " %% %" G_GUINT64_FORMAT,
                                        shape->cols, shape->rows);
  g_autofree char *z = g_strdup_printf ("i / %" G_GUINT64_FORMAT, shape->cols * shape->rows);
  const char * const indices[] = { x, y, z };

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    if (has_word (text, extents[i].name))
      g_string_append_printf (kernel, "  const int %s = %" G_GUINT64_FORMAT ";\n", extents[i].name,
                              extents[i].number);
  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      const char name[] = { 'x' + i, '\0' };

      if (has_word (text, name))
        g_string_append_printf (kernel, "  const int %s = static_cast<int> (%s);\n", name,
                                indices[i]);
    }
}

static char *
dup_cast (const LoomType *type,
          const char     *name,
          const char     *text)
{
  /* a comment of one line must not swallow the parenthesis */
  const char *end = strstr (text, "//") != NULL ? "\n" : "";

  if (type->lanes == 1 && type->scalar == LOOM_SCALAR_F16)
    return g_strdup_printf ("__float2half_rn ((float) (%s%s))", text, end);
  if (type->lanes == 1 && type->scalar == LOOM_SCALAR_BF16)
    return g_strdup_printf ("__float2bfloat16_rn ((float) (%s%s))", text, end);
  return g_strdup_printf ("(%s) (%s%s)", name, text, end);
}

/* A kernel that computes an expression for each cell of an array, as the device's compiler reads
 * it: C has more functions there than on the host. Returns its name. */
char *
_loom_host_add_kernel (LoomHostWriter     *self,
                       const LoomPlanArg  *arg,
                       const char         *name,
                       const char         *setting,
                       const char         *text,
                       GError            **error)
{
  const LoomShape main_shape = get_main_shape (self);
  const char *type = _loom_host_get_type (self, arg);
  g_autofree char *value = NULL, *kernel = NULL;
  guint64 cells = 0;

  if (arg->type.scalar == LOOM_SCALAR_BYTES
      || (arg->type.lanes > 1 && loom_scalar_size (arg->type.scalar) == 2
          && loom_scalar_is_float (arg->type.scalar)))
    return loom_fail_null (error, LOOM_ERROR_UNSUPPORTED,
                           _("the array %s has cells that no expression can give"), arg->name);

  value = dup_cast (&arg->type, type, text);
  kernel = _loom_host_dup_name (self, name);
  loom_shape_cells (&arg->shape, &cells);
  g_string_append_printf (self->kernels,
                          "\n/* %s */\n__global__ void\n%s (%s *out)\n{\n"
                          "  const unsigned long long i = blockIdx.x * 256ull + threadIdx.x;\n\n"
                          "  if (i >= %" G_GUINT64_FORMAT ")\n    return;\n",
                          setting, kernel, type, cells);
  append_names (self->kernels, text, &arg->shape, &main_shape);
  g_string_append_printf (self->kernels, "  out[i] = %s;\n}\n", value);
  return g_steal_pointer (&kernel);
}

/* The cells of a file of the document, whatever it is, as a .npy beside the program. Returns its
 * name. */
char *
_loom_host_add_file (LoomHostWriter     *self,
                     const LoomPlanArg  *arg,
                     const char         *file,
                     const char         *what,
                     GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomHostData *data;

  if (self->stem == NULL)
    return loom_fail_null (
        error, LOOM_ERROR_USAGE,
        _("the array %1$s is read from %2$s, and a program that is printed has no "
          "file beside it: say where the program goes"),
        arg->name, file);
  if (self->source->folder == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("the array %1$s is to be read from %2$s, but the document has no "
                             "folder: save it first"),
                           arg->name, file);
  bytes = loom_input_read (self->source->folder, file, &arg->type, &arg->shape, error);
  array = bytes != NULL ? loom_array_new (&arg->type, &arg->shape, bytes, error) : NULL;
  if (array == NULL)
    return NULL;

  data = g_new (LoomHostData, 1);
  data->name = g_strdup_printf ("%s-%s%s.npy", self->stem, name, what);
  data->bytes = loom_npy_format (array);
  g_ptr_array_add (self->data, data);
  return g_strdup (data->name);
}
