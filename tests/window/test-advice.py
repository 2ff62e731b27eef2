#!/usr/bin/env python3
"""Advice on a launch: rows below its fields, each with what mends it, dismissed for a document, and asked for again.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, expect_equal, wait
from harness import case, copy_kernel, main, presses, source, write

MORE = 'Full text and more actions'
DISMISS = 'Do not say so again in this document'
UNEVEN = '''__global__ void k (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows)
    f[y * cols + x] = x;
}

/* gridloom
[launch]
block=30,30
shape=64,64

[arg cols]
value=cols

[arg rows]
value=rows
*/
'''
WARPS = re.compile('^A block of 30 × 30 has 900 threads, which is not a multiple of 32: its last warp leaves 28 lanes empty')


def has(window, text):
    return window.has('label', text)


def take(window, name):
    """Takes what is first in the menu of the first advice."""
    window.find('button', MORE).click()
    wait(lambda: window.focus() and window.focus().name == name, lambda: f'{name} instead of {window.focus()}')
    window.key('space')


@case
def a_block_that_is_no_multiple_of_a_warp_is_made_one(desk):
    window = desk.start(write(desk, 'uneven.cu', UNEVEN))
    window.find('label', WARPS)
    window.find('button', 'Use 32 × 30').click()
    wait(lambda: 'block=32,30' in source(window).text, 'the block')
    wait(lambda: not has(window, WARPS), 'nothing to say')
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: source(window).text == UNEVEN, 'one step back')
    window.find('label', WARPS)


@case
def advice_is_dismissed_for_a_document_and_asked_for_again(desk):
    path = write(desk, 'uneven.cu', UNEVEN)
    window = desk.start(path)
    window.find('label', WARPS)
    take(window, DISMISS)
    wait(lambda: 'dismissed=not-warp-multiple' in source(window).text, 'the setting')
    wait(lambda: not has(window, WARPS), 'nothing to say')
    window.find('label', 'Dismissed advice')
    expect('not-warp-multiple' in window.texts(), window.texts())
    # among the problems, too
    window.find('page tab', re.compile('Problems')).click()
    expect(not any('not a multiple of 32' in text for text in window.texts()), window.texts())
    source(window).click()
    window.key('ctrl+s')
    wait(lambda: 'dismissed=' in open(path, encoding='utf-8').read(), 'the file')
    desk.kill()
    window = desk.start(path)
    window.find('button', 'Give this advice again').click()
    window.find('label', WARPS)
    expect('dismissed' not in source(window).text, source(window).text)


@case
def a_guard_that_is_missing_is_told_of_without_a_trap(desk):
    text = UNEVEN.replace('  if (x < cols && y < rows)\n  ', '').replace('block=30,30', 'block=16,16\nrange=60,48')
    window = desk.start(write(desk, 'bare.cu', text.replace('shape=64,64', 'shape=64,60')))
    window.find('label', re.compile('^4 threads along x have no cell of f, and the kernel has no guard'))


@case
@presses('win.fit-block', 'win.trim-grid')
def whole_warps_and_a_trimmed_grid_have_keys_and_buttons(desk):
    window = desk.start(write(desk, 'uneven.cu', UNEVEN))
    window.find('label', WARPS)
    source(window).click()
    window.key('ctrl+shift+f')
    wait(lambda: 'block=32,30' in source(window).text, 'whole warps')
    wait(lambda: not window.find('button', 'Fit the block to whole warps').has('sensitive'), 'no more to fit')
    expect(not window.find('button', 'Trim the grid to the fewest blocks that cover the range').has('sensitive'), 'the grid follows')
    window.key('ctrl+shift+k', 'ctrl+shift+m')
    wait(lambda: 'grid=4,6' in source(window).text, 'four times as many blocks')
    window.key('ctrl+shift+F8')
    wait(lambda: 'grid=2,3' in source(window).text, 'the fewest')
    window.key('ctrl+z')
    wait(lambda: 'grid=4,6' in source(window).text, 'one step back')
    window.find('button', 'Trim the grid to the fewest blocks that cover the range').click()
    wait(lambda: 'grid=2,3' in source(window).text, 'the button does the same')


@case
def a_block_that_is_good_tells_why(desk):
    window = desk.start(copy_kernel(desk, '14-stencil.cu'))
    window.find('image', re.compile('^Good: a block of 128 threads or more, in whole warps, has one for each of the 4 schedulers'))
    source(window).click()
    window.key('ctrl+shift+F5')
    # what the kernel takes is known then
    window.find('image', re.compile(r'^Good: in blocks of 128 to \d+ threads, in whole warps, at least 43 of 48 warps are resident'))
    source(window).click()
    window.key('ctrl+j')
    wait(lambda: 'block=8,8' in source(window).text, 'half of the block')
    wait(lambda: not window.has('image', re.compile('^Good: ')), 'too few warps')


@case
def what_lines_cost_is_told_with_a_way_there(desk):
    path = copy_kernel(desk, '15-transpose.cu')
    with open(path, encoding='utf-8') as file:
        text = file.read().replace('kernel=padded', 'kernel=tiled')
    window = desk.start(write(desk, 'tiled.cu', text))
    source(window).click()
    window.key('ctrl+3')
    window.find('label', re.compile(r'^Line \d+ has bank conflicts: each request of shared memory takes 32 passes where 1 would do'))
    line = text[:text.index('= tile[threadIdx.x]')].count('\n') + 1
    take(window, f'Show Line {line}')
    wait(lambda: source(window).text[:source(window).caret].count('\n') + 1 == line, 'the line')
    window.find('button', 'Show Banks').click()
    window.find('image', re.compile('[Bb]ank'))
    expect_equal(source(window).text, text, 'nothing was changed')


main()
