#!/usr/bin/env python3
"""Nothing outside the document's folder is read, quoted, or admitted to exist; nothing at all is written.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os

from harness import Folder, add, case, cli, expect, expect_equal, main, settings

SECRET = 'the_word_that_must_not_leak'
KERNEL = '\n__global__ void fill (float *f) { f[threadIdx.x] = 1; }\n'
LAUNCH = '[launch]\nblock=32\ngrid=1\nshape=32\n'

# How a source may reach for a file; {} is its path.
ROUTES = {
    'quoted': '#include "{}"\n',
    'angle brackets': '#include <{}>\n',
    'a computed include': '#define H "{}"\n#include H\n',
    'a pasted include': '#define Q(x) #x\n#define S(x) Q(x)\n#include S({})\n',
    'import': '#import "{}"\n',
    'include next': '#include_next "{}"\n',
}

ASKING = '''#if __has_include ("{}")
#define FOUND 1
#else
#define FOUND 0
#endif
__global__ void ask (int *f) {{ f[0] = FOUND; }}
'''


def paths(folder):
    """The ways to name the secret from the document's folder."""
    os.makedirs(folder('inside'), exist_ok=True)
    folder.write('secret.h', f'int {SECRET} = !;\n')
    os.symlink(folder('secret.h'), folder('inside/link.h'))
    os.symlink(folder.path, folder('inside/up'))
    return [folder('secret.h'), '../secret.h', './../secret.h', 'link.h', 'up/secret.h',
            f'/proc/self/cwd{folder("secret.h")}', '/etc/passwd']


def check_silent(result):
    """What is refused is taken as empty, or stops it."""
    expect(result.status in (0, 1, 2), result)
    for text in result.out, result.err:
        expect(SECRET not in text and 'root:' not in text, 'the file was quoted', result)


def check_route(route):
    with Folder() as folder:
        for path in paths(folder):
            file = folder.write('inside/kernel.cu', route.format(path) + KERNEL + settings(LAUNCH))
            check_silent(cli('run', file, '--json'))


for title, text in ROUTES.items():
    add(title, check_route, text)


@case
def a_missing_file_looks_like_a_forbidden_one():
    with Folder() as folder:
        answers = set()
        paths(folder)
        for path in folder('secret.h'), folder('absent.h'):
            file = folder.write('inside/kernel.cu', f'#include "{path}"\n' + KERNEL + settings(LAUNCH))
            result = cli('run', file)
            notes = [line for line in result.err.replace(path, 'PATH').splitlines() if ': note: ' in line]
            expect(notes, result)
            answers.add((result.status, *notes))
        expect_equal(len(answers), 1, answers)


@case
def has_include_tells_nothing():
    with Folder() as folder:
        for path in paths(folder):
            file = folder.write('inside/kernel.cu', ASKING.format(path) + settings(
                '[launch]\nblock=1\ngrid=1\nshape=1\n\n[expect]\nreference=expr:0\n'))
            result = cli('run', file, '--json')
            expect(result.status in (0, 1), result)
            if result.status == 1:
                expect(result.report['trap'] is not None, 'the file was seen', path, result)


@case
def options_that_read_or_write_files():
    with Folder() as folder:
        os.makedirs(folder('inside'))
        folder.write('secret.h', f'int {SECRET} = !;\n')
        written = folder('written')
        for option in (f'--time={written}', f'--pre-include={folder("secret.h")}', f'-include {folder("secret.h")}',
                       f'--fdevice-time-trace={written}', f'-I{folder.path}', '-I..', '-I/etc', f'-I {folder.path}',
                       f'--include-path={folder.path}', f'--options-file={folder("secret.h")}', f'-optf {written}',
                       f'--dlink-time-opt --gen-opt-lto -o {written}'):
            file = folder.write('inside/kernel.cu', '#if __has_include ("secret.h")\n#error seen\n#endif\n' + KERNEL +
                                settings(LAUNCH + f'options={option}\n'))
            result = cli('run', file)
            check_silent(result)
            expect('seen' not in result.err, option, result)
            expect(not os.path.exists(written), option)


