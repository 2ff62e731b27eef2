#!/usr/bin/env python3
"""The first tour of README.md, walked as a newcomer would. Each assertion stands below the words that it is about,
which `says` quotes; what no case quotes, and what README does not say any more, fails.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import ast
import os
import re

from desk import expect, expect_equal, wait
from harness import FAKE, case, choose, copy_kernel, main, source, write

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


def change(window, old, new):
    """Replaces a text by hand, in the line where it stands first."""
    lines = source(window).text.split('\n')
    number, line = next((number, line) for number, line in enumerate(lines, 1) if old in line)
    window.key('ctrl+g')
    window.find('entry', 'Go to line')
    window.type(str(number))
    window.key('Return', 'shift+End')
    window.type(line.replace(old, new).strip())
    wait(lambda: new in source(window).text, 'the change')


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
    sentence(window, '^136 of 256 cells written once; 120 threads without a store; nothing missed')
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
    window.find('combo box', 'Lens').click()
    wait(lambda: (focus := window.focus()) and focus.role == 'list item', 'the lenses')
    while window.focus().name != 'Expected and covered':
        window.key('Down')
    window.key('Return')
    hatched = count_edges(picture(window, '^f: Expected and covered'))
    expect(hatched > 3 * plain, f'{hatched} edges, {plain} without hatching')
    says('the sentence counts them and says where.')
    sentence(window, '^36 of 136 cells covered; 100 missed; columns 8–15 empty;')


@case
def step_4_lenses(desk):
    window = start(desk)
    lenses = says('Press 1…9 with the picture focused to change the lens: *Value*, *Writes*, *Reads*, *Lowest writer*, '
                  '*Highest writer*, *Block*, *Thread*, *Warp*, *Expected and covered*.')
    names = re.findall(r'\*(.*?)\*', lenses)
    expect_equal(len(names), 9)
    picture(window).click()
    window.key('Escape')
    for number, name in enumerate(names, 1):
        window.key(str(number))
        picture(window, f'^f: {name}[.]?')


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
    window.find('label', re.compile(r'past the end of f .*: block \(7, 0, 0\), thread \(104, 0, 0\), line 15$'))
    says('and **Show Thread** marks where that thread stands;')
    unmarked = picture(window).look()
    window.find('button', 'Show Thread').click()
    picture(window, 'thread 104 of block 7 went 1 cell past the end of f')
    wait(lambda: picture(window).look() != unmarked, 'the mark')


@case
def step_6_barriers(desk):
    window = open_example(desk, start(desk), 'A barrier in each branch')
    says('barriers in both branches of an `if` show where each half of the warp waits.')
    window.find('page tab', re.compile('^Problems 2$')).click()
    lines = [number for number, line in enumerate(source(window).text.split('\n'), 1)
             if line.strip() == '__syncthreads ();']
    expect_equal(len(lines), 2)
    for line in lines:
        window.find('label', f'Line {line}')
    window.find('label', re.compile(f'^Threads of one warp wait at different barriers, of line {lines[0]} and of line '
                                    f'{lines[1]}, and can never meet'))



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
    shortcuts.find('label', 'New document')
    shown = {node.name for node in wait(shortcuts.read, 'all keys').walk()}
    overlay = os.path.join(os.path.dirname(os.environ['GRIDLOOM_README']), 'ui', 'help-overlay.ui')
    with open(overlay, encoding='utf-8') as ui:
        wanted = set(re.findall('<property name="title"[^>]*>(.*?)</property>', ui.read()))
    expect(len(wanted) > 50 and wanted <= shown, wanted - shown)


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
def runs_say_what_was_done(desk):
    window = start_on_gpu(desk, copy_kernel(desk, '10-fill-2d.cu'))
    says('The drawer\'s **Runs** has every run with its block and grid, what its lenses add up to, its steps, memory and '
         'times, those that a GPU measured marked ●;')
    rows = wait(lambda: (found := runs(window)) and len(found) > 1 and found, 'the runs')
    for row in rows:
        expect(row.name.endswith('4 × 3 of 8 × 8'), row)
    rows[0].click()
    for heading in ('Launch', 'Totals', 'Times', 'Steps', 'Memory of the run'):
        window.find('label', heading)
    for total in ('f: cells written', 'f: writes', 'Threads'):
        window.find('label', total)
    expect_equal([any(re.match(r'Done, .* ●$', node.name) for node in row.walk()) for row in rows],
                 [device_of(row) != 'Simulator' for row in rows])
    says('**Schedule** shows which multiprocessor ran each block, and when, and exports that as a figure.')
    window.find('page tab', 'Schedule').click()
    window.find('image', 'Blocks over time')
    window.find('label', re.compile('^12 of 132 SMs'))
    window.find('button', 'Export the schedule as a figure').click()
    choose(desk.window('Export Schedule'), desk('files/schedule.svg'))
    wait(lambda: os.path.exists(desk('files/schedule.svg')), 'the figure')


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
    devices.find('button', 'Measure').click()
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
    window.find('label', re.compile(r'past the end of f .*: block \(0, 0, 0\), thread \(0, 0, 0\), line 3$'))


if __name__ == '__main__':
    main()
