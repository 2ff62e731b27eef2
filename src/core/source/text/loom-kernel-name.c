/* loom-kernel-name.c: names of kernels, as different hands write them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-kernel-name.h"

static const char *
skip_blanks (const char *at)
{
  while (g_ascii_isspace (*at))
    at++;

  return at;
}

/**
 * loom_kernel_name_equal:
 * @a: a kernel, perhaps with template arguments
 * @b: a kernel
 *
 * Compares names of kernels: spaces don't count, so that `scale<float, 2>` and `scale< float,2 >`
 * are one. It is a #GEqualFunc.
 *
 * Returns: whether it is one name
 */
gboolean
loom_kernel_name_equal (gconstpointer a,
                        gconstpointer b)
{
  const char *one = skip_blanks (a), *other = skip_blanks (b);

  while (*one == *other && *one != '\0')
    {
      one = skip_blanks (one + 1);
      other = skip_blanks (other + 1);
    }

  return *one == *other;
}
