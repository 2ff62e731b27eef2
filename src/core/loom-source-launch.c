/* loom-source-launch.c: one launch that was read from host code, as a value
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launch.h"

#include "loom-variant-private.h"

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

/**
 * loom_source_launch_new:
 *
 * Makes a launch of which nothing is known, to be filled in.
 *
 * Returns: (transfer full): a launch
 */
LoomSourceLaunch *
loom_source_launch_new (void)
{
  LoomSourceLaunch *self = g_new0 (LoomSourceLaunch, 1);

  self->arguments = g_array_new (FALSE, TRUE, sizeof (LoomReadArgument));
  g_array_set_clear_func (self->arguments, argument_clear);
  return self;
}

/**
 * loom_source_launch_copy:
 * @self: a launch
 *
 * Copies a launch.
 *
 * Returns: (transfer full): the copy
 */
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

/**
 * loom_source_launch_free:
 * @self: (transfer full) (nullable): a launch
 *
 * Frees a launch.
 */
void
loom_source_launch_free (LoomSourceLaunch *self)
{
  if (self == NULL)
    return;

  g_free (self->kernel);
  g_free (self->instance);
  g_free (self->function);
  g_free (self->file);
  g_free (self->grid.text);
  g_free (self->block.text);
  g_free (self->shared_text);
  g_array_unref (self->arguments);
  g_free (self);
}

/**
 * loom_read_extent_is_certain:
 * @self: the grid or the block of a launch
 *
 * Whether all axes are known for certain, and such that a launch can have them.
 *
 * Returns: %TRUE if so
 */
gboolean
loom_read_extent_is_certain (const LoomReadExtent *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint axis = 0; axis < 3; axis++)
    {
      if (!self->axes[axis].is_certain || self->axes[axis].value < 1 ||
          self->axes[axis].value > G_MAXINT32)
        return FALSE;
    }

  return self->rank > 0;
}

static GVariant *
number_to_variant (const LoomReadNumber *self)
{
  return g_variant_new (LOOM_READ_NUMBER_VARIANT, self->is_certain,
                        self->is_certain ? self->value : 0);
}

static LoomReadNumber
number_from_variant (GVariant *variant)
{
  LoomReadNumber self;

  g_variant_get (variant, LOOM_READ_NUMBER_VARIANT, &self.is_certain, &self.value);
  self.value = self.is_certain ? self.value : 0;
  return self;
}

static GVariant *
extent_to_variant (const LoomReadExtent *self)
{
  GVariant *axes[3];

  for (guint axis = 0; axis < 3; axis++)
    axes[axis] = number_to_variant (&self->axes[axis]);
  return g_variant_new ("(u@a" LOOM_READ_NUMBER_VARIANT "s)", self->rank,
                        g_variant_new_array (NULL, axes, 3), _loom_or_empty (self->text));
}

static gboolean
is_text (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    {
      if (g_ascii_iscntrl (*c))
        return FALSE;
    }

  return strlen (text) <= MAX_TEXT;
}

static gboolean
extent_from_variant (GVariant       *variant,
                     LoomReadExtent *self)
{
  g_autoptr (GVariant) axes = NULL;
  const char *text;

  g_variant_get (variant, "(u@a" LOOM_READ_NUMBER_VARIANT "&s)", &self->rank, &axes, &text);
  if (self->rank > 3 || g_variant_n_children (axes) != 3 || !is_text (text))
    return FALSE;

  self->text = _loom_dup_or_null (text);
  for (guint axis = 0; axis < 3; axis++)
    {
      g_autoptr (GVariant) number = g_variant_get_child_value (axes, axis);

      self->axes[axis] = number_from_variant (number);
    }

  return TRUE;
}

