#!/usr/bin/env python3
"""The page of steps: what each took, and the streams over time.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import re

from desk import expect, wait
from harness import FAKE, case, copy_kernel, kernel, main, paste, presses, source, write

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
def each_device_of_a_split_document_has_a_lane_and_transfers_have_rows(desk):
    with open(kernel('27-wave.cu'), encoding='utf-8') as file:
        text = file.read().replace('[steps]', '[split]\ndevices=3\n\n[steps]').replace('lens=value', 'lens=device')
    window = desk.start(write(desk, 'split.cu', text))
    window.find('label', 'At the end')
    open_page(window)
    window.find('label', re.compile(r'^3 devices, [0-9.]+ ms · this computer$'))
    window.find('label', 'repeat 240').click()
    window.key('End')
    window.find('label', 'exchange of halos')
    window.find('image', 'Streams over time').click()
    window.key('Right')
    said = window.find('label', re.compile(r', [0-9]+ of [0-9]+: [0-9.]+ ms, from [0-9.]+ to [0-9.]+ ms$')).name
    which, of = (int(number) for number in re.search(r', ([0-9]+) of ([0-9]+): ', said).groups())
    expect(1 <= which <= of, said)


@case
@presses('win.backend')
def a_split_document_runs_over_gpus_whose_halos_have_lanes(desk):
    with open(kernel('27-wave.cu'), encoding='utf-8') as file:
        text = file.read().replace('[steps]', '[split]\ndevices=2\n\n[steps]')
    window = desk.start(write(desk, 'split.cu', text), environment=FAKE)
    window.find('label', 'At the end')
    window.press_menu(re.compile('What the kernel runs on'), re.compile('GPU 0'))
    window.key('ctrl+Return')
    open_page(window)
    window.find('label', re.compile(r'^2 devices, [0-9.]+ ms · measured'))
    timeline = window.find('image', 'Streams over time')
    timeline.click()
    seen = set()
    for key in ('Home', 'Down', 'Down', 'Down', 'Down'):
        window.key(key)
        said = window.find('label', re.compile(r'[0-9]+ of [0-9]+: \S+ ms, from \S+ to \S+ ms$')).name
        seen.add(said.split(',')[0].split(' (')[0])
    expect(seen >= {'launch wave', 'exchange of halos'}, seen)
    window.find('label', 'repeat 240').click()
    window.key('End')
    window.find('label', 'exchange of halos')


THREE = '''__global__ void work (unsigned *out)
{
  unsigned x = threadIdx.x;
  for (int i = 0; i < 60000; i++)
    x = x * 1664525u + 1013904223u;
  out[threadIdx.x] = x;
}

/* gridloom
[launch]
block=32
grid=1

[steps]
repeat 2
  launch work on first out=a
  launch work on second out=b
  launch work on third out=c
end

[arg a]
shape=32

[arg b]
shape=32

[arg c]
shape=32
*/
'''
SPAN = re.compile(r'^launch work on (\w+) out=\w+ \(line \d+\), (\d) of 2: ([0-9.]+) ms, from ([0-9.]+) to ([0-9.]+) ms$')


def read_span(window):
    """The stream, which time, and the milliseconds of what is marked."""
    text = window.find('label', SPAN).name
    stream, time, *numbers = SPAN.match(text).groups()
    return stream, int(time), [float(number) for number in numbers]


def go_through(window):
    """All that was done on the three streams, by the keys: each of a stream, then to the one below."""
    spans = {}
    window.key('Right')
    for lane in range(3):
        for which in range(2):
            stream, time, numbers = read_span(window)
            spans[lane, time] = stream, numbers
            if which == 0:
                before = window.find('label', SPAN).name
                window.key('Right' if time == 1 else 'Left')
                wait(lambda: window.find('label', SPAN).name != before, 'the other one of the stream')
        if lane < 2:
            before = window.find('label', SPAN).name
            window.key('Down')
            wait(lambda: window.find('label', SPAN).name != before, 'the stream below')
    return spans


@case
def three_lanes_are_read_by_the_pointer_and_agree_with_the_table(desk):
    window = desk.start(write(desk, 'three.cu', THREE))
    window.find('label', 'At the end')
    open_page(window)
    sentence = window.find('label', re.compile(r'^3 streams, [0-9.]+ ms')).name
    end = float(re.search(r'([0-9.]+) ms', sentence)[1])
    timeline = window.find('image', 'Streams over time')
    timeline.click()
    window.key('Escape')
    spans = go_through(window)
    expect(sorted(stream for stream, _ in spans.values()) == ['first'] * 2 + ['second'] * 2 + ['third'] * 2, spans)

    def place(lane, time):
        """Where on the screen its bar is: names take 110 pixels, and what is above the lanes 22."""
        timeline = window.find('image', re.compile('^launch work'))
        middle_x, middle_y = timeline.place()
        _, _, width, height = timeline.extents()
        _, (_, start, stop) = spans[lane, time]
        lanes = min(height - 50, 1.6 * 24 * 3)
        return (middle_x - width // 2 + 110 + (start + stop) / 2 / end * (width - 124),
                middle_y - height // 2 + 22 + (lane + 0.5) * lanes / 3)

    for (lane, time), (stream, numbers) in spans.items():
        desk.screen.click(*place(lane, time))
        wait(lambda: read_span(window) == (stream, time, numbers), f'{stream}, {time}, by the pointer')
    for first, second in ((0, 1), (2, 1)), ((0, 2), (1, 2)), ((2, 2), (0, 1)):
        desk.screen.click(*place(*first))
        wait(lambda: read_span(window)[0] == spans[first][0], 'the first one')
        desk.screen.click_with('shift', *place(*second))
        early, late = sorted((spans[first][1], spans[second][1]), key=lambda numbers: numbers[1])
        text = window.find('label', re.compile(r'^[0-9.]+ ms between them, [0-9.]+ ms with both$')).name
        apart, together = (float(number) for number in re.findall(r'[0-9.]+', text))
        expect(abs(apart - (late[1] - early[2])) < 0.01 + apart / 1000, text, early, late)
        expect(abs(together - (late[2] - early[1])) < 0.01 + together / 1000, text, early, late)

    texts = window.texts()
    for lane, stream in enumerate(('first', 'second', 'third')):
        row = texts.index(f'    launch work on {stream} out={"abc"[lane]}')
        expect(texts[row + 1:row + 3] == [stream, '2'], texts[row:row + 9])
        number, unit = re.match(r'([0-9.]+)\u00a0?\s?(µs|ms|s)', texts[row + 3]).groups()
        total = float(number) * {'µs': 0.001, 'ms': 1, 's': 1000}[unit]
        taken = sum(numbers[0] for its, numbers in spans.values() if its == stream)
        expect(abs(total - taken) <= 0.01 * taken + 0.01, texts[row:row + 9], taken)


@case
@presses('steps.copy-example')
def one_launch_has_no_steps_and_an_example_is_copied(desk):
    window = desk.start(copy_kernel(desk, '01-triangle.cu'))
    open_page(window)
    window.find('label', re.compile('^This run is one launch'))
    window.find('button', 'Copy the example').click()
    expect(paste(window).startswith('[steps]\nrepeat 100\n  launch '), 'what was copied')


if __name__ == '__main__':
    main()
