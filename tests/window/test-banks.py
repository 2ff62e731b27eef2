#!/usr/bin/env python3
"""The page Banks: which lane touches which bank of shared memory, and other layouts of a tile.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import FAKE, case, copy_kernel, kernel, main, paste, presses, source, write

ACCESSES, LAYOUTS = 'Accesses to shared memory', 'Layouts of the array'
WARPS = 48              # of the tiled transpose: 3 × 2 blocks of 32 × 8 threads
DECLARED = 'float tile[TILE][TILE];'


def tiled():
    with open(kernel('15-transpose.cu'), encoding='utf-8') as file:
        return file.read().replace('kernel=padded', 'kernel=tiled')


def show(desk, text, environment=None):
    window = desk.start(write(desk, 'kernel.cu', text), environment=environment or {})
    source(window).click()
    window.key('ctrl+shift+b')
    return window


def chart(window):
    return window.find('image', re.compile('^Bank '))


def enter(window, key, number):
    """Into the field that a key leads to."""
    window.key(key, 'ctrl+a')
    window.type(str(number))
    window.key('Tab')


def verdict(window):
    return window.find('label', re.compile('^(Conflicts: |Choose a layout)')).label


def profiled(desk, text):
    """The conflicts that the profile of the command line counts."""
    result = subprocess.run([os.environ['GRIDLOOM_CLI'], 'run', write(desk, 'profiled.cu', text), '--profile', '--json'],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=True)
    return json.loads(result.stdout)['profile']['bank_conflicts']


@case
@presses('win.banks', 'win.tell-banks')
def a_column_falls_into_one_bank(desk):
    window = show(desk, tiled())
    window.find('label', '8 requests: 132 passes, 124 for conflicts')
    table = window.find('tree table', ACCESSES)
    cells = window.texts(table)
    expect_equal([cells[i:i + 5] for i, text in enumerate(cells) if text in ('41', '47')],
                 [['41', 'Store', 'tile', '0', '4'], ['47', 'Load', 'tile', '124', '128']])
    # the line with most conflicts is chosen, and its first request drawn
    picture = chart(window)
    expect(picture.has('focused'), 'the map has the focus')
    expect_equal(picture.description,
                 '32 lanes in 32 passes, 31 more for conflicts: bank 0 is asked for 32 words at once')
    expect_equal(picture.name, 'Bank 0, pass 1 of 32: the word at byte 0 of tile, for lane 0')
    window.key('Down', 'Down')
    window.find('image', 'Bank 0, pass 3 of 32: the word at byte 256 of tile, for lane 2')
    window.key('Right')
    window.find('image', 'Bank 1, pass 3 of 32: nothing to do')
    window.key('Left', 'Next')
    window.find('image', 'Bank 0, pass 32 of 32: the word at byte 3968 of tile, for lane 31')
    # another request of the line
    enter(window, 'alt+q', 2)
    wait(lambda: 'bank 8 is asked for 32 words' in chart(window).description, 'the second request')
    # another access
    window.find('label', 'Store', table).click()
    wait(lambda: chart(window).description == '32 lanes in 1 pass: no bank is asked for two words at once', 'the store')


@case
@presses('tile.apply')
def a_layout_keeps_what_it_promised(desk):
    text = tiled()
    window = show(desk, text)
    expect_equal(profiled(desk, text), 124 * WARPS)
    window.find('label', 'As it is', window.find('tree table', LAYOUTS)).click()
    promised = []
    for columns in range(1, 9):
        window.key('Down')
        found = wait(lambda: re.match(r'Conflicts: 124 before, (\d+) after\.$', verdict(window)), 'another layout')
        # rows of one number of conflicts have one sentence: the map tells them apart
        wait(lambda: chart(window).description.startswith('32 lanes in ' + ('1 pass:' if found[1] == '0' else str(
            1 + int(found[1]) // 4))), 'its map')
        promised.append(int(found[1]))
        expect_equal(profiled(desk, text.replace(DECLARED, f'float tile[TILE][TILE + {columns}];')), promised[-1] * WARPS,
                     columns)
    expect_equal(promised, [0, 4, 0, 12, 0, 4, 0, 28])
    window.key(*['Up'] * 7)
    wait(lambda: verdict(window) == 'Conflicts: 124 before, 0 after.', 'one column more')
    window.find('button', 'Apply').click()
    wait(lambda: 'float tile[TILE][TILE + 1];\n\n  turn' in source(window).text, 'the source')
    expect_equal(source(window).text.count('TILE + 1'), 2)
    window.find('label', '8 requests: 8 passes, 0 for conflicts')
    # one step of undo takes it back
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: source(window).text == text, 'the text of before')
    window.find('label', '8 requests: 132 passes, 124 for conflicts')


@case
@presses('tile.copy')
def a_swizzle_is_copied(desk):
    window = show(desk, tiled())
    window.find('label', 'As it is', window.find('tree table', LAYOUTS)).click()
    window.key('End')
    window.find('label', re.compile('^Conflicts: 124 before, 0 after, with each index'))
    expect(not window.find('button', 'Apply').has('sensitive'), 'no edit does that')
    expect_equal(chart(window).description, '32 lanes in 1 pass: no bank is asked for two words at once')
    window.find('button', 'Copy how the layout is written').click()
    expect_equal(paste(window), 'tile[row][col ^ (row % 32)]')


@case
@presses('banks.copy')
def the_map_is_copied_as_a_table(desk):
    window = show(desk, tiled())
    wait(lambda: chart(window).name.endswith('for lane 0'), 'the map')
    window.find('button', 'Copy the map as a table').click()
    lines = paste(window).split('\n')
    expect_equal(lines[0].split('\t'), ['Pass', 'Bank', 'Byte', 'Lanes'])
    expect_equal([line.split('\t') for line in lines[1:-1]], [[str(n + 1), '0', str(128 * n), str(n)] for n in range(32)])


@case
def another_warp_is_asked_about(desk):
    window = show(desk, tiled())
    window.find('label', '8 requests: 132 passes, 124 for conflicts')
    wait(lambda: chart(window).name.endswith('byte 0 of tile, for lane 0'), 'the first warp')
    enter(window, 'alt+w', 3)
    wait(lambda: 'bank 3 is asked for 32 words' in chart(window).description, 'the fourth warp')
    enter(window, 'alt+b', 5)
    window.find('label', '8 requests: 132 passes, 124 for conflicts')


@case
def a_row_leads_to_its_line(desk):
    window = show(desk, tiled())
    window.find('label', 'Store', window.find('tree table', ACCESSES)).click()
    wait(lambda: chart(window).description.startswith('32 lanes in 1 pass'), 'the store')
    window.key('Return')
    wait(lambda: source(window).has('focused'), 'the source')
    wait(lambda: source(window).text.count('\n', 0, source(window).caret) == 40, 'the line of the store')


@case
def without_shared_memory_it_says_so(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    source(window).click()
    window.key('ctrl+shift+b')
    window.find('label', re.compile('^This warp accesses no shared memory'))


@case
def what_has_no_rows_says_so(desk):
    window = desk.start(copy_kernel(desk, '17-reduction.cu'))
    source(window).click()
    window.key('ctrl+shift+b')
    window.find('tree table', ACCESSES)
    window.find('label', re.compile('has one extent, so it has no rows to be moved'))


@case
@presses('banks.simulate')
def of_a_gpu_the_simulator_tells(desk):
    window = desk.start(write(desk, 'kernel.cu', tiled()), environment=FAKE)
    window.press_menu(re.compile('What the kernel runs on'), re.compile('GPU'))
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    source(window).click()
    window.key('ctrl+shift+b')
    window.find('label', re.compile('^A GPU does not tell which lane touched which bank'))
    window.find('button', 'Ask the Simulator').click()
    window.find('label', '8 requests: 132 passes, 124 for conflicts')


main(width=1280, height=720)
