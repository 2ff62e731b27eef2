#!/usr/bin/env python3
"""The stand-in for helper_math.h, each of its functions held against Python's double precision.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import array
import math
import operator

from harness import Folder, case, cli, expect, expect_equal, main, settings

THREADS = 32
LANES = 'xyzw'


def float_of(thread, salt):
    """A number that single precision holds exactly, never nought: as the kernel computes it."""
    return ((thread * 37 + salt * 11) % 61 - 30.5) * 0.25


def int_of(thread, salt):
    return (thread * 37 + salt * 11) % 61 - 30


def uint_of(thread, salt):
    return (thread * 37 + salt * 11) % 61


OF = {'float': float_of, 'int': int_of, 'uint': uint_of}
C_OF = {'float': '((({t}) * 37 + {s} * 11) % 61 - 30.5f) * 0.25f', 'int': '(({t}) * 37 + {s} * 11) % 61 - 30',
        'uint': '(unsigned) ((({t}) * 37 + {s} * 11) % 61)'}


def number(kind, name, thread):
    return OF[kind](thread, ord(name) * 5)


def vector(kind, n, name, thread):
    return tuple(OF[kind](thread, ord(name) * 5 + lane + 1) for lane in range(n))


def wrap(kind, value):
    return value % 2**32 if kind == 'uint' else value


def each(function, *operands):
    """Lane by lane; numbers are the same for each lane."""
    n = max(len(operand) for operand in operands if isinstance(operand, tuple))
    return tuple(function(*(operand[lane] if isinstance(operand, tuple) else operand for operand in operands))
                 for lane in range(n))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def clamp(value, low, high):
    return max(low, min(value, high))


def smoothstep(a, b, x):
    y = clamp((x - a) / (b - a), 0, 1)
    return y * y * (3 - 2 * y)


def fraction(value):
    return value - math.floor(value)


OPERATORS = {'+': operator.add, '-': operator.sub, '*': operator.mul, '/': operator.truediv}


def rows():
    """Expressions of a, b, c (vectors) and s, t (numbers), with what they are by these values."""
    for kind in 'float', 'int', 'uint':
        for n in 2, 3, 4:
            def lanes(function, kind=kind):
                return lambda *operands: each(lambda *x: wrap(kind, function(*x)), *operands)

            type_of = f'{kind}{n}'
            for sign, function in OPERATORS.items():
                if sign == '/' and kind != 'float':
                    continue
                for left, right in ('a', 'b'), ('a', 's'), ('s', 'b'):
                    yield kind, n, f'{left} {sign} {right}', (
                        lambda v, f=lanes(function), l=left, r=right: f(v[l], v[r]))
                for right in 'b', 's':
                    yield kind, n, f'([&] {{ {type_of} r = a; r {sign}= {right}; return r; }}) ()', (
                        lambda v, f=lanes(function), r=right: f(v['a'], v[r]))
            if kind != 'uint':
                yield kind, n, '-a', lambda v, f=lanes(operator.neg): f(v['a'])
            yield kind, n, 'dot (a, b)', lambda v, kind=kind: wrap(kind, dot(v['a'], v['b']))
            low, high = ('-2.5f', '3.25f') if kind == 'float' else ('-4', '7') if kind == 'int' else ('4u', '40u')
            bounds = float(low.rstrip('fu')), float(high.rstrip('fu'))
            yield kind, n, f'clamp (a, {low}, {high})', (
                lambda v, f=lanes(clamp), bounds=bounds: f(v['a'], *bounds))
            yield kind, n, 'clamp (a, b, c)', lambda v, f=lanes(clamp): f(v['a'], v['b'], v['c'])
            yield kind, n, f'make_{type_of} (s)', lambda v, n=n: (v['s'],) * n
            least, most = ('fminf', 'fmaxf') if kind == 'float' else ('min', 'max')
            yield kind, n, f'{least} (a, b)', lambda v, f=lanes(min): f(v['a'], v['b'])
            yield kind, n, f'{most} (a, b)', lambda v, f=lanes(max): f(v['a'], v['b'])
            if n < 4:
                yield kind, n + 1, f'make_{kind}{n + 1} (make_{type_of} (a.x, a.y{", a.z" if n == 3 else ""}), s)', (
                    lambda v: v['a'][:-1] + (v['s'],))
                yield kind, n + 1, f'make_{type_of} (a)', lambda v: v['a'][:-1]
            if n > 2:
                yield kind, n, f'make_{type_of} (make_{kind}{n - 1} (a.x, a.y{", a.z" if n == 4 else ""}))', (
                    lambda v: v['a'][:-1] + (0,))
            for other in {'float', 'int', 'uint'} - {kind}:
                if kind != 'uint' and other != 'float':
                    yield kind, n, f'make_{type_of} (make_{other}{n} (abs (s) + 2))', (
                        lambda v, n=n: (int(abs(v['s'])) + 2,) * n)
            if kind == 'int':
                yield kind, n, 'abs (a)', lambda v, f=lanes(abs): f(v['a'])
            if kind != 'float':
                continue
            yield kind, n, 'length (a)', lambda v: math.sqrt(dot(v['a'], v['a']))
            yield kind, n, 'normalize (a)', (
                lambda v: tuple(x / math.sqrt(dot(v['a'], v['a'])) for x in v['a']))
            yield kind, n, 'lerp (a, b, t)', (
                lambda v, f=lanes(lambda a, b, t: a + t * (b - a)): f(v['a'], v['b'], v['t']))
            yield kind, n, 'smoothstep (b, b + 5.0f, a)', (
                lambda v, f=lanes(lambda a, b: smoothstep(b, b + 5, a)): f(v['a'], v['b']))
            yield kind, n, 'floorf (a)', lambda v, f=lanes(math.floor): f(v['a'])
            yield kind, n, 'fracf (a)', lambda v, f=lanes(fraction): f(v['a'])
            yield kind, n, 'fabs (a)', lambda v, f=lanes(abs): f(v['a'])
            yield kind, n, 'fmodf (a, b)', lambda v, f=lanes(math.fmod): f(v['a'], v['b'])
    yield 'float', 3, 'cross (a, b)', lambda v: (
        v['a'][1] * v['b'][2] - v['a'][2] * v['b'][1], v['a'][2] * v['b'][0] - v['a'][0] * v['b'][2],
        v['a'][0] * v['b'][1] - v['a'][1] * v['b'][0])
    yield 'float', 3, 'reflect (a, normalize (b))', lambda v: tuple(
        x - 2 * y * dot(v['a'], v['b']) / dot(v['b'], v['b']) for x, y in zip(v['a'], v['b']))
    yield 'float', 2, 'lerp (s, t, 0.25f)', lambda v: v['s'] + 0.25 * (v['t'] - v['s'])
    yield 'float', 2, 'fracf (s)', lambda v: fraction(v['s'])
    yield 'float', 2, 'clamp (s, -1.0f, 2.0f)', lambda v: clamp(v['s'], -1, 2)
    yield 'float', 2, 'smoothstep (-4.0f, 4.0f, s)', lambda v: smoothstep(-4, 4, v['s'])
    yield 'int', 2, 'clamp (s, -1, 2)', lambda v: clamp(v['s'], -1, 2)


def source(table):
    lines = ['#include "helper_math.h"', '__device__ void put (double *o, double v) { o[0] = v; }']
    for kind in 'float', 'int', 'uint':
        for n in 2, 3, 4:
            lanes = ' '.join(f'o[{lane}] = v.{LANES[lane]};' for lane in range(n))
            lines.append(f'__device__ void put (double *o, {kind}{n} v) {{ {lanes} }}')
    lines.append('__global__ void all (double *out)\n{\n  const int i = threadIdx.x;')
    for row, (kind, n, text, _) in enumerate(table):
        names = [f'const {kind}{n} {name} = {{ ' + ', '.join(
            C_OF[kind].format(t='i', s=ord(name) * 5 + lane + 1) for lane in range(n)) + ' };' for name in 'abc']
        numbers = [f'const {kind} {name} = {C_OF[kind].format(t="i", s=ord(name) * 5)};' for name in 'st']
        lines.append('  { ' + ' '.join(names + numbers) + f' put (out + ({row} * {THREADS} + i) * 4, {text}); }}')
    lines.append('}')
    return '\n'.join(lines) + '\n'


@case
def every_function_gives_what_double_precision_does():
    table = list(rows())
    expect(len(table) > 200, len(table))
    with Folder() as folder:
        file = folder.write('vectors.cu', source(table) + settings(
            f'[launch]\nkernel=all\nblock={THREADS}\ngrid=1\n[arg out]\nshape={len(table) * THREADS * 4}\n'))
        result = cli('run', file, '--output', folder('out'))
        expect_equal(result.status, 0, result)
        with open(folder('out/out.npy'), 'rb') as npy:
            data = npy.read()
        found = array.array('d', data[10 + int.from_bytes(data[8:10], 'little'):])
    for row, (kind, n, text, oracle) in enumerate(table):
        for thread in range(THREADS):
            values = {name: vector(kind, n, name, thread) for name in 'abc'}
            values.update({name: number(kind, name, thread) for name in 'st'})
            expected = oracle(values)
            expected = expected if isinstance(expected, tuple) else (expected,)
            start = (row * THREADS + thread) * 4
            for lane, value in enumerate(expected):
                got = found[start + lane]
                # A sum can cancel; no operand is larger than 16.
                expect(abs(got - value) <= (1e-4 if kind == 'float' else 0) * max(1, abs(value)),
                       f'{kind}{n} {text}, thread {thread}, lane {lane}: {got} instead of {value}')


if __name__ == '__main__':
    main()
