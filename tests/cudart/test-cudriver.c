/* test-cudriver.c: CUDA's driver interface over the simulator, called as a program calls it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is expected is what NVIDIA's documentation of the driver says; but for the functions that
 * are found by name, the driver of a GPU passes as well, each case by itself, where it is preloaded.
 */

#include "config.h"

#include "cuda.h"

#include <glib.h>

#include <string.h>

#define HEADING ".version 7.5\n.target sm_75\n.address_size 64\n"

/* add: p[i] += factor for i of n threads. same: *out = twice (*in), which another file has. */
static const char code[] = HEADING
  ".visible .const .align 4 .b8 factor[4] = {1, 0, 0, 0};\n"
  ".visible .entry add(.param .u64 p, .param .u32 n)\n"
  "{\n.reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<5>;\n"
  "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n];\n"
  "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
  "setp.ge.s32 %p1, %r5, %r1; @%p1 bra done;\n"
  "mul.wide.s32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2; ld.const.u32 %r6, [factor];\n"
  "ld.global.u32 %r7, [%rd3]; add.s32 %r8, %r7, %r6; st.global.u32 [%rd3], %r8;\n"
  "done: ret;\n}\n";
/* What two texts have is in each as compilers write it. */
#define SHARED ".common .global .align 8 .u64 environment;\n" \
  ".weak .func (.param .b32 result) add_one (.param .b32 value)\n" \
  "{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [value]; add.s32 %r2, %r1, 1;\nst.param.b32 [result], %r2;\nret;\n}\n"

static const char caller_code[] = HEADING SHARED
  ".extern .func (.param .b32 result) twice (.param .b32 value);\n"
  ".visible .entry call(.param .u64 p)\n"
  "{\n.reg .b32 %r<3>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p]; ld.global.u32 %r1, [%rd1];\n"
  "{\n.param .b32 value; .param .b32 result; st.param.b32 [value], %r1;\n"
  "call (result), twice, (value);\nld.param.b32 %r2, [result];\n}\n"
  "st.global.u32 [%rd1], %r2; ret;\n}\n";
static const char called_code[] = HEADING
  ".visible .func (.param .b32 result) twice (.param .b32 value)\n"
  "{\n.reg .b32 %r<3>;\nld.param.b32 %r1, [value]; add.s32 %r2, %r1, %r1; st.param.b32 [result], %r2; ret;\n}\n" SHARED;

#define assert_ok(call) g_assert_cmpint (call, ==, CUDA_SUCCESS)

typedef struct
{
  CUcontext   context;
  CUmodule    module;
  CUfunction  add;
  CUdeviceptr array;            /* of 100 zeros */
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  assert_ok (cuInit (0));
  assert_ok (cuCtxCreate (&self->context, 0, 0));
  assert_ok (cuModuleLoadData (&self->module, code));
  assert_ok (cuModuleGetFunction (&self->add, self->module, "add"));
  assert_ok (cuMemAlloc (&self->array, 400));
  assert_ok (cuMemsetD8 (self->array, 0, 400));
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  assert_ok (cuMemFree (self->array));
  assert_ok (cuModuleUnload (self->module));
  assert_ok (cuCtxDestroy (self->context));
}

static guint32
get (CUdeviceptr array,
     guint       index)
{
  guint32 value;

  assert_ok (cuMemcpyDtoH (&value, array + 4 * index, 4));
  return value;
}

static CUresult
add (Fixture  *self,
     gint32    n,
     guint     threads)
{
  void *args[] = { &self->array, &n };

  return cuLaunchKernel (self->add, 1, 1, 1, threads, 1, 1, 0, NULL, args, NULL);
}

/* Before any other test: the process has not called cuInit(). */
static void
test_nothing_works_before_cuInit (void)
{
  CUdeviceptr address;
  CUcontext context;
  CUdevice device;

  g_assert_cmpint (cuDeviceGet (&device, 0), ==, CUDA_ERROR_NOT_INITIALIZED);
  g_assert_cmpint (cuMemAlloc (&address, 4), ==, CUDA_ERROR_NOT_INITIALIZED);
  g_assert_cmpint (cuInit (1), ==, CUDA_ERROR_INVALID_VALUE);
  assert_ok (cuInit (0));
  g_assert_cmpint (cuMemAlloc (&address, 4), ==, CUDA_ERROR_INVALID_CONTEXT);
  assert_ok (cuCtxGetCurrent (&context));
  g_assert_null (context);
  g_assert_cmpint (cuDeviceGet (&device, 1), ==, CUDA_ERROR_INVALID_DEVICE);
}

