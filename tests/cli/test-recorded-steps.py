#!/usr/bin/env python3
"""All launches of programs that are made at random, as steps of one document: they must come to what the program has.

Numbers of seeds are in GRIDLOOM_RECORD_SEEDS, or 0 to 4.
SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import re

from harness import Folder, add, case, cli, expect, expect_equal, leave_without_programs, main, settings

KERNELS = r'''
#include <cstdio>
#include <utility>
__constant__ int table[4];
__device__ int calls;
__managed__ int knob = 3;
static unsigned char host[65536];
static void dump (const char *name, const void *memory, size_t size)
{
  cudaMemcpy (host, memory, size, cudaMemcpyDeviceToHost);
  printf ("\nend %s ", name);
  for (size_t i = 0; i < size; i++)
    printf ("%02x", host[i]);
  printf ("\n");
}
__global__ void add (int *to, const int *from, int n, int step)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = to[i] * 3 + from[i] + step + table[i & 3];
  if (i == 0)
    calls += step;
}
__global__ void turn (int *to, int *from, int cols, float scale)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols)
    {
      to[y * cols + x] ^= (int) (scale * x) + calls;
      from[y * cols + x] += y;
    }
}
__global__ void __launch_bounds__ (64) mix (int n, int *f)
{
  extern __shared__ int shared[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  shared[threadIdx.x] = i < n ? f[i] : 0;
  __syncthreads ();
  if (i < n)
    f[i] = shared[threadIdx.x ^ 1] * 5 + i;
}
'''


def make(seed):
    """A program: arrays of 8 rows and 32 columns, pointers to them that change places, loops, copies, fillings."""
    choose = random.Random(seed)
    n = 256
    arrays = [f'm{i}' for i in range(choose.randint(2, 4))]
    text = KERNELS + 'int main ()\n{\n  int numbers[4] = { 1, 5, 25, 125 };\n'
    text += '  cudaMemcpyToSymbol (table, numbers, sizeof numbers);\n'
    for index, name in enumerate(arrays):
        text += f'  int *{name}, *p{index};\n  cudaMalloc (&{name}, {4 * n});\n  p{index} = {name};\n'
        text += f'  cudaMemset ({name}, {index + 1}, {4 * n});\n'
    pointers = [f'p{i}' for i in range(len(arrays))]

    def statement(depth):
        kind = choose.randrange(8 if depth < 2 else 7)
        a, b = choose.sample(pointers, 2)
        if kind < 2:
            return f'add<<<{choose.randint(1, 8)}, 32>>> ({a}, {b}, {choose.randint(1, n)}, {choose.randint(-9, 9)});\n'
        if kind == 2:
            return f'turn<<<dim3 (2, 2), dim3 (16, 4)>>> ({a}, {b}, 32, {choose.choice(["0.1f", "-3.75f", "1e-3f"])});\n'
        if kind == 3:
            return f'mix<<<4, 64, 256>>> ({n}, {a});\n'
        if kind == 4:
            return f'std::swap ({a}, {b});\n'
        if kind == 5:
            return f'cudaMemset ({a}, {choose.randrange(256)}, {4 * choose.randint(1, n)});\n'
        if kind == 6:
            return f'cudaMemcpy ({a}, {b}, {4 * choose.randint(1, n)}, cudaMemcpyDeviceToDevice);\n'
        body = ''.join(statement(depth + 1) for _ in range(choose.randint(1, 3)))
        return f'for (int i{depth} = 0; i{depth} < {choose.randint(2, 5)}; i{depth}++)\n{{\n{body}}}\n'

    text += ''.join(statement(0) for _ in range(choose.randint(4, 9)))
    # What the host wrote last is seen by a launch as well.
    text += ''.join(f'add<<<8, 32>>> ({pointers[0]}, {other}, {n}, 1);\n' for other in pointers[1:])
    return text + ''.join(f'  dump ("{name}", {name}, {4 * n});\n' for name in arrays) + '}\n', arrays


def cells_of(path):
    with open(path, 'rb') as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], 'little'):].hex()


def check_program(seed):
    text, arrays = make(seed)
    with Folder() as folder:
        result = cli('record', folder.write('p.cu', text), '--steps', '--document', folder('doc.cu'))
        expect_equal(result.status, 0, result, text)
        ends = dict(re.findall(r'^end (\w+) ([0-9a-f]+)$', result.out, re.M))
        expect_equal(sorted(ends), arrays, result)
        result = cli('run', folder('doc.cu'), '--output', folder('out'))
        expect_equal(result.status, 0, result, text)
        # Which array of the document is which of the program is told by what they hold; those that no kernel had are none.
        left = [cells_of(folder(f'out/{name}')) for name in sorted(os.listdir(folder('out')))
                if re.fullmatch(r'(to|from|f)[0-9]*\.npy', name)]
        expect(len(left) >= 2, os.listdir(folder('out')))
        for cells in left:
            expect(cells in ends.values(), f'seed {seed}: no array of the program ends so', text)
        expect_equal(len(set(left)), len({cells for cells in ends.values() if cells in left}), text)


@case
def launches_that_recur_are_loops():
    with Folder() as folder:
        path = folder.write('p.cu', KERNELS + '''int main ()
{
  int *a, *b;
  cudaMalloc (&a, 1024); cudaMalloc (&b, 1024);
  for (int i = 0; i < 100; i++)
    {
      add<<<8, 32>>> (a, b, 256, 7);
      std::swap (a, b);
    }
}
''')
        expect_equal(cli('record', path, '--steps', '--document', folder('doc.cu')).status, 0)
        with open(folder('doc.cu'), encoding='utf-8') as file:
            steps = file.read().split('[steps]\n')[1].split('\n\n')[0]
        expect_equal(steps, 'repeat 50\n  launch add grid=8 block=32 n=256 step=7\n'
                     '  launch add grid=8 block=32 to=from from=to n=256 step=7\nend')


@case
def settings_of_a_single_launch_are_left_out():
    with Folder() as folder:
        path = folder.write('p.cu', KERNELS + 'int main () { int *a; cudaMalloc (&a, 256); mix<<<1, 64, 256>>> (64, a); }\n' +
                            settings('[launch]\nkernel=add\nover=from\nblock=16\ngrid=4\nshape=8\n'))
        expect_equal(cli('record', path, '--steps', '--document', folder('doc.cu')).status, 0)
        with open(folder('doc.cu'), encoding='utf-8') as file:
            launch = file.read().split('[launch]\n')[1].split('\n\n')[0]
        expect_equal(launch, 'range=unknown\nmanual-grid=true')


@case
def what_no_step_can_be_is_named():
    with Folder() as folder:
        for body, words in (('add<<<1, 32>>> (a + 3, b, 1, 1);', 'launch 2 cannot be a step: to points into an array'),
                            ('add<<<1, 32>>> (a, nullptr, 0, 1);', 'launch 2 cannot be a step: from points to no array'),
                            ('cudaMemcpyToSymbol (table, &b, 8); mix<<<1, 32, 128>>> (1, a);',
                             'launch 2 cannot be a step: mix(int, int*) follows a change of a variable by the host')):
            path = folder.write('p.cu', KERNELS + 'int main () { int *a, *b; cudaMalloc (&a, 64); cudaMalloc (&b, 64);\n'
                                f'mix<<<1, 32, 128>>> (1, a); {body} }}\n')
            result = cli('record', path, '--steps', '--document', folder('doc.cu'))
            expect_equal(result.status, 2, result)
            expect(words.split(':')[0] in result.err and words.split(' ')[-1] in result.err, result)
            expect(not os.path.exists(folder('doc.cu')))


if __name__ == '__main__':
    leave_without_programs()
    for seed_ in os.environ.get('GRIDLOOM_RECORD_SEEDS', '0 1 2 3 4').split():
        add(f'seed-{seed_}', check_program, int(seed_))
    main()
