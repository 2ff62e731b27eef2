#!/usr/bin/env python3
"""`gridloom-cli new` writes kernels that compute what their definitions say: TAP.

Every definition, by hand or random, is written, run on the simulator and compared with what plain Python makes of the
same inputs; all of them are compiled by nvcc with every warning, where there is one. GRIDLOOM_GENERATOR_SEED and
GRIDLOOM_GENERATOR_COUNT choose other random definitions, and how many of each form; GRIDLOOM_GENERATOR_BACKEND what runs
them, cuda:0 say.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import itertools
import math
import os
import random

from definitions import (BACKEND, SEED, Cell, add_nvcc, check_elementwise, check_stencil, compare, e, python,
                         random_elementwise, random_expression, random_shape, random_stencil, run, s, write)
from harness import Folder, add, expect_equal, main, run_json

COUNT = int(os.environ.get('GRIDLOOM_GENERATOR_COUNT', '12'))

ELEMENTWISE = {
    'squared-difference': e('float32 x, float32 y', 'float32 z', 'z = (x - y) * (x - y)', (33, 47),
                            lambda c: (c.x - c.y) ** 2),
    'letter': e('T x, T y', 'T z', 'z = (x - y) * (x - y)', (1000,), lambda c: (c.x - c.y) ** 2, types='T=float64'),
    'two-letters': e('T x, U y', 'T z', 'T t = x; z = t + y', (31, 5), lambda c: c.x + c.y, types='T=int64, U=int16'),
    'raw-reversed': e('raw T y', 'T z', 'z = y[_ind.size() - i - 1]', (77,),
                      lambda c: c.raw('y', c.size - c.i - 1), types='T=int32'),
    'raw-neighbours': e('T x, raw T y', 'T z', 'z = x + y[i > 0 ? i - 1 : 0]', (9, 31),
                        lambda c: c.x + c.raw('y', max(c.i - 1, 0))),
    'indices': e('float32 x', 'int32 z', 'z = _ind.get()[0] * 1000 + _ind.get()[1]', (40, 50),
                 lambda c: c.ind[0] * 1000 + c.ind[1]),
    'indices-3d': e('float32 x', 'int32 z', 'for (int k = 0; k < 3; k++) z = z * 100 + _ind.get()[k]', (5, 6, 7),
                    lambda c: c.ind[0] * 10000 + c.ind[1] * 100 + c.ind[2]),
    'index-1d': e('', 'int64 z', 'z = i * i', (1001,), lambda c: c.i ** 2),
    'row': e('float32 x, float32 r', 'float32 z', 'z = x * r', (37, 53), lambda c: c.x * c.r, shape='r=53'),
    'column': e('float32 x, float32 k', 'float32 z', 'z = x - k', (37, 53), lambda c: c.x - c.k, shape='k=37,1'),
    'outer-product': e('int32 x, int32 y', 'int32 z', 'z = x * y', (19, 45), lambda c: c.x * c.y,
                       shape='x=19,1; y=45'),
    'single-cell': e('float32 x, float32 s', 'float32 z', 'z = x + s', (7, 70), lambda c: c.x + c.s, shape='s=()'),
    'planes-and-columns': e('int32 p, int32 v', 'int32 z', 'z = p * 100 + v', (3, 5, 34), lambda c: c.p * 100 + c.v,
                            shape='p=3,1,34; v=5,1'),
    'planes-and-rows': e('int32 p', 'int32 z', 'z = p', (3, 5, 9), lambda c: c.p, shape='p=3,5,1'),
    'scalar': e('float32 x, float32 s', 'float32 z', 'z = s * x', (129,), lambda c: c.s * c.x, scalars={'s': 2.5}),
    'several-statements': e('float32 x', 'float32 z', 'float t = x * 2;\nif (t > 3)\n  t = 3;\nz = t', (20, 20),
                            lambda c: min(c.x * 2, 3)),
    'two-outputs': e('int32 x, int32 y', 'int32 q, int32 r', 'q = x / y; r = x % y', (30, 11),
                     {'q': lambda c: c.x // c.y, 'r': lambda c: c.x % c.y}),
    'half': e('float16 x, float16 y', 'float16 z', 'z = x * y + 1', (24, 50), lambda c: c.x * c.y + 1),
    'half-that-adds': e('T x', 'T z', 'if (x > 2) z += x; else z = 1', (24, 50), lambda c: c.x if c.x > 2 else 1,
                        types='T=float16'),
    'complex': e('complex64 x, complex64 y', 'complex64 z', 'z = x * y + 1', (17, 40), lambda c: c.x * c.y + 1),
    'complex-quotient': e('complex128 x, complex128 y', 'complex128 z', 'z = x / y - conj (x)', (100,),
                          lambda c: c.x / c.y - c.x.conjugate()),
    'complex-parts': e('complex64 x', 'float32 r, float32 a', 'r = real (x) - x.imag (); a = abs (x)', (6, 6),
                       {'r': lambda c: c.x.real - c.x.imag, 'a': lambda c: abs(c.x)}),
    'bytes': e('uint8 x, uint8 y', 'uint8 z', 'z = x * y + 200', (64, 3), lambda c: c.x * c.y + 200),
    'bool': e('bool x, float32 y', 'bool z', 'z = !x && y > 2', (13, 13), lambda c: not c.x and c.y > 2),
    'unsigned': e('uint32 x', 'uint64 z', 'z = (unsigned long long) x << 33', (77,), lambda c: c.x << 33),
    'names-of-its-own': e('float32 cols, float32 row, float32 n', 'float32 col', 'col = cols + row * n', (23, 29),
                          lambda c: c.cols + c.row * c.n),
    'function': e('float32 x', 'float32 z', 'z = twice (x)', (64,), lambda c: 2 * c.x,
                  preamble='__device__ inline float\ntwice (float x)\n{\n  return 2 * x;\n}'),
    'trigonometry': e('float64 x', 'float64 z', 'z = sin (x) * exp (-x)', (50, 9),
                      lambda c: math.sin(c.x) * math.exp(-c.x)),
    'comments': e('int x', 'int z', 'z = x; // as it is\n/* and\n more */ z += 1;', (5, 5), lambda c: c.x + 1),
    'continue': e('int32 x', 'int32 z', 'if (x % 3 == 0) { z = -1; continue; }\nz = 0;\nfor (int k = 0; k < 5; k++)\n'
                  '  if (k == x % 5) continue; else z += k;\ndo { if (z > 9) continue; z++; } while (z < 10);', (30, 7),
                  lambda c: -1 if c.x % 3 == 0 else max(10, 10 - c.x % 5)),
    'continue-half': e('float16 x', 'float16 z', 'z = x; if (x > 2) continue; z = 7', (20, 9),
                       lambda c: c.x if c.x > 2 else 7),
    'raw-of-an-input': e('int32 x', 'int32 z', 'z = x + _raw_x[_ind.size () - 1 - i]', (77,),
                         lambda c: c.x + c.raw('x', c.size - 1 - c.i)),
    'underscores': e('int32 _m, int32 _', 'int32 _z', '_z = _m * 100 + _', (12, 12), lambda c: c._m * 100 + c._),
    'macro-on-two-lines': e('int32 x', 'int32 z', 'z = TWICE (x)', (64,), lambda c: 2 * c.x,
                            preamble='#define TWICE(v) \\\n  (2 * (v))'),
    'sum-that-cancels': e('float32 x, float32 m, float32 s, float32 r', 'float32 z', 'float t = (x - m) / s; z = t * r + m - t',
                          (50, 60), lambda c: (c.x - c.m) / c.s * c.r + c.m - (c.x - c.m) / c.s),
    'narrow': e('short x', 'short z', 'z = -x', (300, 3), lambda c: -c.x),
}

FOLDS = {
    'sum': ('a + b', '0', lambda a, b: a + b, 0),
    'product': ('a * b', '1', lambda a, b: a * b, 1),
    'least': ('a < b ? a : b', '1000', min, 1000),
    'largest': ('max (a, b)', '-1000', max, -1000),
}


def check_reduction(parts, over, shape, fold, function, last, scalars):
    with Folder() as folder:
        arrays, _, text = run(folder, 'reduction', parts)
        groups = {}
        for place in itertools.product(*map(range, shape)):
            key = () if over == 'all' else place[:1] if over == 'rows' else place[1:]
            value = function(Cell(arrays, place, shape, scalars))
            groups[key] = FOLDS[fold][2](groups.get(key, FOLDS[fold][3]), value)
        for name, post in last.items():
            compare(name, arrays[name], lambda place, p=post: p(groups[() if over == 'all' else place]))


def r(inputs, outputs, shape, fold, function, /, over='all', last=None, scalars=None, **more):
    name = outputs.split()[-1]
    parts = {'inputs': inputs, 'outputs': outputs, 'map': 'x', 'reduce': FOLDS[fold][0], 'identity': FOLDS[fold][1],
             'post-map': f'{name} = a', 'over': over, **more}
    parts['shape'] = ','.join(map(str, shape)) + (';' + more['shape'] if 'shape' in more else '')
    if scalars:
        parts['values'] = '; '.join(f'{k}={v}' for k, v in scalars.items())
    return parts, over, shape, fold, function, last or {name: lambda a: a}, scalars or {}


REDUCTION = {
    'sum': r('int32 x', 'int64 y', (1000,), 'sum', lambda c: c.x),
    'sum-of-one': r('float32 x', 'float32 y', (1,), 'sum', lambda c: c.x),
    'sum-of-a-warp': r('float32 x', 'float32 y', (31,), 'sum', lambda c: c.x),
    'norm': r('T x', 'T y', (100, 77), 'sum', lambda c: c.x * c.x, map='x * x', **{'post-map': 'y = sqrt (a)'},
              last={'y': math.sqrt}),
    'mean': r('float64 x', 'float64 y', (63, 65), 'sum', lambda c: c.x,
              **{'post-map': 'y = a / (_in_ind.size() / _out_ind.size())'}, last={'y': lambda a: a / (63 * 65)}),
    'mean-of-rows': r('float64 x', 'float64 y', (33, 300), 'sum', lambda c: c.x, over='rows',
                      **{'post-map': 'y = a / (_in_ind.size() / _out_ind.size())'}, last={'y': lambda a: a / 300}),
    'dot-product': r('int32 x, int32 v', 'int32 y', (3000,), 'sum', lambda c: c.x * c.v, map='x * v'),
    'broadcast': r('int32 x, int32 v', 'int32 y', (50, 37), 'sum', lambda c: c.x * c.v, map='x * v', shape='v=37'),
    'broadcast-3d': r('int32 x, int32 v', 'int32 y', (5, 6, 37), 'sum', lambda c: c.x * c.v, map='x * v',
                      shape='v=6,1'),
    'only-broadcast': r('int32 x, int32 v', 'int32 y', (50, 37), 'sum', lambda c: c.x * c.v, map='x * v',
                        shape='x=50,1; v=37'),
    'largest': r('int16 x', 'int16 y', (45, 45), 'largest', lambda c: c.x),
    'least': r('float32 x', 'float32 y', (64, 64), 'least', lambda c: c.x),
    'product': r('float64 x', 'float64 y', (11,), 'product', lambda c: c.x),
    'rows': r('float32 x', 'float32 y', (45, 70), 'sum', lambda c: c.x, over='rows'),
    'narrow-rows': r('int32 x', 'int32 y', (45, 3), 'sum', lambda c: c.x, over='rows'),
    'long-rows': r('int32 x', 'int32 y', (3, 5000), 'largest', lambda c: c.x * c.x, over='rows', map='x * x'),
    'columns': r('float32 x', 'float32 y', (45, 70), 'sum', lambda c: c.x, over='columns'),
    'few-columns': r('int32 x', 'int32 y', (450, 3), 'sum', lambda c: c.x, over='columns'),
    'columns-by-rows': r('int32 x, int32 v', 'int32 y', (45, 70), 'sum', lambda c: c.x * c.v, over='columns',
                         map='x * v', shape='v=45,1'),
    'half': r('float16 x', 'float16 y', (200,), 'largest', lambda c: c.x),
    'half-rows': r('float16 x', 'float32 y', (20, 50), 'sum', lambda c: c.x, over='rows'),
    'complex': r('complex64 x', 'complex64 y', (20, 50), 'sum', lambda c: c.x * c.x, map='x * x'),
    'complex-columns': r('complex128 x', 'complex128 y', (20, 50), 'sum', lambda c: c.x, over='columns'),
    'scalar': r('int32 x, int32 s', 'int32 y', (999,), 'sum', lambda c: c.x * c.s, map='x * s',
                scalars={'s': 3}),
    'index': r('int32 x', 'int64 y', (40, 30), 'sum', lambda c: c.x * c.i, map='x * (long long) i'),
    'two-outputs': r('float64 x', 'float64 y, float64 w', (30, 40), 'sum', lambda c: c.x,
                     **{'post-map': 'y = a; w = 2 * a'}, last={'y': lambda a: a, 'w': lambda a: 2 * a}),
    'type-of-its-own': r('uint8 x', 'float32 y', (100, 9), 'sum', lambda c: c.x, **{'reduce-type': 'int64'}),
    'block-of-100': r('int32 x', 'int32 y', (5000,), 'sum', lambda c: c.x, block='100'),
    'grid-of-7': r('int32 x', 'int32 y', (5000,), 'sum', lambda c: c.x, grid='7'),
    'bool': r('bool x', 'int32 y', (40, 33), 'sum', lambda c: int(c.x)),
}


def five_points(at, place):
    return 0.25 * (at('f', -1, 0) + at('f', 1, 0) + at('f', 0, -1) + at('f', 0, 1))


FIVE = 'g[0,0] = 0.25*(f[-1,0]+f[1,0]+f[0,-1]+f[0,1])'
STENCIL = {
    'five-points': s('f, g: float64[2D]', FIVE, (33, 47), five_points, 1),
    'five-points-by-rows': s('f, g: float64[2D]', FIVE, (33, 47), five_points, 1, mapping='row'),
    'five-points-by-strides': s('f, g: float64[2D]', FIVE, (33, 47), five_points, 1, mapping='grid-stride'),
    'few-blocks': s('f, g: float64[2D]', FIVE, (33, 47), five_points, 1, mapping='grid-stride', grid='2,1'),
    'more-ghosts': s('f, g: float64[2D]', FIVE, (33, 47), five_points, 3, **{'ghost-layers': '3'}),
    'trimmed': s('f, g: float64[2D]', FIVE, (7, 5), five_points, 1, fit='trim'),
    'whole-warps': s('f, g: float64[2D]', FIVE, (9, 11), five_points, 1, fit='warp'),
    'line': s('f, g: float32[1D]', 'g[0] = 0.5f * (f[-1] + f[1])', (1001,),
              lambda at, p: 0.5 * (at('f', -1) + at('f', 1)), 1),
    'upwind': s('f, g: float32[1D]', 'g[0] = f[0] - f[-2]', (100,), lambda at, p: at('f', 0) - at('f', -2), 2),
    'seven-points': s('f, g: float32[3D]',
                      'g[0,0,0] = f[1,0,0]+f[-1,0,0]+f[0,1,0]+f[0,-1,0]+f[0,0,1]+f[0,0,-1]-6*f[0,0,0]', (9, 10, 35),
                      lambda at, p: at('f', 1, 0, 0) + at('f', -1, 0, 0) + at('f', 0, 1, 0) + at('f', 0, -1, 0)
                      + at('f', 0, 0, 1) + at('f', 0, 0, -1) - 6 * at('f', 0, 0, 0), 1),
    'seven-points-by-rows': s('f, g: int32[3D]', 'g[0,0,0] = f[1,0,0] - f[0,0,-1]', (9, 10, 35),
                              lambda at, p: at('f', 1, 0, 0) - at('f', 0, 0, -1), 1, mapping='row'),
    'centre': s('f, g: float64[3D]', 'g.center() = 2 * f.center()', (4, 5, 6), lambda at, p: 2 * at('f', 0, 0, 0)),
    'triangle': s('g: float64[2D]', 'g[0,0] = 1', (16, 16), lambda at, p: 1,
                  slices=[lambda p: range(16), lambda p: range(p[0], 16)], slice='[:, y:]'),
    'triangle-by-8': s('g: float64[2D]', 'g[0,0] = 1', (16, 16), lambda at, p: 1,
                       slices=[lambda p: range(16), lambda p: range(p[0], 16)], slice='[:, y:]', block='8,8',
                       grid='2,2'),
    'lower-triangle': s('g: int32[2D]', 'g[0,0] = x + 1', (16, 21), lambda at, p: p[1] + 1,
                        slices=[lambda p: range(16), lambda p: range(0, p[0] + 1)], slice='[:, :y + 1]'),
    'triangle-by-rows': s('g: float64[2D]', 'g[0,0] = 1', (16, 16), lambda at, p: 1,
                          slices=[lambda p: range(16), lambda p: range(p[0], 16)], slice='[:, y:]', mapping='row'),
    'triangle-of-neighbours': s('f, g: float64[2D]', FIVE, (16, 16), five_points, 1,
                                slices=[lambda p: range(1, 15), lambda p: range(p[0] - 2, 15)], slice='[:, y - 2:]'),
    'every-second': s('f, g: int32[2D]', 'g[0,0] = f[0,0]', (20, 21), lambda at, p: at('f', 0, 0),
                      slices=[lambda p: range(1, 20, 2), lambda p: range(0, 21, 3)], slice='1::2, ::3'),
    'every-second-by-strides': s('f, g: int32[2D]', 'g[0,0] = f[0,0]', (90, 91), lambda at, p: at('f', 0, 0),
                                 slices=[lambda p: range(1, 88, 2), lambda p: range(5, 91, 3)], slice='1:-2:2, 5::3',
                                 mapping='grid-stride', grid='1,2'),
    'part': s('f, g: int32[2D]', 'g[0,0] = f[0,0]', (20, 21), lambda at, p: at('f', 0, 0),
              slices=[lambda p: range(3, 9), lambda p: range(4, 19)], slice='[3:9, 4:-2]'),
    'one-row': s('f, g: int32[2D]', 'g[0,0] = f[0,0]', (20, 21), lambda at, p: at('f', 0, 0),
                 slices=[lambda p: range(5, 6), lambda p: range(21)], slice='5, :'),
    'half-of-the-rows': s('f, g: int32[2D]', 'g[0,0] = f[0,0]', (20, 21), lambda at, p: at('f', 0, 0),
                          slices=[lambda p: range(10), lambda p: range(21)], slice='[:rows / 2, :]'),
    'two-fields': s('f, g, h: float32[2D]', 'g[0,0] = f[0,1] - f[0,-1]\nh[0,0] = f[1,0] - f[-1,0]', (20, 30),
                    {'g': lambda at, p: at('f', 0, 1) - at('f', 0, -1),
                     'h': lambda at, p: at('f', 1, 0) - at('f', -1, 0)}, 1),
    'values-between': s('f, g: float64[2D]', 's = f[0,1] - f[0,-1]\nlong k = x\ng[0,0] = s * s + k', (20, 30),
                        lambda at, p: (at('f', 0, 1) - at('f', 0, -1)) ** 2 + p[1], 1),
    'several-lines': s('f, g: int32[2D]', 'g[0,0] = f[0,0] +\n  2 * (f[0,1]\n  - f[1,0])', (20, 30),
                       lambda at, p: at('f', 0, 0) + 2 * (at('f', 0, 1) - at('f', 1, 0)), 1),
    'parameter': s('f, g: float64[2D]', 'g[0,0] = (1 - w) * f[0,0] + w * f[0,1]', (20, 30),
                   lambda at, p: 0.75 * at('f', 0, 0) + 0.25 * at('f', 0, 1), 1, parameters='float64 w',
                   values='w=0.25'),
    'half': s('f, g: float16[2D]', 'g[0,0] = f[0,1] + f[1,0]', (20, 30),
              lambda at, p: at('f', 0, 1) + at('f', 1, 0), 1),
    'complex': s('f, g: complex64[2D]', 'g[0,0] = f[0,1] * f[1,0]', (20, 30),
                 lambda at, p: at('f', 0, 1) * at('f', 1, 0), 1),
    'adds': s('f, g: int32[2D]', 'g[0,0] += f[0,1]', (20, 30), lambda at, p: at('f', 0, 1), 1),
    'two-types': s('f: float32[2D]; g: float64[2D]', 'g[0,0] = f[0,1]', (20, 30), lambda at, p: at('f', 0, 1), 1),
}

def random_reduction(rng):
    over = rng.choice(['all', 'rows', 'columns'])
    shape = random_shape(rng, (1, 2, 3) if over == 'all' else (2,))
    fold = rng.choice(['sum', 'least', 'largest'])
    kind = rng.choice(['int16', 'int32', 'int64', 'float32', 'float64'])
    result = 'float64' if kind[0] == 'f' else 'int64'
    more = {}
    if over != 'columns' and rng.random() < 0.5:
        more['block'] = rng.choice(['32', '64', '96', '256', '1024', '33', '1'])
    own = [1 if rng.random() < 0.4 else extent for extent in shape]
    expression = random_expression(rng, ['x', 'v'], 1)
    code = compile(python(expression), expression, 'eval')
    identity = {'sum': '0', 'least': '100000', 'largest': '-100000'}[fold]
    parts = r(f'{kind} x, {kind} v', f'{result} y', shape, fold, lambda c: eval(code, {'x': c.x, 'v': c.v}), over,
              map=expression, shape='v=' + ','.join(map(str, own)), **more)
    parts[0]['identity'] = identity
    if fold == 'largest':
        parts[0]['reduce'] = 'a > b ? a : b'
    return parts


def check_raw(parts, shape, function):
    with Folder() as folder:
        arrays, report, text = run(folder, 'raw', {**parts, 'shape': ','.join(map(str, shape))})
        compare('c', arrays['c'], lambda place: function(Cell(arrays, place, shape, {}), place))
        expect_equal(report['coverage']['arrays']['c']['written'], math.prod(shape), text)


RAW = {
    'sum': ({'parameters': 'const float32 *a, const float *b, float *c', 'rank': '2'}, (33, 47),
            lambda c, p: c.a + c.b),
    'indices': ({'parameters': 'int64 *c', 'rank': '3'}, (5, 6, 7), lambda c, p: sum(p)),
    'own-extents': ({'parameters': 'double *c, int width, int height', 'rank': '2', 'body': 'c[y * width + x] = i'},
                    (20, 30), lambda c, p: p[0] * 30 + p[1]),
    'line': ({'parameters': 'const uint8_t *a, unsigned char *c, int n', 'rank': '1'}, (1001,), lambda c, p: c.a),
    'index-of-a-line': ({'parameters': 'const float32 *x, float32 *c, int n', 'rank': '1', 'body': 'c[i] = 2 * x[i]'},
                        (77,), lambda c, p: 2 * c.x),
    'half': ({'parameters': 'const half *a, half *c', 'rank': '1'}, (101,), lambda c, p: c.a),
    'names-of-axes': ({'parameters': 'const float *x, float *c', 'rank': '2', 'body': 'c[i] = x[i] + row'}, (9, 8),
                      lambda c, p: c.x + p[0]),
}


def expected_values_follow_the_shape(over):
    """Somebody makes the array of a reduction larger, by its shape alone."""
    with Folder() as folder:
        _, text = write(folder, 'reduction', {
            'inputs': 'int32 x, int32 v', 'outputs': 'int64 y', 'map': 'x * v + i', 'reduce': 'a + b', 'identity': '0',
            'post-map': 'y = a + _in_ind.size()', 'over': over, 'shape': '24,40'})
        report = run_json(folder.write('larger.cu', text), f'--backend={BACKEND}', '--shape=31,57')
        outputs = report['coverage']['arrays']['y']
        expect_equal(outputs['written'], {'all': 1, 'rows': 31, 'columns': 57}[over], outputs)
        expect_equal(report['check']['mismatches'], 0, text)


for title, row in ELEMENTWISE.items():
    add(f'elementwise-{title}', lambda row=row: check_elementwise(row[0], row[1], row[2], **row[3]))
for title, row in REDUCTION.items():
    add(f'reduction-{title}', check_reduction, *row)
for title in ('all', 'rows', 'columns'):
    add(f'expected-values-of-{title}-follow-the-shape', expected_values_follow_the_shape, title)
for title, row in STENCIL.items():
    add(f'stencil-{title}', check_stencil, *row)
for title, row in RAW.items():
    add(f'raw-{title}', check_raw, *row)
for count in range(COUNT):
    seeded = [random.Random(f'{SEED} {form} {count}') for form in 'ers']
    one = random_elementwise(seeded[0])
    add(f'elementwise-random-{count}', lambda one=one: check_elementwise(one[0], one[1], one[2], **one[3]))
    add(f'reduction-random-{count}', check_reduction, *random_reduction(seeded[1]))
    add(f'stencil-random-{count}', check_stencil, *random_stencil(seeded[2]))
add_nvcc()
main()
