/* copies.c: bandwidth between this computer and its devices, and between each two of them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-copies.h"

static void
measure (int      from,
         int      to,
         gboolean is_pinned)
{
  const LoomCudaCopy copy = { from, to, is_pinned, (gsize) 256 << 20 };
  g_autoptr (GError) error = NULL;
  double speed;

  g_print ("copy %2d -> %2d %-8s ", from, to, is_pinned ? "pinned" : "pageable");
  if (loom_cuda_copies_measure (&copy, NULL, &speed, &error))
    g_print ("%8.1f GB/s\n", speed / 1e9);
  else
    g_print ("%s\n", error->message);
}

int
main (void)
{
  const LoomCuda *cuda = loom_cuda_get ();

  if (cuda->why != NULL)
    {
      g_print ("SKIP: %s\n", cuda->why->message);
      return 77;
    }

  for (int i = 0; i < cuda->n_devices; i++)
    {
      for (int pinned = 0; pinned < 2; pinned++)
        {
          measure (LOOM_CUDA_HOST, i, pinned);
          measure (i, LOOM_CUDA_HOST, pinned);
        }
      for (int j = 0; j < cuda->n_devices; j++)
        measure (i, j, TRUE);
    }

  return 0;
}
