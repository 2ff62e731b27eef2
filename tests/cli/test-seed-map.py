#!/usr/bin/env python3
"""Which cells depend on the order of warps and blocks: ten kernels with a bug of order, and the same repaired. What
`--seeds` tells of cells is counted again here, from runs of their own.

SPDX-License-Identifier: GPL-3.0-or-later
"""

from harness import Folder, add, case, cli, expect, expect_equal, main, read_npy, run_json, settings

SEEDS = 8

# name: launch and arguments, the kernel with its bug, and what is put in the place of it: old text, new text.
KERNELS = {
    'reduction': ('block=256\ngrid=4', '', '''
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = f[blockIdx.x * 256 + t];
  for (int n = 128; n > 0; n /= 2)
    {
      /*bug*/
      if (t < n)
        s[t] += s[t + n];
    }
  if (t == 0)
    o[blockIdx.x] = s[0];
''', '__syncthreads ();'),
    'scan': ('block=256\ngrid=4', '', '''
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = f[blockIdx.x * 256 + t];
  for (int n = 1; n < 256; n *= 2)
    {
      __syncthreads ();
      int left = t >= n ? s[t - n] : 0;
      /*bug*/
      s[t] += left;
    }
  o[blockIdx.x * 256 + t] = s[t];
''', '__syncthreads ();'),
    'reverse': ('block=256\ngrid=4', '', '''
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = f[blockIdx.x * 256 + t];
  /*bug*/
  o[blockIdx.x * 256 + t] = s[255 - t];
''', '__syncthreads ();'),
    'in-place': ('block=256\ngrid=4', '', '''
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int next = f[blockIdx.x * 256 + (t + 1) % 256];
  /*bug*/
  f[i] = next;
  o[i] = next;
''', '__syncthreads ();'),
    'counter': ('block=64\ngrid=8', '', '''
  /*bug*/
  o[0] = o[0] + f[threadIdx.x];
''', 'atomicAdd (&o[0], f[threadIdx.x]); return;'),
    'last-writer': ('block=128\ngrid=4', '', '''
  int t = blockIdx.x * 128 + threadIdx.x;
  /*bug*/
  o[t % 7] = t;
''', 'atomicMax (&o[t % 7], t); return;'),
    'histogram': ('block=128\ngrid=4', '', '''
  int i = blockIdx.x * 128 + threadIdx.x;
  /*bug*/
  o[f[i] % 16]++;
''', 'atomicAdd (&o[f[i] % 16], 1); return;'),
    'ticket': ('block=64\ngrid=4', '', '''
  int t = blockIdx.x * 64 + threadIdx.x;
  int at = atomicAdd (&o[1023], 1);
  /*bug*/
  o[at] = t;
''', 'at = t;'),
    'across-blocks': ('block=64\ngrid=8', '', '''
  int i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
  o[i] = f[i];
  /*bug*/
  o[i + 512] = o[(i + 64) % n];
''', 'o[i + 512] = f[(i + 64) % n]; return;'),
    'tile-used-again': ('block=128\ngrid=2', '', '''
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 8; k++)
    {
      s[t] = f[k * 128 + t];
      __syncthreads ();
      sum += s[(t + 40) % 128];
      /*bug*/
    }
  o[blockIdx.x * 128 + t] = sum;
''', '__syncthreads ();'),
}


def make(folder, name, is_repaired):
    launch, more, body, repair = KERNELS[name]
    if is_repaired:
        body = body.replace('/*bug*/', repair)
    source = f'__global__ void k (volatile int *f, int *o)\n{{{body}}}\n'
    return folder.write(f'{name}.cu', source + settings(
        f'[launch]\n{launch}\n[arg f]\nshape=1024\nfill=expr:(x * 7 + x / 128) % 64\n[arg o]\nshape=1024\nfill=zeros\n{more}'))


def arrays(folder, path, name, *options):
    """What f and o hold after a run, and with --seeds the planes of them."""
    result = cli('run', path, '--output', folder(name), '--json', '--coverage', 'none', *options)
    expect_equal(result.status, 0, result)
    return {array: read_npy(folder(f'{name}/{array}.npy'))[1] for array in ('f', 'o')}, result.report


def map_of(folder, path):
    _, report = arrays(folder, path, 'all', '--seeds', SEEDS)
    return {array: read_npy(folder(f'all/{array}.seeds.npy'))[1] for array in ('f', 'o')}, report['seeds']


def cells_light_up(name):
    with Folder() as folder:
        path = make(folder, name, False)
        planes, seeds = map_of(folder, path)
        expect_equal(seeds['tried'], SEEDS)
        expect(sum(planes['o']) > 0 and seeds['others'], f'{name}: nothing lights up')
        # counted again, by runs of their own
        own, _ = arrays(folder, path, 'own')
        counts, firsts, others = {array: [0] * 1024 for array in own}, {array: [0] * 1024 for array in own}, []
        for seed in range(SEEDS):
            there, _ = arrays(folder, path, f'seed-{seed}', '--schedule-seed', seed)
            for array, cells in there.items():
                for cell, value in enumerate(cells):
                    counts[array][cell] += value != own[array][cell]
                    if value != own[array][cell]:
                        firsts[array][cell] = firsts[array][cell] or seed + 1
            if there != own:
                others.append(seed)
        expect_equal(planes, counts)
        expect_equal({array: read_npy(folder(f'all/{array}.first-seeds.npy'))[1] for array in own}, firsts)
        expect_equal(seeds['others'], others)


def no_cell_of_the_twin_does(name):
    with Folder() as folder:
        planes, seeds = map_of(folder, make(folder, name, True))
        expect_equal(seeds, {'tried': SEEDS, 'others': []})
        expect(not any(map(any, planes.values())), f'{name}: {planes}')


for kernel in KERNELS:
    add(f'{kernel}-lights-up', cells_light_up, kernel)
    add(f'{kernel}-repaired-is-dark', no_cell_of_the_twin_does, kernel)


@case
def a_seed_of_the_document_is_used():
    with Folder() as folder:
        path = make(folder, 'scan', False)
        _, seeds = map_of(folder, path)
        seed = seeds['others'][0]
        by_option, _ = arrays(folder, path, 'option', '--schedule-seed', seed)
        with open(path, encoding='utf-8') as file:
            text = file.read()
        written = folder.write('order.cu', text.replace('[launch]\n', f'[launch]\norder={seed}\n'))
        by_document, _ = arrays(folder, written, 'document')
        expect_equal(by_document, by_option)
        own, _ = arrays(folder, path, 'own')
        expect(by_document != own)


@case
def what_hangs_on_the_order_is_a_warning():
    with Folder() as folder:
        result = cli('run', make(folder, 'counter', False), '--seeds', SEEDS)
        expect('it depends on who comes first; seed ' in result.err, result)
        result = cli('run', make(folder, 'counter', True), '--seeds', SEEDS)
        expect('who comes first' not in result.err, result)


@case
def an_order_that_is_no_number_is_refused():
    with Folder() as folder:
        path = folder.write('k.cu', '__global__ void k (int *o) { o[threadIdx.x] = 1; }\n'
                            + settings('[launch]\nblock=32\ngrid=1\norder=first\n[arg o]\nshape=32\n'))
        result = cli('run', path)
        expect('order=first' in result.err, result)


@case
def other_counts_are_as_without():
    with Folder() as folder:
        path = make(folder, 'reduction', True)
        plain, tried = run_json(path), run_json(path, '--seeds', 3)
        expect_equal(tried['coverage'], plain['coverage'])
        expect_equal(tried['launch'], plain['launch'])


main()
