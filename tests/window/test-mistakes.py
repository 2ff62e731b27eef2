#!/usr/bin/env python3
"""Mistakes in the settings as people type them: the text stays as typed, the last good picture stays, and what is wrong
stands at its line, with the way out.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import re

from desk import expect, wait
from harness import case, main, source, write

SOURCE = '''__global__ void k (const float *f, float *g, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    g[i] = 2 * f[i];
}
/* gridloom
[launch]
over=g
shape=8
block=8
[arg f]
fill=ones
*/
'''


LINES = SOURCE.split('\n')
# line, what is typed in its place, words of what is said
MISTAKES = [
    (9, 'over=q', 'no array “q”', 'f, g'),
    (11, 'block=3000', '1976 more', '1024'),
    (11, 'block=8x8', '“8x8”'),
    (11, 'grid=0', '0 is too small'),
    (11, 'arch=turing', '“turing”', 'compute_75'),
    (11, 'options=-std=c++99', '“c++99”', 'c++20'),
    (11, 'options=-maxrregcount=many', '“many”', 'from 1 to 255'),
    (11, 'swap=f', 'two names'),
    (11, 'blok=8', '“blok”', 'did you mean “block”'),
    (12, '[arg q]', '[arg q]', '[arg f]'),
    (13, 'fill=onces', '“onces”', 'zeros, ones, iota'),
    (13, 'fill=file:none.npy', 'none.npy', 'put it there'),
    (13, 'fill=file:cut.npy', 'cut.npy', 'numpy.save()'),
    (13, 'fill=file:cut.npy,converted', '“,converted”', '“,convert”'),
    (13, 'fill=file:pipe.raw', 'pipe.raw', 'a pipe or a device'),
    (13, 'fill=file:words.csv', 'words.csv', '“six”, value 2 of line 2'),
    (13, 'fill=expr:q + 1', '“q + 1”', 'undefined'),
    (13, 'value=3', 'value of f, which is an array', 'fill='),
    (13, 'shape=(8', '(8'),
    (13, 'type=flaot', '“flaot”', 'float, int'),
]


def type_line(window, number, text):
    window.key('ctrl+g')
    window.find('entry', 'Go to line')
    window.type(str(number))
    window.key('Return', 'shift+End')
    window.type(text)


def says(window, number, words):
    """Whether a problem of this line is told in these words."""
    texts = window.texts()
    return f'Line {number}' in texts and any(all(word in text for word in words) for text in texts)


def make_and_mend(window, number, typed, words):
    type_line(window, number, typed)
    text = '\n'.join(LINES[:number - 1] + [typed] + LINES[number:])
    wait(lambda: says(window, number, words), lambda: f'{typed} with {words} in {window.texts()}')
    # a run that the mistake does not prevent may still be under way
    window.find(None, re.compile('All 8 cells written'))
    expect(source(window).text == text, 'another text than was typed', source(window).text)
    type_line(window, number, LINES[number - 1])
    wait(lambda: source(window).text == SOURCE, 'the text without the mistake')


@case
def mistakes_in_settings_stand_at_their_line_beside_the_last_good_picture(desk):
    path = write(desk, 'k.cu', SOURCE)
    write(desk, 'words.csv', '1,2,3,4\n5,six,7,8\n')
    with open(desk('files/cut.npy'), 'wb') as file:
        file.write(b"\x93NUMPY\x01\0\x76\0{'descr': '<f4'")
    os.mkfifo(desk('files/pipe.raw'))
    window = desk.start(path)
    window.find(None, re.compile('All 8 cells written'))
    for number, typed, *words in MISTAKES:
        make_and_mend(window, number, typed, words)
    window.find(None, re.compile('All 8 cells written'))


if __name__ == '__main__':
    main()
