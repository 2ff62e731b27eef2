/* loom-host-cuda-values.c: what arrays, variables and structs begin with, in CUDA C++
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include "loom-input.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_BYTES 4096

/* Cells that are being filled. */
typedef struct
{
  LoomHostWriter    *writer;
  const LoomPlanArg *arg;
  const char        *cell;      /* an array of cells, or one cell of a struct */
  gboolean           is_one;
  guint              n;         /* numbers in a cell */
  char              *values;    /* a variable with numbers that are written out, or NULL */
} Filled;

static void
need (const Filled *self,
      LoomHostPart  part)
{
  self->writer->parts |= 1u << part;
}

/* Which number of all it is. */
static char *
dup_index (const Filled *self,
           guint         component)
{
  return self->is_one ? g_strdup_printf ("%u", component)
                      : _loom_host_dup_index (self->n, component);
}

static char *
dup_iota (const Filled *self,
          LoomScalar    scalar,
          const char   *index)
{
  if (scalar == LOOM_SCALAR_F16)
    return g_strdup_printf ("__double2half (static_cast<double> (%s))", index);
  if (scalar == LOOM_SCALAR_BF16)
    return g_strdup_printf ("__double2bfloat16 (static_cast<double> (%s))", index);
  return g_strdup_printf ("static_cast<%s> (%s)", _loom_host_name_scalar (scalar), index);
}

static char *
dup_random (const Filled *self,
            LoomScalar    scalar,
            const char   *index)
{
  need (self, LOOM_HOST_PART_RANDOM);
  if (scalar == LOOM_SCALAR_F16)
    need (self, LOOM_HOST_PART_RANDOM_HALF);
  else if (scalar == LOOM_SCALAR_BF16)
    need (self, LOOM_HOST_PART_RANDOM_BFLOAT16);
  return g_strdup_printf ("host::random<%s> (%" G_GUINT64_FORMAT "ull, %s)",
                          _loom_host_name_scalar (scalar), self->arg->fill.number, index);
}

/* The number that a list has for a component. */
static char *
dup_listed (const Filled *self,
            LoomScalar    scalar,
            guint         component)
{
  g_auto (GStrv) words = g_strsplit (self->arg->fill.text, ",", -1);
  const guint n = g_strv_length (words);
  g_autofree char *index = dup_index (self, component);
  LoomScalarBits bits = { .u64 = 0 };

  if (self->values != NULL)
    return g_strdup_printf ("static_cast<%s> (%s[%s])", _loom_host_name_scalar (scalar),
                            self->values, index);
  loom_scalar_text_parse (words[MIN (component, n - 1)], scalar, &bits);
  return _loom_host_dup_number (scalar, &bits);
}

static char *
dup_value (const Filled *self,
           LoomScalar    scalar,
           guint         component)
{
  g_autofree char *index = dup_index (self, component);
  LoomScalarBits one;

  switch (self->arg->fill.kind)
    {
    case LOOM_FILL_ONES:
      loom_scalar_from_double (1, scalar, &one);
      return _loom_host_dup_number (scalar, &one);
    case LOOM_FILL_IOTA:
      return dup_iota (self, scalar, index);
    case LOOM_FILL_RANDOM:
      return dup_random (self, scalar, index);
    case LOOM_FILL_VALUES:
    default:
      return dup_listed (self, scalar, component);
    }
}

/* Several numbers for all cells stand in a table. Those of 64 bits would lose some as doubles. */
static void
write_table (Filled *self)
{
  g_auto (GStrv) words = g_strsplit (self->arg->fill.text, ",", -1);
  const LoomComponent first = loom_type_get_component (&self->arg->type, 0);
  const gboolean is_whole = !loom_scalar_is_float (first.scalar) && self->n == 1;
  const LoomScalar scalar = is_whole ? first.scalar : LOOM_SCALAR_F64;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = NULL;

  if (self->is_one || words[0] == NULL || words[1] == NULL)
    return;
  for (guint i = 0; words[i] != NULL; i++)
    {
      LoomScalarBits bits = { .u64 = 0 };
      g_autofree char *number = NULL;

      loom_scalar_text_parse (words[i], scalar, &bits);
      number = _loom_host_dup_number (scalar, &bits);
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", number);
    }
  name = g_strconcat (_loom_host_get_name (self->writer, self->arg), "_values", NULL);
  self->values = _loom_host_dup_name (self->writer, name);
  _loom_host_line (self->writer, "static const %s %s[] = { %s };", _loom_host_name_scalar (scalar),
                   self->values, text->str);
}

