#!/usr/bin/env python3
"""The mapping of a source that a form wrote: chosen beside the launch, undone in one step, refused where somebody edited.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re
import subprocess

from desk import expect, expect_equal, wait
from harness import case, copy_kernel, main, pick, presses, source, write

STENCIL = ['stencil', '--fields=f, g: float64[40,50]', '--assignments=g[0,0] = f[0,1] + f[0,-1] + f[1,0] + f[-1,0]']
CHANGES = re.compile('^Changes source, block and grid')
EDITED = re.compile('changed by hand: they are left as they are')
WRITTEN = re.compile('^1824 of 2000 cells written')


def generate(*arguments):
    return subprocess.run([os.environ['GRIDLOOM_CLI'], 'new', *arguments], capture_output=True, text=True, check=True).stdout


def mapping(window):
    return window.find('combo box', 'Mapping')


TITLES = {'cell': 'One thread per cell', 'grid-stride': 'Grid-stride loop', 'row': 'One block per row'}


def choose(window, mapping_word):
    pick(window, 'Mapping', TITLES[mapping_word])


def setting(window, key):
    found = re.search(rf'^{key}=(.*)$', source(window).text, re.M)
    return found and found[1]


@case
def a_mapping_is_chosen_and_undone_in_one_step(desk):
    text = generate(*STENCIL).replace('grid=auto\n', 'grid=auto\nshared=64\n')
    window = desk.start(write(desk, 'stencil.cu', text))
    window.find('label', WRITTEN)
    window.find('label', CHANGES)
    choose(window, 'row')
    wait(lambda: setting(window, 'mapping') == 'row', 'the form')
    expect_equal([setting(window, key) for key in ('block', 'grid', 'range', 'shared')], ['256', 'auto', '256,38', '64'])
    expect('blockIdx.y; y < rows - 1; y += gridDim.y' in source(window).text, source(window).text)
    window.find('label', WRITTEN)
    source(window).click()
    window.key('ctrl+z')
    wait(lambda: source(window).text == text, 'the text as it was, in one step')
    window.find('label', WRITTEN)
    wait(lambda: 'sensitive' in mapping(window).states, 'the choice')
    choose(window, 'grid-stride')
    wait(lambda: setting(window, 'mapping') == 'grid-stride', 'another one')
    window.find('label', WRITTEN)
    choose(window, 'cell')
    wait(lambda: source(window).text == text, 'the first one, byte for byte')


@case
def a_source_that_somebody_edited_is_offered_no_other(desk):
    window = desk.start(write(desk, 'stencil.cu', generate(*STENCIL)))
    window.find('label', WRITTEN)
    window.find('label', CHANGES)
    source(window).click()
    window.key('ctrl+Home')
    window.type('// mine\n')
    window.find('label', EDITED)
    expect('sensitive' not in mapping(window).states, mapping(window).states)
    edited = source(window).text
    mapping(window).click()
    source(window).click()
    expect_equal(source(window).text, edited)
    while source(window).text.startswith('//'):
        window.key('ctrl+z')
    window.find('label', CHANGES)
    wait(lambda: 'sensitive' in mapping(window).states, 'the choice')


@case
def code_that_cannot_be_mapped_so_says_why_and_stays(desk):
    text = generate('elementwise', '--inputs=int32 x', '--outputs=int32 z', '--body=z = x; if (x > 2) return; z = 1')
    window = desk.start(write(desk, 'leaving.cu', text))
    window.find('label', CHANGES)
    choose(window, 'grid-stride')
    window.find('label', re.compile('write continue, or map one thread to a cell'))
    expect_equal(source(window).text, text)
    choose(window, 'row')
    window.find('label', re.compile('write continue, or map one thread to a cell'))
    expect_equal(source(window).text, text)


@case
@presses('win.new-from-form', 'form.create')
def a_kernel_of_a_form_can_be_mapped_at_once(desk):
    desk.start(copy_kernel(desk, '01-triangle.cu')).key('ctrl+shift+n')
    form = desk.window('New Kernel')
    form.find('image', re.compile('^z: '))
    form.find('button', 'Create').click()
    window = desk.window('• kernel')
    window.find('label', CHANGES)
    text = source(window).text
    choose(window, 'row')
    wait(lambda: setting(window, 'block') == '256', 'the block')
    choose(window, 'cell')
    wait(lambda: source(window).text == text, 'the text that the form wrote')


@case
def other_documents_have_no_mapping(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    window.find('label', 'Launch')
    window.find('label', re.compile('cells written'))
    expect(not window.has('combo box', 'Mapping'))


main()
