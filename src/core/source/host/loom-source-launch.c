/* loom-source-launch.c: one launch that was read from host code, as a value
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launch.h"

#include "loom-wire-private.h"

#include <math.h>
#include <string.h>

/* Longer texts are nobody's, and would make one launch as large as a source. */
#define MAX_TEXT 4096
#define MAX_ARGUMENTS 256

static void
argument_clear (gpointer data)
{
  g_free (((LoomReadArgument *) data)->text);
}

LoomSourceLaunch *
loom_source_launch_new (void)
{
  LoomSourceLaunch *self = g_new0 (LoomSourceLaunch, 1);

  self->arguments = g_array_new (FALSE, TRUE, sizeof (LoomReadArgument));
  g_array_set_clear_func (self->arguments, argument_clear);
  return self;
}

LoomSourceLaunch *
loom_source_launch_copy (const LoomSourceLaunch *self)
{
  LoomSourceLaunch *copy;
  GArray *arguments;

  g_return_val_if_fail (self != NULL, NULL);

  copy = loom_source_launch_new ();
  arguments = copy->arguments;
  *copy = *self;
  copy->kernel = g_strdup (self->kernel);
  copy->instance = g_strdup (self->instance);
  copy->template_name = g_strdup (self->template_name);
  copy->function = g_strdup (self->function);
  copy->file = g_strdup (self->file);
  copy->grid.text = g_strdup (self->grid.text);
  copy->block.text = g_strdup (self->block.text);
  copy->shared_text = g_strdup (self->shared_text);
  copy->arguments = arguments;
  g_array_append_vals (arguments, self->arguments->data, self->arguments->len);
  for (guint i = 0; i < arguments->len; i++)
    {
      LoomReadArgument *argument = &g_array_index (arguments, LoomReadArgument, i);

      argument->text = g_strdup (argument->text);
    }

  return copy;
}

void
loom_source_launch_free (LoomSourceLaunch *self)
{
  if (self == NULL)
    return;

  g_free (self->kernel);
  g_free (self->instance);
  g_free (self->template_name);
  g_free (self->function);
  g_free (self->file);
  g_free (self->grid.text);
  g_free (self->block.text);
  g_free (self->shared_text);
  g_array_unref (self->arguments);
  g_free (self);
}

/**
 * loom_source_launch_is_certain:
 *
 * Returns: whether its grid and its block are
 */
gboolean
loom_source_launch_is_certain (const LoomSourceLaunch *self)
{
  return loom_read_extent_is_certain (&self->grid) && loom_read_extent_is_certain (&self->block);
}

/**
 * loom_read_argument_dup_value:
 * @scalar: type of the parameter: C makes a real number of a whole one
 *
 * Returns: (transfer full) (nullable): the number that is passed, with all digits that the type
 *   has; %NULL: it is none for certain
 */
char *
loom_read_argument_dup_value (const LoomReadArgument *self,
                              LoomScalar              scalar)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->value.is_certain)
    return g_strdup_printf ("%" G_GINT64_FORMAT, self->value.value);
  if (!self->is_real || !loom_scalar_is_float (scalar))
    return NULL;
  return g_strdup (g_ascii_formatd (digits, sizeof digits,
                                    scalar == LOOM_SCALAR_F64 ? "%.17g" : "%.9g", self->real));
}

static gboolean
is_name (const char *text)
{
  if (!g_ascii_isalpha (*text) && *text != '_')
    return FALSE;
  while (g_ascii_isalnum (*text) || *text == '_')
    text++;
  return *text == '\0';
}

/**
 * loom_source_launch_dup_kernel:
 *
 * Returns: (transfer full): what is launched, as `kernel=` names it; "math::scale<…>" of a template
 *   whose arguments are not told
 */
char *
loom_source_launch_dup_kernel (const LoomSourceLaunch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->template_name != NULL)
    return g_strconcat (self->template_name, "<…>", NULL);
  return g_strdup (self->instance != NULL ? self->instance : self->kernel);
}

/**
 * loom_source_launch_find_same:
 * @index: of an argument
 *
 * Returns: the first argument that is passed the same variable, by its name alone; -1: there is
 *   none
 */
gint
loom_source_launch_find_same (const LoomSourceLaunch *self,
                              guint                   index)
{
  const char *name;

  g_return_val_if_fail (self != NULL, -1);

  name = index < self->arguments->len
         ? g_array_index (self->arguments, LoomReadArgument, index).text : NULL;
  if (name == NULL || !is_name (name) || strcmp (name, "NULL") == 0 ||
      strcmp (name, "nullptr") == 0)
    return -1;

  for (guint i = 0; i < index; i++)
    if (g_strcmp0 (g_array_index (self->arguments, LoomReadArgument, i).text, name) == 0)
      return (gint) i;
  return -1;
}

static gboolean
is_text (const char *text)
{
  if (text == NULL)
    return TRUE;
  for (const char *c = text; *c != '\0'; c++)
    {
      if (g_ascii_iscntrl (*c))
        return FALSE;
    }

  return strlen (text) <= MAX_TEXT;
}

