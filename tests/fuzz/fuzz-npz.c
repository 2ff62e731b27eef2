/* fuzz-npz.c: any bytes as an archive of NumPy arrays; the first one says whether one is named
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-npy.h"
#include "loom-npz.h"

#define MAX_BYTES (1 << 20)

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) file = NULL, npy = NULL;
  G_GNUC_UNUSED g_autoptr (LoomArray) array = NULL;
  gsize whole;

  if (size < 1)
    return 0;
  file = g_bytes_new (data + 1, size - 1);
  npy = loom_npz_read (file, (data[0] & 1) != 0 ? "f" : NULL, MAX_BYTES, &whole, NULL);
  if (npy == NULL)
    return 0;
  g_assert_cmpuint (g_bytes_get_size (npy), ==, MIN (whole, MAX_BYTES));
  array = loom_npy_parse (npy, NULL);
  return 0;
}
