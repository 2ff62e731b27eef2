#!/usr/bin/env python3
"""Arrays in files: what Python's own modules write is read, what is saved they read, and mistakes are named.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import csv
import io
import math
import os
import random
import struct
import zipfile
import zlib

from harness import Folder, add, cli, expect, expect_equal, main, npy, settings

# Of CUDA's names: how struct packs one number, and NumPy's name.
TYPES = {'unsigned char': ('B', '|u1'), 'signed char': ('b', '|i1'), 'short': ('h', '<i2'),
         'unsigned short': ('H', '<u2'), 'int': ('i', '<i4'), 'unsigned int': ('I', '<u4'), 'long long': ('q', '<i8'),
         'float': ('f', '<f4'), 'double': ('d', '<f8')}
VECTORS = {'uchar3': ('unsigned char', 3), 'uchar4': ('unsigned char', 4), 'float2': ('float', 2),
           'float4': ('float', 4), 'ushort4': ('unsigned short', 4)}


def base(kind):
    return VECTORS.get(kind, (kind, 1))


def pack(kind, numbers):
    return struct.pack(f'<{len(numbers)}{TYPES[base(kind)[0]][0]}', *numbers)


def read_npy(data):
    length = int.from_bytes(data[8:10], 'little')
    header = ast.literal_eval(data[10:10 + length].decode())
    return header['descr'], header['shape'], data[10 + length:]


def document(kind, fill, more=''):
    return (f'__global__ void look (const {kind} *f, unsigned *o)\n{{\n  o[threadIdx.x] = sizeof f[threadIdx.x];\n}}\n' +
            settings(f'[launch]\nblock=1\ngrid=1\n[arg f]\nfill={fill}\n{more}[arg o]\nshape=1\n'))


def read_back(kind, fill, files, more=''):
    """The array's bytes and shape as the kernel gets them."""
    with Folder() as folder:
        for name, data in files.items():
            folder.write(name, data)
        result = cli('run', folder.write('a.cu', document(kind, fill, more)), '--output', folder('out'))
        expect_equal(result.status, 0, result)
        with open(folder('out/f.npy'), 'rb') as file:
            return read_npy(file.read())


def expect_cells(kind, fill, files, shape, numbers, more=''):
    descr, found, data = read_back(kind, fill, files, more)
    lanes = base(kind)[1]
    expect_equal(found, shape + ((lanes,) if lanes > 1 else ()))
    expect_equal(descr, TYPES[base(kind)[0]][1])
    expect(data == pack(kind, numbers), kind, fill, numbers[:8],
           struct.unpack(f'<{len(data) // struct.calcsize(TYPES[base(kind)[0]][0])}{TYPES[base(kind)[0]][0]}', data)[:8])


def expect_error(kind, fill, files, *words, more=''):
    with Folder() as folder:
        for name, data in files.items():
            folder.write(name, data)
        result = cli('run', folder.write('a.cu', document(kind, fill, more)))
        expect(result.status in (1, 2), result)
        for word in words:
            expect(word in result.err, f'{word!r} is not in', result)


def make_numbers(seed, kind, n):
    code = TYPES[base(kind)[0]][0]
    if code in 'fd':
        return [struct.unpack('<f', struct.pack('<f', seed.uniform(-1e6, 1e6)))[0] for _ in range(n)]
    bits = struct.calcsize(code) * 8
    low = 0 if code.isupper() else -2 ** (bits - 1)
    return [seed.choice([low, low + 2 ** bits - 1, seed.randrange(low, low + 2 ** bits)]) for _ in range(n)]


# Text

def check_text(kind, delimiter, header, rows, cols):
    seed = random.Random(f'{kind} {delimiter} {rows}')
    lanes = base(kind)[1]
    numbers = make_numbers(seed, kind, rows * cols * lanes)
    words = [repr(x) if isinstance(x, float) else str(x) for x in numbers]
    if delimiter == ';':
        words = [word.replace('.', ',') for word in words]
    lines = [delimiter.join(words[i:i + cols * lanes]) for i in range(0, len(words), cols * lanes)]
    text = ('# a note\n' + delimiter.join(['x', 'y', 'height'] * cols)[:40] + '\n' if header else '') + '\r\n'.join(lines)
    shape = (rows * cols,) if rows == 1 or cols == 1 else (rows, cols)
    expect_cells(kind, 'file:t.csv', {'t.csv': text}, shape, numbers)


