#!/usr/bin/env python3
"""Mistakes in what is bound to arguments: each is named with file, place, reason and the way out, which is then taken.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import io
import struct
import zipfile

from harness import Folder, add, cli, expect, expect_equal, line_of, main, settings

INT = (1, 2, 3, 4, 5, 6)


def npy(descr, shape, data, fortran=False):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n"
    return b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header.encode() + data


def npz(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w') as archive:
        for name, data in members.items():
            archive.writestr(f'{name}.npy', data)
    return file.getvalue()


def run(kind, fill, files, more):
    """The error, or the array's bytes as the kernel gets them."""
    text = (f'__global__ void look (const {kind} *f, unsigned *o)\n{{\n  o[threadIdx.x] = sizeof f[threadIdx.x];\n}}\n' +
            settings(f'[launch]\nblock=1\ngrid=1\n[arg f]\nfill={fill}\n{more}[arg o]\nshape=1\n'))
    with Folder() as folder:
        for name, data in files.items():
            folder.write(name, data)
        path = folder.write('a.cu', text)
        result = cli('run', path, '--output', folder('out'))
        if result.status != 0:
            return result, line_of(path, 'fill='), None
        with open(folder('out/f.npy'), 'rb') as file:
            data = file.read()
        return result, 0, data[10 + int.from_bytes(data[8:10], 'little'):]


def check(kind, fill, files, words, way_out, cells, more='', new_more=None):
    result, line, _ = run(kind, fill, files, more)
    expect(result.status in (1, 2), 'the mistake is not refused', result)
    for word in (f'a.cu:{line}:', fill.split(':')[1].split(',')[0], *words):
        expect(word in result.err, f'{word!r} is not in', result)
    if way_out is None:
        return
    result, _, data = run(kind, way_out, files, more if new_more is None else new_more)
    expect_equal(result.status, 0, result)
    expect_equal(data, cells)


def pack(code, *numbers, order='<'):
    return struct.pack(f'{order}{len(numbers)}{code}', *numbers)


DOUBLES = {'f.npy': npy('<f8', '(6,)', pack('d', *INT))}
BIG = {'f.npy': npy('>i4', '(6,)', pack('i', *INT, order='>'))}
FORTRAN = {'f.npy': npy('<i4', '(2, 3)', pack('i', 1, 4, 2, 5, 3, 6), True)}
FORTRAN_3D = {'f.npy': npy('<i4', '(2, 2, 3)', pack('i', 1, 7, 4, 10, 2, 8, 5, 11, 3, 9, 6, 12), True)}
FORTRAN_DOUBLES = {'f.npy': npy('>f8', '(2, 3)', pack('d', 1, 4, 2, 5, 3, 6, order='>'), True)}
CONVERT, TRANSPOSE = 'write “,convert” behind its name', 'write “,transpose” behind its name'

