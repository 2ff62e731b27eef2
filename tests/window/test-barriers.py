#!/usr/bin/env python3
"""The page Barriers: who waits at which line, who has returned, who never came.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, wait
from harness import case, main, presses, source, write

DEADLOCK = '''__global__ void k (float *f)
{
  int t = threadIdx.x;
  if (t < 32)
    return;
  f[t] = 1;
  if (t < 200)
    asm volatile ("barrier.sync 1, 1024;" ::: "memory");
  else
    asm volatile ("barrier.sync 2, 1024;" ::: "memory");
  f[t] = 2;
}

/* gridloom
[launch]
block=256
grid=1
[arg f]
shape=256
*/
'''

BYPASSED = '''__global__ void k (float *f)
{
  int t = threadIdx.x;
  f[t] = 1;
  if (t % 2 == 0)
    {
      __syncthreads ();
      f[t] = 3;
    }
  else
    f[t] = 2;
}

/* gridloom
[launch]
block=64
grid=1
[arg f]
shape=64
*/
'''


def caret_line(window):
    view = source(window)
    return view.text[:view.caret].count('\n') + 1


def block(window):
    """The picture of the block's threads."""
    return window.find('image', re.compile('^Thread'))


@case
@presses('win.show-threads')
def a_deadlock_shows_its_threads(desk):
    window = desk.start(write(desk, 'barriers.cu', DEADLOCK))
    window.find('button', 'Show Threads').click()
    rows = ['168 threads wait at barrier 1, line 8', '56 threads wait at barrier 2, line 10',
            '32 threads returned at line 4']
    for row in rows:
        window.find('list item', row)
    expect(all(row in block(window).description for row in rows), block(window).description)
    # a group leads to its line
    window.find('list item', rows[1]).click()
    wait(lambda: caret_line(window) == 10, 'the line of the second barrier')
    # so does the thread in the middle of the picture, which is told of
    block(window).click()
    wait(lambda: caret_line(window) == 8, 'the line that it waits at')
    window.find('label', re.compile(r'^Thread \(\d+, 0, 0\), lane \d+ of warp \d: 168 threads wait'))


@case
@presses('win.fix-problem')
def a_warning_shows_its_threads(desk):
    window = desk.start(write(desk, 'barriers.cu', BYPASSED))
    window.find('page tab', re.compile(r'^Problems \d')).click()
    window.find('button', 'Show Threads').click()
    window.find('list item', '32 threads wait at the barrier of line 7').click()
    wait(lambda: caret_line(window) == 7, 'the barrier')


@case
def nothing_to_show_says_what_the_page_is_for(desk):
    window = desk.start(write(desk, 'barriers.cu', BYPASSED.replace('t % 2 == 0', 't >= 0')))
    window.find('page tab', 'Barriers').click()
    window.find('label', re.compile('who has returned and who never came'))


main()
