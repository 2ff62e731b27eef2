#!/usr/bin/env python3
"""`gridloom-cli new --document` maps the cells of a document to threads in another way: TAP.

Whatever the mapping, the arrays are what plain Python makes of the same inputs, every cell is written that is to be, and
as often, and the first mapping comes back byte for byte. GRIDLOOM_GENERATOR_SEED and GRIDLOOM_MAPPING_COUNT choose other random
definitions, and how many of each form.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import difflib
import os
import pathlib
import random
import re

from definitions import (DOCUMENTS, SEED, add_nvcc, e, random_elementwise, random_stencil, run_document, s,
                         verify_elementwise, verify_stencil, write)
from harness import Folder, add, case, cli, expect, expect_equal, german, main, run_json

COUNT = int(os.environ.get('GRIDLOOM_MAPPING_COUNT', '50'))
MAPPINGS = ['cell', 'grid-stride', 'row']
PRODUCT = {'inputs': 'float32 x, float32 y', 'outputs': 'float32 z', 'body': 'z = x * y', 'shape': '20,30'}
LAPLACE = {'fields': 'f, g: float64[40,50]', 'assignments': 'g[0,0] = f[0,1] + f[0,-1] + f[1,0] + f[-1,0]'}


def change(path, mapping, env=None):
    """The text of a document with another mapping."""
    result = cli('new', '--document', path, f'--mapping={mapping}', env=env)
    expect_equal((result.status, result.err), (0, ''), result)
    return result.out


def refused(path, mapping='row'):
    """What is said of a document that can't be mapped in another way; it stays as it is."""
    before = pathlib.Path(path).read_bytes()
    result = cli('new', '--document', path, f'--mapping={mapping}', '-o', path)
    expect_equal((result.status, result.out), (2, ''), result)
    expect_equal(pathlib.Path(path).read_bytes(), before)
    return result.err


def changed_lines(before, after):
    """The lines of the settings that went, and those that came."""
    lines = [text[text.index('/* gridloom\n'):].splitlines() for text in (before, after)]
    found = [line for line in difflib.ndiff(*lines) if line[0] in '+-']
    return [[line[2:] for line in found if line[0] == sign] for sign in '-+']


def source(text):
    return text[:text.index('/* gridloom\n')]


def check_mappings(form, parts, verify, *wanted):
    """Every mapping of a definition, one out of another, and back to the first."""
    with Folder() as folder:
        path, first = write(folder, form, parts)
        mapping = parts.get('mapping', 'cell')
        texts = {mapping: first}
        for other in [name for name in MAPPINGS if name != mapping] + [mapping]:
            text = change(path, other)
            folder.write('k.cu', text)
            if other == mapping:
                expect_equal(text, first)
            else:
                texts[other] = text
                DOCUMENTS.append(text)
        expect_equal(len({source(text) for text in texts.values()}), 3)
        writes = {}
        for other, text in texts.items():
            path = folder.write('k.cu', text)
            arrays, report = run_document(folder, path, text)
            verify(arrays, report, text, *wanted)
            writes[other] = {name: counts['writes'] for name, counts in report['coverage']['arrays'].items()}
        expect_equal(writes['row'], writes['cell'], texts['row'])
        expect_equal(writes['grid-stride'], writes['cell'], texts['grid-stride'])


