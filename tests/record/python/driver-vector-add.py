"""CUDA's driver by ctypes alone, with PTX that stands here."""
import array
import ctypes

PTX = b"""
.version 6.4
.target sm_50
.address_size 64
.visible .entry add (.param .u64 out, .param .u64 in, .param .f32 by, .param .u32 n)
{
  .reg .pred %p;
  .reg .f32 %f<3>;
  .reg .b32 %r<5>;
  .reg .b64 %a<4>;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r0, %r1, %r2;
  ld.param.u32 %r4, [n];
  setp.ge.u32 %p, %r3, %r4;
  @%p ret;
  ld.param.u64 %a0, [out];
  ld.param.u64 %a1, [in];
  ld.param.f32 %f0, [by];
  mul.wide.u32 %a2, %r3, 4;
  add.u64 %a3, %a1, %a2;
  ld.global.f32 %f1, [%a3];
  add.f32 %f2, %f1, %f0;
  add.u64 %a3, %a0, %a2;
  st.global.f32 [%a3], %f2;
  ret;
}
"""
cuda = ctypes.CDLL('libcuda.so.1')


def call(name, *arguments):
    error = getattr(cuda, name)(*arguments)
    assert error == 0, (name, error)


def launch(function, grid, block, *arguments):
    places = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
    call('cuLaunchKernel', function, grid, 1, 1, block, 1, 1, 0, None, places, None)


n = 1000
device, context, module, function = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
given, result = ctypes.c_uint64(), ctypes.c_uint64()
call('cuInit', 0)
call('cuDeviceGet', ctypes.byref(device), 0)
call('cuCtxCreate_v2', ctypes.byref(context), 0, device)
call('cuModuleLoadData', ctypes.byref(module), PTX)
call('cuModuleGetFunction', ctypes.byref(function), module, b'add')
for memory in (given, result):
    call('cuMemAlloc_v2', ctypes.byref(memory), ctypes.c_size_t(4 * n))
values = array.array('f', range(n))
call('cuMemcpyHtoD_v2', given, values.tobytes(), ctypes.c_size_t(4 * n))
for by in (1.5, 2.5):
    launch(function, (n + 255) // 256, 256, result, given, ctypes.c_float(by), ctypes.c_uint(n))
back = ctypes.create_string_buffer(4 * n)
call('cuMemcpyDtoH_v2', back, result, ctypes.c_size_t(4 * n))
assert array.array('f', back.raw[:4 * n]) == array.array('f', [value + 2.5 for value in values])
call('cuMemFree_v2', given)
call('cuModuleUnload', module)
call('cuCtxDestroy_v2', context)
print('ok')
