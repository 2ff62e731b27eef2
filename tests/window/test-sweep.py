#!/usr/bin/env python3
"""The window Sweep: axes, the map that comes of them, and a tile that becomes the launch.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import csv
import json
import os
import os
import re

from desk import expect, expect_equal, wait
from harness import case, choose, copy_kernel, main, presses, source, write

HANGS = '''__global__ void slow (int *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int k = 0; k < n * 20000; k++)
    s = s * 1664525 + k;
  f[i] = s;
}

/* gridloom
[launch]
block=64
[arg f]
shape=4096
[arg n]
value=1
[sweep]
axes=n=20..60; block.x=64,128
*/
'''


MODELLED = re.compile('^Fastest as modelled for GeForce RTX 3060')


def open_sweep(desk, window):
    source(window).click()
    window.key('shift+F5')
    return desk.window('Sweep')


def sweep(desk, window):
    """Sweeps with what is chosen, and waits for the end."""
    page = open_sweep(desk, window)
    page.find('button', 'Sweep').click()
    page.find('label', MODELLED)
    wait(lambda: page.has('button', 'Sweep'), 'the end')
    return page


def list_runners(desk):
    """The processes that the program itself has started."""
    runners = set()
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/stat', encoding='utf-8', errors='replace') as file:
                state, parent = file.read().rpartition(')')[2].split()[:2]
        except OSError:
            continue
        if int(parent) == desk.program.pid and state != 'Z':
            runners.add(name)
    return runners


def count_ended(page):
    """As it is told beside the bar."""
    return max((int(text.split()[0]) for text in page.texts() if re.fullmatch('[0-9]+ of 82', text)), default=0)


def tile(page, name):
    """The map, with the cursor on a tile."""
    return page.find('image', re.compile('^' + re.escape(name)))


def choose_file(desk, page, title, path):
    page.find('button', 'Export…').click()
    choose(desk.window(title), path)
    wait(lambda: os.path.exists(path), path)


@case
@presses('win.sweep', 'sweep.start', 'sweep.apply')
def a_tile_becomes_the_launch_and_one_step_takes_it_back(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    before = source(window).text
    page = sweep(desk, window)
    page.key('Right')
    tile(page, 'block.x=4, block.y=1: done')
    page.key('Right', 'Right', 'Down', 'Down')
    tile(page, 'block.x=16, block.y=4: done')
    page.key('Return')
    wait(lambda: 'block=16,4\n' in source(window).text, 'the block of the tile')
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: source(window).text == before, 'the text of before')


@case
@presses('sweep.start', 'sweep.keep')
def axes_are_chosen_and_kept_in_the_document(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    page = open_sweep(desk, window)
    values = page.all('entry', 'Its values')
    values[0].write('8,,16')
    page.find('button', 'Sweep').click()
    page.find('label', re.compile('^block.x: a value is missing'))
    values[0].write('8..32*2, 2000')
    values[1].write('4')
    page.find('button', 'Keep Axes').click()
    wait(lambda: 'axes=block.x=8..32*2, 2000; block.y=4\n' in source(window).text, 'the axes in the text')
    page.find('button', 'Sweep').click()
    page.find('label', MODELLED)
    page.key('Right', 'End')
    tile(page, 'block.x=2000, block.y=4: impossible')
    page.find('label', re.compile('976 more than the simulated device allows'))


@case
@presses('sweep.start', 'sweep.stop')
def a_sweep_that_is_stopped_goes_on_where_it_was(desk):
    window = desk.start(write(desk, 'slow.cu', HANGS))
    page = open_sweep(desk, window)
    page.find('button', 'Sweep').click()
    wait(lambda: count_ended(page) >= 3, 'some that have ended')
    page.find('button', 'Stop').click()
    page.find('button', 'Sweep')
    ended = count_ended(page)
    expect(3 <= ended < 82, ended)
    page.find('button', 'Sweep').click()
    wait(lambda: count_ended(page) > ended, 'what comes behind that')
    page.key('Escape')
    page.wait_closed()


@case
@presses('sweep.start')
def a_window_that_is_closed_keeps_the_map_and_no_process(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    window.find(None, re.compile('cells'))
    before = list_runners(desk)
    page = sweep(desk, window)
    expect(before < list_runners(desk), before)
    page.key('Escape')
    page.wait_closed()
    wait(lambda: list_runners(desk) == before, 'the end of the process')
    page = open_sweep(desk, window)
    page.find('label', MODELLED)
    page.find('check box', 'Ignore Cached Results').click()
    page.find('button', 'Sweep').click()
    wait(lambda: list_runners(desk) > before, 'another process')
    page.key('Escape')
    page.wait_closed()
    wait(lambda: list_runners(desk) == before, 'the end of the sweep and of the process')


@case
@presses('sweep.start')
def what_is_kept_says_so_until_it_is_swept_anew(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    page = sweep(desk, window)
    page.key('Right')
    tile(page, 'block.x=4, block.y=1: done')
    expect(not page.has('label', re.compile('kept from an earlier sweep')))
    page.find('button', 'Sweep').click()
    page.find('label', re.compile('^block.x=4, block.y=1: done.*, kept from an earlier sweep'))
    page.find('check box', 'Ignore Cached Results').click()
    page.find('button', 'Sweep').click()
    wait(lambda: page.has('button', 'Sweep') and page.has('label', re.compile('^block.x=4, block.y=1: done')) and
         not page.has('label', re.compile('kept from an earlier sweep')), 'a sweep anew')


@case
@presses('sweep.next-best')
def the_best_come_one_after_the_other(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    page = sweep(desk, window)
    met = [None]

    def shown():
        return next((text for text in page.texts() if re.match('block.x=.*: done, among the best', text)), None)

    for _ in range(4):
        page.find('button', 'Next Best').click()
        wait(lambda: shown() not in met, 'another of the best')
        met.append(shown())


@case
@presses('sweep.export')
def map_and_numbers_are_exported(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    page = sweep(desk, window)
    for name in 'map.svg', 'map.csv', 'map.json':
        choose_file(desk, page, 'Export Sweep', desk(name))
        page.find('label', f'Saved {name}')
    with open(desk('map.csv'), encoding='utf-8') as file:
        rows = list(csv.DictReader(file))
    with open(desk('map.json'), encoding='utf-8') as file:
        report = json.load(file)
    expect_equal(len(rows), 36)
    expect_equal([row['state'] for row in rows], [tile['state'] for tile in report['configurations']])
    expect_equal({tile['written'] for tile in report['configurations'] if tile['state'] == 'done'}, {900})


if __name__ == '__main__':
    main()
