#!/usr/bin/env python3
"""Launches that were found in the source: what a dropped file runs with, and the list to choose another one from.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect_equal, wait
from harness import case, kernel, main, presses, source, write

KERNELS = '''template <typename T> __global__ void scale (T *f, T a, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f[i] *= a;
}
__global__ void fill (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f[i] = 7;
}
'''
HOST = '''#ifndef __CUDACC_RTC__
#define N 1000
int main (int argc, char **argv)
{
  int n = atoi (argv[1]);
  float *f;
  double *g;
  cudaMalloc (&f, N * sizeof (float));
  fill<<<(n + 255) / 256, 256>>> (f, n);
  fill<<<(N + 127) / 128, 128>>> (f, N);
  scale<double><<<4, 64>>> (g, 2.5, 200);
}
#endif
'''
LIST = 'Launch as the source does'


def setting(window, key):
    """The value of a key in the settings."""
    found = re.search(rf'^{key}=(.*)$', source(window).text, re.M)
    return found and found[1]


def used(window):
    """The lines of the launches that are marked."""
    return [re.search('line [0-9]+', item.name)[0] for item in window.all('list item', re.compile('line'))
            if item.has('checked')]


def use(window, pattern):
    """Opens the list by its button and chooses a launch."""
    window.find('button', LIST).click()
    window.find('list item', re.compile(pattern)).click()


@case
@presses('win.source-launches', 'win.use-launch')
def a_file_runs_as_its_host_code_launches_it(desk):
    window = desk.start(write(desk, 'main.cu', KERNELS + HOST))
    window.find(None, re.compile('All 1000 cells written'))
    expect_equal(setting(window, 'block'), None)
    window.find(None, re.compile('As in the launch in line 22'))
    window.find(None, re.compile(r'3 found in main\(\)'))
    window.key('F4')
    window.find('list item', re.compile('line 23'))
    names = [item.name for item in window.all('list item', re.compile('line'))]
    expect_equal(names, ['fill, grid (n + 255) / 256, block 256, main(), line 21', 'fill, grid 8, block 128, main(), line 22',
                         'scale<double>, grid 4, block 64, main(), line 23'])
    expect_equal(used(window), ['line 22'])
    window.key('Escape')


@case
@presses('win.source-launches', 'win.use-launch')
def the_launch_in_use_is_marked(desk):
    window = desk.start(write(desk, 'main.cu', KERNELS + HOST))
    window.find(None, re.compile('All 1000 cells written'))
    use(window, 'line 21')
    wait(lambda: setting(window, 'block') == '256', 'the block')
    window.key('F4')
    window.find('list item', re.compile('line 21'))
    expect_equal(used(window), ['line 21'])
    window.key('Escape')
    wait(lambda: not window.has('list item', re.compile('line 21')), 'the end of the list')
    window.key('ctrl+k')
    wait(lambda: setting(window, 'block') == '512', 'the larger block')
    window.find(None, re.compile('cells written'))
    window.key('F4')
    changed = window.find('list item', re.compile('line 21'))
    expect_equal(changed.description, 'In use, with changed settings')
    expect_equal(used(window), [])
    window.key('Escape')


@case
@presses('win.source-launches')
def settings_that_come_to_the_same_are_in_use(desk):
    """The example says value=rows where its host code has 48."""
    window = desk.start(kernel('40-whole-program.cu'))
    window.find(None, re.compile('cells written once|Values from'))
    window.key('F4')
    row = window.find('list item', re.compile('line 46'))
    expect_equal(row.description, 'In use')
    window.key('Escape')


@case
@presses('win.use-launch')
def a_launch_becomes_settings_in_one_step(desk):
    text = KERNELS + HOST
    window = desk.start(write(desk, 'main.cu', text))
    window.find(None, re.compile('All 1000 cells written'))
    use(window, 'scale<double>')
    wait(lambda: setting(window, 'kernel') == 'scale<double>', 'the kernel')
    expect_equal([setting(window, key) for key in ('block', 'grid', 'value')], ['64', '4', '2.5'])
    expect_equal(source(window).text[:len(text)], text)
    window.find(None, re.compile('cells written'))
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: source(window).text == text, 'the text as it was, in one step')


@case
@presses('win.source-launches')
def a_launch_is_chosen_by_keys(desk):
    window = desk.start(write(desk, 'main.cu', KERNELS + HOST))
    window.find(None, re.compile('All 1000 cells written'))
    window.key('F4')
    wait(lambda: 'line 21' in window.focus().name, 'the keys in the list')
    window.key('Down', 'Return')
    wait(lambda: setting(window, 'grid') == '8', 'the settings')


@case
@presses('win.use-launch')
def what_the_source_leaves_open_is_said(desk):
    window = desk.start(write(desk, 'main.cu', KERNELS + HOST))
    window.find(None, re.compile('All 1000 cells written'))
    use(window, 'line 21')
    window.find(None, re.compile(r'these keep their defaults: grid = \(n \+ 255\) / 256, n'))
    expect_equal([setting(window, key) for key in ('block', 'grid', 'value')], ['256', None, None])


@case
@presses('win.use-launch', 'win.choose-template', 'template.choose')
def a_launch_of_a_template_asks_for_the_arguments_that_are_not_written(desk):
    text = (KERNELS + HOST).replace('scale<double>', 'scale')
    window = desk.start(write(desk, 'main.cu', text))
    window.find(None, re.compile('All 1000 cells written'))
    use(window, 'scale<…>, grid 4, block 64')
    chooser = desk.window('Choose Arguments')
    chooser.find('entry', 'T').write('double')
    chooser.find('button', 'Choose').click()
    chooser.wait_closed()
    wait(lambda: setting(window, 'kernel') == 'scale<double>', 'the instance')
    window.activate()
    use(window, 'scale<…>, grid 4, block 64')
    wait(lambda: [setting(window, key) for key in ('block', 'grid', 'value')] == ['64', '4', '2.5'], 'the numbers')


@case
@presses('win.source-launches')
def a_source_without_launches_says_so(desk):
    window = desk.start(write(desk, 'alone.cu', '__global__ void fill (float *f) { f[threadIdx.x] = 7; }\n'))
    window.find(None, re.compile('cells written'))
    window.key('F4')
    window.find(None, 'No launch was found in the source')


@case
@presses('win.fix-problem', 'win.gallery')
def a_source_without_a_kernel_says_what_it_lacks(desk):
    window = desk.start(write(desk, 'host.cu', '__device__ float twice (float x) { return 2 * x; }\n'))
    window.find(None, 'No Kernel Yet')
    window.find(None, re.compile('no function is marked __global__'))
    window.key('F8')
    row = window.find('list item', re.compile('no function is marked __global__'))
    window.find('button', 'Examples', within=row).click()
    desk.window('Examples').key('Escape')


main()
