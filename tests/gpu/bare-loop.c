/* bare-loop.c: times by Gridloom's timer against a bare loop, in one process and context
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both launch the same kernels behind the same gate, in turns: A B A B. Prints a line for each
 * repeat and kernel: kernel, repeat, median of the loop, median of Gridloom (µs), difference (µs),
 * allowed (µs), ok or FAR; then the share of the copies' bandwidth in that of a device-to-device
 * memcpy.
 */

#include "config.h"

#include "loom-cuda-context.h"
#include "loom-measurement.h"

#define SAMPLES 200
#define REPEATS 5
#define PATIENCE_NS G_GUINT64_CONSTANT (500000000)

static const char kernels[] =
    ".version 6.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry empty () { ret; }\n"
    ".visible .entry fill (.param .u64 to, .param .u64 from)\n{\n"
    "  .reg .b32 %r<5>; .reg .b64 %rd<4>;\n"
    "  ld.param.u64 %rd1, [to];\n"
    "  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
    "  mad.lo.u32 %r4, %r1, %r2, %r3;\n"
    "  mul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "  st.global.u32 [%rd3], %r4;\n  ret;\n}\n"
    ".visible .entry copy (.param .u64 to, .param .u64 from)\n{\n"
    "  .reg .b32 %r<9>; .reg .b64 %rd<6>;\n"
    "  ld.param.u64 %rd1, [to]; ld.param.u64 %rd2, [from];\n"
    "  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
    "  mad.lo.u32 %r4, %r1, %r2, %r3;\n"
    "  mul.wide.u32 %rd3, %r4, 16; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
    "  ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd5];\n"
    "  st.global.v4.u32 [%rd4], {%r5, %r6, %r7, %r8};\n  ret;\n}\n";

typedef struct
{
  const char *name, *entry;
  guint64     cells;            /* of one thread each */
  gsize       bytes;            /* read and written */
} Kernel;

static const Kernel rows[] = {
  { "empty", "empty", 1, 0 },
  { "fill 2048^2 float", "fill", G_GUINT64_CONSTANT (2048) * 2048, (gsize) 2048 * 2048 * 4 },
  { "copy 8192^2 float", "copy", G_GUINT64_CONSTANT (8192) * 8192 / 4, (gsize) 8192 * 8192 * 8 },
  { "copy 8192^2 float4", "copy", G_GUINT64_CONSTANT (8192) * 8192, (gsize) 8192 * 8192 * 32 },
};

typedef struct
{
  LoomCudaContext    *context;
  cudaKernel_t        kernel;
  cudaLaunchConfig_t  config;
  gpointer            args[2];
} Launch;

static void
must (LoomCudaContext *context,
      cudaError_t      code,
      const char      *what)
{
  g_autoptr (GError) error = NULL;

  if (loom_cuda_check (context->cuda, code, what, &error))
    return;

  g_printerr ("bare-loop: %s\n", error->message);
  exit (1);
}

static gboolean
launch_cb (gpointer   data,
           GError   **error)
{
  Launch *launch = data;

  return LOOM_CUDA_CALL (launch->context, error, cudaLaunchKernelExC, &launch->config,
                         launch->kernel, launch->args);
}

static double
time_by_gridloom (Launch *launch)
{
  LoomCudaSample sample = { .launch = launch_cb, .data = launch, .is_gated = TRUE };
  g_autoptr (GError) error = NULL;

  if (!loom_cuda_timer_take (launch->context, &sample, &error))
    g_error ("%s", error->message);
  must (launch->context, sample.code, "cudaEventSynchronize");
  return sample.ms;
}

static double
time_by_loop (Launch *launch)
{
  LoomCudaContext *context = launch->context;
  const LoomCuda *cuda = context->cuda;
  const cudaStream_t stream = loom_cuda_stream_get_handle (context->stream);
  const cudaLaunchConfig_t one = { .gridDim = { 1, 1, 1 },
                                   .blockDim = { 1, 1, 1 },
                                   .stream = stream };
  guint32 ticket = ++context->ticket;
  guint64 patience = PATIENCE_NS;
  gpointer args[] = { &context->flags_on_device, &ticket, &patience };
  float ms = 0;

  must (context, cuda->cudaLaunchKernelExC (&one, context->gate, args), "gate");
  must (context, cuda->cudaEventRecord (context->start, stream), "cudaEventRecord");
  must (context, cuda->cudaLaunchKernelExC (&launch->config, launch->kernel, launch->args),
        "launch");
  must (context, cuda->cudaEventRecord (context->stop, stream), "cudaEventRecord");
  __atomic_store_n (&context->flags[0], ticket, __ATOMIC_RELEASE);
  must (context, cuda->cudaEventSynchronize (context->stop), "cudaEventSynchronize");
  must (context, cuda->cudaEventElapsedTime (&ms, context->start, context->stop),
        "cudaEventElapsedTime");
  return ms;
}