ELEMENTWISE = {
    'continue': e('int32 x', 'int32 z', 'if (x % 3 == 0) { z = -1; continue; }\nz = 0;\n'
                         'for (int k = 0; k < 5; k++)\n  if (k == x % 5) continue; else z += k;', (30, 7),
                         lambda c: -1 if c.x % 3 == 0 else 10 - c.x % 5),
    'continue-half': e('float16 x', 'float16 z', 'z = x; if (x > 2) continue; z = 7', (20, 9),
                              lambda c: c.x if c.x > 2 else 7),
    'several-rows-a-block': e('int32 x', 'int32 z', 'z = x + i', (70, 3), lambda c: c.x + c.i),
    'indices': e('int32 x', 'int32 z', 'z = _ind.get()[0] * 1000 + _ind.get()[1] + i', (40, 50),
                        lambda c: c.ind[0] * 1000 + c.ind[1] + c.i),
    'one-cell': e('int32 x', 'int32 z', 'z = x + 1', (1,), lambda c: c.x + 1),
    'long-line': e('int32 x', 'int64 z', 'z = x * (long long) i', (400000,), lambda c: c.x * c.i),
    'a-switch': e('int32 x', 'int32 z', 'switch (x % 3) { case 0: z = 7; break; default: z = x; }', (30, 7),
                         lambda c: c.x if c.x % 3 else 7),
}


@case
def nothing_but_source_block_and_grid_is_changed():
    own = ('launches=3', 'shared=64', '# a note', 'lens=writes', 'fill=ones', 'rtol=0.5', 'axes=block.x=8..64*2')
    with Folder() as folder:
        _, text = write(folder, 'stencil', LAPLACE)
        text = text.replace('grid=auto\n', 'grid=auto\nlaunches=3\nshared=64\n# a note\n')
        text = re.sub('(?m)^fill=.*$', 'fill=ones', text).replace('domain=', 'rtol=0.5\ndomain=')
        text = text[:-len('*/\n')] + '\n[view]\nlens=writes\n\n[sweep]\naxes=block.x=8..64*2\n*/\n'
        path = folder.write('k.cu', text)
        row = change(path, 'row')
        gone, came = changed_lines(text, row)
        expect_equal([line.split('=')[0] for line in gone], ['block', 'mapping', 'made'], gone)
        expect_equal([line.split('=')[0] for line in came], ['block', 'range', 'mapping', 'made'], came)
        for line in own:
            expect(f'\n{line}\n' in row, line, row)
        folder.write('k.cu', row)
        expect_equal(change(path, 'cell'), text)
        stride = change(path, 'grid-stride')
        folder.write('k.cu', stride)
        expect_equal(change(path, 'row'), row)


@case
def a_range_goes_and_comes_where_it_stood():
    with Folder() as folder:
        path, text = write(folder, 'elementwise', {**PRODUCT, 'mapping': 'grid-stride'})
        text = text.replace('\n\n[arg', '\nlaunches=2\n\n[arg', 1)
        folder.write('k.cu', text)
        cell = change(path, 'cell')
        expect('range=' not in cell and '\nlaunches=2\n' in cell, cell)
        folder.write('k.cu', cell)
        expect_equal(change(path, 'grid-stride'), text)


@case
def a_block_and_shapes_that_somebody_chose_are_kept():
    with Folder() as folder:
        path, text = write(folder, 'elementwise', {**PRODUCT, 'shape': '64,64; y=64,1'})
        text = text.replace('\nblock=32,8\n', '\nblock=8,4\n').replace('\nshape=64,64\n', '\nshape=96,40\n', 1)
        text = text.replace('\nshape=64,1\n', '\nshape=96,1\n', 1)
        folder.write('k.cu', text)
        stride = change(path, 'grid-stride')
        expect('\nblock=8,4\n' in stride and '\nrange=40,96\n' in stride, stride)
        expect('\nshape=96,40; y=96,1\n' in stride[stride.index('[form]'):], stride)
        path = folder.write('k.cu', stride)
        report = run_json(path)
        expect_equal((report['check']['mismatches'], report['coverage']['arrays']['z']['written']), (0, 96 * 40), report)
        row = change(path, 'row')
        expect('\nblock=32\n' in row and '\nrange=32,96\n' in row, row)
        folder.write('k.cu', row)
        expect_equal(change(path, 'grid-stride'), stride)


@case
def a_grid_set_by_hand_becomes_that_of_the_mapping():
    with Folder() as folder:
        path, text = write(folder, 'stencil', LAPLACE)
        folder.write('k.cu', text.replace('grid=auto\n', 'grid=2,2\nmanual-grid=true\n'))
        row = change(path, 'row')
        expect('\ngrid=auto\n' in row and 'manual-grid' not in row, row)


