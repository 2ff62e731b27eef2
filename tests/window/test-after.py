#!/usr/bin/env python3
"""What is done after a run that was asked for: files, what is told of them, and what is asked before one is replaced.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re

from desk import expect, wait
from harness import case, main, source, write

TWICE = '''__global__ void twice (float *f, const float *g)
{
  f[threadIdx.x] = 2 * g[threadIdx.x];
}

/* gridloom
[launch]
shape=32
block=32

[expect f]
reference=expr: 2.0f * x

[after]
check
save f to f.npy
report to r.json
*/
'''


def start(desk, text=TWICE):
    window = desk.start(write(desk, 'twice.cu', text))
    window.find('label', re.compile('^All 32 cells'))
    return window


def place(desk, name):
    return desk('files/' + name)


def open_runs(window):
    if not window.has('page tab', 'Runs'):
        window.key('ctrl+F9')
    window.find('page tab', 'Runs').click()


@case
def an_edit_writes_nothing_and_run_writes_all(desk):
    window = start(desk)
    open_runs(window)
    window.find('label', re.compile(r'^3 lines of \[after\] wait'))
    expect(not os.path.exists(place(desk, 'f.npy')))
    source(window).click()
    window.key('ctrl+Return')
    window.find('label', '2 files were written after the run')
    wait(lambda: os.path.exists(place(desk, 'f.npy')) and os.path.exists(place(desk, 'r.json')), 'the files')
    window.find('label', 'save f to f.npy')
    window.find('label', re.compile('^done: 32 cells equal the reference'))
    # once more, over its own files, without a question
    os.utime(place(desk, 'r.json'))
    before = os.stat(place(desk, 'f.npy')).st_ino
    os.remove(place(desk, 'r.json'))
    window.key('ctrl+Return')
    wait(lambda: os.path.exists(place(desk, 'r.json')) and os.stat(place(desk, 'f.npy')).st_ino != before, 'the files again')


@case
def what_stops_the_chain_is_a_problem_at_its_line(desk):
    window = start(desk, TWICE.replace('2.0f * x', '3.0f * x'))
    source(window).click()
    window.key('ctrl+Return')
    window.find('label', re.compile(r'^After the run, line 15 failed: 31 of 32 compared cells of f differ'))
    open_runs(window)
    window.find('label', 'skipped: line 15 failed')
    expect(not os.path.exists(place(desk, 'f.npy')))
    window.find('page tab', re.compile('^Problems')).click()
    window.find('label', re.compile('^After the run: 31 of 32 compared cells'))


@case
def a_file_of_somebody_is_replaced_only_when_that_is_allowed(desk):
    window = start(desk)
    write(desk, 'f.npy', 'precious')
    source(window).click()
    window.key('ctrl+Return')
    question = desk.window('Replace a File?')
    question.find('button', 'Keep').click()
    question.wait_closed()
    window.find('label', re.compile('^After the run, line 16 failed: “f.npy” exists already'))
    with open(place(desk, 'f.npy'), encoding='ascii') as file:
        expect(file.read() == 'precious')
    window.key('ctrl+Return')
    question = desk.window('Replace a File?')
    question.find('button', 'Replace').click()
    question.wait_closed()
    window.find('label', '2 files were written after the run')
    with open(place(desk, 'f.npy'), 'rb') as file:
        expect(file.read(6) == b'\x93NUMPY')


if __name__ == '__main__':
    main()
