#!/usr/bin/env python3
"""Every kernel of the gallery shows what its comment says.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import struct

from harness import (Folder, KERNELS, add, case, checked, cli, codes, expect, expect_equal, line_of, main, read_npy,
                     run_json)

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
    '15-transpose': ([32, 8, 1], [3, 2, 1], 0,
                     {'in': dict(reads=6144), 'out': dict(written=6144, rewritten=0, missed=0)}, 6144),
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
    '32-rows-against-columns': ([64, 1, 1], [1, 1, 1], 0, {'in': dict(reads=4096), 'sums': dict(written=64)}, 64),
    '33-strided-copy': ([128, 1, 1], [2, 1, 1], 0, {'in': dict(reads=256), 'out': dict(written=256, missed=0)}, None),
    '34-structs-against-arrays': ([64, 1, 1], [2, 1, 1], 0, {'data': dict(reads=256), 'pairs': dict(written=128)}, 128),
    '35-tiled-stencil': ([16, 8, 1], [2, 4, 1], 124, {'in': dict(reads=1280), 'out': dict(written=900, missed=0, extra=0)},
                         1024),
    '36-convolution': ([128, 1, 1], [4, 1, 1], 0, {'in': dict(reads=2560), 'out': dict(written=512, missed=0)}, 512),
    '37-interleaved-reduction': ([256, 1, 1], [2, 1, 1], 510, {'values': dict(reads=512), 'sums': dict(written=2)}, 2),
    '38-scan-without-barrier': ([128, 1, 1], [1, 1, 1], 0, {'in': dict(reads=128), 'sums': dict(written=128)}, 128),
    '39-uninitialised-output': ([64, 1, 1], [4, 1, 1], 56, {'out': dict(written=200, reads=200)}, None),
    '40-whole-program': ([16, 16, 1], [4, 3, 1], 220, {'next': dict(written=2852, missed=0, extra=0), 'now': dict(reads=11408)},
                         None),
    # those with steps: of all launches together
    '27-wave': ([32, 4, 1], [4, 24, 1], 444, {'now': dict(written=94 * 126, writes=80 * 94 * 126)}, None),
    '28-reaction-diffusion': ([32, 4, 1], [3, 24, 1], 0, {'v': dict(written=9216, writes=750 * 9216)}, None),
    '29-conjugate-gradient': ([128, 1, 1], [8, 1, 1], 0, {'warmth': dict(written=1024, writes=67 * 1024)}, 1024),
    '30-bitonic-sort': ([64, 1, 1], [4, 1, 1], 128, {'f': dict(written=512, reads=45 * 512)}, 512),
    '31-lane-parity': ([128, 1, 1], [8, 1, 1], 0, {'f': dict(written=1024, rewritten=0, missed=0, extra=0)}, None),
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
def a_transpose_costs_what_its_text_says():
    path = path_of('15-transpose')
    with open(path, encoding='utf-8') as file:
        text = ' '.join(file.read().split('*/')[0].replace(' *', ' ').split())
    figures = re.search(r'ask for ([\d.]+) sectors each in naive, for ([\d.]+) in the others; conflicts of banks cost (\d+) passes '
                        r'in tiled, none in padded', text)
    sectors, conflicts = {}, {}
    for kernel in ('naive', 'tiled', 'padded'):
        profile = run_json(path, '--kernel', kernel, '--profile')['profile']
        sectors[kernel], conflicts[kernel] = profile['sectors'] / profile['requests'], profile['bank_conflicts']
    expect_equal(sectors, {'naive': float(figures[1]), 'tiled': float(figures[2]), 'padded': float(figures[2])})
    expect_equal(conflicts, {'naive': 0, 'tiled': int(figures[3]), 'padded': 0})
    # a store of naive asks for 32, its loads for 4; a load of a column of the tile takes 32 passes
    stores = 64 * 96 // 32
    expect_equal((sectors['naive'], conflicts['tiled']), ((4 + 32) / 2, stores * 31))


# What a text states of a line: what is run, what stands in the line, the figure, and the words around it.
STATED = [
    ('32-rows-against-columns', ['rows'], '// a row', 'sectors_per_request', r'for (\S+) sectors with each request in rows'),
    ('32-rows-against-columns', ['columns'], '// a column', 'sectors_per_request', r'in rows, for (\S+) in columns'),
    ('32-rows-against-columns', ['rows'], '// a row', 'bytes', r'the bytes that it asks for are (\d+) in both'),
    ('32-rows-against-columns', ['columns'], '// a column', 'bytes', r'the bytes that it asks for are (\d+) in both'),
    *(('33-strided-copy', ['copy', '--set', f'stride={stride}'], '// the load', 'sectors_per_request',
       rf'for (\d+\.\d+)(?: sectors)? with (?:stride )?{stride}\b') for stride in (1, 2, 4, 8, 16)),
    ('34-structs-against-arrays', ['structs'], '// out of structs', 'sectors_per_request',
     r'for (\S+) sectors with each request in structs'),
    ('34-structs-against-arrays', ['arrays'], '// out of an array', 'sectors_per_request', r'in structs, for (\S+) in arrays'),
    ('36-convolution', ['constants'], '// by constants', 'bytes', r'asks for (\d+) bytes in constants'),
    ('36-convolution', ['memory'], '// by an array', 'bytes', r'in constants, for (\d+) in memory'),
    ('37-interleaved-reduction', ['interleaved'], '// every second', 'active_lanes', r'say (\S+) of 32 lanes for interleaved'),
    ('37-interleaved-reduction', ['halves'], '// those at the front', 'active_lanes', r'interleaved, (\S+) of 32 for halves'),
]


def text_of(name):
    """What the first comment says, in one line."""
    with open(path_of(name), encoding='utf-8') as file:
        return ' '.join(file.read().split('*/')[0].replace(' *', ' ').split())


def profile_line(name, options, mark):
    kernel, *more = options
    lines = run_json(path_of(name), '--kernel', kernel, '--profile', *more)['profile']['lines']
    return next(line for line in lines if line['line'] == line_of(path_of(name), mark))


def check_stated(name, options, mark, key, words):
    stated = re.search(words, text_of(name))
    expect(stated is not None, words, text_of(name))
    decimals = len(stated[1].partition('.')[2])
    expect_equal(f'{profile_line(name, options, mark)[key]:.{decimals}f}', stated[1], name, options)


for index, row in enumerate(STATED):
    add(f'{row[0]} states {row[3]} of {" ".join(row[1])} {index}', check_stated, *row)


@case
def a_tile_saves_the_reads_that_its_text_says():
    reads = re.search(r'in is read (\d+) times by plain, (\d+) times by tiled', text_of('35-tiled-stencil')).groups()
    got = [run_json(path_of('35-tiled-stencil'), '--kernel', kernel)['coverage']['arrays']['in']['reads']
           for kernel in ('plain', 'tiled')]
    expect_equal([str(n) for n in got], list(reads))


@case
def tiles_save_the_reads_that_the_text_of_the_product_says():
    stated = re.search(r'is read (\d+) times by naive, (\d+) times by product', text_of('16-matrix-product')).groups()
    for kernel, times in zip(('naive', 'product'), stated):
        report = run_json(path_of('16-matrix-product'), '--kernel', kernel)
        expect_equal(report['coverage']['arrays']['a']['reads'], 1600 * int(times))
        expect_equal(checked(report)['mismatches'], 0)


@case
def three_histograms_do_what_their_text_says():
    path, text = path_of('19-histogram'), text_of('19-histogram')
    writes = re.search(r'histogram writes (\d+) times to bins, privatised (\d+) times', text).groups()
    for kernel, times in zip(('histogram', 'privatised'), writes):
        report = run_json(path, '--kernel', kernel)
        expect_equal(report['coverage']['arrays']['bins']['writes'], int(times))
        expect_equal(checked(report)['mismatches'], 0)
        expect_equal(codes(run_json(path, '--kernel', kernel, '--check', 'races')), [])
    with Folder() as folder:
        run_json(path, '--kernel', 'plain', '--output', folder('plain'), status=1)
        with open(folder('plain/bins.npy'), 'rb') as file:
            counted = sum(struct.unpack('<16I', file.read()[-64:]))
    expect_equal(counted, int(re.search(r'it counts (\d+) of the 1024 values', text)[1]))
    races = cli('run', path, '--kernel', 'plain', '--check', 'races', '--json').report['warnings']
    expect_equal({race['line'] for race in races if race['code'] == 'race'}, {line_of(path, '// reads, adds, writes')})


@case
def a_scan_without_a_barrier_hangs_on_the_order_as_its_text_says():
    path, text = path_of('38-scan-without-barrier'), text_of('38-scan-without-barrier')
    stated = re.search(r'right in all (\d+) cells, .* in order 1 it is wrong in (\d+) of them, in order 2 in (\d+);', text)
    expect_equal(checked(run_json(path)), {'compared': int(stated[1]), 'mismatches': 0})
    for seed in 1, 2:
        report = run_json(path, '--schedule-seed', str(seed), status=1)
        expect_equal(checked(report)['mismatches'], int(stated[seed + 1]))
    for seed in range(1, 9):
        report = run_json(path, '--kernel', 'patient', '--schedule-seed', str(seed))
        expect_equal(checked(report)['mismatches'], 0)
    # one worker, in an order of its own: what it stores may be wrong
    races = cli('run', path, '--check', 'races', '--json').report['warnings']
    expect_equal({race['line'] for race in races if race['code'] == 'race'}, {line_of(path, '// reads and writes')})
    expect_equal(codes(run_json(path, '--kernel', 'patient', '--check', 'races')), [])


@case
def an_output_that_nobody_filled_is_named():
    path = path_of('39-uninitialised-output')
    report = run_json(path, '--check', 'uninitialised')
    expect_equal([(warning['code'], warning['line'], warning['array']) for warning in report['warnings']],
                 [('uninitialised', line_of(path, '// reads out[i] first'), 'out')])
    expect_equal(codes(run_json(path, '--kernel', 'set', '--check', 'uninitialised')), [])


@case
def lanes_part_as_the_text_says():
    path = path_of('31-lane-parity')
    with open(path, encoding='utf-8') as file:
        text = ' '.join(file.read().split('*/')[0].replace(' *', ' ').split())
    shares = re.search(r'cells with work had (\d+) % of their warp.s lanes active, those without (\d+) %; in by_warp all had (\d+) %', text)
    executed = re.search(r'executed (\d+) instructions in by_lane, (\d+) in by_warp', text)
    for kernel, number in ('by_lane', 1), ('by_warp', 2):
        report = run_json(path, '--kernel', kernel, '--profile')
        expect_equal(report['profile']['executed'], int(executed[number]))
        with Folder() as folder:
            expect_equal(cli('run', path, '--kernel', kernel, '--profile', '--output', folder('out')).status, 0)
            threads, lanes = (read_npy(folder(f'out/{name}.npy'))[1] for name in ('threads', 'lanes'))
        active = [round(100 * part / all_ / 32) for part, all_ in zip(lanes, threads)]
        works = [i // (1 if kernel == 'by_lane' else 32) % 2 == 0 for i in range(1024)]
        expect_equal({share for share, work in zip(active, works) if work}, {int(shares[1 if kernel == 'by_lane' else 3])})
        expect_equal({share for share, work in zip(active, works) if not work}, {int(shares[2 if kernel == 'by_lane' else 3])})


# What a text states of the cells that a lens shows: what is run, the plane that the lens is made from, the figure that
# follows from its cells, and the words around it.
LIT, MOST, FIRST, LAST = (lambda cells: sum(cell > 0 for cell in cells)), max, (lambda cells: cells[0]), \
    (lambda cells: cells[-1])
LENSES = [
    ('08-every-block-the-same', [], 'g.highest', FIRST, r'by threads 0 to (\d+), of'),
    ('13-grid-stride', ['--profile'], 'y.first-write', FIRST, r'from (\d+) for element 0'),
    ('13-grid-stride', ['--profile'], 'y.first-write', LAST, r'to (\d+) for the last one'),
    ('19-histogram', ['--kernel=plain', '--check=races'], 'bins.races', LIT, r'lights (\d+) of 16 bins'),
    ('24-race', ['--check=races,uninitialised'], 'out.uninitialised', LIT, r'(\d+) of the 256 cells were left'),
    ('24-race', ['--seeds=8'], 'out.seeds', LIT, r'other orders of the warps: (\d+) cells depend'),
    ('31-lane-parity', ['--profile', '--kernel=by_lane'], 'threads', MOST, r'executed (\d+) of them in by_lane'),
    ('31-lane-parity', ['--profile', '--kernel=by_lane'], 'threads', min, r'one without (\d+)\.'),
    ('33-strided-copy', ['--profile'], 'in.load-sectors', MOST, r'Sectors per load \(Alt\+6\) is (\d+) for'),
    ('33-strided-copy', ['--profile'], 'out.store-sectors', min, r'Sectors per store \(Alt\+7\) is (\d+) in all'),
    ('38-scan-without-barrier', ['--seeds=8'], 'sums.seeds', LIT, r'lights (\d+) cells of hasty'),
    ('39-uninitialised-output', ['--check=uninitialised'], 'out.uninitialised', LIT, r'lights all (\d+) cells of out'),
]


def check_lens(name, options, plane, figure, words):
    stated = re.search(words, text_of(name))
    expect(stated is not None, words, text_of(name))
    with Folder() as folder:
        cli('run', path_of(name), *options, '--output', folder('out'))
        expect_equal(figure(read_npy(folder(f'out/{plane}.npy'))[1]), float(stated[1]), name, options)


for index, row in enumerate(LENSES):
    add(f'{row[0]} states what {row[2]} shows {index}', check_lens, *row)


@case
def repaired_kernels_light_no_cell():
    with Folder() as folder:
        for name, options, plane in (
                ('38-scan-without-barrier', ['--kernel=patient', '--seeds=8'], 'sums.seeds'),
                ('39-uninitialised-output', ['--kernel=set', '--check=uninitialised'], 'out.uninitialised')):
            expect_equal(cli('run', path_of(name), *options, '--output', folder(plane)).status, 0)
            expect_equal(LIT(read_npy(folder(f'{plane}/{plane}.npy'))[1]), 0, name)


@case
def deviations_are_what_the_texts_say():
    stated = re.search(r'off by (\d+), .* that this is ([0-9.]+) of it', text_of('19-histogram'))
    deviation = run_json(path_of('19-histogram'), '--kernel=plain', '--check=races', status=1)['check']['deviation']
    expect_equal((deviation['absolute'], f'{deviation["relative"]:.2f}'), (int(stated[1]), stated[2]))
    stated = re.search(r'is (\S+) at most, yet .* comes to (\d+):', text_of('29-conjugate-gradient'))
    deviation = run_json(path_of('29-conjugate-gradient'))['check']['deviation']
    expect_equal((f'{deviation["absolute"]:.1e}', deviation['ulps']), (stated[1], int(stated[2])))


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