def check_quoted(number):
    """What Python's csv module writes, quoting as it likes, with blanks and quoted names of columns."""
    seed = random.Random(number)
    kind, delimiter = seed.choice(['int', 'double']), seed.choice(',;\t ')
    rows, cols = seed.randrange(2, 5), seed.randrange(2, 5)
    numbers = make_numbers(seed, kind, rows * cols)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=seed.choice([csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
                        lineterminator=seed.choice(['\n', '\r\n']))
    if seed.random() < 0.5:
        writer.writerow(['a "b" ' + delimiter + ';,'] * cols)
        if delimiter != ';':
            text.seek(text.truncate(0))
    for row in range(rows):
        writer.writerow([repr(x).replace('.', ',') if delimiter == ';' else
                         seed.choice([str, float if kind == 'double' else int])(x)
                         for x in numbers[row * cols:(row + 1) * cols]])
    expect_cells(kind, 'file:t.csv', {'t.csv': text.getvalue()}, (rows, cols), numbers)


for number in range(12):
    add(f'csv-quoted-{number}', check_quoted, number)
add('csv-quoted-names', lambda: expect_cells('int', 'file:t.csv', {'t.csv': '"a, b","say ""c"""\n"1","-2"\n 3 , " 4 "\n'},
                                             (2, 2), [1, -2, 3, 4]))
add('csv-quoted-text', expect_error, 'int', 'file:t.csv', {'t.csv': '"1","2"\n"3","n/a"\n'}, '“n/a”', 'value 2 of line 2')
add('csv-quoted-nothing', expect_error, 'int', 'file:t.csv', {'t.csv': '"1",""\n'}, 'value 2 of line 1 is missing')
add('csv-quote-left-open', expect_error, 'int', 'file:t.csv', {'t.csv': '1,2\n3,"4\n'}, '“"4”', 'value 2 of line 2')
add('csv-more-behind-quotes', expect_error, 'int', 'file:t.csv', {'t.csv': '1,2\n"3"4,5\n'}, '“"3"4”', 'value 1 of line 2')
for number, kind in enumerate([*TYPES, 'float2', 'uchar4']):
    delimiter = ',;\t '[number % 4]
    add(f'csv-{kind.replace(" ", "-")}', check_text, kind, delimiter, number % 3 == 0, 1 + number * 2 % 7, 1 + number % 5)
add('csv-not-a-number', expect_error, 'float', 'file:t.csv', {'t.csv': '1,2\n3,no\n'}, 't.csv', '“no”', 'line 2', 'float')
add('csv-too-large-a-number', expect_error, 'unsigned char', 'file:t.csv', {'t.csv': '1,256\n'}, '“256”', 'line 1')
add('csv-ragged', expect_error, 'float', 'file:t.csv', {'t.csv': 'a,b\n1,2\n\n3,4,5\n'}, 'line 4 has 3', 'first row has 2')
add('csv-empty', expect_error, 'float', 'file:t.csv', {'t.csv': '# nothing\n'}, 'no numbers')
add('csv-empty-field', expect_error, 'int', 'file:t.csv', {'t.csv': '1,,3\n'}, 'value 2 of line 1 is missing')
add('csv-half-a-vector', expect_error, 'float2', 'file:t.csv', {'t.csv': '1,2,3\n'}, '3 values', 'multiple of the 2')
add('csv-other-shape', lambda: expect_error('float', 'file:t.csv', {'t.csv': '1,2\n3,4\n5,6\n'}, '3,2', '6 cells',
                                           '8 cells', more='shape=2,4\n'))


# Pictures

def png(width, height, depth, color, rows, interlaced=False, palette=None):
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, color, 0, 0, interlaced)) +
            (chunk(b'PLTE', bytes(palette)) if palette else b'') +
            chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row for row in rows))) + chunk(b'IEND', b''))


CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


