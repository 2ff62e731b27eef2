#!/usr/bin/env python3
"""The console: expressions over arrays, what they came to, and the figures of the array that is shown.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re

from desk import expect, wait
from harness import case, choose, copy_kernel, main, presses

ENTRY = 'Expression over arrays'


def open_console(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('image', re.compile('^f: '))
    window.key('ctrl+shift+t')
    entry = window.find('entry', ENTRY)
    wait(lambda: entry.has('focused'), 'the cursor in the entry')
    return window, entry


def evaluate(window, entry, text, value):
    window.type(text)
    wait(lambda: entry.text == text, text)
    window.key('Return')
    window.find('label', value)
    wait(lambda: entry.text == '', 'an empty entry')


@case
@presses('win.console', 'console.evaluate')
def expressions_are_typed_and_come_back(desk):
    window, entry = open_console(desk)
    evaluate(window, entry, 'sum(f)', '136')
    window.type('count(f[0] > 0)')
    window.find('button', 'Evaluate').click()
    window.find('label', '16')
    entry.click()
    window.key('Up', 'Up')
    wait(lambda: entry.text == 'sum(f)', 'the first expression')
    window.key('Down')
    wait(lambda: entry.text == 'count(f[0] > 0)', 'the second expression')
    window.key('Down')
    wait(lambda: entry.text == '', 'nothing')


@case
def cells_are_chosen_and_lines_are_summed(desk):
    window, entry = open_console(desk)
    evaluate(window, entry, 'sum(f[f > 0])', '136')
    evaluate(window, entry, 'sum(f, axis=0)', re.compile(r'^\[1 2 3 .* 16\]$'))
    evaluate(window, entry, 'max(f[..., 1], axis=0) + 1', '2')
    window.type('sum(f, axis=2)')
    window.key('Return')
    window.find('label', re.compile('^character 13: there is no axis 2 of float 16×16'))


@case
def a_mistake_stays_with_its_reason(desk):
    window, entry = open_console(desk)
    window.type('2*f + h')
    window.key('Return')
    window.find('label', re.compile('^character 7: “h” is not defined here; there are f, '))
    expect(entry.text == '2*f + h' and entry.caret == 6, entry.text, entry.caret)
    window.key('Delete')
    wait(lambda: not window.has('label', re.compile('^character 7')), 'no reason')
    window.type('f')
    window.key('Return')
    window.find('label', '2*f + f')


@case
def a_result_higher_than_the_list_is_read_whole(desk):
    window, entry = open_console(desk)
    evaluate(window, entry, 'sum(f)', '136')
    window.type('f + 0.5')
    window.key('Return')
    result = window.find('label', re.compile(r'^\[\[1\.5 '))
    expect(result.text.endswith(']]') and result.text.count('\n') == 6, result.text)

    def top():
        return window.find('list', 'Results').node.extents()[1]
    before = wait(top, 'the list')
    window.key('Page_Down')
    wait(lambda: top() < before, 'the rest of the result')
    window.key('Page_Up')
    wait(lambda: top() == before, 'its beginning')
    expect(entry.has('focused'))


@case
def a_decimal_comma_is_named(desk):
    window, entry = open_console(desk)
    window.type('2,5*f')
    window.key('Return')
    window.find('label', re.compile('“2,5” has a comma; decimals are written with a point'))


@case
@presses('console.show', 'console.pin')
def results_are_looked_at_and_named(desk):
    window, entry = open_console(desk)
    evaluate(window, entry, 'f * (x + 1)', re.compile(r'^\[\[1 2 3'))
    window.find('button', 'Show in the picture').click()
    window.find('image', re.compile(r'^f \* \(x \+ 1\): Value'))
    window.find('label', 'Array f * (x + 1)')
    window.find('button', re.compile('^Pin')).click()
    window.find('label', 'p1 = f * (x + 1)')
    entry.click()
    evaluate(window, entry, 'all(p1 == f * (x + 1))', 'true')
    # another run has its own arrays, and the pinned one is still there
    window.key('ctrl+k')
    window.find('image', re.compile('^f: '))
    evaluate(window, entry, 'max(diff(p1, f * (x + 1)))', '0')


@case
@presses('console.save')
def a_result_is_saved(desk):
    window, entry = open_console(desk)
    evaluate(window, entry, 'f[:2, :3] + 1', re.compile('^.*2 2 2'))
    path = desk('files/a.csv')
    window.find('button', re.compile('^Save as a file')).click()
    choose(desk.window('Save Array'), path)
    wait(lambda: os.path.exists(path), path)
    with open(path, encoding='utf-8') as file:
        expect([line.strip().count(',') for line in file] == [2, 2], 'a table of two rows')


@case
def figures_and_histogram_are_those_of_the_shown_array(desk):
    window, _ = open_console(desk)
    window.find('label', 'Array f')
    for text in ('256', '136', '0.53125'):
        window.find('label', text)
    histogram = window.find('image', 'Histogram')
    expect('from 1 to' in histogram.description or 'has 53' in histogram.description, histogram.description)


if __name__ == '__main__':
    main()
