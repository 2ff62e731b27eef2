/* fuzz-document.c: any text as a document, any bytes as a NumPy array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-document.h"
#include "loom-npy.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  G_GNUC_UNUSED g_autoptr (LoomArray) array = loom_npy_parse (bytes, NULL);

  if (g_utf8_validate ((const char *) data, (gssize) size, NULL))
    loom_document_unref (loom_document_parse ((const char *) data, (gssize) size));
  return 0;
}
