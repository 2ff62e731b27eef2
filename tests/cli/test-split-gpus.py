#!/usr/bin/env python3
"""Arrays in bands over several GPUs: random programs against an interpreter of their own; rows that travel early only
where that is right; what is refused, stopped or doubted by name.

The GPUs are those of the CUDA runtime of tests/fake, whose streams wait at random; with GRIDLOOM_SPLIT_GPUS=2 they are
that many real ones. SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random

import split
from harness import Folder, case, cli, expect, expect_equal, main, read_npy, run_json, settings

REAL = int(os.environ.get('GRIDLOOM_SPLIT_GPUS', '0'))
MOST = REAL or 5
SEEDS = [int(seed) for seed in os.environ.get('GRIDLOOM_SPLIT_SEEDS', '').split()] or range(200, 216)
KERNELS = os.environ['GRIDLOOM_KERNELS']

JACOBI = '''__global__ void jacobi (const float *now, float *next, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)
    return;
  int i = y * cols + x;
  next[i] = 0.25f * (now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols]);
}

__global__ void looked_up (const float *now, float *next, const int *place, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y >= 1 && y < rows - 1)
    next[place[y] * cols + x] = now[(y - 1) * cols + x] + now[(y + 1) * cols + x];
}

__device__ __noinline__ int find_row (int more)
{
  return blockIdx.y * blockDim.y + threadIdx.y + more;
}

__global__ void by_function (const float *now, float *next, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = find_row (rows);
  if (x < cols && y < 2 * rows)
    next[(y - rows) * cols + x] = now[(y - rows) * cols + x];
}

__global__ void push (float *next, int cols, int rows, int by)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows && y + by < rows)
    next[(y + by) * cols + x] = y;
}

__global__ void stop (float *next, int cols, int rows, int when)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (when == 4 && y == rows - 1)
    __trap ();
  if (x < cols && y < rows)
    next[y * cols + x] = when;
}

/* Rows far from any edge take long, on the fastest GPU too. */
__global__ void slow_inside (const float *now, float *next, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)
    return;
  int i = y * cols + x;
  float sum = 0.25f * (now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols]);
  if (y == rows / 4 || y == rows / 4 * 3)
    for (int k = 0; k < 20000; k++)
      sum = fmaf (sum, 0.5f, 0.5f * now[i]);
  next[i] = sum;
}
'''
FIELDS = '[arg now]\nshape=96,64\nfill=random\n[arg next]\nshape=96,64\nfill=zeros\n[arg place]\nshape=96\nfill=iota\n'
LOOP = '[steps]\ncopy now to next\nrepeat 12\nlaunch jacobi\nswap now, next\nend\n'


ONE = '[arg next]\nshape=96,64\nfill=zeros\n'


def document(steps=LOOP, split_text='devices=2\n', fields=FIELDS, over='now'):
    return JACOBI + settings(f'[launch]\nover={over}\nblock=16,4\n[split]\n{split_text}{steps}{fields}')


def environment(folder, *rules):
    """Where programs find GPUs, and how these behave."""
    if REAL:
        return {}
    path = folder.write('rules', f'devices {MOST}\njitter 300\n' + ''.join(rule + '\n' for rule in rules))
    return {'GRIDLOOM_CUDA': os.environ['GRIDLOOM_FAKE_CUDA'], 'GRIDLOOM_FAKE_RULES': path}


def run_gpus(folder, file, output, n, *args):
    """A report; None where there are fewer bands than that."""
    result = cli('run', file, '--json', '--backend', 'cuda:0', '--split', n, '--output', output, *args,
                 env=environment(folder))
    if result.status in (1, 2) and ('are more than the' in result.err + result.out or 'is wider than' in result.err + result.out):
        return None
    expect_equal(result.status, 0, result)
    return result.report


def run_document(folder, text, *args, status=0, rules=(), name='k.cu'):
    result = cli('run', folder.write(name, text), '--json', '--backend', 'cuda:0', *args,
                 env=environment(folder, *rules))
    expect_equal(result.status, status, result)
    return result


@case
def programs_over_gpus_are_those_that_are_whole():
    with Folder() as rules:
        for seed in SEEDS:
            split.check(seed, [n for n in (2, 3, 5) if n <= MOST],
                        lambda file, output, n: run_gpus(rules, file, output, n))


@case
def gallery_pieces_are_the_same_over_gpus():
    with Folder() as folder:
        for name in ('27-wave', '14-stencil', '10-fill-2d', '21-mandelbrot'):
            file = os.path.join(KERNELS, f'{name}.cu')
            halo = 1 if name in ('27-wave', '14-stencil') else 0
            run_json(file, '--split', 1, '--halo', halo, '--output', folder(f'{name}-whole'))
            arrays = [path for path in os.listdir(folder(f'{name}-whole')) if path.endswith('.npy') and path.count('.') == 1]
            expect(arrays, name)
            for n in range(2, min(MOST, 4) + 1):
                report = run_gpus(folder, file, folder(f'{name}-{n}'), n, '--halo', halo)
                expect(report is not None or n > 2, name)
                for path in arrays if report else []:
                    with open(folder(f'{name}-whole/{path}'), 'rb') as one, open(folder(f'{name}-{n}/{path}'), 'rb') as other:
                        expect(one.read() == other.read(), name, n, path)


def launches_and_rows(report):
    """For each device the spans of its launches and of the rows that it sent."""
    streams, found = report['timeline']['streams'], {}
    for span in report['timeline']['spans']:
        name = streams[span['stream']]
        if name:
            kind, device = name.rpartition(', ')[2], name.replace(',', ' ').split()[0]
            found.setdefault(device, ([], []))[kind == 'halos'].append((span['start_ms'], span['end_ms']))
    return found


@case
def rows_travel_while_other_blocks_are_done():
    """Where all stores are affine: some begin before their launch has ended. The result is the same."""
    with Folder() as folder:
        text = document(LOOP.replace('jacobi', 'slow_inside'), fields=FIELDS.replace('96,64', '768,64'))
        report = run_document(folder, text, '--output', folder('two')).report
        run_json(folder.write('k.cu', text), '--split', 1, '--output', folder('one'))
        early = 0
        for launches, rows in launches_and_rows(report).values():
            expect_equal((len(launches), len(rows)), (12, 11))
            early += sum(any(begin < start < end for begin, end in launches) for start, _ in rows)
        expect(early > 0, report['timeline'])
        expect_equal(report['warnings'], [])
        for name in ('now', 'next'):
            expect_equal(read_npy(folder(f'one/{name}.npy')), read_npy(folder(f'two/{name}.npy')))


@case
def rows_wait_for_the_whole_launch_where_stores_are_not_known():
    """Rows change places within the bands, so that blocks inside a band store to its edges."""
    places = list(range(96))
    draw = random.Random(5)
    for begin, end in ((1, 48), (48, 95)):
        inside = places[begin:end]
        draw.shuffle(inside)
        places[begin:end] = inside
    fields = FIELDS.replace('shape=96\nfill=iota', 'shape=96\nsplit=whole\nfill=values:' + ','.join(map(str, places)))
    text = document(LOOP.replace('jacobi', 'looked_up'), fields=fields)
    with Folder() as folder:
        report = run_document(folder, text, '--output', folder('two')).report
        run_json(folder.write('k.cu', text), '--split', 1, '--output', folder('one'))
        for launches, rows in launches_and_rows(report).values():
            expect_equal((len(launches), len(rows)), (12, 11))
            for start, _ in rows:
                expect(not any(begin < start < end for begin, end in launches), launches, rows)
        for name in ('now', 'next'):
            expect_equal(read_npy(folder(f'one/{name}.npy')), read_npy(folder(f'two/{name}.npy')))
        expect('Whether looked_up touches only rows of next that a GPU has' in report['warnings'][0]['text'], report['warnings'])


@case
def moments_over_gpus_are_those_of_one_device():
    with Folder() as folder:
        report = run_document(folder, document(), '--history', 4, '--output', folder('two')).report
        whole = run_json(folder.write('k.cu', document()), '--split', 1, '--history', 4, '--output', folder('one'))
        expect_equal(report['history'], whole['history'])
        expect(report['history']['moments'] > 10, report['history'])
        kept = [path for path in os.listdir(folder('one')) if 'moments' in path or 'history' in path]
        for path in kept:
            if path.endswith('.npy'):
                with open(folder(f'one/{path}'), 'rb') as one, open(folder(f'two/{path}'), 'rb') as other:
                    expect(one.read() == other.read(), path)


@case
def devices_begin_with_the_gpu_that_is_chosen():
    with Folder() as folder:
        result = cli('run', folder.write('k.cu', document()), '--json', '--backend', 'cuda:1', env=environment(folder))
        expect_equal(result.status, 0, result)
        names = [part['device'].split()[0] for part in result.report['split']]
        expect_equal(names, ['cuda:1', f'cuda:{2 % MOST}'])


WRONG = [
    # what is written, a part of what is said, the status
    (dict(split_text=f'devices={MOST + 1}\n'), f'Too few devices: the arrays are split over {MOST + 1}, and there are {MOST} GPUs', 3),
    (dict(steps='[steps]\nlaunch by_function\n'), 'line 19: a function that the compiler did not inline asks which block it is in', 1),
]


@case
def what_cannot_be_on_several_gpus_is_refused_by_name():
    for changes, text, status in WRONG:
        with Folder() as folder:
            result = run_document(folder, document(**changes), status=status)
            expect(text in result.err + result.out, text, result)


@case
def what_is_written_beside_the_rows_is_told():
    with Folder() as folder:
        report = run_document(folder, document('[steps]\nlaunch push by=3\n', fields=ONE, over='next')).report
        texts = [warning['text'] for warning in report['warnings']]
        # two of the three rows behind the band are beyond its halo
        expect(any('Device 0 wrote 512 bytes beside the rows 0 to 48 that it has of next' in text for text in texts), texts)
        expect(any('Whether push touches only rows of next that a GPU has' in text for text in texts), texts)


@case
def a_launch_that_is_stopped_leaves_the_moments_before_it():
    steps = '[steps]\nrepeat 8 as k\nlaunch stop when=k\nend\n'
    with Folder() as folder:
        result = run_document(folder, document(steps, fields=ONE, over='next'), '--history', 4, '--output', folder('out'), status=1)
        report = result.report
        expect('not later than round 5, step “' in report['trap']['text'], report['trap'])
        expect_equal(report['history']['moments'], 4, report['history'])
        expect_equal(read_npy(folder('out/next.npy'))[1], [3.0] * (96 * 64))


@case
def a_launch_that_is_stopped_while_others_are_queued_is_told():
    """CUDA tells it at any call that comes later: over several GPUs, and on the streams of one."""
    steps = '[steps]\nrepeat 8 as k\nlaunch stop%s when=k\nend\n'
    over_gpus = document(steps % '', fields=ONE, over='next')
    on_streams = document(steps % ' on a', fields=ONE, over='next').replace('[split]\ndevices=2\n', '')
    for text in (over_gpus, on_streams):
        for call in ('cudaEventRecord', 'cudaStreamWaitEvent', 'cudaLaunchKernelExC', 'cudaMemcpyAsync'):
            with Folder() as folder:
                report = run_document(folder, text, '--history', 4, '--output', folder('out'), status=1,
                                      rules=() if REAL else [f'{call} 0 delay 2']).report
                expect('not later than round 5, step “' in report['trap']['text'], call, report['trap'])
                expect_equal(report['history']['moments'], 4, call, report['history'])
                expect_equal(read_npy(folder('out/next.npy'))[1], [3.0] * (96 * 64), call)


@case
def without_moments_nothing_wrong_is_shown():
    with Folder() as folder:
        result = run_document(folder, document('[steps]\nlaunch stop when=4\n', fields=ONE, over='next'), '--output', folder('out'), status=1)
        expect(result.report['trap'] is not None, result)
        expect(not os.path.exists(folder('out/next.npy')), result)


if __name__ == '__main__':
    main()
