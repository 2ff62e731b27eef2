#!/usr/bin/env python3
"""The page Occupancy: how many blocks are resident on a device that need not be here, and what limits them.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import FAKE, case, choose_device, copy_kernel, main, presses, source, write

MENU = re.compile('What the kernel runs on')
RESIDENT = re.compile('resident on a multiprocessor')
CURVES = ('Threads of a block', 'Registers of a thread', 'Shared memory of a block')


def show(desk, path, environment=None):
    window = desk.start(path, environment=environment or {})
    source(window).click()
    window.key('ctrl+shift+F5')
    return window


def told(path, device, *args):
    """What the command line says of the same."""
    result = subprocess.run([os.environ['GRIDLOOM_CLI'], 'occupancy', path, '--device', device, '--json', *args], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, timeout=60, check=True)
    return json.loads(result.stdout)


def sentence(window):
    return window.find('label', RESIDENT).label


def curve(window, axis):
    return window.find('image', re.compile(f'^{CURVES[axis]} '))


@case
@presses('win.occupancy', 'win.tell-machine')
def a_launch_has_its_blocks_and_what_limits_them(desk):
    path = copy_kernel(desk, '15-transpose.cu')
    window = show(desk, path)
    report = told(path, 'rtx-3060')
    expect_equal(sentence(window), report['text'])
    texts = window.texts()
    expect(f"{report['occupancy'] * 100:.0f}\xa0%" in texts and '○ modelled' in texts and 'sm_86' in texts, texts)
    expect(f"{report['warps_per_multiprocessor']} of 48" in texts and str(report['use']['registers']) in texts, texts)
    expect(curve(window, 0).name.startswith('Threads of a block 256: '), curve(window, 0).name)
    # by keys, from the point of the launch to the next one
    expect(window.focus().name == curve(window, 0).name, window.focus())
    window.key('Right')
    point = next(p for p in report['curves']['threads'] if p['at'] == 288)
    wait(lambda: curve(window, 0).name == f"Threads of a block 288: {point['blocks']} blocks, {point['warps']} of 48 warps", 'the next point')
    window.find('label', re.compile('^Threads of a block 288: '))


@case
@presses('win.device-profile')
def another_device_is_chosen_without_owning_it(desk):
    path = copy_kernel(desk, '15-transpose.cu')
    window = show(desk, path)
    before = sentence(window)
    choose_device(window, 'NVIDIA H200')
    wait(lambda: sentence(window) != before, 'another device')
    expect_equal(sentence(window), told(path, 'h200')['text'])
    window.find('label', 'sm_90')
    window.open_menu(MENU)
    # the menu stays, and another one takes its place
    window.desk.screen.click(*window.find('menu item', 'Simulate and Model as').place())
    window.find('menu item', 'NVIDIA T4').click()
    wait(lambda: sentence(window) == told(path, 't4')['text'], 'the device of the menu')
    # it is that of the next window, too
    desk.kill()
    window = show(desk, path)
    wait(lambda: sentence(window) == told(path, 't4')['text'], 'the device that was chosen before')


@case
def a_block_is_held_against_the_device_that_is_chosen(desk):
    text = '__global__ void k (float *f)\n{\n  f[threadIdx.x] = 1;\n}\n\n/* gridloom\n[launch]\nblock=1024\ngrid=1\nmanual-grid=true\n[arg f]\nshape=1024\n*/\n'
    os.makedirs(desk('.config/gridloom/devices'), exist_ok=True)
    with open(desk('.config/gridloom/devices/small.ini'), 'w', encoding='utf-8') as file:
        file.write('[device]\nname=Small board\nbased-on=rtx-4090\nthreads-per-block=512\n')
    with open(desk('.config/gridloom/devices/wrong.ini'), 'w', encoding='utf-8') as file:
        file.write('[device]\nbased-on=rtx-4090\nwarps=many\n')
    window = show(desk, write(desk, 'kernel.cu', text), environment={'XDG_CONFIG_HOME': desk('.config')})
    sentence(window)
    window.find('label', re.compile('wrong.ini is left out: warps is “many”'))
    choose_device(window, 'Small board')
    window.find('label', re.compile('There is no launch'))
    window.find('label', re.compile('512 that Small board allows'))


@case
def what_a_gpu_says_stands_beside_what_the_rules_say(desk):
    window = show(desk, copy_kernel(desk, '10-fill-2d.cu'), environment=FAKE)
    wait(lambda: window.has('button', MENU), 'the devices')
    window.press_menu(MENU, re.compile('GPU'))
    window.key('ctrl+Return')
    wait(lambda: {'● measured', '○ modelled'} <= set(window.texts()), 'both')
    expect('sensitive' not in window.find('combo box', 'Device that is modelled').states, 'the GPU is the one that is chosen')


@case
def a_source_that_does_not_compile_says_so(desk):
    window = show(desk, write(desk, 'kernel.cu', '__global__ void k (float *f)\n{\n  f[0] = nonsense;\n}\n'))
    window.find('label', re.compile('This source does not compile: Problems has the reasons'))


main()