# Name, type of the parameter, fill, files, words of the error, the fill that mends it, the cells then.
MISTAKES = [
    ('doubles-for-floats', 'float', 'file:f.npy', DOUBLES, ('double', 'float', CONVERT), 'file:f.npy,convert',
     pack('f', *INT)),
    ('doubles-for-ints', 'int', 'file:f.npy', DOUBLES, ('double', 'int', CONVERT), 'file:f.npy,convert', pack('i', *INT)),
    ('longs-for-ints', 'int', 'file:f.npy', {'f.npy': npy('<i8', '(3,)', pack('q', -1, 0, 7))}, ('long long', CONVERT),
     'file:f.npy,convert', pack('i', -1, 0, 7)),
    ('ints-for-bytes', 'unsigned char', 'file:f.npy', {'f.npy': npy('<i4', '(2,)', pack('i', 0, 255))}, (CONVERT,),
     'file:f.npy,convert', bytes((0, 255))),
    ('bytes-for-doubles', 'double', 'file:f.npy', {'f.npy': npy('|u1', '(2,)', bytes((0, 255)))}, (CONVERT,),
     'file:f.npy,convert', pack('d', 0, 255)),
    ('halves-for-floats', 'float', 'file:f.npy', {'f.npy': npy('<f2', '(2,)', pack('e', 0.5, -2))}, (CONVERT,),
     'file:f.npy,convert', pack('f', 0.5, -2)),
    ('doubles-for-vectors', 'float2', 'file:f.npy', {'f.npy': npy('<f8', '(3, 2)', pack('d', *INT))}, (CONVERT,),
     'file:f.npy,convert', pack('f', *INT)),
    ('big-endian-ints', 'int', 'file:f.npy', BIG, ('big-endian', '>i4', CONVERT), 'file:f.npy,convert', pack('i', *INT)),
    ('big-endian-for-floats', 'float', 'file:f.npy', BIG, ('big-endian', CONVERT), 'file:f.npy,convert', pack('f', *INT)),
    ('fortran-order', 'int', 'file:f.npy', FORTRAN, ('Fortran order', TRANSPOSE), 'file:f.npy,transpose', pack('i', *INT)),
    ('fortran-order-in-three-dimensions', 'int', 'file:f.npy', FORTRAN_3D, ('Fortran order', TRANSPOSE),
     'file:f.npy,transpose', pack('i', *range(1, 13))),
    ('fortran-order-of-vectors', 'int3', 'file:f.npy', FORTRAN, ('Fortran order', TRANSPOSE), 'file:f.npy,transpose',
     pack('i', *INT)),
    ('fortran-order-and-big-endian-doubles', 'float', 'file:f.npy,convert', FORTRAN_DOUBLES, ('Fortran order', TRANSPOSE),
     'file:f.npy,convert,transpose', pack('f', *INT)),
    ('doubles-in-an-archive', 'float', 'file:f.npz,a', {'f.npz': npz(a=DOUBLES['f.npy'], b=b'')}, ('double', CONVERT),
     'file:f.npz,a,convert', pack('f', *INT)),
    ('too-short-for-the-shape', 'int', 'file:f.npy', {'f.npy': npy('<i4', '(2, 3)', pack('i', *INT))},
     ('2,3', '6 cells', '4,4', '16 cells', '“shape=2,3”'), 'file:f.npy', pack('i', *INT), 'shape=4,4\n', 'shape=2,3\n'),
    ('too-long-for-the-shape', 'int', 'file:f.npy', {'f.npy': npy('<i4', '(6,)', pack('i', *INT))},
     ('“shape=6”', '2,2'), 'file:f.npy', pack('i', *INT), 'shape=2,2\n', 'shape=6\n'),
    ('text-too-short-for-the-shape', 'int', 'file:f.csv', {'f.csv': b'1,2,3\n4,5,6\n'}, ('“shape=2,3”',), 'file:f.csv',
     pack('i', *INT), 'shape=4,4\n', 'shape=2,3\n'),
    ('bytes-too-short-for-the-shape', 'int', 'file:f.bin', {'f.bin': pack('i', *INT)}, ('“shape=6”',), 'file:f.bin',
     pack('i', *INT), 'shape=3,3\n', 'shape=6\n'),
    ('no-whole-number-of-cells', 'int', 'file:f.bin', {'f.bin': bytes(7)}, ('7 bytes', 'the 4 of a cell'), None, None),
    ('three-numbers-for-four', 'float4', 'file:f.npy', {'f.npy': npy('<f4', '(2, 3)', pack('f', *INT))},
     ('float where float4',), None, None),
    ('a-cut-file', 'int', 'file:f.npy', {'f.npy': npy('<i4', '(7,)', pack('i', *INT))}, ('24 bytes', 'needs 28'), None, None),
]

