/* loom-argument-text.c: what is told of an argument, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-argument-text.h"

#include <glib/gi18n-lib.h>

/**
 * loom_argument_field_get_title:
 *
 * Returns: (transfer none): what a column is called
 */
const char *
loom_argument_field_get_title (LoomArgumentField field)
{
  const char * const titles[] = {
    _("Name"), _("Type"), _("Shape"),
    /* Translators: the fill or the value that the settings give an argument */
    _("Given"),
    _("Value"), _("Sum"), _("Checksum"), _("Place"), _("Bytes"),
    /* Translators: bytes from one row of an array to the next */
    _("Pitch"),
    /* Translators: the address of the first cell of an array */
    _("Base"),
    _("Pointer"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == LOOM_N_ARGUMENT_FIELDS);
  g_return_val_if_fail ((guint) field < LOOM_N_ARGUMENT_FIELDS, NULL);

  return titles[field];
}

/**
 * loom_plan_arg_dup_given:
 * @argument: an argument or a variable, bound
 * @component: (nullable): one number of it; %NULL: the whole
 *
 * Writes what an argument is given, as the settings do or as the default is: a value, or a fill
 * with its seed.
 *
 * Returns: (transfer full) (nullable): the text; %NULL where the whole is given nothing: what is
 *   the same as another array, has values for its members alone, or is as the source has it
 */
char *
loom_plan_arg_dup_given (const LoomPlanArg   *argument,
                         const LoomComponent *component)
{
  const LoomPlanArg *member;

  g_return_val_if_fail (argument != NULL, NULL);

  if (component != NULL && *component->name != '\0')
    {
      member = loom_plan_args_find (argument->members, component->name);
      if (argument->kind == LOOM_PARAM_STRUCT)
        return g_strdup (member != NULL && member->value != NULL ? member->value : "0");
      return member != NULL ? loom_fill_format (&member->fill) : NULL;
    }
  if (argument->kind == LOOM_PARAM_SCALAR)
    return g_strdup (loom_plan_arg_is_null (argument) ? "null" : argument->value);
  if (argument->same >= 0 || (argument->kind == LOOM_PARAM_STRUCT &&
                              argument->fill.kind != LOOM_FILL_FILE))
    return NULL;
  return loom_fill_format (&argument->fill);
}

static char *
dup_address (guint64 address)
{
  return address != 0 ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address) : NULL;
}

static char *
dup_count (guint64 count)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
}

/* NULL: what has no numbers to add up. */
static char *
dup_sum (const LoomArray *array)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double sum;

  return loom_array_get_sum (array, &sum)
         ? g_strdup (g_ascii_formatd (text, sizeof text, "%.9g", sum)) : NULL;
}

/**
 * loom_run_argument_get_size:
 * @run: a run
 * @argument: one of its, with cells
 *
 * Returns: bytes of its array, with what lies between its rows where the device has such
 */
guint64
loom_run_argument_get_size (LoomRun               *run,
                            const LoomRunArgument *argument)
{
  const LoomArray *array;
  const LoomShape *shape;

  g_return_val_if_fail (run != NULL && argument != NULL && argument->array >= 0, 0);

  array = ((LoomRunArray *) g_ptr_array_index (run->arrays, argument->array))->array;
  shape = loom_array_get_shape (array);
  return MAX (argument->pitch * shape->rows * shape->planes,
              g_bytes_get_size (loom_array_get_bytes (array)));
}

static char *
dup_cells_text (LoomRun               *run,
                const LoomRunArgument *argument,
                LoomArgumentField      field)
{
  const LoomArray *array
      = ((LoomRunArray *) g_ptr_array_index (run->arrays, argument->array))->array;

  switch (field)
    {
    case LOOM_ARGUMENT_SHAPE:
      return loom_shape_format (loom_array_get_shape (array));
    case LOOM_ARGUMENT_SUM:
      return dup_sum (array);
    case LOOM_ARGUMENT_CHECKSUM:
      return g_strdup_printf ("%08x", loom_array_get_checksum (array));
    case LOOM_ARGUMENT_PLACE:
      return loom_backend_id_dup_title (run->backend);
    case LOOM_ARGUMENT_BYTES:
      return dup_count (loom_run_argument_get_size (run, argument));
    case LOOM_ARGUMENT_PITCH:
      return argument->pitch != 0 ? dup_count (argument->pitch) : NULL;
    default:
      return NULL;
    }
}

