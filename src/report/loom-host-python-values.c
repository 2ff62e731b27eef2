/* loom-host-python-values.c: what arrays, variables and structs begin with, in Python
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-python-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* NumPy's name of a scalar; NULL: it has none. */
const char *
_loom_host_python_name_scalar (LoomScalar scalar)
{
  static const char * const names[LOOM_N_SCALARS] = {
    [LOOM_SCALAR_BYTES] = "np.uint8", [LOOM_SCALAR_BOOL] = "np.bool_",
    [LOOM_SCALAR_I8] = "np.int8",     [LOOM_SCALAR_U8] = "np.uint8",
    [LOOM_SCALAR_I16] = "np.int16",   [LOOM_SCALAR_U16] = "np.uint16",
    [LOOM_SCALAR_I32] = "np.int32",   [LOOM_SCALAR_U32] = "np.uint32",
    [LOOM_SCALAR_I64] = "np.int64",   [LOOM_SCALAR_U64] = "np.uint64",
    [LOOM_SCALAR_F16] = "np.float16", [LOOM_SCALAR_F32] = "np.float32",
    [LOOM_SCALAR_F64] = "np.float64",
  };

  return names[scalar];
}

static gboolean
has_names (const LoomType *type)
{
  return type->record != NULL || type->lanes > 1;
}

/* The type of cells for NumPy: of structs and vectors a flat one, whose names are those that
 * settings have, with their places. */
static char *
dup_dtype (const LoomPlanArg  *arg,
           GError            **error)
{
  const LoomType *type = &arg->type;
  const guint n = loom_type_count_components (type);
  g_autoptr (GString) names = g_string_new (NULL), formats = g_string_new (NULL);
  g_autoptr (GString) offsets = g_string_new (NULL);

  if (!has_names (type) && _loom_host_python_name_scalar (type->scalar) != NULL)
    return type->scalar == LOOM_SCALAR_BYTES
               ? g_strdup_printf ("np.dtype('V%u')", type->size)
               : g_strdup (_loom_host_python_name_scalar (type->scalar));
  for (guint i = 0; i < n || n == 0; i++)
    {
      const LoomComponent component = loom_type_get_component (type, i);
      const char *name = _loom_host_python_name_scalar (component.scalar);
      const char *comma = i > 0 ? ", " : "";

      if (name == NULL || n == 0)
        return loom_fail_null (error, LOOM_ERROR_UNSUPPORTED,
                               _("%s has numbers of the type bfloat16, which NumPy has not"),
                               arg->name);
      g_string_append_printf (names, "%s'%s'", comma, component.name);
      g_string_append_printf (formats, "%s%s", comma, name);
      g_string_append_printf (offsets, "%s%u", comma, component.offset);
    }
  return g_strdup_printf ("np.dtype({'names': [%s], 'formats': [%s], 'offsets': [%s], "
                          "'itemsize': %u})",
                          names->str, formats->str, offsets->str, type->size);
}

/* A number as Python has it. */
char *
_loom_host_python_dup_number (LoomScalar            scalar,
                              const LoomScalarBits *bits)
{
  const double value = loom_scalar_to_double (scalar, bits->bytes);

  if (scalar == LOOM_SCALAR_BOOL)
    return g_strdup (bits->u8 != 0 ? "True" : "False");
  if (!loom_scalar_is_float (scalar))
    return loom_scalar_format (scalar, bits->bytes);
  if (isnan (value))
    return g_strdup ("np.nan");
  if (isinf (value))
    return g_strdup (value < 0 ? "-np.inf" : "np.inf");
  return loom_scalar_text_shorten (scalar, value);
}

/* "(16, 16)" */
static char *
dup_shape (const LoomShape *shape)
{
  if (shape->rank == 1)
    return g_strdup_printf ("(%" G_GUINT64_FORMAT ",)", shape->cols);
  if (shape->rank == 2)
    return g_strdup_printf ("(%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ")", shape->rows,
                            shape->cols);
  return g_strdup_printf ("(%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ")",
                          shape->planes, shape->rows, shape->cols);
}

static char *
dup_list (const LoomPlanArg *arg,
          LoomScalar         scalar)
{
  g_auto (GStrv) words = g_strsplit (arg->fill.text, ",", -1);
  GString *list = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      LoomScalarBits bits = { .u64 = 0 };
      g_autofree char *number = NULL;

      loom_scalar_text_parse (words[i], scalar, &bits);
      number = _loom_host_python_dup_number (scalar, &bits);
      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", number);
    }
  return g_string_free (list, FALSE);
}

