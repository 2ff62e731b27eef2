#!/usr/bin/env python3
"""`gridloom-cli new` writes a document from options or a file, and says which part is wrong.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import pathlib
import re

from harness import Folder, case, cli, expect, expect_equal, german, main, run_json

DIFFERENCE = ('--inputs=float32 x, float32 y', '--outputs=float32 z', '--body=z = (x - y) * (x - y)')
TRIANGLE = ('--fields=f: float64[16,16]', '--assignments=f[0,0] = 1', '--slice=[:, y:]')


@case
def a_document_goes_to_the_standard_output_or_a_file():
    with Folder() as folder:
        printed = cli('new', 'elementwise', *DIFFERENCE)
        written = cli('new', 'elementwise', *DIFFERENCE, '-o', folder('k.cu'))
        expect_equal((printed.status, printed.err, written.status, written.out), (0, '', 0, ''))
        expect_equal(pathlib.Path(folder('k.cu')).read_text(encoding='utf-8'), printed.out)


@case
def what_is_written_runs_and_checks_itself():
    with Folder() as folder:
        for form, options in {
                'elementwise': DIFFERENCE,
                'reduction': ('--inputs=T x', '--outputs=T y', '--map=x * x', '--reduce=a + b',
                              '--post-map=y = sqrt (a)', '--identity=0'),
                'stencil': ('--fields=f, g: float64[2D]', '--assignments=g[0,0] = f[0,1] - f[0,-1]')}.items():
            expect_equal(cli('new', form, *options, '-o', folder('k.cu')).status, 0)
            report = run_json(folder('k.cu'))
            expect(report['check']['compared'] > 0 and report['check']['mismatches'] == 0, form, report['check'])


@case
def a_definition_is_a_file_and_options_take_its_place():
    with Folder() as folder:
        path = folder.write('d.txt', '# a comment\nform=elementwise\ninputs=float32 x\noutputs=float32 z\n'
                                     'body=float t = x;\n z = t * t\n')
        expect('= t * t;' in cli('new', '--definition', path).out)
        expect('= x;' in cli('new', '--definition', path, '--body=z = x').out)


@case
def the_triangle_has_the_cells_of_pystencils():
    for launch, cells in {(): 136, ('--block=8,8', '--grid=2,2'): 136, ('--block=4,4', '--grid=2,3'): 90}.items():
        with Folder() as folder:
            result = cli('new', 'stencil', *TRIANGLE, *launch, '-o', folder('k.cu'))
            expect("range of threads can't be derived" in result.err, result)
            status = 0 if cells == 136 else 1
            result = cli('run', folder('k.cu'), '--json')
            expect(result.status in (0, status), result)
            expect_equal(result.report['coverage']['arrays']['f']['written'], cells)


@case
def a_mistake_names_its_part_line_and_column():
    result = cli('new', 'elementwise', '--inputs=float32 x', '--outputs=float32 z', '--body=float t = x;\n  z = t)')
    expect_equal((result.status, result.out), (2, ''))
    expect('--body, line 2, column 8: ' in result.err, result)


@case
def comments_are_in_the_language_of_the_caller():
    two = ('--inputs=complex64 x', '--outputs=complex64 y')
    reduction = ('reduction', *two, '--map=x', '--reduce=a + b', '--identity=0', '--post-map=y = a', '--shape=999,99')
    with Folder() as folder:
        spoken = german(folder)
        for options in [(*reduction, f'--over={over}') for over in ('all', 'rows', 'columns')] + \
                [('elementwise', *two, '--body=y = x * x'), ('stencil', *TRIANGLE), ('raw', '--parameters=half *x')]:
            own, other = (re.findall(r'/\* (?!gridloom)(.*)', cli('new', *options, env=env).out) for env in ({}, spoken))
            expect(own and len(own) == len(other), options, own, other)
            expect(not set(own) & set(other), options, own, other)


@case
def options_of_another_form_and_unknown_forms_are_refused():
    for arguments in (['stencil', '--body=z'], ['wavelet'], [], ['raw', 'raw'], ['--definition=/nowhere']):
        result = cli('new', *arguments)
        expect_equal((result.status, result.out), (2, ''), arguments)
        expect(result.err != '', arguments)


main()
