/* test-cudart.c: the CUDA runtime over the simulator, called as a program calls it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is expected is what NVIDIA's documentation of the runtime says.
 */

#include "config.h"

#include "cuda_runtime_api.h"

#include <glib.h>

#include <string.h>

/* add: p[i] += factor for i of n threads. look: *out = *in. wide: stores to shared memory. */
static const char code[] =
  ".version 7.5\n.target sm_75\n.address_size 64\n"
  ".visible .const .align 4 .b8 factor[4] = {1, 0, 0, 0};\n"
  ".visible .global .align 4 .b8 total[8];\n"
  ".extern .shared .align 4 .b8 tile[];\n"
  ".visible .entry add(.param .u64 p, .param .u32 n)\n"
  "{\n.reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<5>;\n"
  "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n];\n"
  "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
  "setp.ge.s32 %p1, %r5, %r1; @%p1 bra done;\n"
  "mul.wide.s32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2; ld.const.u32 %r6, [factor];\n"
  "ld.global.u32 %r7, [%rd3]; add.s32 %r8, %r7, %r6; st.global.u32 [%rd3], %r8;\n"
  "done: ret;\n}\n"
  ".visible .entry look(.param .u64 out, .param .u64 in)\n"
  "{\n.reg .b32 %r<2>; .reg .b64 %rd<3>;\n"
  "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; ld.u32 %r1, [%rd2]; st.u32 [%rd1], %r1; ret;\n}\n"
  ".visible .entry wide()\n"
  "{\n.reg .b32 %r<3>;\nmov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; st.shared.u32 [%r2], %r1; ret;\n}\n";

/* What stands for kernels and variables on the host. */
static char add_stub, look_stub, wide_stub, missing_stub, factor_shadow, total_shadow;

static void
register_code (void)
{
  struct
  {
    int         magic, version;
    const void *data;
    void       *files;
  } wrapper = { 0x466243b1, 1, code, NULL };
  const struct
  {
    char       *stub;
    const char *name;
  } kernels[] = {
    { &add_stub, "add" }, { &look_stub, "look" }, { &wide_stub, "wide" }, { &missing_stub, "none" },
  };
  void **module = __cudaRegisterFatBinary (&wrapper);

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    __cudaRegisterFunction (module, kernels[i].stub, (char *) kernels[i].name, kernels[i].name, -1, NULL, NULL,
                            NULL, NULL, NULL);
  __cudaRegisterVar (module, &factor_shadow, (char *) "factor", "factor", 0, 4, 1, 0);
  __cudaRegisterVar (module, &total_shadow, (char *) "total", "total", 0, 8, 0, 0);
  __cudaRegisterFatBinaryEnd (module);
}

static dim3
extent (unsigned int x)
{
  return (dim3) { x, 1, 1 };
}

static cudaError_t
add (guint32 *array,
     gint32   n)
{
  void *args[] = { &array, &n };

  return cudaLaunchKernel (&add_stub, extent ((unsigned int) (n + 31) / 32), extent (32), args, 0, NULL);
}

static guint32
get (guint32 *array,
     guint    index)
{
  guint32 value = 0;

  g_assert_cmpint (cudaMemcpy (&value, array + index, 4, cudaMemcpyDeviceToHost), ==, cudaSuccess);
  return value;
}