@case
def a_header_beside_the_document_is_read():
    with Folder() as folder:
        folder.write('parts/inner.h', '#define VALUE 2\n')
        folder.write('outer.h', '#include "parts/inner.h"\n')
        file = folder.write('kernel.cu', '#include "outer.h"\n__global__ void fill (float *f) '
                            '{ f[threadIdx.x] = VALUE; }\n' +
                            settings(LAUNCH + '\n[expect]\nreference=expr:2\n'))
        expect_equal(cli('run', file).status, 0)


@case
def a_root_lets_headers_of_other_folders_be_read():
    with Folder() as folder:
        folder.write('common/book.h', '#include "deep/value.h"\n')
        folder.write('common/deep/value.h', '#define VALUE 2\n')
        fill = '\n__global__ void fill (float *f) { f[threadIdx.x] = VALUE; }\n'
        file = folder.write('app/kernel.cu', '#include "../common/book.h"' + fill + settings(
            LAUNCH + '\n[expect]\nreference=expr:2\n'))
        other = folder.write('app/other.cu', '#include <book.h>' + fill + settings(
            LAUNCH + 'options=-I../common\n\n[expect]\nreference=expr:2\n'))
        expect_equal(cli('run', file).status, 1)
        expect('--root' in cli('run', file).err)
        expect_equal(cli('run', '--root', folder.path, file).status, 0)
        expect('../common' in cli('run', other).err)
        expect_equal(cli('run', '--root', folder.path, other).status, 0)
        expect_equal(cli('run', '--root', folder('common'), file).status, 2)
        expect_equal(cli('run', '--root', '/', file).status, 2)


@case
def host_headers_are_there():
    with Folder() as folder:
        file = folder.write('kernel.cu', '#include <stdio.h>\n#include <cstdint>\n#include <math.h>\n'
                            '#include <assert.h>\n#include <cuda_runtime.h>\n'
                            '__global__ void fill (float *f)\n{\n  assert (f);\n  f[threadIdx.x] = sqrtf (4.0f);\n'
                            '  if (threadIdx.x == 3)\n    printf ("thread %d\\n", (int) threadIdx.x);\n}\n'
                            '#ifndef __CUDACC_RTC__\nint main () { return 0; }\n#endif\n' +
                            settings(LAUNCH + '\n[expect]\nreference=expr:2\n'))
        result = cli('run', file)
        expect_equal(result.status, 0, result)
        expect_equal(result.out, 'thread 3\n')


# The headers of CUDA that kernels include, each used for what it is there for.
WITH_HEADERS = {
    'cuda_fp16.h': ('__global__ void fill (float *f)\n{\n'
                    '  f[threadIdx.x] = __half2float (__hadd (__float2half (1.5f), __float2half (0.5f)));\n}\n'),
    'cuda_bf16.h': ('__global__ void fill (float *f)\n{\n'
                    '  f[threadIdx.x] = __bfloat162float (__float2bfloat16 (2.0f));\n}\n'),
    'cooperative_groups.h': ('namespace cg = cooperative_groups;\n__global__ void fill (float *f)\n{\n'
                             '  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());\n'
                             '  tile.sync ();\n  f[tile.thread_rank ()] = tile.size () / 16;\n}\n'),
    'cooperative_groups/reduce.h': ('namespace cg = cooperative_groups;\n__global__ void fill (float *f)\n{\n'
                                    '  auto tile = cg::tiled_partition<32> (cg::this_thread_block ());\n'
                                    '  f[threadIdx.x] = cg::reduce (tile, 1, cg::plus<int> ()) / 16;\n}\n'),
    'mma.h': ('using namespace nvcuda;\n__global__ void fill (float *f)\n{\n  __shared__ float tile[256];\n'
              '  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n'
              '  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;\n'
              '  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n'
              '  wmma::fill_fragment (a, __float2half (0.5f));\n  wmma::fill_fragment (b, __float2half (0.25f));\n'
              '  wmma::fill_fragment (c, 0.0f);\n  wmma::mma_sync (c, a, b, c);\n'
              '  wmma::store_matrix_sync (tile, c, 16, wmma::mem_row_major);\n  __syncwarp ();\n'
              '  f[threadIdx.x] = tile[threadIdx.x];\n}\n'),
}