/* What is not certain has no value. */
static gboolean
check_number (gpointer data)
{
  LoomReadNumber *self = data;

  self->value = self->is_certain ? self->value : 0;
  return TRUE;
}

static const LoomWireMember number_members[] = {
  LOOM_WIRE (BOOLEAN, LoomReadNumber, is_certain),
  LOOM_WIRE (INT64, LoomReadNumber, value),
};
static const LoomWire number_wire = {
  LOOM_WIRE_MEMBERS (number_members, LoomReadNumber), .check = check_number,
};

static GVariant *
pack_axes (gconstpointer data)
{
  const LoomReadNumber *axes = data;
  GVariant *numbers[3];

  for (guint axis = 0; axis < 3; axis++)
    numbers[axis] = _loom_wire_pack (&number_wire, &axes[axis]);
  return g_variant_new_array (NULL, numbers, 3);
}

static gboolean
unpack_axes (GVariant *variant,
             gpointer  data)
{
  LoomReadNumber *axes = data;

  if (g_variant_n_children (variant) != 3)
    return FALSE;
  for (guint axis = 0; axis < 3; axis++)
    {
      g_autoptr (GVariant) number = g_variant_get_child_value (variant, axis);

      _loom_wire_unpack (&number_wire, number, &axes[axis]);
    }
  return TRUE;
}

static const LoomWire axes_wire = { .type = "a(bx)", .pack = pack_axes, .unpack = unpack_axes };

static gboolean
check_extent (gpointer data)
{
  return is_text (((LoomReadExtent *) data)->text);
}

static const LoomWireMember extent_members[] = {
  LOOM_WIRE_UP_TO (LoomReadExtent, rank, 3),
  LOOM_WIRE_OF (STRUCT, LoomReadExtent, axes, &axes_wire),
  LOOM_WIRE (NULLABLE, LoomReadExtent, text),
};
static const LoomWire extent_wire = {
  LOOM_WIRE_MEMBERS (extent_members, LoomReadExtent), .check = check_extent,
};

static gboolean
check_argument (gpointer data)
{
  const LoomReadArgument *self = data;

  return is_text (self->text) && self->bytes.value >= 0 && isfinite (self->real);
}

static const LoomWireMember argument_members[] = {
  LOOM_WIRE (NULLABLE, LoomReadArgument, text),
  LOOM_WIRE_OF (STRUCT, LoomReadArgument, value, &number_wire),
  LOOM_WIRE_OF (STRUCT, LoomReadArgument, bytes, &number_wire),
  LOOM_WIRE (BOOLEAN, LoomReadArgument, is_real),
  LOOM_WIRE (DOUBLE, LoomReadArgument, real),
};
static const LoomWire argument_wire = {
  LOOM_WIRE_MEMBERS (argument_members, LoomReadArgument), .check = check_argument,
};

static gboolean
check_launch (gpointer data)
{
  const LoomSourceLaunch *self = data;

  return *self->kernel != '\0' && self->line > 0 && self->shared.value >= 0 &&
         self->shared_per_warp >= 0 && self->shared_per_warp <= G_MAXINT32 &&
         ABS (self->shared_besides) <= G_MAXINT32 &&
         self->arguments->len <= MAX_ARGUMENTS && is_text (self->kernel) &&
         is_text (self->instance) && is_text (self->template_name) &&
         is_text (self->function) && is_text (self->file) && is_text (self->shared_text);
}

static const LoomWireMember launch_members[] = {
  LOOM_WIRE (STRING, LoomSourceLaunch, kernel),
  LOOM_WIRE (NULLABLE, LoomSourceLaunch, instance),
  LOOM_WIRE (NULLABLE, LoomSourceLaunch, template_name),
  LOOM_WIRE (NULLABLE, LoomSourceLaunch, function),
  LOOM_WIRE (NULLABLE, LoomSourceLaunch, file),
  LOOM_WIRE (UINT32, LoomSourceLaunch, line),
  LOOM_WIRE_OF (STRUCT, LoomSourceLaunch, grid, &extent_wire),
  LOOM_WIRE_OF (STRUCT, LoomSourceLaunch, block, &extent_wire),
  LOOM_WIRE_OF (STRUCT, LoomSourceLaunch, shared, &number_wire),
  LOOM_WIRE (INT64, LoomSourceLaunch, shared_per_warp),
  LOOM_WIRE (INT64, LoomSourceLaunch, shared_besides),
  LOOM_WIRE (NULLABLE, LoomSourceLaunch, shared_text),
  LOOM_WIRE_OF (ARRAY, LoomSourceLaunch, arguments, &argument_wire),
};

const LoomWire _loom_source_launch_wire = {
  LOOM_WIRE_MEMBERS (launch_members, LoomSourceLaunch),
  .create = (LoomWireCreate) loom_source_launch_new,
  .destroy = (GDestroyNotify) loom_source_launch_free, .check = check_launch,
};

LOOM_DEFINE_WIRE (LoomSourceLaunch, loom_source_launch, &_loom_source_launch_wire)
