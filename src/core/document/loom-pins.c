/* loom-pins.c: the moments of steps that are kept whatever becomes of the others
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pins.h"

#include "loom-error.h"
#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Of the first pin that does not stand before a moment. */
static guint
find (const LoomPins *self,
      guint64         moment)
{
  guint at = 0;

  while (at < self->n && self->moments[at] < moment)
    at++;
  return at;
}

/**
 * loom_pins_contain:
 *
 * Returns: whether a moment is pinned
 */
gboolean
loom_pins_contain (const LoomPins *self,
                   guint64         moment)
{
  guint at;

  g_return_val_if_fail (self != NULL, FALSE);

  at = find (self, moment);
  return at < self->n && self->moments[at] == moment;
}

gboolean
loom_pins_equal (const LoomPins *a,
                 const LoomPins *b)
{
  return a->n == b->n && memcmp (a->moments, b->moments, a->n * sizeof *a->moments) == 0;
}

/**
 * loom_pins_count_behind:
 *
 * Returns: how many pinned moments are later than a moment
 */
guint
loom_pins_count_behind (const LoomPins *self,
                        guint64         moment)
{
  guint at;

  g_return_val_if_fail (self != NULL, 0);

  at = find (self, moment);
  return self->n - at - (at < self->n && self->moments[at] == moment);
}

/**
 * loom_pins_toggle:
 * @moment: to pin, or no longer
 * @error: return location; %LOOM_ERROR_DOCUMENT where there are as many as there may be
 */
gboolean
loom_pins_toggle (LoomPins  *self,
                  guint64    moment,
                  GError   **error)
{
  guint at;

  g_return_val_if_fail (self != NULL, FALSE);

  at = find (self, moment);
  if (at < self->n && self->moments[at] == moment)
    {
      self->n--;
      memmove (self->moments + at, self->moments + at + 1,
               (self->n - at) * sizeof *self->moments);
      return TRUE;
    }
  if (self->n == LOOM_MAX_PINS)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%u moments are pinned already, as many as may be; let go of one first"),
                      self->n);
  memmove (self->moments + at + 1, self->moments + at, (self->n - at) * sizeof *self->moments);
  self->moments[at] = moment;
  self->n++;
  return TRUE;
}

/**
 * loom_pins_parse:
 * @text: (nullable): numbers of moments, apart by commas, in any order; empty or %NULL: none
 * @pins: (out): what it says
 * @error: return location; %LOOM_ERROR_DOCUMENT names what is no moment
 */
gboolean
loom_pins_parse (const char  *text,
                 LoomPins    *pins,
                 GError     **error)
{
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (pins != NULL, FALSE);

  *pins = (LoomPins) { 0 };
  if (text == NULL || *text == '\0')
    return TRUE;
  parts = g_strsplit (text, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint64 moment;

      g_strstrip (parts[i]);
      if (!g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXINT64, &moment, NULL))
        {
          g_autofree char *shown = _loom_abbreviate (parts[i]);

          return loom_fail (error, LOOM_ERROR_DOCUMENT,
                            _("“%s” is not a moment; write whole numbers from 0, apart by commas"),
                            shown);
        }
      if (!loom_pins_contain (pins, moment) && !loom_pins_toggle (pins, moment, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_pins_format:
 *
 * Returns: (transfer full): as loom_pins_parse() reads it
 */
char *
loom_pins_format (const LoomPins *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    g_string_append_printf (text, "%s%" PRIu64, i > 0 ? "," : "", self->moments[i]);
  return g_string_free (text, FALSE);
}

/**
 * loom_pins_to_variant:
 *
 * Returns: (transfer floating): the same for another process
 */
GVariant *
loom_pins_to_variant (const LoomPins *self)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, self->moments, self->n,
                                    sizeof *self->moments);
}

/**
 * loom_pins_from_variant:
 * @variant: from loom_pins_to_variant(), perhaps in a hostile process
 *
 * Returns: whether they ascend, and are no more than there may be
 */
gboolean
loom_pins_from_variant (GVariant *variant,
                        LoomPins *pins)
{
  const guint64 *moments;
  gsize n;

  g_return_val_if_fail (variant != NULL && pins != NULL, FALSE);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE ("at")))
    return FALSE;
  moments = g_variant_get_fixed_array (variant, &n, sizeof *moments);
  if (n > LOOM_MAX_PINS)
    return FALSE;
  for (gsize i = 1; i < n; i++)
    if (moments[i] <= moments[i - 1])
      return FALSE;
  *pins = (LoomPins) { .n = (guint) n };
  if (n > 0)
    memcpy (pins->moments, moments, n * sizeof *moments);
  return TRUE;
}
