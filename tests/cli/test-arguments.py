#!/usr/bin/env python3
"""What a run tells of each argument: checksums by zlib, sums by fractions, places by what the kernel itself saw.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random
import struct
import zlib
from fractions import Fraction

from harness import Folder, add, case, expect, expect_equal, main, npy, run_json, settings

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
        expect_equal(found['n'], {'name': 'n', 'kind': 'scalar', 'type': 'int', 'place': 'host', 'bytes': 4,
                                  'value': '31'})
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
