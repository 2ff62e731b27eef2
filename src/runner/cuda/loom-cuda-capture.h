#pragma once

#include <glib.h>

/* What kernels print: cudart writes it to this process's own output when something synchronises,
 * the text of a failed assertion to its errors. One at a time in a process. */
typedef struct
{
  int      saved[2], files[2];  /* standard output and error; -1: not captured */
  gboolean is_started;
} LoomCudaCapture;

void  loom_cuda_capture_start (LoomCudaCapture *self);
char *loom_cuda_capture_take  (LoomCudaCapture *self,
                               gboolean         errors,
                               gsize            most);
void  loom_cuda_capture_stop  (LoomCudaCapture *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCudaCapture, loom_cuda_capture_stop)
