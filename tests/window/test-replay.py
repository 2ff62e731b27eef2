#!/usr/bin/env python3
"""A thread, replayed step by step: the page of the drawer, its keys, and what is framed in the picture.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, wait
from harness import FAKE, case, main, presses, source, warns, write

# A key that opens the drawer: whether a frame begins before it is placed is a matter of luck, and GTK warns.
PLACED = 'Trying to snapshot .* without a current allocation'

TILE = '''__global__ void tile (const float *in, float *out, int n)
{
  __shared__ float s[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  s[threadIdx.x] = in[i] + 1.0f;
  __syncthreads ();
  if (threadIdx.x % 2 == 0)
    out[i] = s[15 - threadIdx.x];
}

/* gridloom
[launch]
block=16
range=64

[arg in]
shape=64
fill=iota

[arg out]
shape=64
fill=zeros

[view]
array=out
lens=value
*/
'''


def picture(window, name=re.compile('^out: ')):
    return window.find('image', name)


def step(window, pattern):
    return window.find('label', re.compile(pattern))


def begin(desk, text=TILE, environment=None):
    window = desk.start(write(desk, 'tile.cu', text), environment=environment or {})
    picture(window)
    window.key('ctrl+r')
    step(window, r'^Step 1 of \d+$')
    return window


def get_total(window):
    return int(step(window, r'^Step \d+ of \d+$').name.split()[-1])


def lines(window):
    """The number of the line that is shown, and its text."""
    return window.find('label', re.compile(r'^thread .*, line \d+: ')).name


@case
@warns(PLACED)
@presses('win.replay', 'replay.first', 'replay.back', 'replay.forward', 'replay.last')
def keys_go_from_step_to_step(desk):
    window = begin(desk)
    total = get_total(window)
    wait(lambda: window.focus() and window.focus().name == 'Step', 'the focus')
    window.key('Right', 'Right')
    step(window, f'^Step 3 of {total}$')
    window.key('Left')
    step(window, f'^Step 2 of {total}$')
    window.key('End')
    step(window, f'^Step {total} of {total}$')
    window.find('label', 'ret')
    window.key('Right')
    step(window, f'^Step {total} of {total}$')
    window.key('Home')
    step(window, f'^Step 1 of {total}$')
    window.find('button', 'Last step').click()
    step(window, f'^Step {total} of {total}$')
    window.find('button', 'First step').click()
    step(window, f'^Step 1 of {total}$')


@case
@warns(PLACED)
@presses('replay.line-back', 'replay.line-forward', 'replay.show-line', 'replay.to-cursor')
def lines_of_the_source_are_gone_through(desk):
    window = begin(desk)
    window.key('End', 'Up')
    seen = []
    for _ in range(20):
        seen.append(int(re.search(r'line (\d+):', lines(window)).group(1)))
        window.key('Up')
    expect({4, 6, 8, 9} <= set(seen), seen)
    window.key('Home', 'Down')
    first = step(window, r'^Step \d+ of').name
    expect(not first.startswith('Step 1 '), first)
    window.key('Return')
    wait(lambda: source(window).has('focused'), 'the source')


@case
@warns(PLACED)
@presses('replay.play')
def it_plays_and_pauses(desk):
    window = begin(desk)
    window.key('space')
    step(window, r'^Step [4-9] of')
    window.key('space')
    step(window, r'^Step \d+ of')
    total = get_total(window)
    window.key('space')
    step(window, f'^Step {total} of {total}$')


@case
@warns(PLACED)
def registers_lanes_and_shared_memory_are_those_of_the_step(desk):
    window = begin(desk)
    registers = window.find('tree table', 'Registers')
    lanes = window.find('tree table', 'Lanes of the warp')
    texts = window.texts(registers)
    expect(any(text.startswith('● ') for text in texts), texts)
    wait(lambda: 'in' in window.texts(registers) or 'out' in window.texts(registers), 'names in the source')
    window.key('End')
    memory = window.find('text', 'Shared memory')
    wait(lambda: re.search(r'^0x000000 +1 +2 +3 +4\n0x000010 +5 ', memory.text), 'shared memory')
    window.key('Home')
    wait(lambda: re.search(r'^0x000000 +0 +0 +0 +0\n', memory.text), 'shared memory before')
    expect('executes' in window.texts(lanes), window.texts(lanes))
    window.find('image', re.compile(r'^Lanes: 16 execute, 0 with a false guard, 0 elsewhere, 16 returned$'))


@case
@warns(PLACED)
@presses('replay.unwatch')
def expressions_are_watched_over_the_lanes(desk):
    window = begin(desk)
    window.key('End')
    entry = window.find('entry', 'Expression to watch over the lanes')
    lanes = window.find('tree table', 'Lanes of the warp')
    entry.write('nothing_such')
    window.key('Return')
    window.find('label', re.compile('nothing_such'))
    entry.write('threadIdx_x * 3 + 100')
    window.key('Return')
    wait(lambda: '103' in window.texts(lanes) and '● 0' in window.texts(lanes), 'values of the lanes')
    window.find('button', 'Watch nothing any more').click()
    wait(lambda: '103' not in window.texts(lanes), 'no values')


@case
@warns(PLACED)
@presses('win.replay-thread', 'cell.replay')
def a_writer_of_the_page_of_cells_is_replayed(desk):
    window = desk.start(write(desk, 'tile.cu', TILE))
    picture(window).click()
    window.key('ctrl+shift+w')
    window.find('tree table', 'Who wrote and read the cell')
    window.find('button', 'Replay This Thread').click()
    step(window, r'^Step 1 of \d+$')


@case
@warns(PLACED)
@presses('win.replay-writer')
def the_menu_on_a_cell_replays_and_its_store_is_framed(desk):
    window = desk.start(write(desk, 'tile.cu', TILE))
    picture(window)
    for _ in range(5):
        if not picture(window).has('focused'):
            window.key('F6')
    window.key('Home', 'Right', 'Right', 'Return', 'shift+F10')
    window.find('menu item', 'Replay Its Lowest Writer').click()
    step(window, r'^Step 1 of \d+$')
    expect(lines(window).startswith('thread (2, 0, 0) of block (0, 0, 0)'), lines(window))
    framed = 'Framed is what the replayed thread stores to in this step.'
    wait(lambda: window.focus() and window.focus().name == 'Step', 'the focus')
    window.key('End')
    for _ in range(4):
        if framed in picture(window).description:
            break
        window.key('Left')
        window.find('label', re.compile('^Step'))
    wait(lambda: framed in picture(window).description, 'the frame')


@case
@warns(PLACED)
def another_run_ends_the_replay(desk):
    window = begin(desk)
    source(window).click()
    window.key('ctrl+Home')
    window.type('#define SOMETHING 1\n')
    window.find('label', re.compile('^Here a thread is replayed'))
    window.find('button', 'Replay the Thread That Is Chosen').click()
    step(window, r'^Step 1 of \d+$')


@case
@warns(PLACED)
def of_a_gpu_the_simulator_replays(desk):
    window = desk.start(write(desk, 'tile.cu', TILE), environment=FAKE)
    window.press_menu(re.compile('What the kernel runs on'), re.compile('GPU'))
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    window.key('ctrl+r')
    step(window, r'^Step 1 of \d+$')


main(width=1280, height=720)
