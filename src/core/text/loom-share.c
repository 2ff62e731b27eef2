/* loom-share.c: parts of a whole in per cent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-share.h"

#include <glib/gi18n-lib.h>

#include <float.h>
#include <math.h>

/* Of sums of floating-point numbers, that were rounded on the way to all. */
#define ALL (1 - 8 * DBL_EPSILON)

/**
 * loom_share_format:
 * @part: how much of @whole, not negative; it may be more
 * @whole: all
 *
 * Writes a share in whole per cent, with a space that does not break. Only none is 0 %, and only
 * all is 100 %.
 *
 * Returns: (transfer full): the text
 */
char *
loom_share_format (double part,
                   double whole)
{
  const double rounded = whole > 0 ? round (100 * part / whole) : 0;

  if (rounded < 1 && part > 0 && whole > 0)
    /* Translators: a share that is less than 1 %, but more than nothing */
    return g_strdup (_("<1\u00a0%"));
  if (rounded == 100 && part < whole * ALL)
    /* Translators: a share that is more than 99 %, but less than all */
    return g_strdup (_(">99\u00a0%"));
  /* Translators: a share in per cent */
  return g_strdup_printf (_("%u\u00a0%%"), (guint) rounded);
}
