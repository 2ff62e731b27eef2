#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Expressions over arrays, held against Python: random trees are written as C binds its operators, and computed here cell
by cell with Python's numbers, cut to C's types; slices are Python's own, and extents meet as NumPy's do."""
import itertools
import math
import random
import struct
import subprocess
import sys
import tempfile

CASES = 6000
RANKS = ['char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned int', 'long long', 'unsigned long long',
         'float', 'double']
FORMATS = dict(zip(['bool'] + RANKS, '?bBhHiIqQfd'))
SHORT = {'char': 'i8', 'unsigned char': 'u8', 'short': 'i16', 'unsigned short': 'u16', 'int': 'i32', 'unsigned int': 'u32',
         'long long': 'i64', 'unsigned long long': 'u64', 'float': 'f32', 'double': 'f64', 'bool': 'bool'}
PRECEDENCE = {'||': 1, '&&': 2, '|': 3, '^': 4, '&': 5, '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7, '<<': 8,
              '>>': 8, '+': 9, '-': 9, '*': 10, '/': 10, '%': 10}


class Refused(Exception):
    pass


def is_float(kind):
    return kind in ('float', 'double')


def is_signed(kind):
    return kind in ('char', 'short', 'int', 'long long')


def bits_of(kind):
    return 8 * struct.calcsize('=' + FORMATS[kind])


def to_single(value):
    """The nearest float of a number of any kind, rounded once."""
    if isinstance(value, int):
        extra = abs(value).bit_length() - 24
        if extra > 0:
            kept, rest, half = abs(value) >> extra, abs(value) & ((1 << extra) - 1), 1 << (extra - 1)
            kept += rest > half or (rest == half and kept & 1)
            value = (kept << extra) * (1 if value >= 0 else -1)
        return float(value)
    try:
        return struct.unpack('<f', struct.pack('<f', value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def fit(value, kind):
    """A computed number as C keeps it in a type."""
    if kind == 'bool':
        return value != 0
    if kind == 'double':
        return float(value)
    if kind == 'float':
        return to_single(value)
    bits = bits_of(kind)
    if isinstance(value, float):
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed(kind) else (0, (1 << bits) - 1)
        if math.isnan(value):
            return 0
        return low if value <= low else high if value >= high else int(value)
    value = int(value) & ((1 << bits) - 1)
    return value - (1 << bits) if is_signed(kind) and value >> (bits - 1) else value


def promote(kind):
    return kind if kind in RANKS[4:] else 'int'


def common(a, b):
    return max(promote(a), promote(b), key=RANKS.index)


def along(function, array, axis):
    """What a function of whole arrays makes of each line along an axis."""
    rank = len(array.shape)
    if not -rank <= axis < rank:
        raise Refused
    axis %= rank
    shape = array.shape[:axis] + array.shape[axis + 1:]
    lines = [function(Array(array.kind, array.shape[axis:axis + 1],
                            [get(array, place[:axis] + (i,) + place[axis:]) for i in range(array.shape[axis])]))
             for place in itertools.product(*map(range, shape))]
    kind = lines[0].kind if lines else function(Array(array.kind, array.shape[axis:axis + 1],
                                                      [0] * array.shape[axis])).kind
    return Array(kind, shape, [line.cells[0] for line in lines])


class Array:
    def __init__(self, kind, shape, cells):
        self.kind, self.shape, self.cells = kind, tuple(shape), list(cells)


def get(array, place):
    """The cell for a place of a larger shape."""
    place = place[len(place) - len(array.shape):]
    index = 0
    for at, extent in zip(place, array.shape):
        index = index * extent + (0 if extent == 1 else at)
    return array.cells[index]


def shape_of(arrays):
    rank = max(len(array.shape) for array in arrays)
    shape = []
    for axis in range(rank):
        extents = {array.shape[axis - rank] for array in arrays if axis - rank >= -len(array.shape)} - {1}
        if len(extents) > 1:
            raise Refused
        shape.append(extents.pop() if extents else 1)
    return tuple(shape)


def spread(function, kind, *arrays):
    shape = shape_of(arrays)
    cells = []
    for place in itertools.product(*map(range, shape)):
        cells.append(fit(function(*(get(array, place) for array in arrays)), kind))
    return Array(kind, shape, cells)


def divide_floats(a, b):
    if b != 0:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def divide(a, b):
    if b == 0:
        raise Refused
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def times(a, b):
    try:
        return a * b
    except OverflowError:
        return math.inf


COMPARISONS = {'==': lambda a, b: a == b, '!=': lambda a, b: a != b, '<': lambda a, b: a < b, '>': lambda a, b: a > b,
               '<=': lambda a, b: a <= b, '>=': lambda a, b: a >= b}
SAME = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': times}
WHOLE = {'|': lambda a, b: a | b, '^': lambda a, b: a ^ b, '&': lambda a, b: a & b, '/': divide,
         '%': lambda a, b: a - b * divide(a, b)}


def binary(sign, a, b):
    kind = common(a.kind, b.kind)

    def cut(function):
        return lambda x, y: function(fit(x, kind), fit(y, kind))
    if sign in ('&&', '||'):
        return spread(lambda x, y: (x != 0 and y != 0) if sign == '&&' else (x != 0 or y != 0), 'bool', a, b)
    if sign in COMPARISONS:
        return spread(cut(COMPARISONS[sign]), 'bool', a, b)
    if sign in SAME:
        return spread(cut(SAME[sign]), kind, a, b)
    if sign == '/' and is_float(kind):
        return spread(cut(divide_floats), kind, a, b)
    if is_float(kind):
        raise Refused
    if sign in ('<<', '>>'):
        kind = promote(a.kind)

        def shift(x, y):
            if not 0 <= y < bits_of(kind):
                raise Refused
            x = fit(x, kind)
            return x << y if sign == '<<' else x >> y
        return spread(shift, kind, a, b)
    return spread(cut(WHOLE[sign]), kind, a, b)


def least(a, b):
    return b if math.isnan(a) else a if math.isnan(b) else min(a, b)


def most(a, b):
    return b if math.isnan(a) else a if math.isnan(b) else max(a, b)


def extreme(array, pick):
    if not array.cells:
        raise Refused
    nans = [cell for cell in array.cells if isinstance(cell, float) and math.isnan(cell)]
    return Array(array.kind, (), [nans[0] if nans else pick(array.cells)])


def total(array):
    if is_float(array.kind):
        return Array('double', (), [math.fsum(array.cells)])
    kind = 'unsigned long long' if promote(array.kind) in ('unsigned int', 'unsigned long long') else 'long long'
    return Array(kind, (), [fit(sum(array.cells), kind)])


def close(a, b):
    a, b = float(a), float(b)
    return a == b or (math.isfinite(b) and abs(a - b) <= 1e-8 + 1e-5 * abs(b))


def difference(a, b):
    a, b = float(a), float(b)
    return 0.0 if a == b or (math.isnan(a) and math.isnan(b)) else a - b


def root(a):
    return math.sqrt(a) if a >= 0 else math.nan


class Maker:
    """Trees as pairs: (text, precedence), and what they come to or None if they are refused."""

    def __init__(self, dice, arrays):
        self.dice, self.arrays = dice, arrays

    def number(self):
        kind = self.dice.randrange(6)
        if kind == 0:
            value = self.dice.getrandbits(self.dice.choice((8, 31, 32, 33, 63, 64)))
            if self.dice.random() < 0.5:
                types = ('int', 'unsigned int', 'long long', 'unsigned long long')
                text = hex(value)
            else:
                types, text = ('int', 'long long', 'unsigned long long'), str(value)
            return text, next(Array(t, (), [value]) for t in types if fit(value, t) == value)
        value = self.dice.choice((0, 1, 2, 3, 5, 7, 8, 31, 100, 255))
        if kind == 1:
            return f'{value}u', Array('unsigned int', (), [value])
        if kind == 2:
            return f'{value}ll', Array('long long', (), [value])
        if kind == 3:
            return f'{value}.5f', Array('float', (), [value + 0.5])
        if kind == 4:
            return f'{value / 4!r}', Array('double', (), [value / 4])
        return str(value), Array('int', (), [value])

    def part(self, extent):
        """One subscript, as text and as Python's."""
        pick = lambda: self.dice.randint(-extent - 2, extent + 2)
        if self.dice.random() < 0.4:
            index = self.dice.randint(-extent, max(extent - 1, 0)) if self.dice.random() < 0.9 else pick()
            return str(index), index
        numbers = [pick() if self.dice.random() < 0.5 else None for _ in range(2)]
        step = self.dice.choice((None, None, 1, 2, 3, -1, -2, 0 if self.dice.random() < 0.1 else 4))
        words = ['' if n is None else str(n) for n in numbers]
        text = ':'.join(words) if step is None and self.dice.random() < 0.7 else ':'.join(words + ['' if step is None
                                                                                                  else str(step)])
        return text, slice(*numbers, step)

    def sliced(self, text, array):
        n = self.dice.randint(1, len(array.shape) + (self.dice.random() < 0.02))
        parts = [self.part(array.shape[min(i, len(array.shape) - 1)]) for i in range(n)]
        if n <= len(array.shape) and self.dice.random() < 0.2:
            # ... is of the axes that are left, which may be none; those behind it are the last
            at, left = self.dice.randint(0, n), len(array.shape) - n
            behind = [self.part(array.shape[i + left]) for i in range(at, n)]
            words = [part[0] for part in parts[:at]] + ['...'] + [part[0] for part in behind]
            parts = parts[:at] + [('', slice(None))] * left + behind
            return self.taken(f'{text}[{", ".join(words)}]', array, parts)
        return self.taken( f'{text}[{", ".join(part[0] for part in parts)}]', array, parts)

    def taken(self, text, array, parts):
        n = len(parts)
        if n > len(array.shape):
            return text, None
        axes, shape = [], []
        for i, extent in enumerate(array.shape):
            part = parts[i][1] if i < n else slice(None)
            try:
                places = list(range(extent))[part]
            except (IndexError, ValueError):
                return text, None
            axes.append([places] if isinstance(places, int) else places)
            shape += [] if isinstance(places, int) else [len(places)]
        return text, Array(array.kind, shape, [get(array, place) for place in itertools.product(*axes)])

    def leaf(self):
        if self.dice.random() < 0.3:
            text, array = self.number()
            return (text, 11), array
        name = self.dice.choice(list(self.arrays))
        array = self.arrays[name]
        text = name
        while array is not None and array.shape and self.dice.random() < 0.4:
            text, array = self.sliced(text, array)
        if array is not None and array.shape and self.dice.random() < 0.1:
            text, array = self.masked(text, array)
        return (text, 11), array

    def masked(self, text, array):
        """Those for which a condition holds: numbers, or whole rows."""
        by_rows = len(array.shape) > 1 and self.dice.random() < 0.5
        sides = ', 0' * (len(array.shape) - 1) if by_rows else ''
        mask = self.taken('', array, [('', slice(None))] + [('', 0)] * (len(array.shape) - 1))[1] if by_rows else array
        text = f'{text}[{text}[:{sides}] > 1]'
        if mask is None:
            return text, None
        chosen = [i for i, cell in enumerate(binary('>', mask, Array('int', (), [1])).cells) if cell]
        inner = math.prod(array.shape[len(mask.shape):])
        return text, Array(array.kind, (len(chosen),) + array.shape[len(mask.shape):],
                           [cell for i in chosen for cell in array.cells[i * inner:(i + 1) * inner]])

    def within(self, tree, least_precedence):
        text, precedence = tree
        return f'({text})' if precedence < least_precedence or self.dice.random() < 0.1 else text

    def compute(self, function, *arrays):
        try:
            return None if any(array is None for array in arrays) else function(*arrays)
        except Refused:
            return None

    def call(self, depth):
        trees, arrays = zip(*(self.tree(depth - 1) for _ in range(2)))
        texts = [self.within(tree, 0) for tree in trees]
        name, function = self.dice.choice((
            ('min', lambda a, b: spread(lambda x, y: least(fit(x, common(a.kind, b.kind)), fit(y, common(a.kind, b.kind))),
                                        common(a.kind, b.kind), a, b)),
            ('max', lambda a, b: spread(lambda x, y: most(fit(x, common(a.kind, b.kind)), fit(y, common(a.kind, b.kind))),
                                        common(a.kind, b.kind), a, b)),
            ('diff', lambda a, b: spread(difference, 'double', a, b)),
            ('allclose', lambda a, b: Array('bool', (), [all(spread(close, 'bool', a, b).cells)]))))
        return (f'{name}({texts[0]}, {texts[1]})', 11), self.compute(function, *arrays)

    def call_one(self, depth):
        tree, array = self.tree(depth - 1)
        name, function = self.dice.choice((
            ('min', lambda a: extreme(a, min)), ('max', lambda a: extreme(a, max)),
            ('any', lambda a: Array('bool', (), [any(a.cells)])), ('all', lambda a: Array('bool', (), [all(a.cells)])),
            ('count', lambda a: Array('long long', (), [sum(cell != 0 for cell in a.cells)])),
            ('abs', lambda a: spread(lambda x: abs(fit(x, promote(a.kind))), promote(a.kind), a)),
            ('sqrt', lambda a: spread(lambda x: root(float(x)), 'float' if a.kind == 'float' else 'double', a)),
            ('sqrtf', lambda a: spread(lambda x: root(to_single(x)), 'float', a)),
            ('isnan', lambda a: spread(lambda x: math.isnan(x), 'bool', a))))
        if name in ('min', 'max', 'any', 'all', 'count') and self.dice.random() < 0.5:
            axis = self.dice.randint(-4, 3) if self.dice.random() < 0.1 else self.dice.choice((0, 1, -1))
            return (f'{name}({self.within(tree, 0)}, axis={axis})', 11), self.compute(
                lambda a: along(function, a, axis), array)
        return (f'{name}({self.within(tree, 0)})', 11), self.compute(function, array)

    def unary(self, depth):
        tree, array = self.tree(depth - 1)
        if self.dice.random() < 0.4:
            kind = self.dice.choice(list(FORMATS))
            name = self.dice.choice((kind, kind, {'long long': 'int64_t', 'unsigned char': 'uint8'}.get(kind, kind)))
            return (f'({name}) {self.within(tree, 11)}', 11), self.compute(
                lambda a: spread(lambda x: x, kind, a), array)
        sign = self.dice.choice('+-~!')

        def apply(a):
            if sign == '!':
                return spread(lambda x: x == 0, 'bool', a)
            kind = promote(a.kind)
            if sign == '~' and is_float(kind):
                raise Refused
            return spread({'+': lambda x: fit(x, kind), '-': lambda x: -fit(x, kind), '~': lambda x: ~x}[sign], kind, a)
        return (f'{sign}{self.within(tree, 11)}', 10.5), self.compute(apply, array)

    def choice(self, depth):
        trees, arrays = zip(*(self.tree(depth - 1) for _ in range(3)))

        def choose(c, a, b):
            kind = a.kind if a.kind == b.kind else common(a.kind, b.kind)
            return spread(lambda x, y, z: fit(y if x != 0 else z, kind), kind, c, a, b)
        return (f'{self.within(trees[0], 1)} ? {self.within(trees[1], 0)} : {self.within(trees[2], 0)}', 0), \
            self.compute(choose, *arrays)

    def tree(self, depth):
        kind = self.dice.random()
        if depth == 0 or kind < 0.15:
            return self.leaf()
        if kind < 0.3:
            return self.unary(depth)
        if kind < 0.37:
            return self.choice(depth)
        if kind < 0.47:
            return self.call(depth)
        if kind < 0.55:
            return self.call_one(depth)
        sign = self.dice.choice(list(PRECEDENCE) + ['+', '-', '*', '/'])
        (left, a), (right, b) = self.tree(depth - 1), self.tree(depth - 1)
        space = self.dice.choice(('', ' '))
        right = self.within(right, PRECEDENCE[sign] + 1)
        # -- and + + are other words
        space = ' ' if right[0] in '+-' else space
        return (f'{self.within(left, PRECEDENCE[sign])}{space}{sign}{space}{right}', PRECEDENCE[sign]), \
            self.compute(lambda x, y: binary(sign, x, y), a, b)

    def top(self):
        tree, array = self.tree(self.dice.randint(0, 4))
        if self.dice.random() > 0.12:
            return tree[0], array, False
        if self.dice.random() < 0.5:
            return f'sum({tree[0]})', self.compute(total, array), True
        return f'mean({tree[0]})', self.compute(
            lambda a: Array('double', (), [math.fsum(map(float, a.cells)) / len(a.cells) if a.cells else math.nan]),
            array), True


