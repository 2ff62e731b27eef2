"""Definitions of kernels, and what plain Python makes of them.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import itertools
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'cli'))
from harness import Folder, add, cli, expect, expect_equal, run_json  # noqa: E402

SEED = int(os.environ.get('GRIDLOOM_GENERATOR_SEED', '1'))
BACKEND = os.environ.get('GRIDLOOM_GENERATOR_BACKEND', 'sim')

FORMATS = {'b1': '?', 'i1': 'b', 'u1': 'B', 'i2': 'h', 'u2': 'H', 'i4': 'i', 'u4': 'I', 'i8': 'q', 'u8': 'Q', 'f2': 'e',
           'f4': 'f', 'f8': 'd'}
TOLERANCES = {'f2': 2e-3, 'f4': 2e-5, 'f8': 1e-12}
DOCUMENTS = []


class Array:
    """A .npy file: shape, code of the type, values as Python's numbers."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        length = int.from_bytes(data[8:10], 'little')
        header = ast.literal_eval(data[10:10 + length].decode())
        self.shape, descr = header['shape'], header['descr']
        data = data[10 + length:]
        if isinstance(descr, list):
            self.code = descr[0][1][1:]
            parts = struct.unpack('<' + FORMATS[self.code] * (len(data) // struct.calcsize(FORMATS[self.code])), data)
            self.values = [complex(*pair) for pair in zip(parts[::2], parts[1::2])]
        else:
            self.code = descr[1:]
            self.values = list(struct.unpack(f'<{len(data) // struct.calcsize(FORMATS[self.code])}'
                                             f'{FORMATS[self.code]}', data))

    def at(self, place):
        """The value for a place of a larger shape, by NumPy's rules."""
        own = place[len(place) - len(self.shape):]
        flat = 0
        for extent, index in zip(self.shape, own):
            flat = flat * extent + (0 if extent == 1 else index)
        return self.values[flat]


def wrap(value, code):
    """What a cell of a type keeps of a number."""
    if code[0] in 'iu':
        bits = 8 * int(code[1:])
        value = int(value) & ((1 << bits) - 1)
        return value - (1 << bits) if code[0] == 'i' and value >> (bits - 1) else value
    return bool(value) if code == 'b1' else value


def same(got, wanted, code):
    if code not in TOLERANCES:
        return got == wrap(wanted, code)
    if isinstance(wanted, complex) or isinstance(got, complex):
        return abs(got - wanted) <= TOLERANCES[code] * (1 + abs(wanted))
    if math.isnan(wanted) or math.isinf(wanted):
        return str(got) == str(float(wanted))
    return abs(got - wanted) <= TOLERANCES[code] * (1 + abs(wanted))


def compare(name, got, wanted):
    """@wanted: the value of each place."""
    places = list(itertools.product(*map(range, got.shape)))
    expect_equal(len(places), len(got.values))
    for place, value in zip(places, got.values):
        expect(same(value, wanted(place), got.code), f'{name}{list(place)} is {value}, not {wanted(place)}')


def write(folder, form, parts):
    """The document of a definition, by options."""
    path = folder('k.cu')
    result = cli('new', form, *[f'--{key}={value}' for key, value in parts.items()], '-o', path)
    expect_equal(result.status, 0, result)
    text = pathlib.Path(path).read_text(encoding='utf-8')
    DOCUMENTS.append(text)
    return path, text


def run(folder, form, parts, *options):
    """Runs a definition; the arrays and the report."""
    path, text = write(folder, form, parts)
    return *run_document(folder, path, text, *options), text


def run_document(folder, path, text, *options):
    """The arrays and the report of a document. What it expects of itself must hold."""
    report = run_json(path, f'--backend={BACKEND}', '--output', folder('out'), *options)
    expect(report['trap'] is None, report['trap'], text)
    allowed = {'serialised', 'not-warp-multiple', 'missing-guard', 'repeats-work'}
    codes = {warning['code'] for warning in report['warnings']} - allowed
    expect(not codes, report['warnings'], text)
    if report['check'] is not None:
        expect_equal(report['check']['mismatches'], 0, text)
    arrays = {file.name[:-4]: Array(file) for file in pathlib.Path(folder('out')).glob('*.npy')
              if file.name.count('.') == 1}
    return arrays, report


class Cell:
    """The inputs at a place, as a body names them."""

    def __init__(self, arrays, place, shape, scalars):
        self.__dict__.update(scalars)
        self._arrays, self._place = arrays, place
        self.i = 0
        for extent, index in zip(shape, place):
            self.i = self.i * extent + index
        self.ind, self.size = place, math.prod(shape)

    def __getattr__(self, name):
        return self._arrays[name].at(self._place)

    def raw(self, name, index):
        return self._arrays[name].values[index]


def check_elementwise(parts, shape, scalars=None, **outputs):
    with Folder() as folder:
        verify_elementwise(*run(folder, 'elementwise', parts), shape, scalars, outputs)


def verify_elementwise(arrays, report, text, shape, scalars, outputs):
    """@outputs: for each output what it is at a cell."""
    for name, function in outputs.items():
        expect_equal(tuple(arrays[name].shape), shape, text)
        compare(name, arrays[name], lambda place, f=function: f(Cell(arrays, place, shape, scalars or {})))
        expect_equal(report['coverage']['arrays'][name]['written'], math.prod(shape), text)


def e(inputs, outputs, body, shape, functions, /, scalars=None, **more):
    text = ','.join(map(str, shape))
    parts = {'inputs': inputs, 'outputs': outputs, 'body': body, **more}
    parts['shape'] = text + (';' + more['shape'] if 'shape' in more else '')
    if scalars:
        parts['values'] = '; '.join([f'{k}={v}' for k, v in scalars.items()] + [more.get('values', '')])
    functions = functions if isinstance(functions, dict) else {outputs.split()[-1]: functions}
    return parts, shape, scalars, functions


def check_stencil(parts, shape, functions, slices, ghost):
    with Folder() as folder:
        verify_stencil(*run(folder, 'stencil', parts), shape, functions, slices, ghost)


def verify_stencil(arrays, report, text, shape, functions, slices, ghost):
    """@slices: for each axis a function of the counters before it: a range."""
    cells = [()]
    for axis, extent in enumerate(shape):
        cells = [place + (index,) for place in cells for index in
                 (slices[axis](place) if slices else range(ghost, extent - ghost))
                 if ghost <= index < extent - ghost]
    cells = set(cells)
    for name, function in functions.items():
        expect_equal(report['coverage']['arrays'][name]['written'], len(cells), text)

        def value(place, f=function):
            def at(field, *offsets):
                return arrays[field].at(tuple(p + o for p, o in zip(place, offsets)))
            return f(at, place) if place in cells else 0
        compare(name, arrays[name], value)


def s(fields, assignments, shape, functions, ghost=0, /, slices=None, **more):
    parts = {'fields': fields, 'assignments': assignments, 'shape': ','.join(map(str, shape)), **more}
    functions = functions if isinstance(functions, dict) else {'g': functions}
    return parts, shape, functions, slices, ghost


TYPES = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float16', 'float32', 'float64']


def random_expression(rng, names, depth=2, operators='+-*'):
    """C that Python reads as well; its numbers stay small."""
    if depth == 0 or rng.random() < 0.25:
        return rng.choice(names + [str(rng.randint(1, 5))])
    a, b = (random_expression(rng, names, depth - 1, operators) for _ in range(2))
    return f'({a} {rng.choice(operators)} {b})' if rng.random() < 0.8 else f'({a} > {b} ? {a} : {b})'


def python(expression):
    """A conditional as Python writes it."""
    while '?' in expression:
        mark = expression.index('?')
        start, depth = mark, 0
        while depth <= 0:
            start -= 1
            depth += (expression[start] == '(') - (expression[start] == ')')
        end, depth, colon = mark, 0, None
        while depth <= 0:
            end += 1
            depth += (expression[end] == ')') - (expression[end] == '(')
            if depth == 0 and expression[end] == ':':
                colon = end
        test, yes, no = expression[start + 1:mark], expression[mark + 1:colon], expression[colon + 1:end]
        expression = f'{expression[:start]}(({yes}) if {test} else ({no})){expression[end + 1:]}'
    return expression


def random_shape(rng, ranks=(1, 2, 3)):
    rank = rng.choice(ranks)
    return tuple(rng.randint(1, (2000, 70, 15)[rank - 1]) for _ in range(rank))


def random_elementwise(rng):
    shape = random_shape(rng)
    kind = rng.choice(TYPES)
    names = ['x', 'y', 'w'][:rng.randint(1, 3)]
    shapes = []
    for name in names:
        own = tuple(1 if rng.random() < 0.3 else extent for extent in shape)
        own = own[rng.randint(0, len(own) - 1):]
        shapes.append(f'{name}=' + ','.join(map(str, own)))
    # below 0 unsigned numbers are large in C, and so are compared in another way than in Python
    body = random_expression(rng, names, operators='+*' if kind in ('uint32', 'uint64') else '+-*')
    code = compile(python(body), body, 'eval')
    return e(', '.join(f'{kind} {name}' for name in names), f'{kind} z', f'z = {body}', shape,
             lambda c: eval(code, {name: getattr(c, name) for name in names}), shape='; '.join(shapes))


def random_stencil(rng):
    shape = tuple(extent + 8 for extent in random_shape(rng))
    rank = len(shape)
    offsets = [tuple(rng.randint(-2, 2) for _ in range(rank)) for _ in range(rng.randint(1, 5))]
    factors = [rng.randint(-3, 3) for _ in offsets]
    kind = rng.choice(['float64', 'float32', 'int32', 'int64'])
    reach = max(max(map(abs, offset)) for offset in offsets)
    ghost = reach + rng.choice([0, 0, 1])
    text = ' + '.join(f'({factor}) * f[{",".join(map(str, offset))}]' for factor, offset in zip(factors, offsets))
    more = {'ghost-layers': str(ghost), 'mapping': rng.choice(['cell', 'grid-stride', 'row']),
            'fit': rng.choice(['none', 'trim', 'warp'])}
    if rng.random() < 0.5:
        more['block'] = (rng.choice(['32', '7', '128']) if more['mapping'] == 'row' else
                         ','.join(str(rng.choice([1, 3, 4, 8])) for _ in range(rank)))
    slices = None
    if rng.random() < 0.7:
        written, slices = [], []
        for axis, extent in enumerate(shape):
            start, stop = rng.randint(ghost, extent // 2), rng.randint(extent // 2 + 1, extent - ghost)
            step = rng.randint(1, 3)
            outer = axis > 0 and rng.random() < 0.4
            name = 'zyx'[3 - rank:][axis - 1]
            written.append(f'{name if outer else start}:{stop - extent if stop < extent else ""}:{step}')
            slices.append(lambda p, a=axis, o=outer, b=start, c=stop, d=step: range(p[a - 1] if o else b, c, d))
        more['slice'] = '[' + ', '.join(written) + ']'
        for axis, extent in enumerate(shape):
            if ghost > 0 and more['slice'][1:-1].split(',')[axis].split(':')[1] == '':
                slices[axis] = lambda p, old=slices[axis], last=extent - ghost: (k for k in old(p) if k < last)
    return s(f'f, g: {kind}[{rank}D]', f'g[{",".join("0" * rank)}] = {text}', shape,
             lambda at, p: sum(factor * at('f', *offset) for factor, offset in zip(factors, offsets)), ghost, slices,
             **more)


def nvcc_has_no_word():
    """All documents of this run as one source, each in a namespace of its own."""
    nvcc = shutil.which('nvcc', path=os.environ['PATH'] + ':/usr/local/cuda/bin')
    text = '#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n'
    for number, document in enumerate(DOCUMENTS):
        text += f'namespace d{number} {{\n{document}\n}}\n'.replace('#include <', '//')
    with Folder() as folder:
        path = folder.write('all.cu', text)
        result = subprocess.run([nvcc, '-arch=compute_75', '-Xcompiler', '-Wall,-Wextra', '-ptx', '-o', folder('all.ptx'),
                                 path], capture_output=True, text=True, check=False)
        expect_equal((result.returncode, result.stdout, result.stderr[:4000]), (0, '', ''))


def add_nvcc():
    """The last case: what nvcc says of all that was written."""
    if shutil.which('nvcc', path=os.environ['PATH'] + ':/usr/local/cuda/bin'):
        add('nvcc-has-no-word', nvcc_has_no_word)
    else:
        add('nvcc-has-no-word # SKIP there is no nvcc', lambda: None)
