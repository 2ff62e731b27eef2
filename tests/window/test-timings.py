#!/usr/bin/env python3
"""How long a run took: the samples of its kernel, how they are taken, and where they go. GPUs are those that the CUDA
runtime of tests/fake plays; its driver holds the clock back for every third sample.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import csv
import json
import os
import re

from desk import expect, expect_equal, wait
from harness import FAKE, case, choose, copy_kernel, main, presses, source

MENU = re.compile('What the kernel runs on')
THROTTLED = FAKE | {'LD_LIBRARY_PATH': os.path.join(FAKE['GRIDLOOM_CUDA'], 'throttled')}


def start(desk, environment=THROTTLED):
    """A window whose kernel has run on a GPU."""
    window = desk.start(copy_kernel(desk, '10-fill-2d.cu'), environment=environment)
    window.find('label', re.compile('simulated'))
    window.press_menu(MENU, re.compile('GPU'))
    wait(lambda: 'Simulator' not in window.find('button', MENU).name, 'the GPU')
    window.key('ctrl+Return')
    window.find('page tab', 'Timings').click()
    return window


def strip(window):
    return window.find('image', re.compile('^Samples?( [0-9]+ of .*)?$'))


@case
def samples_are_told_by_pointer_keys_and_words(desk):
    window = start(desk)
    expect(re.match('9 samples: median [0-9.]+ .s, half of them from .* to .*, 95 of 100 up to .*, '
                    '3 while the clock was held back', strip(window).description), strip(window).description)
    strip(window).click()
    window.key('Home')
    wait(lambda: re.match('Sample 1 of 9: [0-9.]+ .s', strip(window).name), 'the first sample')
    window.key('Right', 'Right')
    wait(lambda: re.match('Sample 3 of 9: .*, while the clock was held back', strip(window).name), 'the third sample')
    window.find('label', re.compile('^Sample 3 of 9: '))
    window.key('End')
    wait(lambda: re.match('Sample 9 of 9: ', strip(window).name), 'the last sample')


@case
def what_samples_are_to_be_read_by_stands_beside_them(desk):
    window = start(desk)
    for title, value in (('Noise', re.compile('^(steady|noisy|too short): ')), ('Clock held back', 'yes, for its power limit'),
                         ('L2 cache before a sample', 'as the last launch left it'), ('Outliers', re.compile('^(none$|[0-9]+: )')),
                         ('Kernel, 95 of 100 up to', re.compile('^[0-9.]+ .s ●$'))):
        window.find('label', title)
        window.find('label', value)


@case
def without_a_gpu_it_says_why_there_are_none(desk):
    window = desk.start(copy_kernel(desk, '10-fill-2d.cu'))
    window.find('label', re.compile('simulated'))
    window.find('page tab', 'Timings').click()
    window.find('label', re.compile('^Samples are taken on a GPU: '))
    window.find('label', 'Only on a GPU')
    for role, name in ('spin button', 'Samples'), ('check box', 'Empty the L2 cache before each'):
        expect('sensitive' not in window.find(role, name).states, name)


@case
@presses('win.cold')
def samples_and_the_cache_are_chosen_here_and_kept(desk):
    window = start(desk)
    window.find('label', re.compile('^as the last launch left it$'))
    window.find('check box', 'Empty the L2 cache before each').click()
    window.find('spin button', 'Samples').click()
    window.key('ctrl+a')
    window.type('25')
    window.key('Return')
    window.key('ctrl+Return')
    wait(lambda: strip(window).description.startswith('25 samples: '), 'more samples')
    window.find('label', 'emptied')
    desk.kill()
    window = start(desk)
    wait(lambda: strip(window).description.startswith('25 samples: '), 'as many samples')
    window.find('label', 'emptied')


@case
@presses('timings.export')
def timings_are_exported_as_the_command_line_writes_them(desk):
    window = start(desk)
    for name in 'times.csv', 'times.json':
        strip(window)
        window.find('button', 'Export the timings').click()
        choose(desk.window('Export Timings'), desk(f'files/{name}'))
        wait(lambda: os.path.exists(desk(f'files/{name}')), name)
        window.find('label', f'Saved {name}')
    with open(desk('files/times.csv'), encoding='ascii', newline='') as file:
        rows = list(csv.DictReader(file))
    with open(desk('files/times.json'), encoding='utf-8') as file:
        report = json.load(file)
    expect_equal([float(row['kernel_ms']) for row in rows], report['timings']['kernel_ms'])
    expect_equal([row['throttled'] for row in rows], ['none', 'none', 'power'] * 3)
    expect_equal(report['measurement']['throttled_samples'], [2, 5, 8])
    expect_equal([i for i, row in enumerate(rows) if row['outlier'] == '1'], report['measurement']['outliers'])


@case
def one_sample_is_no_strip(desk):
    window = start(desk)
    window.find('spin button', 'Samples').click()
    window.key('ctrl+a')
    window.type('1')
    window.key('Return')
    window.key('ctrl+Return')
    window.find('label', re.compile('^One sample says nothing about how they are spread'))


@case
def code_that_is_compiled_is_told_from_code_that_was(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('page tab', 'Timings').click()
    window.find('label', 'cold: compiled for this run')
    source(window).click()
    window.key('ctrl+j')
    window.find('label', 'cached: compiled for an earlier run')
    window.find('label', re.compile(r'^\([0-9.]+ .s\)$'))
    # one edit and its undoing: of what is typed letter by letter two compilers may have a part each
    window.key('ctrl+Home', 'Return')
    window.find('label', 'cold: compiled for this run')
    window.key('ctrl+z')
    window.find('label', 'cached: this code was compiled before')


@case
def code_that_an_earlier_window_compiled_is_taken_from_disk(desk):
    path = copy_kernel(desk, '01-triangle.cu')
    for sentence, words in (('^Compiled in .*, simulated in', 'cold: compiled for this run'),
                            ('^Code from the cache, simulated in', 'cached: this code was compiled before')):
        window = desk.start(path)
        window.find('page tab', 'Timings').click()
        window.find('label', words)
        window.key('ctrl+F9')
        window.find('label', re.compile(sentence))
        window.key('ctrl+F9', 'ctrl+q')
        desk.wait_ended()


if __name__ == '__main__':
    main()