def make_arrays(dice):
    arrays = {}
    shapes = [(4, 5), (5,), (4, 1), (3, 4, 5), (1,), (4, 5), (2, 1, 5), (4, 5), (6,), (1300,), (4, 5)]
    for i, kind in enumerate(['bool'] + RANKS):
        count = math.prod(shapes[i])
        if kind == 'bool':
            cells = [dice.random() < 0.5 for _ in range(count)]
        elif is_float(kind):
            cells = [fit(dice.choice((dice.uniform(-9, 9), dice.randint(-3, 3), dice.uniform(-1, 1) * 1e30)), kind)
                     for _ in range(count)]
            cells[0] = [math.nan, math.inf, -0.0][i % 3]
        else:
            cells = [fit(dice.getrandbits(64) if dice.random() < 0.3 else dice.randint(-5, 40), kind) for _ in range(count)]
        arrays['abcdefghijk'[i]] = Array(kind, shapes[i], cells)
    return arrays


def is_same(array, answer, is_rounded):
    kind, shape, cells = (part.split() for part in answer.split('|'))
    if ' '.join(kind) != array.kind or tuple(map(int, shape)) != array.shape or len(cells) != len(array.cells):
        return False
    for cell, word in zip(array.cells, cells):
        got = struct.unpack('<' + FORMATS[array.kind], bytes.fromhex(word))[0]
        if isinstance(cell, float) and (math.isnan(cell) or math.isnan(got)):
            same = math.isnan(cell) and math.isnan(got)
        else:
            same = got == cell or (is_rounded and isinstance(cell, float) and math.isclose(got, cell, rel_tol=1e-15))
        if not same:
            return False
    return True


