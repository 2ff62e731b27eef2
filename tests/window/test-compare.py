#!/usr/bin/env python3
"""Two runs: one is pinned as A, and looked at beside the one that is shown, in turn with it, and by what differs.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import re
import time

from desk import expect, expect_equal, wait
from harness import case, choose_lens, main, presses, source, write

KERNEL = '''__global__ void k (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float v = x + 2 * y;

  if (x < cols && y < rows)
    f[y * cols + x] = v;
}

/* gridloom
[launch]
block=8,8
range=24,16

[arg f]
shape=16,24
fill=zeros

[view]
array=f
lens=value
*/
'''
STATUS = {
    'side': 'A on the left, B on the right: one cursor, zoom and scale of colours.',
    'blink': 'A and B in turn: the letter says which; Space turns over by hand.',
    'difference': 'B minus A; the lens Difference shows what else is not the same.',
}


def picture(window, name='^f: '):
    return window.find('image', re.compile(name))


def replace(window, old, new):
    """Types one text over another in the source, which runs it."""
    text = source(window).text
    expect_equal(text.count(old), 1, old)
    before = text.index(old)
    line, column = text.count('\n', 0, before) + 1, before - (text.rfind('\n', 0, before) + 1)
    source(window).click()
    window.key('ctrl+Home', *['Down'] * (line - 1), *['Right'] * column, *['shift+Right'] * len(old))
    window.type(new)
    wait(lambda: source(window).text == text.replace(old, new), 'the edit')


def pin(desk, text=KERNEL, environment=None):
    window = desk.start(write(desk, 'k.cu', text), environment=environment or {})
    picture(window)
    window.key('ctrl+b')
    window.find('label', re.compile(r'^A: run of .*, block 8 × 8$'))
    return window


def change(desk, old='x + 2 * y', new='x > 3 ? x + 2 * y : y', **more):
    """Run A is pinned and an edit has run as B."""
    window = pin(desk, **more)
    replace(window, old, new)
    window.find('label', 'B is the run that is shown.')
    return window


def readout(window):
    return next((text for text in window.texts() if re.search(r'row \d+, column \d+', text)), '')


@case
@presses('win.pin-run', 'win.unpin-run')
def a_run_is_pinned_and_let_go(desk):
    window = pin(desk)
    window.find('label', 'This is run A itself: change something and run, or show another run.')
    window.find('button', 'Unpin run A').click()
    wait(lambda: not window.has('label', re.compile('^A: run of')), 'the end of the bar')
    picture(window).click()
    window.key('a')
    window.find('label', re.compile('^A: run of'))
    picture(window).click(button=3)
    window.find('menu item', 'Pin This Run as A')
    window.key('Escape')


@case
@presses('win.compare-as')
def side_by_side_has_one_cursor_and_one_zoom(desk):
    window = change(desk)
    window.find('button', 'Side by Side').click()
    window.find('label', STATUS['side'])
    a, b = picture(window, '^A: f: Value'), picture(window, '^B: f: Value')
    # one place of the two pictures, pointed at in either of them
    a.click()
    wait(lambda: readout(window), 'what is known of the cell')
    told = re.search(r'^A: (\S+) .*; B: row (\d+), column (\d+): ([^,]+),', readout(window))
    expect(told, readout(window))
    row, column = int(told[2]), int(told[3])
    expect_equal(float(told[1]), column + 2 * row)
    expect_equal(float(told[4]), column + 2 * row if column > 3 else row)
    label = re.compile(f'row {row}, column {column}:')
    wait(lambda: label.search(picture(window, '^A: ').name) and label.search(picture(window, '^B: ').name),
         'one cursor in both')
    # keys in the one move the cursor of both
    window.key('Right', 'Down')
    label = re.compile(f'row {row + 1}, column {column + 1}:')
    wait(lambda: label.search(picture(window, '^A: ').name) and label.search(picture(window, '^B: ').name),
         'one cursor in both')
    # the same button ends it
    window.find('button', 'Side by Side').click()
    wait(lambda: not window.has('image', re.compile('^A: ')), 'one picture')


def count(view, color):
    """How often a picture has a colour."""
    return sum(row[at:at + 3] == bytes(color) for row in view.look() for at in range(0, len(row), 3))


def cells(view):
    """The pixels of a picture below its letter, without the frame of the focus."""
    return [row[12:-24] for row in view.look()[40:-12]]


def assert_alike(window, what):
    # the pointer is in the one and not in the other
    window.find('label', 'Launch').point()
    a, b = picture(window, '^A: '), picture(window, '^B: ')
    width = min(len(cells(a)[0]), len(cells(b)[0]))
    wait(lambda: [row[:width] for row in cells(a)] == [row[:width] for row in cells(b)], what)


@case
def pictures_of_one_run_are_alike_however_one_looks_at_them(desk):
    """A held against itself: where zoom, place, cursor or pin were not those of both, pixels would differ."""
    window = pin(desk)
    picture(window).click()
    window.key('s')
    for name in 'AB':
        picture(window, f'^{name}: ').click()
        window.find('label', 'Launch').point()
        for keys in (['ctrl+plus'] * 3, ['Right'] * 5 + ['Down'] * 3, ['Return'], ['End'], ['ctrl+minus'], ['ctrl+0']):
            before = cells(picture(window, '^A: '))
            window.key(*keys)
            wait(lambda before=before: cells(picture(window, '^A: ')) != before, f'what {keys} do')
            assert_alike(window, f'the same in both after {keys} in {name}')
        window.key('ctrl+plus', 'ctrl+plus')
        for button in (4, 4, 5):
            picture(window, f'^{name}: ').click(button=button)
            assert_alike(window, f'the same in both after the wheel in {name}')


@case
def both_have_one_scale_of_colours(desk):
    # A is all of one number, B has another beside it: what is the same has the same colour
    window = change(desk, '1.0f', '(x > 11 ? 4 : 1)', text=KERNEL.replace('x + 2 * y', '1.0f'))
    window.find('button', 'Side by Side').click()
    a, b = picture(window, '^A: f: Value'), picture(window, '^B: f: Value')
    low, high = (0x44, 0x01, 0x54), (0xfd, 0xe7, 0x25)
    wait(lambda: count(a, low) > 2 * count(b, low) - 500 > 1000, 'the colour of 1 in both')
    expect(count(b, high) > 1000 and count(a, high) == 0, count(b, high), count(a, high))


@case
def blinking_shows_a_and_b_in_turn(desk):
    window = change(desk)
    picture(window).click()
    alone = picture(window).look()
    window.key('b')
    window.find('label', STATUS['blink'])
    seen = set()

    def both():
        seen.add(picture(window, '^[AB]: f: ').name[0])
        return seen == {'A', 'B'}
    wait(both, 'A and B')
    window.key('space')
    first = picture(window, '^[AB]: f: ')
    name, look = first.name[0], first.look()
    window.key('space')
    other = 'B' if name == 'A' else 'A'
    turned = picture(window, f'^{other}: f: ')
    wait(lambda: turned.look() != look, 'the pixels of the other')
    window.key('space')
    wait(lambda: picture(window, f'^{name}: f: ').look() == look, 'the pixels as they were')
    window.key('b')
    wait(lambda: picture(window, '^f: ').look() == alone, 'the picture of B alone')


@case
def without_animations_a_hand_turns_over(desk):
    folder = desk('home/config/gtk-4.0')
    os.makedirs(folder, exist_ok=True)
    with open(f'{folder}/settings.ini', 'w', encoding='utf-8') as file:
        file.write('[Settings]\ngtk-enable-animations=false\n')
    window = change(desk)
    picture(window).click()
    window.key('b')
    picture(window, '^B: f: ')
    # three times as long as one of both would be seen
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        expect(picture(window, '^[AB]: f: ').name.startswith('B: '), 'it blinks')
    for name in 'ABA':
        window.key('space')
        picture(window, f'^{name}: f: ')


@case
def the_difference_is_that_of_each_cell(desk):
    window = change(desk)
    picture(window).click()
    window.key('f')
    window.find('label', STATUS['difference'])
    picture(window, '^f: Change')
    # x ≤ 3 have y instead of x + 2 y: all of these but the one at 0, 0 differ
    differ = sum(x + 2 * y != (x + 2 * y if x > 3 else y) for x in range(24) for y in range(16))
    window.find('label', re.compile(f'^Compared with A; {differ} values differ'))
    window.key('Home')
    wait(lambda: 'column 0' in readout(window), 'the first column')
    row = int(re.search(r'row (\d+)', readout(window))[1])
    expect(f'column 0: {row}, ' in readout(window) and f', {2 * row} on A, Change: ' in readout(window), readout(window))
    # the run that comes next is compared as well
    replace(window, 'x > 3 ? x + 2 * y : y', 'x + 2 * y + 1')
    window.find('label', re.compile('^Compared with A; 384 values differ'))
    picture(window, '^f: Change')
    choose_lens(window, 'Difference')
    picture(window, '^f: Difference')
    picture(window).click()
    window.key('2')
    picture(window, '^f: Writes')
    window.find('label', 'B is the run that is shown.')


def rows(window):
    """What the page of changes lists: three texts for each."""
    table = window.find('tree table', 'What changed between A and B')
    texts = [text for text in window.texts(table) if text not in ('What changed', 'In A', 'In B')]
    return [tuple(texts[at:at + 3]) for at in range(0, len(texts), 3)]


@case
@presses('win.changes')
def what_changed_is_what_was_edited(desk):
    window = pin(desk)
    window.key('ctrl+shift+y')
    window.find('label', re.compile('^The run that is shown is A itself'))
    edits = [
        ('float v = x + 2 * y;', 'float v = x + 3 * y;', ('Line 5', 'float v = x + 2 * y;', 'float v = x + 3 * y;')),
        ('fill=zeros', 'fill=ones', ('f: fill', 'zeros', 'ones')),
        ('block=8,8', 'block=8,16', ('Block', '8,8', '8,16')),
    ]
    chosen = random.sample(edits, random.randrange(1, len(edits) + 1))
    expected = [row for old, new, row in edits if (old, new, row) in chosen]
    if any(row[0] == 'Block' for row in expected):
        expected.append(('Grid', '3,2', '3'))
    for old, new, _ in chosen:
        replace(window, old, new)
    wait(lambda: sorted(rows(window)) == sorted(expected), lambda: f'{expected} instead of {rows(window)}')
    # a row goes to its line
    first = rows(window)[0]
    line = {'Line 5': 5, 'Block': 13, 'f: fill': 18, 'Grid': None}[first[0]]
    table = window.find('tree table', 'What changed between A and B')
    window.find('label', first[0], table).click(times=2)
    wait(lambda: source(window).has('focused'), 'the source')
    text = source(window).text
    wait(lambda: text.count('\n', 0, source(window).caret) + 1 == line, f'line {line}')
    # undone, nothing has changed
    for old, new, _ in reversed(chosen):
        replace(window, new, old)
    window.find('label', re.compile('^Nothing changed since A'))


@case
def arrays_that_cannot_be_compared_are_named(desk):
    window = pin(desk)
    replace(window, 'shape=16,24', 'shape=16,30')
    why = 'f is float 16,24 in A and float 16,30 in B: cells can’t be compared.'
    window.find('label', why)
    picture(window).click()
    window.key('b')
    expect(window.has('label', why))
    window.key('s')
    picture(window, '^A: f: Value')
    picture(window, '^B: f: Value')


@case
def it_goes_by_keys_alone(desk):
    window = desk.start(write(desk, 'k.cu', KERNEL))
    picture(window)
    for _ in range(6):
        if not picture(window).has('focused'):
            window.key('F6')
    wait(lambda: picture(window).has('focused'), 'the picture')
    window.key('a')
    window.find('label', re.compile('^A: run of'))
    window.key('bracketright')
    window.find('label', 'B is the run that is shown.')
    for key, status in (('s', 'side'), ('b', 'blink'), ('f', 'difference')):
        window.key(key)
        window.find('label', STATUS[status])
        window.find('image', re.compile('f: ')).click()
    window.key('ctrl+shift+y')
    wait(lambda: ('Block', '8,8', '16,8') in rows(window), 'the block')


if __name__ == '__main__':
    main()
