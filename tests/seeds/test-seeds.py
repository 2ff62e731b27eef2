#!/usr/bin/env python3
"""What the introductions to Charm4py, pystencils, PyCUDA, Numba and CuPy show, as documents: TAP.

Coverage is counted and values are computed here from what each document says it fills its arrays with.
GRIDLOOM_SEEDS_BACKEND chooses what runs them, cuda:0 say.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import itertools
import math
import os
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'cli'))
from harness import Folder, KERNELS, add, case, cli, codes, expect, expect_equal, main, run_json  # noqa: E402

BACKEND = os.environ.get('GRIDLOOM_SEEDS_BACKEND', 'sim')
TOLERANCES = {'e': 1e-3, 'f': 1e-6, 'd': 1e-13}
CODES = {'f2': 'e', 'f4': 'f', 'f8': 'd', 'i4': 'i', 'i2': 'h'}


def read(path):
    """The shape, the letter of the type and the values of a .npy file."""
    data = pathlib.Path(path).read_bytes()
    end = 10 + int.from_bytes(data[8:10], 'little')
    header = ast.literal_eval(data[10:end].decode())
    code = CODES[header['descr'][1:]]
    return header['shape'], code, struct.unpack(f'<{(len(data) - end) // struct.calcsize(code)}{code}', data[end:])


def compare(path, function, tolerance=None):
    """@function gives what a place holds; None: anything."""
    shape, code, values = read(path)
    places = list(itertools.product(*map(range, shape)))
    expect_equal(len(values), len(places))
    allowed = TOLERANCES.get(code, 0) if tolerance is None else tolerance
    for place, value in zip(places, values):
        wanted = function(*place)
        expect(abs(value - wanted) <= allowed * abs(wanted), f'{path}{list(place)} is {value}, not {wanted}')
    return values


def run(path, folder, *options, status=0):
    """Runs a document into a folder; nothing may trap, and what it expects of itself must hold."""
    report = run_json(path, f'--backend={BACKEND}', '--output', folder('out'), *options, status=status)
    expect(report['trap'] is None, report['trap'])
    if report['check'] is not None and status == 0:
        expect_equal(report['check']['mismatches'], 0)
    return report


def check(path, options, idle, counts, values, said=()):
    """@counts: written, rewritten and writes of arrays; @values: a function for each array, with a tolerance or not."""
    with Folder() as folder:
        report = run(path, folder, *options)
        expect_equal(sorted(codes(report)), sorted(said), report['warnings'])
        expect_equal(report['coverage']['idle_threads'], idle, report)
        for name, count in counts.items():
            got = report['coverage']['arrays'][name]
            expect_equal([got[key] for key in ('written', 'rewritten', 'writes')][:len(count)], list(count), name, got)
        for name, function in values.items():
            compare(folder(f'out/{name}.npy'), *(function if isinstance(function, tuple) else (function,)))


def inner(place, shape):
    return all(0 < index < extent - 1 for index, extent in zip(place, shape))


def neighbours(z, y, x):
    return 6 * (x * x + 10 * y + 100 * z) + 2 if inner((z, y, x), (8, 12, 20)) else 0


def damped(y, x):
    f = 1 + x + 40 * y
    return math.exp(-0.125 * x) * math.sqrt(f) / (1 + f)


def thread_of_plane(y, x):
    return 1000 * (y // 8 * 3 + x // 16) + y % 8 * 16 + x % 16


def square(i, part):
    return (2j * complex(i, 1 - i) ** 2).real if part == 0 else (2j * complex(i, 1 - i) ** 2).imag


def branch(is_odd, i):
    return math.sqrt(i) if is_odd else 2 * i


def x_of(i):
    return 0.5 * i - 500


def softplus(i):
    return max(0, x_of(i)) + math.log1p(math.exp(-abs(x_of(i))))


# title: document, options, threads without a store, {array: counts}, {array: values}, warnings
DOCUMENTS = {
    'charm4py-sum-of-vectors': ('sum-of-vectors', [], 93, {'c': (100003, 0, 100003)},
                                {'c': lambda i: 0.5 * i + (100003 - i)}),
    'pystencils-block-of-the-user': ('23', ['--block=16,8,8', '--grid=1,2,2'], 0, {'g': (4096, 0)},
                                     {'g': lambda z, y, x: 2 * (256 * z + 16 * y + x)}),
    'pystencils-grid-too-large': ('23', ['--block=16,8,8', '--grid=2,2,2'], 4096, {'g': (4096, 0)},
                                  {'g': lambda z, y, x: 2 * (256 * z + 16 * y + x)}, ['grid-too-large']),
    'pystencils-triangle': ('01', [], 120, {'f': (136, 0)}, {'f': lambda y, x: int(x >= y)}),
    'pystencils-triangle-of-one-block': ('02', ['--block=16,16', '--grid=auto'], 120, {'f': (136, 0)},
                                         {'f': lambda y, x: int(x >= y)}),
    'pystencils-band-of-rows': ('02', [], 6, {'f': (90, 0)}, {'f': lambda y, x: int(y < 12 and y <= x < y + 8)},
                                ['grid-too-small', 'not-warp-multiple']),
    'pystencils-guard': ('03', [], 60, {'f': (36, 0)}, {'f': lambda y, x: int(y < 12 and y <= x < 8)},
                         ['grid-too-small', 'not-warp-multiple']),
    'pystencils-one-row-a-block': ('one-row-a-block', [], 60 * 14, {'g': (1080, 0, 1080)}, {'g': neighbours}),
    'pystencils-grid-stride': ('grid-stride-3d', [], 0, {'g': (8547, 0, 8547)},
                               {'g': lambda z, y, x: 2 * ((z * 21 + y) * 37 + x)}),
    'pystencils-half': ('half-stencil', [], 916, {'g': (620, 0)},
                        {'g': lambda y, x: x + 3 * y if 0 < x < 32 else 0}),
    'pystencils-fast-approximation': ('fast-approximation', [], 336, {'g': (1200, 0)}, {'g': (damped, 1e-5)}),
    'pycuda-every-block-the-same': ('08', [], 0, {'g': (128, 128, 512)}, {'g': lambda i: 2 * i}, ['repeats-work']),
    'pycuda-one-block': ('08', ['--grid=1'], 0, {'g': (128, 0, 128)}, {'g': lambda i: 2 * i}),
    'pycuda-every-block-its-share': ('09', [], 0, {'g': (128, 0, 128)}, {'g': lambda i: 2 * i}),
    # a GPU says that it does not count how often a texture is read
    'pycuda-texture': ('texture-lookup', [], 137, {'out': (247, 0)}, {'out': lambda y, x: y + 100 * x},
                       () if BACKEND == 'sim' else ('unsupported',)),
    'pycuda-iterations': ('iterations', [], 24, {'part': (1000, 1000, 10000)},
                          {'part': lambda i: 2 + (i - 2) / 1024}),
    'numba-exact': ('04', [], 0, {'c': (1024, 0)}, {'c': lambda i: 3 * i}),
    'numba-ragged': ('05', [], 24, {'c': (1000, 0)}, {'c': lambda i: 3 * i}),
    'numba-thread-number': ('thread-number', [], 0, {'number': (256, 0)},
                            {'number': lambda i: 1000 * (i // 64) + i % 64}),
    'numba-thread-number-2d': ('thread-number', ['--kernel=plane'], 235, {'number': (533, 0)},
                               {'number': thread_of_plane}),
    'numba-divergence': ('divergence', [], 0, {'by_warp': (512, 0), 'by_lane': (512, 0)},
                         {'by_warp': lambda i: branch(i // 32 % 2, i), 'by_lane': lambda i: branch(i % 2, i)}),
    'cupy-any-type': ('squared-difference', [], 54, {'z': (330, 0)},
                      {'z': lambda y, x: (0.25 * (x + 33 * y) - (x - y)) ** 2}),
    'cupy-another-type': ('squared-difference', ['--kernel=squared_difference<float, int>'], 54, {'z': (330, 0)},
                          {'z': lambda y, x: (0.25 * (x + 33 * y) - (x - y)) ** 2}),
    'cupy-raw-array': ('add-reversed', [], 0, {'z': (777, 0)}, {'z': lambda i: i + 2 * (776 - i)}),
    'cupy-reduction-of-rows': ('euclidean-norm', [], 9 * 127, {'norm': (9, 0)},
                               {'norm': lambda row: math.sqrt(sum((i % 7 - 3) ** 2 for i in range(300)))}),
    'cupy-any-module': ('softplus', [], 47, {'y': (2001, 0)}, {'y': softplus}),
    'cupy-raw-kernel': ('two-of-a-module', [], 0, {'z': (25, 0)}, {'z': lambda y, x: 2 * (5 * y + x)},
                        ['not-warp-multiple']),
    'cupy-second-kernel': ('two-of-a-module', ['--kernel=multiply'], 0, {'z': (25, 0)},
                           {'z': lambda y, x: (5 * y + x) ** 2}, ['not-warp-multiple']),
    'cupy-complex': ('complex-squares', [], 28, {'out': (100, 0)}, {'out': square}),
}

# title: form, parts, options, cells written, sum of the result
FORMS = {
    'pystencils-form-centre': ('stencil', {'fields': 'f, g: float64[3D]', 'assignments': 'f.center() = 2 * g.center()',
                                           'shape': '16,16,16', 'values': 'g=iota'}, [], 'f', 4096, 4095 * 4096),
    'cupy-form-squared-difference': ('elementwise', {'inputs': 'float32 x, float32 y', 'outputs': 'float32 z',
                                                     'body': 'z = (x - y) * (x - y)', 'shape': '2,5',
                                                     'values': 'x=iota; y=ones'}, [], 'z', 10,
                                     1 + sum(i * i for i in range(9))),
    'cupy-form-norm': ('reduction', {'inputs': 'T x', 'outputs': 'T y', 'map': 'x * x', 'reduce': 'a + b',
                                     'post-map': 'y = sqrt (a)', 'identity': '0', 'shape': '2,5', 'values': 'x=iota',
                                     'types': 'T=float32'}, [], 'y', 1, math.sqrt(285)),
    'cupy-form-norm-of-rows': ('reduction', {'inputs': 'T x', 'outputs': 'T y', 'map': 'x * x', 'reduce': 'a + b',
                                             'post-map': 'y = sqrt (a)', 'identity': '0', 'over': 'rows',
                                             'shape': '2,5', 'values': 'x=iota', 'types': 'T=float32'}, [], 'y', 2,
                               math.sqrt(30) + math.sqrt(255)),
}
for triangle, triangle_options, triangle_cells in [('', [], 136), ('-by-8', ['--block=8,8', '--grid=2,2'], 136),
                                                   ('-by-4', ['--block=4,4', '--grid=2,3'], 90)]:
    FORMS[f'pystencils-form-triangle{triangle}'] = (
        'stencil', {'fields': 'f: float64[2D]', 'assignments': 'f.center() = 1', 'slice': '[:, y:]', 'shape': '16,16'},
        triangle_options, 'f', triangle_cells, triangle_cells)


def check_form(form, parts, options, array, cells, total):
    with Folder() as folder:
        result = cli('new', form, *[f'--{key}={value}' for key, value in parts.items()], '-o', folder('k.cu'))
        expect_equal(result.status, 0, result)
        report = run(folder('k.cu'), folder, *options, status=0 if cells != 90 else 1)
        expect_equal(report['coverage']['arrays'][array]['written'], cells, report)
        values = read(folder(f'out/{array}.npy'))[2]
        expect(math.isclose(sum(values), total, rel_tol=1e-6), values)


def path_of(name):
    own = HERE / f'{name}.cu'
    return own if own.exists() else next(pathlib.Path(KERNELS).glob(f'{name}-*.cu'))


for title, (document, *expected) in DOCUMENTS.items():
    add(title, check, path_of(document), *expected)
for title, row in FORMS.items():
    add(title, check_form, *row)


@case
def every_document_is_run():
    named = {row[0] for row in DOCUMENTS.values()} | {'array-arithmetic'}
    expect_equal({path.stem for path in HERE.glob('*.cu')} - named, set())


@case
def pystencils_grid_too_small_leaves_half():
    with Folder() as folder:
        report = run(path_of('23'), folder, '--block=16,8,8', '--grid=1,1,2', status=1)
        expect_equal(report['coverage']['arrays']['g']['missed'], 2048)
        expect_equal((report['check']['compared'], report['check']['mismatches']), (4096, 2048))
        compare(folder('out/g.npy'), lambda z, y, x: 2 * (256 * z + 16 * y + x) if y < 8 else 0)


@case
def pycuda_arithmetic_with_arrays():
    with Folder() as folder:
        run(path_of('array-arithmetic'), folder)
        x = read(folder('out/x.npy'))[2]
        expect(len(set(x)) > 40, x)
        for name, wanted in [('doubled', lambda i: 2 * x[i]), ('added', lambda i: x[i] + x[i]),
                             ('first', lambda i: x[i])]:
            compare(folder(f'out/{name}.npy'), wanted, 0)
        expect_equal(len(read(folder('out/first.npy'))[2]), 3)


@case
def pycuda_texture_reference_is_rewritten():
    with Folder() as folder:
        path = folder.write('old.cu', 'texture<float, 2> table;\n\nextern "C" __global__ void\nlookup (float *out)\n{\n'
                                      '  out[threadIdx.x] = tex2D (table, threadIdx.x, 0);\n}\n')
        result = cli('run', path)
        expect(result.status != 0, result)
        # NVRTC 11 still takes the declaration
        expect('old.cu:1' in result.err and 'cudaTextureObject_t table' in result.err, result)


@case
def numba_kernel_must_return_nothing():
    with Folder() as folder:
        path = folder.write('k.cu', 'extern "C" __global__ int\nk (float *out)\n{\n  return 1;\n}\n')
        result = cli('run', path)
        expect(result.status != 0 and 'void' in result.err and 'k.cu:' in result.err, result)


@case
def numba_lanes_of_a_warp_wait_for_each_other():
    """The line that odd lanes run has 16 lanes, the line that odd warps run has 32."""
    if BACKEND != 'sim':
        return
    path = path_of('divergence')
    text = path.read_text(encoding='utf-8').splitlines()
    lines = {line['line']: line['active_lanes'] for line in run_json(path, '--profile')['profile']['lines']}
    lanes = {mark: lines[number] for number, line in enumerate(text, 1) for mark in ('odd warps', 'odd lanes')
             if mark in line}
    expect_equal(lanes['odd lanes'], 16)
    expect(lanes['odd warps'] >= 31, lanes)


if __name__ == '__main__':
    main()
