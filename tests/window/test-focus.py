#!/usr/bin/env python3
"""The keyboard alone: Tab reaches and leaves every pane, F6 goes from pane to pane, and what has the focus has a name.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re
import struct

from desk import Failed, expect, expect_equal, wait
from harness import case, choose, copy_kernel, main, presses, source, write

PANES = ['header', 'editor', 'picture', 'launch', 'drawer']


def panes(window):
    """What lies in each pane, by something that only it has."""
    signs = {
        'header': ('button', 'Main menu'),
        'editor': ('entry', 'Source of the kernel and its settings'),
        'picture': ('button', 'Zoom in'),
        'launch': ('label', 'Launch'),
        'drawer': ('page tab', re.compile('Timings')),
    }
    return {name: window.find(*sign).extents() for name, sign in signs.items()}


def pane_of(window, places):
    """The pane that has the focus: by where it lies."""
    focus = window.focus()
    if focus is None:
        return None
    x, y, width, height = focus.extents()
    middle = x + width // 2, y + height // 2
    if middle[1] < places['editor'][1]:
        return 'header'
    if middle[1] >= places['drawer'][1] - 12:
        return 'drawer'
    if x < places['editor'][0] + places['editor'][2]:
        return 'editor'
    return 'launch' if x >= places['launch'][0] - 12 else 'picture'


def press(window, key):
    """Presses a key that moves the focus, and returns what has it then."""
    before = window.focus()
    window.key(key)
    return wait(lambda: (lambda now: now if now and now.path != before.path else None)(window.focus()),
                lambda: f'another focus than {before} after {key}')


@case
@presses('win.next-pane', 'win.previous-pane')
def f6_goes_from_pane_to_pane_and_back(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('image', re.compile('^f: '))
    places = panes(window)
    source(window).click()
    visited = []
    for _ in PANES:
        press(window, 'F6')
        visited.append(pane_of(window, places))
    expect_equal(visited, ['picture', 'launch', 'drawer', 'header', 'editor'])
    visited = []
    for _ in PANES:
        press(window, 'shift+F6')
        visited.append(pane_of(window, places))
    expect_equal(visited, ['header', 'drawer', 'launch', 'picture', 'editor'])
    window.key('F9')
    wait(lambda: not window.has('entry', 'Source of the kernel and its settings'), 'a window without editor')
    window.find('image', re.compile('^f: ')).click()
    focus = press(window, 'shift+F6')
    expect(focus.extents()[1] < places['editor'][1], f'{focus} is not in the header')


def walk(window, places, key):
    """Goes round the window, and returns the panes in the order in which they were reached, and what has no name."""
    start = window.focus()
    visited, nameless = [pane_of(window, places)], []
    for _ in range(120):
        # in the editor the key is typed
        focus = press(window, 'ctrl+' + key if visited[-1] == 'editor' else key)
        pane = pane_of(window, places)
        if pane != visited[-1]:
            visited.append(pane)
        if not focus.name.strip() or re.match('(Gtk|Adw|Loom)[A-Z]', focus.name):
            nameless.append(str(focus) + ' in ' + ' in '.join(str(node) for node in list(focus.node.ancestors())[1:5]))
        if focus.path == start.path:
            return visited, nameless
    raise Failed(f'no way round: {visited}, now at {focus}')


@case
def tab_reaches_and_leaves_every_pane(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    places = panes(window)
    picture = window.find('image', re.compile('^f: '))
    picture.click()
    wait(lambda: picture.has('focused'), 'the focus in the picture')
    for key in ('Tab', 'shift+Tab'):
        visited, nameless = walk(window, places, key)
        expect_equal(set(visited), set(PANES), visited)
        expect(not nameless, f'without a name, by {key}:', *nameless)


@case
def an_answered_question_keeps_the_focus_in_the_launch_bar(desk):
    window = desk.start(write(desk, 'asks.cu', '__device__ int mine (uint3 at) { return at.x + 4 * at.y; }\n'
                                               '__global__ void f (float *a) { a[mine (threadIdx)] = 1; }\n'))
    places = panes(window)
    window.find('button', '2-D').click()
    wait(lambda: not window.has('button', '2-D'), 'the end of the question')
    wait(lambda: pane_of(window, places) == 'launch', lambda: f'a focus in the launch bar instead of {window.focus()}')


@case
def a_chosen_file_that_is_refused_says_why_where_the_focus_is(desk):
    for name in 'files/mine.npy', 'ours.npy':
        with open(desk(name), 'wb') as file:
            header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (8,)}".ljust(117) + b'\n'
            file.write(b'\x93NUMPY\x01\0' + len(header).to_bytes(2, 'little') + header + bytes(4 * 8))
    window = desk.start(write(desk, 'reads.cu', '__global__ void f (float *a) { a[threadIdx.x] += 1; }\n'
                                                '/* gridloom\n[arg a]\nshape=8\nfill=file:mine.npy\n*/\n'))
    window.key('ctrl+F9')
    window.find('list item', 'a').click()
    while window.focus().name != 'Choose a file':
        press(window, 'Tab')
    window.key('space')
    choose(desk.window('Choose a File'), desk('ours.npy'))
    desk.window('Copy It Beside the Document?').find('button', 'Copy and Use').click()
    wait(lambda: 'fill=file:ours.npy' in source(window).text, 'a copy that is read')
    window.find('button', 'Choose a file').click()
    choose(desk.window('Choose a File'), write(desk, '../other.npy', ''))
    desk.window('Copy It Beside the Document?').find('button', 'Copy and Use').click()
    field = wait(lambda: next((each for each in [window.focus()] if each and each.name == 'File'), None),
                 lambda: f'a focus in the field instead of {window.focus()}')
    expect(field.text.endswith('files/other.npy'), field.text)
    window.find('label', re.compile('other.npy'))


@case
@presses('raw.use')
def a_chosen_file_of_bytes_is_asked_about(desk):
    write(desk, 'other.raw', 'a' * 512)
    numbers = [16 * y + x for y in range(16) for x in range(16)]
    with open(desk('files/ramp.raw'), 'wb') as file:
        file.write(struct.pack('>256i', *numbers))
    window = desk.start(write(desk, 'reads.cu', '__global__ void f (int *a) { a[threadIdx.x] += 1; }\n'
                                                '/* gridloom\n[arg a]\nshape=8,16\nfill=file:other.raw\n*/\n'))
    window.key('ctrl+F9')
    window.find('list item', 'a').click()
    while window.focus().name != 'Choose a file':
        press(window, 'Tab')
    window.key('space')
    choose(desk.window('Choose a File'), desk('files/ramp.raw'))
    asked = desk.window('What the File Holds')
    asked.find('label', re.compile('256 cells'))
    asked.find('combo box', 'Byte order').click()
    asked.find('list item', re.compile('Highest')).click()
    asked.find('label', re.compile('^0, 1, 2, 3'))
    shape = asked.find('entry', 'Shape')
    expect_equal(shape.text, '16,16')
    shape.write('16,15')
    asked.find('label', re.compile('240 cells'))
    expect(not asked.find('button', 'Use').has('sensitive'))
    shape.write('4,64')
    wait(lambda: asked.find('button', 'Use').has('sensitive'), 'a shape that fits')
    desk.save('raw')
    asked.find('button', 'Use').click()
    asked.wait_closed()
    wait(lambda: 'shape=4,64\nfill=file:ramp.raw,big-endian' in source(window).text, lambda: source(window).text)


@case
def a_new_window_is_typed_into_at_once(desk):
    desk.start(copy_kernel(desk, '01-triangle.cu')).key('ctrl+n')
    window = desk.window('Untitled')
    window.type('__global__')
    wait(lambda: source(window).text == '__global__', lambda: f'the text instead of a focus on {window.focus()}')


@case
@presses('win.show-page')
def the_status_bar_hands_the_focus_to_the_page_that_it_opens(desk):
    window = desk.start(write(desk, 'wrong.cu', '__global__ void f (float *a) { a[0] = b; }\n'))
    problem = re.compile('"b" is undefined')
    window.find('list item', problem)
    window.key('ctrl+F9')
    window.find('button', 'Problems 1').click()
    wait(lambda: window.focus().role == 'list item' and problem.search(window.focus().name),
         lambda: f'a problem instead of {window.focus()}')
    window.key('ctrl+F9')
    wait(lambda: window.focus().name == 'Go to the First Problem',
         lambda: f'what is in the place of the picture instead of {window.focus()}')


@case
def f6_goes_to_the_page_of_the_drawer_that_is_shown(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('image', re.compile('^f: '))
    places = panes(window)
    # a page with nothing that takes the focus is entered by its tab
    for tab, role in (('Arguments', 'table row'), ('Output', 'page tab')):
        window.find('page tab', tab).click()
        source(window).click()
        wait(lambda: pane_of(window, places) == 'editor', 'the focus in the editor')
        for _ in range(3):
            press(window, 'F6')
        expect_equal(pane_of(window, places), 'drawer')
        expect_equal(window.focus().role, role)


@case
def the_keyboard_goes_on_after_a_submenu(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('image', re.compile('^f: '))
    places = panes(window)
    for last in 'Return', 'Escape':
        source(window).click()
        for key in ['F10'] + 5 * ['Up']:
            press(window, key)
        window.key('Return')
        window.find('check menu item', 'Wrap Lines')
        press(window, 'Down')
        window.key(last)
        wait(lambda: not window.has('check menu item'), 'a closed menu')
        window.key('F6')
        wait(lambda: pane_of(window, places) == 'editor', lambda: f'{window.focus()} after {last} and F6')
    for key in ['F10'] + 6 * ['Up']:
        press(window, key)
    window.key('Return')
    window.find('menu item', 'Go to Line…')
    press(window, 'Down')
    press(window, 'Down')
    window.key('Return')
    wait(lambda: window.focus().name == 'Go to line', lambda: f'the entry of the line, not {window.focus()}')


if __name__ == '__main__':
    main()