/* What a number of each cell is, of its position `i`. */
static char *
dup_values (const LoomPlanArg *arg,
            guint              index)
{
  const LoomComponent component = loom_type_get_component (&arg->type, index);
  const char *scalar = _loom_host_python_name_scalar (component.scalar);
  g_autofree char *position 
      = _loom_host_dup_index (loom_type_count_components (&arg->type), index);
  g_autofree char *list = NULL;

  switch (arg->fill.kind)
    {
    case LOOM_FILL_ONES:
      return g_strdup ("1");
    case LOOM_FILL_IOTA:
      return g_strdup_printf ("iota(%s, %s)", scalar, position);
    case LOOM_FILL_RANDOM:
      return g_strdup_printf ("random(%s, %" G_GUINT64_FORMAT ", %s)", scalar, arg->fill.number,
                              position);
    case LOOM_FILL_VALUES:
    default:
      list = dup_list (arg, component.scalar);
      return g_strdup_printf ("np.array([%s], %s)[%s]", list, scalar, position);
    }
}

static gboolean
write_numbers (LoomHostWriter     *self,
               const LoomPlanArg  *arg,
               GError            **error)
{
  const guint n = loom_type_count_components (&arg->type);

  if (!_loom_host_check_numbers (arg, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const LoomComponent component = loom_type_get_component (&arg->type, i);
      g_autofree char *values = NULL, *member = NULL;

      if (component.pointer != NULL)
        continue;
      values = dup_values (arg, i);
      member = has_names (&arg->type) ? g_strdup_printf (", '%s'", component.name) : g_strdup ("");
      _loom_host_line (self, "%s.fill(lambda i: %s%s)", _loom_host_get_name (self, arg), values,
                       member);
    }
  return TRUE;
}

static gboolean
write_file (LoomHostWriter     *self,
            const LoomPlanArg  *arg,
            GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);
  g_autofree char *file = NULL;

  if (arg->kind == LOOM_PARAM_STRUCT)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("the struct %s is read from a file, which is not exported to Python"),
                      arg->name);
  file = _loom_host_add_file (self, arg, arg->fill.text, "", error);
  if (file == NULL)
    return FALSE;
  _loom_host_line (self, "%s.before = %s.read('%s')", name, name, file);
  return TRUE;
}

static gboolean
write_expression (LoomHostWriter     *self,
                  const LoomPlanArg  *arg,
                  GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);
  g_autofree char *fill = loom_fill_format (&arg->fill);
  g_autofree char *setting = g_strdup_printf ("%s: fill=%s", arg->name, fill);
  g_autofree char *wanted = g_strdup_printf ("fill_%s", name);
  g_autofree char *kernel
      = _loom_host_add_kernel (self, arg, wanted, setting, arg->fill.text, error);

  if (kernel == NULL)
    return FALSE;
  _loom_host_line (self, "%s.before = evaluate(%s, '%s', %s.before)", name,
                   _loom_host_get_own (self, "expressions"), kernel, name);
  return TRUE;
}

static gboolean
write_whole (LoomHostWriter     *self,
             const LoomPlanArg  *arg,
             GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);

  switch (arg->fill.kind)
    {
    case LOOM_FILL_FILE:
      return write_file (self, arg, error);
    case LOOM_FILL_EXPR:
      return write_expression (self, arg, error);
    case LOOM_FILL_POISON:
      _loom_host_line (self, "%s.fill_bytes(0x%02x)", name,
                       loom_scalar_is_float (arg->type.scalar) ? 0xff : 0xcd);
      return TRUE;
    case LOOM_FILL_BYTE:
      _loom_host_line (self, "%s.fill_bytes(%u)", name, (guint)arg->fill.number & 0xff);
      return TRUE;
    case LOOM_FILL_ZEROS:
    case LOOM_FILL_KEEP:
      return TRUE;
    default:
      return write_numbers (self, arg, error);
    }
}

/* "3, 0:4" */
static char *
dup_slices (const LoomBox *box,
            guint          rank)
{
  GString *slices = g_string_new (NULL);

  for (guint axis = 3 - CLAMP (rank, 1, 3); axis < 3; axis++)
    {
      g_string_append_printf (slices, "%s%" G_GUINT64_FORMAT, slices->len > 0 ? ", " : "",
                              box->first[axis]);
      if (box->first[axis] != box->last[axis])
        g_string_append_printf (slices, ":%" G_GUINT64_FORMAT, box->last[axis] + 1);
    }
  return g_string_free (slices, FALSE);
}

