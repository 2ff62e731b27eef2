/* loom-launch-text.c: a launch that was found in host code, in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-text.h"

#include <glib/gi18n-lib.h>

/* "16 × 16" where that is certain, else what stands there. */
static char *
dup_extent (const LoomReadExtent *extent)
{
  GString *text;

  if (!loom_read_extent_is_certain (extent))
    return g_strdup (extent->text != NULL && *extent->text != '\0' ? extent->text : "?");

  text = g_string_new (NULL);
  for (guint axis = 0; axis < extent->rank; axis++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, axis > 0 ? " × " : "",
                            extent->axes[axis].value);
  return g_string_free (text, FALSE);
}

/**
 * loom_launch_text_dup_numbers:
 *
 * Returns: (transfer full): its grid, block and shared memory; what is not certain as it stands in
 *   the source
 */
char *
loom_launch_text_dup_numbers (const LoomSourceLaunch *launch)
{
  g_autofree char *grid = NULL, *block = NULL, *shared = NULL;

  g_return_val_if_fail (launch != NULL, NULL);

  grid = dup_extent (&launch->grid);
  block = dup_extent (&launch->block);
  if (launch->shared_text == NULL || (launch->shared.is_certain && launch->shared.value == 0))
    /* Translators: of a launch; each is a number, several, or an expression of C. */
    return g_strdup_printf (_("grid %1$s, block %2$s"), grid, block);

  shared = launch->shared.is_certain ? g_strdup_printf ("%" G_GINT64_FORMAT, launch->shared.value)
                                     : g_strdup (launch->shared_text);
  return g_strdup_printf (_("grid %1$s, block %2$s, shared bytes %3$s"), grid, block, shared);
}

/**
 * loom_launch_text_dup_recorded:
 *
 * Returns: (transfer full): grid, block and shared memory of a launch that was recorded
 */
char *
loom_launch_text_dup_recorded (const LoomRecordedLaunch *launch)
{
  g_autoptr (LoomSourceLaunch) read = loom_source_launch_new ();

  read->grid = loom_read_extent_of (&launch->grid);
  read->block = loom_read_extent_of (&launch->block);
  read->shared = (LoomReadNumber) { TRUE, (gint64) launch->shared };
  read->shared_text = g_strdup_printf ("%" G_GUINT64_FORMAT, launch->shared);
  return loom_launch_text_dup_numbers (read);
}

char *
loom_launch_text_dup_place (const LoomSourceLaunch *launch)
{
  g_return_val_if_fail (launch != NULL, NULL);

  if (launch->function == NULL && launch->file == NULL)
    return g_strdup_printf (_("line %u"), launch->line);
  if (launch->file == NULL)
    /* Translators: %1$s is the name of a function of the source. */
    return g_strdup_printf (_("%1$s(), line %2$u"), launch->function, launch->line);
  if (launch->function == NULL)
    /* Translators: %1$s is the name of a file. */
    return g_strdup_printf (_("%1$s, line %2$u"), launch->file, launch->line);
  /* Translators: %1$s is the name of a function, %2$s that of the file which it stands in. */
  return g_strdup_printf (_("%1$s() in %2$s, line %3$u"), launch->function, launch->file,
                          launch->line);
}

/**
 * loom_launch_text_dup_found:
 * @launches: (element-type LoomSourceLaunch): some launches, at least one
 *
 * Returns: (transfer full): how many they are, and where
 */
char *
loom_launch_text_dup_found (GPtrArray *launches)
{
  const LoomSourceLaunch *first;

  g_return_val_if_fail (launches != NULL && launches->len > 0, NULL);

  first = g_ptr_array_index (launches, 0);
  for (guint i = 0; i < launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      if (launch->function == NULL || g_strcmp0 (launch->function, first->function) != 0)
        return g_strdup_printf (ngettext ("%u found in the source", "%u found in the source",
                                          launches->len), launches->len);
    }
  /* Translators: %1$u launches were found in the function %2$s of the source. */
  return g_strdup_printf (ngettext ("%1$u found in %2$s()", "%1$u found in %2$s()", launches->len),
                          launches->len, first->function);
}

static void
add_open (GString    *open,
          const char *name,
          const char *text)
{
  g_string_append_printf (open, "%s%s", open->len > 0 ? ", " : "", name);
  if (text != NULL && *text != '\0' && g_strcmp0 (text, name) != 0)
    g_string_append_printf (open, " = %s", text);
}

/**
 * loom_launch_text_dup_open:
 * @kernel: (nullable): what it launches
 *
 * Lists what the source does not tell for certain: that has no setting once the launch is chosen.
 *
 * Returns: (transfer full) (nullable): "grid = (n + 255) / 256, n"; %NULL if all is certain
 */
char *
loom_launch_text_dup_open (const LoomSourceLaunch *launch,
                           const LoomKernel       *kernel)
{
  g_autoptr (GString) open = NULL;

  g_return_val_if_fail (launch != NULL, NULL);

  open = g_string_new (NULL);
  if (!loom_read_extent_is_certain (&launch->grid))
    add_open (open, _("grid"), launch->grid.text);
  if (!loom_read_extent_is_certain (&launch->block))
    add_open (open, _("block"), launch->block.text);
  if (launch->shared_text != NULL && !launch->shared.is_certain)
    add_open (open, _("shared bytes"), launch->shared_text);
  for (guint i = 0; kernel != NULL && i < kernel->params->len && i < launch->arguments->len; i++)
    {
      const LoomParam *param = g_ptr_array_index (kernel->params, i);
      const LoomReadArgument *argument = &g_array_index (launch->arguments, LoomReadArgument, i);

      if (param->kind == LOOM_PARAM_SCALAR && !argument->value.is_certain && !argument->is_real)
        add_open (open, param->name, argument->text);
    }

  return open->len > 0 ? g_string_free (g_steal_pointer (&open), FALSE) : NULL;
}
