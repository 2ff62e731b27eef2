#!/usr/bin/env python3
"""The moments of a run with steps: gone through by hand, by keys and playing.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re
import time

from desk import expect, wait
from harness import case, main, presses, source, write

COUNT = '''__global__ void count (int *f, const int *g)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  f[i] = g[i] + 1;
}

/* gridloom
[launch]
block=32

[steps]
fill f = zeros
repeat 20
  swap f, g
  launch count
end

[arg f]
shape=32

[arg g]
shape=32
fill=zeros
*/
'''


def open_count(desk, text=COUNT):
    window = desk.start(write(desk, 'count.cu', text))
    window.find('label', 'At the end')
    return window


def shown(window):
    """The number that all cells hold, by the sentence below the picture."""
    for text in window.texts():
        found = re.match(r'Every value is (\d+)', text)
        if found:
            return int(found.group(1))
    return None


@case
@presses('picture.moment', 'picture.play', 'moment.play', 'moment.step')
def moments_are_gone_through_by_keys(desk):
    window = open_count(desk)
    window.find('label', re.compile(r'^22 of 22 moments, '))
    picture = window.find('image', re.compile('^f: '))
    picture.click()
    window.key('Escape')
    wait(lambda: shown(window) == 20, 'what the last round left')
    window.key('comma')
    window.find('label', 'After round 19 of 20 (line 14)')
    wait(lambda: shown(window) == 19, 'what the round before left')
    window.key('period')
    window.find('label', 'At the end')
    wait(lambda: shown(window) == 20, 'the last round again')
    for _ in range(21):
        window.key('comma')
    window.find('label', 'Before the first step')
    wait(lambda: shown(window) == 0, 'what was there at first')
    # it plays, and stops at the end
    window.key('space')
    window.find('button', 'Pause')
    window.find('label', 'At the end')
    window.find('button', 'Play')
    wait(lambda: shown(window) == 20, 'the end')


@case
@presses('moment.play')
def the_bar_is_pressed_and_dragged(desk):
    window = open_count(desk)
    window.find('button', 'Play').click()
    window.find('button', 'Pause').click()
    window.find('button', 'Play')
    expect(not window.has('label', 'At the end'), 'it was paused on the way')
    scale = window.find('slider', 'Moment of the run')
    scale.click()
    window.find('label', re.compile('^After round (9|10|11) of 20 '))
    window.key('Home')
    window.find('label', 'Before the first step')
    window.key('Right')
    window.find('label', 'After “fill f = zeros” (line 13)')
    window.key('End')
    window.find('label', 'At the end')


@case
def another_run_shows_the_same_moment_and_one_launch_has_no_bar(desk):
    window = open_count(desk)
    picture = window.find('image', re.compile('^f: '))
    picture.click()
    window.key('Escape', 'comma')
    window.find('label', 'After round 19 of 20 (line 14)')
    source(window).click()
    window.key('ctrl+Return')
    window.key('ctrl+Home')
    window.key('Return')
    window.find('label', 'After round 19 of 20 (line 15)')
    window.key('ctrl+a')
    window.type(COUNT.replace('repeat 20', '').replace('end\n', '').replace('[steps]\n', '').replace('fill f = zeros', '')
                .replace('  swap f, g', '').replace('  launch count', ''))
    wait(lambda: not window.has('slider', 'Moment of the run'), 'no bar')


def pins(window):
    """What the document pins."""
    found = re.search(r'^pin=(.*)$', source(window).text, re.M)
    return found.group(1) if found else None


@case
@presses('picture.pin-moment', 'moment.pin')
def the_moment_that_is_shown_is_pinned_and_undone(desk):
    window = open_count(desk)
    picture = window.find('image', re.compile('^f: '))
    picture.click()
    window.key('Escape', 'comma', 'p')
    wait(lambda: pins(window) == '20', 'the moment is pinned')
    window.find('label', re.compile('; 1 pinned$'))
    window.key('comma', 'comma')
    window.find('label', 'After round 17 of 20 (line 15)')
    window.find('button', 'Pin this moment').click()
    wait(lambda: pins(window) == '18,20', 'a second one')
    window.find('label', 'After round 17 of 20 (line 15)')
    window.find('button', 'Pin this moment').click()
    wait(lambda: pins(window) == '20', 'it is let go of')
    source(window).click()
    window.key('ctrl+z', 'ctrl+z', 'ctrl+z')
    wait(lambda: pins(window) is None and source(window).text == COUNT, 'one step of undoing for each')


@case
def a_pin_that_is_typed_is_kept_where_others_are_left_out(desk):
    # a moment of 32 MiB, and 256 MiB for all
    large = COUNT.replace('shape=32', 'shape=4194304').replace('repeat 20', 'repeat 41').replace(
        'block=32', 'block=32\ngrid=1\nmanual-grid=true')
    window = open_count(desk, large)
    kept = window.find('label', re.compile(r'^[4-9] of 43 moments, [0-9.]+\sMiB$'))
    expect(re.match(r'No more than 256.0\sMiB are kept', kept.description), kept.description)
    source(window).click()
    window.key('ctrl+f')
    window.type('manual-grid=true')
    window.key('Escape', 'End')
    window.key('Return')
    window.type('pin=13')
    window.find('label', re.compile(r'^[4-9] of 43 moments, [0-9.]+\sMiB; 1 pinned$'))
    scale = window.find('slider', 'Moment of the run')
    scale.click()

    def find_pinned():
        window.key('Home')
        for _ in range(9):
            if window.has('label', re.compile('^After round 12 of 41 ')):
                return True
            window.key('Right')
        return False
    wait(find_pinned, 'the pinned moment')


@case
@presses('win.stop')
def what_was_done_before_a_stop_is_there(desk):
    window = desk.start(write(desk, 'count.cu', COUNT.replace('repeat 20', 'repeat 900000')))
    stop = window.find('button', re.compile(r'^Stop\b'))
    time.sleep(2)
    stop.click()
    window.find('label', re.compile(r'^[0-9]+ of [1-9].* moments, '))
    window.find('label', re.compile('stopped; what was done until then is kept'))
    rounds = shown(window)
    expect(rounds is not None and rounds > 100, rounds)
    window.find('image', re.compile('^f: ')).click()
    window.key('Escape')
    window.key('comma')
    wait(lambda: shown(window) is not None and shown(window) < rounds, 'a moment before the end')


@case
def the_panel_is_of_one_launch_among_the_steps(desk):
    text = COUNT.replace('const int *g)', 'const int *g, int by)').replace('+ 1', '+ by')
    text = text.replace('launch count', 'launch count by=2*f[0]+1')
    window = open_count(desk, text)
    window.find('label', 'Below: launch count by=2*f[0]+1 (line 16)')
    window.find('button', 'Go to this step in the source').click()
    wait(lambda: source(window).caret == text.index('  launch count'), 'the line of the step')
    # what the step computes is not the panel's to change
    window.find('label', 'Computed by the step')



if __name__ == '__main__':
    main()
