#!/usr/bin/env python3
"""Steps: random programs of launches, loops, copies, swaps and fills against an interpreter of their own; what is kept of
them; and what is wrong with steps.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import signal
import subprocess
import time

from harness import CLI, Folder, case, cli, expect, expect_equal, finish, line_of, main, read_npy, run_json, settings

BACKEND = os.environ.get('GRIDLOOM_STEPS_BACKEND', 'sim')
SEEDS = [int(seed) for seed in os.environ.get('GRIDLOOM_STEPS_SEEDS', '').split()] or range(24)
CELLS = 40

KERNELS = '''__global__ void add (unsigned *y, const unsigned *x, unsigned n, unsigned a)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

__global__ void mix (unsigned *out, const unsigned *p, const unsigned *q, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 3 * p[i] + q[(i + 1) % n];
}

__global__ void total (const unsigned *f, unsigned *s, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd (s, f[i]);
}

template <int K> __global__ void raise (unsigned *f, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f[i] += K;
}
'''
ARRAYS = {'A': 'iota', 'B': 'ones', 'C': 'zeros', 'D': 'values:' + ','.join(str(7 * i % 11) for i in range(CELLS))}


def fill(text, n):
    if text.startswith('values:'):
        return [int(word) for word in text[7:].split(',')]
    return {'zeros': [0] * n, 'ones': [1] * n, 'iota': list(range(n))}[text]


class Machine:
    """What the steps mean: an array is a list of cells with the accesses that were counted of them."""

    def __init__(self):
        self.names = {name: [fill(text, CELLS), 0, 0] for name, text in ARRAYS.items()}
        self.names['S'] = [[0], 0, 0]
        self.counters, self.lines, self.moments, self.history = {}, [], 0, []
        self.keep()

    def keep(self):
        self.history.append({name: list(array[0]) for name, array in self.names.items()})

    def number(self, text):
        """C's unsigned arithmetic, for what the generator writes."""
        values = {name: array[0] for name, array in self.names.items()}
        return eval(text, {'__builtins__': {}, 'sum': sum, **values, **self.counters})

    def launch(self, kernel, given):
        cells = {name: self.names[array] for name, array in given.items() if array in self.names}

        def read(name, at):
            cells[name][2] += 1
            return cells[name][0][at]

        def write(name, at, value):
            cells[name][1] += 1
            cells[name][0][at] = value % 2 ** 32

        old = {name: list(array[0]) for name, array in cells.items()}
        factor = self.number(given['a']) % 2 ** 32 if kernel == 'add' else 0
        for i in range(CELLS):
            if kernel == 'add':
                write('y', i, read('y', i) + factor * read('x', i))
            elif kernel == 'mix':
                read('p', i), read('q', (i + 1) % CELLS)
                write('out', i, 3 * old['p'][i] + old['q'][(i + 1) % CELLS])
            elif kernel == 'total':
                write('s', 0, read('s', 0) + read('f', i))
            else:
                write('f', i, read('f', i) + int(kernel[6:-1]))


