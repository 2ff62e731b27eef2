#!/usr/bin/env python3
"""Which steps race: random programs on streams with events, whose order is computed here as the transitive closure of a
graph of what happens before what.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import re

from harness import Folder, case, expect, expect_equal, main, run_json, settings

BACKEND = os.environ.get('GRIDLOOM_STEPS_BACKEND', 'sim')
PROGRAMS = int(os.environ.get('GRIDLOOM_ORDER_PROGRAMS', '200'))

KERNELS = '''__global__ void mix (int *out, const int *in, int k)
{
  out[threadIdx.x] = in[threadIdx.x] + k;
}

__global__ void change (int *f)
{
  f[threadIdx.x]++;
}

__global__ void look (const int *f)
{
  if (f[threadIdx.x] == 1 << 30)
    printf ("it is there\\n");
}
'''
ARRAYS = 'ABC'
FOUND = re.compile('“(.*)” in line ([0-9]+) and “(.*)” in line ([0-9]+) touch the array (.*) on streams that nothing orders')


class Step:
    """One line: what it does, on which stream ('' is the default one), what it reads and writes, and whether this
    computer looks at arrays before it."""

    def __init__(self, kind, text, stream='', reads='', writes='', looks=False, event=None, names=None):
        self.kind, self.text, self.stream, self.reads, self.writes = kind, text, stream, reads, writes
        self.looks, self.event, self.names, self.body, self.count, self.until = looks, event, names, None, 1, False


class Program:
    """Random steps, flat in `lines` and as blocks in `body`."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.streams = ['s', 't', 'u'][:self.random.choice([2, 3])] * 2 + self.random.choice([[], ['']])
        self.events = ['a', 'b', 'c'][:self.random.randint(1, 3)]
        self.order, self.lines = self.random.uniform(0, 0.7), []
        # launches bring the arrays, which other steps name
        arrays = [Step('launch', f'launch look f={name}', reads=name) for name in ARRAYS]
        self.body = self.block(self.random.randint(2, 9), 0)
        self.body = self.body + arrays if self.random.random() < 0.5 else arrays + self.body
        self.drop_waits_for_nothing()

    def block(self, length, depth):
        steps = []
        for _ in range(length):
            if self.random.random() < self.order:
                # what is behind the one on its stream comes before what is behind the other
                event, streams = self.random.choice(self.events), self.random.sample(self.streams, 2)
                steps += [self.event(kind, event, stream) for kind, stream in zip(('record', 'wait'), streams)]
            if self.random.random() < self.order / 4:
                steps.append(self.event(self.random.choice(['record', 'wait']), self.random.choice(self.events),
                                        self.random.choice(self.streams)))
            steps.append(self.step(depth))
        return steps

    def event(self, kind, event, stream):
        return Step(kind, f'{kind} {event}' + (f' on {stream}' if stream else ''), stream, event=event)

    def step(self, depth):
        pick = self.random.choice
        stream = pick(self.streams)
        on = f' on {stream}' if stream else ''
        if depth < 2 and self.random.random() < 0.12:
            return self.loop(depth)
        a, b = pick(ARRAYS), pick(ARRAYS)
        kind = pick(['mix', 'mix', 'mix', 'change', 'look', 'copy', 'to', 'from', 'fill', 'swap'])
        if kind == 'mix':
            # a number that is written out needs no array; what has to be computed does
            k = pick(['', ' k=7'] * 5 + [f' k={a}[1]', ' k=1+1'])
            return Step('launch', f'launch mix{on} out={a} in={b}{k}', stream, a + b, a, '[' in k or '+' in k)
        if kind == 'change':
            return Step('launch', f'launch change{on} f={a}', stream, a, a)
        if kind == 'look':
            return Step('launch', f'launch look{on} f={a}', stream, a)
        if kind == 'copy':
            return Step(kind, f'copy {a} to {b}{on}', stream, a, b)
        if kind == 'to':
            return Step('copy', f'copy {a} to host{on}', stream, a)
        if kind == 'from':
            return Step('copy', f'copy host to {a}{on}', stream, '', a)
        if kind == 'fill':
            return Step(kind, f'fill {a}{on} = ones', stream, '', a)
        return Step(kind, f'swap {a}, {b}', names=(a, b))

    def loop(self, depth):
        # 1+1 is computed, as a condition is, which waits for all streams
        count, text = self.random.choice([(1, '1'), (2, '2'), (3, '3'), (2, '1+1'), (0, '1-1')])
        until = self.random.random() < 0.2
        step = Step('repeat', f'repeat {text}' + (' until A[0] != A[0]' if until else ''), looks='1' in text[1:])
        step.count, step.until = count, until
        step.body = self.block(self.random.randint(1, 4), depth + 1)
        return step

    def write(self, steps):
        for step in steps:
            step.index = len(self.lines)
            self.lines.append(step)
            if step.body is not None:
                self.write(step.body)
                self.lines.append(Step('end', 'end'))

    def drop_waits_for_nothing(self):
        """A wait for an event that nothing records before it, or in the loop that holds both, is refused."""
        recorded = set()

        def clean(steps, inside):
            kept = []
            for step in steps:
                if step.body is not None:
                    within = inside | events_of(step.body)
                    step.body = clean(step.body, within)
                    recorded.update(events_of(step.body))
                if step.kind == 'record':
                    recorded.add(step.event)
                if step.kind != 'wait' or step.event in recorded | inside:
                    kept.append(step)
            return kept

        self.body, self.lines = clean(self.body, set()), []
        self.write(self.body)

    def document(self):
        groups = ''.join(f'[arg {name}]\nshape=4\n' for name in ARRAYS)
        return KERNELS + settings('[launch]\nblock=4\n[steps]\n' + ''.join(step.text + '\n' for step in self.lines) +
                                  '[arg k]\nvalue=1\n[arg out]\nshape=4\n[arg in]\nshape=4\n[arg f]\nshape=4\n' + groups)


