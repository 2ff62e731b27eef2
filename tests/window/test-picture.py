#!/usr/bin/env python3
"""The picture: lenses, zoom, how it is drawn, the table, files and paper.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import zipfile

from desk import expect, wait
from harness import case, choose, copy_kernel, main, paste, presses, source

MENU = 'How it is drawn, export, print'


def picture(window, name=re.compile('^.+: ')):
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
@presses('picture.plane')
def keys_go_from_plane_to_plane(desk):
    window = desk.start(copy_kernel(desk, '23-fill-3d.cu'))
    picture(window).click()
    plane = window.find('spin button', re.compile('Plane'))
    before = plane.value
    window.key('Next')
    wait(lambda: plane.value == before + 1, 'the next plane')
    window.key('Prior')
    wait(lambda: plane.value == before, 'the plane before')


@case
@presses('picture.origin-lower', 'picture.borders', 'picture.pystencils', 'picture.colormap', 'picture.table')
def the_menu_changes_how_it_is_drawn(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    picture(window).click()
    window.key('Escape')
    for item in ('Row 0 at the Bottom', 'Borders of Blocks', 'Style of pystencils', 'Grey', 'Cividis', 'Viridis'):
        if item == 'Grey':
            # these maps colour values, not counts
            picture(window).click()
            window.key('1')
            picture(window, re.compile('^f: Value'))
        before = picture(window).look()
        window.press_menu(MENU, item)
        wait(lambda before=before: picture(window).look() != before, f'another picture by {item}')
    window.press_menu(MENU, 'Cells as a Table')
    window.find('tree table', 'Cells of the array')
    window.find('label', 'Highest writer')


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
    dialog = desk.window('Save Array')
    # where settings can name it, unless somebody goes elsewhere
    dialog.find('button', 'Save').click()
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


if __name__ == '__main__':
    main()
