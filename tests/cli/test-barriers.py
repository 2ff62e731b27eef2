#!/usr/bin/env python3
"""Where all threads of a block are, when they wait for ever or meet at different barriers: random kernels, whose groups
of threads Python knows.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import random

from harness import Folder, case, cli, expect, expect_equal, main, settings

NEVER = 2048            # more threads than a block has
# Each time anew, so that no compiler reckons one condition with another.
READ = 'asm volatile ("mov.u32 %0, %%tid.x;" : "=r" (t));'


def conditions(draw, n_threads):
    """A condition of C and the same of Python."""
    a, m = draw.randrange(n_threads), draw.randrange(2, 9)
    r, bit = draw.randrange(m), draw.randrange(6)
    return draw.choice([
        (f't < {a}', lambda t: t < a),
        (f't > {a}', lambda t: t > a),
        (f't == {a}', lambda t: t == a),
        (f't % {m} == {r}', lambda t: t % m == r),
        (f'(t >> {bit} & 1) != 0', lambda t: (t >> bit & 1) != 0),
        (f't / 32 == {a // 32}', lambda t: t // 32 == a // 32),
    ])


class Station:
    """A place where threads that have come so far, and fulfil a condition, return or wait."""

    def __init__(self, draw, number, n_threads, kinds):
        self.text, self.holds = conditions(draw, n_threads)
        self.kind = draw.choice(kinds)
        self.barrier = draw.randrange(16)
        self.number = number
        self.line = 0

    def lines(self):
        what = {
            'return': 'return;',
            'barrier': f'asm volatile ("barrier.sync {self.barrier}, {NEVER}; // {self.number}" ::: "memory");',
            'warp': f'asm volatile ("bar.warp.sync 0xffffffff; // {self.number}" ::: "memory");',
            'block': '__syncthreads ();',
        }[self.kind]
        return [f'  {READ}', f'  if ({self.text})', '    {', f'      asm volatile ("// {self.number}");', f'      {what}', '    }']


def make(draw, n_threads, kinds):
    """The text of a kernel, its stations and the line of its end."""
    lines = ['__global__ void k (float *f)', '{', '  int t;', f'  {READ}', '  f[t] = 1.0f;']
    stations = [Station(draw, number, n_threads, kinds) for number in range(draw.randrange(2, 7))]
    for station in stations:
        lines += station.lines()
        # compilers let the branch of the condition do what a return does
        station.line = len(lines) - (4 if station.kind == 'return' else 1)
    lines += ['  asm volatile ("membar.cta;");', '}']
    return '\n'.join(lines) + '\n', stations, len(lines)


def next_of(stations, thread, first):
    """The next station that a thread stops at, or None."""
    return next((station for station in stations[first:] if station.holds(thread)), None)


def settle(stations, n_threads):
    """Where each thread is once none can go on: a station, None at the end."""
    at = [next_of(stations, thread, 0) for thread in range(n_threads)]
    changed = True
    while changed:
        changed = False
        for warp in range(0, n_threads, 32):
            lanes = range(warp, min(warp + 32, n_threads))
            live = {t for t in lanes if at[t] is not None and at[t].kind != 'return'}
            for station in stations:
                here = {t for t in lanes if at[t] is station}
                if station.kind == 'warp' and here and here == live:
                    for thread in here:
                        at[thread] = next_of(stations, thread, station.number + 1)
                    changed = True
                    break
    return at


def describe(station, end):
    if station is None or station.kind == 'return':
        return 'returned', None, station.line if station else end
    if station.kind == 'warp':
        return 'warp', None, station.line
    return 'barrier', station.barrier if station.kind == 'barrier' else 0, station.line


def expected_groups(at, end):
    groups = {}
    for thread, station in enumerate(at):
        groups.setdefault(describe(station, end), []).append(thread)
    return groups


def reported_groups(finding):
    groups = {}
    for group in finding['threads']:
        threads = [t for first, last in group['ranges'] for t in range(first, last + 1)]
        expect_equal(group['count'], len(threads))
        key = group['state'], group.get('barrier'), group['line']
        expect(key not in groups, group)
        groups[key] = threads
    return groups


def fold_end(groups, end):
    """Of several ways to the last statement some return behind it, others at the brace."""
    early = groups.pop(('returned', None, end - 1), [])
    if early:
        groups['returned', None, end] = sorted(groups.get(('returned', None, end), []) + early)
    return groups


def run(folder, source, n_threads, grid=1, *options):
    launch = f'[launch]\nblock={n_threads}\ngrid={grid}\n[arg f]\nshape={n_threads}\nfill=zeros\n'
    return cli('run', folder.write('k.cu', source + settings(launch)), '--json', *options)


@case
def groups_of_random_deadlocks():
    draw, seen = random.Random(16), {}
    with Folder() as folder:
        for number in range(60):
            n_threads = draw.choice([1, 31, 32, 33, 64, 96, 100, 256, 300, 1000, 1024])
            source, stations, end = make(draw, n_threads, ['return', 'barrier', 'warp'])
            at = settle(stations, n_threads)
            expected = expected_groups(at, end)
            result = run(folder, source, n_threads, draw.choice([1, 5]))
            trap = result.report['trap']
            if all(key[0] == 'returned' for key in expected):
                expect(trap is None, f'{source}\n{result}')
                continue
            expect_equal(trap['code'], 'deadlock', source)
            expect_equal(fold_end(reported_groups(trap), end), expected, f'kernel {number}\n{source}')
            for key in expected:
                seen[key[0]] = seen.get(key[0], 0) + 1
    expect(all(seen.get(state, 0) >= 10 for state in ('barrier', 'warp', 'returned')), seen)


@case
def groups_of_random_divergent_barriers():
    """What else the block had done by then is the simulator's; but nobody is where they cannot be."""
    draw, traps = random.Random(17), 0
    with Folder() as folder:
        for _ in range(40):
            n_threads = draw.choice([32, 64, 200])
            source, stations, end = make(draw, n_threads, ['return', 'block', 'block'])
            result = run(folder, source, n_threads)
            findings = [f for f in result.report['warnings'] + [result.report['trap']]
                        if f and f['code'] == 'barrier']
            for finding in findings:
                traps += 1
                groups = fold_end(reported_groups(finding), end)
                expect_equal(sorted(t for threads in groups.values() for t in threads), list(range(n_threads)))
                may = [{describe(s, end) for s in [*filter(lambda s: s.holds(t), stations), None]}
                       for t in range(n_threads)]
                for (state, barrier, line), threads in groups.items():
                    expect(state == 'elsewhere' or all((state, barrier, line) in may[t] for t in threads),
                           f'{state} {line} {threads}\n{source}\n{result}')
                waits = {key[2] for key in groups if key[0] == 'barrier'}
                expect(finding['line'] in waits, f'{groups}\n{source}')
    expect(traps >= 10, traps)


