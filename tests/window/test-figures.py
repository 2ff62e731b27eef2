#!/usr/bin/env python3
"""What a line of the source cost, in the gutter: chosen by kind, shaded, told in words; equal to what the report says.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import case, copy_kernel, kernel, main, presses, source

CLI = os.path.join(os.path.dirname(os.environ['GRIDLOOM']), '..', 'cli', 'gridloom-cli')
STORE = 'out[(y + i) * cols + x] = tile[threadIdx.x][threadIdx.y + i];'
# the kind in the menu, and what stands in the bar of the line that stores to out
KINDS = [
    ('Executions', lambda line: f'{line["executed"]} warp instructions'),
    ('Active Lanes', lambda line: f'{line["active_lanes"]:.1f} of 32 lanes active on average'),
    ('Sectors per Request', lambda line: f'{line["sectors_per_request"]:.2f} sectors for each of {line["requests"]} requests '
                                         'of global memory'),
    ('Bank Conflicts', lambda line: f'{line["bank_conflicts"]} passes more for bank conflicts, in requests of shared '
                                    f'memory: {line["shared_requests"]}'),
    ('Bytes of Global Memory', lambda line: f'{line["bytes"]} bytes of global memory asked for'),
]


def count_shaded(window):
    """Pixels of an orange shade in the left of the editor."""
    return sum(row[n] - row[n + 2] > 8 and row[n] > row[n + 1] > row[n + 2]
               for row in source(window).look() for n in range(0, min(len(row), 330), 3))


def counted(path, text):
    """What the report says of a line, and its number."""
    with open(path, encoding='utf-8') as file:
        number = next(n for n, line in enumerate(file, 1) if text in line)
    out = subprocess.run([CLI, 'run', path, '--kernel', 'tiled', '--profile', '--json'], check=True, capture_output=True)
    lines = json.loads(out.stdout)['profile']['lines']
    return number, next(line for line in lines if line['line'] == number)


def menu_button(window, kind):
    return window.find('button', f'Beside the lines: {kind} (Ctrl+Shift+G)')


@case
@presses('win.line-figures', 'figures.beside')
def each_kind_of_figure_stands_beside_the_lines(desk):
    path = copy_kernel(desk, '15-transpose.cu')
    with open(path, encoding='utf-8') as file:
        text = file.read().replace('kernel=padded', 'kernel=tiled')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    number, line = counted(path, STORE)
    expect(line['bank_conflicts'] > 0 and line['bytes'] > 0, line)
    window = desk.start(path)
    source(window).click()
    window.key('ctrl+shift+g')
    window.find('label', re.compile('^This run has no figures of lines'))
    # Profile, and run
    window.key('F5')
    window.find('check box', re.compile('Profile')).click()
    window.key('Escape')
    source(window).click()
    window.key('ctrl+g')
    window.type(f'{number}\n')
    button = menu_button(window, 'Executions')
    everything = [words(line).replace(',', '') for _, words in KINDS]
    for kind, words in KINDS:
        window.key('ctrl+shift+g')
        window.find('menu item', kind).click()
        button = menu_button(window, kind)
        found = window.find('label', re.compile(f'^Line {number}: '))
        wait(lambda: re.sub('[\u202f,]', '', found.label) == f'Line {number}: {words(line)}'.replace(',', ''),
             lambda: f'{words(line)} instead of {found.label}')
        # what a screen reader tells of the line is all of them
        told = re.sub('[\u202f,]', '', button.description)
        expect(all(one in told for one in everything), told, everything)
        # of active lanes those that are missing have a shade: none here
        wait(lambda: (count_shaded(window) > 100) == (kind != 'Active Lanes'), f'the shade of {kind}')
        desk.save(kind)
    # of the line before the first
    window.key('ctrl+Home')
    window.find('label', 'Line 1: nothing to count')


@case
@presses('figures.beside')
def the_kind_is_remembered(desk):
    window = desk.start(kernel('14-stencil.cu'))
    window.key('F5')
    window.find('check box', re.compile('Profile')).click()
    window.key('Escape')
    source(window).click()
    window.key('ctrl+shift+g')
    window.find('menu item', 'Bytes of Global Memory').click()
    menu_button(window, 'Bytes of Global Memory')


if __name__ == '__main__':
    main()