static gpointer
get_current_cb (gpointer data)
{
  CUcontext context;

  assert_ok (cuCtxGetCurrent (&context));
  return context;
}

static void
test_each_thread_has_a_stack_of_contexts (void)
{
  CUcontext first, second, current;
  unsigned int flags;
  int active;

  assert_ok (cuInit (0));
  assert_ok (cuCtxCreate (&first, 0, 0));
  assert_ok (cuDevicePrimaryCtxRetain (&second, 0));
  assert_ok (cuCtxPushCurrent (second));
  assert_ok (cuCtxGetCurrent (&current));
  g_assert_true (current == second);
  g_assert_null (g_thread_join (g_thread_new ("other", get_current_cb, NULL)));
  assert_ok (cuCtxPopCurrent (&current));
  g_assert_true (current == second);
  assert_ok (cuCtxGetCurrent (&current));
  g_assert_true (current == first);
  g_assert_cmpint (cuCtxDestroy (second), ==, CUDA_ERROR_INVALID_CONTEXT);
  assert_ok (cuDevicePrimaryCtxGetState (0, &flags, &active));
  g_assert_true (active);
  assert_ok (cuDevicePrimaryCtxRelease (0));
  assert_ok (cuDevicePrimaryCtxGetState (0, &flags, &active));
  g_assert_false (active);
  assert_ok (cuCtxDestroy (first));
  assert_ok (cuCtxGetCurrent (&current));
  g_assert_null (current);
  g_assert_cmpint (cuCtxPopCurrent (&current), ==, CUDA_ERROR_INVALID_CONTEXT);
}

/* Also while it does not live, and when it begins anew. */
static void
test_a_primary_context_keeps_its_flags (void)
{
  CUcontext context;
  unsigned int flags;
  int active;

  assert_ok (cuInit (0));
  assert_ok (cuDevicePrimaryCtxSetFlags (0, CU_CTX_SCHED_BLOCKING_SYNC));
  assert_ok (cuDevicePrimaryCtxGetState (0, &flags, &active));
  g_assert_cmpuint (flags, ==, CU_CTX_SCHED_BLOCKING_SYNC);
  g_assert_false (active);
  assert_ok (cuDevicePrimaryCtxRetain (&context, 0));
  assert_ok (cuDevicePrimaryCtxSetFlags (0, CU_CTX_SCHED_YIELD));
  assert_ok (cuDevicePrimaryCtxRelease (0));
  assert_ok (cuDevicePrimaryCtxGetState (0, &flags, &active));
  g_assert_cmpuint (flags, ==, CU_CTX_SCHED_YIELD);
  g_assert_cmpint (cuDevicePrimaryCtxSetFlags (1, 0), ==, CUDA_ERROR_INVALID_DEVICE);
  assert_ok (cuDevicePrimaryCtxSetFlags (0, 0));
}

static void
test_arguments_come_one_by_one_or_in_a_buffer (Fixture       *self,
                                               gconstpointer  data)
{
  struct
  {
    CUdeviceptr p;
    gint32      n;
  } buffer = { self->array, 7 };
  size_t size = 12;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                    CU_LAUNCH_PARAM_END };

  assert_ok (add (self, 5, 32));
  g_assert_cmpuint (get (self->array, 4), ==, 1);
  g_assert_cmpuint (get (self->array, 5), ==, 0);
  assert_ok (cuLaunchKernel (self->add, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra));
  g_assert_cmpuint (get (self->array, 4), ==, 2);
  g_assert_cmpuint (get (self->array, 6), ==, 1);
  g_assert_cmpuint (get (self->array, 7), ==, 0);
  /* As a driver of a GPU does not mind. */
  size = 11;
  assert_ok (cuLaunchKernel (self->add, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra));
  g_assert_cmpuint (get (self->array, 6), ==, 2);
  g_assert_cmpint (add (self, 5, 1025), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpuint (get (self->array, 4), ==, 3);
}