@case
def settings_of_the_kernel_alone_are_those_that_change():
    with Folder() as folder:
        path, text = write(folder, 'elementwise', PRODUCT)
        text = text.replace('block=32,8\n', '')[:-len('*/\n')] + '\n[launch elementwise]\nblock=32,8\n*/\n'
        folder.write('k.cu', text)
        row = change(path, 'row')
        expect('[launch elementwise]\nblock=256\n' in row, row)
        expect_equal(row.count('\nblock='), 1, row)


@case
def a_source_that_was_edited_is_not_overwritten():
    with Folder() as folder:
        for form, parts in ('elementwise', PRODUCT), ('stencil', LAPLACE):
            path, text = write(folder, form, parts)
            lines = source(text).splitlines(keepends=True)
            for number, line in enumerate(lines):
                if line.strip():
                    edited = ''.join(lines[:number] + [line[:-1] + ' /* mine */\n'] + lines[number + 1:])
                    folder.write('k.cu', edited + text[len(source(text)):])
                    expect('changed by hand' in refused(path), edited)
            for old, new in (' = ', ' =  '), ('Every', 'Each'), ('{\n', '{\r\n'):
                folder.write('k.cu', text.replace(old, new, 1))
                expect('changed by hand' in refused(path), old)
            folder.write('k.cu', text.replace('\n/* gridloom', '\n__global__ void other () {}\n\n/* gridloom'))
            expect('changed by hand' in refused(path))


@case
def a_form_that_was_edited_is_not_taken_for_that_of_the_source():
    with Folder() as folder:
        path, text = write(folder, 'elementwise', PRODUCT)
        for old, new in ('body=z = x * y', 'body=z = x + y'), ('mapping=cell', 'mapping=row'), ('\nmade=', '\nmade=0'), (
                'form=elementwise', 'form=stencil'):
            folder.write('k.cu', text.replace(old, new))
            expect('changed by hand' in refused(path), new)
        for old, new, said in ('form=elementwise', 'form=wavelet', '“wavelet” is not a form'), (
                'form=elementwise', 'form=raw', 'the form raw has no mapping'), (
                text[text.index('[form]'):], '*/\n', 'no form wrote this document'):
            folder.write('k.cu', text.replace(old, new))
            expect(said in refused(path), said)


@case
def empty_lines_before_the_settings_are_no_edit():
    with Folder() as folder:
        path, text = write(folder, 'elementwise', PRODUCT)
        folder.write('k.cu', text.replace('\n/* gridloom', '\n\n\n/* gridloom'))
        row = change(path, 'row')
        expect('}\n\n\n\n/* gridloom' in row, row)


@case
def other_forms_have_no_mapping():
    with Folder() as folder:
        for form, parts in ('reduction', {'inputs': 'T x', 'outputs': 'T y', 'map': 'x', 'reduce': 'a + b',
                                          'post-map': 'y = a', 'identity': '0'}), ('raw', {'parameters': 'half *x'}):
            path, text = write(folder, form, parts)
            expect('[form]' not in text, text)
            expect('no form wrote this document' in refused(path))


@case
def code_that_leaves_the_kernel_has_one_cell_a_thread():
    with Folder() as folder:
        for body, place in ('if (x > 2) return; z = x', 'return'), ('if (x > 2) break; z = x', 'break'):
            path, _ = write(folder, 'elementwise', {**PRODUCT, 'body': body})
            DOCUMENTS.pop()             # which no compiler takes
            for mapping in 'grid-stride', 'row':
                said = refused(path, mapping)
                expect('[form] body: ' in said and 'write continue' in said, said)
                result = cli('new', 'elementwise', *[f'--{key}={value}' for key, value in PRODUCT.items() if key != 'body'],
                             f'--body={body}', f'--mapping={mapping}')
                expect_equal(result.status, 2, result)
                expect(f'column {body.index(place) + 1}: ' in result.err, result)


