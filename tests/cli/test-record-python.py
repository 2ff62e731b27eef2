#!/usr/bin/env python3
"""gridloom-cli record --python: programs in Python as they are, each of which checks its own results.

Those that need Numba or PyCUDA are skipped where the system's Python has not got them.
SPDX-License-Identifier: GPL-3.0-or-later
"""

import functools
import os
import re

from harness import Folder, add, case, cli, expect, expect_equal, leave_without_programs, main, skip

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'record', 'python')
# The system's Python has the system's packages, whatever stands before it on the path.
ENVIRONMENT = {'PATH': '/usr/bin:' + os.environ.get('PATH', '')}
# What programs of each kind need.
NEEDS = {
    'numba': 'from numba import cuda, float32\ncuda.compile_ptx(lambda x: None, (float32[:],), cc=(7, 5))\n',
    'pycuda': 'import pycuda.autoinit, pycuda.gpuarray, mako\n',
    'driver': 'import ctypes\n',
}
# Kernels that a program launches, with how often, where that is not for a library to decide.
LAUNCHES = {
    'driver-errors': {'set': 2}, 'driver-globals-streams': {'reverse': 2}, 'driver-vector-add': {'add': 2},
    'numba-atomics': {'histogram': 1, 'greatest': 1}, 'numba-constant-vectorize': {'smooth': 1, '__vectorized_hypotenuse': 1},
    'numba-dynamic-shared': {'reverse': 1}, 'numba-grid-stride': {'axpy': 2}, 'numba-local-math': {'wave': 1},
    'numba-mandelbrot': {'mandelbrot': 1}, 'numba-matmul-shared': {'matmul': 1}, 'numba-streams-events': {'increment': 2},
    'numba-vector-add': {'add': 1}, 'pycuda-constant': {'polynomial': 1}, 'pycuda-elementwise': {'combine': 1, 'square': 1},
    'pycuda-memory': {'doublify': 1}, 'pycuda-prepared': {'sum_blocks': 2},
    'pycuda-source-module': {'multiply_them': 1, 'double_it': 1}, 'pycuda-streams-events': {'add': 2},
    'pycuda-structs': {'double_array': 2},
}


def record(*args, **variables):
    return cli('record', '--python', *args, env={**ENVIRONMENT, **variables}, deadline=240)


@functools.lru_cache
def why_missing(kind):
    """What Python says where it has not got what programs of a kind need; nothing where it has."""
    with Folder() as folder:
        result = record(folder.write('p.py', NEEDS[kind]), '--json')
    return '' if result.report['status'] == 0 else re.findall(r'^[\w.]*(?:Error|Exception)\b.*', result.err, re.M)[-1]


def need(kind):
    if why_missing(kind):
        skip(why_missing(kind))


def runs(name):
    path = os.path.join(PROGRAMS, name + '.py')
    need(name.split('-')[0])
    result = record(path, '--json')
    report = result.report
    expect_equal((result.status, report['status'], report['refused']), (0, 0, []), result)
    expect(re.search(r'^ok$', result.err, re.M), result)
    launches = report['launches']
    expect(launches, result)
    for launch in launches:
        expect_equal(launch['file'], os.path.realpath(path))
    if name in LAUNCHES:
        kernels = [launch['kernel'] for launch in launches]
        expect_equal({kernel: kernels.count(kernel) for kernel in kernels}, LAUNCHES[name])


for file in sorted(os.listdir(PROGRAMS)):
    if file.endswith('.py'):
        add(file[:-3], runs, file[:-3])


@case
def launches_have_the_line_of_the_program():
    path = os.path.join(PROGRAMS, 'driver-vector-add.py')
    result = record(path)
    with open(path, encoding='utf-8') as file:
        line = next(number for number, text in enumerate(file, 1) if 'getattr(cuda, name)' in text)
    expect_equal(result.out.split('\n')[1].split('\t'), ['1–2', f'driver-vector-add.py:{line}', 'add', '4', '256', '0', '2 times'])


@case
def a_kernel_that_is_cuda_becomes_a_document():
    need('pycuda')
    with Folder() as folder:
        result = record(os.path.join(PROGRAMS, 'pycuda-source-module.py'), '--launch', '2', '--document', folder('two.cu'))
        expect_equal(result.status, 0, result)
        result = cli('eval', folder('two.cu'), 'a[0]', 'a[399]')
        expect_equal([line for line in result.out.split('\n') if line and line[0].isdigit()], ['2', '800'], result)