class Program:
    """Random steps: their text, and their effect on a machine."""

    def __init__(self, seed):
        self.random, self.machine, self.text = random.Random(seed), Machine(), []
        body = self.block(0, [])
        self.write(body, 0)
        self.run(body, 0)

    def block(self, depth, counters):
        return [self.step(depth, counters) for _ in range(self.random.randint(2, 5))]

    def number(self, counters):
        return self.random.choice(['3', '4294967295', f'{self.random.choice("ABCD")}[{self.random.randrange(CELLS)}] % 7'] +
                                  [f'{counter} * 2 + 1' for counter in counters] +
                                  [f'S[0] % 5 + {counter}' for counter in counters])

    def step(self, depth, counters):
        pick = self.random.choice
        kind = pick(['launch'] * 5 + ['swap', 'copy', 'fill', 'host'] + ['repeat'] * (3 if depth < 3 else 0))
        if kind == 'repeat':
            counter = f'k{depth}' if self.random.random() < 0.7 else None
            count = pick(['1', '2', '3', '5'] + counters + [f'{other} + 1' for other in counters])
            until = pick([None, None, 'sum (A) % 3 == 1', 'S[0] > 100', f'B[1] % 4 == {self.random.randrange(4)}'])
            return (kind, count, counter, until, self.block(depth + 1, counters + ([counter] if counter else [])))
        if kind == 'launch':
            kernel = pick(['add', 'mix', 'total', 'raise<2>', 'raise<5>'])
            out = pick('ABCD')
            others = [name for name in 'ABCD' if name != out]
            given = {'add': {'y': out, 'x': pick('ABCD'), 'a': self.number(counters)},
                     'mix': {'out': out, 'p': pick('ABCD'), 'q': pick(others)},
                     'total': {'f': out, 's': 'S'}}.get(kernel, {'f': out})
            return (kind, kernel, given, pick(['', ' block=32', ' block=64', ' block=7']))
        if kind in ('swap', 'copy'):
            return (kind, *self.random.sample('ABCD', 2))
        if kind == 'fill':
            name = pick('ABCDS')
            return (kind, name, pick(['zeros', 'ones', 'iota']))
        return (kind, pick('ABCDS'), pick(['from', 'to']))

    def write(self, steps, depth):
        for step in steps:
            if step[0] == 'repeat':
                _, count, counter, until, body = step
                self.line(depth, f'repeat {count}' + (f' as {counter}' if counter else '') +
                          (f' until {until}' if until else ''))
                self.write(body, depth + 1)
                self.line(depth, 'end')
            elif step[0] == 'launch':
                _, kernel, given, launch = step
                self.line(depth, f'launch {kernel}{launch} range={CELLS} n={CELLS} ' +
                          ' '.join(f'{name}={value}' for name, value in given.items()))
            elif step[0] == 'swap':
                self.line(depth, f'swap {step[1]}, {step[2]}')
            elif step[0] == 'copy':
                self.line(depth, f'copy {step[1]} to {step[2]}')
            elif step[0] == 'fill':
                self.line(depth, f'fill {step[1]} = {step[2]}')
            else:
                self.line(depth, f'copy host to {step[1]}' if step[2] == 'from' else f'copy {step[1]} to host')

    def line(self, depth, text):
        self.text.append('  ' * depth + text)

    def moment(self, depth):
        if depth == 0:
            self.machine.moments += 1
            self.machine.keep()

    def run(self, steps, depth):
        names = self.machine.names
        for step in steps:
            if step[0] == 'repeat':
                self.repeat(step, depth)
                continue
            if step[0] == 'launch':
                self.machine.launch(step[1], step[2])
            elif step[0] == 'swap':
                names[step[1]], names[step[2]] = names[step[2]], names[step[1]]
            elif step[0] == 'copy':
                names[step[2]][0][:] = names[step[1]][0]
            elif step[0] == 'fill':
                names[step[1]][0][:] = fill(step[2], len(names[step[1]][0]))
            elif step[2] == 'from':
                names[step[1]][0][:] = fill(ARRAYS.get(step[1], 'zeros'), len(names[step[1]][0]))
            self.moment(depth)

    def repeat(self, step, depth):
        _, count, counter, until, body = step
        for i in range(self.machine.number(count)):
            if counter:
                self.machine.counters[counter] = i
            self.run(body, depth + 1)
            # the condition sees the counter of this round
            done = until is not None and self.machine.number(until)
            self.moment(depth)
            if done:
                break

    def document(self):
        groups = ''.join(f'[arg {name}]\nshape={CELLS}\nfill={text}\n' for name, text in ARRAYS.items())
        # a launch of each, so that every array is there
        first = f'launch total f=A s=S n={CELLS}\nlaunch mix out=B p=C q=D n={CELLS}\n'
        return KERNELS + settings('[steps]\n' + first + '\n'.join(self.text) + '\n' + groups + '[arg S]\nshape=1\n')


class Seeded(Program):
    def __init__(self, seed):
        super().__init__(seed)
        # what document() puts first
        self.machine = Machine()
        for kernel, given in (('total', {'f': 'A', 's': 'S'}), ('mix', {'out': 'B', 'p': 'C', 'q': 'D'})):
            self.machine.launch(kernel, given)
            self.moment(0)
        self.random = random.Random(seed)
        self.run(self.block(0, []), 0)