static double
median (const double *samples)
{
  LoomSummary summary;

  loom_summary_init (&summary, samples, SAMPLES, -1);
  return summary.median;
}

static double
compare (const Kernel *row,
         Launch       *launch)
{
  double loop[SAMPLES], gridloom[SAMPLES], least = G_MAXDOUBLE;

  for (guint i = 0; i < 20; i++)
    time_by_loop (launch);
  for (guint repeat = 1; repeat <= REPEATS; repeat++)
    {
      double a, b, allowed;

      for (guint i = 0; i < SAMPLES; i++)
        {
          loop[i] = time_by_loop (launch);
          gridloom[i] = time_by_gridloom (launch);
        }
      a = median (loop) * 1000;
      b = median (gridloom) * 1000;
      allowed = MAX (0.02 * a, 0.5);
      least = MIN (least, b);
      g_print ("%-20s %u %10.3f %10.3f %8.3f %8.3f %s\n", row->name, repeat, a, b, b - a, allowed,
               ABS (b - a) <= allowed ? "ok" : "FAR");
    }

  return least;
}

static double
time_memcpy (LoomCudaContext *context,
             gpointer         to,
             gpointer         from,
             gsize            size)
{
  const LoomCuda *cuda = context->cuda;
  const cudaStream_t stream = loom_cuda_stream_get_handle (context->stream);
  double samples[SAMPLES];

  for (guint i = 0; i < SAMPLES; i++)
    {
      float ms = 0;

      must (context, cuda->cudaEventRecord (context->start, stream), "cudaEventRecord");
      must (context, cuda->cudaMemcpyAsync (to, from, size, cudaMemcpyDeviceToDevice, stream),
            "copy");
      must (context, cuda->cudaEventRecord (context->stop, stream), "cudaEventRecord");
      must (context, cuda->cudaEventSynchronize (context->stop), "cudaEventSynchronize");
      must (context, cuda->cudaEventElapsedTime (&ms, context->start, context->stop), "elapsed");
      samples[i] = ms;
    }

  return median (samples);
}

static void
run (LoomCudaContext *context)
{
  const LoomCuda *cuda = context->cuda;
  const gsize most = (gsize) 8192 * 8192 * 16;
  cudaLibrary_t library;
  gpointer to = NULL, from = NULL;

  must (context, cuda->cudaLibraryLoadData (&library, kernels, NULL, NULL, 0, NULL, NULL, 0),
        "load");
  must (context, cuda->cudaMalloc (&to, most), "cudaMalloc");
  must (context, cuda->cudaMalloc (&from, most), "cudaMalloc");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const guint threads = rows[i].cells > 1 ? 256 : 1;
      Launch launch = { .context = context, .args = { &to, &from } };
      double us;

      must (context, cuda->cudaLibraryGetKernel (&launch.kernel, library, rows[i].entry), "kernel");
      launch.config.gridDim = (dim3) { (guint) (rows[i].cells / threads), 1, 1 };
      launch.config.blockDim = (dim3) { threads, 1, 1 };
      launch.config.stream = loom_cuda_stream_get_handle (context->stream);
      us = compare (&rows[i], &launch);
      if (rows[i].cells > 1)
        g_print ("%-20s %.1f GB/s\n", rows[i].name, rows[i].bytes / us / 1e3);
    }
  g_print ("memcpy 8192^2 float4 %.1f GB/s\n",
           2.0 * most / time_memcpy (context, to, from, most) / 1e6);
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  LoomCudaContext *context = loom_cuda_context_get (0, &error);

  if (context == NULL || !loom_cuda_context_open (context, &error))
    {
      g_print ("SKIP: %s\n", error->message);
      return 77;
    }

  g_print ("context %.1f ms, floor %.3f us, callback median %.1f us, p95 %.1f us\n",
           context->context_ms, context->floor_ms * 1000, context->callback_median_us,
           context->callback_p95_us);
  run (context);
  return 0;
}
