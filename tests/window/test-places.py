#!/usr/bin/env python3
"""Races and uninitialised reads as places: lenses that switch on what they need, keys from one cell to the next.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, wait
from harness import case, choose_lens, kernel, main, presses, write

RACES = '''__global__ void k (int *f, int *g)
{
  int t = threadIdx.x;
  g[t] = t;
  if (t % 40 == 7)
    f[t / 40] = t;
  if (t % 40 == 8)
    f[t / 40 + 1] = t;
}

/* gridloom
[launch]
over=f
block=128
grid=1
[arg f]
shape=8
fill=zeros
[arg g]
shape=128
*/
'''


def picture(window, name):
    return window.find('image', re.compile(name))


@case
@presses('picture.switch-on', 'picture.next', 'picture.previous')
def races_light_up_and_keys_go_from_one_to_the_next(desk):
    window = desk.start(write(desk, 'races.cu', RACES))
    picture(window, '^f: Writes')
    choose_lens(window, 'Races')
    window.find('label', re.compile('^Races: This run did not look for races'))
    window.find('button', 'Switch On and Run').click()
    # threads 7, 47, 87, 127 write cells 0 to 3, threads 8, 48, 88 cells 1 to 3
    shown = picture(window, '^f: Races')
    window.find('label', re.compile('^3 of 8 cells took part in a race'))
    expect('3 of 8 cells took part in a race' in shown.description, shown.description)
    shown.click()
    window.key('Escape', 'Home', 'Up')
    for cell in 1, 2, 3, 1:
        window.key('x')
        window.find('label', re.compile(f'^cell {cell}: .*, took part in a race'))
    window.key('shift+x')
    window.find('label', re.compile('^cell 3: .*, took part in a race'))
    window.key('ctrl+t')
    wait(lambda: window.texts().count('raced') == 3 and window.texts().count('no race') == 5, 'rows that say so')


@case
@presses('picture.switch-on', 'picture.next')
def the_key_offers_what_it_needs(desk):
    window = desk.start(kernel('39-uninitialised-output.cu'))
    picture(window, '^out: Value').click()
    window.key('u')
    window.find('label', 'This run did not look for uninitialised reads.')
    window.find('button', 'Switch On and Run').click()
    picture(window, '^out: Uninitialised reads').click()
    window.find('label', re.compile('^200 of 200 cells read before anything was written there'))
    window.key('Escape', 'Home', 'Up', 'u')
    window.find('label', re.compile('^cell [0-9]+: .*, read before anything was written there'))


@case
@presses('picture.next')
def where_no_cell_is_marked_the_read_out_says_so(desk):
    window = desk.start(kernel('01-triangle.cu'))
    picture(window, '^f: ')
    window.key('ctrl+1', 'ctrl+2')
    choose_lens(window, 'Races')
    window.find('label', re.compile('^No cell took part in a race'))
    picture(window, '^f: Races').click()
    window.key('x')
    window.find('label', 'No cell of this array took part in a race.')
    window.key('u')
    window.find('label', 'No cell of this array was read before it was written.')


@case
@presses('picture.lens')
def every_lens_has_a_key(desk):
    window = desk.start(kernel('39-uninitialised-output.cu'))
    picture(window, '^out: Value').click()
    for keys, lens in (('2', 'Writes'), ('0', None), ('alt+5', 'Sectors per request'), ('alt+0', 'Divergence'),
                       ('ctrl+alt+7', 'Races'), ('ctrl+alt+8', 'Uninitialised reads')):
        window.key(keys)
        if lens == 'Writes':
            picture(window, '^out: Writes')
        elif lens is not None:
            window.find('label', re.compile(f'^{lens}: This run '))


main()