def check_program(seed):
    program = Seeded(seed)
    machine = program.machine
    with Folder() as folder:
        file = folder.write('k.cu', program.document())
        report = run_json(file, '--output', folder('out'), '--history', '4', '--backend', BACKEND)
        expect_equal(report['history']['moments'], machine.moments, program.document())
        expect_equal(report['history']['kept'], list(range(machine.moments + 1)))
        for name, (cells, writes, reads) in machine.names.items():
            expect_equal(read_npy(folder(f'out/{name}.npy'))[1], cells, seed, name, program.document())
            counted = report['coverage']['arrays'][name]
            expect_equal((counted['writes'], counted['reads']), (writes, reads), seed, name, program.document())
            if not os.path.exists(folder(f'out/{name}.history.npy')):
                expect(all(kept[name] == cells for kept in machine.history), f'{name} was only read')
                continue
            shape, history = read_npy(folder(f'out/{name}.history.npy'))
            expect_equal(shape, (machine.moments + 1, len(cells)))
            for moment in range(machine.moments + 1):
                expect_equal(history[moment * len(cells):(moment + 1) * len(cells)], machine.history[moment][name],
                             seed, name, f'moment {moment}', program.document())


@case
def random_programs_do_what_they_say():
    for seed in SEEDS:
        check_program(seed)


COUNT = '''__global__ void count (int *f, int *g, int k)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  f[i] = g[i] + k;
}
'''


def count(steps, *args, status=0, more=''):
    with Folder() as folder:
        groups = '[arg f]\nshape=64\n[arg g]\nshape=64\nfill=zeros\n[arg k]\nvalue=1\n'
        file = folder.write('k.cu', COUNT + settings('[launch]\nblock=64\n[steps]\n' + steps + groups + more))
        report = run_json(file, *args, '--output', folder('out'), '--backend', BACKEND, status=status)
        return report, read_npy(folder('out/f.npy'))[1] if status == 0 else None


@case
def who_wrote_is_told_of_the_kernel_that_is_shown():
    """Accesses are counted of all; threads of another kernel have other numbers."""
    source = COUNT + '__global__ void other (int *f) { f[64 + threadIdx.x + blockIdx.x * 2] = 1; }\n'
    for steps in ('launch count\nlaunch other\n', 'repeat 3\nlaunch other\nlaunch count k=2\nlaunch other\nend\n'):
        rounds = 3 if 'repeat' in steps else 1
        with Folder() as folder:
            text = settings('[launch]\nkernel=count\nblock=16\ngrid=2\n[launch other]\nblock=2\ngrid=8\n[steps]\n' + steps +
                            '[arg f]\nshape=96\n[arg g]\nshape=96\n[arg k]\nvalue=1\n')
            report = run_json(folder.write('k.cu', source + text), '--output', folder('out'), '--backend', BACKEND)
            wrote = list(range(32)) + [-1] * 64
            for plane in ('lowest', 'highest'):
                expect_equal(read_npy(folder(f'out/f.{plane}.npy'))[1], wrote, plane, steps)
            others = steps.count('other')
            expect_equal(read_npy(folder('out/f.writes.npy'))[1],
                         [rounds] * 32 + [0] * 32 + [rounds * others] * 16 + [0] * 16, steps)
            expect_equal(report['coverage']['idle_threads'], 0)


