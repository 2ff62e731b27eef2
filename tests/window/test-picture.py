#!/usr/bin/env python3
"""The picture: lenses, zoom, how it is drawn, the table, files and paper.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import zipfile

from desk import expect, wait
from harness import case, choose, choose_lens, close_by, copy_kernel, kernel, main, paste, presses, source, write

MENU = 'How it is drawn, export, print'
COLOURS = 'Colours of values'


# An array, maybe a plane of it, and a lens. Other images say sentences.
SHOWN = re.compile('^[a-z].*: ')


def picture(window, name=SHOWN):
    return window.find('image', name)


def zoom(window):
    """What the button between the zooms says."""
    return window.find('label', re.compile(r'^\d+ %$')).name


@case
@presses('picture.lens', 'picture.zoom-in', 'picture.zoom-out', 'picture.zoom-fit', 'win.scale')
def keys_and_buttons_change_what_is_seen(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window, re.compile('^f: Writes')).click()
    window.key('1')
    picture(window, re.compile('^f: Value'))
    window.key('0')
    picture(window, re.compile('^f: Expected and covered'))
    window.key('2')
    picture(window, re.compile('^f: Writes'))
    window.find('button', 'Zoom in').click()
    wait(lambda: zoom(window) not in ('100 %', None), 'a larger picture')
    window.find('button', 'Zoom out').click()
    wait(lambda: zoom(window) == '100 %', 'the picture as it was')
    picture(window).click()
    window.key('ctrl+plus')
    wait(lambda: zoom(window) != '100 %', 'a larger picture')
    window.find('button', 'Show the whole picture').click()
    wait(lambda: zoom(window) == '100 %', 'the whole picture')
    picture(window).click()
    for key, block in (('bracketleft', '4,8'), ('bracketright', '8,8'), ('braceleft', '8,4'), ('braceright', '8,8')):
        window.key(key)
        wait(lambda block=block: f'block={block}\n' in source(window).text, f'block={block}')


REFERENCE = '''__global__ void third (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f[i] = i * 0.333333f + (i == 7 ? 1 : 0);
}
/* gridloom
[launch]
block=32
[arg f]
shape=64
[expect f]
reference=expr:x / 3.0
atol=1e-4
*/
'''


@case
@presses('picture.next-lens', 'picture.lens')
def keys_go_through_all_lenses_with_something_to_see(desk):
    """Those without are left out, round and round; how far a cell is from what it should hold is said."""
    window = desk.start(write(desk, 'third.cu', REFERENCE))
    picture(window, re.compile('^f: ')).click()
    window.key('1')
    for lens in ('Writes', 'Reads', 'Lowest writer', 'Highest writer', 'Block', 'Thread', 'Warp', 'Lane', 'Mismatch',
                 'Deviation', 'Relative deviation', 'Deviation in ULP', 'Value'):
        window.key('n')
        picture(window, re.compile(f'^f: {lens}'))
    window.key('shift+n')
    picture(window, re.compile('^f: Deviation in ULP'))
    for _ in range(3):
        window.key('shift+n')
    picture(window, re.compile('^f: Mismatch'))
    window.find('label', re.compile('^1 of 64 compared cells differs from the reference; the first and the worst is cell 7: 3.33333087 instead of'))
    window.key('9')
    picture(window, re.compile('^f: Lane'))


@case
@presses('win.scale')
def keys_scale_block_and_grid_wherever_the_focus_is(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('label', re.compile('^136 of 256 '))
    for find in (source, lambda window: window.find('entry', 'Block x'), picture):
        find(window).click()
        for what, modifier, unit in (('block', 'ctrl+', 4), ('grid', 'ctrl+shift+', 1)):
            for key, x, y in (('j', 1, 2), ('k', 2, 2), ('i', 2, 1), ('m', 2, 2)):
                window.key(modifier + key)
                setting = f'{what}={unit * x},{unit * y}\n'.replace(',1\n', '\n')
                wait(lambda setting=setting: setting in source(window).text, f'{setting} by {modifier}{key}')


@case
@presses('win.show-editor', 'win.show-drawer')
def cells_are_pinned_where_the_edges_of_hidden_rooms_were(desk):
    with open(kernel('01-triangle.cu'), encoding='utf-8') as file:
        window = desk.start(write(desk, 'a.cu', file.read().replace('shape=16,16', 'shape=64,64')))
    picture(window, re.compile('^f: Writes'))
    _, drawer = window.find('page tab', 'Timings').place()
    editor, _ = source(window).place()
    drawer -= window.find('page tab', 'Timings').extents()[3] // 2
    editor += source(window).extents()[2] // 2
    window.key('ctrl+F9', 'F9')
    wait(lambda: not window.has('page tab') and not window.has('entry', 'Source of the kernel and its settings'),
         'the end of both rooms')
    x, y = picture(window).place()

    def is_pinned():
        cell = window.find('label', re.compile('^(row |Point at a cell)')).name
        return cell in picture(window).name
    for place in [(x, drawer + step) for step in (-18, -9, 0)] + [(editor + step, y) for step in (-9, 0, 9)]:
        desk.screen.click(*place)
        wait(is_pinned, f'the cell that is clicked at {place}')


@case
@presses('picture.switch-on')
def a_lens_offers_what_it_needs(desk):
    window = desk.start(copy_kernel(desk, '15-transpose.cu'))
    picture(window)
    choose_lens(window, 'Sectors per request')
    window.find('label', re.compile('^Sectors per request: This run was not profiled. Profile: A run takes three'))
    window.find('button', 'Switch On and Run').click()
    picture(window, re.compile(': Sectors per request'))
    window.find('label', 'Analyse (1)')
    expect(not window.has('button', 'Switch On and Run'), 'an offer of what is there')
    # without, the lens has nothing to show, and without live edits the button runs
    window.key('ctrl+3', 'ctrl+shift+l')
    picture(window, re.compile(': (?!Sectors)'))
    choose_lens(window, 'Instructions')
    window.find('button', 'Switch On and Run').click()
    picture(window, re.compile(': Instructions'))


# Cells that are missed, rewritten, and other than the reference, by a rule that Python can follow.
ODD = '''__global__ void odd (float *f)
{
  int x = threadIdx.x, y = threadIdx.y;
  if ((x + y) % 3 == 0 || (blockIdx.x == 1 && x % 5 != 2))
    return;
  f[y * 8 + x] = x * y % 7 == 4 ? -1 : x;
}
/* gridloom
[launch]
block=8,8
grid=2
[arg f]
shape=8,8
[expect]
domain=1
reference=expr:x
*/
'''


@case
@presses('picture.switch-on', 'picture.lens')
def threads_and_lanes_are_told_of(desk):
    window = desk.start(kernel('05-vector-add-ragged.cu'))
    window.find('label', re.compile(r'; 24 threads lie outside the array \(2\s%\); nothing missed'))
    expect('24 threads lie outside the array' in picture(window).description, 'a ring that is not spoken of')
    choose_lens(window, 'Sectors per store')
    window.find('button', 'Switch On and Run').click()
    for lens, words in (('Sectors per store', '^1 to 4 sectors of 32 bytes for each store'),
                        ('Order of first write', '^Written first by stores 1 to 32'),
                        ('Divergence', r'^>?[0-9.]+\s% of the lanes active in the instructions of a cell')):
        if lens != 'Sectors per store':
            choose_lens(window, lens)
        picture(window, re.compile(': ' + lens))
        window.find('label', re.compile(words))


def odd_cells():
    """Rows and columns of the cells that each key goes to, in the order of the array."""
    cells = [(y, x) for y in range(8) for x in range(8)]
    written = [(y, x) for y, x in cells if (x + y) % 3 != 0]
    value = {(y, x): -1 if x * y % 7 == 4 else x for y, x in written}
    return {'m': [cell for cell in cells if cell not in written],
            'r': [(y, x) for y, x in written if x % 5 == 2],
            'd': [(y, x) for y, x in cells if value.get((y, x), 0) != x]}


@case
@presses('picture.next', 'picture.previous')
def keys_go_to_the_next_cell_of_a_kind(desk):
    window = desk.start(write(desk, 'odd.cu', ODD))
    picture(window).click()
    for key, cells in odd_cells().items():
        window.key('Escape', 'Escape', 'Home', *['Up'] * 8)
        for row, col in [cell for cell in cells if cell > (0, 0)][:4]:
            window.key(key)
            window.find('label', re.compile(f'^row {row}, column {col}\\b'))
    window.key('shift+m')
    back = [cell for cell in odd_cells()['m'] if cell < [cell for cell in odd_cells()['d'] if cell > (0, 0)][3]]
    window.find('label', re.compile(f'^row {back[-1][0]}, column {back[-1][1]}\\b'))
    window.press_menu(MENU, 'Next Missed Cell')
    after = [cell for cell in odd_cells()['m'] if cell > back[-1]]
    window.find('label', re.compile(f'^row {after[0][0]}, column {after[0][1]}\\b'))


@case
@presses('picture.next')
def where_no_cell_is_odd_the_read_out_says_so(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window).click()
    window.key('m')
    window.find('label', 'No cell of this array was missed.')
    window.key('r')
    window.find('label', 'No cell of this array was written more than once.')
    window.key('d')
    window.find('label', 'Every cell of this array is as the reference has it.')


@case
@presses('picture.menu', 'picture.show-writer', 'picture.unpin', 'picture.copy-value', 'picture.copy-readout')
def a_cell_has_a_menu(desk):
    window = desk.start(write(desk, 'odd.cu', ODD))
    picture(window).click()
    window.key('Escape', 'Home', *['Up'] * 8, 'd')
    row, col = [cell for cell in odd_cells()['d'] if cell > (0, 0)][0]
    told = window.find('label', re.compile(f'^row {row}, column {col}\\b')).name
    window.key('Menu')
    window.find('menu item', 'Copy Value').click()
    window.find('label', 'Copied the value.')
    expect(paste(window) == '0', 'the value of the cell')
    window.key('ctrl+z')
    wait(lambda: 'gridloom' in source(window).text, 'the text as it was')
    picture(window).click()
    window.key('d', 'shift+F10')
    window.find('menu item', 'Copy What Is Known of It').click()
    window.find('label', 'Copied what is known of the cell.')
    expect(' column ' in paste(window) and told, told)
    window.key('ctrl+z')
    wait(lambda: 'gridloom' in source(window).text, 'the text as it was')
    picture(window).click()
    window.key('r', 'shift+F10')
    window.find('menu item', 'Show Its Lowest Writer').click()
    # the middle of the picture lies among the threads beside the array, which are told of while they are pointed at
    window.find('label', 'Launch').point()
    window.find('label', re.compile('^thread .* of block 0'))
    window.key('r', 'Return', 'Menu')
    window.find('menu item', 'Let Go of the Cell').click()
    wait(lambda: not window.has('menu item'), 'the end of the menu')


@case
@presses('picture.copy-picture', 'picture.copy-values')
def the_picture_and_its_values_are_copied(desk):
    window = desk.start(write(desk, 'odd.cu', ODD))
    picture(window).click()
    window.key('v')
    window.find('label', 'Copied the values.')
    values = paste(window)
    expect([[float(value) for value in line.split('\t')] for line in values.strip().split('\n')]
           == [[(-1 if x * y % 7 == 4 else x) if (x + y) % 3 else 0 for x in range(8)] for y in range(8)], values)
    window.key('ctrl+z')
    wait(lambda: 'gridloom' in source(window).text, 'the text as it was')
    picture(window).click()
    window.key('ctrl+shift+c')
    window.find('label', 'Copied the picture.')


@case
@presses('picture.plane', 'picture.play-planes', 'picture.play')
def planes_are_gone_through_by_keys_a_slider_and_by_themselves(desk):
    window = desk.start(copy_kernel(desk, '23-fill-3d.cu'))
    picture(window).click()
    plane = window.find('spin button', re.compile('Plane'))
    before = plane.value
    window.key('Next')
    wait(lambda: plane.value == before + 1, 'the next plane')
    window.key('Prior')
    wait(lambda: plane.value == before, 'the plane before')
    slider = window.find('slider', 'Plane that is shown')
    slider.click()
    window.key('Right')
    wait(lambda: plane.value > before, 'a plane by the slider')
    last = 16 - 1
    window.key('Home')
    wait(lambda: plane.value == 0, 'the first plane')
    window.find('button', re.compile('^Play the planes')).click()
    wait(lambda: plane.value == last, 'the last plane')
    window.find('button', re.compile('^Play the planes'))
    # from the last plane they begin anew
    picture(window).click()
    window.key('space')
    wait(lambda: plane.value < last, 'planes once more')
    window.find('button', re.compile('^Pause')).click()
    window.find('button', re.compile('^Play the planes'))


@case
@presses('picture.origin-lower', 'picture.borders', 'picture.pystencils', 'picture.table')
def the_menu_changes_how_it_is_drawn(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window).click()
    window.key('Escape')
    for item in ('Row 0 at the Bottom', 'Borders of Blocks', 'Style of pystencils'):
        before = picture(window).look()
        window.press_menu(MENU, item)
        wait(lambda before=before: picture(window).look() != before, f'another picture by {item}')
    window.press_menu(MENU, 'Cells as a Table')
    window.find('tree table', 'Cells of the array')
    window.find('label', 'Highest writer')


@case
@presses('picture.colormap', 'picture.logarithmic', 'picture.limits', 'picture.choose-limits')
def values_have_colours_of_ones_own(desk):
    path = write(desk, 'values.cu', '__global__ void k (float *f)\n{\n  f[threadIdx.x] = threadIdx.x - 20.0f;\n}\n'
                 '/* gridloom\n[launch]\nblock=128\ngrid=1\n[arg f]\nshape=128\n[view]\nlens=value\n*/\n')
    window = desk.start(path)
    picture(window).click()
    window.key('Escape')

    def changes(press, what):
        before = picture(window).look()
        press()
        wait(lambda: picture(window).look() != before, f'another picture by {what}')

    for item in ('Grey', 'Cividis', 'Viridis', 'Logarithmic', 'All but 1 % at Either End', 'All but 5 % at Either End',
                 'The Least and the Greatest Value', 'Blue to Red, 0 in the Middle'):
        changes(lambda item=item: window.press_menu(COLOURS, item), item)
    picture(window).click()
    changes(lambda: window.key('l'), 'the key of the logarithmic scale')
    window.key('shift+l')
    dialog = desk.window('Limits of the Colours')
    dialog.find('entry', 'From').write('3')
    dialog.find('entry', 'To').write('2')
    wait(lambda: 'sensitive' not in dialog.find('button', 'Apply').states, 'no limits the wrong way round')
    dialog.find('entry', 'To').write('40.5')
    dialog.find('button', 'Apply').click()
    dialog.wait_closed()
    picture(window).click()
    changes(lambda: window.key('l'), 'the key once more')
    window.key('ctrl+s')
    wait(lambda: 'limits=3,40.5\n' in open(path, encoding='utf-8').read(), 'the limits in the document')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    expect('colormap=bluered\n' in text and 'scale=log\n' in text, text)


@case
@presses('picture.export', 'win.export', 'picture.print', 'win.print')
def the_picture_goes_to_files_and_paper(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window)
    for number, press in enumerate((lambda: window.press_menu(MENU, 'Export Picture…'), lambda: window.key('ctrl+e'))):
        path = desk(f'files/picture-{number}.png')
        press()
        choose(desk.window('Export Picture'), path)
        wait(lambda path=path: os.path.exists(path), path)
        with open(path, 'rb') as file:
            expect(file.read(4) == b'\x89PNG')
    for press in (lambda: window.press_menu(MENU, 'Print Picture…'), lambda: window.key('ctrl+p')):
        press()
        dialog = desk.window('Print')
        dialog.find('button', 'Cancel').click()
        dialog.wait_closed()


@case
@presses('win.export-code')
def the_document_goes_to_a_program(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window)
    window.key('shift+F4')
    choose(desk.window('Export Host Code'), desk('files/program.cu'))
    wait(lambda: os.path.exists(desk('files/program.cu')), 'the program')
    expect('::triangle<<<dim3 (2, 2), dim3 (8, 8)>>>' in open(desk('files/program.cu'), encoding='utf-8').read())
    window.open_menu('Main menu')
    # it leads to another page of the menu, which stays
    desk.screen.click(*window.find('menu item', 'Export Host Code').place())
    window.find('menu item', 'Python with CuPy…').click()
    # beside the document, in its name
    close_by(desk.window('Export Host Code'), 'Export')
    wait(lambda: os.path.exists(desk('files/01-triangle-launch.py')), 'the program in Python')


@case
def what_is_saved_is_told(desk):
    """With the range where the pixels of a picture are not the numbers."""
    window = desk.start(copy_kernel(desk, '05-vector-add-ragged.cu'))
    picture(window, re.compile('^c: '))
    window.key('ctrl+shift+e')
    choose(desk.window('Save Array'), desk('files/c.png'))
    window.find('label', 'Saved c.png: black is 0, white is 2997')
    window.key('ctrl+shift+e')
    choose(desk.window('Save Array'), desk('files/c.csv'))
    window.find('label', 'Saved c.csv')


@case
@presses('picture.save-array', 'win.save-array')
def the_array_that_is_shown_is_saved(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window)
    for name, press in (('a.csv', lambda: window.press_menu(MENU, 'Save Array As…')),
                        ('a.npz', lambda: window.key('ctrl+shift+e'))):
        path = desk(f'files/{name}')
        press()
        choose(desk.window('Save Array'), path)
        wait(lambda path=path: os.path.exists(path), path)
    window.key('ctrl+shift+e')
    # where settings can name it, unless somebody goes elsewhere
    close_by(desk.window('Save Array'), 'Save')
    wait(lambda: os.path.exists(desk('files/f.npy')), 'the array beside the document')
    with open(desk('files/a.csv'), encoding='utf-8') as file:
        expect([line.count(',') for line in file] == [15] * 16, 'a table of 16 rows and columns')
    expect(zipfile.ZipFile(desk('files/a.npz')).namelist() == ['f.npy'], 'an archive with one array')


@case
@presses('picture.copy-table', 'picture.copy-rows')
def the_table_of_cells_is_copied(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window)
    window.press_menu(MENU, 'Cells as a Table')
    window.find('tree table', 'Cells of the array')
    window.press_menu(MENU, 'Copy Table')
    table = paste(window)
    expect(table.count('\n') >= 256, table[:200])
    window.key('ctrl+z')
    wait(lambda: 'triangle' in source(window).text, 'the text as it was')
    window.find('tree table', 'Cells of the array').click()
    window.key('ctrl+c')
    rows = paste(window)
    expect(0 < rows.count('\t') < table.count('\t'), rows[:200])


@case
def the_table_begins_at_the_pinned_cell(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window).click()
    window.key('End', 'Return')
    cell = re.search(r'row (\d+), column 15', picture(window, re.compile('row .*, column 15:')).name)[0]
    window.key('ctrl+t')
    table = window.find('tree table', 'Cells of the array')
    window.find('label', cell, within=table)
    window.key('ctrl+c')
    window.find('label', 'Copied 1 row.')
    expect(paste(window).count(cell) == 1)


@case
@presses('picture.strip')
def histogram_row_and_column_follow_the_cursor(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    picture(window).click()
    window.key('h', 'Home')
    row = int(re.search(r'row (\d+), column 0', picture(window, re.compile('row .*, column 0:')).name)[1])
    window.find('image', re.compile(f'Row {row}: .*Column 0: '))
    window.key('Down', 'Return')
    strip = window.find('image', re.compile(f'cells? of this colour. Row {row + 1}: .*Column 0: '))
    # the line in the middle is that of the row, of 32 cells: what lies in its middle
    strip.click()
    picture(window, re.compile(f'row {row + 1}, column 1[56]:'))
    picture(window).click()
    window.key('h')
    wait(lambda: not window.has('image', re.compile('^.*Row ')), 'no strip')


if __name__ == '__main__':
    main()
