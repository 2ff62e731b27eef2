#!/usr/bin/env python3
"""Expressions over the arrays of a run: values, files, mistakes; the same as what the fills of a document come to.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import json
import math
import os
import random
import struct

from harness import KERNELS, Folder, case, cli, expect, expect_equal, main, read_npy, settings

ADD = os.path.join(KERNELS, '05-vector-add-ragged.cu')
KERNEL = '__global__ void keep (const {type} *f, int *o)\n{{\n  o[threadIdx.x] = f[threadIdx.x] == 0;\n}}\n'
EXPRESSIONS = 60


def document(kind, fill, shape='4,6'):
    return KERNEL.format(type=kind) + settings(f'[launch]\nblock=1\ngrid=1\n[arg f]\nshape={shape}\nfill={fill}\n'
                                               f'[arg o]\nshape={shape}\n')


def evaluate(folder, text, *args, status=0):
    result = cli('eval', folder.write('a.cu', text), *args)
    expect_equal(result.status, status, result)
    return result


@case
def a_value_is_printed_alone():
    with Folder() as folder:
        text = document('float', 'expr:x + 10*y')
        expect_equal(evaluate(folder, text, 'f[2, ::-2]').out, '[25 23 21]\n')
        expect_equal(evaluate(folder, text, 'sum(f)').out, '420\n')
        expect_equal(evaluate(folder, text, '--', '-f[1, 1]').out, '-11\n')


@case
def a_launch_of_the_host_code_is_evaluated():
    with Folder() as folder:
        path = folder.write('a.cu', '__global__ void k (int *a, int v) { a[threadIdx.x] = v; }\nint main () { int *a; '
                            'cudaMalloc (&a, 256); k<<<1, 64>>> (a, 1); k<<<1, 64>>> (a, 3); }\n')
        expect_equal([cli('eval', path, 'sum(a)', '--launch', str(n)).out for n in (1, 2)], ['64\n', '192\n'])
        expect_equal(cli('eval', path, 'sum(a)', '--launch', '3').status, 2)


@case
def what_is_only_read_is_no_zeros_and_that_is_said():
    with Folder() as folder:
        path = folder.write('a.cu', '__global__ void k (int *a, int *out) { out[threadIdx.x] = a[threadIdx.x]; }\nint main () '
                            '{ int *a, *b; cudaMalloc (&a, 256); cudaMalloc (&b, 256); k<<<1, 64>>> (a, b); }\n')
        result = cli('eval', path, 'sum(out)', '--launch', '1')
        expect_equal(result.out, f'{sum(range(64))}\n')
        expect_equal(['the array a has no fill' in result.err, 'the array out' in result.err], [True, False], result)
        expect_equal(cli('eval', path, 'sum(out)', '--set', 'a=ones').err, '')


@case
def several_stand_below_their_expressions():
    with Folder() as folder:
        result = evaluate(folder, document('int', 'iota'), 'f[0, :3] / 2', 'all(f == y*cols + x)')
        expect_equal(result.out, 'f[0, :3] / 2: int 3\n[0 0 1]\nall(f == y*cols + x): bool\ntrue\n')


@case
def results_of_kernels_can_be_checked():
    result = cli('eval', ADD, 'allclose(c, a + b)', '--json')
    expect_equal(result.status, 0, result)
    expect_equal(result.report[0]['value'], True)


@case
def json_has_all_cells_and_statistics():
    with Folder() as folder:
        path = folder.write('a.cu', document('double', 'expr:x == 5 ? NAN : y == 3 ? INFINITY : 0.1 * x - y'))
        result = cli('eval', path, 'f', '7u << 60ull - 1', 'f[:, 1:3] * 0 + 1 / 3.', '--json')
    expect_equal(result.status, 2, result)
    with Folder() as folder:
        path = folder.write('a.cu', document('double', 'expr:x == 5 ? NAN : y == 3 ? INFINITY : 0.1 * x - y'))
        result = cli('eval', path, 'f', '9223372036854775808', 'f[0:1, 1:3] * 0 + 1 / 3.', '--json')
    first, second, third = result.report
    wanted = [['NaN' if x == 5 else 'inf' if y == 3 else 0.1 * x - y for x in range(6)] for y in range(4)]
    expect_equal((first['type'], first['shape'], first['value']), ('double', [4, 6], wanted))
    finite = [cell for row in wanted for cell in row if not isinstance(cell, str)]
    mean = math.fsum(finite) / len(finite)
    said = first['statistics']
    expect_equal((said['count'], said['nan'], said['inf'], said['min'], said['max']),
                 (24, 4, 5, min(finite), max(finite)))
    expect(math.isclose(said['mean'], mean, rel_tol=1e-14) and math.isclose(said['sum'], math.fsum(finite), rel_tol=1e-14),
           said)
    expect(math.isclose(said['std'], math.sqrt(math.fsum((cell - mean) ** 2 for cell in finite) / len(finite)),
                        rel_tol=1e-14), said)
    expect_equal((second['type'], second['shape'], second['value']), ('unsigned long long', [], '9223372036854775808')
                 if second['type'].startswith('unsigned') else ('long long', [], None))
    expect_equal(third['value'], [[1 / 3, 1 / 3]])


@case
def a_value_is_saved_as_its_name_says():
    with Folder() as folder:
        text = document('float', 'iota')
        evaluate(folder, text, '2*f[1:3]', '--save', folder('g.npy'))
        with open(folder('g.npy'), 'rb') as file:
            data = file.read()
        length = int.from_bytes(data[8:10], 'little')
        header = ast.literal_eval(data[10:10 + length].decode())
        expect_equal((header['descr'], header['shape']), ('<f4', (2, 6)))
        expect_equal(struct.unpack('<12f', data[10 + length:]), tuple(2.0 * i for i in range(6, 18)))
        evaluate(folder, text, 'f[0] > 2', '--save', folder('g.csv'))
        with open(folder('g.csv'), encoding='utf-8') as file:
            expect_equal(file.read().split(), ['0,0,0,1,1,1'])
        evaluate(folder, document('float', 'iota', '2,3,4'), 'f', '--save', folder('f.npy'))
        shape, cells = read_npy(folder('f.npy'))[-2:]
        expect_equal((tuple(shape), list(cells)), ((2, 3, 4), [float(i) for i in range(24)]))
        for args in (('f[:0]', '--save', folder('h.npy')), ('f', 'f', '--save', folder('h.npy'))):
            expect(evaluate(folder, text, *args, status=2).err, args)
            expect(not os.path.exists(folder('h.npy')), args)


@case
def mistakes_are_pointed_at():
    with Folder() as folder:
        text = document('float', 'iota')
        result = evaluate(folder, text, '2*f + h', status=2)
        expect('character 7: “h” is not defined here; there are f, o' in result.err and
               '\n  2*f + h\n        ^\n' in result.err, result)
        for expression, words in (('f[4]', 'no index 4 along axis 0, which has 4 cells'), ('f[', 'ends where'),
                                  ('', 'expression is missing'), ('f + f[:, :4]', 'do not fit each other'), ('f(2)', 'no function'),
                                  ('(int) f / 0', 'divided by 0, in cell [0, 0]')):
            expect(words in evaluate(folder, text, expression, status=2).err, expression)
        expect('which expressions' in evaluate(folder, text, status=2).err)


@case
def each_expression_answers_by_itself():
    with Folder() as folder:
        text = document('int', 'iota')
        result = evaluate(folder, text, 'sum(f)', 'f - in', 'g', 'all(f == f)', status=2)
        expect_equal(result.out, 'sum(f): long long\n276\nall(f == f): bool\ntrue\n', result)
        expect('\n  f - in\n' in result.err and '\n  g\n' in result.err, result)
        result = evaluate(folder, text, 'g', 'sum(f)', '--json', status=2)
        expect_equal([value['expression'] for value in json.loads(result.out)], ['sum(f)'], result)


def number(dice):
    return dice.choice(('x', 'y', 'cols', 'rows', '1', '2', '3', '7u', '0.5', '0.1f', '2.5f', '100', '0x7f', '3ll',
                        '1e-3', 'SHRT_MAX', 'true'))


def tree(dice, depth):
    """Text, and whether it is a whole number for sure."""
    if depth == 0 or dice.random() < 0.15:
        text = number(dice)
        return text, text[0] in 'xycr' or (text.isdigit() and text != '0')
    kind = dice.randrange(8)
    (a, a_whole), (b, b_whole) = tree(dice, depth - 1), tree(dice, depth - 1)
    if kind == 0:
        c, c_whole = tree(dice, depth - 1)
        return f'({a} ? {b} : {c})', b_whole and c_whole
    if kind == 1:
        # a float that no whole number of the type holds is nobody's to compute in C
        word = dice.choice(('float', 'double') if not (a_whole and b_whole) else
                           ('int', 'unsigned char', 'short', 'float', 'double', 'unsigned long long', 'long long'))
        return f'(({word}) ({a} - {b}))', False
    if kind == 2:
        return f'({a} {dice.choice(("<", "<=", "==", "!=", ">", "&&", "||"))} {b})', True
    if kind == 3:
        return f'{dice.choice(("fabs", "sqrt", "floor", "ceil"))}((double) {a})', False
    if kind == 4 and a_whole and b_whole:
        return f'({a} {dice.choice("|&^")} {b})', True
    if kind == 5:
        return f'({a} / ({b} == 0 ? 3 : {b}))', False
    return f'({a} {dice.choice("+-*")} {b})', a_whole and b_whole


@case
def fills_of_a_document_come_to_the_same():
    dice = random.Random(7)
    texts = [tree(dice, 4)[0] for _ in range(EXPRESSIONS)]
    names = ', '.join(f'const double *f{i}' for i in range(EXPRESSIONS))
    fills = ''.join(f'[arg f{i}]\nshape=3,5\nfill=expr:{text}\n' for i, text in enumerate(texts))
    source = (f'__global__ void keep (int *o, {names})\n{{\n  o[0] = f0[0] == f{EXPRESSIONS - 1}[0];\n}}\n' +
              settings(f'[launch]\nblock=1\ngrid=1\n[arg o]\nshape=3,5\n{fills}'))
    checks = [f'all((f{i} == (double) ({text})) | (isnan(f{i}) & isnan((double) ({text}))))'
              for i, text in enumerate(texts)]
    with Folder() as folder:
        result = evaluate(folder, source, '--json', *checks)
    for i, answer in enumerate(result.report):
        expect_equal(answer['value'], True, texts[i])


main()
