"""What is wrong is said by the driver's own errors, and the launches that were right are there."""
import ctypes

PTX = b"""
.version 6.4
.target sm_50
.address_size 64
.visible .entry set (.param .u64 data)
{
  .reg .b64 %a;
  ld.param.u64 %a, [data];
  st.global.u32 [%a], 7;
  ret;
}
"""
cuda = ctypes.CDLL('libcuda.so.1')
INVALID_VALUE, NOT_INITIALIZED, INVALID_PTX, NOT_FOUND = 1, 3, 218, 500


def call(name, *arguments):
    return getattr(cuda, name)(*arguments)


count, device, context, module, function = (ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(),
                                            ctypes.c_void_p())
assert call('cuDeviceGetCount', ctypes.byref(count)) == NOT_INITIALIZED
assert call('cuInit', 0) == 0
assert call('cuDeviceGet', ctypes.byref(device), 0) == 0
assert call('cuCtxCreate_v2', ctypes.byref(context), 0, device) == 0
assert call('cuModuleLoadData', ctypes.byref(module), b'.version 6.4\nnonsense') == INVALID_PTX
assert call('cuModuleLoadData', ctypes.byref(module), PTX) == 0
assert call('cuModuleGetFunction', ctypes.byref(function), module, b'unset') == NOT_FOUND
assert call('cuModuleGetFunction', ctypes.byref(function), module, b'set') == 0
memory = ctypes.c_uint64()
assert call('cuMemAlloc_v2', ctypes.byref(memory), ctypes.c_size_t(4)) == 0
places = (ctypes.c_void_p * 1)(ctypes.addressof(memory))
assert call('cuLaunchKernel', function, 1, 1, 1, 2048, 1, 1, 0, None, places, None) == INVALID_VALUE
assert call('cuLaunchKernel', function, 1, 1, 1, 1, 1, 1, 0, None, places, None) == 0
back = ctypes.c_int()
assert call('cuMemcpyDtoH_v2', ctypes.byref(back), memory, ctypes.c_size_t(4)) == 0
assert back.value == 7
name = ctypes.c_char_p()
assert call('cuGetErrorName', NOT_FOUND, ctypes.byref(name)) == 0
assert name.value == b'CUDA_ERROR_NOT_FOUND'
print('ok')