/* Of what is passed by value, and of a variable that only the source gives something. */
static char *
dup_value_text (LoomRun               *run,
                const LoomRunArgument *argument,
                LoomArgumentField      field)
{
  guint64 cells = 1;

  switch (field)
    {
    case LOOM_ARGUMENT_SHAPE:
      return argument->is_symbol ? loom_shape_format (&argument->shape) : NULL;
    case LOOM_ARGUMENT_VALUE:
      return argument->values->len == 1 && loom_run_argument_count_members (argument) == 0
             ? g_strdup (g_ptr_array_index (argument->values, 0)) : NULL;
    case LOOM_ARGUMENT_PLACE:
      /* Translators: where an argument lies that is passed by value: on this computer */
      return argument->is_symbol ? loom_backend_id_dup_title (run->backend) : g_strdup (_("Host"));
    case LOOM_ARGUMENT_BYTES:
      if (argument->is_symbol)
        loom_shape_cells (&argument->shape, &cells);
      return dup_count (cells * argument->type.size);
    default:
      return NULL;
    }
}

/**
 * loom_run_argument_dup_text:
 * @run: a run
 * @argument: one of its
 * @field: what of it; sums and checksums look at all cells
 *
 * Returns: (transfer full) (nullable): what is told, %NULL where there is no such thing
 */
char *
loom_run_argument_dup_text (LoomRun               *run,
                            const LoomRunArgument *argument,
                            LoomArgumentField      field)
{
  g_return_val_if_fail (run != NULL && argument != NULL, NULL);

  switch (field)
    {
    case LOOM_ARGUMENT_NAME:
      return g_strdup (argument->name);
    case LOOM_ARGUMENT_TYPE:
      return loom_type_format (&argument->type);
    case LOOM_ARGUMENT_BASE:
      return dup_address (argument->base);
    case LOOM_ARGUMENT_POINTER:
      return dup_address (argument->pointer);
    default:
      return argument->array >= 0 ? dup_cells_text (run, argument, field)
                                  : dup_value_text (run, argument, field);
    }
}

/**
 * loom_run_argument_count_members:
 *
 * Returns: how many numbers of an argument have a line of their own: those of structs and vectors
 *   that are passed by value
 */
guint
loom_run_argument_count_members (const LoomRunArgument *argument)
{
  g_return_val_if_fail (argument != NULL, 0);

  return argument->values->len > 0 && *loom_type_get_component (&argument->type, 0).name != '\0'
         ? argument->values->len : 0;
}

/**
 * loom_run_argument_dup_member_text:
 * @index: of a number, less than loom_run_argument_count_members()
 * @field: what of it
 *
 * Returns: (transfer full) (nullable): what is told, %NULL where there is no such thing
 */
char *
loom_run_argument_dup_member_text (const LoomRunArgument *argument,
                                   guint                  index,
                                   LoomArgumentField      field)
{
  LoomComponent component;
  LoomType type;

  g_return_val_if_fail (argument != NULL && index < argument->values->len, NULL);

  component = loom_type_get_component (&argument->type, index);
  type = loom_type_of (component.scalar, 1);
  switch (field)
    {
    case LOOM_ARGUMENT_NAME:
      return g_strconcat (argument->name, ".", component.name, NULL);
    case LOOM_ARGUMENT_TYPE:
      return loom_type_format (&type);
    case LOOM_ARGUMENT_VALUE:
      return g_strdup (g_ptr_array_index (argument->values, index));
    case LOOM_ARGUMENT_BYTES:
      return dup_count (type.size);
    default:
      return NULL;
    }
}
