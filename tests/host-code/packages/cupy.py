"""As much of CuPy as exported programs use, with its signatures, on the host: for test-export.py.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ctypes
import re
import types

import numpy

import host_kernels

uint8 = numpy.uint8


class ndarray:
    """Memory: it is the device's, so only what CuPy copies comes to the host."""

    def __init__(self, memory):
        self._memory = memory
        self.shape = memory.shape
        self.data = types.SimpleNamespace(ptr=memory.ctypes.data)

    def set(self, arr, stream=None):
        assert isinstance(arr, numpy.ndarray) and arr.shape == self.shape and arr.dtype == self._memory.dtype
        assert stream is None or isinstance(stream, Stream)
        self._memory[...] = arr

    def get(self, stream=None, order='C', out=None, blocking=True):
        assert stream is None or isinstance(stream, Stream)
        return self._memory.copy()

    def __getitem__(self, key):
        return ndarray(self._memory[key])

    def __setitem__(self, key, value):
        assert isinstance(value, ndarray)
        self._memory[key] = value._memory


def zeros(shape, dtype=float, order='C'):
    return ndarray(numpy.zeros(shape, dtype))


class MemoryPointer:
    def __init__(self, address):
        self.ptr = address

    def copy_from_host(self, mem, size):
        ctypes.memmove(self.ptr, mem, size)

    def copy_to_host(self, mem, size):
        ctypes.memmove(mem, self.ptr, size)


class RawKernel:
    def __init__(self, library, name):
        self._library, self._name, self.max_dynamic_shared_size_bytes = library, name, 48 << 10

    def __call__(self, grid, block, args, *, shared_mem=0, stream=None):
        assert type(args) is tuple and shared_mem <= self.max_dynamic_shared_size_bytes
        assert stream is None or isinstance(stream, Stream)
        kept = []
        for arg in args:
            if isinstance(arg, ndarray):
                arg = numpy.array([arg.data.ptr], numpy.uint64)
            elif isinstance(arg, numpy.ndarray):
                assert arg.size == 1, 'arrays of the host go by value, one element'
            else:
                assert isinstance(arg, (numpy.number, numpy.bool_)), type(arg)
                arg = numpy.array([arg])
            kept.append(arg)
        self._library.launch(self._name, grid, block, [arg.ctypes.data for arg in kept])


class RawModule:
    def __init__(self, *, code=None, path=None, options=(), backend='nvrtc', translate_cucomplex=False,
                 enable_cooperative_groups=False, name_expressions=None, jitify=False):
        assert code is not None and type(options) is tuple and backend == 'nvrtc'
        for header in re.findall(r'#\s*include\s*<([^>]*)>', code):
            assert header.startswith(('cuda', 'mma', 'cooperative_groups')), f'NVRTC has no {header}'
        self._library = host_kernels.Library(code, options, name_expressions or re.findall(r'^(\w+) \(\w[\w ]* \*out\)$', code, re.M))

    def get_function(self, name):
        return RawKernel(self._library, name)

    def get_global(self, name):
        return MemoryPointer(self._library.find(name))


class Stream:
    null = None

    def __init__(self, null=False, non_blocking=False, ptds=False, priority=None):
        assert not non_blocking, 'the default stream waits for all others'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def wait_event(self, event):
        assert isinstance(event, Event)


Stream.null = Stream(null=True)


class Event:
    def __init__(self, block=False, disable_timing=False, interprocess=False):
        self._is_timed, self._is_recorded = not disable_timing, False

    def record(self, stream=None):
        self._is_recorded = True

    def synchronize(self):
        assert self._is_recorded


def get_elapsed_time(start_event, end_event):
    assert start_event._is_timed and end_event._is_timed
    return 0.0


cuda = types.SimpleNamespace(Stream=Stream, Event=Event, get_elapsed_time=get_elapsed_time)
