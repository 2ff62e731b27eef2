"""The few calls of the CUDA driver that recording takes; needs libcuda.so.1 and nothing else.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ctypes

JIT_OPTIMIZATION_LEVEL = 7                  # CU_JIT_OPTIMIZATION_LEVEL of cuda.h
LIMIT_STACK_SIZE = 0                        # CU_LIMIT_STACK_SIZE
STACK_SIZE = 16384                          # of each thread, bytes


class Driver:
    """The few calls of the CUDA driver that a launch takes."""

    def __init__(self, stack=STACK_SIZE):
        self.lib = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.call("cuCtxSetLimit", LIMIT_STACK_SIZE, ctypes.c_size_t(stack))

    def call(self, name, *arguments):
        code = getattr(self.lib, name)(*arguments)
        if code != 0:
            text = ctypes.c_char_p()
            self.lib.cuGetErrorString(code, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'?').decode()}")

    def load(self, ptx, level):
        module = ctypes.c_void_p()
        options = (ctypes.c_int * 1)(JIT_OPTIMIZATION_LEVEL)
        values = (ctypes.c_void_p * 1)(level)
        self.call("cuModuleLoadDataEx", ctypes.byref(module), ptx, 1, options, values)
        return module

    def upload(self, data):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(len(data), 256)))
        self.call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
        return address

    def download(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, address, ctypes.c_size_t(size))
        return data.raw
