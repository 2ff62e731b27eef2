#!/usr/bin/env python3
"""What a run tells of each argument: checksums by zlib, sums by fractions, places by what the kernel itself saw.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random
import re
import struct
import zlib
from fractions import Fraction

from harness import Folder, add, case, cli, expect, expect_equal, main, npy, run_json, settings

KERNEL = '''struct Piece { float weight; int3 at; const int *next; };
__constant__ short steps[4];
__device__ double total;

__global__ void
look (unsigned char *f, const int *g, int n, float2 v, Piece piece, unsigned long long *seen)
{
  seen[0] = (unsigned long long) f;
  seen[1] = (unsigned long long) g;
  seen[2] = (unsigned long long) &total;
  seen[3] = (unsigned long long) piece.next;
  seen[4] = n;
  f[13] = g[5] + steps[3];
  total = -1.5;
}
'''
SETTINGS = settings('''[launch]
block=1
grid=1
[arg f]
shape=10,12
fill=iota
[arg g]
shape=7
fill=values:1,2,3,4,5,6,-7
[arg n]
value=rows * 3 + 1
[arg v]
value=0.5, -2
[arg piece]
value.weight=0.25
value.at.y=9
[arg piece.next]
shape=3
fill=ones
[symbol steps]
fill=values:1,2,3,-4
[symbol total]
[arg seen]
shape=5
''')


def arguments_of(folder, text, *more):
    report = run_json(folder.write('a.cu', text), '--arguments', *more)
    return report, {argument['name']: argument for argument in report['arguments']}


def read_npy(path):
    with open(path, 'rb') as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], 'little'):]


@case
def arrays_have_place_pitch_checksum_and_sum():
    with Folder() as folder:
        _, found = arguments_of(folder, KERNEL + SETTINGS, '--output', folder('out'))
        f = found['f']
        cells = bytearray(range(120))
        cells[13] = 6 - 4
        expect_equal((f['kind'], f['type'], f['shape'], f['place'], f['bytes'], f['pitch']),
                     ('array', 'unsigned char', '10,12', 'sim', 120, 12))
        expect_equal(int(f['checksum'], 16), zlib.crc32(cells))
        expect_equal(float(f['sum']), sum(cells))
        expect_equal(found['g']['sum'], '14')
        expect_equal(found['g']['pitch'], 28)
        for name in ('f', 'g', 'seen'):
            expect_equal(int(found[name]['checksum'], 16), zlib.crc32(read_npy(folder(f'out/{name}.npy'))), name)


@case
def pointers_are_those_that_the_kernel_saw():
    with Folder() as folder:
        _, found = arguments_of(folder, KERNEL + SETTINGS, '--output', folder('out'))
        seen = struct.unpack('<5Q', read_npy(folder('out/seen.npy')))
        expect_equal(int(found['f']['pointer'], 16), seen[0])
        expect_equal(int(found['g']['base'], 16), seen[1])
        expect_equal(int(found['total']['base'], 16), seen[2])
        expect_equal(found['total']['pointer'], None)
        expect_equal(int(found['piece.next']['pointer'], 16), seen[3])
        expect_equal(int(found['piece']['members']['next']), seen[3])


@case
def values_are_what_expressions_came_to():
    with Folder() as folder:
        _, found = arguments_of(folder, KERNEL + SETTINGS)
        expect_equal(found['n'], {'name': 'n', 'kind': 'scalar', 'type': 'int', 'given': 'rows * 3 + 1',
                                  'place': 'host', 'bytes': 4, 'value': '31'})
        expect_equal({key: float(value) for key, value in found['v']['members'].items()}, {'x': 0.5, 'y': -2.0})
        members = found['piece']['members']
        expect_equal((float(members['weight']), members['at.x'], members['at.y'], members['at.z']),
                     (0.25, '0', '9', '0'))


@case
def variables_stand_behind_the_parameters():
    with Folder() as folder:
        report, found = arguments_of(folder, KERNEL + SETTINGS)
        expect_equal([argument['name'] for argument in report['arguments']],
                     ['f', 'g', 'n', 'v', 'piece', 'seen', 'piece.next', 'steps', 'total'])
        expect_equal((found['steps']['kind'], found['steps']['bytes'], found['steps']['sum']), ('variable', 8, '2'))
        expect_equal(found['total']['sum'], '-1.5')


@case
def structs_have_no_sum_and_numbers_that_are_none_say_so():
    text = ('struct Two { int a; float b; };\n__global__ void k (Two *t, float *f) ' +
            '{ f[0] = t[0].b; f[1] = 1.f / f[1]; }' +
            settings('[launch]\nblock=1\ngrid=1\n[arg t]\nshape=3\n[arg f]\nshape=2\n'))
    with Folder() as folder:
        _, found = arguments_of(folder, text)
        expect_equal(found['t']['sum'], None)
        expect_equal(found['f']['sum'], 'inf')


@case
def the_same_array_twice_is_at_one_place():
    text = ('__global__ void k (float *a, const float *b) { a[0] = b[1]; }' +
            settings('[launch]\nblock=1\ngrid=1\n[arg a]\nshape=4\nfill=iota\n[arg b]\nsame=a\n'))
    with Folder() as folder:
        _, found = arguments_of(folder, text)
        expect_equal(found['a']['pointer'], found['b']['pointer'])
        expect_equal(found['a']['checksum'], found['b']['checksum'])


@case
def arguments_are_told_only_where_they_are_asked_for():
    with Folder() as folder:
        expect('arguments' not in run_json(folder.write('a.cu', KERNEL + SETTINGS)))


def table_of(folder, text, *more):
    result = cli('run', folder.write('a.cu', text), '--arguments', *more)
    expect_equal(result.status, 0, result)
    lines = [re.split(r'  +', line.rstrip()) for line in result.out.splitlines()]
    return {line[0]: dict(zip(lines[0], line)) for line in lines}


@case
def without_json_the_table_is_text():
    with Folder() as folder:
        _, found = arguments_of(folder, KERNEL + SETTINGS)
        table = table_of(folder, KERNEL + SETTINGS)
        expect_equal(list(table), ['Name', 'f', 'g', 'n', 'v', 'v.x', 'v.y', 'piece', 'piece.weight', 'piece.at.x',
                                   'piece.at.y', 'piece.at.z', 'piece.next', 'seen', 'steps', 'total'])
        for name in ('f', 'g', 'steps'):
            expect_equal(table[name]['Checksum'], found[name]['checksum'][2:])
            expect_equal(table[name]['Base'], found[name]['base'])
            expect_equal(float(table[name]['Sum']), float(found[name]['sum']))
        expect_equal((table['f']['Given'], table['g']['Given']), ('iota', 'values:1,2,3,4,5,6,-7'))
        expect_equal((table['n']['Given'], table['n']['Value']), ('rows * 3 + 1', '31'))
        expect_equal((table['piece.at.y']['Type'], table['piece.at.y']['Value']), ('int', '9'))
        expect_equal((table['f']['Place'], table['n']['Place']), ('Simulator', 'Host'))


@case
def the_table_stands_behind_what_the_kernel_prints():
    text = '#include <cstdio>\n__global__ void k (int n) { printf ("n is %d\\n", n); }'
    with Folder() as folder:
        path = folder.write('a.cu', text + settings('[launch]\nblock=1\ngrid=1\n[arg n]\nvalue=7\n'))
        lines = cli('run', path, '--arguments').out.splitlines()
        expect_equal((lines[0], lines[1].split()[:2], lines[2].split()[:2]), ('n is 7', ['Name', 'Type'], ['n', 'int']))
        expect_equal(cli('run', path).out, 'n is 7\n')


USED = '''#include <cstdio>
struct Cfg { float gain; int w[2]; };
__constant__ float filter[3] = { 0.5f, 1, -2 };
__constant__ int unused[4];
__device__ double total = 3.5;
__device__ Cfg cfg = { 1.5f, { 4, 5 } };
namespace far { __device__ int inner = 4; }
__device__ float help (int i) { return filter[i % 3]; }
__global__ void other () { unused[0]; }
__global__ void k (float *f, unsigned long long *seen)
{
  if (f[0] > 1e30f) printf ("never %d\\n", 1);
  f[0] = help (threadIdx.x) + cfg.gain + far::inner;
  total += 1;
  seen[0] = (unsigned long long) &total;
}
'''
USED_SETTINGS = '[launch]\nkernel=k\nblock=1\ngrid=1\nshape=4\n'


@case
def variables_that_the_kernel_comes_to_are_told_without_a_setting():
    with Folder() as folder:
        _, found = arguments_of(folder, USED + settings(USED_SETTINGS), '--output', folder('out'))
        expect_equal(list(found), ['f', 'seen', 'filter', 'total', 'cfg', 'far::inner'])
        expect_equal((found['filter']['shape'], found['filter']['bytes']), ('3', 12))
        expect_equal((found['total']['value'], found['far::inner']['value']), ('3.5', '4'))
        expect_equal(found['cfg']['members'], {'gain': '1.5', 'w.0': '4', 'w.1': '5'})
        expect_equal(int(found['total']['base'], 16), struct.unpack('<Q', read_npy(folder('out/seen.npy'))[:8])[0])


@case
def a_variable_that_settings_name_keeps_what_the_source_gives_it():
    with Folder() as folder:
        text = USED + settings(USED_SETTINGS + '[symbol filter]\n[symbol cfg]\ncells.w.1=0=-9\n')
        _, found = arguments_of(folder, text, '--output', folder('out'))
        expect_equal(found['filter']['sum'], '-0.5')
        expect_equal(read_npy(folder('out/cfg.npy')), struct.pack('<f2i', 1.5, 4, -9))


@case
def single_cells_are_set_over_the_fill():
    text = ('__global__ void k (int *f, const float *g) { f[0] = f[0] + (g[5] == 1.5f); }' + settings(
        '[launch]\nblock=1\ngrid=1\n[arg f]\nshape=2,3,4\nfill=iota\ncells=1:2:3=-7 0:0-1:1-2=50 0:1:2=51\n'
        '[arg g]\nshape=6\nfill=zeros\ncells=5=1.5\n'))
    with Folder() as folder:
        arguments_of(folder, text, '--output', folder('out'))
        cells = list(range(24))
        cells[1] = cells[2] = cells[5] = 50
        cells[6], cells[23], cells[0] = 51, -7, 1
        expect_equal(read_npy(folder('out/f.npy')), struct.pack('<24i', *cells))


@case
def cells_of_vectors_and_structs_are_set_whole_or_by_member():
    text = ('struct P { float2 at; unsigned char kind; }; __global__ void k (float4 *v, P *p) { }' + settings(
        '[launch]\nblock=1\ngrid=1\n[arg v]\nshape=2\nfill=ones\ncells=1=1,2,3,4\ncells.z=0=9\n'
        '[arg p]\nshape=2,2\nfill=zeros\ncells=1:0=0.5,-1,255\ncells.at.y=0:1=8\n'))
    with Folder() as folder:
        arguments_of(folder, text, '--output', folder('out'))
        expect_equal(read_npy(folder('out/v.npy')), struct.pack('<8f', 1, 1, 9, 1, 1, 2, 3, 4))
        record = struct.Struct('<2fB7x')
        found = [record.unpack_from(read_npy(folder('out/p.npy')), 16 * i) for i in range(4)]
        expect_equal(found, [(0, 0, 0), (0, 8, 0), (0.5, -1, 255), (0, 0, 0)])


def refuse_cells(argument, lines, *words):
    text = f'__global__ void k ({argument}) {{ }}' + settings(f'[launch]\nblock=1\ngrid=1\n[arg f]\n{lines}\n')
    with Folder() as folder:
        path = folder.write('a.cu', text)
        result = cli('run', path)
        expect(result.status == 2 and f'a.cu:{text[:text.index("cells")].count(chr(10)) + 1}:' in result.err or
               'cells.' in lines, result)
        for word in words:
            expect(word in result.err, result)


REFUSED = {
    'a-number-out-of-range': ('unsigned char *f', 'shape=4\ncells=1=256', '“256”', 'from 0 to 255'),
    'a-place-of-another-rank': ('int *f', 'shape=4,4\ncells=1=2', '“1”', '0-3:0-7'),
    'no-value': ('int *f', 'shape=4\ncells=1', '“1”', 'PLACE=VALUE'),
    'too-few-numbers': ('float2 *f', 'shape=4\ncells=1=2', '2 numbers', 'given 1'),
    'too-many-cells': ('int *f', 'shape=400\ncells=' + ' '.join(f'{i}=1' for i in range(257)), '257', '256', 'file'),
    'a-member-that-there-is-not': ('float2 *f', 'shape=4\ncells.q=1=2', '“q”', 'x, y'),
}
for name, row in REFUSED.items():
    add(f'cells-refuse-{name}', refuse_cells, *row)


@case
def cells_beyond_the_array_are_a_warning():
    text = ('__global__ void k (int *f) { }' +
            settings('[launch]\nblock=1\ngrid=1\n[arg f]\nshape=4\ncells=3=5 4=6 0-9=1\n'))
    with Folder() as folder:
        report = run_json(folder.write('a.cu', text))
        expect(any('2 of the cells' in warning['text'] for warning in report['warnings']), report['warnings'])


PITCHED = '''__global__ void k (float *f, const short *g, size_t pitch, int cols, int rows)
{
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < cols && y < rows)
    ((float *) ((char *) f + (z * rows + y) * pitch))[x] += ((const short *) ((const char *) g + y * 16))[x];
}
'''


@case
def rows_lie_as_far_apart_as_their_pitch_says():
    text = PITCHED + settings('[launch]\nover=f\nblock=8,4,2\ngrid=1\n[arg f]\nshape=2,3,5\npitch=64\nfill=iota\n'
                              'cells=1:2:4=-1\n[arg g]\nshape=3,5\npitch=16\nfill=iota\n[expect f]\ndomain=x < 5\n'
                              'reference=expr:(z == 1 && y == 2 && x == 4 ? -1 : (z*3 + y)*5 + x) + y*5 + x\n')
    with Folder() as folder:
        report, found = arguments_of(folder, text, '--output', folder('out'), '--check', 'all', '--repeat', '2')
        expect_equal((found['f']['pitch'], found['g']['pitch'], found['pitch']['value']), (64, 16, '64'))
        expect_equal((found['f']['given'], found['g']['given']), ('iota', 'iota'))
        expect_equal((found['f']['bytes'], found['g']['bytes']), (2 * 3 * 64, 3 * 16))
        expect_equal(report['check']['mismatches'], 0)
        coverage = report['coverage']['arrays']
        expect_equal((coverage['f']['written'], coverage['f']['cells'], coverage['f']['missed']), (30, 30, 0))
        expect_equal(coverage['g']['reads'], 30)
        cells = [i + i % 15 for i in range(30)]
        cells[29] = -1 + 14
        expect_equal(read_npy(folder('out/f.npy')), struct.pack('<30f', *cells))
        expect_equal(read_npy(folder('out/f.writes.npy')), struct.pack('<30I', *[1] * 30))


@case
def pitched_arrays_change_places_whole():
    text = ('__global__ void k (float *a, const float *b, size_t pitch)\n{\n'
            '  int i = threadIdx.y * (pitch / 4) + threadIdx.x;\n  a[i] = b[i] + 1;\n}' +
            settings('[launch]\nblock=3,2\ngrid=1\nlaunches=3\nswap=a,b\n' +
                     ''.join(f'[arg {name}]\nshape=2,3\npitch=32\nfill=iota\n' for name in 'ab')))
    with Folder() as folder:
        run_json(folder.write('a.cu', text), '--output', folder('out'))
        expect_equal(read_npy(folder('out/b.npy')), struct.pack('<6f', *[i + 3 for i in range(6)]))


def refuse_pitch(lines, *words):
    text = '__global__ void k (float *f, float *g) { }' + settings('[launch]\nblock=1\ngrid=1\n' + lines)
    with Folder() as folder:
        result = cli('run', folder.write('a.cu', text))
        expect(result.status != 0 and all(word in result.err for word in words), result)


for name, row in {
        'smaller-than-a-row': ('[arg f]\nshape=2,5\npitch=16\n', '“16”', '20'),
        'between-cells': ('[arg f]\nshape=2,5\npitch=22\n', '22', '4 bytes', '24'),
        'of-no-rows': ('[arg f]\nshape=5\npitch=32\n', 'f has no rows'),
        'that-differs-from-the-other': ('[launch]\nswap=f,g\n[arg f]\nshape=2,5\npitch=32\n[arg g]\nshape=2,5\n',
                                        'cannot be swapped', 'pitches')}.items():
    add(f'pitch-refuses-one-{name}', refuse_pitch, *row)


# Cells that rounding would lose: the sum is that of exact fractions, rounded once.
TYPES = {'signed char': ('b', '|i1'), 'unsigned short': ('H', '<u2'), 'int': ('i', '<i4'), 'long long': ('q', '<i8'),
         'unsigned long long': ('Q', '<u8'), 'float': ('f', '<f4'), 'double': ('d', '<f8')}


def check_sum(kind):
    code, descr = TYPES[kind]
    seed = random.Random(kind)
    bits = struct.calcsize(code) * 8
    low = 0 if code.isupper() else -2 ** (bits - 1)
    numbers = [seed.uniform(-1, 1) * 10.0 ** seed.randrange(-3, 9) if code in 'fd' else
               seed.randrange(low, low + 2 ** bits) for _ in range(1001)]
    data = struct.pack(f'<1001{code}', *numbers)
    exact = sum(map(Fraction, struct.unpack(f'<1001{code}', data)))
    text = (f'__global__ void k (const {kind} *a, int *o) {{ o[0] = a[0] > 0; }}' +
            settings('[launch]\nblock=1\ngrid=1\n[arg a]\nfill=file:a.npy\n[arg o]\nshape=1\n'))
    with Folder() as folder:
        folder.write('a.npy', npy(descr, (1001,), data))
        _, found = arguments_of(folder, text)
        expect_equal(float(found['a']['sum']), float(exact))
        expect_equal(int(found['a']['checksum'], 16), zlib.crc32(data))


for kind in TYPES:
    add(f'sum-of-{kind.replace(" ", "-")}-is-exact', check_sum, kind)

main()
