/* fuzz-definition.c: any text as a definition of a new kernel, mapped in every way and back
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator.h"
#include "loom-mapping.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* From each mapping that it can have back to the first: the same bytes. */
static void
map (const char *text)
{
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  const char *const *mappings = loom_mapping_list ();
  const char *first = loom_mapping_find (document, NULL);

  g_assert_true ((first != NULL) == loom_mapping_has (document));
  for (guint i = 0; first != NULL && mappings[i] != NULL; i++)
    {
      g_autofree char *changed = loom_mapping_change (document, mappings[i], NULL);
      g_autoptr (LoomDocument) other = changed != NULL ? loom_document_parse (changed, -1) : NULL;
      g_autofree char *back = other != NULL ? loom_mapping_change (other, first, NULL) : NULL;

      if (changed != NULL)
        g_assert_cmpstr (back, ==, text);
    }
}

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
  if (document != NULL)
    map (document);
  return 0;
}
