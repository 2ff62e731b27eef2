"""numba.cuda: a kernel is a function that calls one declared function, which is linked from CUDA C++."""
import re

import numpy

import host_kernels

TYPES = {'uint64': 'u8', 'int64': 'i8', 'uint32': 'u4', 'int32': 'i4', 'uint16': 'u2', 'int16': 'i2', 'uint8': 'u1', 'int8': 'i1',
         'float32': 'f4', 'float64': 'f8'}
_declared = []          # what the function of a kernel calls, with what


class _Declared:
    def __init__(self, name, types):
        self.name, self.types = name, types

    def __call__(self, *args):
        assert len(args) == len(self.types), f'{self.name} has {len(self.types)} parameters'
        for arg, kind in zip(args, self.types):
            assert isinstance(arg, numpy.number) and arg.dtype == numpy.dtype(TYPES[kind]), f'{type(arg)} for {kind}'
        _declared.append((self.name, args))
        return numpy.int32(0)


def declare_device(name, sig, link=None):
    match = re.fullmatch(r'int32\(([\w, ]*)\)', sig)
    assert match, sig
    return _Declared(name, [word for word in match[1].split(', ') if word])


class _Kernel:
    def __init__(self, function, link):
        self._function, self._link, self._libraries = function, link, {}

    def __getitem__(self, configuration):
        grid, block, stream, shared = configuration
        assert stream == 0 or isinstance(stream, Stream)
        assert 0 <= shared <= 48 << 10

        def run(*args):
            _declared.clear()
            self._function(*args)
            (name, given), = _declared
            if name not in self._libraries:
                with open(self._link[0], encoding='utf-8') as file:
                    self._libraries[name] = host_kernels.Library(file.read(), [], [name])
            result = numpy.zeros(1, numpy.uint64)
            kept = [numpy.array([result.ctypes.data], numpy.uint64), *(numpy.array([arg]) for arg in given)]
            self._libraries[name].launch(name, tuple(grid), tuple(block), [arg.ctypes.data for arg in kept])
        return run


def jit(func_or_sig=None, device=False, inline='never', link=(), debug=None, opt=None, lineinfo=False, cache=False):
    assert func_or_sig is None and not device and type(link) is list and link[0].endswith('.cu')
    return lambda function: _Kernel(function, link)


class DeviceNDArray:
    def __init__(self, memory):
        self._memory, self.shape = memory, memory.shape
        self.__cuda_array_interface__ = {'data': (memory.ctypes.data, False), 'shape': memory.shape, 'typestr': '|u1', 'version': 3}

    def copy_to_device(self, ary, stream=0):
        assert stream == 0 or isinstance(stream, Stream)
        source = ary._memory if isinstance(ary, DeviceNDArray) else ary
        assert source.shape == self.shape and source.dtype == self._memory.dtype
        self._memory[...] = source

    def copy_to_host(self, ary=None, stream=0):
        assert ary is None
        return self._memory.copy()


def device_array(shape, dtype=numpy.float64, strides=None, order='C', stream=0):
    return DeviceNDArray(numpy.full(shape, 0x5a, dtype))


class Stream:
    def synchronize(self):
        pass


def stream():
    return Stream()


class Event:
    def __init__(self, timing):
        self.timing = timing

    def record(self, stream=0):
        assert stream == 0 or isinstance(stream, Stream)

    def synchronize(self):
        pass

    def wait(self, stream=0):
        assert stream == 0 or isinstance(stream, Stream)


def event(timing=True):
    return Event(timing)


def event_elapsed_time(evtstart, evtend):
    assert evtstart.timing and evtend.timing
    return 0.0
