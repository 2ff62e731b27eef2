/* loom-copy-rate.c: how fast memory is copied to, from and between devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-copy-rate.h"

#include <math.h>

void
loom_copy_rate_free (LoomCopyRate *self)
{
  if (self == NULL)
    return;

  g_free (self->from);
  g_free (self->to);
  g_free (self->why);
  g_free (self);
}

static char *
dup_text (GVariant   *variant,
          const char *key)
{
  char *text = NULL;

  return g_variant_lookup (variant, key, "s", &text) ? text : g_strdup ("");
}

/* From an a{sv} of MeasureCopies, perhaps from a hostile process: what is missing or of another
 * type is empty, a rate that is none 0. */
static LoomCopyRate *
read_rate (GVariant *variant)
{
  LoomCopyRate *self = g_new0 (LoomCopyRate, 1);

  self->from = dup_text (variant, "from");
  self->to = dup_text (variant, "to");
  self->why = dup_text (variant, "why");
  g_variant_lookup (variant, "pinned", "b", &self->pinned);
  g_variant_lookup (variant, "direct", "b", &self->direct);
  g_variant_lookup (variant, "bytes", "t", &self->bytes);
  g_variant_lookup (variant, "bytes-per-second", "d", &self->bytes_per_second);
  if (!isfinite (self->bytes_per_second) || self->bytes_per_second < 0)
    self->bytes_per_second = 0;
  return self;
}

/**
 * loom_copy_rate_list:
 * @variant: (nullable): what MeasureCopies answered with
 *
 * Returns: (transfer full) (element-type LoomCopyRate): the rates; empty for anything else
 */
GPtrArray *
loom_copy_rate_list (GVariant *variant)
{
  GPtrArray *rates = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_copy_rate_free);

  if (variant == NULL || !g_variant_is_of_type (variant, G_VARIANT_TYPE ("aa{sv}")))
    return rates;
  for (gsize i = 0; i < g_variant_n_children (variant); i++)
    {
      g_autoptr (GVariant) rate = g_variant_get_child_value (variant, i);

      g_ptr_array_add (rates, read_rate (rate));
    }

  return rates;
}
