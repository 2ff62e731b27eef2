#!/usr/bin/env python3
"""What a kernel is given is seen and changed in the page of its arguments: each edit is one step of the text.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import struct

from desk import BINARY, expect, expect_equal, wait
from harness import case, copy_kernel, main, presses, source, write

KERNEL = '''struct Cfg { float gain; int2 at; unsigned char w[3]; };
__constant__ float filter[3] = { 0.5f, 1, -2 };
__global__ void k (float *f, const int *g, Cfg c, unsigned char n)
{
  int i = threadIdx.x + threadIdx.y * 8;
  f[i] = filter[i % 3] * n + g[i] + c.w[1];
}
/* gridloom
[launch]
block=8,4
grid=1
[arg f]
shape=4,8
[arg g]
shape=4,8
fill=random(7)
[arg n]
value=3
[arg c]
value.gain=1
*/
'''

ORDER = ['f', 'g', 'c', 'c.gain', 'c.at.x', 'c.at.y', 'c.w.0', 'c.w.1', 'c.w.2', 'n', 'filter']


def start(desk, text=KERNEL, name='a.cu'):
    window = desk.start(write(desk, name, text))
    window.find('page tab', 'Arguments').click()
    return window


def rows(window):
    """What the rows say that the table has at hand: those in sight, and some beyond."""
    return [found.name for found in window.all('table row', scrolled=True)]


def told(window, name):
    """What the row of an argument says."""
    return next((said for said in rows(window) if said.startswith(f'{name}, ')), '')


def choose(window, name):
    """Selects the row of an argument, by the keys: the table has no rows far out of sight."""
    window.find('label', re.compile('^Name: ')).click()
    window.key('ctrl+Home', *['Down'] * (ORDER.index(name) if name in ORDER else 0))
    for _ in range(len(ORDER)):
        selected = [found for found in window.all('table row', scrolled=True) if found.has('selected')]
        if selected and selected[0].name.startswith(f'{name}, '):
            return
        window.key('Down')
    expect(False, f'no row of {name}', rows(window))


def begin(window, name, key='F2'):
    """Selects a row, and edits it; returns the field."""
    choose(window, name)
    window.key(key)
    return window.find('entry', f'{name} is given')


def has_line(window, line):
    return wait(lambda: f'\n{line}\n' in source(window).text, f'{line} in {source(window).text}')


def lacks_line(window, line):
    wait(lambda: f'\n{line}\n' not in source(window).text, f'no {line}')


def undo(window):
    source(window).click()
    window.key('ctrl+z')


@case
@presses('arguments.edit')
def a_fill_is_changed_as_one_step(desk):
    window = start(desk)
    before = source(window).text
    begin(window, 'g')
    window.key('ctrl+a')
    window.type('random(8)')
    window.key('Return')
    has_line(window, 'fill=random(8)')
    wait(lambda: 'Given random(8)' in told(window, 'g'), 'the seed in the row')
    undo(window)
    wait(lambda: source(window).text == before, 'the text of before')


@case
def what_is_refused_stays_with_its_reason(desk):
    window = start(desk)
    field = begin(window, 'n', 'Return')
    window.key('ctrl+a')
    window.type('300')
    reason = wait(lambda: window.find('entry', 'n is given').description, 'a reason')
    expect('255' in reason, reason)
    window.find('label', re.compile('255'))
    window.key('Return')
    window.key('Tab')
    expect_equal(window.find('entry', 'n is given').text, '300')
    expect('\nvalue=3\n' in source(window).text)
    window.key('Escape')
    wait(lambda: not window.has('entry', 'n is given'), 'the end of the field')
    expect('\nvalue=3\n' in source(window).text)
    begin(window, 'g')
    window.key('ctrl+a')
    window.type('expr:x +')
    wait(lambda: 'is missing a value' in window.find('entry', 'g is given').description, 'a reason')
    source(window).click()
    expect_equal(window.find('entry', 'g is given').text, 'expr:x +')


@case
def tab_goes_from_field_to_field(desk):
    window = start(desk)
    begin(window, 'g')
    window.key('ctrl+a')
    window.type('iota')
    window.key('Tab')
    has_line(window, 'fill=iota')
    window.find('entry', 'c.gain is given')
    window.key('Tab')
    window.find('entry', 'c.at.x is given')
    window.key('ctrl+a')
    window.type('12')
    window.key('shift+Tab')
    has_line(window, 'value.at.x=12')
    window.find('entry', 'c.gain is given')
    window.key('Escape')


@case
def how_an_array_lies_and_is_seen_is_changed_by_its_words(desk):
    window = desk.start(copy_kernel(desk, '26-texture.cu'))
    window.find('page tab', 'Arguments').click()
    name = wait(lambda: next((said.split(',')[0] for said in rows(window) if ' texture,' in said), None), 'the texture')
    before = source(window).text
    begin(window, name)
    window.key('ctrl+a')
    window.type('wrap linear odd')
    wait(lambda: '“odd” is not a setting of a texture' in window.find('entry', f'{name} is given').description, 'a reason')
    window.key('ctrl+a')
    window.type('wrap point normalized')
    window.key('Return')
    has_line(window, 'texture=wrap point normalized')
    undo(window)
    wait(lambda: source(window).text == before, 'the text of before')


@case
def members_and_variables_are_changed_by_name(desk):
    window = start(desk)
    begin(window, 'c.w.1')
    window.key('ctrl+a')
    window.type('256')
    wait(lambda: '255' in window.find('entry', 'c.w.1 is given').description, 'the range')
    window.key('ctrl+a')
    window.type('255')
    window.key('Return')
    has_line(window, 'value.w.1=255')
    wait(lambda: 'Value 255' in told(window, 'c.w.1'), 'what the kernel got')
    begin(window, 'filter')
    window.key('ctrl+a')
    window.type('values:1,2,3')
    window.key('Return')
    has_line(window, 'fill=values:1,2,3')
    expect('\n[symbol filter]\n' in source(window).text)
    wait(lambda: 'Sum 6' in told(window, 'filter'), 'the sum of the variable')


@case
@presses('arguments.set-cell')
def a_cell_is_set_and_given_back(desk):
    window = start(desk)
    before = source(window).text
    choose(window, 'g')
    window.key('shift+F2')
    window.type('4, 0')
    wait(lambda: 'no cell' in window.find('entry', re.compile('^Cell of ')).description, 'a reason')
    window.key('ctrl+a')
    window.type('3, 7')
    window.key('Return')
    window.type('2147483648')
    wait(lambda: '2147483647' in window.find('entry', 'Value of the cell').description, 'the range')
    window.key('ctrl+a')
    window.type('-5')
    window.key('Return')
    has_line(window, 'cells=3:7=-5')
    wait(lambda: 'Given -5' in told(window, 'g[3,7]'), 'the row of the cell')
    after = source(window).text
    begin(window, 'g[3,7]')
    window.key('ctrl+a')
    window.type('6')
    window.key('Return')
    has_line(window, 'cells=3:7=6')
    undo(window)
    wait(lambda: source(window).text == after, 'the cell of before')
    begin(window, 'g[3,7]')
    window.key('ctrl+a', 'BackSpace', 'Return')
    lacks_line(window, 'cells=3:7=-5')
    wait(lambda: not window.has('label', 'Name: g[3,7]'), 'the end of the row')
    undo(window)
    undo(window)
    wait(lambda: source(window).text == before, 'the text of before')


@case
def the_cell_that_is_pinned_is_the_one_to_be_set(desk):
    window = start(desk)
    picture = window.find('image', re.compile('^f:|^f, |Array f|f'))
    picture.click()
    window.key('Return')
    place = wait(lambda: window.find('entry', re.compile('^Cell of ')).text, 'a place')
    expect(re.fullmatch(r'\d, \d', place), place)


@case
@presses('arguments.copy')
def a_row_is_copied(desk):
    window = start(desk)
    choose(window, 'n')
    window.key('ctrl+c')
    source(window).click()
    window.key('ctrl+End', 'ctrl+v')
    wait(lambda: 'n\tunsigned char\t\t3\t3\t\t\tHost\t1' in source(window).text, 'the row')


@case
def each_row_says_what_it_has(desk):
    window = start(desk)
    wait(lambda: re.fullmatch(r'g, Type int, Shape 4,8, Given random\(7\), Sum [-\d.e+]+', told(window, 'g')),
         'the row of g')
    for name, says in [('c', 'Type Cfg'), ('c.gain', 'Type float, Given 1, Value 1'),
                       ('c.at.y', 'Type int, Given 0, Value 0'), ('c.w.2', 'Type unsigned char, Given 0, Value 0'),
                       ('n', 'Type unsigned char, Given 3, Value 3'), ('filter', 'Type float, Shape 3')]:
        choose(window, name)
        expect_equal(told(window, name), f'{name}, {says}')


@case
def a_pointer_without_an_array_is_null(desk):
    window = start(desk, '__global__ void k (float *f, const int *g) { f[0] = g ? 1 : 2; }\n/* gridloom\n[launch]\nblock=1\n'
                   'grid=1\n[arg f]\nshape=1\n[arg g]\nvalue=null\n*/\n')
    wait(lambda: told(window, 'g').endswith(', Given null, Value null'), 'the row of g')


@case
def a_kernel_that_traps_has_its_arguments(desk):
    window = start(desk, '__global__ void k (float *f, int n) { f[n] = 1; }\n/* gridloom\n[launch]\nblock=1\ngrid=1\n'
                   '[arg f]\nshape=4\n[arg n]\nvalue=99\n*/\n')
    wait(lambda: told(window, 'n') == 'n, Type int, Given 99, Value 99', 'the row of n')
    begin(window, 'n')
    window.key('ctrl+a')
    window.type('2')
    window.key('Return')
    has_line(window, 'value=2')
    wait(lambda: 'Sum 1' in told(window, 'f'), 'the run that is good')


def write_npy(desk, name, descr, order, shape, data):
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    with open(desk(f'files/{name}'), 'wb') as file:
        file.write(b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header + data)


def press_fix(desk, shape, file, wanted):
    window = desk.start(write(desk, 'bind.cu', '__global__ void k (float *f) { f[threadIdx.x] *= 2; }\n'
                              f'/* gridloom\n[launch]\nblock=4\ngrid=1\n[arg f]\n{shape}fill=file:{file}\n*/\n'))
    before = source(window).text
    window.find('page tab', re.compile('Problems')).click()
    window.find('button', 'Change Setting').click()
    has_line(window, wanted)
    window.find('label', re.compile('^All 4 cells written once|4 of 6 cells'))
    undo(window)
    wait(lambda: source(window).text == before, 'one step back')


@case
def a_file_of_another_order_is_transposed_by_a_button(desk):
    write_npy(desk, 't.npy', '<f4', True, (2, 2), struct.pack('<4f', 1, 2, 3, 4))
    press_fix(desk, '', 't.npy', 'fill=file:t.npy,transpose')


@case
def an_array_takes_the_shape_of_its_file_by_a_button(desk):
    write_npy(desk, 's.npy', '<f4', False, (2, 2), struct.pack('<4f', 1, 2, 3, 4))
    press_fix(desk, 'shape=3,5\n', 's.npy', 'shape=2,2')


@case
def an_example_is_edited_in_german(desk):
    # the locale that was made for tests, since a machine need not have any
    locales = os.path.join(os.path.dirname(BINARY), '..', '..', 'tests')
    window = desk.start(copy_kernel(desk, '01-triangle.cu'),
                        environment={'LOCPATH': locales, 'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'de'})
    window.find('page tab', re.compile('^Argumente')).click()
    window.find('label', re.compile('cols')).click()
    window.key('F2')
    wait(lambda: window.focus().role in ('entry', 'text'), 'a field')


main()