static void
test_a_launch_may_be_set_up_as_before_CUDA_4 (Fixture       *self,
                                              gconstpointer  data)
{
  assert_ok (cuFuncSetBlockShape (self->add, 8, 1, 1));
  assert_ok (cuParamSetSize (self->add, 12));
  assert_ok (cuParamSetv (self->add, 0, &self->array, 8));
  assert_ok (cuParamSeti (self->add, 8, 20));
  assert_ok (cuLaunchGrid (self->add, 3, 1));
  g_assert_cmpuint (get (self->array, 19), ==, 1);
  g_assert_cmpuint (get (self->array, 20), ==, 0);
  g_assert_cmpint (cuFuncSetBlockShape (self->add, 0, 1, 1), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuParamSeti (self->add, 40000, 1), ==, CUDA_ERROR_INVALID_VALUE);
}

static void
test_variables_are_found_by_name (Fixture       *self,
                                  gconstpointer  data)
{
  const guint32 factor = 3;
  CUdeviceptr address;
  size_t size;

  assert_ok (cuModuleGetGlobal (&address, &size, self->module, "factor"));
  g_assert_cmpuint (size, ==, 4);
  assert_ok (cuMemcpyHtoD (address, &factor, 4));
  assert_ok (add (self, 1, 1));
  g_assert_cmpuint (get (self->array, 0), ==, 3);
  g_assert_cmpint (cuModuleGetGlobal (&address, &size, self->module, "none"), ==, CUDA_ERROR_NOT_FOUND);
}

static void
test_an_unloaded_module_has_no_kernels (Fixture       *self,
                                        gconstpointer  data)
{
  CUmodule module;
  CUfunction other;
  void *args[] = { &self->array, &(gint32) { 1 } };

  assert_ok (cuModuleLoadData (&module, code));
  assert_ok (cuModuleGetFunction (&other, module, "add"));
  g_assert_cmpint (cuModuleGetFunction (&other, module, "none"), ==, CUDA_ERROR_NOT_FOUND);
  assert_ok (cuModuleGetFunction (&other, module, "add"));
  assert_ok (cuModuleUnload (module));
  g_assert_cmpint (cuModuleUnload (module), ==, CUDA_ERROR_INVALID_HANDLE);
  g_assert_cmpint (cuLaunchKernel (other, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL), ==,
                   CUDA_ERROR_INVALID_HANDLE);
  assert_ok (add (self, 1, 1));
}

static void
test_code_that_cannot_be_loaded_says_why (Fixture       *self,
                                          gconstpointer  data)
{
  char log[200] = "";
  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, (void *) sizeof log };
  CUmodule module = NULL;

  g_assert_cmpint (cuModuleLoadDataEx (&module, HEADING ".entry k() { frob.u32 %r1; }", 2, options,
                                       values), ==, CUDA_ERROR_INVALID_PTX);
  g_assert_nonnull (strstr (log, "frob"));
  g_assert_null (module);
  g_assert_cmpint (cuModuleLoadData (&module, "\177ELF\2\1\1"), !=, CUDA_SUCCESS);
  g_assert_cmpint (cuModuleLoad (&module, "/nowhere/code.ptx"), ==, CUDA_ERROR_FILE_NOT_FOUND);
}

