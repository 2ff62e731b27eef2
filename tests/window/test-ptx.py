#!/usr/bin/env python3
"""The page PTX: what the compiler made of the source, line by line, both ways; and machine code beside it.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import pathlib
import re
import shutil

from desk import expect, wait
from harness import case, copy_kernel, count_marked, main, paste, presses, source


# nvdisasm is a stand-in, by which instruction i comes of line i % 20 + 1 of the document
STAND_IN = {'GRIDLOOM_CUDA': str(pathlib.Path(__file__).resolve().parent.parent / 'fake' / 'toolkit')}
HAS_NONE = not (shutil.which('nvdisasm') or os.path.exists('/usr/local/cuda/bin/nvdisasm'))


def listing(window):
    return window.find('text', 'PTX')


def sass(window):
    return window.find('text', 'SASS')


def show_sass(desk, kernel, environment):
    window = desk.start(copy_kernel(desk, kernel), environment=environment)
    source(window).click()
    window.key('ctrl+shift+p')
    listing(window)
    window.find('button', 'SASS').click()
    return window


def caret_line(view):
    """The line of the cursor, from 1, and its text."""
    line = view.text[:view.caret].count('\n')
    return line + 1, view.text.split('\n')[line]


@case
@presses('win.ptx', 'listing.go')
def ptx_and_source_are_linked(desk):
    window = desk.start(copy_kernel(desk, '15-transpose.cu'))
    source(window).click()
    window.key('ctrl+shift+p')
    wait(lambda: '.visible .entry padded(' in caret_line(listing(window))[1], 'the kernel that is chosen')
    text = listing(window).text
    expect('.loc' not in text and '.debug_str' not in text and '.file' not in text, text[-400:])
    # from a store to global memory to the line that stores to out
    first = text[:text.index('.entry padded(')].count('\n')
    store = next(i for i, line in enumerate(text.split('\n')) if 'st.global' in line and i > first)
    window.key('ctrl+Home', *['Down'] * store)
    wait(lambda: 'st.global' in caret_line(listing(window))[1], 'a store to global memory')
    wait(lambda: count_marked(listing(window)) > 500, 'all that came of that line')
    wait(lambda: count_marked(source(window)) > 500, 'the line in the source')
    window.key('Return')
    wait(lambda: 'out[(y + i) * cols + x]' in caret_line(source(window))[1], 'the cursor there')
    wait(lambda: count_marked(source(window)) == 0, 'nothing that is pointed at')
    # from the source: a declaration, of which nothing came, and the barrier
    window.key('ctrl+Home')
    wait(lambda: count_marked(listing(window)) == 0, 'nothing of a comment')
    window.key('ctrl+f')
    window.type('__syncthreads\n')
    wait(lambda: '__syncthreads' in caret_line(source(window))[1], 'the barrier')
    wait(lambda: count_marked(listing(window)) > 300, 'what came of it')


@case
@presses('win.ptx')
def the_pointer_in_the_source_marks_what_came_of_a_line(desk):
    path = copy_kernel(desk, '15-transpose.cu')
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    empty = next(n for n, line in enumerate(lines) if '__syncthreads' in line)
    window = desk.start(path)
    source(window).click()
    window.key('ctrl+shift+p')
    listing(window)
    source(window).click()
    window.key('ctrl+g')
    window.type(f'{empty}\n')
    wait(lambda: caret_line(source(window)) == (empty, ''), 'the line before the barrier')
    wait(lambda: count_marked(listing(window)) == 0, 'nothing of an empty line')
    x, y = source(window).place()
    # line by line, until it is over one of which something came
    for offset in range(-120, 121, 8):
        window.desk.screen.move_pointer(x, y + offset)
        if count_marked(listing(window)) > 300:
            break
    wait(lambda: count_marked(listing(window)) > 300, 'what came of the line below the pointer')
    expect(caret_line(source(window)) == (empty, ''), 'the cursor is where it was')
    listing(window).point()
    window.desk.screen.move_pointer(x + 600, 10)
    wait(lambda: count_marked(listing(window)) == 0, 'nothing of the line of the cursor')


@case
@presses('ptx.copy')
def all_of_it_is_copied(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    source(window).click()
    window.key('ctrl+shift+p')
    text = wait(lambda: listing(window).text, 'the text')
    window.find('button', 'Copy the PTX').click()
    expect(paste(window) == text, 'the clipboard has the text')


@case
@presses('win.ptx')
def a_source_that_does_not_compile_has_no_ptx(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    source(window).click()
    window.key('ctrl+shift+p')
    listing(window)
    source(window).click()
    before = source(window).text
    window.key('ctrl+Home')
    window.type('nonsense ')
    window.find('label', re.compile('^This source does not compile'))
    while source(window).text != before:
        window.key('ctrl+z')
    listing(window)


@case
@presses('win.tell-sass', 'listing.go')
def machine_code_stands_beside_the_ptx_and_is_linked(desk):
    window = show_sass(desk, '15-transpose.cu', STAND_IN)
    view = sass(window)
    wait(lambda: '\npadded:\n\t/*0000*/\tSTAND_IN R0, R1;\n' in view.text, 'its text')
    view.click()
    window.desk.screen.move_pointer(600, 10)
    window.key('ctrl+Home', *['Down'] * 6)
    wait(lambda: 'STAND_IN' in caret_line(sass(window))[1], 'an instruction')
    line = int(re.search(r'STAND_IN R(\d+)', caret_line(sass(window))[1])[1]) % 20 + 1
    wait(lambda: count_marked(sass(window)) > 300, 'all that came of that line')
    wait(lambda: count_marked(source(window)) > 100, 'the line in the source')
    window.key('Return')
    wait(lambda: caret_line(source(window))[0] == line, f'the cursor in line {line}')
    window.key('ctrl+g')
    window.type('19\n')
    wait(lambda: caret_line(source(window))[0] == 19, 'another line')
    wait(lambda: count_marked(sass(window)) > 300, 'what came of it')


@case
@presses('ptx.copy-sass')
def all_of_the_machine_code_is_copied(desk):
    window = show_sass(desk, '01-triangle.cu', STAND_IN)
    text = wait(lambda: sass(window).text, 'the text')
    expect(text.startswith('// sm_75, NVRTC'), text)
    window.find('button', 'Copy the SASS').click()
    expect(paste(window) == text, 'the clipboard has the text')


@case
def machine_code_follows_an_edit(desk):
    window = show_sass(desk, '01-triangle.cu', STAND_IN)
    wait(lambda: '\ntriangle:\n' in sass(window).text, 'the kernel')
    source(window).click()
    window.key('ctrl+Home')
    window.type('extern "C" __global__ void more (int *p) { *p = 1; }\n')
    wait(lambda: '\nmore:\n' in sass(window).text, 'another kernel')


@case
def without_a_disassembler_its_name_and_package_are_told(desk):
    if HAS_NONE:
        window = show_sass(desk, '01-triangle.cu', {'GRIDLOOM_CUDA': ''})
        window.find('label', re.compile('nvdisasm.*cuda-nvdisasm.*CUDA_HOME'))


if __name__ == '__main__':
    main()
