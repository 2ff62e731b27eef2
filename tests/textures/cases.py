"""Documents that read textures and surfaces in every way that there is, and what they should give.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ast
import itertools
import random
import struct
from fractions import Fraction

import reference

SIDE = 12                       # coordinates on each side of each border
MODES = ['wrap', 'clamp', 'mirror', 'border']
FORMATS = {'i1': ('signed char', 'char'), 'u1': ('unsigned char', 'uchar'), 'i2': ('short', 'short'),
           'u2': ('unsigned short', 'ushort'), 'i4': ('int', 'int'), 'u4': ('unsigned int', 'uint'),
           'f2': ('__half', 'half'), 'f4': ('float', 'float')}
DOCUMENT_TYPES = {'i1': 'int8', 'u1': 'uint8', 'i2': 'int16', 'u2': 'uint16', 'i4': 'int32', 'u4': 'uint32',
                  'f2': 'half', 'f4': 'float'}
CODES = {'i1': 'b', 'u1': 'B', 'i2': 'h', 'u2': 'H', 'i4': 'i', 'u4': 'I', 'f2': 'e', 'f4': 'f'}
# name, extents x first, layers (0: none)
GEOMETRIES = {'1D': ([13], 0), '2D': ([11, 7], 0), '3D': ([6, 5, 4], 0), '1DLayered': ([9], 5),
              '2DLayered': ([7, 6], 4)}


def write_npy(path, dtype, lanes, shape, numbers):
    """The numbers of a vector are the last axis."""
    kind = ('|' if dtype[1] == '1' else '<') + dtype
    shape = tuple(shape) + ((lanes,) if lanes > 1 else ())
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}, }}"
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    data = struct.pack(f'<{len(numbers)}{CODES[dtype]}', *numbers)
    path.write_bytes(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + data)


def read_npy(path):
    data = path.read_bytes()
    length = struct.unpack('<H', data[8:10])[0]
    code = CODES[ast.literal_eval(data[10:10 + length].decode())['descr'][1:]]
    body = data[10 + length:]
    return list(struct.unpack(f'<{len(body) // struct.calcsize(code)}{code}', body))


def make_numbers(dtype, count, chance):
    if dtype[0] == 'f':
        size = 11 if dtype == 'f2' else 24
        return [chance.choice([-1, 1]) * chance.randrange(1, 1 << size) * 2.0 ** (chance.randrange(0, 4) - size)
                for _ in range(count)]
    bits = reference.WIDTHS[dtype]
    low = 0 if dtype[0] == 'u' else -(1 << (bits - 1))
    numbers = [chance.randrange(low, low + (1 << bits)) for _ in range(count)]
    numbers[0], numbers[-1] = low, low + (1 << bits) - 1
    return numbers


def near_borders(n, chance):
    """Coordinates in cells about 0 and n, and one period further on both sides."""
    found = []
    for border in (0, n, -n, 2 * n):
        for side in (-1, 1):
            for k in range(1, SIDE + 1):
                step = chance.choice([Fraction(1, 512), Fraction(1, 256), Fraction(1, 64), Fraction(37, 256),
                                      Fraction(1, 8), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
                found.append(border + side * k * step)
    return found + [Fraction(0), Fraction(n), Fraction(1, 2), Fraction(n) - Fraction(1, 2)]


def make_points(extents, chance):
    """Tuples of coordinates in cells: one axis near its borders, the others anywhere; then all near theirs."""
    points = []
    lists = [near_borders(n, chance) for n in extents]
    for axis, values in enumerate(lists):
        for value in values:
            point = [Fraction(chance.randrange(0, n * 1000), 1000) for n in extents]
            point[axis] = value
            points.append(tuple(point))
    for _ in range(64 if len(extents) > 1 else 0):
        points.append(tuple(chance.choice(values) for values in lists))
    for _ in range(64):
        points.append(tuple(Fraction(chance.randrange(-2 * n * 4096, 3 * n * 4096), 4096) for n in extents))
    return points


class Case:
    """One document: a name, its text, files beside it, and what its arrays should be."""

    def __init__(self, name):
        self.name, self.text, self.files = name, '', {}
        self.expected = {}      # array: numbers
        self.steps = {}         # array: for each number how far a linear filter's step reaches, 0: none
        self.labels = {}        # array: what each number is, for whoever reads of a difference

    def write(self, folder):
        for name, (dtype, lanes, shape, numbers) in self.files.items():
            write_npy(folder / name, dtype, lanes, shape, numbers)
        path = folder / f'{self.name}.cu'
        path.write_text(self.text)
        return path


def vector(name, lanes):
    scalar, short = FORMATS[name]
    return scalar if lanes == 1 else f'{short}{lanes}'


def settings(groups):
    lines = ['/* gridloom']
    for group, keys in groups:
        lines.append(f'[{group}]')
        lines += [f'{key}={value}' for key, value in keys.items()]
    return '\n'.join(lines + ['*/', ''])


def as_stored(value, dtype):
    return reference.to_float(value) if dtype == 'f4' else int(value)


def fetch_case(geometry, dtype, lanes, normalized_float):
    """All address modes, coordinates and filters of one format."""
    extents, layers = GEOMETRIES[geometry]
    case = Case(f'fetch-{geometry}-{dtype}x{lanes}' + ('-normalized' if normalized_float else ''))
    chance = random.Random(case.name)
    shape = ([layers] if layers else []) + extents[::-1]
    count = max(layers, 1)
    for extent in extents:
        count *= extent
    cells = make_numbers(dtype, count * lanes, chance)
    points = make_points(extents, chance)
    floats = normalized_float or dtype[0] == 'f'
    filters = [False, True] if floats else [False]
    variants = list(itertools.product(MODES, [False, True], filters))
    result = 'f4' if floats else dtype
    n, axes = len(points), len(extents)
    layer = [chance.randrange(-2, layers + 3) for _ in points] if layers else [0] * n
    case.files['texels.npy'] = (dtype, lanes, shape, cells)
    case.files['layer.npy'] = ('i4', 1, [n], layer)
    given = {}
    for normalized in (False, True):
        for axis in range(3):
            numbers = [reference.to_float(p[axis] / (extents[axis] if normalized else 1)) if axis < axes else 0.0
                       for p in points]
            given[normalized, axis] = numbers
            case.files[f'{"n" if normalized else "u"}{"xyz"[axis]}.npy'] = ('f4', 1, [n], numbers)
    names = [f't{i}' for i in range(len(variants))]
    body, groups, read = [], [], vector(result, lanes)
    inputs = ['ux', 'uy', 'uz', 'nx', 'ny', 'nz']
    for name, (mode, normalized, linear) in zip(names, variants):
        prefix = 'n' if normalized else 'u'
        at = ', '.join(f'{prefix}{"xyz"[axis]}[i]' for axis in range(axes)) + (', layer[i]' if layers else '')
        body.append(f'  o{name}[i] = tex{geometry}<{read}>({name}, {at});')
        words = [mode] + ['linear'] * linear + ['normalized'] * normalized + ['normalized-float'] * normalized_float
        groups.append((f'arg {name}', {
            'type': DOCUMENT_TYPES[dtype] if lanes == 1 else vector(dtype, lanes).replace('__half', 'half'),
            'shape': ','.join(map(str, shape)), 'fill': 'file:texels.npy',
            'texture': ' '.join(words + ['layered'] * bool(layers))}))
        groups.append((f'arg o{name}', {'shape': n}))
        texture = reference.Texture(dtype, lanes, extents, max(layers, 1), cells, [mode] * 3, linear, normalized,
                                    normalized_float)
        numbers, labels = [], []
        for i in range(n):
            where = [given[normalized, axis][i] for axis in range(axes)]
            numbers += [as_stored(v, result) for v in texture.fetch(where, layer[i])]
            labels += [f'{" ".join(words)} at {where} layer {layer[i]} lane {lane}' for lane in range(lanes)]
        case.expected[f'o{name}'] = numbers
        case.labels[f'o{name}'] = labels
        widest = max(map(float, (texture.value(c, lane) for c in range(count) for lane in range(lanes))))
        least = min(map(float, (texture.value(c, lane) for c in range(count) for lane in range(lanes))))
        case.steps[f'o{name}'] = (max(widest, 0) - min(least, 0)) / 256 * axes if linear else 0
    groups += [(f'arg {name}', {'shape': n, 'fill': f'file:{name}.npy'}) for name in inputs + ['layer']]
    parameters = [f'cudaTextureObject_t {name}' for name in names] + [f'const float *{name}' for name in inputs]
    parameters += ['const int *layer'] + [f'{read} *o{name}' for name in names] + ['int n']
    case.text = ('extern "C" __global__ void sample(' + ',\n    '.join(parameters) + ')\n{\n'
                 '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n' + '\n'.join(body) +
                 '\n}\n' + settings([('launch', {'over': 'ot0'}), ('arg n', {'value': n})] + groups))
    return case


def gather_case(dtype, lanes):
    extents = GEOMETRIES['2D'][0]
    case = Case(f'gather-{dtype}x{lanes}')
    chance = random.Random(case.name)
    cells = make_numbers(dtype, extents[0] * extents[1] * lanes, chance)
    points = make_points(extents, chance)
    n = len(points)
    result = 'f4' if dtype[0] == 'f' else dtype
    read = vector(result, 4)
    case.files['texels.npy'] = (dtype, lanes, extents[::-1], cells)
    given = {}
    for normalized in (False, True):
        for axis in range(2):
            numbers = [reference.to_float(p[axis] / (extents[axis] if normalized else 1)) for p in points]
            given[normalized, axis] = numbers
            case.files[f'{"n" if normalized else "u"}{"xy"[axis]}.npy'] = ('f4', 1, [n], numbers)
    body, groups, parameters = [], [], [f'const float *{name}' for name in ('ux', 'uy', 'nx', 'ny')]
    groups += [(f'arg {name}', {'shape': n, 'fill': f'file:{name}.npy'}) for name in ('ux', 'uy', 'nx', 'ny')]
    for number, (mode, normalized) in enumerate(itertools.product(MODES, [False, True])):
        name, prefix, component = f't{number}', 'n' if normalized else 'u', number % 4
        body.append(f'  o{name}[i] = tex2Dgather<{read}>({name}, {prefix}x[i], {prefix}y[i], {component});')
        words = [mode] + ['normalized'] * normalized
        groups.append((f'arg {name}', {
            'type': DOCUMENT_TYPES[dtype] if lanes == 1 else vector(dtype, lanes).replace('__half', 'half'),
            'shape': ','.join(map(str, extents[::-1])), 'fill': 'file:texels.npy', 'texture': ' '.join(words)}))
        groups.append((f'arg o{name}', {'shape': n}))
        parameters += [f'cudaTextureObject_t {name}', f'{read} *o{name}']
        texture = reference.Texture(dtype, lanes, extents, 1, cells, [mode] * 2, False, normalized, False)
        numbers, labels = [], []
        for i in range(n):
            where = [given[normalized, axis][i] for axis in range(2)]
            numbers += [as_stored(v, result) for v in texture.gather(where, component)]
            labels += [f'{" ".join(words)} component {component} at {where} cell {k}' for k in range(4)]
        case.expected[f'o{name}'], case.labels[f'o{name}'], case.steps[f'o{name}'] = numbers, labels, 0
    case.text = ('extern "C" __global__ void sample(' + ',\n    '.join(parameters + ['int n']) + ')\n{\n'
                 '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n' + '\n'.join(body) +
                 '\n}\n' + settings([('launch', {'over': 'ot0'}), ('arg n', {'value': n})] + groups))
    return case


def buffer_case(dtype, lanes):
    extent = 29
    case = Case(f'buffer-{dtype}x{lanes}')
    chance = random.Random(case.name)
    cells = make_numbers(dtype, extent * lanes, chance)
    result = 'f4' if dtype[0] == 'f' else dtype
    read, n = vector(result, lanes), extent + 2 * SIDE
    case.files['texels.npy'] = (dtype, lanes, [extent], cells)
    texture = reference.Texture(dtype, lanes, [extent], 1, cells, ['clamp'], False, False, False)
    case.expected['o'] = [as_stored(v, result) for i in range(n) for v in texture.texel(i - SIDE)]
    case.labels['o'] = [f'index {i - SIDE} lane {lane}' for i in range(n) for lane in range(lanes)]
    case.steps['o'] = 0
    case.text = (f'extern "C" __global__ void sample(cudaTextureObject_t t, {read} *o, int n)\n{{\n'
                 '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n'
                 f'  if (i < n) o[i] = tex1Dfetch<{read}>(t, i - {SIDE});\n}}\n' + settings([
                     ('arg n', {'value': n}), ('arg o', {'shape': n}),
                     ('arg t', {'type': DOCUMENT_TYPES[dtype] if lanes == 1
                                else vector(dtype, lanes).replace('__half', 'half'),
                                'shape': extent, 'fill': 'file:texels.npy', 'texture': 'buffer'})]))
    return case


def surface_case(geometry, dtype, lanes, boundary):
    """Reads and writes on both sides of each border; nobody writes what another does."""
    extents, layers = GEOMETRIES[geometry]
    case = Case(f'surface-{geometry}-{dtype}x{lanes}-{boundary}')
    chance = random.Random(case.name)
    shape = ([layers] if layers else []) + extents[::-1]
    whole = extents + ([layers] if layers else [])
    count = 1
    for extent in whole:
        count *= extent
    size = reference.WIDTHS[dtype] // 8 * lanes
    plain = 'u2' if dtype == 'f2' else dtype
    cells = make_numbers(plain, count * lanes, chance) if dtype != 'f4' else make_numbers(dtype, count * lanes, chance)
    points = []
    for axis, extent in enumerate(whole):
        for value in list(range(-SIDE, 0)) + list(range(extent, extent + SIDE)) + [0, extent - 1]:
            point = [chance.randrange(other) for other in whole]
            point[axis] = value
            points.append(point)
    points += [[chance.randrange(other) for other in whole] for _ in range(32)]
    n, read = len(points), vector(plain, lanes)

    def find(point):
        at = 0
        for axis in reversed(range(len(whole))):
            number = point[axis] & 0xffffffff if layers and axis == len(extents) else point[axis]
            at = at * whole[axis] + min(max(number, 0), whole[axis] - 1)
        return at

    written = list(cells)
    new = make_numbers(plain, n * lanes, chance) if dtype != 'f4' else make_numbers(dtype, n * lanes, chance)
    seen, writes = set(), []
    numbers = []
    for i, point in enumerate(points):
        inside = all(0 <= at < extent for at, extent in zip(point, whole))
        at = find(point)
        takes = inside or boundary == 'Clamp'
        numbers += [cells[at * lanes + lane] if takes else 0 for lane in range(lanes)]
        first = at not in seen if takes else True
        if takes and first:
            seen.add(at)
            written[at * lanes:(at + 1) * lanes] = new[i * lanes:(i + 1) * lanes]
        writes.append(1 if first else 0)
    names = ['px', 'py', 'pz'][:len(whole)]
    for axis, name in enumerate(names):
        case.files[f'{name}.npy'] = ('i4', 1, [n], [point[axis] for point in points])
    case.files['cells.npy'] = (plain, lanes, shape, cells)
    case.files['new.npy'] = (plain, lanes, [n], new)
    case.files['writes.npy'] = ('i4', 1, [n], writes)
    at = ', '.join([f'px[i] * {size}'] + [f'{name}[i]' for name in names[1:]])
    kind = plain if plain in DOCUMENT_TYPES else dtype
    type_ = DOCUMENT_TYPES[kind] if lanes == 1 else vector(kind, lanes)
    how = {'type': type_, 'shape': ','.join(map(str, shape)), 'fill': 'file:cells.npy',
           'surface': 'layered' if layers else 'plain'}
    inputs = [f'const int *{name}' for name in names] + ['const int *writes', f'const {read} *fresh']
    case.text = (f'extern "C" __global__ void touch(cudaSurfaceObject_t from, cudaSurfaceObject_t to,\n    '
                 + ', '.join(inputs) + f', {read} *o, int n)\n{{\n'
                 '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n'
                 f'  o[i] = surf{geometry}read<{read}>(from, {at}, cudaBoundaryMode{boundary});\n'
                 f'  if (writes[i]) surf{geometry}write(fresh[i], to, {at}, cudaBoundaryMode{boundary});\n}}\n'
                 + settings([('launch', {'over': 'o'}), ('arg n', {'value': n}), ('arg o', {'shape': n}),
                             ('arg from', how), ('arg to', how),
                             ('arg writes', {'shape': n, 'fill': 'file:writes.npy'}),
                             ('arg fresh', {'shape': n, 'fill': 'file:new.npy'})] +
                            [(f'arg {name}', {'shape': n, 'fill': f'file:{name}.npy'}) for name in names]))
    case.expected = {'o': numbers, 'to': written, 'from': cells}
    case.steps = {'o': 0, 'to': 0, 'from': 0}
    case.labels = {'o': [f'at {points[i]} lane {lane}' for i in range(n) for lane in range(lanes)],
                   'to': [f'cell {i // lanes} lane {i % lanes}' for i in range(count * lanes)],
                   'from': [f'cell {i // lanes} lane {i % lanes}' for i in range(count * lanes)]}
    return case


def all_cases():
    """Generators, so that nothing is computed that is not asked for: name, function, arguments."""
    for geometry, dtype, lanes in itertools.product(GEOMETRIES, FORMATS, (1, 2, 4)):
        yield fetch_case, (geometry, dtype, lanes, False)
        if dtype in ('i1', 'u1', 'i2', 'u2'):
            yield fetch_case, (geometry, dtype, lanes, True)
    for dtype, lanes in itertools.product(FORMATS, (1, 2, 4)):
        yield gather_case, (dtype, lanes)
        yield buffer_case, (dtype, lanes)
    for geometry, dtype, lanes, boundary in itertools.product(GEOMETRIES, FORMATS, (1, 2, 4), ('Clamp', 'Zero')):
        yield surface_case, (geometry, dtype, lanes, boundary)


def run_differences(case, found):
    """Text of each difference between expected numbers and those of an array, and how many are bit by bit."""
    texts, exact, total = [], 0, 0
    for name, expected in case.expected.items():
        got, step = found.get(name, []), case.steps[name]
        if len(got) != len(expected):
            texts.append(f'{name}: {len(got)} numbers where {len(expected)} were expected')
            continue
        for i, (a, b) in enumerate(zip(expected, got)):
            total += 1
            same = a == b or (a != a and b != b)
            exact += same
            if not same and not (step > 0 and abs(a - b) <= step):
                texts.append(f'{name}: {case.labels[name][i]}: expected {a!r}, got {b!r}')
    return texts, exact, total
