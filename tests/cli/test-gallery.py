#!/usr/bin/env python3
"""Every kernel of the gallery shows what its comment says.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import struct

from harness import (Folder, KERNELS, add, case, checked, cli, codes, expect, expect_equal, line_of, main, run_json)

# name: block, grid, threads without a store, {array: counts}, cells compared
GALLERY = {
    '01-triangle': ([8, 8, 1], [2, 2, 1], 120,
                    {'f': dict(cells=256, written=136, rewritten=0, writes=136, missed=0, extra=0)}, 256),
    '02-triangle-band': ([4, 4, 1], [2, 3, 1], 6, {'f': dict(written=90, rewritten=0, missed=46, extra=0)}, None),
    '03-triangle-guard': ([4, 4, 1], [2, 3, 1], 60, {'f': dict(written=36, missed=100, extra=0)}, None),
    '04-vector-add': ([128, 1, 1], [8, 1, 1], 0,
                      {'a': dict(reads=1024, written=0), 'c': dict(written=1024, missed=0)}, 1024),
    '05-vector-add-ragged': ([128, 1, 1], [8, 1, 1], 24, {'c': dict(written=1000, missed=0)}, 1000),
    '07-floor-division': ([128, 1, 1], [7, 1, 1], 0, {'b': dict(written=896, missed=104)}, None),
    '08-every-block-the-same': ([32, 1, 1], [4, 1, 1], 0,
                                {'g': dict(written=128, rewritten=128, writes=512, missed=0)}, 128),
    '09-every-block-its-share': ([32, 1, 1], [4, 1, 1], 0, {'g': dict(written=128, rewritten=0, writes=128)}, 128),
    '10-fill-2d': ([8, 8, 1], [4, 3, 1], 208, {'f': dict(written=560, rewritten=0, missed=0)}, None),
    '11-swapped-axes': ([4, 4, 1], [5, 3, 1], 96, {'f': dict(written=144, missed=96, extra=0)}, None),
    '12-checkerboard': ([8, 8, 1], [3, 3, 1], 288, {'f': dict(written=288, reads=288, missed=0, extra=0)}, 576),
    '13-grid-stride': ([64, 1, 1], [4, 1, 1], 0, {'y': dict(written=1000, rewritten=0, missed=0)}, 1000),
    '14-stencil': ([16, 8, 1], [2, 4, 1], 124,
                   {'in': dict(reads=3600), 'out': dict(written=900, missed=0, extra=0)}, 1024),
    '15-transpose': ([16, 16, 1], [3, 4, 1], 832,
                     {'in': dict(reads=2240), 'out': dict(written=2240, rewritten=0, missed=0)}, 2240),
    '16-matrix-product': ([16, 16, 1], [3, 3, 1], 704,
                          {'a': dict(reads=4800), 'b': dict(reads=4800), 'c': dict(written=1600, missed=0)}, 1600),
    '17-reduction': ([256, 1, 1], [4, 1, 1], 1020,
                     {'values': dict(reads=1000), 'total': dict(written=1, rewritten=1, writes=4, reads=4)}, 1),
    '18-warp-sum': ([64, 1, 1], [4, 1, 1], 248, {'values': dict(reads=256), 'sums': dict(written=8, writes=8)}, 8),
    '19-histogram': ([128, 1, 1], [8, 1, 1], 0, {'bins': dict(written=16, rewritten=16, writes=1024, reads=1024)}, 16),
    '20-life': ([8, 8, 1], [3, 3, 1], 96,
                {'now': dict(written=480, rewritten=480, writes=960, missed=0), 'next': dict(writes=960)}, 480),
    '21-mandelbrot': ([16, 8, 1], [8, 12, 1], 0, {'steps': dict(written=12288, rewritten=0, missed=0)}, None),
    '23-fill-3d': ([8, 8, 4], [2, 2, 4], 0, {'g': dict(written=4096, rewritten=0, missed=0)}, 4096),
    '24-race': ([128, 1, 1], [2, 1, 1], 0, {'in': dict(reads=256), 'out': dict(written=256, missed=0)}, None),
    '25-printf': ([32, 1, 1], [4, 1, 1], 28, {'f': dict(written=100, missed=0, extra=0)}, 100),
    '26-texture': ([16, 16, 1], [3, 3, 1], 0,
                   {'image': dict(reads=7153), 'out': dict(written=2304, rewritten=0, missed=0)}, 2304),
    # those with steps: of all launches together
    '27-wave': ([32, 4, 1], [4, 24, 1], 444, {'now': dict(written=94 * 126, writes=80 * 94 * 126)}, None),
    '28-reaction-diffusion': ([32, 4, 1], [3, 24, 1], 0, {'v': dict(written=9216, writes=750 * 9216)}, None),
    '29-conjugate-gradient': ([128, 1, 1], [8, 1, 1], 0, {'warmth': dict(written=1024, writes=67 * 1024)}, 1024),
    '30-bitonic-sort': ([64, 1, 1], [4, 1, 1], 128, {'f': dict(written=512, reads=45 * 512)}, 512),
}

# What each run warns of, and nothing else.
WARNINGS = {
    '02-triangle-band': ['grid-too-small', 'not-warp-multiple'],
    '03-triangle-guard': ['grid-too-small', 'not-warp-multiple'],
    '07-floor-division': ['grid-too-small'],
    '08-every-block-the-same': ['repeats-work'],
    '11-swapped-axes': ['not-warp-multiple'],
}

# Those that end in a trap.
TRAPS = ['06-missing-guard', '22-barrier-branches']


def path_of(name):
    return os.path.join(KERNELS, name + '.cu')


def read_floats(path):
    with open(path, 'rb') as file:
        data = file.read()
    cells = data[10 + int.from_bytes(data[8:10], 'little'):]
    return struct.unpack(f'<{len(cells) // 4}f', cells)


def check_counts(report, block, grid, idle, arrays):
    expect_equal(report['launch']['block'], block)
    expect_equal(report['launch']['grid'], grid)
    expect_equal(report['coverage']['threads'], report['launch']['threads'])
    expect_equal(report['coverage']['idle_threads'], idle, report)
    for name, counts in arrays.items():
        for key, wanted in counts.items():
            expect_equal(report['coverage']['arrays'][name][key], wanted, f'{key} of {name}', report)


def check_kernel(name, block, grid, idle, arrays, compared):
    report = run_json(path_of(name))
    expect_equal(report['backend'], 'sim')
    expect_equal(report['fidelity'], 'simulated')
    expect_equal(report['timings']['fidelity'], 'host')
    expect_equal(report['trap'], None)
    expect_equal(codes(report), WARNINGS.get(name, []), report['warnings'])
    check_counts(report, block, grid, idle, arrays)
    if compared is None:
        expect_equal(report['check'], None)
    else:
        expect_equal(checked(report), {'compared': compared, 'mismatches': 0})


for row, expected in GALLERY.items():
    add(row, check_kernel, row, *expected)


@case
def the_table_names_every_kernel():
    files = sorted(name[:-3] for name in os.listdir(KERNELS) if name.endswith('.cu'))
    expect_equal(files, sorted([*GALLERY, *TRAPS]))


@case
def every_kernel_begins_with_a_title():
    for name in [*GALLERY, *TRAPS]:
        with open(path_of(name), encoding='utf-8') as file:
            first, second = file.readline(), file.readline()
        expect(first.startswith('/* ') and len(first) < 64 and second == ' *\n', name, first)


@case
def a_missing_guard_names_thread_line_and_array():
    path = path_of('06-missing-guard')
    report = run_json(path, status=1)
    trap = report['trap']
    expect_equal(trap['code'], 'oob')
    expect_equal(trap['block'], [7, 0, 0])
    expect_equal(trap['thread'], [104, 0, 0])
    expect_equal(trap['line'], line_of(path, 'f[i] = 2.0f * i;'))
    expect_equal(trap['space'], 'global')
    expect_equal(trap['array'], 'f')
    expect_equal(trap['offset'], 4000)
    expect(report['coverage']['arrays']['f']['written'] >= 896, report['coverage'])


@case
def a_barrier_in_each_branch_names_both_lines():
    path = path_of('22-barrier-branches')
    result = cli('run', path, '--json')
    expect_equal(result.status, 1, result)
    expect(result.seconds < 10, result)
    trap = result.report['trap']
    expect_equal(trap['code'], 'barrier')
    with open(path, encoding='utf-8') as file:
        lines = [number for number, line in enumerate(file, 1) if '  __syncthreads ();' in line]
    expect_equal(sorted([trap['line'], trap['other']['line']]), lines)


@case
def a_race_names_both_lines():
    path = path_of('24-race')
    expect_equal(codes(run_json(path)), [])
    report = run_json(path, '--check', 'races')
    expect_equal(codes(report), ['race'])
    race = report['warnings'][0]
    expect_equal(sorted([race['line'], race['other']['line']]),
                 [line_of(path, 'part[t] = i < n ? in[i] : 0;'), line_of(path, 'out[i] = part[(t + 1) % THREADS];')])
    expect_equal(race['array'], 'part')


@case
def a_kernel_that_prints_says_which_block_it_is():
    lines = run_json(path_of('25-printf'))['output'].splitlines()
    expect_equal(lines[0], 'block 0 of 4: cells 0 to 31')
    expect_equal(lines[3], 'block 3 of 4: cells 96 to 99')


@case
def a_larger_box_block_and_grids_set_by_hand():
    path = path_of('23-fill-3d')
    box = ('--block', '16,8,8')
    check_counts(run_json(path, *box), [16, 8, 8], [1, 2, 2], 0, {'g': dict(written=4096, rewritten=0)})
    report = run_json(path, *box, '--grid', '1,1,2', status=1)
    expect_equal(checked(report), {'compared': 4096, 'mismatches': 2048})
    check_counts(report, [16, 8, 8], [1, 1, 2], 0, {'g': dict(written=2048, missed=2048)})
    expect('grid-too-small' in codes(report), report)
    report = run_json(path, *box, '--grid', '2,2,2')
    check_counts(report, [16, 8, 8], [2, 2, 2], 4096, {'g': dict(written=4096, missed=0)})
    expect('grid-too-large' in codes(report), report)


@case
def a_texture_gives_zeros_outside_or_the_nearest_cell():
    with Folder() as folder:
        with open(path_of('26-texture'), encoding='utf-8') as file:
            text = file.read()
        outside = folder.write('outside.cu', text.replace('texture=clamp', 'texture=border'))
        nearest = folder.write('nearest.cu', text.replace('texture=clamp linear', 'texture=clamp'))
        run_json(outside, '--output', folder('outside'), status=1)
        run_json(nearest, '--output', folder('nearest'), status=1)
        cells = {name: read_floats(folder(f'{name}/out.npy')) for name in ('outside', 'nearest')}
        expect_equal(cells['outside'][0], 0)
        expect(all(value == int(value) for value in cells['nearest']), cells['nearest'][:50])


@case
def every_kernel_makes_a_picture():
    with Folder() as folder:
        kinds = [('png', b'\x89PNG'), ('svg', b'<?xml'), ('pdf', b'%PDF')]
        for index, name in enumerate(GALLERY):
            suffix, magic = kinds[index % len(kinds)]
            picture = folder(f'{name}.{suffix}')
            result = cli('run', path_of(name), '--picture', picture)
            expect_equal(result.status, 0, result)
            with open(picture, 'rb') as file:
                expect(file.read(len(magic)) == magic, picture)
        expect_equal(len(os.listdir(folder.path)), len(GALLERY))


if __name__ == '__main__':
    main()
