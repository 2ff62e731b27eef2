#!/usr/bin/env python3
"""The page of steps: what each took, and the streams over time.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, wait
from harness import case, copy_kernel, main, source, write

STREAMS = '''__global__ void k (const int *in, int *out)
{
  out[threadIdx.x] = in[threadIdx.x] + 1;
}

/* gridloom
[launch]
block=32
grid=1

[steps]
repeat 3
  copy host to a on first
  launch k on first in=a out=x
  record ready on first
  wait ready on second
  launch k on second in=x out=y
end

[arg a]
shape=32

[arg x]
shape=32

[arg y]
shape=32
*/
'''


def open_page(window):
    if not window.has('page tab', 'Steps'):
        window.key('ctrl+F9')
    window.find('page tab', 'Steps').click()


@case
def each_step_has_a_row_that_leads_to_its_line(desk):
    window = desk.start(copy_kernel(desk, '29-conjugate-gradient.cu'))
    window.find('label', 'At the end')
    open_page(window)
    window.find('label', 'copy r to p').click(times=2)
    wait(lambda: source(window).caret == source(window).text.index('\ncopy r to p') + 1, 'the line of the step')


@case
def streams_are_lanes_and_two_marks_tell_the_time_between(desk):
    window = desk.start(write(desk, 'streams.cu', STREAMS))
    window.find('label', 'At the end')
    open_page(window)
    window.find('label', re.compile(r'^2 streams, [0-9.]+ ms; one step after the other · this computer$'))
    timeline = window.find('image', 'Streams over time')
    timeline.click()
    # from the first, along its stream to the event, then with Shift across to the other stream
    window.key('Escape')
    window.key('Right')
    window.find('label', re.compile(r'^copy host to a on first \(line 13\), 1 of 3: '))
    window.key('Right', 'Right')
    window.find('label', re.compile(r'^record ready on first \(line 15\), 1 of 3: at [0-9.]+ ms$'))
    window.key('shift+Down')
    between = window.find('label', re.compile(r'^[0-9.]+ ms between them, [0-9.]+ ms with both$')).name
    apart, together = (float(number) for number in re.findall(r'[0-9.]+', between)[:2])
    expect(0 <= apart <= together, between)
    before = timeline_of(window).look()
    window.key('plus', 'plus', 'plus')
    wait(lambda: timeline_of(window).look() != before, 'the lanes, enlarged')
    window.key('0')
    wait(lambda: timeline_of(window).look() == before, 'all of it again')


def timeline_of(window):
    return window.find('image', re.compile('^record ready on first'))


@case
def one_launch_has_no_steps(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    open_page(window)
    window.find('label', re.compile('^This run is one launch'))


if __name__ == '__main__':
    main()