/* A line for each number of a cell, in a loop over all cells. */
static void
write_numbers (Filled *self)
{
  const char *place = self->is_one ? "" : "[i]";

  if (self->arg->fill.kind == LOOM_FILL_VALUES)
    write_table (self);
  if (!self->is_one)
    _loom_host_cuda_begin_cells (self->writer, self->arg, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      const LoomComponent component = loom_type_get_component (&self->arg->type, i);
      g_autofree char *member = _loom_host_dup_member (&component);
      g_autofree char *value = NULL;

      if (component.pointer != NULL)
        continue;
      value = dup_value (self, component.scalar, i);
      _loom_host_line (self->writer, "%s%s%s = %s;", self->cell, place, member, value);
    }
  if (!self->is_one)
    _loom_host_cuda_end_cells (self->writer, self->n);
  g_clear_pointer (&self->values, g_free);
}

/* Where the bytes are. */
static char *
dup_target (const Filled *self)
{
  return g_strdup_printf (self->is_one ? "&%s" : "%s.get ()", self->cell);
}

static void
write_bytes (const Filled *self,
             guint         byte)
{
  g_autofree char *target = dup_target (self);
  const char *name = _loom_host_get_name (self->writer, self->arg);

  if (self->is_one)
    _loom_host_line (self->writer, "std::memset (static_cast<void *> (%s), 0x%02x, sizeof %s);",
                     target, byte, name);
  else
    _loom_host_line (self->writer, "std::memset (static_cast<void *> (%s), 0x%02x, %s.bytes ());",
                     target, byte, name);
}

static gboolean
write_file (const Filled  *self,
            GError       **error)
{
  g_autofree char *file
      = _loom_host_add_file (self->writer, self->arg, self->arg->fill.text, "", error);
  g_autofree char *target = dup_target (self), *quoted = NULL;

  if (file == NULL)
    return FALSE;
  need (self, LOOM_HOST_PART_NPY);
  quoted = g_strescape (file, NULL);
  _loom_host_line (self->writer, "host::read_npy (\"%s\", %s, %s.bytes ());", quoted,
                   target, _loom_host_get_name (self->writer, self->arg));
  return TRUE;
}

/* The bytes of a struct are few. */
static gboolean
write_struct_file (const Filled  *self,
                   GError       **error)
{
  const LoomPlanArg *arg = self->arg;
  g_autoptr (GBytes) bytes = self->writer->source->folder == NULL
                                 ? NULL
                                 : loom_input_read (self->writer->source->folder, arg->fill.text,
                                                    &arg->type, NULL, error);
  g_autoptr (GString) text = g_string_new (NULL);
  gsize size;
  const guint8 *data;

  if (bytes == NULL)
    return error != NULL && *error != NULL
               ? FALSE
               : loom_fail (error, LOOM_ERROR_FILE,
                            _("the struct %1$s is to be read from %2$s, but the document has no "
                              "folder: save it first"),
                            arg->name, arg->fill.text);
  data = g_bytes_get_data (bytes, &size);
  if (size > MOST_BYTES)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("the struct %s has more bytes than host code is to be given of a file"),
                      arg->name);
  for (gsize i = 0; i < size; i++)
    g_string_append_printf (text, "%s0x%02x", i > 0 ? ", " : "", data[i]);
  _loom_host_line (self->writer, "static const unsigned char %s_bytes[] = { %s };",
                   _loom_host_get_name (self->writer, arg), text->str);
  _loom_host_line (self->writer, "std::memcpy (static_cast<void *> (&%s), %s_bytes, sizeof %s);",
                   self->cell, _loom_host_get_name (self->writer, arg), self->cell);
  return TRUE;
}

static char *
dup_setting (const LoomPlanArg *arg)
{
  g_autofree char *fill = loom_fill_format (&arg->fill);

  return g_strdup_printf ("[%s %s] fill=%s", arg->symbol != NULL ? "symbol" : "arg", arg->name,
                          fill);
}

