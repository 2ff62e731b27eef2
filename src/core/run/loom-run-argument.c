/* loom-run-argument.c: what a kernel got of an argument
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-argument.h"

#include "loom-wire-private.h"

static LoomRunArgument *
create (void)
{
  LoomRunArgument *self = g_new0 (LoomRunArgument, 1);

  self->array = -1;
  self->shape = (LoomShape) { 1, 1, 1, 1 };
  self->values = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * loom_run_argument_new:
 * @name: of the parameter or variable
 * @kind: how the kernel gets it
 * @type: of its cells, or its own
 *
 * Returns: (transfer full): an argument without a place and without values
 */
LoomRunArgument *
loom_run_argument_new (const char     *name,
                       LoomParamKind   kind,
                       const LoomType *type)
{
  LoomRunArgument *self;

  g_return_val_if_fail (name != NULL && type != NULL, NULL);

  self = create ();
  self->name = g_strdup (name);
  self->kind = kind;
  self->type = *type;
  return self;
}

void
loom_run_argument_free (LoomRunArgument *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_ptr_array_unref (self->values);
  g_free (self);
}

/**
 * loom_run_argument_set_values:
 * @bytes: as the kernel gets them
 * @size: their number
 *
 * Writes out what is passed by value: each number, or member of a struct. Bytes that nobody can
 * look into have no values.
 */
void
loom_run_argument_set_values (LoomRunArgument *self,
                              gconstpointer    bytes,
                              gsize            size)
{
  const gboolean is_known = self->type.scalar != LOOM_SCALAR_BYTES || self->type.record != NULL;

  g_return_if_fail (self != NULL && bytes != NULL);

  g_ptr_array_set_size (self->values, 0);
  for (guint i = 0; is_known && i < loom_type_count_components (&self->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&self->type, i);
      const guint8 *number = (const guint8 *) bytes + component.offset;
      g_autofree char *text = NULL;

      if (component.offset + loom_scalar_size (component.scalar) > size)
        continue;
      text = loom_scalar_format (component.scalar, number);
      g_ptr_array_add (self->values,
                       loom_component_is_array (&component) && g_str_equal (text, "0")
                       ? g_strdup ("null") : g_steal_pointer (&text));
    }
}

/* Values are none, or one for each number. */
static gboolean
check (gpointer data)
{
  const LoomRunArgument *self = data;

  guint64 cells, size;

  return self->array >= -1 && loom_shape_cells (&self->shape, &cells) &&
         g_uint64_checked_mul (&size, cells, self->type.size) &&
         (self->values->len == 0 || (self->array < 0 &&
          self->values->len == loom_type_count_components (&self->type)));
}

static const LoomWireMember members[] = {
  LOOM_WIRE (STRING, LoomRunArgument, name),
  LOOM_WIRE_UP_TO (LoomRunArgument, kind, LOOM_PARAM_STRUCT),
  LOOM_WIRE (BOOLEAN, LoomRunArgument, is_symbol),
  LOOM_WIRE_OF (STRUCT, LoomRunArgument, type, &_loom_type_wire),
  LOOM_WIRE_OF (STRUCT, LoomRunArgument, shape, &_loom_shape_wire),
  LOOM_WIRE (INT32, LoomRunArgument, array),
  LOOM_WIRE (UINT64, LoomRunArgument, base),
  LOOM_WIRE (UINT64, LoomRunArgument, pitch),
  LOOM_WIRE (UINT64, LoomRunArgument, pointer),
  LOOM_WIRE (STRINGS, LoomRunArgument, values),
};
const LoomWire _loom_run_argument_wire = {
  LOOM_WIRE_MEMBERS (members, LoomRunArgument),
  .create = (LoomWireCreate) create,
  .destroy = (GDestroyNotify) loom_run_argument_free,
  .check = check,
};
