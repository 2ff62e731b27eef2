#!/usr/bin/env python3
"""Who wrote and read the pinned cell: the page of the drawer, and what is framed in the picture.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, wait
from harness import FAKE, case, main, pick, presses, source, write

STENCIL = '''__global__ void stencil (const float *in, float *out, int cols)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = y * cols + x;

  if (x > 0 && x < cols - 1 && y > 0 && y < cols - 1)
    out[i] = in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols];
}

/* gridloom
[launch]
block=4,4
range=16,16

[arg in]
shape=16,16
fill=iota

[arg out]
shape=16,16
fill=zeros

[view]
array=out
lens=value
*/
'''
ACCESSES, SOURCES = 'Who wrote and read the cell', 'What its writers read before'


def picture(window, name=re.compile('^out: ')):
    return window.find('image', name)


def sentence(window, text):
    return window.find('label', re.compile(text))


def ask(desk, text=STENCIL, environment=None):
    """Pins the cell in the middle, and asks by the key."""
    window = desk.start(write(desk, 'stencil.cu', text), environment=environment or {})
    picture(window).click()
    window.key('ctrl+shift+w')
    return window


@case
@presses('win.ask-cell')
def the_menu_on_a_cell_asks(desk):
    window = desk.start(write(desk, 'stencil.cu', STENCIL))
    picture(window).click()
    window.key('shift+F10')
    window.find('menu item', 'Who Wrote and Read It').click()
    window.find('tree table', ACCESSES)


@case
def three_clicks_lead_from_a_cell_to_the_line_that_wrote_it(desk):
    window = desk.start(write(desk, 'far.cu', '/*\n' + ' * a long comment\n' * 80 + ' */\n' + STENCIL))
    before = source(window).look()
    picture(window).click(button=3)
    window.find('menu item', 'Who Wrote and Read It').click()
    table = window.find('tree table', ACCESSES)
    # the line comes into view and is shaded; a row goes there
    wait(lambda: source(window).look() != before, 'another part of the source')
    window.find('label', 'Written', table).click(times=2)
    wait(lambda: source(window).has('focused'), 'the source')
    text = source(window).text
    wait(lambda: text.count('\n', 0, source(window).caret) == 82 + 7, 'the line of the store')


@case
@presses('win.ask-cell', 'win.tell-cell', 'win.show-place')
def a_pinned_cell_tells_its_writer_and_what_that_read(desk):
    window = ask(desk)
    sentence(window, r'^out\[\d+\]\[\d+\]: 1 write, 0 reads; its writers read 4 cells before$')
    table = window.find('tree table', ACCESSES)
    cells = window.texts(table)
    expect('Written' in cells and '8' in cells and '0: stencil' not in cells, cells)
    expect(any(re.search(r'^out\[y \* cols \+ x\] = out\[\d+ \* 16 \+ \d+\] = out\[\d+\]$', text) for text in cells), cells)
    sources = [text for text in window.texts(window.find('tree table', SOURCES)) if text.startswith('in[')]
    expect(len(sources) == 4, sources)
    # the row leads to the line, and shows the thread
    window.find('label', 'Written', table).click(times=2)
    wait(lambda: source(window).has('focused'), 'the source')
    text = source(window).text
    wait(lambda: text.count('\n', 0, source(window).caret) == 7, 'the line of the store')
    window.find('label', re.compile(r'^thread \(\d, \d\) of block .*it wrote 1 cell of out'))


@case
def it_goes_by_keys_alone(desk):
    window = desk.start(write(desk, 'stencil.cu', STENCIL))
    picture(window)
    for _ in range(5):
        if not picture(window).has('focused'):
            window.key('F6')
    wait(lambda: picture(window).has('focused'), 'the picture')
    window.key('Right', 'Down', 'Return', 'ctrl+shift+w')
    sentence(window, '^out.*: [01] writes?, ')


@case
def a_cell_of_the_table_is_asked_about(desk):
    window = desk.start(write(desk, 'stencil.cu', STENCIL))
    picture(window)
    window.press_menu('How it is drawn, export, print', 'Cells as a Table')
    table = window.find('tree table', 'Cells of the array')
    window.find('label', 'row 0, column 6', table).click(times=2)
    window.key('ctrl+shift+w')
    sentence(window, r'^out\[0\]\[6\]: 0 writes, 0 reads$')


@case
def what_was_read_is_framed_and_told(desk):
    window = ask(desk)
    sentence(window, '^out.*1 write')
    pick(window, 'Array', 'in')
    framed = '4 cells are framed: the writers of the cell that was asked about read them.'
    wait(lambda: framed in picture(window, re.compile('^in: ')).description, 'frames')


@case
def the_question_goes_on_at_a_cell_that_was_read(desk):
    window = ask(desk)
    sentence(window, '^out.*1 write')
    sources = window.find('tree table', SOURCES)
    first = next(text for text in window.texts(sources) if text.startswith('in['))
    window.find('label', first, sources).click(times=2)
    picture(window, re.compile('^in: '))
    sentence(window, f'^{re.escape(first)}: 0 writes, 4 reads$')


@case
def without_a_pinned_cell_it_says_what_to_do(desk):
    window = desk.start(write(desk, 'stencil.cu', STENCIL))
    picture(window)
    window.key('ctrl+shift+w')
    window.find('label', re.compile('^Pin a cell of the picture'))
    picture(window).click()
    sentence(window, '^out.*1 write')


@case
def what_failed_says_why(desk):
    window = desk.start(write(desk, 'stencil.cu', STENCIL.replace('[view]', '[launch]\nhalo=1\n[split]\ndevices=2\nhalo=1\n\n[view]')
                                                         .replace('[launch]\nhalo=1\n', '')))
    picture(window).click()
    window.key('ctrl+shift+w')
    window.find('label', re.compile('cell is of one device'))


@case
@presses('cell.simulate')
def of_a_gpu_the_simulator_tells(desk):
    window = desk.start(write(desk, 'stencil.cu', STENCIL), environment=FAKE)
    window.press_menu(re.compile('What the kernel runs on'), re.compile('GPU'))
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    picture(window).click()
    window.key('ctrl+shift+w')
    window.find('label', re.compile('^A GPU does not tell who wrote a cell'))
    window.find('button', 'Ask the Simulator').click()
    sentence(window, '^out.*1 write.*; as the simulator runs it$')


main(width=1280, height=720)
