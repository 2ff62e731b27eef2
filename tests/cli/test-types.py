#!/usr/bin/env python3
"""Every type that cells can have, as an array and by value: fills, single cells, sums, files and the console, each held
against plain Python.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import math
import random
import struct
import zlib
from fractions import Fraction

from harness import Folder, add, case, cli, expect, expect_equal, main, npy, run_json, settings

ROWS, COLS = 3, 5
CELLS = ROWS * COLS
MASK = 2 ** 64 - 1


def bfloat_of(number):
    """The bits of the nearest bfloat16, ties to even."""
    bits, = struct.unpack('<I', struct.pack('<f', number))
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16


class Number:
    """A type of one number: how it is packed, what values it has, and what random fills come to."""

    def __init__(self, code, descr):
        self.code, self.descr = code, descr
        self.size = 2 if code == 'bf' else struct.calcsize('<' + code)
        self.is_float = code in ('bf', 'e', 'f', 'd')

    def pack(self, value):
        if self.code == 'bf':
            return struct.pack('<H', bfloat_of(value))
        if self.code == '?':
            return struct.pack('<?', value != 0)
        return struct.pack('<' + self.code, value if self.is_float else self.wrap(value))

    def unpack(self, data):
        if self.code == 'bf':
            return struct.unpack('<f', struct.pack('<I', struct.unpack('<H', data)[0] << 16))[0]
        return struct.unpack('<' + self.code, data)[0]

    def wrap(self, value):
        value %= 256 ** self.size
        return value - 256 ** self.size if self.code.islower() and value >= 256 ** self.size // 2 else value

    def limits(self):
        bits = 8 * self.size
        if self.code == '?':
            return 0, 1
        return (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if self.code.islower() else (0, 2 ** bits - 1)

    def draw(self, seed):
        """A value that the type holds exactly, and that is written in full."""
        if self.is_float:
            return self.unpack(self.pack(seed.randrange(-99, 99) / 8))
        return seed.randint(*self.limits())

    def random(self, seed, index):
        z = (seed + (index + 1) * 0x9e3779b97f4a7c15) & MASK
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & MASK
        z = (z ^ z >> 27) * 0x94d049bb133111eb & MASK
        z ^= z >> 31
        parts = {'bf': (56, 8), 'e': (53, 11), 'f': (40, 24), 'd': (11, 53)}
        if self.is_float:
            shift, bits = parts[self.code]
            return (z >> shift) * 2.0 ** -bits
        return z >> 63 if self.code == '?' else self.wrap(z)


NUMBERS = {name: Number(*row) for name, row in {
    'bool': ('?', '|b1'), 'signed char': ('b', '|i1'), 'unsigned char': ('B', '|u1'), 'short': ('h', '<i2'),
    'unsigned short': ('H', '<u2'), 'int': ('i', '<i4'), 'unsigned int': ('I', '<u4'), 'long long': ('q', '<i8'),
    'unsigned long long': ('Q', '<u8'), '__half': ('e', '<f2'), '__nv_bfloat16': ('bf', '<u2'), 'float': ('f', '<f4'),
    'double': ('d', '<f8')}.items()}
# The type as C has it, its numbers, how many there are in a cell, and what declares it.
TYPES = [(name, name, 1, '') for name in NUMBERS] + [
    ('float2', 'float', 2, ''), ('float3', 'float', 3, ''), ('float4', 'float', 4, ''), ('double2', 'double', 2, ''),
    ('double3', 'double', 3, ''), ('char2', 'signed char', 2, ''), ('uchar3', 'unsigned char', 3, ''),
    ('uchar4', 'unsigned char', 4, ''), ('short4', 'short', 4, ''), ('ushort2', 'unsigned short', 2, ''),
    ('int2', 'int', 2, ''), ('int3', 'int', 3, ''), ('uint4', 'unsigned int', 4, ''), ('longlong2', 'long long', 2, ''),
    ('ulonglong2', 'unsigned long long', 2, ''), ('__half2', '__half', 2, ''), ('__nv_bfloat162', '__nv_bfloat16', 2, ''),
    ('cuFloatComplex', 'float', 2, '#include <cuComplex.h>\n'), ('cuDoubleComplex', 'double', 2, '#include <cuComplex.h>\n'),
    ('cuda::std::complex<float>', 'float', 2, '#include <cuda/std/complex>\n'),
    ('cuda::std::complex<double>', 'double', 2, '#include <cuda/std/complex>\n')]
LANES = 'xyzw'


def text_of(number, value):
    if number.is_float:
        return repr(float(value))
    return ('true' if value else 'false') if number.code == '?' else str(value)


def listed(number, values):
    return ','.join(text_of(number, value) for value in values)


def pack(number, values):
    return b''.join(map(number.pack, values))


def read_cells(path):
    with open(path, 'rb') as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], 'little'):]


class Document:
    """A kernel with one array for each way to fill it, and a number by value, with what each of them comes to."""

    def __init__(self, name, number, lanes, head):
        seed = random.Random(name)
        count = CELLS * lanes
        self.number, self.lanes = number, lanes
        head = {'e': '#include <cuda_fp16.h>\n', 'bf': '#include <cuda_bf16.h>\n'}.get(number.code, '') + head
        drawn = [number.draw(seed) for _ in range(count)]
        self.drawn = [number.draw(seed) for _ in range(count)]
        one = [number.draw(seed) for _ in range(lanes)]
        edited = [number.draw(seed) for _ in range(lanes)]
        rand = [number.random(77, i) for i in range(count)]
        rand[7 * lanes:8 * lanes] = edited
        ramp = [i % COLS - i // COLS if number.is_float or number.code.islower() else i % COLS + i // COLS
                for i in range(CELLS) for _ in range(lanes)]
        if number.code == '?':
            ramp = [value != 0 for value in ramp]
        self.wanted = {'o': one * CELLS, 'a': rand, 'b': drawn, 'c': self.drawn, 'd': list(range(count)), 'e': ramp,
                       'z': [0] * count, 'u': [1] * count}
        sign = '-' if number.is_float or number.code.islower() else '+'
        self.text = (head + f'__global__ void k ({name} *o, ' +
                     ', '.join(f'const {name} *{array}' for array in 'abcdezu') + f', {name} s)\n' +
                     '{\n  o[threadIdx.x] = s;\n}' + settings(
                         f'[launch]\nblock={CELLS}\ngrid=1\n' +
                         ''.join(f'[arg {array}]\nshape={ROWS},{COLS}\n' + lines for array, lines in {
                             'o': '', 'a': f'fill=random(77)\ncells=1:2={listed(number, edited)}\n',
                             'b': f'fill=values:{listed(number, drawn)}\n', 'c': 'fill=file:c.npy\n', 'd': 'fill=iota\n',
                             'e': ''.join(f'fill{lane}=expr:x {sign} y\n' for lane in self.names()),
                             'z': 'fill=zeros\n', 'u': 'fill=ones\n'}.items()) +
                         '[arg s]\n' + ''.join(f'value{lane}={text_of(number, value)}\n'
                                              for lane, value in zip(self.names(), one))))

    def names(self):
        return ['.' + lane for lane in LANES[:self.lanes]] if self.lanes > 1 else ['']

    def write(self, folder):
        shape = (ROWS, COLS, self.lanes) if self.lanes > 1 else (ROWS, COLS)
        folder.write('c.npy', npy(self.number.descr, shape, pack(self.number, self.drawn)))
        return folder.write('a.cu', self.text)


def check_type(name, number, lanes, head):
    document = Document(name, NUMBERS[number], lanes, head)
    with Folder() as folder:
        path = document.write(folder)
        report = run_json(path, '--arguments', '--output', folder('out'))
        found = {argument['name']: argument for argument in report['arguments']}
        for array, values in document.wanted.items():
            data = read_cells(folder(f'out/{array}.npy'))
            wanted = pack(document.number, values)
            expect_equal(data, wanted, array, [document.number.unpack(data[i:i + document.number.size])
                                              for i in range(0, len(data), document.number.size)], values)
            expect_equal(int(found[array]['checksum'], 16), zlib.crc32(wanted), array)
            exact = sum(Fraction(document.number.unpack(document.number.pack(value))) for value in values)
            expect_equal(float(found[array]['sum']), float(exact), array)
        check_console(path, document)


def check_console(path, document):
    """The first cell, and a file that the console wrote, which fills an array again."""
    result = cli('eval', path, 'b[0, 0]', '--json')
    if document.lanes > 1 or document.number.code == 'bf':
        return
    expect_equal(result.status, 0, result)
    first = document.wanted['b'][0]
    value = result.report[0]['value']
    expect(math.isclose(float(value), float(first), rel_tol=1e-15), value, first)


def has_header(head):
    """Whether the compiler here finds a header of the toolkit: NVRTC alone brings none."""
    with Folder() as folder:
        return 'was not found' not in cli('compile', folder.write('a.cu', head + '__global__ void k ()\n{\n}\n')).err


for row in (row for row in TYPES if 'cuda/std' not in row[3] or has_header(row[3])):
    add(row[0].replace(' ', '-').replace('::', '-').replace('<', '-').replace('>', ''), check_type,
        row[0], row[1], *row[2:])


def refuse(name, number):
    """One more than a type holds, and one less, by value and as a cell, named with what it holds."""
    least, most = NUMBERS[number].limits()
    for value in (least - 1, most + 1):
        text = f'__global__ void k ({name} *f, {name} s) {{ f[0] = s; }}'
        for lines in (f'[arg f]\nshape=4\ncells=2={value}\n', f'[arg f]\nshape=4\nfill=values:0,0,0,{value}\n'):
            with Folder() as folder:
                result = cli('run', folder.write('a.cu', text + settings(f'[launch]\nblock=1\ngrid=1\n{lines}')))
                expect(result.status != 0 and str(least) in result.err and str(most) in result.err, value, result)


for name in NUMBERS:
    if not NUMBERS[name].is_float and name != 'bool':
        add(f'range-of-{name.replace(" ", "-")}-is-told', refuse, name, name)


@case
def complex_files_fill_complex_cells():
    data = struct.pack('<8f', 1, 2, 3, 4, -5, 6, 7, -8)
    text = ('#include <cuComplex.h>\n__global__ void k (cuFloatComplex *f) { f[0].y += 1; }' +
            settings('[launch]\nblock=1\ngrid=1\n[arg f]\nfill=file:f.npy\n'))
    with Folder() as folder:
        folder.write('f.npy', npy('<c8', (4,), data))
        run_json(folder.write('a.cu', text), '--output', folder('out'))
        expect_equal(read_cells(folder('out/f.npy')), struct.pack('<8f', 1, 3, 3, 4, -5, 6, 7, -8))


main()