static GVariant *
arguments_to_variant (GArray *arguments)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" LOOM_READ_ARGUMENT_VARIANT));
  for (guint i = 0; i < arguments->len; i++)
    {
      const LoomReadArgument *argument = &g_array_index (arguments, LoomReadArgument, i);

      g_variant_builder_add (&builder, "(s@" LOOM_READ_NUMBER_VARIANT "@" LOOM_READ_NUMBER_VARIANT
                             "bd)", _loom_or_empty (argument->text),
                             number_to_variant (&argument->value),
                             number_to_variant (&argument->bytes), argument->is_real,
                             argument->real);
    }

  return g_variant_builder_end (&builder);
}

static gboolean
arguments_from_variant (GVariant *variant,
                        GArray   *arguments)
{
  const gsize n = g_variant_n_children (variant);

  if (n > MAX_ARGUMENTS)
    return FALSE;

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (variant, i);
      g_autoptr (GVariant) value = NULL, bytes = NULL;
      LoomReadArgument argument = { NULL };
      const char *text;

      g_variant_get (child, "(&s@" LOOM_READ_NUMBER_VARIANT "@" LOOM_READ_NUMBER_VARIANT "bd)",
                     &text, &value, &bytes, &argument.is_real, &argument.real);
      argument.value = number_from_variant (value);
      argument.bytes = number_from_variant (bytes);
      if (!is_text (text) || argument.bytes.value < 0 || !isfinite (argument.real))
        return FALSE;
      argument.text = _loom_dup_or_null (text);
      g_array_append_val (arguments, argument);
    }

  return TRUE;
}

/**
 * loom_source_launch_to_variant:
 * @self: a launch
 *
 * Packs a launch for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_source_launch_to_variant (const LoomSourceLaunch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_variant_new ("(ssssu@" LOOM_READ_EXTENT_VARIANT "@" LOOM_READ_EXTENT_VARIANT
                        "@" LOOM_READ_NUMBER_VARIANT "s@a" LOOM_READ_ARGUMENT_VARIANT ")",
                        _loom_or_empty (self->kernel), _loom_or_empty (self->instance),
                        _loom_or_empty (self->function), _loom_or_empty (self->file), self->line,
                        extent_to_variant (&self->grid), extent_to_variant (&self->block),
                        number_to_variant (&self->shared), _loom_or_empty (self->shared_text),
                        arguments_to_variant (self->arguments));
}

/**
 * loom_source_launch_from_variant:
 * @variant: from loom_source_launch_to_variant(), perhaps in a hostile process
 *
 * Unpacks and checks a launch.
 *
 * Returns: (transfer full) (nullable): a launch, or %NULL if it is none
 */
LoomSourceLaunch *
loom_source_launch_from_variant (GVariant *variant)
{
  g_autoptr (LoomSourceLaunch) self = loom_source_launch_new ();
  g_autoptr (GVariant) grid = NULL, block = NULL, shared = NULL, arguments = NULL;
  const char *kernel, *instance, *function, *file, *shared_text;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (LOOM_SOURCE_LAUNCH_VARIANT)))
    return NULL;

  g_variant_get (variant, "(&s&s&s&su@" LOOM_READ_EXTENT_VARIANT "@" LOOM_READ_EXTENT_VARIANT
                 "@" LOOM_READ_NUMBER_VARIANT "&s@a" LOOM_READ_ARGUMENT_VARIANT ")",
                 &kernel, &instance, &function, &file, &self->line, &grid, &block, &shared,
                 &shared_text, &arguments);
  self->kernel = g_strdup (kernel);
  self->instance = _loom_dup_or_null (instance);
  self->function = _loom_dup_or_null (function);
  self->file = _loom_dup_or_null (file);
  self->shared = number_from_variant (shared);
  self->shared_text = _loom_dup_or_null (shared_text);
  if (*kernel == '\0' || self->line == 0 || self->shared.value < 0 || !is_text (kernel) ||
      !is_text (instance) || !is_text (function) || !is_text (file) || !is_text (shared_text) ||
      !extent_from_variant (grid, &self->grid) || !extent_from_variant (block, &self->block) ||
      !arguments_from_variant (arguments, self->arguments))
    return NULL;

  return g_steal_pointer (&self);
}
