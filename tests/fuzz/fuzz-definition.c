/* fuzz-definition.c: any text as a definition of a new kernel
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (LoomDefinition) definition = { 0, };
  g_autoptr (GError) error = NULL;
  g_autofree char *document = NULL;
  LoomPartPlace place = { 0, };

  if (!loom_definition_parse (text, &definition, NULL))
    return 0;

  document = loom_generator_write (&definition, NULL, &place, &error);
  g_assert_true ((document != NULL) == (error == NULL));
  return 0;
}
