#!/usr/bin/env python3
# random_kernels.py: kernels that nobody tuned the model to. SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels put together at random, for compare.py: another number gives others."""
from random import Random

SIZES = (1 << 18, 1 << 20, 3 << 20, 1 << 22)


def index(random, name, cells):
    """Where a thread reads: beside its neighbours, in steps, mirrored, scattered, or all the same."""
    return random.choice([
        f'{name}', f'{name}', f'{name}', f'({name} + {random.randint(1, 9)}) % {cells}', f'{cells} - 1 - {name}',
        f'(int) (({name} * {random.choice([2, 3, 5, 17, 33])}ll) % {cells})', f'{name} / {random.choice([2, 32, 256])}',
        f'(int) (({name} * 2654435761u) % {cells}u)'])


def statements(random, cells):
    """The body of a thread that has read x."""
    lines = []
    for _ in range(random.randint(1, 3)):
        turns = random.choice([1, 4, 16, 50])
        lines.append(random.choice([
            f'for (int n = 0; n < {turns}; n++) x = x * 0.99f + 0.5f;',
            f'for (int n = 0; n < {turns}; n++) x += a[(i + n * {random.choice([1, 32, 1024])}) % {cells}];',
            'x = sqrtf (fabsf (x)) + 1.0f;',
            'if (x > 0.5f) for (int n = 0; n < 8; n++) x = sinf (x);',
            f'if (threadIdx.x % {random.choice([2, 8, 32])} == 0) x += a[{index(random, "i", cells)}];',
            f'for (int n = 0; n < (i & {random.choice([7, 31])}); n++) x = x * 1.01f - 0.1f;']))
    return lines


def kernel(seed):
    """A document of one dimension, whose blocks may be of any width."""
    random = Random(seed)
    cells = random.choice(SIZES)
    # a guard may leave only some of the threads, and a thread may have several cells
    rows, each = random.choice([1, 1, 1, 40, 300, 1000]), random.choice([1, 1, 1, 2, 8])
    body = [f'float x = a[{index(random, "i", cells)}];', *statements(random, cells)]
    if random.random() < 0.3:
        body.append('held[threadIdx.x] = x; __syncthreads (); x += held[blockDim.x - 1 - threadIdx.x]; __syncthreads ();')
    if random.random() < 0.2:
        store = f'atomicAdd (&b[i / {random.choice([1, 32, 1024])}], x);'
    else:
        store = f'b[{random.choice(["i", "i", index(random, "i", cells)])}] = x;'
    body.append(store)
    has_barrier = any('__syncthreads' in line for line in body)
    # a block to a row of `rows` cells, the rest of it idle; else one thread a cell, or several
    if rows > 1 and not has_barrier:
        grid, guard = cells // rows, f'if (threadIdx.x >= {rows}) return;\n  int i = blockIdx.x * {rows} + threadIdx.x;'
        if rows > 32:
            guard = f'for (int t = threadIdx.x; t < {rows}; t += blockDim.x) {{\n  int i = blockIdx.x * {rows} + t;'
            body.append('}')
        launch = f'block=256\ngrid={grid}\nmanual-grid=true\n'
    elif each > 1 and not has_barrier:
        guard = f'for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * {each}, e = i + {each}; i < e && i < {cells}; i++) {{'
        body.append('}')
        launch = f'block=256\ngrid=auto\nrange={cells // each}\n'
    else:
        guard = 'int i = blockIdx.x * blockDim.x + threadIdx.x;' + ('' if has_barrier else f'\n  if (i >= {cells}) return;')
        if has_barrier:
            guard += f'\n  if (i >= {cells}) i = {cells} - 1;'
        launch = f'block=256\ngrid=auto\nrange={cells}\n'
    shared = '  __shared__ float held[1024];\n' if has_barrier else ''
    return ('extern "C" __global__ void\nk (const float *a, float *b)\n{\n' + shared + '  ' + guard + '\n  ' + '\n  '.join(body)
            + f'\n}}\n\n/* gridloom\n[launch]\n{launch}shape={cells}\n\n[arg a]\nfill=random(7)\n\n[arg b]\nfill=zeros\n*/\n')
