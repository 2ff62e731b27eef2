#!/usr/bin/env python3
"""The page Threads: the launched grid beside the array, with one selection for both. What is told is counted here from
what the document says.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, expect_equal, wait
from harness import FAKE, case, main, pick, presses, source, write

COLS, ROWS, BLOCK, GRID = 18, 10, (8, 4), (3, 3)
GUARDED = '''__global__ void fill (float *f, int *hits, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows)
    {
      f[y * cols + x] = x;
      atomicAdd (&hits[x / 4], 1);
    }
}

/* gridloom
[launch]
block=8,4
grid=3,3
manual-grid=true

[arg f]
shape=10,18
fill=zeros

[arg hits]
shape=5
fill=zeros

[view]
array=f
lens=value
*/
'''
HOVER = 'Point at a thread to read it; click to see what it wrote.'


def threads():
    """Block, thread in it, lane, warp and place of each, in the order of their numbers."""
    for block in range(GRID[0] * GRID[1]):
        for inside in range(BLOCK[0] * BLOCK[1]):
            at = block % GRID[0], block // GRID[0]
            thread = inside % BLOCK[0], inside // BLOCK[0]
            yield at, thread, inside % 32, inside // 32, (at[0] * BLOCK[0] + thread[0], at[1] * BLOCK[1] + thread[1])


def is_inside(place):
    return place[0] < COLS and place[1] < ROWS


def words(block, thread, lane, warp):
    return f'thread ({thread[0]}, {thread[1]}) of block ({block[0]}, {block[1]}), lane {lane} of warp {warp}'


def at(col, row):
    return next(thread for thread in threads() if thread[4] == (col, row))


def picture(window, name='^f: '):
    return window.find('image', re.compile(name))


def view(window):
    """The grid: its name is what is said of the thread that the keys are at."""
    return window.find('image', re.compile('^(Threads of the launch|thread .*lane )'))


def open_page(desk, text=GUARDED, environment=None):
    window = desk.start(write(desk, 'fill.cu', text), environment=environment or {})
    picture(window)
    window.key('shift+F7')
    return window


def told(window, text):
    wait(lambda: view(window).name == text, lambda: f'{text} instead of {view(window).name}')


@case
@presses('win.threads', 'threads.switch-on')
def a_profile_tells_what_became_of_threads(desk):
    window = open_page(desk)
    window.find('label', re.compile('^What Became of It: This run was not profiled. Profile: '))
    window.find('button', 'Switch On and Run').click()
    home = sum(not is_inside(thread[4]) for thread in threads())
    stored = sum(is_inside(thread[4]) for thread in threads())
    window.find('label', f'Threads: 288, warps: 9, blocks: 9; sent home by a guard: {home}; stored: {stored}')
    view(window).click()
    window.key('ctrl+0', 'Home')
    for _ in range(4):
        window.key('ctrl+Up')
    told(window, words(*at(0, 0)[:4]) + ': stored')
    window.key('End')
    told(window, words(*at(23, 0)[:4]) + ': sent home by a guard')
    window.find('label', words(*at(23, 0)[:4]) + ': sent home by a guard')


@case
@presses('win.threads', 'win.tell-thread')
def a_thread_frames_the_cells_that_it_wrote(desk):
    window = open_page(desk)
    wait(lambda: view(window).has('focused'), 'the grid')
    window.key('Home', 'Right', 'ctrl+Right', 'Down')
    told(window, words(*at(9, 1)[:4]))
    window.key('Return')
    window.find('label', re.compile(r'^thread \(1, 1\) of block \(1, 0\); it wrote 1 cell of f'))
    framed = '1 cell is framed: the selected thread wrote it.'
    wait(lambda: framed in picture(window, '').description, 'the cell of the thread')
    expect(view(window).has('focused'), 'keys stay in the grid')
    # of many writers of a cell the run tells of two, the simulator of each
    pick(window, 'Array', 'hits')
    wait(lambda: framed in picture(window, '^hits: ').description, 'the cell that the thread counted in')


@case
@presses('win.threads', 'win.tell-cell')
def a_cell_frames_the_threads_that_wrote_it(desk):
    window = open_page(desk)
    picture(window).click()
    window.key('Home', 'Up', 'Return')
    one = '1 thread is framed: it wrote the pinned cell.'
    window.find('label', one)
    wait(lambda: one in view(window).description, 'the writer, spoken')
    window.key('Escape')
    pick(window, 'Array', 'hits')
    picture(window, '^hits: ').click()
    window.key('Home', 'Return')
    many = sum(is_inside(thread[4]) and thread[4][0] < 4 for thread in threads())
    window.find('label', f'{many} threads are framed: they wrote the pinned cell.')


@case
def a_thread_is_chosen_by_the_pointer(desk):
    window = open_page(desk)
    view(window).click()
    wait(lambda: re.search('lane', view(window).name), 'a thread')
    window.find('label', re.compile('it wrote [01] cells? of f'))
    window.find('button', 'Replay This Thread').click()
    window.find('label', re.compile('^Step '))


@case
def colours_are_chosen(desk):
    window = open_page(desk)
    before = view(window).look()
    pick(window, 'Colours of threads', 'Lane')
    wait(lambda: view(window).look() != before, 'other colours')
    wait(lambda: not window.has('label', re.compile('was not profiled')), 'the end of the offer')


@case
def a_thread_beside_the_array_is_told_of_and_chosen(desk):
    window = open_page(desk)
    view(window)
    x, y = picture(window).place()
    # to the right, until the pointer lies on a thread of the ring
    ghost = re.compile(r'^thread \((\d), (\d)\) of block \(2, (\d)\), lane (\d+) of warp 0: outside f, '
                       r'where row (\d+), column (\d+) would be')

    def look():
        nonlocal x
        x += 12
        desk.screen.move_pointer(x, y)
        return read()

    def read():
        return next((ghost.match(label.name) for label in window.all('label', ghost)), None)
    wait(look, 'a thread of the ring')
    desk.screen.click(x, y)
    # it is selected, and so shown in the grid
    wait(lambda: (found := read()) and found[0].startswith(view(window).name), 'the same thread in the grid')
    found = [int(number) for number in read().groups()]
    expect(not is_inside((found[5], found[4])), found)
    told(window, words(*at(found[5], found[4])[:4]))


@case
def of_a_gpu_it_says_who_can_tell(desk):
    window = open_page(desk, environment=FAKE)
    window.press_menu(re.compile('What the kernel runs on'), 'Fake GPU 0')
    window.key('ctrl+Return')
    window.find('label', re.compile('● measured'))
    window.find('label', re.compile('^What Became of It: This run was not profiled. Profile: Only on the simulator'))
    window.find('button', 'Run on the Simulator')
    window.find('label', 'Threads: 288, warps: 9, blocks: 9')


@case
def before_the_first_run_it_says_so(desk):
    window = desk.start(write(desk, 'broken.cu', 'this is no kernel\n'))
    source(window).click()
    window.key('shift+F7')
    window.find('label', 'Nothing has run yet.')
    expect_equal(window.all('image', re.compile('^Threads')), [])


if __name__ == '__main__':
    main()
