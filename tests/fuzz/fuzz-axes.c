/* fuzz-axes.c: any text as the axes of a sweep, which are written and read again
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-axis.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size), *written = NULL, *twice = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) axes = loom_sweep_axes_parse (text, &error), again = NULL;

  g_assert_true ((axes != NULL) == (error == NULL));
  if (axes == NULL)
    return 0;
  g_assert_cmpuint (axes->len, <=, LOOM_SWEEP_MAX_AXES);
  written = loom_sweep_axes_format (axes);
  again = loom_sweep_axes_parse (written, &error);
  g_assert_no_error (error);
  twice = loom_sweep_axes_format (again);
  g_assert_cmpstr (written, ==, twice);
  return 0;
}
