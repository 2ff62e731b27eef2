"""A variable of a module, dynamic shared memory, two streams and an event, by ctypes alone."""
import ctypes
import struct

PTX = b"""
.version 6.4
.target sm_50
.address_size 64
.visible .const .align 4 .u32 factor;
.visible .global .align 4 .u32 blocks;
.extern .shared .align 4 .b8 row[];
.visible .entry reverse (.param .u64 data)
{
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %a<5>;
  ld.param.u64 %a0, [data];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ntid.x;
  mul.wide.u32 %a1, %r0, 4;
  add.u64 %a2, %a0, %a1;
  ld.global.u32 %r2, [%a2];
  ld.const.u32 %r3, [factor];
  mul.lo.u32 %r2, %r2, %r3;
  mov.u64 %a3, row;
  add.u64 %a3, %a3, %a1;
  st.shared.u32 [%a3], %r2;
  bar.sync 0;
  sub.u32 %r4, %r1, %r0;
  sub.u32 %r4, %r4, 1;
  mul.wide.u32 %a1, %r4, 4;
  mov.u64 %a3, row;
  add.u64 %a3, %a3, %a1;
  ld.shared.u32 %r5, [%a3];
  st.global.u32 [%a2], %r5;
  setp.ne.u32 %p, %r0, 0;
  @%p ret;
  mov.u64 %a4, blocks;
  atom.global.add.u32 %r6, [%a4], 1;
  ret;
}
"""
cuda = ctypes.CDLL('libcuda.so.1')


def call(name, *arguments):
    error = getattr(cuda, name)(*arguments)
    assert error == 0, (name, error)


def make(name, kind, *arguments):
    value = kind()
    call(name, ctypes.byref(value), *arguments)
    return value


n = 64
call('cuInit', 0)
context = make('cuDevicePrimaryCtxRetain', ctypes.c_void_p, 0)
call('cuCtxPushCurrent_v2', context)
module = make('cuModuleLoadData', ctypes.c_void_p, PTX)
reverse = make('cuModuleGetFunction', ctypes.c_void_p, module, b'reverse')
size = ctypes.c_size_t()
factor, blocks = ctypes.c_uint64(), ctypes.c_uint64()
for name, place in ((b'factor', factor), (b'blocks', blocks)):
    call('cuModuleGetGlobal_v2', ctypes.byref(place), ctypes.byref(size), module, name)
    assert size.value == 4
call('cuMemcpyHtoD_v2', factor, struct.pack('I', 3), ctypes.c_size_t(4))
event = make('cuEventCreate', ctypes.c_void_p, 0)
for first in (0, 1000):
    stream = make('cuStreamCreate', ctypes.c_void_p, 0)
    data = make('cuMemAlloc_v2', ctypes.c_uint64, ctypes.c_size_t(4 * n))
    call('cuMemcpyHtoDAsync_v2', data, struct.pack(f'{n}I', *range(first, first + n)), ctypes.c_size_t(4 * n), stream)
    places = (ctypes.c_void_p * 1)(ctypes.addressof(data))
    call('cuLaunchKernel', reverse, 1, 1, 1, n, 1, 1, 4 * n, stream, places, None)
    call('cuEventRecord', event, stream)
    call('cuEventSynchronize', event)
    back = ctypes.create_string_buffer(4 * n)
    call('cuMemcpyDtoH_v2', back, data, ctypes.c_size_t(4 * n))
    assert list(struct.unpack(f'{n}I', back.raw)) == [3 * i for i in reversed(range(first, first + n))]
back = ctypes.create_string_buffer(4)
call('cuMemcpyDtoH_v2', back, blocks, ctypes.c_size_t(4))
assert struct.unpack('I', back.raw) == (2,)
print('ok')