static void
write_cells (LoomHostWriter    *self,
             const LoomPlanArg *arg)
{
  g_autoptr (GArray) list = _loom_host_list_cells (arg);

  for (guint i = 0; i < list->len; i++)
    {
      const LoomHostCells *cells = &g_array_index (list, LoomHostCells, i);
      g_autofree char *slices = dup_slices (&cells->box, arg->shape.rank);

      for (guint j = 0;
           cells->values[j] != NULL && j < loom_type_count_components (&arg->type); j++)
        {
          const LoomComponent component = loom_type_get_component (&arg->type, j);
          g_autofree char *number = NULL, *member = NULL;
          LoomScalarBits bits = { .u64 = 0 };

          loom_scalar_text_parse (cells->values[j], component.scalar, &bits);
          number = _loom_host_python_dup_number (component.scalar, &bits);
          member
              = has_names (&arg->type) ? g_strdup_printf ("['%s']", component.name) : g_strdup ("");
          _loom_host_line (self, "%s.before%s[%s] = %s", _loom_host_get_name (self, arg), member,
                           slices, number);
        }
    }
}

/* A member is filled as an array of its own, and goes to its place in the cells. */
static gboolean
write_member (LoomHostWriter     *self,
              const LoomPlanArg  *arg,
              const LoomPlanArg  *member,
              GError            **error)
{
  const char *name = _loom_host_get_name (self, arg), *own;
  g_autofree char *called = g_strdup_printf ("%s.%s", arg->name, member->name);
  g_autofree char *shape = dup_shape (&member->shape);
  LoomScalarBits bits;

  if (member->kind == LOOM_PARAM_SCALAR)
    {
      g_autofree char *number = NULL;

      if (!_loom_host_evaluate (self, member, &bits, error))
        return FALSE;
      number = _loom_host_python_dup_number (member->type.scalar, &bits);
      _loom_host_line (self, "%s.before['%s'] = %s", name, member->name, number);
      return TRUE;
    }
  own = _loom_host_dup_name (self, called);
  g_hash_table_insert (self->names, (gpointer) member, (gpointer) own);
  _loom_host_set_type (self, member, _loom_host_dup_type (&member->type));
  _loom_host_line (self, "%s = Cells('%s', %s, %s)", own, called, shape,
                   _loom_host_python_name_scalar (member->type.scalar));
  if (member->fill.kind == LOOM_FILL_KEEP)
    _loom_host_line (self, "%s.before[...] = %s.before['%s']", own, name, member->name);
  if (!_loom_host_python_fill (self, member, error))
    return FALSE;
  _loom_host_line (self, "%s.before['%s'] = %s.before", name, member->name, own);
  return TRUE;
}

/* Writes what the cells of an argument or a variable are before the launch. */
gboolean
_loom_host_python_fill (LoomHostWriter     *self,
                        const LoomPlanArg  *arg,
                        GError            **error)
{
  if (!write_whole (self, arg, error))
    return FALSE;
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];

      if ((member->kind == LOOM_PARAM_SCALAR || !loom_plan_arg_is_kept (member))
          && !write_member (self, arg, member, error))
        return FALSE;
    }
  if (arg->cells != NULL)
    write_cells (self, arg);
  return TRUE;
}

/* An array with its memory, or cells on the host, as they begin. */
gboolean
_loom_host_python_declare (LoomHostWriter     *self,
                           const LoomPlanArg  *arg,
                           const char         *class,
                           GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);
  g_autofree char *dtype = dup_dtype (arg, error);
  g_autofree char *shape = arg->kind == LOOM_PARAM_STRUCT
                               ? g_strdup ("(1,)")
                               : dup_shape (&arg->shape);
  g_autofree char *pitch
      = arg->pitch > 0 ? g_strdup_printf (", pitch=%" G_GUINT64_FORMAT, arg->pitch) : g_strdup ("");
  g_autofree char *fill = loom_fill_format (&arg->fill);

  if (dtype == NULL)
    return FALSE;
  _loom_host_line (self, "# %s: fill=%s", arg->name, fill);
  _loom_host_line (self, "%s = %s('%s', %s, %s%s)", name, class, arg->name, shape, dtype, pitch);
  return _loom_host_python_fill (self, arg, error);
}
