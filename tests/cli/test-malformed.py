#!/usr/bin/env python3
"""Files and fields that are wrong in every way that we could think of: each error names the file or the field, the place
where there is one, the reason with its number, and the way out. TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import io
import itertools
import os
import struct
import warnings
import zipfile
import zlib

from harness import Folder, add, case, cli, expect, expect_equal, main, npy, settings

COUNTS = {'files': 0, 'fields': 0}

# Files with arrays

FLOATS = "'descr': '<f4', 'fortran_order': False"


def numpy(header, version=b'\x01\x00', data=bytes(24), length=None):
    header = header.encode() + b'\n'
    return b'\x93NUMPY' + version + struct.pack('<H', len(header) if length is None else length) + header + data


def shaped(shape, data=bytes(24)):
    return numpy(f"{{{FLOATS}, 'shape': {shape}}}", data=data)


def archive(files, compression=zipfile.ZIP_STORED):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, 'w', compression) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return memory.getvalue()


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(width, height, depth=8, color=0, rows=None):
    rows = [bytes(width)] * height if rows is None else rows
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, color, 0, 0, 0)) +
            chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row for row in rows))) + chunk(b'IEND', b''))


ARRAY = npy('<f4', (2, 3), struct.pack('<6f', *range(6)))
PICTURE = png(4, 4)
PACKED = archive({'f.npy': ARRAY}, zipfile.ZIP_DEFLATED)

# ending: name: the bytes, and words of the message
FILES = {
    'npy': {
        'empty': (b'', 'not a NumPy file', 'numpy.save'),
        'other-file': (b'%PDF-1.7' + bytes(100), 'not a NumPy file', 'numpy.save'),
        'magic-only': (b'\x93NUMPY', 'not a NumPy file', 'numpy.save'),
        'later-format': (numpy('{}', b'\x09\x00'), 'format 9.0', 'only 1.0 and 2.0'),
        'cut-in-header': (shaped('(2, 3)')[:30], 'cut off within its header'),
        'long-header': (numpy('{}', length=65535), 'cut off within its header'),
        'data-missing': (shaped('(2, 3)', bytes(23)), '23 bytes', 'needs 24', 'save it again'),
        'data-left': (shaped('(2, 3)', bytes(28)), '28 bytes', 'needs 24'),
        'no-dictionary': (numpy('hello'), 'not a dictionary'),
        'no-shape': (numpy(f'{{{FLOATS}}}'), 'lacks shape', 'numpy.save'),
        'no-type': (numpy("{'fortran_order': False, 'shape': (2, 3)}"), 'lacks descr', 'numpy.save'),
        'other-key': (numpy(f"{{{FLOATS}, 'colour': 3}}"), '“colour”', 'unknown'),
        'shape-of-letters': (shaped("'abc'"), 'shape', 'not a tuple'),
        'shape-open': (numpy(f"{{{FLOATS}, 'shape': (2, 3"), 'shape', 'not closed'),
        'negative': (shaped('(-2, 3)'), 'not a whole number'),
        'fraction': (shaped('(2.5, 3)'), 'shape'),
        'too-large': (shaped('(4294967296, 4294967296)'), '2⁶³'),
        'too-large-a-number': (shaped('(99999999999999999999999,)'), '2⁶³'),
        'no-cells': (shaped('(0, 3)', b''), 'extent of 0'),
        'five-axes': (shaped('(1, 1, 1, 2, 3)'), 'more than three dimensions'),
        'objects': (numpy("{'descr': '|O', 'fortran_order': False, 'shape': (3,)}"), '“|O”', 'use a boolean'),
        'texts': (numpy("{'descr': '<U2', 'fortran_order': False, 'shape': (3,)}"), '“<U2”', 'use a boolean'),
        'doubles': (numpy("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}"), 'double', 'float'),
        'big-endian': (numpy("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3)}"), '>f4', ".astype ('<f4')"),
        'fortran': (numpy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}"), 'Fortran', 'ascontiguousarray'),
    },
    'npz': {
        'empty': (b'', 'holds no array'),
        'nothing-in-it': (archive({}), 'holds no array'),
        'no-archive': (b'PK no', 'not an archive'),
        'cut': (archive({'f.npy': ARRAY})[:-30], 'not an archive'),
        'several': (archive({'f.npy': ARRAY, 'g.npy': ARRAY}), 'write a comma and one of f, g'),
        'other-file-in-it': (archive({'readme': b'hello'}), 'not a NumPy file'),
        'damaged-array': (archive({'f.npy': ARRAY}).replace(b'NUMPY', b'NUMPI'), 'checksum (CRC)', 'save it again'),
        'no-numpy-file': (archive({'f.npy': b'hello' * 40}), 'not a NumPy file'),
        'wrong-cell': (archive({'f.npy': ARRAY}).replace(ARRAY[-4:], bytes(4)), 'checksum (CRC)', 'save it again'),
        'method-of-nobody': (archive({'f.npy': ARRAY}, zipfile.ZIP_LZMA), 'cannot be unpacked', 'save it again'),
        'cut-array': (archive({'f.npy': ARRAY[:40]}), 'cut off within its header'),
        'damaged-stream': (PACKED[:45] + b'\xff\xff\xff' + PACKED[48:], '152 bytes', 'cannot be unpacked'),
    },
    'csv': {
        'empty': (b'', 'no numbers'),
        'only-notes': (b'# nothing\n\n# more\n', 'no numbers'),
        'only-names': (b'# of a\nx,y\n', 'line 2', 'names columns', 'write them below'),
        'word': (b'1,2\n3,no\n', '“no”', 'value 2 of line 2', 'float'),
        'two-lines-of-names': (b'a,b\nc,d\n1,2\n', '“c”', 'line 2'),
        'ragged': (b'1,2\n3,4,5\n', 'line 2 has 3 values', 'first row has 2'),
        'short-row': (b'1,2\n3\n', 'line 2 has 1 value ', 'first row has 2'),
        'missing': (b'1,,3\n', 'value 2 of line 1 is missing', 'write a number'),
        'two-delimiters': (b'1;2\n3,4\n', 'line 2 has 1 value ', 'first row has 2'),
        'open-quote': (b'"1,2\n3,4\n', '“"1”', 'line 1'),
        'zero-byte': (b'1,2\n3,\x00\n', 'line 2', 'zero byte', 'UTF-8'),
        'utf-16': ('1,2\n3,4\n'.encode('utf-16'), 'line 1', 'UTF-16', 'UTF-8'),
        'no-text': (bytes(range(128, 256)), 'line 1', 'no number'),
        'endless-number': (b'9' * 500000, 'value 1 of line 1', 'float'),
        'too-large': (b'1,1e60\n', '“1e60”', 'value 2 of line 1'),
        'long-word': (b'1,' + b'x' * 5000 + b'\n', 'value 2 of line 1'),
        'half-a-hexadecimal': (b'1,0x1g\n', '“0x1g”', 'value 2 of line 1'),
    },
    'png': {
        'empty': (b'', 'not a PNG', 'save the picture as one'),
        'gif': (b'GIF89a' + bytes(40), 'not a PNG', 'save the picture as one'),
        'jpeg': (b'\xff\xd8\xff\xe0' + bytes(60), 'not a PNG', 'save the picture as one'),
        'signature-only': (PICTURE[:8], 'not a PNG'),
        'cut-in-header': (PICTURE[:20], 'not a PNG'),
        'cut-in-data': (PICTURE[:45], 'ends too early', 'save the picture again'),
        'end-missing': (PICTURE[:-12], 'ends too early', 'save the picture again'),
        'damaged': (PICTURE[:41] + bytes(8) + PICTURE[49:], 'not a PNG that can be read'),
        'wrong-sum': (PICTURE[:29] + bytes(4) + PICTURE[33:], 'IHDR: CRC'),
        'no-width': (png(0, 4), '0 × 4 pixels', '65535'),
        'too-wide': (png(70000, 1), '70000 × 1 pixels', '65535'),
        'depth-of-3': (png(4, 4, depth=3), 'IHDR'),
        'unknown-colours': (png(4, 4, color=5), 'IHDR'),
        'rows-missing': (png(4, 4, rows=[bytes(4)] * 2), 'Not enough image data'),
        'palette-missing': (png(2, 1, color=3), 'PLTE'),
    },
    'raw': {
        'empty': (b'', 'is empty', '0 bytes'),
        'part-of-a-cell': (bytes(7), '7 bytes', 'not a multiple of the 4 of a cell (float)'),
    },
}
OTHER_SHAPES = {'npy': (ARRAY, '2,3 (6 cells)'), 'npz': (archive({'f.npy': ARRAY}), '2,3 (6 cells)'),
                'csv': (b'1,2\n3,4\n', '2,2 (4 cells)'), 'png': (PICTURE, '4,4 (16 cells)'),
                'raw': (bytes(16), '4 (4 cells)')}
NAMES = {
    'none.npy': ['none.npy', 'no such file', 'put it there'],
    '../outside.npy': ['../outside.npy', 'outside the document’s folder'],
    '/etc/passwd': ['/etc/passwd', 'outside the document’s folder'],
    'folder': ['folder', 'name a file in it'],
    'pipe.npy': ['pipe.npy', 'a pipe or a device'],
    'circle.npy': ['circle.npy', 'round in a circle', 'put a copy'],
    'x' * 5000: ['xxx…', 'too long'],
    't.npy,strides=2': ['t.npy', '“,strides=2”', '“,convert”'],
    't.raw,bigendian': ['t.raw', '“,bigendian”', '“,big-endian”'],
    't.csv,convert': ['t.csv', '“,convert”', 'leave it out'],
    'large.npy,convert': ['large.npy', 'number 1 is 1', 'float does not hold'],
    'twice.npz,f': ['twice.npz', 'several arrays with the name “f.npy”'],
    't.npz,q': ['t.npz', 'no array “q”, but f'],
}
LOOK = '__global__ void look (const float *f, unsigned *o)\n{\n  o[threadIdx.x] = sizeof f[threadIdx.x];\n}\n'


def expect_words(result, words):
    expect(result.status in (1, 2), result)
    expect('Traceback' not in result.err and '%' not in result.err.replace('expression “', ''), result)
    for word in words:
        expect(word in result.err, f'{word!r} is not in', result)


def check_file(fill, files, words, more=''):
    text = LOOK + settings(f'[launch]\nblock=1\ngrid=1\n[arg f]\nfill={fill}\n{more}[arg o]\nshape=1\n')
    with Folder() as folder:
        for name, data in files.items():
            folder.write(name, data)
        os.mkfifo(os.path.join(folder.path, 'pipe.npy'))
        os.symlink('circle.npy', os.path.join(folder.path, 'circle.npy'))
        path = folder.write('a.cu', text)
        result = cli('run', path)
        expect_words(result, words)
        place = text[:text.index('fill=')].count('\n') + 1
        expect(f'a.cu:{place}:' in result.err, 'no line of the setting', result)
        with open(path, encoding='utf-8') as file:
            expect_equal(file.read(), text)


def add_file(title, *args):
    COUNTS['files'] += 1
    add(title, check_file, *args)


for ending, table in FILES.items():
    for title, (content, *said) in table.items():
        add_file(f'{ending}-{title}', f'file:t.{ending}', {f't.{ending}': content}, [f't.{ending}', *said])
for ending, (content, found) in OTHER_SHAPES.items():
    add_file(f'{ending}-other-shape', f'file:t.{ending}', {f't.{ending}': content}, [f't.{ending}', found, '5,7 (35 cells)'],
             'shape=5,7\n')
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    TWICE = io.BytesIO()
    with zipfile.ZipFile(TWICE, 'w') as double:
        double.writestr('f.npy', ARRAY)
        double.writestr('f.npy', ARRAY)
BESIDE = {'t.npz': archive({'f.npy': ARRAY}), 'folder/x': b'', 't.npy': ARRAY, 't.raw': bytes(24), 't.csv': b'1,2\n',
          'large.npy': npy('<f8', (2,), struct.pack('<2d', 1, 1e300)), 'twice.npz': TWICE.getvalue()}
for title, said in NAMES.items():
    add_file(f'file-{title[:40]}', f'file:{title}', BESIDE, said)


@case
def numbers_beyond_a_type_are_told_its_range():
    text = LOOK.replace('float', 'unsigned char') + settings('[arg f]\nfill=file:t.csv\n[arg o]\nshape=1\n')
    with Folder() as folder:
        folder.write('t.csv', b'1,2\n300,4\n')
        result = cli('run', folder.write('a.cu', text))
        expect_words(result, ['“300”, value 1 of line 2', 'from 0 to 255'])


# Definitions in files

def check_definition(text, words):
    with Folder() as folder:
        path = folder.write('d.txt', text)
        result = cli('new', '--definition', path)
        expect_equal(result.out, '')
        expect_words(result, words)


for title, (text, said) in {
        'empty': (b'', ['--outputs', 'float32 z']),
        'no-form': (b'inputs=float32\n', ['--inputs', 'column 1', 'float32 x']),
        'unknown-form': (b'form=wavelet\n', ['d.txt', '“wavelet”', 'elementwise, reduction, stencil and raw']),
        'unknown-part': (b'form=elementwise\ncolour=red\n', ['d.txt', 'line 2', '“colour”', 'name, inputs, outputs']),
        'no-key': (b'form=elementwise\nfloat32 x\n', ['d.txt', 'line 2', 'key=value']),
        'part-of-another-form': (b'form=raw\nslice=[:]\n', ['d.txt', 'raw', 'slice']),
        'no-text': (b'form=elementwise\nbody=\xff\xfe\n', ['d.txt']),
}.items():
    COUNTS['files'] += 1
    add(f'definition-{title}', check_definition, text, said)


@case
def a_definition_that_is_a_pipe_is_not_waited_for():
    with Folder() as folder:
        path = os.path.join(folder.path, 'd.txt')
        os.mkfifo(path)
        expect_words(cli('new', '--definition', path), ['d.txt', 'not a plain file'])


# Fields of forms

BASES = {
    'elementwise': {'inputs': 'float32 x, float32 y', 'outputs': 'float32 z', 'body': 'z = x + y'},
    'reduction': {'inputs': 'T x', 'outputs': 'T y', 'map': 'x * x', 'reduce': 'a + b', 'post-map': 'y = sqrt (a)',
                  'identity': '0'},
    'stencil': {'fields': 'f, g: float64[2D]', 'assignments': 'g[0,0] = f[0,1] - f[0,-1]'},
    'raw': {'parameters': 'const float32 *a, float *c', 'rank': '2'},
}
# form, field, what is typed, the column, words of the message
FIELDS = [
    ('elementwise', 'inputs', 'float32 x, float32', 12, 'write a type and a name'),
    ('elementwise', 'inputs', 'float33 x', 1, '“float33”', 'float32, int64'),
    ('elementwise', 'inputs', 'float32 x, float32 x', 20, 'two parameters called “x”'),
    ('elementwise', 'inputs', 'float32 for', 9, '“for” is a word of CUDA C'),
    ('elementwise', 'inputs', ', float32 y', 1, 'float32 x'),
    ('elementwise', 'outputs', '', 1, 'one output at least', 'float32 z'),
    ('elementwise', 'body', '', 1, 'z = x * y'),
    ('elementwise', 'body', 'z = (x + y', 5, 'not closed'),
    ('elementwise', 'body', 'z = x + y)', 10, '“)” closes nothing'),
    ('elementwise', 'body', 'z = q', 5, '“q” is neither an input'),
    ('elementwise', 'body', 'z = x * q', 9, '“q” is neither an input'),
    ('elementwise', 'body', 'z = min (x, q)', 13, '“q” is neither an input'),
    ('elementwise', 'body', 'z == x + y', 1, 'output z gets no value', 'z ='),
    ('elementwise', 'body', 'float t = x', 1, 'output z gets no value', 'z ='),
    ('elementwise', 'body', 'z = "abc', 5, 'not closed by another "'),
    ('elementwise', 'body', '/* z = x', 1, 'not closed by */'),
    ('elementwise', 'body', 'z = x @ y', 7, '“@” means nothing'),
    ('elementwise', 'name', '2fast', 1, '“2fast”', 'letters, digits'),
    ('elementwise', 'name', 'int', 1, '“int” is a word of CUDA C'),
    ('elementwise', 'types', 'T=float33', 3, '“float33”'),
    ('elementwise', 'types', 'T', 1, 'T=float32'),
    ('elementwise', 'shape', '0', 1, '0 is too small', 'minimum is 1'),
    ('elementwise', 'shape', 'a,b', 1, '“a”'),
    ('elementwise', 'shape', '2,3,4,5', 1, '“2,3,4,5”', 'one to three numbers'),
    ('elementwise', 'shape', '64; x=63', 1, 'x has the shape 63', '64', 'or 1'),
    ('elementwise', 'shape', '64; q=64', 5, 'called “q”'),
    ('elementwise', 'shape', '99999999999999999999', 1, '9223372036854775807'),
    ('elementwise', 'values', 'q=1', 1, 'called “q”'),
    ('elementwise', 'values', 'x', 1, 's=2.5'),
    ('elementwise', 'block', '2000', 1, '2000', '976 more', '1024'),
    ('elementwise', 'block', '8,8,8,8', 1, '“8,8,8,8”'),
    ('elementwise', 'grid', 'no', 1, '“no”'),
    ('elementwise', 'preamble', 'int f ( {', 9, 'not closed'),
    ('reduction', 'reduce', '', 1, 'a + b'),
    ('reduction', 'reduce', 'a * c', 5, '“c”'),
    ('reduction', 'reduce', 'a + a', 1, 'value b is left out', 'a + b'),
    ('reduction', 'identity', '', 1, '0 for a + b'),
    ('reduction', 'identity', '1 +', 3, 'missing behind “+”'),
    ('reduction', 'map', 'x *', 3, 'missing behind “*”'),
    ('reduction', 'map', '', 1, 'such as x'),
    ('reduction', 'post-map', 'a', 1, 'output y gets no value', 'y ='),
    ('reduction', 'post-map', 'z = a', 1, '“z”'),
    ('reduction', 'over', 'diagonals', 1, '“diagonals”', 'all, rows, columns'),
    ('reduction', 'block', '33,2', 1, 'one number up to 1024'),
    ('stencil', 'fields', 'f: float64', 1, 'f, g: float64[2D]'),
    ('stencil', 'fields', 'f: float64[4D]', 12, '1D, 2D, 3D'),
    ('stencil', 'fields', 'f, : float64[2D]', 2, 'name is missing'),
    ('stencil', 'fields', 'f: float64[2D]; f: float64[2D]', 17, 'called “f”'),
    ('stencil', 'assignments', '', 1, 'g[0,0] = f[0,0]'),
    ('stencil', 'assignments', 'g[0] = f[0,0]', 1, 'fewer offsets than the 2 axes'),
    ('stencil', 'assignments', 'g[0,0] = h[0,0]', 10, '“h”'),
    ('stencil', 'assignments', 'h[0,0] = f[0,0]', 1, '“h” is not a field', 'add it to the fields'),
    ('stencil', 'assignments', 'g[0,1] = f[0,0]', 1, 'only the centre'),
    ('stencil', 'assignments', 'g[0,0] = f[0,x]', 10, '2 offsets from -1024 to 1024'),
    ('stencil', 'slice', '[:]', 3, 'fewer slices than the 2 axes'),
    ('stencil', 'slice', '[:, :, :]', 8, 'more slices than the 2 axes'),
    ('stencil', 'slice', '[:, ::0]', 7, 'from 1 on'),
    ('stencil', 'slice', '[:, ::-1]', 7, 'from 1 on'),
    ('stencil', 'slice', '[:, 1:2:3:4]', 10, 'start:stop:step'),
    ('stencil', 'slice', '[y:, :]', 2, '“y”', 'counters of axes before it'),
    ('stencil', 'slice', '[:, y', 1, 'not closed'),
    ('stencil', 'slice', '[5:3, :]', 2, 'from 5 up to 3'),
    ('stencil', 'slice', '[100:, :]', 2, '1 to 63', '64 cells'),
    ('stencil', 'slice', '[:, 1.5:]', 5, '“1.5”'),
    ('stencil', 'ghost-layers', '-1', 1, '“-1”', 'from 0 to 1024'),
    ('stencil', 'ghost-layers', '0', 1, '1 cell far', '0 ghost layers'),
    ('stencil', 'mapping', 'diagonal', 1, '“diagonal”', 'cell, grid-stride, row'),
    ('stencil', 'fit', 'tight', 1, '“tight”', 'none, trim, warp'),
    ('raw', 'parameters', '', 1, 'float32 *x'),
    ('raw', 'parameters', 'flaot *a', 1, '“flaot”'),
    ('raw', 'parameters', 'float **a', 1, 'arrays of addresses'),
    ('raw', 'rank', '4', 1, '“4”', '1, 2, 3'),
    ('raw', 'body', 'a[', 2, 'not closed'),
]


def check_field(form, field, typed, column, words):
    result = cli('new', form, *[f'--{key}={value}' for key, value in {**BASES[form], field: typed}.items()])
    expect_equal((result.status, result.out), (2, ''), result)
    expect_words(result, [f'--{field}, line 1, column {column}: ', *words])


for number, (form, field, typed, column, *said) in enumerate(FIELDS):
    COUNTS['fields'] += 1
    add(f'field-{form}-{field}-{number}', check_field, form, field, typed, column, said)


# Settings of documents

KERNEL = ('__global__ void k (float *f, int cols, int rows)\n{\n  int x = blockIdx.x * blockDim.x + threadIdx.x, '
          'y = blockIdx.y;\n\n  if (x < cols && y < rows)\n    f[y * cols + x] = x;\n}\n')
# group, key, value, whether it runs all the same, words of the message
SETTINGS = [
    ('launch', 'block', 'a', False, '“a”'),
    ('launch', 'block', '0', False, '0 is too small', 'minimum is 1'),
    ('launch', 'block', '8,8,8,8', False, '“8,8,8,8”', 'one to three'),
    ('launch', 'grid', 'automatic', False, '“automatic”'),
    ('launch', 'range', '0,4', False, '0 is too small'),
    ('launch', 'shared', '-1', False, '“-1”', 'from 0'),
    ('launch', 'launches', '0', False, '“0”', 'from 1 to 1000000'),
    ('launch', 'swap', 'f', False, 'two names with a comma'),
    ('launch', 'swap', 'f,q', False, 'no array “q”', 'these: f'),
    ('launch', 'block', '3000', False, 'block.x is 3000', '1024'),
    ('launch', 'options', '-D2X=1', False, '“2X=1”', 'letters, digits and _'),
    ('launch', 'options', '-std=c++99', False, '“c++99”', 'c++17, c++20'),
    ('launch', 'options', '-fmad=maybe', False, '“maybe”', 'true or false'),
    ('launch', 'options', '-maxrregcount=many', False, '“many”', 'from 1 to 255'),
    ('launch', 'kernel', 'q', False, '“q”', 'there are: k'),
    ('launch', 'over', 'q', False, 'no array “q”'),
    ('launch', 'arch', 'sm_1', False, '“sm_1”', 'compute_75'),
    ('launch', 'manual-grid', 'maybe', True, '“maybe”', 'neither true nor false'),
    ('launch', 'blok', '8', True, '“blok”', 'did you mean “block”?'),
    ('launch', 'version', '7', True, 'version 7', 'version 1'),
    ('arg f', 'fill', 'ones(', False, '“ones(”', 'zeros, ones, iota'),
    ('arg f', 'fill', 'random(x)', False, '“random(x)”', 'random(SEED)'),
    ('arg f', 'fill', 'values:1,b', False, '“b”', 'float'),
    ('arg f', 'fill', 'values:1,1e60', False, '“1e60”', 'float'),
    ('arg f', 'fill', 'expr:x +', False, '“x +”', 'expected an expression'),
    ('arg f', 'fill', 'expr:q', False, '“q”', 'undefined'),
    ('arg f', 'shape', 'x', False, '“x”'),
    ('arg f', 'type', 'flaot', False, '“flaot”', 'float, int, uchar4'),
    ('arg f', 'same', 'q', False, 'no array “q”'),
    ('arg f', 'texture', 'clamp', False, 'f is not a texture'),
    ('arg f', 'type', 'int', True, 'cells of float', 'of int', 'leave the type out'),
    ('arg f', 'value', '2', True, 'value of f, which is an array', 'fill=values:'),
    ('arg cols', 'fill', 'ones', True, 'the fill of cols, which is a number', 'value'),
    ('arg cols', 'value', '2.5', False, '“2.5”', 'from -2147483648 to 2147483647'),
    ('arg cols', 'value', 'f', False, '“f”', 'undefined'),
    ('arg #2', 'shape', '4', True, 'nothing reads the shape of cols, which is a number'),
    ('view', 'array', 'q', True, 'no array “q”', 'there are f'),
    ('view', 'lens', 'colour', True, 'no lens “colour”', 'value, writes'),
    ('view', 'colormap', 'jet', True, 'no colours “jet”', 'viridis, cividis, grey'),
    ('view', 'origin', 'left', True, '“upper”', '“lower”', '“left”'),
    ('view', 'style', 'seaborn', True, 'no style “seaborn”', 'pystencils'),
    ('view', 'plane', '1', True, '“1” is not a plane of f', '0 to 0'),
    ('view', 'member', 'pos', True, 'a cell of f has no member “pos”'),
    ('expect', 'domain', 'x >', False, '“x >”', 'expected an expression'),
    ('expect', 'reference', 'file:none.npy', False, 'none.npy', 'no such file'),
    ('expect', 'domain', 'x = 1', False, '“x = 1”', '== compares'),
    ('expect', 'domain', 'cells:0-9999:0', True, '0-9999:0', 'beyond f'),
    ('expect', 'reference', 'x', False, 'file:NAME.npy, kernel:NAME or expr:'),
    ('expect', 'rtol', '-1', False, '“-1”', '1e-5'),
    ('expect', 'atol', 'nan', False, '“nan”', '1e-5'),
]


def check_setting(group, key, value, runs, words):
    text = KERNEL + settings(f'[{group}]\n{key}={value}\n')
    with Folder() as folder:
        path = folder.write('a.cu', text)
        result = cli('run', path)
        place = text.count('\n') - 1
        if runs:
            expect_equal(result.status, 0, result)
        else:
            expect_words(result, words)
        for word in words:
            expect(word in result.err, f'{word!r} is not in', result)
        expect(any(f'{before}{place}{after}' in result.err for before, after in
                   itertools.product(['line ', 'a.cu:'], [':'])), f'line {place} is not named', result)
        with open(path, encoding='utf-8') as file:
            expect_equal(file.read(), text)


for number, (group, key, value, runs, *said) in enumerate(SETTINGS):
    COUNTS['files'] += 1
    add(f'setting-{key}-{number}', check_setting, group, key, value, runs, said)


# Expressions

def check_expression(expression, words):
    with Folder() as folder:
        result = cli('eval', folder.write('a.cu', KERNEL + settings('[launch]\nshape=4,5\n')), '--', expression)
        expect_words(result, words)
        expect(len(result.err) < 1000, 'the message quotes it all', result)


for title, (expression, *said) in {
        'function-alone': ('sum f', 'character 1', '“sum” is a function', 'sum(…)'),
        'too-long': ('f + ' * 2000 + 'f', 'at most 4096 bytes', 'in parts'),
}.items():
    add(f'expression-{title}', check_expression, expression, said)


@case
def what_another_kernel_reads_is_no_mistake():
    other = '__global__ void l (float cols, float *rows)\n{\n  rows[0] = cols;\n}\n'
    with Folder() as folder:
        path = folder.write('a.cu', KERNEL + other + settings('[launch]\nkernel=k\nshape=4,4\n[arg rows]\nfill=ones\n'
                                                              '[arg cols]\nvalue=4\n[view]\narray=rows\n'))
        result = cli('run', path)
        expect_equal(result.status, 0, result)
        expect('nothing reads' not in result.err and 'no array' not in result.err, result)


@case
def there_are_as_many_as_we_promise():
    expect(COUNTS['files'] >= 60 and COUNTS['fields'] >= 40, COUNTS)


main()
