#!/usr/bin/env python3
"""Launches and files that make no sense end with a message that names the thing: no crash, no hang.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import signal

from harness import (Folder, KERNELS, add, case, children_of, cli, expect, expect_equal, finish, main, npy, settings,
                     start)

TRIANGLE = os.path.join(KERNELS, '01-triangle.cu')

FILL = '''__global__ void fill (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f[i] = i;
}
'''

# What is given, and a word that the message must hold.
LAUNCHES = [
    (['--block', '1025'], '1024'),
    (['--block', '33,32'], '1056'),
    (['--block', '1,1,65'], '64'),
    (['--block', '0'], '0'),
    (['--block', '8,0'], '0'),
    (['--block', '-1'], '-1'),
    (['--block', '8,-8'], '-8'),
    (['--block', '2147483648'], '2147483648'),
    (['--block', '9223372036854775808'], '9223372036854775808'),
    (['--block', '18446744073709551617'], '18446744073709551617'),
    (['--block', '8,8,8,8'], '8,8,8,8'),
    (['--block', 'eight'], 'eight'),
    (['--block', ''], '--block'),
    (['--block', '8.5'], '8.5'),
    (['--block', '010'], 'begins with 0, which C reads with base 8'),
    (['--shape', '04,8'], 'begins with 0, which C reads with base 8'),
    (['--set', 'cols=010'], 'begins with 0, which C reads with base 8'),
    (['--grid', '0'], '0'),
    (['--grid', '-2'], '-2'),
    (['--grid', '2147483648'], '2147483648'),
    (['--grid', '1,65536'], '65535'),
    (['--grid', '1,1,65536'], '65535'),
    (['--grid', '9223372036854775808'], '9223372036854775808'),
    (['--shape', '0'], '0'),
    (['--shape', '-4'], '-4'),
    (['--shape', '2147483648,2147483648'], '2147483648'),
    (['--shape', '4294967296,4294967296,4'], '4294967296'),
    (['--shape', '9223372036854775808'], '9223372036854775808'),
    (['--shape', '1,2,3,4'], '1,2,3,4'),
    (['--repeat', '0'], '--repeat'),
    (['--repeat', '-1'], '--repeat'),
    (['--repeat', '2147483648'], '--repeat'),
    (['--workers', '0'], '--workers'),
    (['--workers', '9223372036854775808'], '--workers'),
    (['--schedule-seed', '-1'], '--schedule-seed'),
    (['--schedule-seed', '9223372036854775808'], '--schedule-seed'),
    (['--budget', '0'], '--budget'),
    (['--budget', '18446744073709551616'], '--budget'),
    (['--compile-seconds', '0'], '--compile-seconds'),
    (['--compile-seconds', '1h'], '--compile-seconds'),
    (['--compile-memory', '1'], '--compile-memory'),
    (['--set', 'cols'], 'cols'),
    (['--set', '=1'], '=1'),
    (['--set', 'nobody=1'], 'nobody'),
    (['--set', 'cols=9223372036854775808'], 'cols'),
    (['--set', 'cols=two words'], 'cols'),
    (['--check', 'everything'], 'everything'),
    (['--check', 'all,races'], 'all,races'),
    (['--check', ''], '--check'),
    (['--coverage', 'some'], 'some'),
    (['--backend', 'vulkan'], 'vulkan'),
    (['--backend', 'cuda:-1'], 'cuda:-1'),
    (['--lens', 'writes'], '--picture'),
    (['--lens', 'rainbow', '--picture', '/nowhere/a.png'], 'rainbow'),
    (['--picture', 'triangle.jpeg'], '.png'),
    (['--picture', '/nowhere/at/all.png'], '/nowhere/at/all'),
    (['--output', '/nowhere/at/all'], '/nowhere/at/all'),
    (['--no-such-option'], '--no-such-option'),
    (['a-second-file.cu'], 'a-second-file.cu'),
]


# Options that can't be read, and words of the message: the option, what was given, what is wanted.
UNREADABLE = [
    (['--block', 'x'], '--block is “x”', 'X[,Y[,Z]]'),
    (['--block', '8,8,'], '--block is “8,8,”', 'a number is missing'),
    (['--block', '8 8'], '--block is “8 8”', 'X[,Y[,Z]]'),
    (['--grid', 'auto,1'], '--grid is “auto,1”', 'auto|X[,Y[,Z]]'),
    (['--grid', ''], '--grid is “”', 'auto|X'),
    (['--shape', 'a'], '--shape is “a”', 'ROWS'),
    (['--shape', '4,,4'], '--shape is “4,,4”', 'ROWS'),
]

# No compute_NN, and some that no compiler knows.
ARCHS = ['rubbish', '', 'sm_80', 'compute_', 'compute_7', 'compute_75x', 'compute_7500', 'compute_75 --time=x', 'Native']

# A file that can't be written, its folder, and nothing of how it would have been written.
UNWRITABLE = [
    ['--picture', '/nowhere/at/all.png'],
    ['--output', '/nowhere/at/all'],
]


def refused(result, word):
    expect(result.status in (1, 2), result)
    expect(word in result.err, f'{word!r} is not named', result)
    expect('gridloom-cli: ' in result.err, result)


def check_launch(options, word):
    refused(cli('run', TRIANGLE, *options), word)


for row in LAUNCHES:
    add('launch ' + ' '.join(row[0]), check_launch, *row)


def check_unreadable(options, *words):
    result = cli('run', TRIANGLE, *options)
    expect_equal(result.status, 2, result)
    for word in words:
        expect(word in result.err, f'{word!r} is not named', result)


for row in UNREADABLE:
    add('unreadable ' + ' '.join(row[0]), check_unreadable, *row)


def check_arch(arch):
    result = cli('compile', TRIANGLE, f'--arch={arch}')
    expect_equal(result.status, 2, result)
    expect(f'“{arch}”' in result.err and 'compute_NN' in result.err and 'native' in result.err, result)
    with Folder() as folder:
        path = folder.write('arch.cu', FILL + settings(f'[launch]\narch={arch}\n'))
        result = cli('run', path)
    if arch == '':
        return
    expect_equal(result.status, 2, result)
    expect('arch.cu:10:' in result.err and f'“{arch}”' in result.err and 'nvrtc' not in result.err, result)


for name in ARCHS:
    add('arch ' + name, check_arch, name)


@case
def an_architecture_that_the_compiler_does_not_know_is_named():
    result = cli('compile', TRIANGLE, '--arch', 'compute_999')
    expect_equal(result.status, 1, result)
    expect('compute_999' in result.err and 'gpu-architecture' not in result.err, result)


def ninefold(levels):
    """Macros that expand to nine of the one before."""
    lines = ['#define M0 x x x x x x x x x']
    for level in range(1, levels):
        lines.append(f'#define M{level} ' + ' '.join([f'M{level - 1}'] * 9))
    return '\n'.join(lines) + f'\n__global__ void k (float *f) {{ M{levels - 1}; f[0] = 1; }}\n'


# What is given, what was reached, and how to raise it.
COMPILE_LIMITS = [
    (['--compile-seconds', '1'], 'its limit of time, 1 s', '--compile-seconds'),
    (['--compile-memory', '256', '--compile-seconds', '50'], 'its limit of memory, 256 MiB', '--compile-memory'),
]


def check_compile_limit(options, reached, option):
    with Folder() as folder:
        path = folder.write('bomb.cu', ninefold(10))
        for verb in ['run', 'compile']:
            result = cli(verb, path, *options)
            expect_equal(result.status, 1, result)
            expect(reached in result.err and option in result.err, result)


def kill_compiler(pid):
    """Ends a child of the runner that has worked on a source for a while; spares have not."""
    for runner in children_of(pid):
        for child in children_of(runner):
            try:
                fields = open(f'/proc/{child}/stat', encoding='utf-8').read().rsplit(')', 1)[1].split()
                if (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK') > 2:
                    os.kill(child, signal.SIGSEGV)
            except OSError:
                pass


@case
def a_compiler_that_breaks_down_is_not_said_to_have_reached_a_limit():
    with Folder() as folder:
        process = start('compile', folder.write('bomb.cu', ninefold(10)))
        while process.poll() is None:
            kill_compiler(process.pid)
        result = finish(process)
        expect_equal(result.status, 1, result)
        expect('broke down' in result.err and '--compile-' not in result.err, result)


for row in COMPILE_LIMITS:
    add('macros of macros reach ' + row[1], check_compile_limit, *row)


@case
def native_without_a_gpu_says_what_it_is():
    result = cli('compile', TRIANGLE, '--arch', 'native', '--ptx')
    expect_equal(result.status, 0, result)
    expect('.target sm_75' in result.out and 'compute_75' in result.err, result)


def check_unwritable(option, path):
    result = cli('run', TRIANGLE, option, path)
    expect_equal(result.status, 2, result)
    expect(result.err.endswith(f'“{path}” could not be written: there is no folder “/nowhere/at”; make it, or '
                                  'choose another\n'), result)


for row in UNWRITABLE:
    add('unwritable ' + row[0], check_unwritable, *row)


# name, bytes, a word that the message must hold
FILES = [
    ('empty.cu', b'', 'empty.cu'),
    ('blank.cu', b' \n\n', 'kernel'),
    ('huge.cu', FILL.encode() + b'// ' + b'x' * (2 << 20) + b'\n', 'huge.cu'),
    ('no-kernel.cu', b'__device__ int twice (int x) { return 2 * x; }\n', 'kernel'),
    ('binary.cu', bytes(range(256)) * 64, 'binary.cu'),
    ('nul.cu', FILL.encode() + b'\0' + FILL.encode(), 'nul.cu'),
    ('error.cu', b'__global__ void wrong (float *f) { f[0] = nothing; }\n', 'nothing'),
    ('host.cu', b'int n = 3;\n__global__ void wrong (float *f) { f[0] = n; }\n', 'variable of the host'),
    ('template.cu', b'template <class T> __global__ void scale (T *f) { f[0] = 2; }\n', 'scale'),
    ('unclosed.cu', FILL.encode() + b'/* gridloom\n[launch\nblock=8\n', 'unclosed.cu'),
    ('garbage.cu', FILL.encode() + b'\n/* gridloom\n[launch]\nblock\n*/\n', 'garbage.cu'),
    ('after.cu', FILL.encode() + b'\n/* gridloom\n[launch]\nblock=8\n*/\n__device__ int x;\n', 'after.cu'),
    ('block.cu', FILL.encode() + settings('[launch]\nblock=4096\n').encode(), '1024'),
    ('shared.cu', FILL.encode() + settings('[launch]\nshared=9223372036854775808\n').encode(), 'shared'),
    ('launches.cu', FILL.encode() + settings('[launch]\nlaunches=-3\n').encode(), 'launches'),
    ('option.cu', FILL.encode() + settings('[launch]\noptions=--time=/tmp/gridloom-time\n').encode(), '--time'),
    ('expression.cu', FILL.encode() + settings('[arg f]\nfill=expr:x +\n').encode(), 'x +'),
    ('escape.cu', FILL.encode() + settings('[arg f]\nfill=expr:0; } __device__ int y; int z () { return 0\n').encode(),
     'fill'),
]


def check_file(name, content, word):
    with Folder() as folder:
        refused(cli('run', folder.write(name, content)), word)


for row in FILES:
    add('file ' + row[0], check_file, *row)


# How cooperative groups ask where a grid counts its blocks.
WHOLE_GRID = '''__global__ void whole (unsigned *o)
{
  unsigned barrier;
  asm volatile ("mov.u32 %0, %%envreg1;" : "=r" (barrier));
  o[threadIdx.x] = barrier;
}
'''


@case
def grid_that_waits_for_itself_and_does_not_fit():
    with Folder() as folder:
        path = folder.write('whole.cu', WHOLE_GRID)
        expect_equal(cli('run', path, '--grid', '8').status, 0)
        refused(cli('run', path, '--grid', '5000'), '5000')


@case
def a_path_that_is_no_file():
    with Folder() as folder:
        fifo = folder('fifo.cu')
        os.mkfifo(fifo)
        for path in fifo, '/dev/zero', '/dev/full', folder.path, folder('missing.cu'), '':
            result = cli('run', path)
            expect_equal(result.status, 2, result)
            expect(path in result.err, path, result)


DATA = FILL + settings('[arg f]\nshape=8\nfill=file:data.npy\n')
FLOATS = npy('<f4', [8], bytes(32))

ARRAYS = [
    ('missing', None, 'data.npy'),
    ('empty', b'', 'data.npy'),
    ('no npy', b'PK\x03\x04' + bytes(100), 'data.npy'),
    ('truncated in its header', FLOATS[:20], 'data.npy'),
    ('truncated in its data', FLOATS[:-1], 'data.npy'),
    ('of another shape', npy('<f4', [9], bytes(36)), 'data.npy'),
    ('of another type', npy('<f8', [8], bytes(64)), 'data.npy'),
    ('in Fortran order', npy('<f4', [2, 4], bytes(32)).replace(b'False', b'True '), 'data.npy'),
    ('with objects', npy('|O8', [8], bytes(64)), 'data.npy'),
    ('of negative shape', FLOATS.replace(b'(8,)', b'(-8,)'), 'data.npy'),
    ('of huge shape', npy('<f4', [2**62, 2**62], bytes(32)), 'data.npy'),
    ('that claims a huge header', b'\x93NUMPY\x02\x00\xff\xff\xff\xff' + bytes(64), 'data.npy'),
]


def check_array(content, word):
    with Folder() as folder:
        if content is not None:
            folder.write('data.npy', content)
        refused(cli('run', folder.write('data.cu', DATA)), word)


for title, data, named in ARRAYS:
    add('array ' + title, check_array, data, named)


@case
def an_array_outside_the_folder_is_refused():
    with Folder() as folder:
        folder.write('secret.npy', FLOATS)
        os.mkdir(folder('inside'))
        os.symlink(folder('secret.npy'), folder('inside/link.npy'))
        for name in '../secret.npy', folder('secret.npy'), 'link.npy':
            path = folder.write('inside/data.cu', DATA.replace('data.npy', name))
            refused(cli('run', path), os.path.basename(name))


@case
def an_array_that_fits_is_used():
    with Folder() as folder:
        folder.write('data.npy', FLOATS)
        result = cli('run', folder.write('data.cu', DATA))
        expect_equal(result.status, 0, result)


@case
def verbs_that_there_are_not():
    for arguments in ['tune', TRIANGLE], ['Run', TRIANGLE], ['']:
        result = cli(*arguments)
        expect_equal(result.status, 2, result)
        expect('unknown command' in result.err, result)
        expect_equal(result.out, '')
    for arguments in [], ['run'], ['compile'], ['check'], ['check', '/nowhere'], ['devices', 'all']:
        expect_equal(cli(*arguments).status, 2, arguments)


@case
def help_and_version():
    for arguments in ['--help'], ['--version'], ['run', '--help'], ['compile', '--help'], ['check', '--help']:
        result = cli(*arguments)
        expect_equal(result.status, 0, result)
        expect('gridloom-cli' in result.out, result)


@case
def a_gpu_that_is_not_there():
    result = cli('run', TRIANGLE, '--backend', 'cuda:7')
    expect_equal(result.status, 3, result)
    expect('cuda:7' in result.err or 'CUDA' in result.err, result)


@case
def a_large_array_runs_or_is_refused_with_the_sum():
    with Folder() as folder:
        path = folder.write('large.cu', '''__global__ void fill (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows)
    f[(size_t) y * cols + x] = 1;
}
''')
        # A small grid: this is about the memory, and must end in time with sanitizers too.
        result = cli('run', path, '--shape', '16384,16384', '--coverage', 'writes', '--grid', '16,16', deadline=300)
        if result.status != 0:
            expect_equal(result.status, 1, result)
            expect('bytes' in result.err or 'iB' in result.err or 'GB' in result.err, result)
        result = cli('run', path, '--shape', '1000000,1000000')
        expect_equal(result.status, 1, result)
        expect(any(unit in result.err for unit in ('bytes', 'TiB', 'TB')), result)


@case
def a_full_disk_is_an_error():
    if not os.path.exists('/dev/full'):
        return
    import subprocess
    from harness import CLI
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([CLI, 'run', TRIANGLE, '--json'], stdout=full, stderr=subprocess.PIPE, timeout=60,
                              check=False)
    expect_equal(done.returncode, 2, done.stderr)


if __name__ == '__main__':
    main()