static void
test_kernels_work_on_copies (void)
{
  guint32 host[100], *array;

  for (guint i = 0; i < 100; i++)
    host[i] = 1000 + i;
  g_assert_cmpint (cudaMalloc ((void **) &array, sizeof host), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (array, host, sizeof host, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpint (add (array, 90), ==, cudaSuccess);
  g_assert_cmpuint (get (array, 0), ==, 1001);
  g_assert_cmpuint (get (array, 89), ==, 1090);
  g_assert_cmpuint (get (array, 90), ==, 1090);
  g_assert_cmpint (cudaMemset (array + 1, 0xff, 4), ==, cudaSuccess);
  g_assert_cmpuint (get (array, 1), ==, G_MAXUINT32);
  g_assert_cmpuint (get (array, 2), ==, 1003);
  g_assert_cmpint (cudaFree (array), ==, cudaSuccess);
  g_assert_cmpint (cudaFree (array), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaGetLastError (), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaGetLastError (), ==, cudaSuccess);
}

static void
test_copies_stay_in_their_arrays (void)
{
  guint8 host[64] = { 0 };
  guint8 *array;

  g_assert_cmpint (cudaMalloc ((void **) &array, 32), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (array, host, 33, cudaMemcpyHostToDevice), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaMemcpy (array + 16, host, 17, cudaMemcpyHostToDevice), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaMemcpy (array + 16, host, 16, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpint (cudaMemset (array + 32, 0, 1), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaMemcpy (array, host, 1, (enum cudaMemcpyKind) 9), ==, cudaErrorInvalidMemcpyDirection);
  g_assert_cmpint (cudaMemcpy2D (array, 8, host, 4, 8, 2, cudaMemcpyHostToDevice), ==, cudaErrorInvalidPitchValue);
  cudaFree (array);
  cudaGetLastError ();
}

static void
test_rows_and_planes_are_copied (void)
{
  guint8 host[3][2][4], back[3][2][4];
  struct cudaPitchedPtr array;
  struct cudaMemcpy3DParms parms = { NULL };
  gsize pitch;
  void *rows;

  for (guint i = 0; i < sizeof host; i++)
    ((guint8 *) host)[i] = (guint8) i;
  memset (back, 0, sizeof back);
  g_assert_cmpint (cudaMalloc3D (&array, (struct cudaExtent) { 4, 2, 3 }), ==, cudaSuccess);
  g_assert_cmpuint (array.pitch, >=, 4);
  parms.srcPtr = (struct cudaPitchedPtr) { host, 4, 4, 2 };
  parms.dstPtr = array;
  parms.extent = (struct cudaExtent) { 4, 2, 3 };
  parms.kind = cudaMemcpyHostToDevice;
  g_assert_cmpint (cudaMemcpy3D (&parms), ==, cudaSuccess);
  parms.srcPtr = array;
  parms.srcPos = (struct cudaPos) { 1, 0, 1 };
  parms.dstPtr = (struct cudaPitchedPtr) { back, 4, 4, 2 };
  parms.dstPos = (struct cudaPos) { 0, 0, 0 };
  parms.extent = (struct cudaExtent) { 3, 2, 2 };
  parms.kind = cudaMemcpyDeviceToHost;
  g_assert_cmpint (cudaMemcpy3D (&parms), ==, cudaSuccess);
  g_assert_cmpuint (back[0][0][0], ==, host[1][0][1]);
  g_assert_cmpuint (back[1][1][2], ==, host[2][1][3]);
  g_assert_cmpuint (back[0][0][3], ==, 0);

  g_assert_cmpint (cudaMallocPitch (&rows, &pitch, 4, 6), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy2D (rows, pitch, host, 4, 4, 6, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (back, (guint8 *) rows + 5 * pitch, 4, cudaMemcpyDefault), ==, cudaSuccess);
  g_assert_cmpmem (back, 4, host[2][1], 4);
  g_assert_cmpint (cudaMemcpy2D (rows, pitch, host, 4, 4, 7, cudaMemcpyHostToDevice), ==, cudaErrorInvalidValue);
  cudaFree (rows);
  cudaFree (array.ptr);
  cudaGetLastError ();
}

static void
test_variables_are_those_of_the_kernels (void)
{
  guint32 *array, three = 3, *address;
  gsize size = 0;

  g_assert_cmpint (cudaMalloc ((void **) &array, 128), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpyToSymbol (&factor_shadow, &three, 4, 0, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpint (add (array, 32), ==, cudaSuccess);
  g_assert_cmpuint (get (array, 31), ==, 3);
  g_assert_cmpint (cudaMemcpyToSymbol (&factor_shadow, &three, 4, 1, cudaMemcpyHostToDevice), ==,
                   cudaErrorInvalidValue);
  g_assert_cmpint (cudaMemcpyToSymbol (&add_stub, &three, 4, 0, cudaMemcpyHostToDevice), ==, cudaErrorInvalidSymbol);
  g_assert_cmpint (cudaGetSymbolSize (&size, &total_shadow), ==, cudaSuccess);
  g_assert_cmpuint (size, ==, 8);

  /* Its address is that of the device, where copies and kernels find it. */
  g_assert_cmpint (cudaGetSymbolAddress ((void **) &address, &total_shadow), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (address + 1, &three, 4, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpint (add (address, 2), ==, cudaSuccess);
  three = 0;
  g_assert_cmpint (cudaMemcpyFromSymbol (&three, &total_shadow, 4, 4, cudaMemcpyDeviceToHost), ==, cudaSuccess);
  g_assert_cmpuint (three, ==, 6);
  three = 1;
  cudaMemcpyToSymbol (&factor_shadow, &three, 4, 0, cudaMemcpyHostToDevice);
  cudaFree (array);
  cudaGetLastError ();
}

static void
test_host_and_kernels_share_managed_and_pinned_memory (void)
{
  guint32 *managed, *pinned, *device, own[4] = { 7, 7, 7, 7 };
  struct cudaPointerAttributes attributes;

  g_assert_cmpint (cudaMallocManaged ((void **) &managed, 128, cudaMemAttachGlobal), ==, cudaSuccess);
  g_assert_cmpint (cudaMallocHost ((void **) &pinned, 128, 0), ==, cudaSuccess);
  managed[3] = 10;
  pinned[3] = 20;
  g_assert_cmpint (add (managed, 4), ==, cudaSuccess);
  g_assert_cmpint (add (pinned, 4), ==, cudaSuccess);
  g_assert_cmpuint (managed[3], ==, 11);
  g_assert_cmpuint (pinned[3], ==, 21);

  g_assert_cmpint (cudaHostRegister (own, sizeof own, cudaHostRegisterMapped), ==, cudaSuccess);
  g_assert_cmpint (cudaHostRegister (own, sizeof own, cudaHostRegisterMapped), ==,
                   cudaErrorHostMemoryAlreadyRegistered);
  g_assert_cmpint (cudaHostGetDevicePointer ((void **) &device, own + 1, 0), ==, cudaSuccess);
  g_assert_cmpint (add (device, 2), ==, cudaSuccess);
  g_assert_cmpuint (own[0], ==, 7);
  g_assert_cmpuint (own[1], ==, 8);
  g_assert_cmpuint (own[3], ==, 7);

  g_assert_cmpint (cudaPointerGetAttributes (&attributes, managed), ==, cudaSuccess);
  g_assert_cmpint (attributes.type, ==, cudaMemoryTypeManaged);
  g_assert_cmpint (cudaPointerGetAttributes (&attributes, pinned), ==, cudaSuccess);
  g_assert_cmpint (attributes.type, ==, cudaMemoryTypeHost);
  g_assert_cmpint (cudaPointerGetAttributes (&attributes, &attributes), ==, cudaSuccess);
  g_assert_cmpint (attributes.type, ==, cudaMemoryTypeUnregistered);
  g_assert_cmpint (cudaHostUnregister (own), ==, cudaSuccess);
  g_assert_cmpint (cudaFreeHost (pinned), ==, cudaSuccess);
  g_assert_cmpint (cudaFree (managed), ==, cudaSuccess);
  cudaGetLastError ();
}

/* More managed allocations than there are slots for them, and ten thousand of the device. */
static void
test_there_may_be_many_arrays (void)
{
  guint32 *managed[200], **arrays = g_new (guint32 *, 10000);

  for (guint i = 0; i < G_N_ELEMENTS (managed); i++)
    {
      g_assert_cmpint (cudaMallocManaged ((void **) &managed[i], 64, cudaMemAttachGlobal), ==, cudaSuccess);
      managed[i][0] = i;
    }
  for (guint i = 0; i < G_N_ELEMENTS (managed); i++)
    {
      g_assert_cmpuint (managed[i][0], ==, i);
      g_assert_cmpint (add (managed[i], 1), ==, cudaSuccess);
      g_assert_cmpuint (managed[i][0], ==, i + 1);
      g_assert_cmpint (cudaFree (managed[i]), ==, cudaSuccess);
    }
  for (guint i = 0; i < 10000; i++)
    g_assert_cmpint (cudaMalloc ((void **) &arrays[i], 64), ==, cudaSuccess);
  g_assert_cmpint (add (arrays[9999], 16), ==, cudaSuccess);
  g_assert_cmpuint (get (arrays[9999], 15), ==, 1);
  g_assert_cmpuint (get (arrays[9998], 15), ==, 0);
  for (guint i = 0; i < 10000; i++)
    g_assert_cmpint (cudaFree (arrays[i]), ==, cudaSuccess);
  g_free (arrays);
}

static cudaError_t
launch (const void   *stub,
        unsigned int  grid,
        unsigned int  block,
        gsize         shared)
{
  guint32 *nothing = NULL;
  gint32 n = 0;
  void *args[] = { &nothing, &n };

  return cudaLaunchKernel (stub, extent (grid), extent (block), args, shared, NULL);
}

static void
test_launches_that_cuda_refuses_are_refused (void)
{
  int blocks = 0;

  g_assert_cmpint (launch (&add_stub, 0, 32, 0), ==, cudaErrorInvalidConfiguration);
  g_assert_cmpint (launch (&add_stub, 1, 0, 0), ==, cudaErrorInvalidConfiguration);
  g_assert_cmpint (launch (&add_stub, 1, 1025, 0), ==, cudaErrorInvalidConfiguration);
  g_assert_cmpint (launch (&missing_stub, 1, 32, 0), ==, cudaErrorInvalidDeviceFunction);
  g_assert_cmpint (launch (&factor_shadow, 1, 32, 0), ==, cudaErrorInvalidDeviceFunction);
  g_assert_cmpint (launch (&wide_stub, 1, 32, 49 << 10), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaFuncSetAttribute (&wide_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 49 << 10), ==,
                   cudaErrorInvalidValue);
  g_assert_cmpint (cudaFuncSetAttribute (&wide_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 << 10), ==,
                   cudaSuccess);
  g_assert_cmpint (launch (&wide_stub, 1, 32, 48 << 10), ==, cudaSuccess);
  g_assert_cmpint (cudaPeekAtLastError (), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaGetLastError (), ==, cudaErrorInvalidValue);
  g_assert_cmpint (cudaPeekAtLastError (), ==, cudaSuccess);
  g_assert_cmpint (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, &wide_stub, 1024, 0), ==, cudaSuccess);
  g_assert_cmpint (blocks, >=, 1);
}

static void
test_configurations_nest (void)
{
  cudaStream_t stream;
  dim3 grid, block;
  gsize shared;

  g_assert_cmpuint (__cudaPushCallConfiguration (extent (5), extent (6), 7, cudaStreamPerThread), ==, 0);
  g_assert_cmpuint (__cudaPushCallConfiguration (extent (1), extent (2), 3, NULL), ==, 0);
  g_assert_cmpint (__cudaPopCallConfiguration (&grid, &block, &shared, &stream), ==, cudaSuccess);
  g_assert_cmpuint (grid.x, ==, 1);
  g_assert_cmpint (__cudaPopCallConfiguration (&grid, &block, &shared, &stream), ==, cudaSuccess);
  g_assert_cmpuint (grid.x, ==, 5);
  g_assert_cmpuint (block.x, ==, 6);
  g_assert_cmpuint (shared, ==, 7);
  g_assert_true (stream == cudaStreamPerThread);
  g_assert_cmpint (__cudaPopCallConfiguration (&grid, &block, &shared, &stream), ==, cudaErrorMissingConfiguration);
  cudaGetLastError ();
}

static void
count_cb (void *data)
{
  ++*(guint *) data;
}

static void
test_streams_and_events_are_handles (void)
{
  cudaStream_t stream;
  cudaEvent_t start, end;
  guint calls = 0;
  float ms = -1;

  g_assert_cmpint (cudaStreamCreate (&stream), ==, cudaSuccess);
  g_assert_cmpint (cudaEventCreate (&start), ==, cudaSuccess);
  g_assert_cmpint (cudaEventCreate (&end), ==, cudaSuccess);
  g_assert_cmpint (cudaEventElapsedTime (&ms, start, end), ==, cudaErrorInvalidResourceHandle);
  g_assert_cmpint (cudaEventRecord (start, stream), ==, cudaSuccess);
  g_assert_cmpint (cudaLaunchHostFunc (stream, count_cb, &calls), ==, cudaSuccess);
  g_assert_cmpint (cudaEventRecord (end, NULL), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamSynchronize (stream), ==, cudaSuccess);
  g_assert_cmpuint (calls, ==, 1);
  g_assert_cmpint (cudaEventElapsedTime (&ms, start, end), ==, cudaSuccess);
  g_assert_cmpfloat (ms, >=, 0);
  g_assert_cmpint (cudaStreamDestroy (stream), ==, cudaSuccess);
  g_assert_cmpint (cudaStreamSynchronize (stream), ==, cudaErrorInvalidResourceHandle);
  g_assert_cmpint (cudaEventRecord (start, stream), ==, cudaErrorInvalidResourceHandle);
  g_assert_cmpint (cudaEventDestroy (start), ==, cudaSuccess);
  g_assert_cmpint (cudaEventQuery (start), ==, cudaErrorInvalidResourceHandle);
  cudaEventDestroy (end);
  cudaGetLastError ();
}

static void
test_devices_are_those_of_the_environment (void)
{
  struct cudaPointerAttributes attributes;
  struct cudaDeviceProp properties;
  void *memory = NULL;
  char id[32];
  int n = 0, can = -1, value = 0;

  g_setenv ("GRIDLOOM_DEVICES", "2", TRUE);
  g_assert_cmpint (cudaGetDeviceCount (&n), ==, cudaSuccess);
  g_assert_cmpint (n, ==, 2);
  g_assert_cmpint (cudaSetDevice (2), ==, cudaErrorInvalidDevice);
  g_assert_cmpint (cudaGetDeviceProperties (&properties, 1), ==, cudaSuccess);
  g_assert_cmpint (cudaDeviceGetAttribute (&value, cudaDevAttrMultiProcessorCount, 1), ==, cudaSuccess);
  g_assert_cmpint (properties.multiProcessorCount, ==, value);
  g_assert_cmpint (properties.warpSize, ==, 32);
  g_assert_cmpint (cudaDeviceGetPCIBusId (id, sizeof id, 1), ==, cudaSuccess);
  g_assert_cmpint (cudaDeviceGetByPCIBusId (&value, id), ==, cudaSuccess);
  g_assert_cmpint (value, ==, 1);
  g_assert_cmpint (cudaDeviceGetByPCIBusId (&value, "0000:7F:00.0"), ==, cudaErrorInvalidDevice);
  g_assert_cmpint (cudaDeviceCanAccessPeer (&can, 0, 1), ==, cudaSuccess);
  g_assert_cmpint (can, ==, 1);
  g_assert_cmpint (cudaDeviceEnablePeerAccess (1, 0), ==, cudaSuccess);
  g_assert_cmpint (cudaDeviceEnablePeerAccess (1, 0), ==, cudaErrorPeerAccessAlreadyEnabled);
  g_assert_cmpint (cudaDeviceDisablePeerAccess (1), ==, cudaSuccess);

  /* Memory is that of the device that was current when it was made. */
  g_assert_cmpint (cudaSetDevice (1), ==, cudaSuccess);
  g_assert_cmpint (cudaMalloc (&memory, 4), ==, cudaSuccess);
  g_assert_cmpint (cudaSetDevice (0), ==, cudaSuccess);
  g_assert_cmpint (cudaPointerGetAttributes (&attributes, memory), ==, cudaSuccess);
  g_assert_cmpint (attributes.device, ==, 1);
  cudaFree (memory);
  g_unsetenv ("GRIDLOOM_DEVICES");
  cudaGetLastError ();
}

static void
test_pools_give_memory (void)
{
  struct cudaMemPoolProps properties = { .allocType = cudaMemAllocationTypePinned };
  cudaMemPool_t pool = NULL;
  guint32 *array = NULL;
  const guint32 seven = 7;

  g_assert_cmpint (cudaMemPoolCreate (&pool, &properties), ==, cudaSuccess);
  g_assert_cmpint (cudaMallocFromPoolAsync ((void **) &array, 4, pool, NULL), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (array, &seven, 4, cudaMemcpyHostToDevice), ==, cudaSuccess);
  g_assert_cmpuint (get (array, 0), ==, 7);
  g_assert_cmpint (cudaFreeAsync (array, NULL), ==, cudaSuccess);
  g_assert_cmpint (cudaMemPoolDestroy (pool), ==, cudaSuccess);
}

/* A library that computes on the host asks for it. */
static void
test_the_host_may_touch_memory_of_the_device (void)
{
  if (g_test_subprocess ())
    {
      guint32 *array = NULL;

      gridloom_share_memory ();
      g_assert_cmpint (cudaMalloc ((void **) &array, 64), ==, cudaSuccess);
      array[1] = 41;
      g_assert_cmpint (add (array, 16), ==, cudaSuccess);
      g_assert_cmpuint (array[1], ==, 42);
      g_assert_cmpint (cudaFree (array), ==, cudaSuccess);
      g_assert_cmpint (cudaFree (array), ==, cudaErrorInvalidValue);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_what_is_not_supported_says_its_name (void)
{
  if (g_test_subprocess ())
    {
      cudaGraph_t graph;

      g_assert_cmpint (cudaGraphCreate (&graph, 0), ==, cudaErrorNotSupported);
      g_assert_cmpint (cudaMemPoolExportPointer (NULL, NULL), ==, cudaErrorNotSupported);
      g_assert_cmpint (cudaGetLastError (), ==, cudaErrorNotSupported);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("*cudaGraphCreate() is not supported*cudaMemPoolExportPointer() is not*");
}

/* An access of a kernel to what is not there ends the context, as it does on a GPU. */
static void
test_a_stray_access_is_sticky (void)
{
  if (g_test_subprocess ())
    {
      guint32 *array, *freed;
      void *args[] = { &array, &freed };

      cudaMalloc ((void **) &array, 4);
      cudaMalloc ((void **) &freed, 4);
      g_assert_cmpint (cudaFree (freed), ==, cudaSuccess);
      g_assert_cmpint (cudaLaunchKernel (&look_stub, extent (1), extent (1), args, 0, NULL), ==,
                       cudaErrorIllegalAddress);
      g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaErrorIllegalAddress);
      g_assert_cmpint (cudaGetLastError (), ==, cudaErrorIllegalAddress);
      g_assert_cmpint (cudaGetLastError (), ==, cudaErrorIllegalAddress);
      g_assert_cmpint (cudaMalloc ((void **) &array, 4), ==, cudaErrorIllegalAddress);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("*look: block (0, 0, 0), thread (0, 0, 0): *");
}

static void
test_a_misaligned_access_has_an_error_of_its_own (void)
{
  if (g_test_subprocess ())
    {
      guint8 *array, *within;
      void *args[] = { &array, &within };

      g_assert_cmpint (cudaMalloc ((void **) &array, 8), ==, cudaSuccess);
      within = array + 1;
      g_assert_cmpint (cudaLaunchKernel (&look_stub, extent (1), extent (1), args, 0, NULL), ==,
                       cudaErrorMisalignedAddress);
      g_assert_cmpint (cudaDeviceSynchronize (), ==, cudaErrorMisalignedAddress);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

static void
test_errors_have_the_names_of_cuda (void)
{
  g_assert_cmpstr (cudaGetErrorName (cudaErrorIllegalAddress), ==, "cudaErrorIllegalAddress");
  g_assert_cmpstr (cudaGetErrorString (cudaErrorIllegalAddress), ==, "an illegal memory access was encountered");
  g_assert_cmpstr (cudaGetErrorString (cudaSuccess), ==, "no error");
  g_assert_cmpstr (cudaGetErrorName ((cudaError_t) 12345), ==, "unrecognized error code");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  register_code ();

#define TEST(name, function) g_test_add_func ("/cudart/" name, test_##function)
  TEST ("kernels-work-on-copies", kernels_work_on_copies);
  TEST ("copies-stay-in-their-arrays", copies_stay_in_their_arrays);
  TEST ("rows-and-planes-are-copied", rows_and_planes_are_copied);
  TEST ("variables-are-those-of-the-kernels", variables_are_those_of_the_kernels);
  TEST ("host-and-kernels-share-memory", host_and_kernels_share_managed_and_pinned_memory);
  TEST ("there-may-be-many-arrays", there_may_be_many_arrays);
  TEST ("launches-that-cuda-refuses", launches_that_cuda_refuses_are_refused);
  TEST ("configurations-nest", configurations_nest);
  TEST ("streams-and-events-are-handles", streams_and_events_are_handles);
  TEST ("devices-are-those-of-the-environment", devices_are_those_of_the_environment);
  TEST ("pools-give-memory", pools_give_memory);
  TEST ("the-host-may-touch-memory", the_host_may_touch_memory_of_the_device);
  TEST ("what-is-not-supported-says-its-name", what_is_not_supported_says_its_name);
  TEST ("a-stray-access-is-sticky", a_stray_access_is_sticky);
  TEST ("a-misaligned-access-has-an-error-of-its-own", a_misaligned_access_has_an_error_of_its_own);
  TEST ("errors-have-the-names-of-cuda", errors_have_the_names_of_cuda);
#undef TEST
  return g_test_run ();
}