@case
def whatever_is_typed_comes_back():
    bodies = ['z = x; // to the end\\ of "it"', 'z = x; /* a * / b */ /**/', '  z = x;\n\n\n  /*\n   * lines */  ',
              "z = x + '\\n' + '\\\\';\tz += 1;", 'z = x; // ü ∑ 中\n;', '\n\t z = x /*/ */ ;\n',
              'z = x; // [launch]\n// block=1\n// # *\\/\n',
              'z = x;\n/* gridloom\n[launch]\nblock=1\n*/']
    for body in bodies:
        with Folder() as folder:
            path, text = write(folder, 'elementwise', {**PRODUCT, 'body': body})
            settings = text[text.rindex('[form]'):].removesuffix('*/\n')
            expect('*/' not in settings and '/*' not in settings, settings)
            expect_equal(len(re.findall('(?m)^body=', settings)), 1)
            folder.write('k.cu', change(path, 'row'))
            expect_equal(change(path, 'cell'), text)


@case
def a_document_of_another_language_is_mapped_as_well():
    with Folder() as folder:
        env = german(folder)
        path = folder('k.cu')
        options = [f'--{key}={value}' for key, value in PRODUCT.items()]
        expect_equal(cli('new', 'elementwise', *options, '-o', path, env=env).status, 0)
        expect('Every' not in pathlib.Path(path).read_text(encoding='utf-8'))
        row = change(path, 'row')
        expect(row.startswith('/* Every block computes a row'), row)
        expect_equal(change(path, 'cell', env), pathlib.Path(path).read_text(encoding='utf-8'))


@case
def a_shape_that_no_slice_fits_says_so():
    with Folder() as folder:
        path, text = write(folder, 'stencil', {**LAPLACE, 'slice': '[5:35, :]'})
        folder.write('k.cu', text.replace('\nshape=40,50\n', '\nshape=20,50\n'))
        said = refused(path)
        expect('[form] slice: ' in said and 'lies outside' in said, said)


@case
def options_that_do_not_go_together_are_refused():
    with Folder() as folder:
        path, _ = write(folder, 'elementwise', PRODUCT)
        for options, said in (['elementwise', '--document', path, '--mapping=row'], 'leave out elementwise'), (
                ['--definition', path, '--document', path, '--mapping=row'], 'leave out --definition'), (
                ['--document', path, '--mapping=row', '--block=8'], '--block'), (
                ['--document', path], '--mapping'), (
                ['--document', path, '--mapping=tiles'], '“tiles” is none of the choices'), (
                ['--document', folder('none.cu'), '--mapping=row'], 'none.cu'):
            result = cli('new', *options)
            expect_equal((result.status, result.out), (2, ''), result)
            expect(said in result.err, said, result)


for title, row in ELEMENTWISE.items():
    add(f'elementwise-{title}', check_mappings, 'elementwise', row[0], verify_elementwise, row[1], row[2], row[3])
add('triangle', check_mappings, 'stencil', *(lambda row: (row[0], verify_stencil, *row[1:]))(
    s('g: float64[2D]', 'g[0,0] = 1', (16, 16), lambda at, p: 1,
      slices=[lambda p: range(16), lambda p: range(p[0], 16)], slice='[:, y:]', block='8,8')))
for count in range(COUNT):
    one = random_elementwise(random.Random(f'{SEED} mapping e {count}'))
    one[0]['mapping'] = random.Random(f'{SEED} {count}').choice(MAPPINGS)
    add(f'elementwise-random-{count}', check_mappings, 'elementwise', one[0], verify_elementwise, *one[1:])
    one = random_stencil(random.Random(f'{SEED} mapping s {count}'))
    add(f'stencil-random-{count}', check_mappings, 'stencil', one[0], verify_stencil, *one[1:])
add_nvcc()
main()
