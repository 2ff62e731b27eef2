#!/usr/bin/env python3
"""What others show of streams and events, as documents (tests/steps), against the same computed here: CuPy's stream/map_reduce
and stream/cupy_event, PyCUDA's kernel_concurrency and demo_graph, and the Jacobi iteration of Charm4py's tutorials.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import math
import os

from harness import Folder, case, expect, expect_equal, main, read_npy, run_json

BACKEND = os.environ.get('GRIDLOOM_STEPS_BACKEND', 'sim')
DOCUMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'steps')


def run(folder, name):
    """The report of a document, and what its arrays hold at the end."""
    report = run_json(os.path.join(DOCUMENTS, name + '.cu'), '--backend', BACKEND, '--output', folder('out'))
    expect(not [finding for finding in report['warnings'] if finding['code'] == 'race'], report['warnings'])
    return report, lambda array: read_npy(folder(f'out/{array}.npy'))[1]


def when(report, text):
    """When a step was done first, and when that ended."""
    step = [step['text'] for step in report['steps']].index(text)
    span = next(span for span in report['timeline']['spans'] if span['step'] == step)
    return span['start_ms'], span['end_ms']


@case
def kernels_on_two_streams():
    with Folder() as folder:
        report, array = run(folder, 'concurrency')
        expect_equal(array('first'), [x * 1024.0 for x in range(400)])
        expect_equal(array('second'), [(x * 0.5 - 100) * 1024 for x in range(400)])
        expect_equal(report['timeline']['streams'], ['', 'one', 'two'])
        expect(when(report, 'record first_begins on one')[0] <= when(report, 'launch churn on one f=first')[0], report)
        expect(when(report, 'launch churn on one f=first')[1] <= when(report, 'record first_ends on one')[0], report)


@case
def a_graph_of_three_kernels():
    with Folder() as folder:
        report, array = run(folder, 'graph')
        expect_equal(array('a'), [2.0 * (x + 100) for x in range(16)])
        product = when(report, 'launch times on main f=a g=b n=size')[0]
        for text in 'launch plus on main f=a by=2 n=size', 'launch plus on side f=b by=100 n=size':
            expect(when(report, text)[1] <= product, text, report)


@case
def maps_and_their_reduction():
    with Folder() as folder:
        report, array = run(folder, 'map-reduce')
        sums = [sum((x % 7) * (x % 5 - 2) for x in range(5000)), sum((x % 11) * (x % 3) for x in range(5000)),
                sum(x % 9 - 4 for x in range(5000)), sum((x % 2) * (x % 4) for x in range(5000))]
        expect_equal([array(f'z{i}')[0] for i in range(4)], sums)
        expect_equal(array('z'), [sum(sums)])
        for i in range(4):
            expect(when(report, f'record done{i} on map{i}')[0]
                   <= when(report, 'launch add on reduce a=z0 b=z1 c=z2 d=z3 block=1')[0], i, report)


@case
def the_time_between_two_events():
    with Folder() as folder:
        report, array = run(folder, 'norm')
        norm = math.sqrt(sum((x % 10 * 0.25) ** 2 for x in range(1000)))
        expect(abs(array('norm')[0] - norm) < 1e-4 * norm, array('norm'), norm)
        start, stop = (when(report, f'record {event} on own')[0] for event in ('start', 'stop'))
        expect(start <= when(report, 'launch squares on own n=1000 grid=16')[0], report)
        expect(stop >= when(report, 'launch root on own n=16 grid=1')[1] > start, report)


@case
def jacobi_until_it_is_still():
    with Folder() as folder:
        report, array = run(folder, 'jacobi')
        old, rounds, change = [[100.0] * 32] + [[0.0] * 32 for _ in range(23)], 0, 1
        while change >= 1e-3:
            new = [row[:] for row in old]
            for y in range(1, 23):
                for x in range(1, 31):
                    new[y][x] = (old[y][x - 1] + old[y][x + 1] + old[y - 1][x] + old[y + 1][x]) / 4
            change = max(abs(a - b) for one, other in zip(old, new) for a, b in zip(one, other))
            old, rounds = new, rounds + 1
        done = next(step['times'] for step in report['steps'] if step['text'].startswith('repeat'))
        expect(abs(done - rounds) <= 3, done, rounds)
        for got, wanted in zip(array('plate'), (cell for row in old for cell in row)):
            expect(abs(got - wanted) < 0.02, got, wanted)


if __name__ == '__main__':
    main()
