#!/usr/bin/env python3
"""Runs: started, stopped, looked at again; the launch, traps, and the rooms of the window.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import struct

from desk import expect, wait
from harness import case, copy_kernel, main, presses, source, write

TRIANGLE = '''__global__ void
triangle (float *f, int cols)
{
  int x = threadIdx.x, y = threadIdx.y;
  if (x >= y)
    f[y * cols + x] = 1;
}
/* gridloom
[launch]
block=16,16
[arg f]
shape=16,16
*/
'''
RUN, STOP = re.compile(r'^Run( the|$)'), re.compile(r'^Stop\b')
ENDLESS = '__global__ void spin (volatile int *flag)\n{\n  while (*flag == 0)\n    ;\n}\n'


def wait_sentence(window, pattern):
    """The sentence under the picture."""
    return window.find('label', re.compile(pattern))


def change(window, old, new):
    """Replaces a text in the editor by hand."""
    before = source(window).text
    line = before[:before.index(old)].count('\n') + 1
    window.key('ctrl+g')
    window.find('entry', 'Go to line')
    window.type(str(line))
    window.key('Return', 'shift+End')
    window.type(before.split('\n')[line - 1].replace(old, new).strip())
    wait(lambda: new in source(window).text, 'the change')


@case
@presses('win.live', 'win.run')
def a_run_is_asked_for_and_comes_by_itself(desk):
    window = desk.start(write(desk, 'triangle.cu', TRIANGLE))
    wait_sentence(window, '^136 of 256 ')
    live = window.find('button', 'Live')
    live.click()
    wait(lambda: not live.has('pressed'), 'runs by hand')
    source(window).click()
    change(window, 'x >= y)', 'x > y)')
    wait_sentence(window, '^136 of 256 ')
    window.find('button', RUN).click()
    wait_sentence(window, '^120 of 256 ')
    change(window, 'x > y)', 'x <= y)')
    window.key('ctrl+Return')
    wait_sentence(window, '^136 of 256 ')
    window.key('ctrl+shift+l')
    wait(lambda: live.has('pressed'), 'runs by themselves')
    change(window, 'x <= y)', 'x < y)')
    wait_sentence(window, '^120 of 256 ')


@case
@presses('win.stop')
def a_kernel_without_end_is_stopped(desk):
    """What it did until then is shown, and being stopped is no problem of it."""
    window = desk.start(write(desk, 'endless.cu', ENDLESS))
    window.find('button', STOP).click()
    wait(lambda: window.has('button', RUN) and not window.has('button', STOP), 'the end of the run')
    window.find('label', 'Stopped; what was done until then is kept')
    window.find('image', re.compile('^flag: '))
    expect(window.has('page tab', 'Problems'), 'no number of problems')
    expect(not window.has('button', re.compile('^Show (Line|Thread)')), 'no line to be shown')
    window.key('ctrl+Return')
    window.find('button', STOP)
    window.key('Escape')
    wait(lambda: window.has('button', RUN) and not window.has('button', STOP), 'the end of the run')


@case
@presses('win.fix-launch', 'win.edit-launch')
def a_launch_over_a_limit_is_mended_by_its_button(desk):
    path = copy_kernel(desk, '01-triangle.cu')
    with open(path, encoding='utf-8') as file:
        text = file.read().replace('block=8,8', 'block=64,64')
    window = desk.start(write(desk, '01-triangle.cu', text))
    window.find('button', 'Use 64 × 16').click()
    wait(lambda: 'block=64,16' in source(window).text, 'a block that can be launched')
    wait_sentence(window, '^136 of 256 ')
    window.key('ctrl+l')
    wait(lambda: 'Range' in (window.focus() or source(window)).name, 'the first field of the launch')


@case
@presses('win.show-trap-line', 'win.show-trap-thread')
def a_trap_shows_its_line_and_thread(desk):
    window = desk.start(copy_kernel(desk, '06-missing-guard.cu'))
    window.find('button', 'Show Line').click()
    text = source(window).text
    wait(lambda: text.count('\n', 0, source(window).caret) == text[:text.index('f[i] =')].count('\n'), 'the line')
    window.find('label', re.compile('^Point at a cell'))
    window.find('button', 'Show Thread').click()
    wait(lambda: not window.has('label', re.compile('^Point at a cell')), 'the thread')


@case
def a_missing_guard_opens_the_drawer_and_is_added_by_its_button(desk):
    settings = desk('home/config/glib-2.0/settings/keyfile')
    with open(settings, encoding='utf-8') as file:
        text = file.read()
    with open(settings, 'w', encoding='utf-8') as file:
        file.write(text.replace('show-drawer=true\n', ''))
    window = desk.start(copy_kernel(desk, '06-missing-guard.cu'))
    window.find('button', 'Add Guard').click()
    wait(lambda: '\n  if (i < n)\n    f[i] = 2.0f * i;\n}' in source(window).text, 'a statement under a test')
    wait(lambda: not window.has('button', 'Show Thread'), 'a run without a trap')
    expect(window.has('page tab', 'Problems'), 'problems are left')


@case
@presses('run.show', 'win.show-latest')
def an_older_run_is_shown_again(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    wait_sentence(window, '^136 of 256 ')
    source(window).click()
    change(window, 'x >= y)', 'x > y)')
    wait_sentence(window, '^120 of 136 ')
    window.find('page tab', 'Runs').click()
    rows = wait(lambda: window.all('list item', within=window.find('list', 'Runs'), scrolled=True), 'the runs')
    expect(len(rows) >= 2, [str(row) for row in rows])
    rows[-1].click()
    window.find('button', 'Show Result').click()
    wait_sentence(window, '^136 of 256 ')
    window.find('button', 'Show the Latest').click()
    wait_sentence(window, '^120 of 136 ')


@case
@presses('win.on-completion')
def a_picture_is_exported_when_a_run_is_done(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    wait_sentence(window, '^136 of 256 ')
    window.find('page tab', 'Runs').click()
    window.press_menu('On Completion', 'Export the Picture beside the Document')
    window.key('ctrl+Return')
    wait(lambda: os.path.exists(desk('files/01-triangle.png')), 'the picture')


@case
@presses('win.analyse', 'win.as-written', 'win.profile', 'win.check-races', 'win.check-uninitialised')
def one_place_says_what_runs_look_for(desk):
    races = '__global__ void k (float *f)\n{\n  f[0] = threadIdx.x;\n}\n'
    text = races + '/* gridloom\n[launch]\nblock=64\ngrid=1\n[arg f]\nshape=64\nfill=poison\n*/\n'
    window = desk.start(write(desk, 'races.cu', text))
    wait_sentence(window, 'Counted on the executed PTX')
    window.key('F5')
    window.find('check box', 'Races').click()
    window.find('label', 'Analyse (1)')
    # the popover has the keys now, and the window those that it had before
    window.key('ctrl+2')
    window.find('label', 'Analyse (2)')
    window.key('ctrl+2')
    window.find('label', 'Analyse (1)')
    window.key('Escape')
    window.find('page tab', re.compile(r'Problems \d'))
    window.find('page tab', re.compile('Problems')).click()
    window.find('label', re.compile('[Rr]ace'))
    window.key('ctrl+2')
    source(window).click()
    change(window, 'threadIdx.x;', 'f[1];')
    window.find('label', re.compile('before anything was written'))
    window.key('ctrl+4')
    wait(lambda: not window.has('label', re.compile('Counted on the executed PTX')), 'counts as written')
    before = source(window).look()
    window.key('ctrl+3')
    wait(lambda: source(window).look() != before, 'the counts beside the lines')
    window.find('label', 'Analyse (4)')


@case
@presses('win.permute')
def a_number_stands_for_an_order(desk):
    last = '__global__ void last (int *f)\n{\n  f[0] = blockIdx.x;\n}\n'
    text = last + '/* gridloom\n[launch]\nblock=1\ngrid=8\n[arg f]\nshape=1\n[view]\nlens=value\n*/\n'
    window = desk.start(write(desk, 'last.cu', text))
    window.find('image', re.compile('^f: ')).click()
    window.find('label', re.compile('^cell 0: 7,'))
    window.key('F5')
    window.find('check box', 'Another order').click()
    window.find('spin button', 'Number of the order').write('4')
    window.key('Return')
    window.find('label', re.compile('^cell 0: [0-6],'))
    window.key('ctrl+5', 'Escape')
    window.find('label', re.compile('^cell 0: 7,'))


@case
@presses('win.differs')
def what_differs_on_the_simulator_is_told(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.press_menu(re.compile('What the kernel runs on'), 'What Differs on the Simulator?')
    differs = desk.window('What Differs on the Simulator?')
    differs.find('button', 'Close').click()
    differs.wait_closed()


@case
def arguments_are_told_with_values_sums_and_places(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    wait_sentence(window, '^136 of 256 ')
    window.find('page tab', 'Arguments').click()
    table = window.find(name='Arguments of the kernel')
    told = wait(lambda: (texts := window.texts(table)) and 'Sum: 136' in texts and texts, 'the sum of the triangle')
    for text in ('Name: f', 'Type: float', 'Shape: 16,16', 'Place: Simulator', 'Bytes: 1024', 'Pitch: 64', 'Name: cols',
                 'Type: int', 'Value: 16', 'Place: Host'):
        expect(text in told, f'{text} is not told', told)
    window.key('ctrl+Return')
    wait(lambda: 'Sum: 136' in window.texts(table), 'the sum of the next run')


@case
def a_file_of_another_type_is_converted_by_a_button(desk):
    with open(desk('files/f.npy'), 'wb') as file:
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }\n"
        file.write(b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header + struct.pack('<4d', 1, 2, 3, 4))
    window = desk.start(write(desk, 'double.cu', '__global__ void k (float *f) { f[threadIdx.x] *= 2; }\n'
                              '/* gridloom\n[launch]\nblock=4\ngrid=1\n[arg f]\nfill=file:f.npy\n*/\n'))
    window.find('page tab', re.compile('Problems')).click()
    window.find('button', 'Change Setting').click()
    wait(lambda: 'fill=file:f.npy,convert\n' in source(window).text, 'the setting')
    wait_sentence(window, '^All 4 cells written once')
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: 'fill=file:f.npy\n' in source(window).text, 'one step back')


@case
@presses('win.show-editor', 'win.show-launch', 'win.show-drawer')
def rooms_are_hidden_and_shown(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    rooms = {
        'Show the editor (F9)': ('F9', lambda: window.has('entry', 'Source of the kernel and its settings')),
        'Show the launch bar (Shift+F9)': ('shift+F9', lambda: window.has('label', 'Launch')),
        'Hide the drawer': ('ctrl+F9', lambda: window.has('page tab', re.compile('Timings'))),
    }
    for button, (key, is_shown) in rooms.items():
        wait(is_shown, f'what {key} shows')
        window.find('button', button).click()
        wait(lambda is_shown=is_shown: not is_shown(), f'the end of what {key} shows')
        window.key(key)
        wait(is_shown, f'what {key} shows')


@case
@presses('win.show-page')
def problems_are_told_while_the_drawer_is_hidden(desk):
    window = desk.start(write(desk, 'wrong.cu', '__global__ void k (float *f)\n{\n  f[0] = nothing;\n}\n'))
    window.find('page tab', re.compile(r'Problems \d'))
    window.key('ctrl+F9')
    wait(lambda: not window.has('page tab'), 'a window without drawer')
    window.find('button', re.compile(r'^Problems \d')).click()
    window.find('page tab', re.compile(r'Problems \d'))


if __name__ == '__main__':
    main()
