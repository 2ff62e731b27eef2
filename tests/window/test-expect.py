#!/usr/bin/env python3
"""What an array should hold and how the compiler is to compile: chosen and typed in the launch panel, each written as one
line of the settings, and what came of it.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, expect_equal, wait
from harness import case, kernel, main, pick, presses, source, write

SQUARES = '''__global__ void squares (float *f, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    f[y * w + x] = x * x + (x == 1 && y == 1);
}
/* gridloom
[launch]
shape=16,16
*/
'''


def setting(window, key):
    """The value of a key in the settings."""
    found = re.search(rf'^{key}=(.*)$', source(window).text, re.M)
    return found and found[1]


@case
def a_preset_is_one_line_and_one_step(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    pick(window, 'Cells to write', 'Upper triangle')
    wait(lambda: setting(window, 'domain') == 'x >= y', 'the condition')
    window.find(None, 'Missed: 0, extra: 120')
    pick(window, 'Cells to write', 'Interior')
    wait(lambda: setting(window, 'domain') == 'x >= 1 && x < cols - 1 && y >= 1 && y < rows - 1', 'the interior')
    window.find('entry', 'Width of the border').write('1 + 1')
    window.key('Return')
    wait(lambda: setting(window, 'domain') == 'x >= 2 && x < cols - 2 && y >= 2 && y < rows - 2', 'a wider border')
    window.find(None, 'Missed: 0, extra: 112')
    source(window).click()
    window.key('ctrl+z', 'ctrl+z')
    wait(lambda: setting(window, 'domain') == 'x >= y', 'the triangle, two steps back')
    window.key('ctrl+z')
    wait(lambda: source(window).text == SQUARES, 'the text as it was')


@case
def a_preset_goes_on_as_a_condition(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    pick(window, 'Cells to write', 'Lower triangle')
    wait(lambda: setting(window, 'domain') == 'x <= y', 'the condition')
    pick(window, 'Cells to write', 'Condition')
    field = window.find('entry', 'Condition')
    wait(lambda: field.text == 'x <= y', 'the condition to go on from')
    field.write('x <= y +')
    wait(lambda: window.has(None, re.compile('is missing a value')), 'why it is refused')
    expect_equal(setting(window, 'domain'), 'x <= y')
    field.write('x <= y + 3')
    window.key('Return')
    wait(lambda: setting(window, 'domain') == 'x <= y + 3', 'the condition in the settings')
    pick(window, 'Cells to write', 'Not declared')
    wait(lambda: setting(window, 'domain') is None, 'no domain')


@case
def what_differs_is_told_and_shown(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    pick(window, 'Reference', 'Formula')
    field = window.find('entry', 'Formula')
    wait(lambda: field.has('focused'), 'the keys in the field')
    field.write('x == 3 && y == 5 ? 20 : x * x')
    window.key('Return')
    wait(lambda: setting(window, 'reference') == 'expr:x == 3 && y == 5 ? 20 : x * x', 'the reference')
    window.find(None, '2 of 256')
    window.find(None, 'row 1, column 1: 2 instead of 1')
    window.find('list item', re.compile('Worst')).click()
    window.find(None, re.compile('^Row 5, column 3|row 5, column 3: '))
    window.find('list item', re.compile('Tolerance')).click()
    window.find('entry', 'Absolute').write('11')
    window.key('Return')
    wait(lambda: setting(window, 'atol') == '11', 'the tolerance')
    window.find(None, 'No cell differs')
    window.find('entry', 'Absolute').click()
    window.key('ctrl+a', 'BackSpace', 'Return')
    wait(lambda: setting(window, 'atol') is None, 'the default again')
    window.find(None, '2 of 256')
    window.find('entry', 'Relative').write('-1')
    wait(lambda: window.has(None, re.compile('“-1” is not a number of 0 or more')), 'why it is refused')
    expect_equal(setting(window, 'rtol'), None)


@case
def options_of_the_compiler_are_lines_of_the_settings(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    window.find('list item', re.compile('^Options')).click()
    window.find('entry', 'Architecture').write('compute_80')
    window.key('Return')
    wait(lambda: setting(window, 'arch') == 'compute_80', 'the architecture')
    window.find('entry', 'Macros').write('N=16 DEBUG')
    window.key('Return')
    wait(lambda: setting(window, 'options') == '-DN=16 -DDEBUG', 'the macros')
    window.find('check box', 'Fast math').click()
    wait(lambda: setting(window, 'options') == '-DN=16 -DDEBUG -use_fast_math', 'fast math')
    window.find('check box', 'Fuse products and sums').click()
    wait(lambda: setting(window, 'options') == '-DN=16 -DDEBUG -use_fast_math -fmad=false', 'no fusing')
    registers = window.find('entry', 'Most registers of a thread')
    registers.write('256')
    wait(lambda: window.has(None, re.compile('cannot have the value “256”')), 'why it is refused')
    registers.write('64')
    window.key('Return')
    wait(lambda: setting(window, 'options') == '-DN=16 -DDEBUG -use_fast_math -fmad=false -maxrregcount=64', 'registers')
    window.key('Tab', 'ctrl+a')
    window.type('-o /etc/passwd')
    wait(lambda: window.has(None, re.compile('“-o” is refused')), 'why it is refused')
    window.key('ctrl+a')
    window.type('-DN=16')
    window.key('Return')
    wait(lambda: setting(window, 'options') == '-DN=16', 'all of them')
    source(window).click()
    window.key(*['ctrl+z'] * 7)
    wait(lambda: source(window).text == SQUARES, 'the text as it was, in as many steps')


@case
@presses('win.compare-math')
def fast_math_is_held_against_exact(desk):
    window = desk.start(write(desk, 'fast.cu', SQUARES.replace('x * x', 'sinf (x) / (y + 3)')))
    window.find(None, re.compile('All 256 cells written'))
    window.key('ctrl+shift+r')
    window.find(None, re.compile('^Exact math and fast math differ in [0-9]+ cells$'))
    window.find(None, re.compile('Compared with fast math; .* by at most [0-9]+ ULP'))
    window.find('list item', re.compile('^Options')).click()
    window.find('check box', 'Fast math').click()
    wait(lambda: setting(window, 'options') == '-use_fast_math', 'fast math')
    window.find(None, re.compile('All 256 cells written'))
    window.find('button', 'Compare fast math with exact').click()
    window.find(None, re.compile('^Fast math and exact math differ in [0-9]+ cells$'))
    window.find('label', re.compile(r'^f: [0-9.e-]+, row [0-9]+, column [0-9]+\nrelative .*\n[0-9]+ ULP, row'))


@case
@presses('expected.pin')
def a_run_is_pinned_as_the_reference(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    window.find('button', 'Pin this run as the reference').click()
    wait(lambda: setting(window, 'reference') == 'file:squares.f.npy', 'the run as the reference')
    window.find(None, 'No cell differs')
    source(window).click()
    window.key('ctrl+f')
    window.type('y == 1')
    window.key('Escape')
    window.type('y < 3')
    window.find(None, '2 of 256')
    window.find(None, 'row 0, column 1: 2 instead of 1')


@case
def another_kernel_is_the_reference(desk):
    text = SQUARES.replace('shape=', 'kernel=squares\nshape=')
    plain = '__global__ void plain (float *f) { int i = blockIdx.y * 16 * 16 + threadIdx.y * 16 + threadIdx.x; f[i] = 0; }\n'
    window = desk.start(write(desk, 'two.cu', plain + text))
    window.find(None, re.compile('All 256 cells written'))
    pick(window, 'Reference', 'Another kernel')
    field = window.find('entry', 'Kernel')
    wait(lambda: field.has('focused'), 'the keys in the field')
    field.write('squares')
    wait(lambda: window.has(None, re.compile('its own reference')), 'why it is refused')
    field.write('plain')
    window.key('Return')
    wait(lambda: setting(window, 'reference') == 'kernel:plain', 'the kernel')
    window.find(None, '240 of 256')


@case
def cells_are_painted_in_the_picture(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    pick(window, 'Cells to write', 'Upper triangle')
    window.find(None, 'Missed: 0, extra: 120')
    pick(window, 'Cells to write', 'Painted by hand')
    wait(lambda: (setting(window, 'domain') or '').startswith('cells:0:0-15 1:1-15 '), 'the triangle as cells')
    expect_equal(window.find('check box', 'Paint in the picture').has('checked'), True)
    window.find('combo box', re.compile('Lens'))
    picture = window.find('image', re.compile('Expected and covered'))
    picture.click()
    wait(lambda: (setting(window, 'domain') or '').count(' ') != 15, 'a cell that is painted')
    painted = setting(window, 'domain')
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: setting(window, 'domain') == 'cells:' + ' '.join(['0:0-15', *(f'{y}:{y}-15' for y in range(1, 15)), '15:15']),
         lambda: f'the triangle, one step back, not {painted}')


def painted(window):
    """The cells that are painted, as (row, column)."""
    cells = set()
    for part in setting(window, 'domain').removeprefix('cells:').split():
        (top, bottom), (left, right) = ((int(side.split('-')[0]), int(side.split('-')[-1])) for side in part.split(':'))
        cells |= {(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)}
    return cells


@case
def many_cells_are_painted_at_once(desk):
    window = desk.start(write(desk, 'squares.cu', SQUARES))
    window.find(None, re.compile('All 256 cells written'))
    pick(window, 'Cells to write', 'Painted by hand')
    wait(lambda: setting(window, 'domain') == 'cells:', 'no cell yet')
    window.find('image', re.compile('Expected and covered'))
    x, y = window.find('image', re.compile('Expected and covered')).place()
    window.activate()
    desk.screen.drag(x - 60, y - 40, x, y)
    first = wait(lambda: painted(window), 'a rectangle of cells')
    row, col = max(first)
    expect(len(first) == (row - min(first)[0] + 1) * (col - min(first)[1] + 1) > 3, first)
    # a drag that paints moves nothing, and the keys go on from where it ended
    window.key('Down', 'shift+Right', 'shift+Right', 'shift+Down')
    marked = f'Marked: rows {row + 1} to {row + 2}, columns {col} to {col + 2}'
    window.find('label', marked)
    window.find('image', re.compile(f'{marked}$'))
    window.key('Return')
    both = first | {(row + 1 + down, col + right) for down in range(2) for right in range(3)}
    wait(lambda: painted(window) == both, 'another rectangle')
    window.key('shift+Left', 'Escape', 'Down', 'Return')
    wait(lambda: painted(window) == both | {(row + 3, col + 1)}, 'one cell, once nothing was marked any more')
    # what begins on a cell that is painted takes away
    window.key('Up', 'shift+Up', 'shift+Right', 'Return')
    rest = both | {(row + 3, col + 1)}
    wait(lambda: painted(window) == rest - {(row + 1 + down, col + 1 + right) for down in range(2) for right in range(2)},
         'fewer cells')
    window.find('check box', 'Paint in the picture').click()
    window.find('image', re.compile('Expected and covered')).click()
    before = painted(window)
    window.key('shift+Right', 'Return')
    expect(not window.has('label', re.compile('^Marked')))
    expect_equal(painted(window), before)


@case
def cells_that_are_not_as_expected_are_problems(desk):
    text = open(kernel('01-triangle.cu'), encoding='utf-8').read().replace('x >= y)', 'x <= y)')
    window = desk.start(write(desk, 'lower.cu', text.replace('reference=', '# ')))
    window.find('page tab', 'Problems 2').click()
    window.find('label', '120 cells of f were missed')
    window.find('label', '120 cells of f were written that should not be')


main()
