/* loom-order.c: the order in which warps and blocks take turns, and how many others are tried
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-order.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

/**
 * loom_order_parse:
 * @text: (nullable): as in `order` of `[launch]`
 * @seed: (inout): the number that an order follows from; as it was where there is no text
 *
 * Errors: %LOOM_ERROR_DOCUMENT.
 *
 * Returns: whether the text is a number
 */
gboolean
loom_order_parse (const char  *text,
                  gint64      *seed,
                  GError     **error)
{
  guint64 number;

  if (text == NULL || *text == '\0')
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &number, NULL))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("order=%s is not a whole number from 0 on, which an order of warps and "
                        "blocks would follow from"), text);
  *seed = (gint64) number;
  return TRUE;
}

/**
 * loom_order_parse_seeds:
 * @text: (nullable): as in `seeds` of `[launch]`
 * @seeds: (out): how many other orders are tried; %LOOM_DEFAULT_SEEDS where there is no text, or
 *   none that says so
 *
 * Errors: %LOOM_ERROR_DOCUMENT.
 *
 * Returns: whether the text is such a number
 */
gboolean
loom_order_parse_seeds (const char  *text,
                        guint       *seeds,
                        GError     **error)
{
  guint64 number;

  *seeds = LOOM_DEFAULT_SEEDS;
  if (text == NULL || *text == '\0')
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, 1, LOOM_MAX_SEEDS, &number, NULL))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("seeds=%1$s is not a whole number from 1 to %2$u, as so many other orders "
                        "of warps and blocks can be tried"), text, LOOM_MAX_SEEDS);
  *seeds = (guint) number;
  return TRUE;
}
