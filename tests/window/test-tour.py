#!/usr/bin/env python3
"""The first tour of README.md, walked as a newcomer would. Each assertion stands below the words that it is about,
which `says` quotes; what no case quotes, and what README does not say any more, fails.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import os
import re

from desk import expect, expect_equal, wait
from harness import FAKE, case, change, choose, choose_lens, copy_kernel, count_marked, kernel, main, pick, source, write

DEVICE = re.compile('What the kernel runs on')
GRID_LOCK = re.compile('^Derive the grid from range and block')
MEASURED = re.compile('● measured')
FAULT = '__global__ void k (float *f)\n{\n  f[threadIdx.x + (1 << 28)] = 1;\n}\n'


def read_tour():
    """The words of the tour, without the numbers of its steps."""
    with open(os.environ['GRIDLOOM_README'], encoding='utf-8') as file:
        tour = re.search(r'^## A first tour$(.*?)^## ', file.read(), re.M | re.S)[1]
    return ' '.join(re.sub(r'^\d+\. ', '', tour, flags=re.M).split())


def says(words):
    """Quotes what README says; what follows looks whether it is so."""
    expect(words in read_tour(), 'README.md does not say:', words)
    return words


@case
def every_sentence_is_walked(_):
    with open(__file__, encoding='utf-8') as file:
        calls = [node for node in ast.walk(ast.parse(file.read()))
                 if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'says']
    tour = read_tour()
    for words in sorted((call.args[0].value for call in calls), key=len, reverse=True):
        expect(words in tour, 'README.md does not say:', words)
        tour = tour.replace(words, '\n', 1)
    left = [words.strip() for words in tour.split('\n') if re.search(r'\w', words)]
    expect(not left, 'said and not walked:', *left)


def start(desk, block='8,8'):
    """The triangle once it has run, with a block."""
    with open(copy_kernel(desk, '01-triangle.cu'), encoding='utf-8') as file:
        text = file.read().replace('block=8,8', f'block={block}')
    window = desk.start(write(desk, '01-triangle.cu', text))
    sentence(window, '^136 of 256 ')
    return window


def start_on_gpu(desk, path):
    """A kernel on the first of two GPUs, both of them played."""
    window = desk.start(path, environment=FAKE)
    window.find('label', re.compile('◆ simulated'))
    window.press_menu(DEVICE, 'Fake GPU 0')
    wait(lambda: 'Fake GPU 0' in window.find('button', DEVICE).name, 'the GPU')
    window.key('ctrl+Return')
    window.find('label', MEASURED)
    return window


def picture(window, pattern='^f: '):
    return window.find('image', re.compile(pattern))


def sentence(window, pattern):
    """What is said under the picture."""
    return window.find('label', re.compile(pattern))


def point(window, right, down, click=False):
    """Moves the pointer to a place in the picture, in parts of its width and height."""
    middle_x, middle_y = picture(window).place()
    _, _, width, height = picture(window).extents()
    place = middle_x + (right - 0.5) * width, middle_y + (down - 0.5) * height
    (window.desk.screen.click if click else window.desk.screen.move_pointer)(*place)


def readout(window):
    """What is said of one cell."""
    return window.find('label', re.compile('^(row |Point at a cell)')).name


def field(window, name):
    return window.find('entry', name)


def wait_extents(window, name, x, y):
    wait(lambda: [field(window, f'{name} {axis}').text for axis in 'xy'] == [x, y], f'a {name} of {x} × {y}')


def expect_beside(window, widget, title):
    """Looks whether a widget stands in the line of a title."""
    _, y, _, height = widget.extents()
    _, title_y, _, title_height = window.find('label', title).extents()
    expect(y <= title_y + title_height // 2 < y + height, f'{widget} is not beside “{title}”')


def runs(window):
    window.find('page tab', 'Runs').click()
    return window.all('list item', within=window.find('list', 'Runs'), scrolled=True)


def device_of(run):
    """What a row of the runs says of where it ran."""
    return re.search('Simulator|Fake GPU .', run.name)[0]


def open_example(desk, window, title):
    """Opens an example by its title, and returns its window."""
    window.key('ctrl+shift+o')
    gallery = desk.window('Examples')
    gallery.find('list item')
    gallery.type(title)
    wait(lambda: [row.name for row in gallery.all('list item')] == [title], f'only “{title}”')
    gallery.find('list item', title).click()
    gallery.wait_closed()
    return desk.window(title)


@case
def step_1_the_triangle(desk):
    says('`./dev run kernels/01-triangle.cu` opens the triangle, already run.')
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    says('The picture shows array `f`: 136 of 256 cells are written once, and the 120 threads below the diagonal wrote '
         'nothing.')
    picture(window, '^f: Writes$')
    sentence(window, '^136 of 256 cells written once; 120 threads without a store \(47\s%\); nothing missed')
    window.find('label', '120 (47 %)')


@case
def step_2_blocks(desk):
    window = start(desk)
    says('Press **÷ 2** beside *Block* in the panel on the right: the block is 8 × 4 now.')
    halve = window.find('button', '÷ 2')
    expect_beside(window, halve, 'Block')
    left, _, width, _ = picture(window).extents()
    expect(halve.extents()[0] >= left + width, 'the panel is not on the right')
    halve.click()
    wait_extents(window, 'Block', '8', '4')
    says('Press it again: 4 × 4.')
    window.find('button', '÷ 2').click()
    wait_extents(window, 'Block', '4', '4')
    says('The grid follows: `ceil(16 / 4) = 4` blocks on each axis.')
    window.find('label', 'x: ceil(16 / 4) = 4\ny: ceil(16 / 4) = 4')
    says('Everything you set stands as plain text at the end of the file,')
    expect(re.search(r'\n}\s*/\* gridloom\n[^*]*\nblock=4,4\n[^*]*\*/\s*$', source(window).text), source(window).text)


@case
def step_2_undo(desk):
    window = start(desk)
    says('and one undo history covers both:')
    source(window).click()
    window.key('ctrl+Home')
    window.type('/')
    wait(lambda: source(window).text.startswith('//*'), 'what was typed')
    window.key('ctrl+z')
    wait(lambda: source(window).text.startswith('/* Upper'), 'the text as it was')
    window.key('ctrl+shift+z')
    wait(lambda: source(window).text.startswith('//*'), 'what was typed')
    window.find('button', '÷ 2').click()
    wait_extents(window, 'Block', '8', '4')
    source(window).click()
    window.key('ctrl+z')
    wait_extents(window, 'Block', '8', '8')
    expect(source(window).text.startswith('//*'), 'one step takes back the launch and the text')
    window.key('ctrl+z')
    wait(lambda: source(window).text.startswith('/* Upper'), 'the text as it was')
    says('Ctrl+Z in a field takes back what you are typing, then the last step.')
    window.find('button', '÷ 2').click()
    wait_extents(window, 'Block', '8', '4')
    field(window, 'Block x').write('x')
    wait_extents(window, 'Block', 'x', '4')
    window.key('ctrl+z')
    wait_extents(window, 'Block', '8', '4')
    window.key('ctrl+z')
    wait_extents(window, 'Block', '8', '8')


@case
def step_2_keys(desk):
    window = start(desk)
    says('(Ctrl+J and Ctrl+K halve and double the block in x, Ctrl+I and Ctrl+M in y; with Shift they scale the grid.)')
    for key, block in (('ctrl+j', '48'), ('ctrl+k', '88'), ('ctrl+i', '84'), ('ctrl+m', '88')):
        window.key(key)
        wait_extents(window, 'Block', *block)
    for key, grid in (('ctrl+shift+j', '12'), ('ctrl+shift+k', '22'), ('ctrl+shift+i', '21'), ('ctrl+shift+m', '22')):
        window.key(key)
        wait_extents(window, 'Grid', *grid)
    wait_extents(window, 'Block', '8', '8')


@case
def step_2_fields(desk):
    window = start(desk)
    says('Fields compute (`16*2`);')
    field(window, 'Block x').write('16*2')
    window.key('Return')
    wait_extents(window, 'Block', '32', '8')
    wait(lambda: 'block=32,8\n' in source(window).text, 'the block in the text')
    says('what is wrong stays as you typed it, marked, with the reason, and does not run.')
    count, before = len(runs(window)), source(window).text
    field(window, 'Block y').write('8.5')
    window.key('Return')
    window.find('label', re.compile('whole number'))
    wait_extents(window, 'Block', '32', '8.5')
    window.key('Tab')
    wait_extents(window, 'Block', '32', '8.5')
    wait(lambda: field(window, 'Block y').has('invalid'), 'the mark')
    expect_equal(source(window).text, before)
    expect_equal(len(runs(window)), count)


def count_edges(widget):
    """How often the colour changes from one pixel to the next, in a part of the picture where cells are missed."""
    rows = widget.look()
    part = [row[3 * (len(row) // 6):3 * (len(row) // 4)] for row in rows[len(rows) // 4:len(rows) // 3]]
    return sum(row[n:n + 3] != row[n + 3:n + 6] for row in part for n in range(0, len(row) - 3, 3))


@case
def step_3_missed_cells(desk):
    window = start(desk, block='4,4')
    says('Open the lock beside *Grid* and make it 2 × 3.')
    lock = window.find('button', GRID_LOCK)
    expect_beside(window, lock, 'Grid')
    lock.click()
    wait(lambda: 'grid=4,4\n' in source(window).text, 'an open lock')
    # the lock's tooltip lies over the fields, and takes the click of a pointer that jumps there
    field(window, 'Grid x').point()
    for axis, number in (('x', '2'), ('y', '3')):
        field(window, f'Grid {axis}').write(number)
        window.key('Return')
    wait_extents(window, 'Grid', '2', '3')
    says('Now cells are missed:')
    sentence(window, '100 missed')
    says('choose the lens *Expected and covered*, where they are hatched;')
    plain = count_edges(picture(window, '^f: Writes'))
    choose_lens(window, 'Expected and covered')
    hatched = count_edges(picture(window, '^f: Expected and covered'))
    expect(hatched > 3 * plain, f'{hatched} edges, {plain} without hatching')
    says('the sentence counts them and says where.')
    sentence(window, '^36 of 136 cells covered; 100 missed; columns 8–15 empty;')


@case
def step_4_lenses(desk):
    window = start(desk)
    lenses = says('Press 1…9 and 0 with the picture focused to change the lens: *Value*, *Writes*, *Reads*, *Lowest writer*, '
                  '*Highest writer*, *Block*, *Thread*, *Warp*, *Lane*, *Expected and covered*;')
    names = re.findall(r'\*(.*?)\*', lenses)
    expect_equal(len(names), 10)
    picture(window).click()
    window.key('Escape')
    for number, name in enumerate(names, 1):
        window.key(str(number % 10))
        picture(window, f'^f: {name}[.]?')
    says('with Alt, and with Ctrl and Alt, digits choose the others, as the list says.')
    window.key('alt+0')
    window.find('label', re.compile('^Divergence: This run was not profiled'))
    window.key('ctrl+alt+7')
    window.find('label', re.compile('^Races: This run did not look for races'))
    says('N goes through all that have something to see.')
    window.key('n')
    picture(window, '^f: Mismatch')


@case
def step_4_cells(desk):
    window = start(desk)
    says('Hover a cell to read who wrote it;')
    point(window, 0.6, 0.3)
    cell = wait(lambda: re.match(r'row (\d+), column (\d+): 1, written once by (.*)$', readout(window)), 'a cell')
    row, column = int(cell[1]), int(cell[2])
    expect_equal(cell[3], f'thread ({column % 8}, {row % 8}) of block ({column // 8}, {row // 8})')
    says('click to pin it.')
    point(window, 0.6, 0.3, click=True)
    wait(lambda: cell[0] in picture(window).name, 'the pin')
    point(window, 0.3, 0.6)
    wait(lambda: readout(window).endswith('not written'), 'what another cell says')
    source(window).point()
    wait(lambda: readout(window) == cell[0], 'the pinned cell again')
    window.key('Escape')
    wait(lambda: readout(window).startswith('Point at a cell'), 'no pin')


@case
def step_4_table(desk):
    window = start(desk)
    picture(window).click()
    says('Ctrl+T shows the cells as a table,')
    window.key('ctrl+t')
    window.find('tree table', 'Cells of the array')
    wait(lambda: (focus := window.focus()) and focus.role == 'table row', 'the keys for the rows')
    window.key('ctrl+a')
    says('Ctrl+C copies its rows.')
    window.key('ctrl+c')
    window.find('label', re.compile(r'^Copied 256 rows\.$'))
    source(window).click()
    window.key('ctrl+End', 'ctrl+v')
    wait(lambda: 'row 0, column 0\t1\t1\t' in source(window).text, 'the rows in the editor')


@case
def the_console(desk):
    window = start(desk)
    says('**Console** (Ctrl+Shift+T) evaluates expressions over the arrays of a run, such as `sum(f)`, `f[::2, 1:] - g`, '
         '`sum(f[f > 0])`, `max(f, axis=0)` or `allclose(c, a + b)`: C\'s arithmetic with NumPy\'s slices; a result '
         'can be shown in the picture, pinned under a name for the next runs, and saved.')
    window.key('ctrl+shift+t')
    entry = window.find('entry', 'Expression over arrays')
    wait(lambda: entry.has('focused'), 'the cursor in the entry')
    for text, value in (('sum(f)', '136'), ('sum(f[::2, 1:] - 1)', '-49'), ('sum(f[f > 0]) + 1', '137'),
                        ('sum(max(f, axis=0))', '16'), ('allclose(f, 1 * f)', 'true')):
        window.type(text)
        window.key('Return')
        window.find('label', value)
    for name in ('Show in the picture', 'Pin', 'Save'):
        window.find('button', re.compile(f'^{name}'))


@case
def step_5_an_edit(desk):
    window = start(desk)
    source(window).click()
    says('Change `x >= y` in the kernel to `x > y` and wait a moment: the picture follows, and the diagonal is missing.')
    before = picture(window).look()
    change(window, 'x >= y)', 'x > y)')
    sentence(window, '^120 of 136 cells covered; 16 missed, the first in row 0, column 0;')
    wait(lambda: picture(window).look() != before, 'another picture')


@case
def step_6_examples(desk):
    window = start(desk)
    says('Open **Examples** (Ctrl+Shift+O) and search: *race*, *printf*, *3-D*.')
    window.press_menu('Main menu', 'Examples')
    gallery = desk.window('Examples')
    gallery.key('Escape')
    gallery.wait_closed()
    window.key('ctrl+shift+o')
    gallery = desk.window('Examples')
    everything = len(gallery.all('list item', scrolled=True))
    for word, title in (('race', 'A race for shared memory'), ('printf', 'Words from a kernel'),
                        ('3-D', 'A box of cells, plane by plane')):
        gallery.key('ctrl+a')
        gallery.type(word)
        wait(lambda: title in (found := [row.name for row in gallery.all('list item')]) and len(found) < everything,
             f'the examples of {word}')


@case
def step_6_a_missing_guard(desk):
    window = open_example(desk, start(desk), 'The missing guard')
    says('A kernel with a missing guard shows a trap with block, thread, line and array,')
    window.find('label', re.compile(r'past the end of f .*\. Block \(7, 0, 0\), thread \(104, 0, 0\), line 15$'))
    says('**Show Thread** marks where that thread stands,')
    unmarked = picture(window).look()
    window.find('button', 'Show Thread').click()
    picture(window, 'thread 104 of block 7 went 1 cell past the end of f')
    wait(lambda: picture(window).look() != unmarked, 'the mark')
    says('and **Add Guard** in Problems puts the test before the store;')
    window.find('page tab', re.compile('^Problems')).click()
    window.find('button', 'Add Guard').click()
    wait(lambda: 'if (i < ' in source(window).text, 'the guard')


@case
def step_6_barriers(desk):
    window = open_example(desk, start(desk), 'A barrier in each branch')
    says('barriers in both branches of an `if` show where each half of the warp waits, and **Show Threads** all threads of the '
         'block: who waits, who has returned, who never came.')
    # the barriers of both branches, and the cells that were not written for it
    window.find('page tab', re.compile('^Problems 2$')).click()
    lines = [number for number, line in enumerate(source(window).text.split('\n'), 1)
             if line.strip() == '__syncthreads ();']
    expect_equal(len(lines), 2)
    for line in lines:
        window.find('label', f'Line {line}')
    window.find('label', re.compile(f'^Threads of one warp wait at different barriers, in line {lines[0]} and in line '
                                    f'{lines[1]}, so that they never meet'))
    window.find('button', 'Show Threads').click()
    for line in lines:
        window.find('list item', re.compile(f'^16 threads wait at .*line {line}$'))



@case
def step_7_moments(desk):
    says('Open the example *A wave*: its settings have `[steps]`, 240 launches in a loop.')
    window = open_example(desk, start(desk), 'A wave')
    expect(re.search(r'\n\[steps\]\nrepeat 240\n  launch wave\n', source(window).text), source(window).text)
    window.find('label', 'At the end')
    says('Press Space with the picture focused: the moments of the run play;')
    picture(window, '').click()
    window.key('Escape', 'space')
    window.find('button', 'Pause')
    wait(lambda: not window.has('label', 'At the end'), 'an earlier moment')
    window.key('space')
    window.find('button', 'Play')
    says('comma and full stop go back and forth by one.')
    place = window.find('label', re.compile(r'^After round (\d+) of 240')).name
    window.key('comma')
    before = wait(lambda: (found := window.find('label', re.compile(r'^After round (\d+) of 240')).name) != place and found,
                  'the moment before')
    window.key('period')
    window.find('label', place)
    expect(before != place, before)


@case
def keys(desk):
    window = start(desk)
    says('F6 goes from pane to pane,')
    source(window).click()
    places = [source(window).path]
    for _ in range(5):
        window.key('F6')
        places.append(wait(lambda: (focus := window.focus()) and focus.path != places[-1] and focus.path, 'a pane'))
    expect(places[0] == places[5] and len(set(places)) == 5, places)
    says('and Ctrl+? shows all keys.')
    window.key('ctrl+question')
    shortcuts = desk.window('Keyboard shortcuts')
    shortcuts.find('label', 'Next and previous missed cell')
    shown = {node.name for node in wait(shortcuts.read, 'all keys').walk()}
    overlay = os.path.join(os.path.dirname(os.environ['GRIDLOOM_README']), 'ui', 'help-overlay.ui')
    with open(overlay, encoding='utf-8') as ui:
        wanted = set(re.findall('<property name="title"[^>]*>(.*?)</property>', ui.read()))
    expect(len(wanted) > 50 and wanted <= shown, wanted - shown)


@case
def the_picture_is_a_tool(desk):
    window = start(desk)
    says('In the picture M, R and D go to the next cell that was missed, rewritten, or differs from the reference, with '
         'Shift back;')
    picture(window).click()
    for key, none in (('m', 'No cell of this array was missed.'), ('r', 'No cell of this array was written more'),
                      ('shift+d', 'Every cell of this array is as the reference has it.')):
        window.key(key)
        window.find('label', re.compile(none))
    says('X and U to the next one that took part in a race, or was read before it was written.')
    for key, none in (('x', 'Races: This run did not look for races'),
                      ('u', 'Uninitialised reads: This run did not look for uninitialised reads')):
        window.key(key)
        window.find('label', re.compile('^' + none))
    says('C or Ctrl+C copies what is known of a cell, V the values, Ctrl+Shift+C the picture;')
    for key, copied in (('c', 'Copied what is known of the cell.'), ('ctrl+c', 'Copied what is known of the cell.'),
                        ('v', 'Copied the values.'),
                        ('ctrl+shift+c', 'Copied the picture.')):
        window.key(key)
        window.find('label', copied)
    says("a right click has the cell's menu.")
    picture(window).click(button=3)
    window.find('menu item', 'Copy Value')
    window.key('Escape')
    wait(lambda: not window.has('menu item'), 'the end of the menu')
    says('**Colours of values** limits colours to two numbers or leaves out outliers, makes them logarithmic, or has 0 in '
         'the middle.')
    window.key('1')
    picture(window, '^f: Value')
    window.open_menu('Colours of values')
    for item in ('Two Numbers…', 'All but 1 % at Either End', 'Logarithmic', 'Blue to Red, 0 in the Middle'):
        window.find('menu item', item)
    window.key('Escape')


@case
def runs_look_for_what_is_chosen(desk):
    window = desk.start(copy_kernel(desk, '24-race.cu'))
    picture(window, '^out: ')
    says('**Analyse** (F5) says what runs look for besides accesses out of bounds and barriers:')
    window.key('F5')
    window.find('label', 'Bounds and barriers')
    says('races, uninitialised reads, what each line costs, accesses as the source has them, another order of blocks and '
         'warps, and which cells come to other values in eight other orders, or as many as you choose there (the lens *Seeds*; '
         '**Use This Seed** writes one that shows it into the document, as `[launch] order=`).')
    expect(window.find('spin button', 'Orders that Seeds tries').value == 8, 'eight orders')
    for what in ('Races', 'Uninitialised reads', 'Profile', 'Accesses as written', 'Another order', 'Seeds'):
        window.find('check box', what)
    says('Each has a key, and says what it takes.')
    for key in range(1, 7):
        window.find('label', f'Ctrl+{key}')
    expect(sum('A run takes' in label or 'compiled and run once more' in label for label in window.texts()) >= 5)
    window.key('Escape')
    says('A lens that needs one has a button that switches it on.')
    choose_lens(window, 'Sectors per request')
    window.find('button', 'Switch On and Run').click()
    picture(window, ': Sectors per request')
    says('*Races* and *Uninitialised reads* are lenses, too, which show the cells.')
    choose_lens(window, 'Races')
    window.find('button', 'Switch On and Run').click()
    sentence(window, '^No cell took part in a race; what was found is in other arrays or in memory')
    choose_lens(window, 'Uninitialised reads')
    window.find('button', 'Switch On and Run').click()
    sentence(window, '^6 of 256 cells left with what came of an uninitialised read')
    says('With *Profile* a figure stands beside each line of the source, and Ctrl+Shift+G chooses which: executions, active '
         'lanes, sectors per request, bank conflicts, bytes of global memory.')
    for figure in ('Executions', 'Active Lanes', 'Sectors per Request', 'Bank Conflicts', 'Bytes of Global Memory'):
        source(window).click()
        window.key('ctrl+shift+g')
        window.find('menu item', figure).click()
        window.find('button', f'Beside the lines: {figure} (Ctrl+Shift+G)')


@case
def a_gpu_is_chosen_and_compared(desk):
    says('Where there is a GPU, the menu in the header bar chooses it.')
    window = start_on_gpu(desk, copy_kernel(desk, '10-fill-2d.cu'))
    expect(window.find('button', DEVICE).extents()[1] < source(window).extents()[1], 'the menu is not in the header bar')
    says('**Compare with the Other Device** (Ctrl+Shift+D) runs the same launch on simulator and GPU and shows the cells '
         'that differ;')
    count = len(runs(window))
    window.key('ctrl+shift+d')
    picture(window, ': Difference')
    sentence(window, '^All 560 cells are the same, compared with Simulator')
    wait(lambda: [device_of(run) for run in runs(window)[:-count]] == ['Simulator'], 'the run on the simulator')


@case
def all_gpus_are_used(desk):
    window = start_on_gpu(desk, copy_kernel(desk, '10-fill-2d.cu'))
    says('**Run on All Devices** lists the times of each,')
    count = len(runs(window))
    window.press_menu(DEVICE, 'Run on All Devices')
    wait(lambda: sorted(device_of(run) for run in runs(window)[:-count]) == ['Fake GPU 0', 'Fake GPU 1', 'Simulator'],
         'a run on each device')
    wait(lambda: all(any(re.match(r'Done, [\d.]+ .s', node.name) for node in run.walk()) for run in runs(window)),
         'the times')
    says('**Copy Arrays To** another the bandwidth.')
    window.find('button', DEVICE).click()
    window.find('label', 'Copy Arrays To')
    wait(lambda: len(window.all('menu item', 'Fake GPU 1')) == 2, 'the menu')
    window.all('menu item', 'Fake GPU 1')[-1].click()
    window.find('label', re.compile(r'^[\d.]+ [MGT]B/s, .*, arrived unchanged'))


@case
def a_cell_tells_its_writers_and_readers(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    picture(window, '^in: ')
    pick(window, 'Array', 'out')
    picture(window, '^out: ').click()
    says('**Cell** (Ctrl+Shift+W) tells of the pinned cell which threads wrote it and which read it, in their order, and '
         'what the writers read before:')
    window.key('ctrl+shift+w')
    told = window.find('label', re.compile(r'^(\w+)\[\d+\]\[\d+\]: 1 write, \d+ reads?; its writers read \d+ cells before$')).name
    accesses = window.find('tree table', 'Who wrote and read the cell')
    expect('Written' in window.texts(accesses), window.texts(accesses))
    sources = window.find('tree table', 'What its writers read before')
    read = [text for text in window.texts(sources) if re.match(r'^\w+\[\d+\]\[\d+\]$', text)]
    expect(read, window.texts(sources))
    says("these cells are framed in their arrays' pictures.")
    pick(window, 'Array', 'in')
    wait(lambda: 'cells are framed' in picture(window, '^%s: ' % read[0].split('[')[0]).description, 'the frames')
    says("The index of an access stands there with the thread's numbers, `f[y * cols + x] = f[3 * 16 + 5] = f[53]`, where "
         'that is certain.')
    wait(lambda: any(re.search(r'\] = \w+\[[\d *+-]+\] = \w+\[\d+\]$', text) for text in window.texts(accesses)),
         'the index with its numbers')
    says('A row leads to its line and shows its thread, a cell that was read to its own writers.')
    window.find('label', 'Written', accesses).click(times=2)
    wait(lambda: source(window).has('focused'), 'the source')
    window.find('label', re.compile(r'^thread \(\d+, \d+\) of block '))
    window.find('label', read[0], sources).click(times=2)
    wait(lambda: not window.has('label', told), 'the cell that was read')
    window.find('label', re.compile('^' + re.escape(read[0]) + ': '))
    says('The simulator runs the launch once more for that, as much of it as it takes.')


@case
def a_document_becomes_a_program(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    says('**Export Host Code** in the main menu (Shift+F4 for CUDA C++) writes the document as a program that does the same '
         'without Gridloom: source, arguments, launches and checks, in CUDA C++ or in Python with CuPy, PyCUDA or Numba.')
    picture(window)
    window.key('shift+F4')
    choose(desk.window('Export Host Code'), desk('files/program.cu'))
    wait(lambda: os.path.exists(desk('files/program.cu')), 'the program')
    window.open_menu('Main menu')
    desk.screen.click(*window.find('menu item', 'Export Host Code').place())
    for name in ('CuPy', 'PyCUDA', 'Numba'):
        window.find('menu item', re.compile(f'Python with {name}'))


@case
def the_best_block_is_looked_for(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    says("**Sweep** (Shift+F5) runs the launch in many configurations: which block is best? Two or more of its extents, of grid "
         "and shape, shared memory, a macro or a number are varied. Each tile of the map shows what it covers and whether it "
         "is right, in the colour of what it costs: time on a GPU, in samples that are taken in turn, else the time that is "
         "modelled for the device that the simulator stands in for; occupancy, waves and tail can be chosen as well. Those that "
         "cannot be told from the best are best as well. What cannot be launched says why; what hangs or loses the runner "
         "fails alone. Enter makes a tile the document's launch. A sweep that was stopped goes on where it was.")
    source(window).click()
    window.key('shift+F5')
    page = desk.window('Sweep')
    wait(lambda: page.find('button', 'Sweep').has('sensitive'), 'a launch to be varied')
    page.find('button', 'Sweep').click()
    page.find('label', re.compile('^Fastest as modelled for GeForce RTX 3060'))
    wait(lambda: page.has('button', 'Sweep'), 'the end')
    page.key('Right', 'Right', 'Right', 'Down', 'Down')
    page.find('image', re.compile(r'^block\.x=16, block\.y=4: done'))
    page.key('Return')
    wait(lambda: 'block=16,4\n' in source(window).text, 'the block of the tile')


@case
def what_is_resident_is_told(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    says('**Occupancy** (Ctrl+Shift+F5) tells how many blocks are resident on a multiprocessor and what limits them, with curves over '
         'threads, registers and shared memory, on a device that need not be here: compute capabilities 7.5 to 12.1, fifteen '
         'boards, and your own (`gridloom-cli devices --profiles`).')
    source(window).click()
    window.key('ctrl+shift+F5')
    window.find('label', re.compile('12 blocks are resident on a multiprocessor: it holds 48 warps'))
    for curve in ('Threads of a block', 'Registers of a thread', 'Shared memory of a block'):
        window.find('image', re.compile(f'^{curve} '))


@case
def a_device_is_described_by_hand(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    says('**Device Profiles**, in the menu of devices, shows every figure of them with its source, and makes one of your own out '
         'of any: its figures can be changed, with where you have them from, and what contradicts what is said at the field. What '
         'is saved is used at once by every window, and by `--device` on the command line. Profiles of your own are key files in '
         '`~/.config/gridloom/devices`, to be imported, exported or written by hand; one that can\'t be read is named and left '
         'alone: [device] name=Our board based-on=rtx-4090 threads-per-block=512 [sources] threads-per-block=tried on our board')
    os.makedirs(desk('home/config/gridloom/devices'))
    with open(desk('home/config/gridloom/devices/ours.ini'), 'w', encoding='utf-8') as file:
        file.write('[device]\nname=Our board\nbased-on=rtx-4090\nthreads-per-block=512\n[sources]\n'
                   'threads-per-block=tried on our board\n')
    with open(desk('home/config/gridloom/devices/broken.ini'), 'w', encoding='utf-8') as file:
        file.write('[device]\nbased-on=9.0\nblocks=many\n')
    window.press_menu(re.compile('What the kernel runs on'), 'Device Profiles')
    profiles = desk.window('Device Profiles')
    profiles.find('label', re.compile('many'))
    profiles.find('list item', 'Our board').click()
    profiles.find('button', 'Make a Copy')
    profiles.find('entry', 'Threads of a block, at most')


@case
def advice_stands_below_the_launch(desk):
    path = copy_kernel(desk, '33-strided-copy.cu')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    for old, new in (('block=128', 'block=100'), ('value=256', 'value=2000'), ('value=2\n', 'value=8\n'), ('shape=256', 'shape=2000'),
                     ('shape=32,128', 'shape=128,128')):
        text = text.replace(old, new)
    window = desk.start(write(desk, 'strided.cu', text))
    says('Advice stands below the launch, with a button for what mends it: a guard that is missing is told of before anything runs, a '
         'block that is not a multiple of a warp, multiprocessors without a block, a last wave that is almost empty;')
    window.find('label', re.compile('^A block of 100 has 100 threads, which is not a multiple of 32'))
    window.find('button', 'Use 128 × 1')
    says('Its menu has all of the words, and what writes `dismissed=` into the document.')
    window.find('button', 'Full text and more actions').click()
    wait(lambda: window.focus() and window.focus().name == 'Do not say so again in this document', 'the menu')
    window.key('space')
    wait(lambda: 'dismissed=not-warp-multiple' in source(window).text, 'the setting')
    says('and, with *Profile*, lines that are not coalesced, bank conflicts, and the pattern in which threads part.')
    source(window).click()
    window.key('ctrl+3')
    window.find('label', re.compile(r'^Line \d+ is not coalesced: each request touches'))
    says('Ctrl+Shift+F fits the block to whole warps, Ctrl+Shift+F8 trims the grid.')
    window.key('ctrl+shift+f')
    wait(lambda: 'block=128' in source(window).text, 'whole warps')
    says('A green tick beside the block tells why it is good.')
    window.find('image', re.compile('^Good: a block of 128 threads or more, in whole warps'))
    window.key('ctrl+shift+k')
    wait(lambda: 'grid=32' in source(window).text, 'twice as many blocks')
    window.key('ctrl+shift+F8')
    wait(lambda: 'grid=16' in source(window).text, 'as many as cover the range')


@case
def ptx_is_linked_with_the_source(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    says('**PTX** (Ctrl+Shift+P) has what the compiler made of the source: what came of the line under the cursor is marked '
         'there, and where a line of it came from is marked in the source.')
    lines = source(window).text.split('\n')
    number = next(i for i, line in enumerate(lines) if line.strip().startswith('out['))
    source(window).click()
    window.key('ctrl+shift+p')
    wait(lambda: '.visible .entry' in window.find('text', 'PTX').text, 'the PTX')
    source(window).click()
    window.key('ctrl+Home', *['Down'] * number)
    wait(lambda: count_marked(window.find('text', 'PTX')) > 500, 'what came of the line')
    window.find('text', 'PTX').click()
    window.key('ctrl+Home', *['Down'] * 12)
    for _ in range(200):
        if count_marked(source(window)) > 500:
            break
        window.key('Down')
    expect(count_marked(source(window)) > 500, 'where a line of it came from')
    says('**SASS** on that page puts the machine code of a GPU beside it, by the toolkit’s `nvdisasm`; where that is missing, '
         'it says so.')
    window.find('button', 'SASS').click()
    wait(lambda: window.has('text', 'SASS') or window.has('label', re.compile('nvdisasm')), 'the machine code, or what is missing')


@case
def banks_are_told_and_a_tile_is_padded(desk):
    with open(kernel('15-transpose.cu'), encoding='utf-8') as file:
        window = desk.start(write(desk, 'transpose.cu', file.read().replace('kernel=padded', 'kernel=tiled')))
    source(window).click()
    window.key('ctrl+shift+b')
    says('**Banks** (Ctrl+Shift+B) shows which bank of shared memory gives which lanes of a warp their words in which pass, '
         'counts what more columns of a tile would cost, and writes the one that is applied into the source.')
    window.find('image', 'Bank 0, pass 1 of 32: the word at byte 0 of tile, for lane 0')
    layouts = window.find('tree table', 'Layouts of the array')
    window.find('label', 'As it is', layouts).click()
    window.key('Down')
    window.find('label', 'Conflicts: 124 before, 0 after.')
    window.find('button', 'Apply').click()
    wait(lambda: source(window).text.count('float tile[TILE][TILE + 1];') == 2, 'the source')
    window.find('image', re.compile('^Bank 0, pass 1 of 1: '))


@case
def a_run_is_kept_and_held_against_others(desk):
    window = start(desk)
    window.key('ctrl+b')
    says('**Pin This Run as A** (Ctrl+B) keeps a run to compare with those that come after it, whatever is edited since: side by '
         'side with one zoom, cursor and scale of colours (S), in turn (B), or by what differs (F).')
    window.find('label', re.compile('^A: run of '))
    window.key('ctrl+shift+y')
    says('**Changes** (Ctrl+Shift+Y) lists the lines, the launch, arguments and options that changed since; a row goes to its '
         'line.')
    window.find('label', re.compile('^The run that is shown is A itself'))
    says('H shows the histogram of what is shown, and the numbers along the row and the column of the cell that is pointed at.')
    before = picture(window).look()
    picture(window).click()
    window.key('h')
    wait(lambda: picture(window).look() != before, 'the picture, smaller')


@case
def a_thread_is_replayed(desk):
    window = start(desk)
    window.key('ctrl+r')
    says('**Replay** (Ctrl+R, or *Replay This Thread* beside a writer) goes through what a thread did, step by step, line by line '
         'or by its slider, forward and back: registers, with what the step wrote marked and the names that parameters and '
         'indices have in the source, the other lanes of the warp, shared memory as it was, and expressions over the lanes, '
         'such as `r1 * 2` or `max(f3)`; what it stores to is framed in the picture.')
    window.find('label', re.compile(r'^Step 1 of \d+$'))
    window.key('End')
    window.find('label', re.compile(r'^Step (\d+) of \1$'))


@case
def the_launched_grid_is_seen_beside_the_array(desk):
    window = start(desk)
    says('**Threads** (Shift+F7) has the launched grid beside the array, by blocks, warps and lanes, with colours for what became '
         'of each thread: stored, sent home by a guard, only read, stopped, waiting, trapped.')
    window.key('shift+F7')
    window.find('button', 'Switch On and Run').click()
    window.find('label', 'Threads: 256, warps: 8, blocks: 4; sent home by a guard: 120; stored: 136')
    says('A thread that is chosen there frames the cells that it wrote,')
    window.find('image', re.compile('^(Threads of the launch|thread)')).click()
    window.key('Home', 'Return')
    wait(lambda: re.search('[01] cells? (is|are) framed: the selected thread', picture(window).description), 'the cells')
    says('and a pinned cell the threads that wrote it.')
    picture(window).click()
    window.key('Home', 'Return')
    window.find('label', re.compile('^(No thread|1 thread is framed: it) wrote the pinned cell'))


@case
def a_warp_is_seen_step_by_step(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    says('**Warp** (Ctrl+Shift+H) has what the lanes of one warp did, step by step:')
    source(window).click()
    window.key('ctrl+shift+h')
    window.find('label', re.compile('^Warp 0 of block .0, 0, 0.: .* of 32 lanes active on average$'))
    says('that of the cell or thread which is selected, or one that is chosen by its block and number.')
    picture(window, '^f: ').click()
    window.key('End')
    window.find('label', re.compile('^Warp [01] of block .1, 0, 0.: '))
    window.find('entry', 'Block').write('0,1,0')
    window.key('Return')
    window.find('label', re.compile('^Warp [01] of block .0, 1, 0.: '))


@case
def runs_say_what_was_done(desk):
    window = start_on_gpu(desk, copy_kernel(desk, '10-fill-2d.cu'))
    says('The drawer\'s **Runs** has every run with its block and grid, what its lenses add up to, its steps, memory and '
         'times, those that a GPU measured marked ●;')
    rows = wait(lambda: (found := runs(window)) and len(found) > 1 and found, 'the runs')
    for row in rows:
        expect(row.name.endswith('4 × 3 blocks of 8 × 8 threads'), row)
    rows[0].click()
    for heading in ('Launch', 'Totals', 'Times', 'Steps', 'Memory of the run'):
        window.find('label', heading)
    for total in ('f: cells written', 'f: writes', 'Threads'):
        window.find('label', total)
    expect_equal([any(re.match(r'Done, .* ●$', node.name) for node in row.walk()) for row in rows],
                 [device_of(row) != 'Simulator' for row in rows])
    says('**Schedule** shows which multiprocessor ran each block, and when, and exports that as a figure;')
    window.find('page tab', 'Schedule').click()
    window.find('image', 'Blocks over time')
    window.find('label', re.compile('^Measured: 12 of 132 SMs'))
    says('on the simulator, and beside what a GPU recorded, it shows when blocks would run as that is modelled.')
    window.find('button', 'Model It Beside').click()
    window.find('label', re.compile('^Modelled for .*: 12 of 132 SMs'))
    says('**Roofline** (a page) tells how long the launch would take on that device, what bounds it there, and where it lies '
         'under the device\'s roofs: operations that the simulator counted against the bandwidth of memory and the rate of '
         'arithmetic.')
    window.find('page tab', 'Roofline').click()
    window.find('label', 'Bound by')
    window.find('image', re.compile('of the roof of'))
    window.find('page tab', 'Schedule').click()
    window.find('button', 'Export the schedule as a figure').click()
    choose(desk.window('Export Schedule'), desk('files/schedule.svg'))
    wait(lambda: os.path.exists(desk('files/schedule.svg')), 'the figure')


@case
def timings_have_the_samples(desk):
    window = start_on_gpu(desk, copy_kernel(desk, '10-fill-2d.cu'))
    says('**Timings** has the samples of a kernel on a GPU in their order, with median, quartiles and outliers, and marks '
         'those that were taken while the clock was held back.')
    window.find('page tab', 'Timings').click()
    samples = window.find('image', 'Samples')
    expect(re.match('9 samples: median .*, half of them from .* to ', samples.description), samples.description)
    window.find('label', 'Outliers')
    window.find('label', 'Clock held back')
    says('How many are taken, and whether the L2 cache is emptied before each, is chosen there;')
    window.find('spin button', 'Samples').click()
    window.key('ctrl+a')
    window.type('20')
    window.key('Return')
    window.find('check box', 'Empty the L2 cache before each').click()
    window.key('ctrl+Return')
    window.find('label', 'emptied')
    wait(lambda: window.find('image', 'Samples').description.startswith('20 samples'), 'as many samples')
    says('Its row *Compile* says whether the code was compiled for this run or was there: what was compiled once is kept on '
         'disk, unless the preferences or `--no-cache` say otherwise.')
    window.find('label', 'cached: compiled for an earlier run')
    says('the button beside that exports them as CSV or JSON.')
    window.find('button', 'Export the timings').click()
    choose(desk.window('Export Timings'), desk('files/times.csv'))
    wait(lambda: os.path.exists(desk('files/times.csv')), 'the table')


@case
def devices_are_listed(desk):
    window = start_on_gpu(desk, copy_kernel(desk, '10-fill-2d.cu'))
    says('**Devices** (Ctrl+D) lists what kernels can run on, which GPU reaches the memory of which, and measures how '
         'fast memory is copied.')
    window.key('ctrl+d')
    devices = desk.window('Devices')
    for name in ('Simulator', 'Fake GPU 0', 'Fake GPU 1'):
        devices.find('label', name)
    devices.find('table cell', 'From GPU 0 to GPU 1: peer access')
    devices.find('button', re.compile('Measure$')).click()
    devices.find('table cell', re.compile(r'^From GPU 0 to GPU 1: [\d.]+ [MGT]B/s'))


@case
def a_fault_is_looked_at_on_the_simulator(desk):
    window = desk.start(write(desk, 'fault.cu', FAULT), environment=FAKE)
    window.find('button', 'Show Line')
    window.press_menu(DEVICE, 'Fake GPU 0')
    window.key('ctrl+Return')
    says('After a fault on a GPU a banner offers the simulator, which names block, thread, line and array.')
    window.find('button', 'Run on Simulator').click()
    window.find('button', 'Back on the GPU')
    window.find('label', re.compile(r'past the end of f .*\. Block \(0, 0, 0\), thread \(0, 0, 0\), line 3$'))


if __name__ == '__main__':
    main()
