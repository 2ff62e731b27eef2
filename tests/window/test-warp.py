#!/usr/bin/env python3
"""The page Warp: what the lanes of one warp did, step by step, equal to a trace that is counted here.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import FAKE, case, copy_kernel, kernel, main, pick, presses, source

CLI = os.path.join(os.path.dirname(os.environ['GRIDLOOM']), '..', 'cli', 'gridloom-cli')
KERNEL = '37-interleaved-reduction.cu'


def trace(desk, block, warp):
    """The steps of a warp."""
    path = desk(f'trace-{block}-{warp}.jsonl')
    subprocess.run([CLI, 'run', kernel(KERNEL), '--trace', f'{block}:warp={warp}', '--trace-file', path], check=True,
                   capture_output=True)
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file][1:]


def active(step):
    return int(step['active'], 16).bit_count()


def sentence(block, warp, steps):
    mean = f'{sum(map(active, steps)) / len(steps):.3g}'
    return f'Warp {warp} of block ({block}, 0, 0): {len(steps)} steps, with {mean} of 32 lanes active on average'


def words(number, step):
    """What is said of a step."""
    off = active(step) - int(step['executed'], 16).bit_count()
    return (f'Step {number + 1}: {active(step)} of 32 lanes active' + (f', the guard off in {off} of them' if off else '') +
            f'; line {step["line"]}: {step["instruction"]}')


def view(window):
    """The timeline: its name is what is said of the marked step."""
    return window.find('image', re.compile('^(Lanes of a warp|Step )'))


def open_page(desk):
    window = desk.start(copy_kernel(desk, KERNEL))
    source(window).click()
    window.key('ctrl+shift+h')
    return window


@case
@presses('win.warp', 'win.tell-warp', 'win.show-place')
def a_warp_is_shown_step_by_step(desk):
    steps = trace(desk, 0, 0)
    window = open_page(desk)
    window.find('label', sentence(0, 0, steps))
    expect(len({step['active'] for step in steps}) > 3, 'lanes come and go in this warp')
    view(window).click()
    window.key('Home')
    wait(lambda: view(window).name == words(0, steps[0]), lambda: f'{words(0, steps[0])} instead of {view(window).name}')
    # from where other lanes are active to the next such place
    at = 0
    for _ in range(4):
        at = next(n for n in range(at + 1, len(steps)) if steps[n]['active'] != steps[at]['active'])
        window.key('ctrl+Right')
        wait(lambda: view(window).name == words(at, steps[at]), lambda: f'{words(at, steps[at])} instead of {view(window).name}')
        window.find('label', words(at, steps[at]))
    window.key('Right')
    wait(lambda: view(window).name == words(at + 1, steps[at + 1]), 'the next step')
    window.key('Return')
    wait(lambda: source(window).text[:source(window).caret].count('\n') + 1 == steps[at + 1]['line'], 'the line of the step')
    view(window).click()
    window.key('End')
    wait(lambda: view(window).name == words(len(steps) - 1, steps[-1]), 'the last step')


@case
@presses('win.warp', 'win.tell-warp')
def a_warp_is_chosen_by_block_and_number(desk):
    window = open_page(desk)
    window.find('label', sentence(0, 0, trace(desk, 0, 0)))
    window.find('entry', 'Block').write('1')
    window.key('Return')
    window.find('label', sentence(1, 0, trace(desk, 1, 0)))
    window.find('entry', 'Block').click()
    window.key('Tab', 'Up', 'Up', 'Up')
    window.find('label', sentence(1, 3, trace(desk, 1, 3)))
    # a warp that no block has, and words that are no place
    window.key('Page_Up')
    window.find('label', 'Warp 11 cannot be traced: a block has 8 warps, counted from 0')
    window.find('entry', 'Block').write('one')
    window.key('Return')
    window.find('label', 'A block is written as its place in the grid, x,y,z, from 0.')


@case
@presses('win.tell-warp')
def the_warp_of_what_is_pinned_is_shown(desk):
    window = open_page(desk)
    window.find('label', re.compile('^Warp 0 of block'))
    # sums[1] is written by the second block
    pick(window, 'Array', 'sums')
    window.find('image', re.compile('sums')).click()
    window.key('End')
    window.find('label', sentence(1, 0, trace(desk, 1, 0)))


@case
@presses('warp.simulate')
def of_a_gpu_the_simulator_tells(desk):
    window = desk.start(copy_kernel(desk, KERNEL), environment=FAKE)
    window.press_menu(re.compile('What the kernel runs on'), re.compile('GPU'))
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    window.key('ctrl+shift+h')
    window.find('label', re.compile('^A GPU does not tell what a warp does'))
    window.find('button', 'Ask the Simulator').click()
    window.find('label', re.compile('^Warp 0 of block .0, 0, 0.: [0-9]+ steps'))


if __name__ == '__main__':
    main()