static gboolean
write_expression (const Filled  *self,
                  GError       **error)
{
  const LoomPlanArg *arg = self->arg;
  const char *name = _loom_host_get_name (self->writer, arg);
  g_autofree char *setting = dup_setting (arg);
  g_autofree char *wanted = g_strdup_printf ("fill_%s", name);
  g_autofree char *kernel
      = _loom_host_add_kernel (self->writer, arg, wanted, setting, arg->fill.text, error);

  if (kernel == NULL)
    return FALSE;
  need (self, LOOM_HOST_PART_EVALUATE);
  _loom_host_line (self->writer, "%s = host::evaluate (host::%s, %s.count (), \"%s\");", self->cell,
                   kernel, name, kernel);
  return TRUE;
}

static gboolean
write_whole (Filled  *self,
             GError **error)
{
  switch (self->arg->fill.kind)
    {
    case LOOM_FILL_FILE:
      return self->is_one ? write_struct_file (self, error) : write_file (self, error);
    case LOOM_FILL_EXPR:
      return write_expression (self, error);
    case LOOM_FILL_POISON:
      /* what nobody should read is no number in floats */
      write_bytes (self, loom_scalar_is_float (self->arg->type.scalar) ? 0xff : 0xcd);
      return TRUE;
    case LOOM_FILL_BYTE:
      write_bytes (self, self->arg->fill.number & 0xff);
      return TRUE;
    case LOOM_FILL_ONES:
    case LOOM_FILL_IOTA:
    case LOOM_FILL_RANDOM:
    case LOOM_FILL_VALUES:
      if (!_loom_host_check_numbers (self->arg, error))
        return FALSE;
      write_numbers (self);
      return TRUE;
    case LOOM_FILL_ZEROS:
    case LOOM_FILL_KEEP:
    default:
      return TRUE;
    }
}

/* The loops over a box of cells; returns how many there are. */
static guint
begin_box (const Filled   *self,
           const LoomBox  *box,
           char          **index)
{
  static const char * const names[] = { "plane", "row", "col" };
  const LoomShape *shape = &self->arg->shape;
  const guint n = CLAMP (shape->rank, 1, 3);
  char *at[3] = { NULL };
  guint loops = 0;

  for (guint axis = 3 - n; axis < 3; axis++)
    {
      const guint64 first = box->first[axis], last = box->last[axis];

      at[axis]
          = first == last ? g_strdup_printf ("%" G_GUINT64_FORMAT, first) : g_strdup (names[axis]);
      if (first == last)
        continue;
      loops++;
      _loom_host_line (self->writer,
                       "for (size_t %s = %" G_GUINT64_FORMAT "; %s <= %" G_GUINT64_FORMAT "; %s++)",
                       names[axis], first, names[axis], last, names[axis]);
      self->writer->depth++;
    }
  *index = n == 1 ? g_strdup (at[2])
           : n == 2
               ? g_strdup_printf ("%s * %" G_GUINT64_FORMAT " + %s", at[1], shape->cols, at[2])
               : g_strdup_printf ("(%s * %" G_GUINT64_FORMAT " + %s) * %" G_GUINT64_FORMAT " + %s",
                                  at[0], shape->rows, at[1], shape->cols, at[2]);
  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    g_free (at[i]);
  return loops;
}

static void
write_cells (const Filled *self)
{
  g_autoptr (GArray) list = _loom_host_list_cells (self->arg);

  for (guint i = 0; i < list->len; i++)
    {
      const LoomHostCells *cells = &g_array_index (list, LoomHostCells, i);

      for (guint j = 0; cells->values[j] != NULL && j < self->n; j++)
        {
          const LoomComponent component = loom_type_get_component (&self->arg->type, j);
          g_autofree char *member = _loom_host_dup_member (&component);
          g_autofree char *place = NULL, *value = NULL;
          LoomScalarBits bits = { .u64 = 0 };
          const guint loops = begin_box (self, &cells->box, &place);

          loom_scalar_text_parse (cells->values[j], component.scalar, &bits);
          value = _loom_host_dup_number (component.scalar, &bits);
          _loom_host_line (self->writer, "%s[%s]%s = %s;", self->cell, place, member, value);
          self->writer->depth -= loops;
        }
    }
}

/* Cells on the host without memory on the device. */
static void
declare_cells (LoomHostWriter    *self,
               const char        *class,
               const LoomPlanArg *arg,
               const char        *called)
{
  g_autofree char *pitch
      = arg->pitch > 0 ? g_strdup_printf (", %" G_GUINT64_FORMAT, arg->pitch) : g_strdup ("");

  self->parts |= 1u << LOOM_HOST_PART_ARRAY;
  _loom_host_line (self,
                   "host::%s<%s> %s (\"%s\", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                   ", %" G_GUINT64_FORMAT "%s);",
                   class, _loom_host_get_type (self, arg), _loom_host_get_name (self, arg), called,
                   arg->shape.planes, arg->shape.rows, arg->shape.cols, pitch);
}