def check_picture(kind, depth, color):
    seed = random.Random(f'{kind} {depth} {color}')
    width, height, lanes = seed.randrange(1, 20), seed.randrange(2, 9), base(kind)[1]
    samples = [[seed.randrange(2 ** depth) for _ in range(width * CHANNELS[color])] for _ in range(height)]
    rows = [struct.pack(f'>{len(row)}{"BH"[depth == 16]}', *row) for row in samples]
    most = 2 ** depth - 1
    wanted = []
    for row in samples:
        for x in range(width):
            pixel = row[x * CHANNELS[color]:(x + 1) * CHANNELS[color]]
            colors, alpha = (pixel[:-1], pixel[-1]) if color & 4 else (pixel, most)
            if lanes >= 3 and len(colors) == 1:
                colors = colors * 3
            wanted += colors + ([alpha] if lanes % 2 == 0 else [])
    if base(kind)[0] == 'float':
        wanted = [struct.unpack('<f', struct.pack('<f', x / most))[0] for x in wanted]
    elif base(kind)[0] == 'unsigned char' and depth == 16:
        wanted = [(x * 255 + 32895) >> 16 for x in wanted]
    expect_cells(kind, 'file:p.png', {'p.png': png(width, height, depth, color, rows)},
                 (height, width), wanted)


for kind, depth, color in [('unsigned char', 8, 0), ('unsigned char', 16, 0), ('unsigned short', 16, 4), ('float', 8, 0),
                           ('float', 16, 4), ('int', 16, 0), ('double', 8, 0), ('uchar3', 8, 0), ('uchar3', 8, 6),
                           ('uchar4', 8, 2), ('uchar4', 16, 6), ('ushort4', 16, 2), ('float4', 8, 6), ('float2', 8, 4)]:
    if kind != 'double':
        add(f'png-{kind.replace(" ", "-")}-{depth}-{color}', check_picture, kind, depth, color)


def grey_of_colors():
    """ITU-R BT.709, as the issue of libpng that is here rounds it: within one."""
    pixels = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (10, 200, 30)]
    data = png(5, 1, 8, 2, [bytes(sum(pixels, ()))])
    _, shape, cells = read_back('unsigned char', 'file:p.png', {'p.png': data})
    expect_equal(shape, (1, 5))
    for got, (r, g, b) in zip(cells, pixels):
        expect(abs(got - (0.2126 * r + 0.7152 * g + 0.0722 * b)) <= 1.5, got, (r, g, b))


add('png-grey-of-colors', grey_of_colors)
GOOD = png(4, 4, 8, 0, [bytes(4)] * 4)
add('png-palette', expect_cells, 'uchar3', 'file:p.png',
    {'p.png': png(2, 1, 8, 3, [bytes([1, 0])], palette=[1, 2, 3, 200, 100, 50])}, (1, 2), [200, 100, 50, 1, 2, 3])
add('png-of-two-values', expect_cells, 'unsigned char', 'file:p.png', {'p.png': png(8, 1, 1, 0, [bytes([0b10110001])])},
    (1, 8), [255, 0, 255, 255, 0, 0, 0, 255])
add('png-no-picture', expect_error, 'float', 'file:p.png', {'p.png': b'GIF89a' + bytes(40)}, 'p.png', 'not a PNG')
add('png-cut', expect_error, 'float', 'file:p.png', {'p.png': GOOD[:45]}, 'p.png', 'ends too early')
add('png-damaged', expect_error, 'float', 'file:p.png', {'p.png': GOOD[:41] + bytes(8) + GOOD[49:]}, 'p.png', 'not a PNG that')
add('png-huge', expect_error, 'float', 'file:p.png', {'p.png': png(70000, 1, 8, 0, [bytes(70000)])}, '70000', '65535')
add('png-other-shape', lambda: expect_error('float', 'file:p.png', {'p.png': GOOD}, '16 cells', '15 cells',
                                           more='shape=3,5\n'))


# Archives

def npz(arrays, compression=zipfile.ZIP_STORED):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, 'w', compression) as archive:
        for name, data in arrays.items():
            archive.writestr(name, data)
    return memory.getvalue()