@case
def a_kernel_that_is_ptx_has_no_document_and_that_is_said():
    with Folder() as folder:
        result = record(os.path.join(PROGRAMS, 'driver-vector-add.py'), '--launch', '1', '--document', folder('one.cu'))
        expect(result.status != 0 and 'launch 1 is of add, of which the program has PTX' in result.err, result)
        expect(not os.path.exists(folder('one.cu')))


@case
def what_a_program_asks_for_is_compiled():
    """By the hook that PyCUDA gets, in a module of that name: headers, options, and what is wrong."""
    with Folder() as folder:
        os.mkdir(folder('pycuda'))
        for name, text in (('__init__.py', ''), ('driver.py', 'class CompileError(Exception):\n    def __init__(self, *args, '
                                                              'stderr=None):\n        super().__init__(*args, stderr)\n'),
                           ('compiler.py', 'def compile_plain(*args):\n    raise OSError("nvcc")\n'),
                           ('scale.h', '#define SCALE(x) (x * FACTOR)\n')):
            folder.write(os.path.join('pycuda', name), text)
        path = folder.write('p.py', r'''
import os
from pycuda.compiler import compile_plain
from pycuda.driver import CompileError
source = '#include "scale.h"\n#include <stdio.h>\n__global__ void k (float *a) { a[0] = SCALE (a[0]); }\n'
options = ['-I' + os.path.dirname(os.path.abspath(__file__)) + '/pycuda', '-DFACTOR=3', '-O3', '-arch', 'sm_75', '-Xptxas', '-v']
image = compile_plain(source, options, False, 'nvcc', None)
print(image)
with open(os.environ['GRIDLOOM_UNITS'] + '/0.ptx') as file:
    print('.entry' in file.read())
for wrong in (options[:1], options + ['--run']):
    try:
        compile_plain(source, wrong, False, 'nvcc', None)
    except CompileError as error:
        print(error)
print(compile_plain(source, options, False, 'nvcc', None))
''')
        result = record(path)
        lines = result.out.split('\n')
        expect_equal(lines[:2], [repr(b'gridloom unit 0\n\0'), 'True'], result)
        expect('FACTOR' in result.out and '--run' in result.out, result)
        expect_equal([line for line in lines if line][-1], repr(b'gridloom unit 3\n\0'), result)


@case
def what_is_asked_wrongly_is_not_answered():
    requests = {'a length beyond all': b'\xff\xff\xff\xff', 'no text': b'\x02\0\0\0\xff\xfe', 'half a request': b'\x09\0\0\0__glo'}
    with Folder() as folder:
        for name, request in requests.items():
            result = record(folder.write('p.py', f'''
import os
fd = int(os.environ['GRIDLOOM_COMPILER'])
os.write(fd, {request!r})
print(os.read(fd, 9) if {name!r} != 'half a request' else b'')
'''))
            expect_equal((result.status, result.out.split('\n')[0]), (0, "b''"), name, result)


@case
def a_program_is_confined_and_undisturbed():
    with Folder() as folder, Folder() as other:
        os.mkdir(folder('program'))
        secret = folder.write('own/secret', 'secret')
        other.write('sitecustomize.py', 'import builtins\nbuiltins.customized = "customized"\n')
        path = folder.write('program/p.py', rf'''
import asyncio, os, socket, subprocess, sys
print(sys.argv[1:], os.getcwd() == os.path.dirname(__file__), __name__, customized)
for attempt in (lambda: open({secret!r}), lambda: open(__file__, 'a'), lambda: subprocess.run(['/bin/true']),
                lambda: socket.socket(), lambda: socket.socketpair(type=socket.SOCK_DGRAM), lambda: os.execv('/bin/true', ['true'])):
    try:
        attempt()
        print('allowed')
    except OSError:
        print('refused')
open(os.path.expanduser('~/note'), 'w').close()
print(asyncio.run(asyncio.sleep(0, 'awaited')), os.environ['PYTHONPATH'].split(':')[0] in sys.path, os.environ['HOME'] == os.environ['TMPDIR'])
sys.exit(3)
''')
        result = record(path, '--', 'a', '-b', PYTHONPATH=other.path)
        expect_equal(result.out.split('\n')[:8],
                     ["['a', '-b'] True __main__ customized", *6 * ['refused'], 'awaited False True'], result)
        expect('ended with status 3' in result.err and 'launched nothing' in result.err, result)


@case
def what_python_says_is_seen():
    with Folder() as folder:
        result = record(folder.write('p.py', 'import no_such_module\n'))
        expect("No module named 'no_such_module'" in result.err, result)
        result = record(folder('missing.py'))
        expect(result.status != 0 and 'missing.py' in result.err, result)
        result = record(folder('p.py'), folder.write('p.cu', ''))
        expect_equal(result.status, 2, result)


leave_without_programs()
main()
