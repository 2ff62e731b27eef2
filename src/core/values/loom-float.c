/* loom-float.c: the formats of floating-point arithmetic
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-float.h"

/**
 * loom_float_get_name:
 *
 * Returns: the stable name of a format
 */
const char *
loom_float_get_name (LoomFloat format)
{
  static const char * const names[] = { "half", "single", "double" };

  g_return_val_if_fail ((guint) format < G_N_ELEMENTS (names), NULL);

  return names[format];
}
