/* loom-cuda-capture.c: catches what kernels print
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-capture.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static GMutex capturing;

/**
 * loom_cuda_capture_start:
 * @self: (out caller-allocates): the capture
 *
 * From now on what this process prints goes into files of its own. Waits until nobody else
 * captures.
 */
void
loom_cuda_capture_start (LoomCudaCapture *self)
{
  FILE *streams[] = { stdout, stderr };

  g_mutex_lock (&capturing);
  self->is_started = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      const int number = fileno (streams[i]);

      fflush (streams[i]);
      self->files[i] = memfd_create ("printed", MFD_CLOEXEC);
      self->saved[i] = self->files[i] >= 0 ? dup (number) : -1;
      if (self->saved[i] >= 0)
        dup2 (self->files[i], number);
    }
}

/**
 * loom_cuda_capture_take:
 * @errors: standard error instead of output
 * @most: bytes that are kept
 *
 * Takes out what was printed since the last time.
 *
 * Returns: (transfer full): the text, perhaps empty, not checked to be UTF-8
 */
char *
loom_cuda_capture_take (LoomCudaCapture *self,
                        gboolean         errors,
                        gsize            most)
{
  const int file = self->files[errors ? 1 : 0];
  struct stat status;
  char *text;
  gssize n;

  fflush (errors ? stderr : stdout);
  if (file < 0 || fstat (file, &status) != 0)
    return g_strdup ("");

  most = MIN (most, (gsize) status.st_size);
  text = g_malloc (most + 1);
  n = pread (file, text, most, 0);
  text[MAX (n, 0)] = '\0';
  if (ftruncate (file, 0) == 0)
    lseek (file, 0, SEEK_SET);
  return text;
}

/**
 * loom_cuda_capture_stop:
 *
 * Lets this process print again, if it was captured.
 */
void
loom_cuda_capture_stop (LoomCudaCapture *self)
{
  FILE *streams[] = { stdout, stderr };

  if (!self->is_started)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      fflush (streams[i]);
      if (self->saved[i] >= 0)
        {
          dup2 (self->saved[i], fileno (streams[i]));
          close (self->saved[i]);
        }
      if (self->files[i] >= 0)
        close (self->files[i]);
    }
  g_mutex_unlock (&capturing);
}