F = npy('<f4', (2, 3), struct.pack('<6f', *range(6)))
G = npy('<f4', (4,), struct.pack('<4f', 9, 8, 7, 6))
for name, compression in [('stored', zipfile.ZIP_STORED), ('deflated', zipfile.ZIP_DEFLATED)]:
    add(f'npz-only-{name}', expect_cells, 'float', 'file:a.npz', {'a.npz': npz({'f.npy': F}, compression)}, (2, 3), range(6))
    add(f'npz-one-of-two-{name}', expect_cells, 'float', 'file:a.npz,g',
        {'a.npz': npz({'f.npy': F, 'g.npy': G}, compression)}, (4,), (9, 8, 7, 6))
add('npz-which', expect_error, 'float', 'file:a.npz', {'a.npz': npz({'f.npy': F, 'g.npy': G})}, 'a.npz', 'several', 'f, g')
add('npz-unknown', expect_error, 'float', 'file:a.npz,h', {'a.npz': npz({'f.npy': F, 'g.npy': G})}, '“h”', 'f, g')
add('npz-no-archive', expect_error, 'float', 'file:a.npz', {'a.npz': b'PK no'}, 'a.npz', 'not an archive')
add('npz-cut', expect_error, 'float', 'file:a.npz', {'a.npz': npz({'f.npy': F})[:-30]}, 'a.npz', 'not an archive')
add('npz-damaged', expect_error, 'float', 'file:a.npz',
    {'a.npz': npz({'f.npy': F}).replace(b'NUMPY', b'NUMPI')}, 'a.npz')
add('npz-no-array', expect_error, 'float', 'file:a.npz', {'a.npz': npz({'readme': b'hello'})}, 'a.npz')
add('npz-empty', expect_error, 'float', 'file:a.npz', {'a.npz': npz({})}, 'a.npz')
add('npz-other-type', expect_error, 'int', 'file:a.npz', {'a.npz': npz({'f.npy': F})}, 'a.npz', 'int')


# Bytes

add('raw-row', expect_cells, 'short', 'file:a.raw', {'a.raw': struct.pack('<5h', 1, -2, 3, -4, 5)}, (5,), (1, -2, 3, -4, 5))
add('raw-shape', expect_cells, 'short', 'file:a.bin', {'a.bin': struct.pack('<6h', *range(6))}, (2, 3), range(6),
    'shape=2,3\n')
add('raw-big-endian', expect_cells, 'int', 'file:a.raw,big-endian', {'a.raw': struct.pack('>3i', 1, -2, 70000)}, (3,),
    (1, -2, 70000))
add('raw-big-endian-vectors', expect_cells, 'float2', 'file:a.raw,big-endian', {'a.raw': struct.pack('>4f', 1, 2, 3, .5)},
    (2,), (1, 2, 3, .5))
add('raw-comma-in-the-name', expect_cells, 'short', 'file:a,b', {'a,b': struct.pack('<2h', 7, 8)}, (2,), (7, 8))
add('raw-half-a-cell', expect_error, 'int', 'file:a.raw', {'a.raw': bytes(7)}, 'a.raw', '7 bytes', 'not a multiple of the 4 of a cell (int)')
add('raw-other-shape', lambda: expect_error('int', 'file:a.raw', {'a.raw': bytes(16)}, '4 cells', '6 cells',
                                           more='shape=2,3\n'))
add('raw-empty', expect_error, 'int', 'file:a.raw', {'a.raw': b''}, 'a.raw', '0 bytes')
add('missing', expect_error, 'int', 'file:none.csv', {}, 'none.csv')


# Saving

def save(kind, numbers, shape, name, status=0):
    with Folder() as folder:
        lanes = base(kind)[1]
        folder.write('a.npy', npy(TYPES[base(kind)[0]][1], shape + ((lanes,) if lanes > 1 else ()), pack(kind, numbers)))
        result = cli('run', folder.write('a.cu', document(kind, 'file:a.npy')), '--save', f'f={folder(name)}')
        expect_equal(result.status, status, result)
        if status != 0:
            return result.err
        with open(folder(name), 'rb') as file:
            data = file.read()
        # What was saved is read again, too.
        again = read_back(kind, f'file:{name}', {name: data},
                          f'shape={",".join(map(str, shape))}\n' if name.endswith(('.csv', '.raw', '.png')) else '')
        if base(kind)[0] != 'float' or not name.endswith('.png'):
            expect(again[2] == pack(kind, numbers), 'read back otherwise')
        return data