# What a whole toolkit has beside these: a file of it, and the header as sources include it.
WITH_TOOLKIT = {
    ('cub/block/block_reduce.cuh', 'cub/cub.cuh'): (
        '__global__ void fill (float *f)\n{\n  using Reduce = cub::BlockReduce<float, 32>;\n'
        '  using Scan = cub::BlockScan<int, 32>;\n  using Sort = cub::BlockRadixSort<unsigned, 32, 1>;\n'
        '  using Warp = cub::WarpReduce<int>;\n'
        '  __shared__ union { Reduce::TempStorage reduce; Scan::TempStorage scan; Sort::TempStorage sort;\n'
        '                     Warp::TempStorage warp; float sum; } room;\n'
        '  float sum = Reduce (room.reduce).Sum (1.0f);\n  __syncthreads ();\n'
        '  int before;\n  Scan (room.scan).ExclusiveSum (1, before);\n  __syncthreads ();\n'
        '  unsigned key[1] = { 31 - threadIdx.x };\n  Sort (room.sort).Sort (key);\n  __syncthreads ();\n'
        '  int lanes = Warp (room.warp).Sum (1);\n  __syncthreads ();\n'
        '  if (threadIdx.x == 0)\n    room.sum = sum + lanes;\n  __syncthreads ();\n'
        '  f[threadIdx.x] = room.sum == 64 && before == threadIdx.x && key[0] == threadIdx.x ? 2 : 0;\n}\n'),
    ('curand_kernel.h', 'curand_kernel.h'): (
        '__global__ void fill (float *f)\n{\n  curandState state;\n  curandStatePhilox4_32_10_t other;\n'
        '  curand_init (1234, threadIdx.x, 0, &state);\n  curand_init (1234, threadIdx.x, 0, &other);\n'
        '  float a = curand_uniform (&state), b = curand_uniform (&other), c = curand_normal (&state);\n'
        '  f[threadIdx.x] = a > 0 && a <= 1 && b > 0 && b <= 1 && c > -9 && c < 9 ? 2 : 0;\n}\n'),
    ('cuda/atomic', 'cuda/atomic'): (
        '__global__ void fill (float *f)\n{\n  __shared__ int n;\n  if (threadIdx.x == 0)\n    n = 0;\n'
        '  __syncthreads ();\n  cuda::atomic_ref<int, cuda::thread_scope_block> (n).fetch_add (1);\n'
        '  __syncthreads ();\n  f[threadIdx.x] = n / 16;\n}\n'),
    ('cuda/barrier', 'cuda/barrier'): (
        '__global__ void fill (float *f)\n{\n'
        '  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;\n  __shared__ float all[32];\n'
        '  if (threadIdx.x == 0)\n    init (&barrier, 32);\n  __syncthreads ();\n'
        '  all[threadIdx.x] = 2;\n  barrier.arrive_and_wait ();\n  f[threadIdx.x] = all[31 - threadIdx.x];\n}\n'),
    ('cuda/std/array', 'cuda/std/array'): (
        '__global__ void fill (float *f)\n{\n  cuda::std::array<float, 2> pair = { 1, 2 };\n'
        '  f[threadIdx.x] = pair[1];\n}\n'),
}


@case
def headers_of_a_toolkit_work():
    for (needed, header), kernel in WITH_TOOLKIT.items():
        with Folder() as folder:
            probe = folder.write('probe.cu', f'#if !__has_include(<{needed}>)\n#error none\n#endif\n'
                                             '__global__ void fill (float *f) {}\n')
            if cli('compile', probe).status != 0:
                continue
            # With what declares the same names.
            for before in '', '#include <cstdint>\n#include <climits>\n#include <cmath>\n#include <utility>\n':
                file = folder.write('kernel.cu', before + f'#include <{header}>\n#include <cstdint>\n' + kernel +
                                    settings(LAUNCH + '\n[expect]\nreference=expr:2\n'))
                result = cli('run', file)
                expect_equal(result.status, 0, (header, result))


@case
def headers_of_cuda_are_there():
    for header, kernel in WITH_HEADERS.items():
        with Folder() as folder:
            file = folder.write('kernel.cu', f'#include <{header}>\n' + kernel +
                                settings(LAUNCH + '\n[expect]\nreference=expr:2\n'))
            result = cli('run', file)
            expect_equal(result.status, 0, (header, result))


if __name__ == '__main__':
    main()
