#!/usr/bin/env python3
"""Kernels that are templates: chosen beside plain ones, given their arguments, and never a dead end.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect_equal, wait
from harness import case, main, presses, source, write

TEMPLATES = '''struct Add { float k; __device__ float operator() (float a) const { return a + k; } };
template <typename T, int N = 4> __global__ void scale (T *f) { f[blockIdx.x * blockDim.x + threadIdx.x] = N; }
template <typename T, typename Op> __global__ void apply (T *f, Op op) { f[threadIdx.x] = op (f[threadIdx.x]); }
template <typename... Ts> __global__ void pack (Ts *...p) { }
'''
PLAIN = '__global__ void plain (float *f) { f[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n'
CHOOSE = 'Choose Arguments…'


def setting(window):
    """The line of the settings that names the kernel."""
    found = re.search(r'^kernel=(.*)$', source(window).text, re.M)
    return found and found[1]


def pick_kernel(window, name):
    """Opens the list of kernels and chooses one by its name."""
    window.find('combo box', 'Kernel').click()
    popup = wait(lambda: [item for item in window.all('list item', name)], f'{name} in the list')
    popup[-1].click()


@case
@presses('win.choose-template', 'template.choose')
def a_template_alone_is_chosen_on_its_page(desk):
    window = desk.start(write(desk, 'scale.cu', TEMPLATES))
    window.find('button', CHOOSE).click()
    chooser = desk.window('Choose Arguments')
    chooser.find(None, 'scale<T, N>')
    expect_equal([chooser.find('entry', name).text for name in ('T', 'N')], ['float', '4'])
    chooser.find('entry', 'N').write('4 * 16')
    chooser.find(None, 'kernel=scale<float, 64>')
    chooser.find('button', 'Choose').click()
    chooser.wait_closed()
    wait(lambda: setting(window) == 'scale<float, 64>', 'the instance in the settings')
    window.find(None, re.compile('All 4096 cells written'))
    window.activate()
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: setting(window) is None, 'the text without it, in one step')


@case
@presses('win.choose-template')
def templates_stand_beside_a_plain_kernel(desk):
    window = desk.start(write(desk, 'both.cu', TEMPLATES + PLAIN))
    window.find(None, re.compile('All 4096 cells written'))
    pick_kernel(window, 'apply<T, Op>…')
    chooser = desk.window('Choose Arguments')
    chooser.find('button', 'Choices for Op').click()
    chooser.find('list item', 'Add').click()
    wait(lambda: chooser.find('entry', 'Op').text == 'Add', 'the type in its field')
    chooser.key('Return')
    chooser.wait_closed()
    wait(lambda: setting(window) == 'apply<float, Add>', 'the instance')


@case
@presses('template.choose')
def what_the_compiler_refuses_is_said_where_it_is_chosen(desk):
    window = desk.start(write(desk, 'both.cu', TEMPLATES + PLAIN))
    window.find(None, re.compile('All 4096 cells written'))
    before = source(window).text
    pick_kernel(window, 'apply<T, Op>…')
    chooser = desk.window('Choose Arguments')
    chooser.find('entry', 'Op').write('Nobody')
    chooser.key('Return')
    chooser.find(None, re.compile('identifier "Nobody" is undefined'))
    expect_equal(source(window).text, before)
    expect_equal(chooser.find('entry', 'Op').text, 'Nobody')
    chooser.find('entry', 'Op').write('float>')
    wait(lambda: not chooser.find('button', 'Choose').has('sensitive'), 'a button that does nothing')
    chooser.find('entry', 'Op').write('Add')
    chooser.find('button', 'Choose').click()
    chooser.wait_closed()
    wait(lambda: setting(window) == 'apply<float, Add>', 'the instance')


@case
@presses('win.fix-problem')
def a_problem_asks_for_the_arguments_of_its_template(desk):
    window = desk.start(write(desk, 'scale.cu', TEMPLATES))
    window.key('F8')
    row = window.find('list item', re.compile('apply<T, Op>'))
    window.find('button', CHOOSE, within=row).click()
    desk.window('Choose Arguments').key('Escape')


@case
@presses('win.fix-launch')
def a_template_named_without_arguments_is_asked_for_them(desk):
    window = desk.start(write(desk, 'both.cu', TEMPLATES + PLAIN + '/* gridloom\n[launch]\nkernel=scale\n*/\n'))
    window.find('button', CHOOSE).click()
    desk.window('Choose Arguments').key('Return')
    wait(lambda: setting(window) == 'scale<float, 4>', 'the instance')


main()