static void
test_the_linker_joins_texts (Fixture       *self,
                             gconstpointer  data)
{
  const guint32 value = 21;
  void *args[] = { &self->array };
  CUlinkState state;
  CUfunction call;
  CUmodule module;
  void *joined;
  size_t size;

  assert_ok (cuLinkCreate (0, NULL, NULL, &state));
  assert_ok (cuLinkAddData (state, CU_JIT_INPUT_PTX, (void *) called_code, sizeof called_code, "a", 0,
                            NULL, NULL));
  assert_ok (cuLinkAddData (state, CU_JIT_INPUT_PTX, (void *) caller_code, sizeof caller_code, "b", 0,
                            NULL, NULL));
  assert_ok (cuLinkComplete (state, &joined, &size));
  assert_ok (cuModuleLoadData (&module, joined));
  assert_ok (cuLinkDestroy (state));
  assert_ok (cuLinkCreate (0, NULL, NULL, &state));
  g_assert_cmpint (cuLinkAddData (state, CU_JIT_INPUT_CUBIN, (void *) code, sizeof code, "c", 0, NULL,
                                  NULL), !=, CUDA_SUCCESS);
  assert_ok (cuLinkDestroy (state));
  assert_ok (cuModuleGetFunction (&call, module, "call"));
  assert_ok (cuMemcpyHtoD (self->array, &value, 4));
  assert_ok (cuLaunchKernel (call, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
  g_assert_cmpuint (get (self->array, 0), ==, 42);
  assert_ok (cuModuleUnload (module));
}

static void
test_memory_is_filled_by_cells (Fixture       *self,
                                gconstpointer  data)
{
  assert_ok (cuMemsetD32 (self->array, 0x01020304, 100));
  assert_ok (cuMemsetD16 (self->array + 4, 0xabcd, 2));
  assert_ok (cuMemsetD8 (self->array + 9, 0xff, 1));
  g_assert_cmphex (get (self->array, 0), ==, 0x01020304);
  g_assert_cmphex (get (self->array, 1), ==, 0xabcdabcd);
  g_assert_cmphex (get (self->array, 2), ==, 0x0102ff04);
  g_assert_cmphex (get (self->array, 99), ==, 0x01020304);
  g_assert_cmpint (cuMemsetD32 (self->array + 2, 0, 1), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_cmpint (cuMemsetD32 (self->array, 0, 101), ==, CUDA_ERROR_INVALID_VALUE);
  /* Two rows of three cells, ten cells apart. */
  assert_ok (cuMemsetD2D32 (self->array, 40, 7, 3, 2));
  g_assert_cmphex (get (self->array, 12), ==, 7);
  g_assert_cmphex (get (self->array, 13), ==, 0x01020304);
}

static void
test_boxes_are_copied_between_hosts_arrays_and_devices (Fixture       *self,
                                                        gconstpointer  data)
{
  guint8 host[4][8], back[2][3] = { { 0 } };
  CUDA_ARRAY_DESCRIPTOR description = { 6, 4, CU_AD_FORMAT_UNSIGNED_INT8, 1 }, told;
  CUDA_MEMCPY2D copy = {
    .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 8, .srcXInBytes = 1,
    .dstMemoryType = CU_MEMORYTYPE_ARRAY, .WidthInBytes = 6, .Height = 4,
  };
  CUarray array;

  for (guint y = 0; y < 4; y++)
    for (guint x = 0; x < 8; x++)
      host[y][x] = (guint8) (10 * y + x);
  assert_ok (cuArrayCreate (&array, &description));
  assert_ok (cuArrayGetDescriptor (&told, array));
  g_assert_cmpmem (&told, sizeof told, &description, sizeof description);
  copy.dstArray = array;
  assert_ok (cuMemcpy2D (&copy));

  copy = (CUDA_MEMCPY2D) {
    .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = array, .srcXInBytes = 2, .srcY = 1,
    .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = self->array, .dstPitch = 20,
    .WidthInBytes = 3, .Height = 2,
  };
  assert_ok (cuMemcpy2D (&copy));
  assert_ok (cuMemcpyDtoH (back[0], self->array, 3));
  assert_ok (cuMemcpyDtoH (back[1], self->array + 20, 3));
  g_assert_cmpmem (back[0], 3, "\15\16\17", 3);
  g_assert_cmpmem (back[1], 3, "\27\30\31", 3);
  copy.srcY = 3;
  g_assert_cmpint (cuMemcpy2D (&copy), ==, CUDA_ERROR_INVALID_VALUE);
  assert_ok (cuArrayDestroy (array));
}

static void
test_addresses_say_what_they_are_of (Fixture       *self,
                                     gconstpointer  data)
{
  CUdeviceptr base;
  unsigned int type, managed;
  size_t size;
  int local = 0;

  assert_ok (cuMemGetAddressRange (&base, &size, self->array + 396));
  g_assert_true (base == self->array);
  g_assert_cmpuint (size, ==, 400);
  g_assert_cmpint (cuMemGetAddressRange (&base, &size, self->array + 400), ==, CUDA_ERROR_NOT_FOUND);
  assert_ok (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, self->array));
  g_assert_cmpuint (type, ==, CU_MEMORYTYPE_DEVICE);
  assert_ok (cuPointerGetAttribute (&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, self->array));
  g_assert_false (managed);
  g_assert_cmpint (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                          (CUdeviceptr) (guintptr) &local), ==, CUDA_ERROR_INVALID_VALUE);
}

static void
test_functions_are_found_by_name (Fixture       *self,
                                  gconstpointer  data)
{
  CUresult (*free_memory) (CUdeviceptr) = NULL, (*map_memory) (void) = NULL;
  void *function;

  assert_ok (cuGetProcAddress ("cuMemFree", &function, 12000, 0));
  memcpy (&free_memory, &function, sizeof function);
  g_assert_true (free_memory == cuMemFree);
  assert_ok (cuGetProcAddress ("cuMemMap", &function, 12000, 0));
  memcpy (&map_memory, &function, sizeof function);
  g_assert_cmpint (map_memory (), ==, CUDA_ERROR_NOT_SUPPORTED);
  g_assert_cmpint (cuGetProcAddress ("cuNothing", &function, 12000, 0), ==, CUDA_ERROR_NOT_FOUND);
}

static void
test_errors_have_the_names_of_the_driver (void)
{
  const char *name, *text;

  assert_ok (cuGetErrorName (CUDA_ERROR_OUT_OF_MEMORY, &name));
  g_assert_cmpstr (name, ==, "CUDA_ERROR_OUT_OF_MEMORY");
  assert_ok (cuGetErrorString (CUDA_ERROR_INVALID_CONTEXT, &text));
  g_assert_cmpstr (text, ==, "invalid device context");
  g_assert_cmpint (cuGetErrorString ((CUresult) 123456, &text), ==, CUDA_ERROR_INVALID_VALUE);
  g_assert_null (text);
}

/* After all others: the context is lost. */
static void
test_an_error_of_a_kernel_stays (Fixture       *self,
                                 gconstpointer  data)
{
  CUdeviceptr nowhere = 16;
  gint32 n = 200;
  void *args[] = { &nowhere, &n };

  /* Here it is known at once, beside a GPU at the next wait. */
  cuLaunchKernel (self->add, 2, 1, 1, 100, 1, 1, 0, NULL, args, NULL);
  g_assert_cmpint (cuCtxSynchronize (), ==, CUDA_ERROR_ILLEGAL_ADDRESS);
  g_assert_cmpint (cuMemFree (self->array), ==, CUDA_ERROR_ILLEGAL_ADDRESS);
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/cudriver/arguments", test_arguments_come_one_by_one_or_in_a_buffer },
    { "/cudriver/set-up-launch", test_a_launch_may_be_set_up_as_before_CUDA_4 },
    { "/cudriver/variables", test_variables_are_found_by_name },
    { "/cudriver/unload", test_an_unloaded_module_has_no_kernels },
    { "/cudriver/bad-code", test_code_that_cannot_be_loaded_says_why },
    { "/cudriver/linker", test_the_linker_joins_texts },
    { "/cudriver/fillings", test_memory_is_filled_by_cells },
    { "/cudriver/boxes", test_boxes_are_copied_between_hosts_arrays_and_devices },
    { "/cudriver/addresses", test_addresses_say_what_they_are_of },
    { "/cudriver/functions", test_functions_are_found_by_name },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cudriver/before-init", test_nothing_works_before_cuInit);
  g_test_add_func ("/cudriver/contexts", test_each_thread_has_a_stack_of_contexts);
  g_test_add_func ("/cudriver/flags", test_a_primary_context_keeps_its_flags);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/cudriver/errors", test_errors_have_the_names_of_the_driver);
  g_test_add ("/cudriver/sticky", Fixture, NULL, set_up, test_an_error_of_a_kernel_stays, NULL);
  return g_test_run ();
}