@case
def moments_are_thinned_evenly():
    # a moment takes 512 bytes, so that 2,048 fit into the least history
    report, cells = count('repeat 5000\n  launch count\n  swap f, g\nend\n', '--history', '1')
    kept = report['history']['kept']
    expect_equal((report['history']['moments'], kept[0], kept[-1]), (5000, 0, 5000 // 4 * 4))
    expect_equal({b - a for a, b in zip(kept, kept[1:])}, {4})
    expect_equal(cells[0], 4999)


@case
def a_moment_is_shown():
    report, cells = count('repeat 10\n  launch count\n  swap f, g\nend\n', '--moment', '7')
    expect_equal(cells, [6] * 64)
    with Folder() as folder:
        file = folder.write('k.cu', COUNT + settings('[steps]\nrepeat 4\nlaunch count\nend\n'))
        result = cli('run', file, '--moment', '5')
        expect_equal(result.status, 2, result)
        expect('the last moment of this run is 4' in result.err, result)


@case
def steps_are_timed_and_streams_are_named():
    report, _ = count('launch count on s\nrecord done on s\nwait done on t\nlaunch count on t k=2\n')
    expect_equal([step['kind'] for step in report['steps']], ['launch', 'record', 'wait', 'launch'])
    expect_equal(report['timeline']['streams'], ['', 's', 't'])
    spans = {span['step']: span for span in report['timeline']['spans']}
    expect(spans[0]['end_ms'] <= spans[1]['start_ms'] <= spans[3]['start_ms'], spans)
    expect_equal((spans[0]['stream'], spans[3]['stream']), (1, 2))


def races(steps):
    report, _ = count(steps)
    return [warning['text'] for warning in report['warnings'] if warning['code'] == 'race']


@case
def streams_that_nothing_orders_are_told():
    for steps, wanted in [
            ('launch count on s\nlaunch count on t\n', 1),
            ('launch count on s\nlaunch count on s\n', 0),
            ('launch count on s\nrecord done on s\nwait done on t\nlaunch count on t\n', 0),
            ('record done on s\nlaunch count on s\nwait done on t\nlaunch count on t\n', 1),
            ('launch count on s\nrecord done on s\nlaunch count on t\nwait done on t\n', 1),
            ('launch count on s\nlaunch count\nlaunch count on t\n', 0),
            ('copy g to host on s\ncopy g to f on t\nlaunch count\n', 0),
            ('launch count\ncopy host to g on s\ncopy g to f on t\n', 1),
            ('launch count\ncopy g to host on s\ncopy host to g on t\n', 1),
            ('launch count on s\nrecord a on s\nwait a on t\nrecord b on t\nwait b on u\nlaunch count on u\n', 0),
            # an array that was swapped away is another one by then
            ('launch count\ncopy host to f on s\nswap f, g\ncopy host to f on t\n', 0),
            ('launch count\ncopy host to f on s\nswap f, g\ncopy host to g on t\n', 1),
            # whoever looks at an array waits for all streams
            ('launch count on s\nlaunch count on t k=f[0]\n', 0),
            ('repeat 5\nlaunch count on s\nlaunch count on t\nend\n', 1)]:
        found = races(steps)
        expect_equal(len(found), wanted, steps, *found)
    found = races('launch count on s\nlaunch count on t k=2\n')
    expect('“launch count on s” in line 12 and “launch count on t k=2” in line 13 touch the array' in found[0], found)


@case
def a_condition_ends_a_loop():
    report, cells = count('repeat until max (f) >= 9\n  launch count k=2\n  copy f to g\nend\n')
    expect_equal((cells[0], report['steps'][0]['times']), (10, 5))


@case
def one_launch_is_as_it_was():
    with Folder() as folder:
        report = run_json(folder.write('k.cu', COUNT + settings('[launch]\nblock=64\n[arg f]\nshape=64\n')))
        expect('steps' not in report and 'timeline' not in report, report)


LOOSE = 'int *x = nullptr; '
TRAP = '__global__ void late (int *f, int n) { if (n == 730) f[threadIdx.x + (1ll << 40)] = 1; else f[threadIdx.x] = n; }\n'

# steps, what is said, the line of it (from the first step), the status
WRONG = [
    ('jump f', '“jump f” is not a step', 0, 2),
    ('launch', 'is not complete; it is written as launch KERNEL', 0, 2),
    ('launch nobody', 'there is no kernel “nobody” in the source', 0, 2),
    ('launch late z=1', 'the kernel late has no parameter “z”; it has f, n', 0, 2),
    ('launch late f=h', 'f is an array, and there is no array “h”', 0, 2),
    ('launch late n=', '“n” has no value', 0, 2),
    ('launch late n=1 n=2', 'n is given twice', 0, 2),
    ('launch late on', 'is not complete', 0, 2),
    ('launch late on 7', 'is not complete', 0, 2),
    ('launch late on s t', 'is not complete', 0, 2),
    ('launch late block=0', 'block', 0, 1),
    ('launch late block=2000', '1024', 0, 1),
    ('launch late grid=x', 'grid', 0, 1),
    ('launch late n=bogus', '“bogus” is not defined here', 0, 2),
    ('launch late n=f', 'where one number is wanted', 0, 2),
    ('launch late n=f[100000]', '100000', 0, 2),
    ('launch late n=1/0', 'divided', 0, 2),
    ('launch late\nswap f', 'is written as swap ARRAY, ARRAY', 1, 2),
    ('launch late\nswap f, h', 'no launch has an array “h”; there are f', 1, 2),
    ('launch late\nlaunch wide\nswap f, w', 'cannot be swapped', 2, 2),
    ('launch late\ncopy f', 'is written as copy ARRAY to ARRAY', 1, 2),
    ('launch late\ncopy f to h', 'no launch has an array “h”', 1, 2),
    ('launch late\ncopy host to host', 'the host has nothing to copy to itself', 1, 2),
    ('launch late\nlaunch wide\ncopy f to w', 'cannot be copied to w', 2, 2),
    ('launch late\nfill f', 'is written as fill ARRAY', 1, 2),
    ('launch late\nfill h = ones', 'no launch has an array “h”', 1, 2),
    ('launch late\nfill f = twos', 'twos', 1, 2),
    ('launch late\nfill f = values:1,2', 'values', 1, 2),
    ('launch late\nfill f = file:none.npy', 'none.npy', None, 2),
    ('launch late\nfill f = expr:bogus', 'bogus', None, 2),
    ('repeat 0\nlaunch late\nend', '“0” is not a whole number from 1 to 1000000', 0, 1),
    ('repeat 1000000000000\nlaunch late\nend', '“1000000000000” is not a whole number', 0, 1),
    ('repeat 1000*1000*1000\nlaunch late\nend', '1000000000 rounds are more than the 1000000', 0, 2),
    ('repeat 1000000\nrepeat 999999\nlaunch late\nend\nend', 'this one has 999999000000 rounds', 1, 2),
    ('repeat 1000000*size\nrepeat 1000000\nlaunch late\nend\nend', '32000000 rounds are more than', 0, 2),
    ('repeat 5/2.0\nlaunch late\nend', '“5/2.0” comes to 2.5, which is not a whole number of rounds', 0, 2),
    ('repeat 0.0/0\nlaunch late\nend', 'not a whole number of rounds', 0, 2),
    ('repeat\nlaunch late\nend', 'is not complete', 0, 2),
    ('repeat until\nlaunch late\nend', 'is not complete', 0, 2),
    ('repeat 3 as f\nlaunch late\nend', '“f” is the name of an array or of an extent', 0, 2),
    ('repeat 3 as rows\nlaunch late\nend', '“rows” is the name of an array or of an extent', 0, 2),
    ('repeat 3 until f\nlaunch late\nend', 'where one number is wanted', 0, 2),
    ('repeat 3 until maybe\nlaunch late\nend', '“maybe” is not defined here', 0, 2),
    ('repeat 3\nlaunch late', 'this repeat has no end', 0, 2),
    ('launch late\nend', 'this end has no repeat before it', 1, 2),
    ('repeat 2\n' * 17 + 'launch late\n' + 'end\n' * 17, 'loops are nested too deeply', 16, 2),
    ('launch late\n' * 1001, '[steps] has more than 1000 statements', 1000, 2),
    ('launch late\nwait never', 'no step before this one records the event “never”', 1, 2),
    ('launch late\nwait late\nrecord late', 'no step before this one records the event “late”', 1, 2),
    ('launch late\nrecord', 'is not complete', 1, 2),
    ('fill f = ones', 'no step launches a kernel', 0, 2),
    ('launch tile', '“tile” is a template, and needs its arguments', 0, 2),
    ('launch tile<nothing>', 'nothing', None, 1),
    ('launch late\nlaunch floats x=f', 'the array f has cells of int, and the kernel floats wants float', 1, 2),
    ('repeat 1000 as k\nlaunch late n=k\nend', 'round 731, step “launch late n=k”', None, 1),
]


def check_wrong(number, steps, words, line, status):
    source = TRAP + '__global__ void wide (int *w) { w[threadIdx.x] = 1; }\n' \
        '__global__ void floats (float *x) { x[threadIdx.x] = 1; }\n' \
        'template <class T> __global__ void tile (T *x) { x[threadIdx.x] = 1; }\n'
    with Folder() as folder:
        file = folder.write('k.cu', source + settings('[launch]\nblock=32\n[steps]\n' + steps +
                                                      '\n[arg f]\nshape=32\n[arg w]\nshape=64\n'))
        result = cli('run', file, '--json')
        expect_equal(result.status, status, number, steps[:200], result)
        expect(words in result.err, steps[:200], result)
        if line is not None:
            expect(f':{line_of(file, "[steps]") + 1 + line}:' in result.err, steps[:200], result)


@case
def what_is_wrong_is_told_with_its_line():
    failed = []
    for number, row in enumerate(WRONG):
        try:
            check_wrong(number, *row)
        except AssertionError as error:
            failed.append(str(error))
    expect(not failed, *failed)


@case
def a_launch_that_is_stopped_leaves_what_was_there():
    with Folder() as folder:
        file = folder.write('k.cu', TRAP + settings('[launch]\nblock=32\n[steps]\nrepeat 1000 as k\nlaunch late n=k\n'
                                                    'end\n[arg f]\nshape=32\n'))
        report = run_json(file, '--history', '1', '--output', folder('out'), '--backend', BACKEND, status=1)
        expect('round 731, step “launch late n=k”' in report['trap']['text'], report['trap'])
        expect_equal(report['history']['moments'], 730)
        expect_equal(report['history']['kept'], list(range(731)))
        shape, history = read_npy(folder('out/f.history.npy'))
        expect_equal((shape, history[-1], read_npy(folder('out/f.npy'))[1][0]), ((731, 32), 729, 729))


@case
def an_expression_that_fails_late_leaves_what_was_there():
    with Folder() as folder:
        file = folder.write('k.cu', TRAP + settings('[launch]\nblock=32\n[steps]\nrepeat 100 as k\n'
                                                    'launch late n=k+0*f[20*k]\nend\n[arg f]\nshape=32\n'))
        report = run_json(file, '--history', '1', '--output', folder('out'), '--backend', BACKEND, status=1)
        expect_equal(report['trap']['code'], 'document')
        expect('round 3, step “launch late n=k+0*f[20*k]”' in report['trap']['text'], report['trap'])
        expect_equal((report['history']['moments'], read_npy(folder('out/f.npy'))[1]), (2, [1] * 32))


@case
def an_interrupt_leaves_what_was_there():
    """Ctrl+C goes to all processes of a terminal, the runner too."""
    with Folder() as folder:
        file = folder.write('k.cu', TRAP + settings('[launch]\nblock=32\n[steps]\nrepeat 1000000 as k\n'
                                                    'launch late n=k%700\nend\n[arg f]\nshape=32\n'))
        process = subprocess.Popen([CLI, 'run', file, '--json', '--history', '1', '--output', folder('out'), '--backend', BACKEND],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)
        result = finish(process)
        expect_equal(result.status, 130, result)
        report = result.report
        expect_equal(report['trap']['code'], 'stopped', result)
        history = report['history']
        shape, cells = read_npy(folder('out/f.history.npy'))
        expect_equal(shape, (len(history['kept']), 32))
        expect(history['moments'] > 100, history['moments'])
        for row, moment in enumerate(history['kept']):
            expect_equal(cells[row * 32], max(moment - 1, 0) % 700, moment)
        expect(read_npy(folder('out/f.npy'))[1][0] in ((history['moments'] - 1) % 700, history['moments'] % 700), history['moments'])


if __name__ == '__main__':
    main()
