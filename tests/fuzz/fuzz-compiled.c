/* fuzz-compiled.c: any bytes as an answer of the compiler, as it comes from its process or the disk; what passes is written as
 * it was read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-compiled.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) box
      = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARIANT, bytes, FALSE));
  g_autoptr (GVariant) variant = g_variant_is_normal_form (box) ? g_variant_get_variant (box) : NULL;
  g_autoptr (LoomCompiled) compiled
      = variant != NULL ? loom_compiled_from_variant (variant, NULL) : NULL;
  g_autoptr (LoomCompiled) again = NULL;
  g_autoptr (GVariant) written = NULL;

  if (compiled == NULL)
    return 0;
  written = g_variant_ref_sink (loom_compiled_to_variant (compiled));
  again = loom_compiled_from_variant (written, NULL);
  g_assert_nonnull (again);
  return 0;
}
