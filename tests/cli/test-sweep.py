#!/usr/bin/env python3
"""Sweeps: each configuration comes to what a run of it does; those that cannot be, are wrong, stop, hang or lose the
runner say so, and the others are right all the same.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import csv
import itertools
import math
import os
import subprocess
import time
from fractions import Fraction

from harness import (CLI, DEADLINE, Folder, add, case, children_of, cli, expect, expect_equal, finish, main, read_npy, run_json,
                     send, settings, start, wait_until)

KERNELS = os.environ['GRIDLOOM_KERNELS']
STENCIL = os.path.join(KERNELS, '14-stencil.cu')
MANDELBROT = os.path.join(KERNELS, '21-mandelbrot.cu')
PICKY = '''__global__ void picky (int *f, int n)
{
  int i = blockIdx.x * 32 + threadIdx.x;
  if (blockDim.x == 96)
    f[n + 100000] = 1;
  if (i < n)
    f[i] = 1;
}
''' + settings('[launch]\nblock=32\n[arg f]\nshape=320\n[arg n]\nvalue=320\n[expect]\nreference=expr:1\n')
# f[i] = i by one thread for each STEP cells, of which only n are wanted
MACRO = '''#ifndef STEP
#define STEP 1
#endif
#if STEP == 3
#error three is not supported here
#endif
extern "C" __global__ void fill (int *f, int n)
{
  extern __shared__ int tile[];
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * STEP;
  for (int k = 0; k < STEP; k++)
    if (i + k < n)
      f[i + k] = i + k;
}
''' + settings('[launch]\nblock=32\nrange=100\n[arg f]\nshape=100\n[arg n]\nvalue=100\n[expect]\ndomain=x < 60\n')
SLOW = '''__global__ void slow (int *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < n * 2000; k++)
    s = s * 1664525 + k;
  f[i] = s == 7 ? 1 : 2;
}
''' + settings('[launch]\nblock=64\n[arg f]\nshape=4096\n[arg n]\nvalue=1\n[expect]\nreference=expr:2\n')


def sweep(file, *args, status=0, keeps=False, **more):
    """The configurations of a sweep, by their values."""
    result = cli('sweep', file, '--json', *([] if keeps else ['--no-cache']), *args, **more)
    expect_equal(result.status, status, result)
    return {tuple(tile['values'].values()): tile for tile in result.report['configurations']}


def bare(tiles):
    """Without what hangs on this computer's time."""
    for tile in tiles.values():
        for key in 'kernel_ms', 'low_ms', 'high_ms', 'samples_ms', 'kept':
            del tile[key]
    return tiles