# What a conversion would lose is no conversion: the number is named.
LOSSES = [
    ('halves-of-wholes', 'int', npy('<f8', '(3,)', pack('d', 1, 2.5, 3)), ('number 1 ', '2.5', 'int')),
    ('too-large-bytes', 'unsigned char', npy('<i4', '(3,)', pack('i', 1, 2, 256)), ('number 2 ', '256', 'unsigned char')),
    ('negative-as-unsigned', 'unsigned int', npy('<i4', '(2,)', pack('i', -1, 2)), ('number 0 ', '-1', 'unsigned int')),
    ('not-a-number-as-int', 'int', npy('<f4', '(1,)', pack('f', float('nan'))), ('number 0 ', 'NaN', 'int')),
    ('beyond-long', 'long long', npy('<u8', '(1,)', pack('Q', 2 ** 63)), ('number 0 ', '9223372036854775808')),
]


def check_loss(kind, data, words):
    result, _, _ = run(kind, 'file:f.npy,convert', {'f.npy': data}, '')
    expect(result.status in (1, 2), result)
    for word in ('f.npy', *words):
        expect(word in result.err, f'{word!r} is not in', result)


def check_length(body, more, told, way_out=None, fill='file:t.npy'):
    """A fill of 6 cells where 8 threads go: whether that is told before the launch, and that the way out is one."""
    text = '__global__ void add (const int *f, const int *t, int *o, int n, int m, int k)\n{\n' \
           f'  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  {body}\n}}\n'
    text += settings(f'[launch]\nblock=4\nshape=8\n[arg t]\nfill={fill}\n[arg n]\nvalue=size\n'
                     f'[arg m]\nvalue=6\n{more}')
    with Folder() as folder:
        folder.write('t.npy', npy('<i4', '(6,)', pack('i', *INT)))
        path = folder.write('a.cu', text)
        result = cli('run', path)
        expect_equal('too short for the range' in result.err, told, result)
        if not told:
            expect_equal(result.status, 0, result)
            return
        for word in (f't is too short for the range: {fill.removeprefix("file:")} holds 6 cells', '8 threads', 'by ' + way_out[1]):
            expect(word in result.err, f'{word!r} is not in', result)
        place = text.split('\n').index(way_out[0]) + 1
        expect(f'a.cu:{place}:' in result.err, 'the line to be changed is not named', result)
        result = cli('run', folder.write('a.cu', text.replace(*way_out)))
        expect_equal((result.status, 'too short' in result.err), (0, False), result)


GUARDED = 'if (i < n)\n    o[i] = f[i] + t[i];'
# Name, body of the kernel, more settings, whether it is told, what mends it.
LENGTHS = [
    ('guarded', GUARDED, '', True, ('shape=8', 'shape=6')),
    ('values', GUARDED, '', True, ('shape=8', 'shape=6'), 'values:1,2,3,4,5,6'),
    ('without-a-guard', 'o[i] = f[i] + t[i];', '[launch add]\nblock=2\n', True, ('shape=8', 'shape=6')),
    ('by-the-range', 'o[i] = f[i] + t[i];', '[launch add]\nblock=2\nrange=8\n', True, ('range=8', 'range=6')),
    ('by-a-number', 'if (i < k)\n    o[i] = f[i] + t[i];', '[arg k]\nvalue=8\n', True, ('value=8', 'value=6')),
    ('returning', 'if (i >= n)\n    return;\n  o[i] = t[i];', '', True, ('shape=8', 'shape=6')),
    ('but-a-table', 'if (i < n)\n    o[i] = f[i] + t[i % 6];', '', False),
    ('but-a-coefficient', 'if (i < n)\n    o[i] = f[i] * t[5];', '', False),
    ('but-looked-up', 'if (i < n)\n    o[i] = t[f[i] % 6];', '', False),
    ('but-bounded-by-another-number', 'if (i < m)\n    o[i] = t[i];', '', False),
]


for name, *length in LENGTHS:
    add('too-short-for-the-range-' + name, check_length, *length)
for name, *mistake in MISTAKES:
    add(name, check, *mistake)
for name, *loss in LOSSES:
    add('convert-' + name, check_loss, *loss)

main()
