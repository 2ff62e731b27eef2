#!/usr/bin/env python3
"""The pages Roofline and Schedule: how long a launch would take on a device that need not be here, and when its blocks would run.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import FAKE, case, choose, choose_device, copy_kernel, main, presses

MENU = re.compile('What the kernel runs on')
GPU = re.compile('GPU 0')
POINT = re.compile('operations for each byte: modelled')
MODELLED = re.compile('^Modelled for ')


def show(desk, path, page, environment=None):
    window = desk.start(path, environment=environment or {})
    window.find('label', re.compile('simulated'))
    if environment:
        window.press_menu(MENU, GPU)
        window.key('ctrl+Return')
        window.find('label', re.compile('measured'))
    window.find('page tab', page).click()
    return window


def told(path, device):
    """What the command line says of the same."""
    result = subprocess.run([os.environ['GRIDLOOM_CLI'], 'occupancy', path, '--device', device, '--time', '--json'],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=True)
    return json.loads(result.stdout)


def amount(text):
    """As "1.22 GFLOP/s"."""
    number, prefix = re.match(r'([\d.e+-]+) ([kMGTP]?)', text).groups()
    return float(number) * 1000 ** ' kMGTP'.index(prefix or ' ')


def check_point(window, path, device):
    name = window.find('image', POINT).name
    intensity, rate, share, roof = re.match(
        r'(\S+) operations for each byte: modelled (.+?), (\S+)\s% of the roof of (.+)', name).groups()
    wanted = told(path, device)['roofline']
    for got, value in ((float(intensity), wanted['intensity']), (amount(rate), wanted['per_second']),
                       (amount(roof), wanted['roof_per_second'])):
        expect(abs(got - value) <= 0.006 * value or abs(got - value) <= 0.06 * value < 0.06 * 10, name, wanted)
    # Whole per cent, of which 0 is nothing.
    part = 100 * wanted['per_second'] / wanted['roof_per_second']
    expect(share == ('<1' if part < 0.5 else str(round(part))), name, wanted)


def choose_file(window, button, title, path):
    window.find('button', button).click()
    choose(window.desk.window(title), path)
    wait(lambda: os.path.exists(path), path)


@case
@presses('win.tell-costs', 'roofline.export')
def a_launch_lies_under_the_roofs_of_a_device(desk):
    path = copy_kernel(desk, '14-stencil.cu')
    window = show(desk, path, 'Roofline')
    window.find('label', re.compile('^Modelled for GeForce RTX 3060: .* that the bandwidth of memory allows'))
    check_point(window, path, 'rtx-3060')
    window.find('label', 'Single-precision operations')
    choose_file(window, 'Export the roofline as a figure', 'Export Roofline', desk('files/roof.svg'))
    window.find('page tab', 'Occupancy').click()
    choose_device(window, 'NVIDIA H100 80 GB SXM')
    window.find('page tab', 'Roofline').click()
    window.find('label', re.compile('^Modelled for NVIDIA H100 80 GB SXM: '))
    check_point(window, path, 'h100')


@case
def a_schedule_is_modelled_and_leads_to_its_cells(desk):
    path = copy_kernel(desk, '10-fill-2d.cu')
    window = show(desk, path, 'Schedule')
    window.find('label', re.compile(r'^Modelled for GeForce RTX 3060: 12 of 28 SMs'))
    window.find('image', 'Blocks over time').click()
    block = window.find('image', re.compile(r'^Block \(\d+, \d+, 0\) would run on SM \d+ in wave 1'))
    column, row = map(int, re.match(r'Block \((\d+), (\d+)', block.name).groups())
    window.find('label', re.compile(f'^row {row * 8}, column {column * 8}: '))
    choose_file(window, 'Export the schedule as a figure', 'Export Schedule', desk('files/blocks.svg'))
    with open(desk('files/blocks.svg'), encoding='utf-8') as file:
        expect('svg' in file.read(400))


@case
@presses('win.tell-costs')
def what_a_gpu_ran_is_modelled_beside_it(desk):
    window = show(desk, copy_kernel(desk, '10-fill-2d.cu'), 'Schedule', FAKE)
    window.find('label', re.compile('^Measured: 12 of 132 SMs'))
    expect(not window.has('label', MODELLED), 'a model that nobody asked for')
    window.find('button', 'Model It Beside').click()
    window.find('label', re.compile('^Modelled for Fake GPU 0: 12 of 132 SMs'))
    expect_equal(len(window.all('image', 'Blocks over time')), 2)
    # a block stands out in both
    window.find('image', 'Blocks over time').click()
    ran = window.find('image', re.compile(r'^Block \(.*\) ran on SM')).name
    window.find('image', re.compile(f'^{re.escape(ran[:ran.index(" ran")])} would run on SM'))
    window.find('page tab', 'Roofline').click()
    window.find('image', re.compile('modelled'))
    # another run of the GPU has not been modelled
    window.key('ctrl+Return')
    window.find('button', 'Model It').click()
    window.find('label', re.compile('^Modelled for Fake GPU 0: '))
    times = [row.name for row in window.all('label', 'Time')]
    expect_equal(times, ['Time', 'Time'])


@case
def an_older_run_has_its_schedule_and_no_model(desk):
    window = show(desk, copy_kernel(desk, '10-fill-2d.cu'), 'Schedule', FAKE)
    window.find('label', re.compile('^Measured: 12 of 132 SMs'))
    window.key('ctrl+Return')
    window.find('page tab', 'Runs').click()
    rows = wait(lambda: (found := window.all('list item', within=window.find('list', 'Runs'), scrolled=True)) and len(found) > 2
                and found, 'the runs')
    rows[1].click()
    window.find('button', 'Show Result').click()
    window.find('page tab', 'Schedule').click()
    window.find('label', re.compile('^Measured: 12 of 132 SMs'))
    window.find('label', 'Only the latest run is modelled.')


@case
def what_no_model_is_made_of_says_so(desk):
    window = show(desk, copy_kernel(desk, '27-wave.cu'), 'Roofline')
    window.find('label', re.compile('^Times are modelled of one launch on one device'))
    window.find('page tab', 'Schedule').click()
    window.find('label', re.compile('^Times are modelled of one launch on one device'))


if __name__ == '__main__':
    main()
