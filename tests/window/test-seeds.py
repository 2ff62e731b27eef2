#!/usr/bin/env python3
"""The lens Seeds: which cells depend on the order of warps and blocks, and the order that shows it in the document.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, wait
from harness import case, choose_lens, main, presses, source, write

REVERSE = '''__global__ void k (const int *f, int *o)
{
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = f[t];
  o[t] = s[255 - t];
}

/* gridloom
[launch]
block=256
grid=1
[arg f]
shape=256
fill=iota
[arg o]
shape=256
fill=zeros
[expect o]
reference=expr:255 - x
*/
'''


def count_wrong(path, seed):
    """How many cells are not as they should be in an order, by the command line."""
    report = subprocess.run([os.environ['GRIDLOOM_CLI'], 'run', path, '--json', f'--schedule-seed={seed}'],
                            stdout=subprocess.PIPE, check=False, timeout=60).stdout
    return json.loads(report)['check']['mismatches']


@case
@presses('win.seeds', 'win.fix-problem')
def cells_light_up_and_a_seed_goes_into_the_document(desk):
    path = write(desk, 'reverse.cu', REVERSE)
    window = desk.start(path)
    window.find('label', re.compile('^All 256 cells written once'))
    window.key('ctrl+6')
    window.find('page tab', re.compile('^Problems')).click()
    window.find('label', re.compile('other orders of warps and blocks the result differs'))
    choose_lens(window, 'Seeds')
    window.find('label', re.compile('of 256 cells depend on the order of warps and blocks; seed [0-7] shows it'))
    window.find('button', 'Use This Seed').click()
    seed = wait(lambda: re.search(r'^order=([0-7])$', source(window).text, re.M), 'the seed in the document')[1]
    # the run that follows is in that order
    window.find('image', re.compile('^o: ')).click()
    window.key('alt+1')
    window.find('label', re.compile(f'^{count_wrong(path, seed)} of 256 compared cells differ from the reference'))
    # one edit
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: 'order=' not in source(window).text, 'the text as it was')
    expect(source(window).text.strip() == REVERSE.strip(), source(window).text)


@case
@presses('picture.use-seed')
def a_lit_cell_has_its_seed(desk):
    path = write(desk, 'reverse.cu', REVERSE)
    window = desk.start(path)
    window.find('label', re.compile('^All 256 cells written once'))
    window.key('ctrl+6')
    choose_lens(window, 'Seeds')
    window.find('label', re.compile('of 256 cells depend on the order of warps and blocks'))
    window.find('image', re.compile('^o: Seeds')).click()
    window.key('Escape', 'Home', *['Up'] * 16, 'Right', 'Return')
    # one of the last warp's cells or of the first one's: the first that comes to another value
    told = window.find('label', re.compile('^cell [0-9]+: .*another value with seed [0-7]')).name
    cell, value, seed = re.search('^cell ([0-9]+): ([0-9]+),.*another value with seed ([0-7])', told).groups()
    window.key('Menu')
    window.find('menu item', 'Use the Seed That Changes It').click()
    wait(lambda: f'\norder={seed}\n' in source(window).text, 'the seed in the document')
    window.find('image', re.compile(f'^o: Seeds. cell {cell}: (?!{value},)[0-9]+,'))


@case
def how_many_orders_are_tried_stands_in_the_document(desk):
    window = desk.start(write(desk, 'reverse.cu', REVERSE))
    window.find('label', re.compile('^All 256 cells written once'))
    window.key('F5')
    number = window.find('spin button', 'Orders that Seeds tries')
    expect(number.value == 8, number.value)
    number.write('3')
    window.key('Return', 'Escape')
    wait(lambda: '\nseeds=3\n' in source(window).text, 'the number in the document')
    window.key('ctrl+6')
    window.find('page tab', re.compile('^Problems')).click()
    window.find('label', re.compile('^In [1-3] of 3 other orders of warps and blocks the result differs'))


main()
