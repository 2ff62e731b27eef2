#!/usr/bin/env python3
"""advise: what would make a launch better. What it has to say of random launches is worked out here once more: from the arithmetic of
the launch, published numbers of devices, and where each thread of a kernel goes.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import functools
import glob
import math
import os
import random
import re

from harness import Folder, KERNELS, add, case, cli, expect, expect_equal, line_of, main, percent, run_json, settings

# What NVIDIA's data sheets and the programming guide say: multiprocessors, and of each of them the warps and blocks that it holds.
DEVICES = {'rtx-3060': (28, 48, 16), 'rtx-4090': (128, 48, 24), 't4': (40, 32, 16), 'a100-40gb': (108, 64, 32)}

PLAIN = '''__global__ void k (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  %sf[y * cols + x] = x;        // store
}
'''


def advise(path, *args, status=0):
    result = cli('advise', path, '--json', *args)
    expect_equal(result.status, status, result)
    return result.report


def told(report):
    return {advice['code']: advice for advice in report['advice']}


@functools.lru_cache
def registers_of(path, device):
    """Of machine code, which tests of occupancy hold against ptxas."""
    arch = {'rtx-3060': '86', 'rtx-4090': '89', 't4': '75', 'a100-40gb': '80'}[device]
    return cli('compile', path, '--resources', '--json', '--arch', f'compute_{arch}').report['kernels'][0]['resources']['registers']


def count_wave(device, registers, threads):
    """Blocks that a device runs at a time."""
    processors, warps, blocks = DEVICES[device]
    of_block = math.ceil(threads / 32)
    of_warp = math.ceil(registers * 32 / 256) * 256
    return processors * min(blocks, warps // of_block, 16384 // of_warp * 4 // of_block)


def count_lost(wave, blocks):
    return 1 - blocks / (wave * math.ceil(blocks / wave))


def predict(launch, device, registers):
    """What there is to say before the kernel runs."""
    (bx, by), (gx, gy), (cols, rows), guarded = launch
    processors, warps, _ = DEVICES[device]
    threads, blocks = bx * by, gx * gy
    needed = math.ceil(cols / bx), math.ceil(rows / by)
    wave = count_wave(device, registers, threads)
    return {code for code, holds in {
        'grid-too-small': min(gx * bx, cols) * min(gy * by, rows) < cols * rows,
        'grid-too-large': min(gx, needed[0]) * min(gy, needed[1]) < blocks,
        'not-warp-multiple': threads % 32 != 0,
        'missing-guard': not guarded and (gx * bx > cols or gy * by > rows),
        'idle-multiprocessors': blocks < processors and 4 * max(threads * blocks, cols * rows) >= processors * warps * 32,
        'tail': blocks > wave and count_lost(wave, blocks) >= 0.2,
    }.items() if holds}


def draw(chance):
    """A block, a grid (or None: it follows), and columns and rows."""
    block = chance.choice([(8, 8), (16, 16), (32, 8), (32, 32), (30, 30), (7, 9), (64, 1), (128, 4), (16, 4), (1, 64)])
    shape = chance.randint(1, 40) * chance.choice([1, 8, 37, 64]), chance.randint(1, 40) * chance.choice([1, 8, 37, 64])
    return block, chance.choice([None, None, (chance.randint(1, 60), chance.randint(1, 60))]), shape, chance.random() < 0.6


def predict_zone(threads, device, registers):
    """The sizes around one that keep nine tenths of the most warps resident, and how many those are; None: it does not."""
    processors, warps, _ = DEVICES[device]
    resident = {n: count_wave(device, registers, n) // processors * (n // 32) for n in range(32, 1025, 32)}
    least = math.floor(0.9 * max(resident.values()))
    if threads % 32 or threads < 128 or resident[threads] < least:
        return None
    first = last = threads
    while resident.get(first - 32, 0) >= least:
        first -= 32
    while resident.get(last + 32, 0) >= least:
        last += 32
    return f'in blocks of {max(first, 128)} to {last} threads, in whole warps, at least {least} of {warps} warps are resident'


def check_fixes(launch, advice, device, registers):
    """What a setting is said to mend it does mend."""
    _, _, (cols, rows), _ = launch
    wanted = {code: one['fix'] for code, one in advice.items() if one['fix'] and one['fix']['key'] == 'block'}
    for code, fix in wanted.items():
        bx, by = ([int(n) for n in fix['value'].split(',')] + [1])[:2]
        blocks, wave = math.ceil(cols / bx) * math.ceil(rows / by), count_wave(device, registers, bx * by)
        expect(bx * by % 32 == 0 and bx * by <= 1024, fix)
        if code == 'idle-multiprocessors':
            expect(blocks >= DEVICES[device][0], launch, fix)
        if code == 'tail':
            before = count_lost(count_wave(device, registers, launch[0][0] * launch[0][1]), launch[1][0] * launch[1][1])
            expect(count_lost(wave, blocks) <= before / 2, launch, fix)


def check_random_launches(seed):
    chance = random.Random(seed)
    met = set()
    with Folder() as folder:
        paths = {guarded: folder.write(f'k{guarded}.cu', PLAIN % ('if (x < cols && y < rows)\n    ' if guarded else '')
                                       + settings('[arg cols]\nvalue=cols\n[arg rows]\nvalue=rows\n')) for guarded in (True, False)}
        for _ in range(24):
            device = chance.choice(sorted(DEVICES))
            block, grid, (cols, rows), guarded = draw(chance)
            args = ['--no-run', '--device', device, '--block', '%d,%d' % block, '--shape', f'{rows},{cols}']
            args += ['--grid', '%d,%d' % grid] if grid else []
            launch = block, grid or (math.ceil(cols / block[0]), math.ceil(rows / block[1])), (cols, rows), guarded
            registers = registers_of(paths[guarded], device)
            report = advise(paths[guarded], *args)
            advice = told(report)
            zone = predict_zone(block[0] * block[1], device, registers)
            expect(zone in report['good_block'] if zone else report['good_block'] is None, zone, report['good_block'], launch)
            expect_equal(set(advice), predict(launch, device, registers), launch, device, registers, advice)
            check_fixes(launch, advice, device, registers)
            met |= set(advice)
            if 'tail' in advice:
                wave, blocks = count_wave(device, registers, block[0] * block[1]), launch[1][0] * launch[1][1]
                share = (blocks - 1) % wave + 1
                expect(f' {blocks}: they come in {math.ceil(blocks / wave)} waves' in advice['tail']['text'] and
                       f'fills {percent(share, wave)}' in advice['tail']['text'], launch, wave, advice['tail'])
            if 'idle-multiprocessors' in advice:
                idle = DEVICES[device][0] - launch[1][0] * launch[1][1]
                expect(f'{idle} of them have nothing to do' in advice['idle-multiprocessors']['text'], launch, advice)
    expect(len(met) >= 4, met)


for number in range(3):
    add(f'random-launches-{number}', check_random_launches, number)


# -- What lines cost --

STRIDED = '''__global__ void k (%s *f, int cells)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  f[(%s) %% cells] = i;        // store
}
'''


def count_sectors(index, size, block, grid, cells):
    """Requests and the sectors that they touch, of a store by each thread."""
    requests = sectors = 0
    for b in range(grid):
        for warp in range(0, block, 32):
            lanes = [b * block + t for t in range(warp, min(warp + 32, block))]
            requests += 1
            sectors += len({index(i) % cells * size // 32 for i in lanes})
    return requests, sectors


@case
def a_line_that_is_not_coalesced():
    chance = random.Random(5)
    spoke = silent = 0
    with Folder() as folder:
        for _ in range(16):
            kind, size = chance.choice([('char', 1), ('float', 4), ('double', 8)])
            stride, block, grid = chance.choice([1, 2, 3, 8, 33]), chance.choice([32, 64, 100, 256]), chance.randint(4, 40)
            cells = block * grid * stride
            path = folder.write('k.cu', STRIDED % (kind, f'i * {stride}') + settings(
                f'[launch]\nblock={block}\ngrid={grid}\nmanual-grid=true\nshape={cells}\n[arg cells]\nvalue=size\n'))
            requests, sectors = count_sectors(lambda i: i * stride, size, block, grid, cells)
            needed = max(block * grid * size / 32, requests)
            wanted = requests >= 64 and sectors >= 2 * needed
            advice = told(advise(path)).get('uncoalesced')
            expect_equal(advice is not None, wanted, kind, stride, block, grid, requests, sectors, advice)
            spoke, silent = spoke + wanted, silent + (not wanted)
            if wanted:
                expect_equal(advice['line'], line_of(path, '// store'))
                expect(f'touches {sectors / requests:.3g} sectors' in advice['text'] and
                       percent(sectors - needed, sectors) in advice['text'], requests, sectors, needed, advice)
    expect(spoke > 2 and silent > 2, spoke, silent)


@case
def a_short_row_of_the_block_is_made_longer():
    with Folder() as folder:
        path = folder.write('k.cu', PLAIN % 'if (x < cols && y < rows)\n    ' + settings(
            '[launch]\nblock=2,64\nshape=128,128\n[arg cols]\nvalue=cols\n[arg rows]\nvalue=rows\n'))
        expect_equal(told(advise(path))['uncoalesced']['fix'], {'key': 'block', 'value': '32,4'})
        expect('uncoalesced' not in told(advise(path, '--block', '32,4')), 'what it said mends it')


BANKED = '''__global__ void k (float *f)
{
  __shared__ float held[2048];
  int t = threadIdx.x;
  held[t * %d %% 2048] = t;     // put
  __syncthreads ();
  f[blockIdx.x * blockDim.x + t] = held[t];
}
'''


@case
def bank_conflicts_of_a_stride():
    for stride in (1, 2, 3, 4, 32, 33):
        with Folder() as folder:
            path = folder.write('k.cu', BANKED % stride + settings('[launch]\nblock=128\ngrid=32\nmanual-grid=true\nshape=4096\n'))
            passes = 0
            for first in range(0, 128, 32):
                words = {t * stride % 2048 for t in range(first, first + 32)}
                passes += max(sum(word % 32 == bank for word in words) for bank in range(32))
            advice = told(advise(path)).get('bank-conflicts')
            executed = run_json(path, '--profile')['profile']['executed']
            wanted = passes >= 8 and (passes - 4) * 32 >= 0.05 * executed
            expect_equal(advice is not None, wanted, stride, passes, executed, advice)
            if wanted:
                expect_equal(advice['line'], line_of(path, '// put'))
                expect(f'takes {passes / 4:.3g} passes where 1 would do' in advice['text'], passes, advice)


PARTED = '''__global__ void k (float *f, const float *data, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;

  if (x < cols && y < rows && (%s))
    {
#pragma unroll 1
      for (int n = 0; n < 40; n++)
        sum = sqrtf (sum + n);
      f[y * cols + x] = sum;
    }
}
'''
PATTERNS = [
    ('triangle', 'x >= y', '64,64', '32,8'),
    ('triangle', 'x + y < 50', '64,64', '32,8'),
    ('checkerboard', '(x + y) % 2 == 0', '48,40', '8,8'),
    ('stripes', 'x % 4 == 1', '32,96', '32,4'),
    ('tail', 'true', '64,5', '32,4'),
    ('data', 'data[y * cols + x] > 0.5f', '64,64', '16,16'),
]


def check_pattern(name, condition, shape, block):
    with Folder() as folder:
        path = folder.write('k.cu', PARTED % condition + settings(
            f'[launch]\nblock={block}\nshape={shape}\nover=f\n[arg data]\nfill=random(3)\n[arg cols]\nvalue=cols\n[arg rows]\nvalue=rows\n'))
        advice = told(advise(path)).get('divergence')
        expect(advice is not None and name in advice['text'], name, advice)
        others = {pattern for pattern, *_ in PATTERNS} - {name}
        expect(not any(re.search(rf'\b{other}\b', advice['text']) for other in others), name, advice)


for number, row in enumerate(PATTERNS):
    add(f'the-pattern-{row[0]}-{number}', check_pattern, *row)


@case
def warps_that_do_alike_are_silent():
    with Folder() as folder:
        path = folder.write('k.cu', PARTED % 'y % 2 == 0' + settings(
            '[launch]\nblock=32,4\nshape=64,64\nover=f\n[arg data]\nfill=random(3)\n[arg cols]\nvalue=cols\n[arg rows]\nvalue=rows\n'))
        expect('divergence' not in told(advise(path)), 'each warp has a row of its own')


HUNGRY = '''__global__ void k (float *f)
{
  float held[160];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int n = 0; n < 160; n++)
    held[n] = f[n * 65536 + i];
  __syncthreads ();
  for (int n = 0; n < 160; n++)
    f[n * 65536 + i] = held[159 - n];
}
'''


@case
def registers_keep_warps_away():
    with Folder() as folder:
        path = folder.write('k.cu', HUNGRY + settings('[launch]\nblock=256\ngrid=256\nmanual-grid=true\n[arg f]\nshape=10485760\nfill=zeros\n'))
        advice = told(advise(path, '--no-run'))['registers']
        registers = registers_of(path, 'rtx-3060')
        expect(registers > 160 and f'At {registers} registers a thread' in advice['text'], registers, advice)
        expect_equal(advice['fix'], None, 'the grid is set by hand')
        # few blocks: each has a multiprocessor to itself, whatever it takes
        expect('registers' not in told(advise(path, '--no-run', '--grid', '20')), 'nothing else would be there')


# -- Dismissing --

@case
def what_a_document_dismisses_is_not_said():
    with Folder() as folder:
        text = PLAIN % '' + '\n/* gridloom\n[launch]\nblock=30,30\nshape=64,64\ndismissed=%s\n[arg cols]\nvalue=cols\n[arg rows]\nvalue=rows\n*/\n'
        path = folder.write('k.cu', text % '')
        expect_equal(set(told(advise(path, '--no-run'))), {'missing-guard', 'not-warp-multiple'})
        folder.write('k.cu', text % 'not-warp-multiple')
        report = advise(path, '--no-run')
        expect_equal((set(told(report)), report['dismissed']), ({'missing-guard'}, 1))
        expect_equal(set(told(advise(path, '--no-run', '--all'))), {'missing-guard', 'not-warp-multiple'})
        folder.write('k.cu', text % 'not-warp-multiple, missing-guard')
        expect_equal(told(advise(path, '--no-run')), {})
        expect('No advice for this launch.' in cli('advise', path, '--no-run').out, 'for people, too')
        folder.write('k.cu', text % 'tails')
        result = cli('advise', path, '--no-run')
        expect('“tails” is not advice that could be dismissed; there is grid-too-small' in result.err, result)


@case
def a_guard_that_is_missing_is_told_of_before_and_after():
    path = f'{KERNELS}/06-missing-guard.cu'
    before = told(advise(path, '--no-run'))['missing-guard']
    expect('24 threads along x have no cell of f' in before['text'], before)
    after = advise(path, status=1)
    expect_equal([one['code'] for one in after['advice']].count('missing-guard'), 1, after)
    expect_equal(told(after)['missing-guard']['line'], line_of(path, 'f[i] = 2.0f * i;'))


# What each example of the gallery shows; others have nothing that would pay.
GALLERY = {
    '02-triangle-band': {'grid-too-small', 'not-warp-multiple'},
    '03-triangle-guard': {'grid-too-small', 'not-warp-multiple'},
    '06-missing-guard': {'missing-guard'},
    '07-floor-division': {'grid-too-small'},
    '08-every-block-the-same': {'repeats-work'},
    '11-swapped-axes': {'not-warp-multiple'},
    '20-life': {'uncoalesced'},
    '21-mandelbrot': {'divergence'},
    '25-printf': {'divergence'},
    '30-bitonic-sort': {'uncoalesced'},
    '31-lane-parity': {'divergence'},
    '37-interleaved-reduction': {'divergence'},
}


@case
def the_gallery_is_not_nagged():
    told_of = {}
    for path in sorted(glob.glob(f'{KERNELS}/*.cu')):
        codes = {one['code'] for one in cli('advise', path, '--json').report['advice']}
        if codes:
            told_of[os.path.basename(path)[:-3]] = codes
    expect_equal(told_of, GALLERY)


main()