def events_of(steps):
    found = set()
    for step in steps:
        if step.body is not None:
            found |= events_of(step.body)
        elif step.kind == 'record':
            found.add(step.event)
    return found


class Graph:
    """What was done, in the order of the text, and what each must wait for."""

    def __init__(self, program):
        self.done, self.edges, self.recorded = [], [], {}
        self.arrays = {name: number for number, name in enumerate(ARRAYS)}
        self.walk(program.body)

    def look(self):
        """This computer waits for all before, and all behind wait for it."""
        self.add(None, 'host')

    def walk(self, steps):
        for step in steps:
            if step.looks:
                self.look()
            if step.body is not None:
                for _ in range(step.count):
                    self.walk(step.body)
                    if step.until:
                        self.look()
            elif step.kind == 'swap':
                a, b = step.names
                self.arrays[a], self.arrays[b] = self.arrays[b], self.arrays[a]
            else:
                node = self.add(step, step.stream)
                if step.kind == 'record':
                    self.recorded[step.event] = node
                if step.kind == 'wait' and step.event in self.recorded:
                    self.edges.append((self.recorded[step.event], node))

    def add(self, step, stream):
        node = len(self.done)
        waits_for_all = stream in ('', 'host')
        for other, (_, theirs, _) in enumerate(self.done):
            if waits_for_all or theirs in ('', 'host', stream):
                self.edges.append((other, node))
        self.done.append((step, stream, dict(self.arrays)))
        return node

    def reach(self):
        """For each node all that come before it: the transitive closure (Warshall's, on rows of bits)."""
        n = len(self.done)
        before = [0] * n
        for a, b in self.edges:
            before[b] |= 1 << a
        for middle in range(n):
            for node in range(n):
                if before[node] >> middle & 1:
                    before[node] |= before[middle]
        return before

    def races(self):
        """Pairs of nodes in no order that touch one array, of which one writes, with its name for the later one."""
        before, pairs = self.reach(), set()
        for b, (second, _, names) in enumerate(self.done):
            for a, (first, _, old) in enumerate(self.done[:b]):
                if first is None or second is None or before[b] >> a & 1:
                    continue
                for name, array in names.items():
                    reads = {old[other] for other in first.reads + first.writes}
                    writes = {old[other] for other in first.writes}
                    if array in writes and name in second.reads + second.writes or array in reads and name in second.writes:
                        pairs.add((a, b, name))
        return pairs


def check_program(seed):
    program = Program(seed)
    text = program.document()
    shown = f'seed {seed}\n' + '\n'.join(step.text for step in program.lines)
    first = text[:text.index('[steps]')].count('\n') + 2
    graph = Graph(program)
    races = graph.races()
    steps = [step and step.index for step, _, _ in graph.done]
    wanted = {(frozenset((steps[a], steps[b])), name) for a, b, name in races}
    with Folder() as folder:
        report = run_json(folder.write('k.cu', text), '--backend', BACKEND)
    told = set()
    for warning in report['warnings']:
        found = FOUND.search(warning['text'])
        if found is None:
            continue
        a, b = int(found[2]) - first, int(found[4]) - first
        expect_equal((found[1], found[3]), (program.lines[a].text, program.lines[b].text), shown)
        expect((frozenset((a, b)), found[5]) in wanted, f'{warning["text"]}: they are in order', shown)
        told.add(frozenset((a, b)))
    # of those on one stream that race with a step, one must be told
    for a, b, name in races:
        others = {frozenset((steps[other], steps[b])) for other, later, _ in races
                  if later == b and graph.done[other][1] == graph.done[a][1]}
        expect(others & told, f'“{program.lines[steps[a]].text}” and “{program.lines[steps[b]].text}” race for {name}, '
               'which is not told', shown)
    return bool(races)


@case
def races_are_what_nothing_orders():
    verdicts, failed = [], []
    for seed in range(PROGRAMS):
        try:
            verdicts.append(check_program(seed))
        except AssertionError as error:
            failed.append(str(error))
    print(f'# {len(verdicts)} programs, {verdicts.count(True)} of them with races')
    expect(not failed, f'{len(failed)} of {PROGRAMS} programs', *failed[:5])
    expect(min(verdicts.count(True), verdicts.count(False)) >= PROGRAMS // 4, 'they are too much alike')


if __name__ == '__main__':
    main()