def main():
    dice = random.Random(14)
    arrays = make_arrays(dice)
    maker = Maker(dice, arrays)
    cases = []
    while len(cases) < CASES:
        try:
            case = maker.top()
        except OverflowError:       # of Python's: an integer that no double holds, or a sum of infinities
            continue
        except ValueError:
            continue
        if len(case[0]) < 2000:
            cases.append(case)
    with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
        for name, array in arrays.items():
            cells = struct.pack(f'<{len(array.cells)}{FORMATS[array.kind]}', *array.cells).hex()
            file.write(f'{name} {SHORT[array.kind]} {",".join(map(str, array.shape))} {cells}\n')
        file.flush()
        run = subprocess.run([sys.argv[1], file.name], input='\n'.join(case[0] for case in cases) + '\n',
                             capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    assert len(answers) == len(cases)
    wrong, good = [], 0
    for (text, array, is_rounded), answer in zip(cases, answers):
        if (array is None) != answer.startswith('! ') or (array is not None and not is_same(array, answer, is_rounded)):
            shown = None if array is None else (array.kind, array.shape, array.cells[:8])
            wrong.append(f'{text}: {answer[:200]}, but Python has {shown}')
        good += array is not None
    print('1..2')
    print('\n'.join(f'# {line}' for line in wrong[:20]))
    print('ok' if not wrong else 'not ok', f'1 - /core/evaluator/agrees-with-python # {len(wrong)} of {CASES} differ')
    print('ok' if CASES // 5 < good < CASES * 9 // 10 else 'not ok',
          f'2 - /core/evaluator/oracle-saw-good-and-bad # {good} of {CASES} have a value')


main()
