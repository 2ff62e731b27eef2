#!/usr/bin/env python3
"""Several devices, two of them GPUs that the CUDA runtime of tests/fake plays on the simulator.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re

from desk import wait
from harness import FAKE, case, choose, choose_lens, copy_kernel, main, presses, write

MENU = re.compile('What the kernel runs on')
GPU = re.compile('GPU')
FAULT = '__global__ void k (float *f)\n{\n  f[threadIdx.x + (1 << 28)] = 1;\n}\n'


def start(desk, name):
    window = desk.start(copy_kernel(desk, name), environment=FAKE)
    wait(lambda: window.has('button', MENU), 'the devices')
    return window


def runs(window):
    window.find('page tab', 'Runs').click()
    return window.all('list item', within=window.find('list', 'Runs'), scrolled=True)


def device(window):
    """What the button of the device says."""
    return window.find('button', MENU).name


@case
@presses('win.compare', 'win.scale')
def a_key_that_can_do_nothing_says_why(desk):
    """GTK would open its Inspector where the keys' own actions are not to be had."""
    window = desk.start(write(desk, 'empty.cu', ''))
    window.find('button', 'New from a Form…')
    for key, words in (('ctrl+shift+d', 'There is no other device to compare with'),
                       ('ctrl+shift+i', 'This can be done after a run')):
        window.key(key)
        window.find('label', words)


@case
def a_gpu_is_taken_where_there_is_one(desk):
    window = start(desk, '10-fill-2d.cu')
    wait(lambda: 'Simulator' in device(window), 'the simulator')
    window.press_menu('Main menu', 'Preferences')
    preferences = desk.window('Preferences')
    preferences.find('combo box', 'New windows run on').click()
    preferences.key('Down')
    preferences.key('Return')
    preferences.key('Escape')
    preferences.wait_closed()
    desk.kill()
    window = start(desk, '10-fill-2d.cu')
    wait(lambda: 'Simulator' not in device(window), 'the GPU')


@case
@presses('picture.switch-on', 'win.analyse')
def what_a_gpu_cannot_look_for_says_so(desk):
    window = start(desk, '10-fill-2d.cu')
    window.find('label', re.compile('simulated'))
    window.press_menu(MENU, GPU)
    wait(lambda: 'Simulator' not in device(window), 'the GPU')
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    window.key('F5')
    window.find('label', re.compile('Only on the simulator; the kernel runs on .*GPU 0'))
    wait(lambda: 'sensitive' not in window.find('check box', 'Profile').states, 'a switch that cannot be moved')
    window.key('Escape')
    choose_lens(window, 'Sectors per request')
    window.find('label', re.compile('^Sectors per request: This run was not profiled. Profile: Only on the simulator'))
    window.find('button', 'Run on the Simulator').click()
    window.find('image', re.compile(': Sectors per request'))
    wait(lambda: 'Simulator' in device(window), 'the simulator')
    # it is left out on the GPU, and stays chosen
    window.press_menu(MENU, GPU)
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    window.find('label', 'Analyse (1)')


@case
@presses('win.backend', 'win.compare', 'schedule.export', 'win.cold', 'devices.use')
def kernels_run_on_a_gpu_and_are_compared(desk):
    window = start(desk, '10-fill-2d.cu')
    window.find('label', re.compile('simulated'))
    window.press_menu(MENU, GPU)
    wait(lambda: 'Simulator' not in device(window), 'the GPU')
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    window.find('page tab', 'Schedule').click()
    window.find('button', 'Export the schedule as a figure').click()
    path = desk('files/schedule.png')
    choose(desk.window('Export Schedule'), path)
    wait(lambda: os.path.exists(path), path)
    window.press_menu(MENU, 'Empty the GPU’s Cache before Each Sample')
    window.open_menu(MENU)
    item = window.find('menu item', re.compile('Empty'))
    wait(lambda: item.has('checked'), 'the choice')
    window.find('menu item', 'Compare with the Other Device').click()
    window.find('image', re.compile('Difference'))
    window.key('ctrl+d')
    devices = desk.window('Devices')
    devices.find('button', 'Run on Simulator').click()
    wait(lambda: 'Simulator' in device(window), 'the simulator')


@case
def the_context_of_a_gpu_is_told_with_its_runs(desk):
    window = start(desk, '10-fill-2d.cu')
    window.find('label', re.compile('simulated'))
    window.key('ctrl+d')
    devices = desk.window('Devices')
    devices.find('label', 'Fake GPU 0').click()
    devices.find('label', re.compile(r'^(not open: it opens when the GPU is first used|open since .*, for 0 runs)$'))
    devices.find('label', re.compile(r'^Kernels run in the primary context of a GPU: '))
    devices.key('Escape')
    devices.wait_closed()
    window.press_menu(MENU, GPU)
    wait(lambda: 'Simulator' not in device(window), 'the GPU')
    for _ in range(2):
        before = len(runs(window))
        window.key('ctrl+Return')
        wait(lambda: len(runs(window)) > before, 'a run on the GPU')
        window.find('label', re.compile('measured'))
    window.key('ctrl+d')
    devices = desk.window('Devices')
    devices.find('label', 'Fake GPU 0').click()
    devices.find('label', re.compile(r'^open since \d+:\d+:\d+.*, for [2-9] runs$'))
    devices.find('label', 'Held in it for the next run')
    devices.find('label', re.compile(r'^[0-9.]+\sMiB$'))


@case
def contexts_of_the_host_code_are_listed(desk):
    window = desk.start(write(desk, 'contexts.cu', FAULT + '''
int main ()
{
  CUcontext context;
  cuCtxCreate (&context, 0, 0);
  cuCtxPopCurrent (&context);
}
'''), environment=FAKE)
    window.key('ctrl+d')
    devices = desk.window('Devices')
    devices.find('label', re.compile(r'cuCtxCreate \(line 9\), cuCtxPopCurrent \(line 10\)\. Host code is not run here'))


@case
@presses('win.run-everywhere', 'win.copy-to')
def kernels_run_on_all_devices(desk):
    window = start(desk, '10-fill-2d.cu')
    window.find('label', re.compile('simulated'))
    window.press_menu(MENU, GPU)
    window.key('ctrl+Return')
    window.find('label', re.compile('measured'))
    before = len(runs(window))
    window.press_menu(MENU, 'Run on All Devices')
    wait(lambda: len(runs(window)) >= before + 3, 'a run on each device')
    before = len(runs(window))
    window.open_menu(MENU)
    wait(lambda: len(window.all('menu item', 'Fake GPU 1')) == 2, 'the menu')
    window.all('menu item', 'Fake GPU 1')[-1].click()
    wait(lambda: len(runs(window)) > before, 'the copy')


@case
@presses('win.simulate', 'win.back-on-gpu')
def a_fault_on_a_gpu_is_looked_at_on_the_simulator(desk):
    window = desk.start(write(desk, 'fault.cu', FAULT), environment=FAKE)
    window.find('button', 'Show Line')
    window.press_menu(MENU, GPU)
    wait(lambda: 'Simulator' not in device(window), 'the GPU')
    window.key('ctrl+Return')
    window.find('button', 'Run on Simulator').click()
    wait(lambda: 'Simulator' in device(window), 'the simulator')
    window.find('button', 'Back on the GPU').click()
    wait(lambda: 'Simulator' not in device(window), 'the GPU')


if __name__ == '__main__':
    main()
