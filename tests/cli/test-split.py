#!/usr/bin/env python3
"""Arrays in bands over several devices: random programs, whole and split, against an interpreter of their own; what is
exchanged, counted in Python; and what cannot be split.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os

import split
from harness import Folder, case, cli, expect, expect_equal, main, read_npy, run_json, settings

SEEDS = [int(seed) for seed in os.environ.get('GRIDLOOM_SPLIT_SEEDS', '').split()] or range(24)
KERNELS = os.environ['GRIDLOOM_KERNELS']

WAVE = '''__global__ void wave (const float *now, float *next, int cols, int rows, const float *c)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)
    return;
  int i = y * cols + x;
  next[i] = 0.25f * (now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols]) * c[0];
}

__global__ void push (float *f, int cols, int rows, int by)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows && y + by < rows)
    f[(y + by) * cols + x] = y;
}

__global__ void stride (float *f, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    f[i] += 1;
}

__global__ void total (const float *now, float *s, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows)
    atomicAdd (s, now[y * cols + x]);
}

__global__ void wrap (const float *now, float *next, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows)
    next[y * cols + x] = now[(y + rows - 1) % rows * cols + x];
}
'''
FIELDS = '[arg now]\nshape=64,32\nfill=iota\n[arg next]\nshape=64,32\nfill=zeros\n[arg c]\nshape=1\nfill=ones\n'
STEPS = '[steps]\nrepeat 10\nlaunch wave\nswap now, next\nend\n'


def document(steps=STEPS, split_text='devices=4\n', launch='block=16,4\n', fields=FIELDS):
    return WAVE + settings(f'[launch]\nover=now\n{launch}[split]\n{split_text}{steps}{fields}')


def run_split(file, output, n, *args):
    """A report; None where there are fewer bands than that."""
    result = cli('run', file, '--json', '--split', n, '--output', output, *args)
    if result.status == 1 and ('are more than the' in result.err + result.out or 'is wider than' in result.err + result.out):
        return None
    expect_equal(result.status, 0, result)
    return result.report


@case
def split_programs_are_those_that_are_whole():
    for seed in SEEDS:
        split.check(seed, [2, 3, 4, 5], run_split)


@case
def gallery_pieces_are_the_same_on_several_devices():
    for name, halo in (('27-wave', 1), ('14-stencil', 1), ('01-triangle', 0), ('10-fill-2d', 0), ('21-mandelbrot', 0)):
        with Folder() as folder:
            file = os.path.join(KERNELS, f'{name}.cu')
            whole = run_json(file, '--split', 1, '--halo', halo, '--output', folder('whole'))
            arrays = [path for path in os.listdir(folder('whole')) if path.endswith('.npy')]
            expect(arrays, name)
            for n in (2, 3, 4):
                report = run_split(file, folder(f'out{n}'), n, '--halo', halo)
                if report is None:
                    expect(n > 2, name)
                    continue
                expect_equal(report['coverage'], whole['coverage'], name, n)
                for path in arrays:
                    with open(folder(f'whole/{path}'), 'rb') as one, open(folder(f'out{n}/{path}'), 'rb') as other:
                        expect(one.read() == other.read(), name, n, path)


@case
def transfers_move_what_bands_and_halos_need():
    """Scatter, exchanges and gather as a person would count them: rows of 128 bytes."""
    with Folder() as folder:
        report = run_json(folder.write('k.cu', document()))
        rows, row, n, halo = 64, 128, 4, 1
        moved = {step['text']: (step['times'], step['bytes']) for step in report['steps'] if step['line'] == 0}
        # both fields with their halos, and one number for each device
        expect_equal(moved['scatter'], (3, 2 * (rows * row + 2 * halo * row * (n - 1)) + 4 * n))
        # before each launch but the first the field that the launch before it wrote
        expect_equal(moved['exchange of halos'], (9, 9 * 2 * halo * row * (n - 1)))
        expect_equal(moved['gather'], (2, 2 * rows * row))
        lanes = report['timeline']['streams']
        expect_equal(lanes, ['', 'Device 0', 'Device 1', 'Device 2', 'Device 3'])
        for lane in range(1, 5):
            expect_equal(sum(span['stream'] == lane for span in report['timeline']['spans']), 10, lane)


@case
def bands_are_as_even_as_blocks_allow():
    with Folder() as folder:
        for n, rows in ((2, [32, 32]), (3, [20, 20, 24]), (5, [12, 12, 12, 12, 16])):
            report = run_json(folder.write('k.cu', document()), '--split', n)
            expect_equal([part['rows'] for part in report['split']], rows, n)
            expect_equal([part['first_row'] for part in report['split']], [sum(rows[:i]) for i in range(n)], n)


@case
def launches_in_a_row_are_split_as_steps():
    text = '[launch]\nover=now\nkernel=wave\nblock=16,4\nlaunches=10\nswap=now,next\n'
    with Folder() as folder:
        file = folder.write('k.cu', WAVE + settings(text + FIELDS))
        whole = run_json(file, '--output', folder('whole'))
        halves = run_json(file, '--split', 2, '--output', folder('halves'))
        expect('steps' not in whole, whole)
        expect_equal([step['text'] for step in halves['steps'][:4]], ['repeat', 'launch wave', 'swap', 'end'])
        for name in ('now', 'next'):
            expect_equal(read_npy(folder(f'whole/{name}.npy')), read_npy(folder(f'halves/{name}.npy')))
        expect_equal(whole['coverage'], halves['coverage'])


@case
def a_launch_of_whole_arrays_alone_is_done_by_each_and_counted_once():
    steps = STEPS + 'launch stride f=c n=1 range=1 block=1\n'
    with Folder() as folder:
        file = folder.write('k.cu', document(steps, fields=FIELDS + '[launch stride]\nover=c\n'))
        expect_equal(run_json(file, '--split', 1, '--output', folder('one'))['coverage'],
                     run_json(file, '--output', folder('four'))['coverage'])
        for name in ('c.npy', 'c.writes.npy', 'c.reads.npy'):
            expect_equal(read_npy(folder(f'one/{name}'))[1], read_npy(folder(f'four/{name}'))[1], name)


WRONG = [
    # what is written, a part of what is said, the status
    (dict(split_text='devices=0\n'), '“0” is not a whole number from 1 to 64', 1),
    (dict(split_text='devices=65\n'), '“65” is not a whole number from 1 to 64', 1),
    (dict(split_text='devices=two\n'), '“two” is not a whole number', 1),
    (dict(split_text='devices=2\nhalo=-1\n'), '“-1” is not a whole number', 1),
    (dict(split_text='devices=2\nhalo=33\n'), 'a halo of 33 rows is wider than the band of device 0, which has the 32 rows', 1),
    (dict(split_text='devices=17\n'), '17 devices are more than the 16 bands that 64 rows make', 1),
    (dict(split_text='devices=4\nhalo=0\n'), 'accesses row 16 of now, which is device 1’s; with its halo it has rows 0 to 15', 1),
    (dict(steps='[steps]\nlaunch wrap\n'), 'accesses row 63 of now, which is device 3’s', 1),
    (dict(steps='[steps]\nlaunch push f=now by=1\n'), 'wrote to row 16 of now, which is device 1’s', 1),
    (dict(steps='[steps]\nlaunch push f=now by=2\n'), 'accesses row 17 of now, which is device 1’s', 1),
    (dict(steps='[steps]\nlaunch wave\nlaunch total\n', fields=FIELDS + '[arg s]\nshape=1\n'),
     'the kernel total may write the array s, which each of the devices has whole', 2),
    (dict(steps='[steps]\nlaunch wave\nlaunch stride f=now n=2048 block=32 grid=2\n'),
     'a kernel that goes over all rows by itself cannot be split', 1),
    (dict(fields=FIELDS + '[arg now]\nsplit=whole\n'), 'is split over the devices, the other is whole', 2),
    (dict(fields=FIELDS.replace('[arg now]\n', '[arg now]\nsplit=columns\n')), '“columns” is not one of rows, whole', 2),
    (dict(fields=FIELDS.replace('[arg c]\n', '[arg c]\nsplit=rows\n')), 'the array c has 1 rows, and 64 are split', 2),
]


@case
def what_cannot_be_split_is_refused_by_name():
    failed = []
    for changes, text, status in WRONG:
        with Folder() as folder:
            result = cli('run', folder.write('k.cu', document(**changes)), '--json')
            if text not in result.err + result.out or result.status != status:
                failed.append(f'{changes}: {text!r} not in {result}')
    expect(not failed, *failed)


@case
def what_is_watched_of_one_device_says_so():
    with Folder() as folder:
        file = folder.write('k.cu', document())
        for option in (['--profile'], ['--as-written'], ['--trace', '0,0:0,0', '--output', folder('out')]):
            result = cli('run', file, *option)
            expect_equal(result.status, 1, result)
            expect('is of one device' in result.err, result)


@case
def a_trap_on_one_device_leaves_what_was_done_before():
    """Step 6 reads beyond the halo on purpose; the moments before it are those of five launches."""
    steps = '[steps]\nrepeat 5\nlaunch wave\nswap now, next\nend\nlaunch wrap\n'
    with Folder() as folder:
        report = run_json(folder.write('k.cu', document(steps)), '--history', '4', '--output', folder('out'), status=1)
        expect('step “launch wrap”' in report['trap']['text'], report['trap'])
        whole = run_json(folder.write('k.cu', document(steps.replace('launch wrap\n', ''))), '--split', 1,
                         '--output', folder('whole'))
        expect_equal(report['history']['moments'], 6)
        expect_equal(read_npy(folder('out/now.npy')), read_npy(folder('whole/now.npy')), whole['history'])


if __name__ == '__main__':
    main()