static LoomComponent
find_component (const LoomPlanArg *arg,
                const LoomPlanArg *member)
{
  return loom_type_get_component (&arg->type,
                                  MAX (loom_type_find_component (&arg->type, member->name), 0));
}

/* A member of all cells as an array of its own. */
void
_loom_host_cuda_declare_member (LoomHostWriter    *self,
                                const LoomPlanArg *arg,
                                const LoomPlanArg *member)
{
  g_autofree char *called = g_strdup_printf ("%s.%s", arg->name, member->name);

  g_hash_table_insert (self->names, (gpointer) member, _loom_host_dup_name (self, called));
  _loom_host_set_type (self, member, _loom_host_dup_type (&member->type));
  declare_cells (self, "Cells", member, called);
}

/* A member of all cells is filled as an array of its own, and goes to its place in them. */
static gboolean
write_member (const Filled       *self,
              const LoomPlanArg  *member,
              GError            **error)
{
  LoomHostWriter *writer = self->writer;
  const LoomComponent component = find_component (self->arg, member);
  g_autofree char *path = _loom_host_dup_member (&component);
  g_autofree char *cell = NULL;
  const char *name;

  _loom_host_cuda_declare_member (writer, self->arg, member);
  name = _loom_host_get_name (writer, member);
  cell = g_strconcat (name, ".before", NULL);
  if (member->fill.kind == LOOM_FILL_KEEP)
    _loom_host_line (writer, "for (size_t i = 0; i < %s.count (); i++) %s[i] = %s[i]%s;", name,
                     cell, self->cell, path);
  if (!_loom_host_cuda_fill (writer, member, cell, error))
    return FALSE;
  _loom_host_line (writer, "for (size_t i = 0; i < %s.count (); i++)", name);
  _loom_host_line (writer, "  %s[i]%s = %s[i];", self->cell, path, cell);
  return TRUE;
}

/* A number of a struct that is passed by value. */
static gboolean
write_number (const Filled       *self,
              const LoomPlanArg  *member,
              GError            **error)
{
  const LoomComponent component = find_component (self->arg, member);
  g_autofree char *path = _loom_host_dup_member (&component);
  g_autofree char *number = NULL;
  LoomScalarBits bits;

  if (!_loom_host_evaluate (self->writer, member, &bits, error))
    return FALSE;
  number = _loom_host_dup_number (member->type.scalar, &bits);
  _loom_host_line (self->writer, "%s%s = %s;", self->cell, path, number);
  return TRUE;
}

/* Writes what an array, a variable or a struct holds before the launch. */
gboolean
_loom_host_cuda_fill (LoomHostWriter     *writer,
                      const LoomPlanArg  *arg,
                      const char         *cell,
                      GError            **error)
{
  Filled self = {
    writer, arg, cell, arg->kind == LOOM_PARAM_STRUCT, loom_type_count_components (&arg->type), NULL
  };

  if (!write_whole (&self, error))
    return FALSE;
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];

      if (member->kind == LOOM_PARAM_SCALAR
              ? !write_number (&self, member, error)
              : !loom_plan_arg_is_kept (member) && !write_member (&self, member, error))
        return FALSE;
    }
  if (arg->cells != NULL)
    write_cells (&self);
  return TRUE;
}

/* An array with its memory, or the cells of a variable, as they begin. */
gboolean
_loom_host_cuda_declare (LoomHostWriter     *self,
                         const LoomPlanArg  *arg,
                         GError            **error)
{
  g_autofree char *setting = dup_setting (arg);
  g_autofree char *cell = NULL;

  _loom_host_line (self, "// %s", setting);
  if (arg->symbol != NULL)
    _loom_host_set_type (self, arg, _loom_host_dup_type (&arg->type));
  declare_cells (self, arg->symbol != NULL ? "Cells" : "Array", arg, arg->name);
  cell = g_strconcat (_loom_host_get_name (self, arg), ".before", NULL);
  if (!_loom_host_cuda_fill (self, arg, cell, error))
    return FALSE;
  if (arg->symbol == NULL)
    _loom_host_line (self, "%s.upload ();", _loom_host_get_name (self, arg));
  return TRUE;
}
