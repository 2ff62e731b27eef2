"""What Gridloom changes in a Python program that it records: launches get the line of the program that they stand in,
and PyCUDA gets a compiler that is not a process. Python imports this before the program, by PYTHONPATH.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ctypes
import importlib.machinery
import os
import re
import struct
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
# Whose frames are none of the program: Python's own modules, what was installed, and what is made of text.
FOREIGN = re.compile(f'<|{re.escape(HERE)}/|{re.escape(os.path.dirname(os.__file__))}/|.*/(?:site|dist)-packages/')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"].*$', re.M)
# Options of nvcc that change nothing here: what it makes of host code, how much it says, the GPU that it is for.
IDLE = re.compile(r'-(?:O\d|g|G|w|v|m64|-?lineinfo|-?keep|-?device-debug|-?generate-line-info|-?resource-usage'
                  r'|-?(?:arch|code|gencode|gpu-architecture|gpu-code|generate-code|ptxas-options|compiler-options)=.*'
                  r'|Xptxas=.*|Xcompiler=.*)$')
IDLE_WITH_VALUE = re.compile(r'-(?:-?(?:arch|code|gencode|gpu-architecture|gpu-code|generate-code|ptxas-options'
                             r'|compiler-options)|Xptxas|Xcompiler)$')


def find_place(file, size):
    """The driver asks this at each launch: the innermost frame of the program, its file written and its line returned."""
    frame = sys._getframe().f_back
    while frame is not None and FOREIGN.match(frame.f_code.co_filename):
        frame = frame.f_back
    path = os.fsencode(os.path.abspath(frame.f_code.co_filename)) if frame is not None else b''
    if not path or len(path) >= size:
        return 0
    ctypes.memmove(file, path + b'\0', len(path) + 1)
    return frame.f_lineno


def split_options(options):
    """Folders of headers, and the options that Gridloom's compiler is given; it refuses what it does not know, by name."""
    folders, others, words = [], [], iter(options)
    for word in words:
        if word in ('-I', '--include-path'):
            folders.append(next(words, ''))
        elif word.startswith('-I'):
            folders.append(word[2:])
        elif IDLE_WITH_VALUE.match(word):
            next(words, None)
        elif not IDLE.match(word):
            others.append(word)
    return folders, others


def put_headers_in(source, folders, within=()):
    """A source with the headers that lie in these folders in the place of their #include, so that it stands alone. Each
    elementwise kernel includes PyCUDA's complex numbers, which is left out where nothing of them is named."""
    def replace(found):
        for folder in folders:
            path = os.path.join(folder, found[1])
            if found[1] == 'pycuda-complex.hpp' and not within and 'pycuda::' not in source:
                return ''
            if os.path.isfile(path) and path not in within:
                with open(path, encoding='utf-8', errors='replace') as file:
                    return put_headers_in(file.read(), [os.path.dirname(path), *folders], (*within, path))
        return found[0]
    return INCLUDE.sub(replace, source)


class Compiler:
    """Gridloom's own, at the other end of a socket that it left open."""

    def __init__(self, fd):
        self.fd, self.lock = fd, threading.Lock()

    def read(self, size):
        data = b''
        while len(data) < size:
            part = os.read(self.fd, size - len(data))
            if not part:
                raise EOFError('Gridloom compiles no more')
            data += part
        return data

    def ask(self, text):
        """The number of the unit, or -1, and its PTX, or what is wrong."""
        data = text.encode()
        data = struct.pack('=I', len(data)) + data
        with self.lock:
            while data:
                data = data[os.write(self.fd, data):]
            unit, size = struct.unpack('=iI', self.read(8))
            return unit, self.read(size)

    def compile_plain(self, source, options, keep, nvcc, cache_dir, target='cubin'):
        """In the place of PyCUDA's function of this name, which starts nvcc."""
        folders, others = split_options(options)
        text = put_headers_in(str(source), folders)
        if others:
            import shlex
            text += f'\n/* gridloom\n[launch]\noptions={shlex.join(others)}\n*/\n'
        unit, answer = self.ask(text)
        if unit < 0:
            from pycuda.driver import CompileError
            raise CompileError('compilation of kernel.cu failed', ['gridloom', *options],
                               stderr=answer.decode('utf-8', 'replace'))
        with open(os.path.join(os.environ['GRIDLOOM_UNITS'], f'{unit}.ptx'), 'wb') as file:
            file.write(answer)
        return f'gridloom unit {unit}\n\0'.encode()


class CompilerFinder:
    """Changes pycuda.compiler when the program imports it."""

    def __init__(self, compiler):
        self.compiler = compiler

    def find_spec(self, name, path=None, target=None):
        if name != 'pycuda.compiler':
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def exec_module(module):
                load(module)
                module.compile_plain = self.compiler.compile_plain
            spec.loader.exec_module = exec_module
        return spec


def give_way():
    """Lets another sitecustomize, of the system or the user, do its work as well."""
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != HERE]
    own = sys.modules.pop('sitecustomize')
    try:
        import sitecustomize  # noqa: F401
    except ImportError as error:
        if error.name != 'sitecustomize':
            raise
    finally:
        sys.modules.setdefault('sitecustomize', own)


# What the program printed is seen also where it is killed.
sys.stdout.reconfigure(line_buffering=True)
driver = ctypes.CDLL('libcuda.so.1')
finder = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)(find_place)
driver.gridloom_set_place_finder(finder)
sys.meta_path.insert(0, CompilerFinder(Compiler(int(os.environ['GRIDLOOM_COMPILER']))))
give_way()