def save_text(kind):
    numbers = make_numbers(random.Random(kind), kind, 15 * base(kind)[1])
    if kind == 'float':
        numbers[:3] = [math.inf, -math.inf, 0.1]
        numbers = [struct.unpack('<f', struct.pack('<f', x))[0] for x in numbers]
    text = save(kind, numbers, (3, 5), 'o.csv').decode()
    rows = [line.split(',') for line in text.splitlines()]
    expect_equal([len(row) for row in rows], [5 * base(kind)[1]] * 3)
    read = float if base(kind)[0] in ('float', 'double') else int
    values = [read(word) for row in rows for word in row]
    if base(kind)[0] == 'float':
        values = [struct.unpack('<f', struct.pack('<f', x))[0] for x in values]
    expect_equal(values, numbers)


for kind in ['unsigned char', 'long long', 'float', 'double', 'float4']:
    add(f'save-csv-{kind.replace(" ", "-")}', save_text, kind)


def save_archive():
    data = save('float', [1, 2, 3, 4, 5, 6], (2, 3), 'o.npz')
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        expect_equal(archive.namelist(), ['f.npy'])
        expect_equal(archive.testzip(), None)
        expect_equal(read_npy(archive.read('f.npy')), ('<f4', (2, 3), struct.pack('<6f', 1, 2, 3, 4, 5, 6)))


def save_bytes():
    expect_equal(save('short', [1, -2, 3], (3,), 'o.raw'), struct.pack('<3h', 1, -2, 3))


def save_picture():
    data = save('unsigned short', [0, 1, 65535, 258, 7, 8], (2, 3), 'o.png')
    expect_equal(struct.unpack('>IIBB', data[16:26]), (3, 2, 16, 0))
    at = data.index(b'IDAT')
    pixels = zlib.decompress(data[at + 4:at + 4 + int.from_bytes(data[at - 4:at], 'big')])
    expect_equal(len(pixels), 2 * (1 + 6))
    data = save('float', [0, 0.25, 0.5, 1, -3, 7], (2, 3), 'o.png')
    expect_equal(struct.unpack('>IIBB', data[16:26]), (3, 2, 16, 0))
    expect_equal(struct.unpack('>IIBB', save('uchar3', range(18), (2, 3), 'o.png')[16:26]), (3, 2, 8, 2))


def save_scaled_picture():
    """Floats beyond 0 and 1 are told apart all the same, and the file says what is black and what is white."""
    numbers = [0, 750, 1500, 2250, 3000, -1000]
    data = save('float', numbers, (2, 3), 'o.png')
    expect(b'tEXtDescription\x00-1000 to 3000' in data, data[:120])
    cells = struct.unpack('<6f', read_back('float', 'file:o.png', {'o.png': data})[2])
    expect(all(abs(cell - (number + 1000) / 4000) < 1e-4 for cell, number in zip(cells, numbers)), cells)
    expect(b'tEXt' not in save('float', [0, 0.25, 0.5, 1, 0, 0], (2, 3), 'o.png'))


def save_refused():
    text = save('int', [1, 2], (2,), 'o.png', status=2)
    expect('int' in text and '.npy' in text and 'o.png' in text, text)
    with Folder() as folder:
        path = folder.write('a.cu', document('float', 'zeros'))
        for option, words in [('x=' + folder('o.csv'), ['“', 'x', 'f, o']), ('f', ['--save', '=']), ('f=', ['--save'])]:
            result = cli('run', path, '--save', option)
            expect_equal(result.status, 2, result)
            expect(all(word in result.err for word in words if word != '“'), result)
        for name in ('none/o.npy', 'none/o.csv', 'none/o.png', 'none/o.raw', 'none/further/o.npz'):
            for result in (cli('run', path, '--save', 'f=' + folder(name)),
                           cli('run', path, '--trace=0:0', '--trace-file', folder(name)), cli('new', 'raw', '--parameters', 'float32 *x', '--output', folder(name))):
                expect(result.status != 0 and f'“{folder(name)}” could not be written' in result.err, result)
                expect(f'no folder “{os.path.dirname(folder(name))}”; make it' in result.err, result)


add('save-npz', save_archive)
add('save-raw', save_bytes)
add('save-png', save_picture)
add('save-scaled-picture', save_scaled_picture)
add('save-refused', save_refused)

main()