def paint(report_folder, array, rows, cols, domain):
    """The thumbnail of an array, from all its counters: an oracle that shares nothing but the letters."""
    writes = read_npy(os.path.join(report_folder, f'{array}.writes.npy'))[1]
    height, width = min(rows, 24), min(cols, 24)
    picture = []
    for y in range(height):
        line = ''
        for x in range(width):
            cells = [(column, row) for row in range(rows * y // height, rows * (y + 1) // height)
                     for column in range(cols * x // width, cols * (x + 1) // width)]
            counts = {cell: writes[cell[1] * cols + cell[0]] for cell in cells}
            if any(domain(*cell) and not n for cell, n in counts.items()):
                line += '!'
            elif any(n and not domain(*cell) for cell, n in counts.items()):
                line += '+'
            elif any(n > 1 for n in counts.values()):
                line += '2'
            else:
                line += '#' if all(counts.values()) else '-' if any(counts.values()) else '.'
        picture.append(line)
    return picture


@case
def each_block_comes_to_what_a_run_does():
    for (x, y), tile in sweep(STENCIL, '--block-x', '4,16,33', '--block-y', '1,5,8').items():
        report = run_json(STENCIL, '--block', f'{x},{y}')
        expect_equal(tile['state'], 'done')
        counts = report['coverage']['arrays']['out']
        expect_equal([tile[key] for key in ('written', 'rewritten', 'missed', 'extra')],
                     [counts[key] for key in ('written', 'rewritten', 'missed', 'extra')])
        expect_equal((tile['block'], tile['grid']), (report['launch']['block'], report['launch']['grid']))
        expect_equal(tile['threads'], report['launch']['threads'])
        expect(tile['warp_instructions'] > 0 and tile['kernel_ms'] > 0, tile)


@case
def thumbnails_are_what_the_counters_say():
    """Also of blocks that leave cells out, as the grid is given."""
    with Folder() as folder:
        with open(STENCIL, encoding='utf-8') as source:
            text = source.read()
        for shape, grid in (32, 'auto'), (50, 'auto'), (50, '3,3'), (7, 'auto'):
            file = folder.write(f'k{shape}.cu', text.replace('shape=32,32', f'shape={shape},{shape}')
                                .replace('grid=auto', f'grid={grid}'))
            for (x, y), tile in sweep(file, '--block-x', '4,16', '--block-y', '2,8', status=grid != 'auto').items():
                out = folder(f'out-{shape}-{grid}-{x}-{y}')
                run_json(file, '--block', f'{x},{y}', '--output', out, status=tile['state'] != 'done')
                domain = lambda column, row: 0 < column < shape - 1 and 0 < row < shape - 1
                wanted = paint(out, 'out', shape, shape, domain)
                if tile['state'] == 'wrong':    # what was missed does not hold what is expected either
                    wanted = [line.replace('!', 'x') for line in wanted]
                expect_equal(tile['thumbnail'], wanted, shape, grid, x, y)


@case
def blocks_that_cannot_be_are_wrong_or_stop_say_so():
    """The kernel takes it that blocks have 32 threads, and one block makes it write far outside."""
    with Folder() as folder:
        tiles = sweep(folder.write('k.cu', PICKY), '--block-x', '32,64,96,640,1024,2000', '--block-y', '1,2', status=1)
        expect_equal(tiles['32', '1']['state'], 'done')
        expect_equal(tiles['64', '1']['state'], 'wrong')
        expect(tiles['64', '1']['mismatches'] > 0, tiles)
        expect_equal(tiles['96', '1']['state'], 'stopped')
        expect('past the end of f' in tiles['96', '1']['text'], tiles)
        for name, text in (('1024', '2'), '2048 threads, which is 1024 more'), (('2000', '1'), '976 more than'):
            expect_equal(tiles[name]['state'], 'infeasible')
            expect(text in tiles[name]['text'] and 'nearest legal' in tiles[name]['text'], tiles)
        best = [name for name, tile in tiles.items() if tile['best']]
    expect(('32', '1') in best and all(tiles[name]['state'] == 'done' for name in best), best)


@case
def macros_numbers_shapes_grids_and_shared_memory_are_axes():
    with Folder() as folder:
        file = folder.write('k.cu', MACRO)
        tiles = sweep(file, '--axis', '-DSTEP=1,2,3,4', '--axis', 'n=30,60,100', status=1)
        for (step, n), tile in tiles.items():
            if step == '3':
                expect_equal(tile['state'], 'failed')
                expect('three is not supported here' in tile['text'], tile)
                continue
            expect_equal((tile['written'], tile['missed'], tile['extra']),
                         (int(n), max(60 - int(n), 0), max(int(n) - 60, 0)), step, n)
            expect_equal(tile['state'], 'done' if n == '60' else 'wrong')
        tiles = sweep(file, '--axis', 'shared=0,1000,49152,49153', '--set', 'n=60')
        expect_equal([tile['state'] for tile in tiles.values()], ['done', 'done', 'done', 'infeasible'])
        expect_equal(tiles['1000',]['shared'], 1000)
        expect('1 more than' in tiles['49153',]['text'], tiles)
        tiles = sweep(file, '--axis', 'grid.x=1..4', '--set', 'n=60', status=1)
        expect_equal([tile['written'] for tile in tiles.values()], [32, 60, 60, 60])
        tiles = sweep(file, '--axis', 'shape.cols=60,80', '--axis', 'block.x=8,16', '--set', 'n=60')
        expect_equal([tile['written'] for tile in tiles.values()], [60] * 4)


@case
def a_document_has_axes_of_its_own():
    with Folder() as folder:
        file = folder.write('k.cu', PICKY.replace('[expect]', '[sweep]\naxes=block.x=32; n=100,320\n[expect]'))
        expect_equal(list(sweep(file, status=1)), [('32', '100'), ('32', '320')])
        broken = cli('sweep', folder.write('b.cu', PICKY.replace('[expect]', '[sweep]\naxes=block.w=1\n[expect]')))
        expect_equal(broken.status, 2, broken)
        expect('block.w' in broken.err, broken)
        expect_equal(len(sweep(STENCIL)), 36)


@case
def a_line_of_the_table_stands_for_each_configuration():
    with Folder() as folder:
        result = cli('sweep', STENCIL, '--block-x', '8,16,2000', '--block-y', '2,4', '--csv', folder('out.csv'), '--no-cache')
        expect_equal(result.status, 0, result)
        with open(folder('out.csv'), newline='', encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        expect_equal([(row['block.x'], row['block.y'], row['state']) for row in rows],
                     [(x, y, 'infeasible' if x == '2000' else 'done') for y in '24' for x in ('8', '16', '2000')])
        expect_equal({row['written'] for row in rows}, {'900', ''})
        expect('nearest legal value is 512' in rows[2]['text'], rows)


@case
def a_terminal_is_told_how_many_have_ended():
    terminal, other_end = os.openpty()
    done = subprocess.run([CLI, 'sweep', STENCIL, '--block-x', '8,16', '--no-cache'], stderr=other_end, timeout=DEADLINE, check=False)
    told = os.read(terminal, 4096).decode()
    expect_equal((done.returncode, '\r1 of 2 ' in told), (0, True), told)


@case
def many_at_once_come_to_the_same():
    one, many = (sweep(STENCIL, '--block-x', '4,8,16,32', '--block-y', '1,2,4', '--jobs', jobs) for jobs in (1, 5))
    expect_equal(bare(many), bare(one))


@case
def a_figure_shows_all_tiles():
    with Folder() as folder:
        for name in 'map.svg', 'map.png', 'map.pdf':
            result = cli('sweep', STENCIL, '--block-x', '8,16,2000', '--block-y', '2,4', '--picture', folder(name), '--no-cache')
            expect_equal(result.status, 0, result)
            expect(os.path.getsize(folder(name)) > 2000)
        with open(folder('map.svg'), 'rb') as file:
            first = file.read()
        cli('sweep', STENCIL, '--block-x', '8,16,2000', '--block-y', '2,4', '--picture', folder('map.svg'), '--no-cache')
        with open(folder('map.svg'), 'rb') as file:
            expect_equal(file.read(), first, 'the same bytes each time')


# -- The interval of a time --

def interval(samples):
    """By all draws there are of up to ten samples, of which the least is what a tenth does not exceed."""
    n, ordered = len(samples), sorted(samples)
    least = sorted(min(draw) for draw in itertools.product(ordered, repeat=n))
    return least[max(math.ceil(n ** n * 0.025) - 1, 0)], least[math.ceil(n ** n * 0.975) - 1]


@case
def the_interval_of_a_time_is_that_of_all_draws():
    for n in range(1, 7):
        for tile in sweep(STENCIL, '--block-x', '8,16,32', '--repeat', n).values():
            samples = tile['samples_ms']
            expect_equal(len(samples), n)
            low, high = interval(samples)
            for key, wanted in ('low_ms', low), ('kernel_ms', min(samples)), ('high_ms', high):
                expect(abs(tile[key] - wanted) <= 2e-4 * wanted, n, key, wanted, tile)


@case
def rounds_share_the_samples():
    for tile in sweep(STENCIL, '--block-x', '8,16,32', '--repeat', 7, '--rounds', 3).values():
        expect_equal((len(tile['samples_ms']), tile['state'], tile['written']), (7, 'done', 900))


# -- On a GPU, which the CUDA runtime of tests/fake plays --

GPU = {'GRIDLOOM_CUDA': os.environ['GRIDLOOM_FAKE_CUDA']}


def upper_share(n, k, m):
    """How probable it is that at least m of n draws of n samples are among the k lowest, by whole numbers."""
    return Fraction(sum(math.comb(n, i) * k ** i * (n - k) ** (n - i) for i in range(m, n + 1)), n ** n)


@case
def a_gpu_is_measured_in_rounds_and_the_best_are_those_that_cannot_be_told_apart():
    tiles = sweep(STENCIL, '--backend', 'cuda', '--block-x', '4,16,32,2000', '--block-y', '1,8', env=GPU)
    done = [tile for tile in tiles.values() if tile['state'] == 'done']
    expect_equal(len(done), 6)
    for tile in done:
        samples = sorted(tile['samples_ms'])
        n = len(samples)
        # three in the first round, and as many as take ten milliseconds, twenty at most, in each of four more
        expect(3 + 4 * 3 <= n <= 3 + 4 * 20 and tile['written'] == 900, tile)
        low, high = (next(samples[k - 1] for k in range(1, n + 1) if upper_share(n, k, -(-n // 10)) >= share)
                     for share in (Fraction(1, 40), Fraction(39, 40)))
        for key, wanted in ('low_ms', low), ('kernel_ms', samples[-(-n // 10) - 1]), ('high_ms', high):
            expect(abs(tile[key] - wanted) <= 2e-4 * wanted, key, wanted, tile)
    first = next(tile for tile in done if tile['rank'] == 1)
    expect_equal(first['kernel_ms'], min(tile['kernel_ms'] for tile in done))
    for tile in done:
        expect_equal(tile['best'], tile['low_ms'] <= first['high_ms'] * 1.0075, tile, first)
    expect_equal(sorted(tile['rank'] for tile in done), list(range(1, 7)))


@case
def a_slow_configuration_has_fewer_samples_unless_they_are_asked_for():
    slow = {**GPU, 'GRIDLOOM_FAKE_SLOWER': '100000'}
    for options, wanted in ((), 3 + 4 * 3), (('--repeat', 20), 20):
        for tile in sweep(STENCIL, '--backend', 'cuda', '--block-x', '16,32', *options, env=slow).values():
            expect_equal(len(tile['samples_ms']), wanted, tile)


@case
def samples_that_are_asked_for_are_not_those_that_were_kept():
    with Folder() as folder:
        options = ['sweep', STENCIL, '--backend', 'cuda', '--block-x', '16', '--cache', folder('cache'), '--json']
        usual = cli(*options, env={**GPU, 'GRIDLOOM_FAKE_SLOWER': '100000'}).report['configurations'][0]
        asked = cli(*options, '--repeat', 100, env=GPU).report['configurations'][0]
        expect_equal((len(usual['samples_ms']), len(asked['samples_ms']), asked['kept']), (15, 100, False))


@case
def a_gpu_that_is_not_there_ends_the_sweep():
    result = cli('sweep', STENCIL, '--backend', 'cuda:77', '--no-cache', '--block-x', '8,16', env=GPU)
    expect_equal(result.status, 3, result)
    expect('77' in result.err, result)


# -- What is kept --

@case
def a_sweep_that_was_interrupted_goes_on_where_it_was():
    with Folder() as folder:
        file = folder.write('k.cu', SLOW)
        args = [file, '--axis', 'n=1..12', '--axis', 'block.x=64,128', '--cache', folder('cache'), '--json', '--jobs', 1]
        process = start('sweep', *args)
        while len(os.listdir(folder('cache')) if os.path.isdir(folder('cache')) else []) < 5:
            time.sleep(0.01)
        process.terminate()
        first = finish(process)
        expect_equal(first.status, 130, first)
        states = [tile['state'] for tile in first.report['configurations']]
        expect(states.count('done') >= 5 and set(states) == {'done', 'waiting'}, states)
        second = cli('sweep', *args)
        expect_equal(second.status, 0, second)
        tiles = second.report['configurations']
        expect_equal([tile['state'] for tile in tiles], ['done'] * 24)
        expect(states.count('done') <= sum(tile['kept'] for tile in tiles) < 24, states)
        whole = sweep(file, *args[1:5])
        expect_equal(bare({tuple(tile['values'].values()): tile for tile in tiles}), bare(whole))


@case
def what_changes_the_outcome_is_swept_anew():
    with Folder() as folder:
        keep = ['--cache', folder('cache'), '--block-x', '32']
        file = folder.write('k.cu', PICKY)
        kept = lambda *args, status=0: [tile['kept'] for tile in sweep(file, *keep, *args, keeps=True, status=status).values()]
        expect_equal(kept(), [False])
        expect_equal(kept(), [True])
        expect_equal(kept('--set', 'n=300', status=1), [False])
        expect_equal(kept('--repeat', 2), [False])
        folder.write('k.cu', PICKY.replace('f[i] = 1;', 'f[i] = 3 - 2 + (n == 3);'))
        expect_equal(kept(), [False])
        folder.write('k.cu', '// another comment\n' + PICKY)
        kept()
        expect_equal(kept(), [True])


@case
def what_is_kept_and_damaged_is_named_and_replaced():
    with Folder() as folder:
        keep = ['--cache', folder('cache'), '--block-x', '8,16', '--json']
        good = cli('sweep', STENCIL, *keep).report['configurations']
        files = [folder(f'cache/{name}') for name in sorted(os.listdir(folder('cache')))]
        expect_equal(len(files), 2)
        with open(files[0], 'rb') as file:
            whole = file.read()
        for damage in (b'', b'x', whole[:-1], whole[:40] + b'\xff' + whole[41:], b'\0' * 5000, b'\xff' * (2 << 20)):
            with open(files[0], 'wb') as file:
                file.write(damage)
            result = cli('sweep', STENCIL, *keep)
            expect_equal(result.status, 0, result)
            expect_equal([tile['thumbnail'] for tile in result.report['configurations']], [tile['thumbnail'] for tile in good])
            expect('is damaged' in result.err and files[0] in result.err, len(damage), result)
        os.unlink(files[0])
        os.mkfifo(files[0])
        expect('is damaged' in cli('sweep', STENCIL, *keep).err)
        os.unlink(files[0])
        os.symlink('/etc/passwd', files[0])
        expect('cannot be read' in cli('sweep', STENCIL, *keep).err)


@case
def a_full_disk_is_told_of_once_and_nothing_is_lost():
    """Of a file system of one page, if one can be had here; else of a place where no folder can be."""
    with Folder() as folder:
        os.mkdir(folder('small'))
        mounted = subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=4k', 'none', folder('small')], capture_output=True,
                                 check=False).returncode == 0
        if not mounted:
            os.rmdir(folder('small'))
            folder.write('small', 'no folder')
        try:
            result = cli('sweep', STENCIL, '--block-x', '4,8,16,32', '--cache', folder('small/cache'), '--json')
        finally:
            if mounted:
                subprocess.run(['umount', folder('small')], check=False)
        expect_equal(result.status, 0, result)
        expect_equal([tile['state'] for tile in result.report['configurations']], ['done'] * 4)
        expect_equal(len(result.report['problems']), 1, result)
        expect('is not kept' in result.report['problems'][0], result)


# -- What hangs, and what is lost --

@case
def a_configuration_that_hangs_ends_itself_and_not_the_sweep():
    with Folder() as folder:
        file = folder.write('k.cu', SLOW.replace('k < n * 2000', 'n == 2 ? k >= 0 : k < n').replace('k++', 'k = k * (n != 2) + 1'))
        tiles = sweep(file, '--axis', 'n=1,2,3', '--seconds', 1, status=1)
        expect_equal([tile['state'] for tile in tiles.values()], ['done', 'failed', 'done'])
        expect('after 1 second' in tiles['2',]['text'], tiles)


def kill_runner(pid):
    for child in children_of(pid):
        try:
            send(child)
        except ProcessLookupError:
            pass


def count_files(folder):
    return len(os.listdir(folder)) if os.path.isdir(folder) else 0


LONG = ['--axis', 'n=30..35', '--axis', 'block.x=64,128']


@case
def the_sweep_goes_on_when_the_runner_is_killed():
    """At 20 moments: 8 while it begins, and 12 while a configuration runs."""
    with Folder() as folder:
        args = [folder.write('k.cu', SLOW), *LONG, '--jobs', 1]
        good = bare(sweep(*args))
        lost = 0
        for moment in range(20):
            cache = folder(f'cache-{moment}')
            process = start('sweep', *args, '--cache', cache, '--json')
            if moment < 8:
                time.sleep(0.04 * moment)
            else:
                wait_until(lambda: count_files(cache) >= moment - 8 or process.poll() is not None)
                time.sleep(0.02)
            kill_runner(process.pid)
            result = finish(process)
            tiles = bare({tuple(tile['values'].values()): tile for tile in result.report['configurations']})
            failed = [name for name, tile in tiles.items() if tile['state'] != 'done']
            expect(len(failed) <= 1, moment, result)
            expect_equal(result.status, len(failed), result)
            for name, tile in tiles.items():
                if name in failed:
                    expect_equal(tile['state'], 'failed')
                    expect('runner was lost' in tile['text'], tile)
                else:
                    expect_equal({**tile, 'rank': 0, 'best': 0}, {**good[name], 'rank': 0, 'best': 0}, moment, name)
            lost += len(failed)
        expect(lost >= 8, f'the runner was lost in {lost} of 20 sweeps only')


@case
def of_several_at_once_none_that_is_innocent_fails():
    with Folder() as folder:
        args = [folder.write('k.cu', SLOW), *LONG]
        good = bare(sweep(*args))
        for moment in range(4):
            cache = folder(f'cache-{moment}')
            process = start('sweep', *args, '--cache', cache, '--json', '--jobs', 4)
            wait_until(lambda: count_files(cache) >= 2 * moment)
            kill_runner(process.pid)
            result = finish(process)
            expect_equal(result.status, 0, result)
            expect_equal(bare({tuple(tile['values'].values()): tile for tile in result.report['configurations']}), good)


# -- What is refused --

WRONG = (
    ('empty', ['--block-x', ''], 'block.x: a value is missing'),
    ('empty-between', ['--block-x', '8,,16'], 'block.x: a value is missing'),
    ('zero', ['--block-y', '0'], 'block.y is “0”'),
    ('negative', ['--block-y', '-4'], 'block.y is “-4”'),
    ('no-number', ['--block-x', '8,x'], 'block.x is “x”'),
    ('broken-number', ['--block-x', '8.5'], 'block.x is “8.5”'),
    ('overflow', ['--block-x', '99999999999999999999'], 'block.x is “99999999999999999999”'),
    ('thousand-million', ['--axis', 'block.x=1..1000', '--axis', 'block.y=1..1000', '--axis', 'cols=1..1000'],
     '1000000000 configurations are more than the 4096'),
    ('just-too-many', ['--block-x', '1..241', '--block-y', '1..17'], '4097 configurations are more than'),
    ('long-range', ['--axis', 'cols=1..9223372036854775807'], 'more values than the 4096'),
    ('range-backwards', ['--block-x', '64..8'], '“64..8” is not a range'),
    ('range-of-nothing', ['--block-x', '8..64*1'], '“8..64*1” is not a range'),
    ('range-by-zero', ['--block-x', '8..64+0'], '“8..64+0” is not a range'),
    ('range-from-zero', ['--axis', 'shared=0..64*2'], '“0..64*2” is not a range'),
    ('range-open', ['--block-x', '8..'], '“8..” is not a range'),
    ('no-feasible', ['--block-x', '2000,3000'], 'No configuration can be launched'),
    ('twice', ['--block-x', '8', '--axis', 'block.x=16'], 'block.x is an axis twice'),
    ('value-twice', ['--block-x', '8,16,8'], 'block.x has the value 8 twice'),
    ('unknown-part', ['--axis', 'block.w=1'], 'kernel stencil has no number of this name; its numbers: cols, rows'),
    ('unknown-number', ['--axis', 'height=1'], 'kernel stencil has no number of this name; its numbers: cols, rows'),
    ('unknown-macro', ['--axis', '-DTILE=8'], 'the source never names TILE'),
    ('no-name', ['--axis', '=8'], '“” is not an axis'),
    ('bad-name', ['--axis', '-D9=8'], '“-D9” is not an axis'),
    ('no-values', ['--axis', 'block.x'], 'block.x has no values'),
    ('no-axis', ['--axis', ' ; '], 'a sweep needs an axis'),
    ('five-axes', [word for name in ('block.x', 'block.y', 'block.z', 'shared', 'cols') for word in ('--axis', name + '=1')],
     '5 axes are more than the 4'),
    ('no-such-dimension', ['--axis', 'shape.planes=2'], 'the main array out has no such dimension'),
    ('also-set', ['--axis', 'cols=8', '--set', 'cols=9'], 'leave --set cols out'),
    ('also-shape', ['--axis', 'shape.cols=8', '--shape', '4,4'], 'leave --shape out'),
    ('jobs', ['--jobs', '0'], '--jobs'),
    ('rounds', ['--rounds', '0'], '--rounds'),
    ('seconds', ['--seconds', '0'], '--seconds'),
    ('samples', ['--repeat', '10001'], '--repeat'),
    ('figure', ['--figure', 'speed'], '--figure is “speed”, but must be one of kernel_ms'),
    ('picture', ['--picture', 'map.gif'], 'must end in .png'),
    ('nowhere', ['--csv', '/nonexistent/x.csv', '--block-x', '8'], '/nonexistent'),
)


def refused(args, text):
    result = cli('sweep', STENCIL, '--no-cache', *args)
    expect_equal(result.status, 2, result)
    expect(text in result.err, text, result)


for name, args, text in WRONG:
    add(f'refused-{name}', refused, args, text)


@case
def on_the_simulator_the_modelled_time_ranks():
    axes = '--block-x=8,32,128', '--block-y=1,4'
    for device in ('h100', 't4'):
        result = cli('sweep', MANDELBROT, '--json', '--no-cache', *axes, '--shape', '128,128', '--device', device)
        expect_equal((result.report['ranked_by'], result.report['fidelity']), ('modelled_ms', 'modelled'))
        tiles = result.report['configurations']
        by_time = sorted(tiles, key=lambda tile: tile['modelled_ms'])
        expect_equal([tile['rank'] for tile in by_time], list(range(1, 7)))
        for tile in tiles:
            least = by_time[0]['modelled_ms']
            expect_equal(tile['best'], tile['modelled_ms'] <= max(1.05 * least, least + 0.0005), tile)
            block = ','.join(map(str, tile['values'].values()))
            alone = cli('occupancy', MANDELBROT, '--json', '--time', '--shape', '128,128', '--device', device, '--block',
                        block).report
            expect_equal((tile['modelled_ms'], tile['waves'], tile['tail']), tuple(alone['model'][key] for key in ('ms', 'waves', 'tail')))
            expect_equal(tile['occupancy'], alone['occupancy'])


@case
def what_was_kept_for_another_device_is_swept_anew():
    with Folder() as folder:
        cache = '--cache', folder.path, '--block-x=32,64'
        kept = []
        for device in ('h100', 't4', 'h100'):
            tiles = sweep(STENCIL, *cache, '--device', device, keeps=True)
            kept.append([tile['kept'] for tile in tiles.values()])
        expect_equal(kept, [[False] * 2, [False] * 2, [True] * 2])


@case
def steps_are_ranked_by_what_is_counted():
    report = cli('sweep', os.path.join(KERNELS, '27-wave.cu'), '--json', '--no-cache', '--axis', 'shape.cols=32,64').report
    expect_equal(report['ranked_by'], 'warp_instructions')


@case
def a_gpu_is_not_modelled():
    result = cli('sweep', STENCIL, '--device', 'h100', '--backend', 'cuda')
    expect(result.status == 2 and '--device' in result.err, result)


if __name__ == '__main__':
    main()