@case
def groups_are_told_in_words():
    source = '''__global__ void k (float *f)
{
  const int t = threadIdx.x;
  f[t] = 1.0f;
  if (t < 32)
    return;
  f[t] = 2.0f;
  asm volatile ("barrier.sync 1, 96;" ::: "memory");
}
'''
    with Folder() as folder:
        result = cli('run', folder.write('k.cu', source + settings('[launch]\nblock=64\ngrid=1\n[arg f]\nshape=64\n')))
        expect('k.cu:8: note: 32 threads wait at barrier 1, line 8: 32–63\n' in result.err, result)
        expect('k.cu:5: note: 32 threads returned at line 5: 0–31\n' in result.err, result)


@case
def groups_are_the_same_for_any_schedule_that_ends_there():
    draw = random.Random(18)
    with Folder() as folder:
        for _ in range(6):
            n_threads = draw.choice([64, 256, 1024])
            source, stations, end = make(draw, n_threads, ['return', 'barrier', 'warp'])
            expected = expected_groups(settle(stations, n_threads), end)
            for seed in range(3):
                trap = run(folder, source, n_threads, 3, '--schedule-seed', seed).report['trap']
                if trap is not None:
                    expect_equal(fold_end(reported_groups(trap), end), expected, f'{seed}\n{source}')


main()
