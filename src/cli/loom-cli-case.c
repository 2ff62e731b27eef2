/* loom-cli-case.c: a recorded case, from its folder to a plan
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-case.h"

#include "loom-npy.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_ARGS 1024

static void
expect_free (gpointer data)
{
  LoomCliExpect *self = data;

  g_clear_pointer (&self->array, loom_array_unref);
  g_free (self->name);
  g_free (self);
}

/* The raw value: GKeyFile would take a backslash for an escape. */
static char *
dup_value (GKeyFile    *file,
           const char  *group,
           const char  *key,
           GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  char *value = g_key_file_get_value (file, group, key, &local_error);

  if (value == NULL)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_FILE, "%s", local_error->message);

  return value;
}

static gboolean
reject (const char  *key,
        const char  *value,
        GError     **error)
{
  return loom_fail (error, LOOM_ERROR_FILE, _("case.ini: %1$s=%2$s is not understood"), key, value);
}

/* Arrays count bytes, scalars count bits: i8 is a long or a char. */
static gboolean
parse_scalar (const char *text,
              gboolean    counts_bits,
              LoomScalar *scalar)
{
  static const struct
  {
    const char *in_bytes, *in_bits;
    LoomScalar  scalar;
  } names[] = {
    { "i1", "i8", LOOM_SCALAR_I8 },   { "u1", "u8", LOOM_SCALAR_U8 },
    { "i2", "i16", LOOM_SCALAR_I16 }, { "u2", "u16", LOOM_SCALAR_U16 },
    { "i4", "i32", LOOM_SCALAR_I32 }, { "u4", "u32", LOOM_SCALAR_U32 },
    { "i8", "i64", LOOM_SCALAR_I64 }, { "u8", "u64", LOOM_SCALAR_U64 },
    { "f2", "f16", LOOM_SCALAR_F16 }, { "f4", "f32", LOOM_SCALAR_F32 },
    { "f8", "f64", LOOM_SCALAR_F64 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (text, counts_bits ? names[i].in_bits : names[i].in_bytes) == 0)
      {
        *scalar = names[i].scalar;
        return TRUE;
      }

  return FALSE;
}

/* "f4" and "24,40" */
static gboolean
parse_array_type (LoomPlanArg *arg,
                  const char  *scalar,
                  const char  *shape)
{
  LoomScalar type;

  if (!parse_scalar (scalar, FALSE, &type) || !loom_shape_parse (shape, &arg->shape, NULL))
    return FALSE;

  arg->type = loom_type_of (type, 1);

  return TRUE;
}

static LoomArray *
load_array (const char  *base,
            const char  *name,
            char       **path,
            GError     **error)
{
  *path = g_canonicalize_filename (name, base);

  return loom_npy_load (*path, error);
}

static void
add_expect (LoomCliCase            *self,
            const char             *name,
            LoomArray              *array,
            const LoomCliTolerance *tolerance)
{
  LoomCliExpect *expect = g_new0 (LoomCliExpect, 1);

  expect->name = g_strdup (name);
  expect->array = loom_array_ref (array);
  expect->tolerance = *tolerance;
  g_ptr_array_add (self->expects, expect);
}

/* Contents come from a file; the path stays absolute until the folder of them all is known. */
static gboolean
fill_from_file (LoomCliCase  *self,
                LoomPlanArg  *arg,
                const char   *base,
                const char   *name,
                gboolean      unchanged,
                GError      **error)
{
  static const LoomCliTolerance exact = { LOOM_CLI_EXACT, };
  g_autoptr (LoomArray) array = load_array (base, name, &arg->fill.text, error);

  if (array == NULL)
    return FALSE;

  arg->fill.kind = LOOM_FILL_FILE;
  arg->type = *loom_array_get_cell_type (array);
  arg->shape = *loom_array_get_shape (array);

  if (unchanged)
    add_expect (self, arg->name, array, &exact);

  return TRUE;
}

static gboolean
make_struct (LoomPlanArg *arg)
{
  guint64 cells;

  if (!loom_shape_cells (&arg->shape, &cells) || cells * arg->type.size > G_MAXUINT16)
    return FALSE;

  arg->kind = LOOM_PARAM_STRUCT;
  arg->type = (LoomType) { LOOM_SCALAR_BYTES, 1, cells * arg->type.size };

  return TRUE;
}

static gboolean
make_scalar (LoomPlanArg  *arg,
             const char   *type,
             const char   *value)
{
  LoomScalar scalar;

  if (!parse_scalar (type, TRUE, &scalar))
    return FALSE;

  arg->kind = LOOM_PARAM_SCALAR;
  arg->type = loom_type_of (scalar, 1);
  arg->value = g_strdup (value);

  return TRUE;
}

/* array:FILE, array-inout:FILE, array-out:DT:SHAPE:fill=HH, scalar:TYPE:VALUE, bytes:FILE */
static gboolean
parse_arg (LoomCliCase  *self,
           LoomPlanArg  *arg,
           const char   *base,
           const char   *text,
           GError      **error)
{
  g_auto (GStrv) words = g_strsplit (text, ":", 4);
  const guint n_words = g_strv_length (words);

  arg->kind = LOOM_PARAM_ARRAY;

  if (n_words == 2 && strcmp (words[0], "array") == 0)
    {
      arg->is_const = TRUE;
      return fill_from_file (self, arg, base, words[1], TRUE, error);
    }

  if (n_words == 2 && strcmp (words[0], "array-inout") == 0)
    return fill_from_file (self, arg, base, words[1], FALSE, error);

  if (n_words == 2 && strcmp (words[0], "bytes") == 0 &&
      fill_from_file (self, arg, base, words[1], FALSE, NULL) && make_struct (arg))
    return TRUE;

  if (n_words == 3 && strcmp (words[0], "scalar") == 0 && make_scalar (arg, words[1], words[2]))
    return TRUE;

  if (n_words == 4 && strcmp (words[0], "array-out") == 0 && parse_array_type (arg, words[1],
                                                                               words[2]) &&
      g_str_has_prefix (words[3], "fill=") &&
      g_ascii_string_to_unsigned (words[3] + strlen ("fill="), 16, 0, 255, &arg->fill.number, NULL))
    {
      arg->fill.kind = LOOM_FILL_BYTE;
      return TRUE;
    }

  return reject (arg->name, text, error);
}

static gboolean
load_args (LoomCliCase  *self,
           LoomKernel   *kernel,
           GKeyFile     *file,
           const char   *base,
           GError      **error)
{
  g_autofree char *text = dup_value (file, "args", "count", error);
  guint64 count;

  if (text == NULL)
    return FALSE;

  if (!g_ascii_string_to_unsigned (text, 10, 0, MAX_ARGS, &count, NULL))
    return reject ("count", text, error);

  for (guint i = 0; i < count; i++)
    {
      g_autofree char *name = g_strdup_printf ("arg%u", i);
      g_autofree char *value = dup_value (file, "args", name, error);
      LoomPlanArg *arg;
      LoomParam *param;

      if (value == NULL)
        return FALSE;

      arg = loom_plan_arg_new ();
      arg->name = g_steal_pointer (&name);
      g_ptr_array_add (self->plan->args, arg);

      if (!parse_arg (self, arg, base, value, error))
        return FALSE;

      param = loom_param_new ();
      param->name = g_strdup (arg->name);
      param->type_name = g_strdup ("");
      param->kind = arg->kind;
      param->type = arg->type;
      param->is_const = arg->is_const;
      g_ptr_array_add (kernel->params, param);
    }

  return TRUE;
}

static LoomPlanArg *
add_symbol (LoomCliCase *self,
            const char  *name)
{
  LoomPlanArg *arg = loom_plan_arg_new ();

  arg->name = g_strdup (name);
  arg->symbol = g_strdup (name);
  arg->kind = LOOM_PARAM_ARRAY;
  g_ptr_array_add (self->plan->symbols, arg);

  return arg;
}

static gboolean
parse_symbol (LoomCliCase  *self,
              const char   *name,
              const char   *text,
              const char   *base,
              GError      **error)
{
  return fill_from_file (self, add_symbol (self, name), base, text, FALSE, error);
}

/* FILE;TOLERANCE and then, in any order, view=bf16 or DT:SHAPE of a variable */
static gboolean
parse_expect (LoomCliCase  *self,
              const char   *key,
              const char   *text,
              const char   *base,
              GError      **error)
{
  const char *name = g_str_has_prefix (key, "symbol.") ? key + strlen ("symbol.") : key;
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  g_autoptr (LoomArray) array = NULL;
  g_autofree char *path = NULL;
  LoomCliTolerance tolerance;

  if (g_strv_length (parts) < 2)
    return reject (key, text, error);

  array = load_array (base, parts[0], &path, error);

  if (array == NULL || !loom_cli_tolerance_parse (parts[1], &tolerance, error))
    return FALSE;

  tolerance.as_bf16 = g_strv_contains ((const char * const *) parts, "view=bf16");
  add_expect (self, name, array, &tolerance);

  if (name != key)
    {
      LoomPlanArg *symbol = add_symbol (self, name);

      symbol->fill.kind = LOOM_FILL_KEEP;
      symbol->type = *loom_array_get_cell_type (array);
      symbol->shape = *loom_array_get_shape (array);
    }

  return TRUE;
}

static gboolean
parse_expect_or_output (LoomCliCase  *self,
                        const char   *key,
                        const char   *text,
                        const char   *base,
                        GError      **error)
{
  g_autofree char *path = NULL;

  if (strcmp (key, "printf") != 0)
    return parse_expect (self, key, text, base, error);

  path = g_build_filename (base, text, NULL);
  return g_file_get_contents (path, &self->output, NULL, error);
}

/* Every key of a group, which may be absent. */
static gboolean
load_group (LoomCliCase  *self,
            GKeyFile     *file,
            const char   *group,
            const char   *base,
            gboolean   (* parse) (LoomCliCase  *self,
                                  const char   *key,
                                  const char   *text,
                                  const char   *base,
                                  GError      **error),
            GError      **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *value = dup_value (file, group, keys[i], error);

      if (value == NULL || !parse (self, keys[i], value, base, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
load_dim3 (GKeyFile    *file,
           const char  *key,
           LoomDim3    *dim3,
           GError     **error)
{
  g_autofree char *text = dup_value (file, "launch", key, error);
  guint rank;

  return text != NULL && loom_dim3_parse (text, dim3, &rank, error);
}

static gboolean
load_launch (LoomCliCase  *self,
             GKeyFile     *file,
             GError      **error)
{
  g_autofree char *shared = g_key_file_get_value (file, "launch", "shared", NULL);
  g_autofree char *launches = g_key_file_get_value (file, "launch", "launches", NULL);
  guint64 number;

  if (!load_dim3 (file, "block", &self->plan->block, error) ||
      !load_dim3 (file, "grid", &self->plan->grid, error))
    return FALSE;

  if (shared != NULL)
    {
      if (!g_ascii_string_to_unsigned (shared, 10, 0, G_MAXUINT32, &self->plan->shared, NULL))
        return reject ("shared", shared, error);
    }

  if (launches != NULL)
    {
      if (!g_ascii_string_to_unsigned (launches, 10, 1, G_MAXUINT16, &number, NULL))
        return reject ("launches", launches, error);

      self->plan->launches = number;
    }

  return TRUE;
}

/* Arguments and variables whose contents are in files. */
static GPtrArray *
list_files (LoomPlan *plan)
{
  GPtrArray *lists[] = { plan->args, plan->symbols };
  GPtrArray *files = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      if (((LoomPlanArg *) g_ptr_array_index (lists[i], j))->fill.kind == LOOM_FILL_FILE)
        g_ptr_array_add (files, g_ptr_array_index (lists[i], j));

  return files;
}

/* The name of a file below a folder, or NULL if it is elsewhere. */
static const char *
get_name_below (const char *path,
                const char *folder)
{
  gsize length = strlen (folder);

  if (!g_str_has_prefix (path, folder))
    return NULL;

  /* The root alone ends in a slash. */
  if (length == 1)
    return path + 1;

  return path[length] == G_DIR_SEPARATOR ? path + length + 1 : NULL;
}

/* A case's files may lie beside it, but the runner is shown one folder only: the nearest that holds
 * them all. */
static void
relate_files (LoomCliCase *self,
              const char  *base)
{
  g_autoptr (GPtrArray) files = list_files (self->plan);

  self->folder = g_strdup (base);

  for (guint i = 0; i < files->len; i++)
    while (get_name_below (((LoomPlanArg *) g_ptr_array_index (files, i))->fill.text,
                           self->folder) == NULL)
      {
        g_autofree char *inner = g_steal_pointer (&self->folder);

        self->folder = g_path_get_dirname (inner);
      }

  for (guint i = 0; i < files->len; i++)
    {
      LoomPlanArg *arg = g_ptr_array_index (files, i);
      g_autofree char *path = g_steal_pointer (&arg->fill.text);

      arg->fill.text = g_strdup (get_name_below (path, self->folder));
    }
}

/* The number of sm_89 or compute_75. */
static guint
read_target (const char *arch)
{
  const char *number = arch != NULL ? strrchr (arch, '_') : NULL;

  return number != NULL ? (guint) MIN (g_ascii_strtoull (number + 1, NULL, 10), G_MAXUINT) : 0;
}

static gboolean
load_kernel (LoomCliCase  *self,
             LoomKernel   *kernel,
             GKeyFile     *file,
             const char   *base,
             GError      **error)
{
  g_autofree char *name = dup_value (file, "kernel", "ptx", error);
  g_autofree char *path = NULL;

  if (name == NULL)
    return FALSE;

  path = g_build_filename (base, name, NULL);
  kernel->entry = dup_value (file, "kernel", "entry", error);

  if (kernel->entry == NULL || !g_file_get_contents (path, &self->compiled->ptx, NULL, error))
    return FALSE;

  self->source = g_key_file_get_value (file, "kernel", "source", NULL);
  self->arch = g_key_file_get_value (file, "kernel", "arch", NULL);
  self->options = g_key_file_get_value (file, "kernel", "options", NULL);
  self->target = read_target (self->arch);
  kernel->name = g_strdup (kernel->entry);
  self->plan->kernel = g_strdup (kernel->entry);
  self->plan->entry = g_strdup (kernel->entry);

  return TRUE;
}

/**
 * loom_cli_case_load:
 * @self: memory for a case
 * @path: a folder with a `case.ini`
 *
 * Reads a recorded case: what to run, and what must come out.
 *
 * Returns: %FALSE with an error that names the file or the line
 */
gboolean
loom_cli_case_load (LoomCliCase  *self,
                    const char   *path,
                    GError      **error)
{
  g_autofree char *base = g_canonicalize_filename (path, NULL);
  g_autofree char *ini = g_build_filename (base, "case.ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  LoomKernel *kernel = loom_kernel_new ();

  self->base = g_strdup (base);
  self->compiled = loom_compiled_new ();
  self->compiled->compiler = g_strdup ("");
  self->plan = loom_plan_new ();
  self->expects = g_ptr_array_new_with_free_func (expect_free);
  g_ptr_array_add (self->compiled->kernels, kernel);

  if (!g_key_file_load_from_file (file, ini, G_KEY_FILE_NONE, error) ||
      !load_kernel (self, kernel, file, base, error) ||
      !load_launch (self, file, error) ||
      !load_args (self, kernel, file, base, error) ||
      !load_group (self, file, "symbols", base, parse_symbol, error) ||
      !load_group (self, file, "expect", base, parse_expect_or_output, error))
    return FALSE;

  relate_files (self, base);

  return TRUE;
}

void
loom_cli_case_clear (LoomCliCase *self)
{
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->base, g_free);
  g_clear_pointer (&self->source, g_free);
  g_clear_pointer (&self->arch, g_free);
  g_clear_pointer (&self->options, g_free);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->expects, g_ptr_array_unref);
  g_clear_pointer (&self->output, g_free);
}
