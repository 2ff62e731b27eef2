#!/usr/bin/env python3
"""Random host programs are interpreted here, by their syntax trees, and followed by the reader of steps: both must come
to the same launches, copies and fills of the same arrays in the same order, every time.

Usage: test-steps-oracle.py STEP-LINES [PROGRAMS [SEED]]

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 400
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
MOST = 4000             # things that one program does

KERNELS = {'one': ['float *a', 'int n'], 'two': ['const float *in', 'float *out', 'int n', 'int m'],
           'three': ['const float *f', 'const float *g', 'float *h']}


class TooMuch(Exception):
    pass


class Leave(Exception):
    def __init__(self, how):
        super().__init__()
        self.how = how


# -- Programs: a statement is a tuple; what begins with its word is its kind --

class Maker:
    def __init__(self, rng):
        self.rng = rng
        self.count = 0
        self.pointers = []
        self.numbers = []
        self.loops = 0
        self.functions = []

    def name(self, stem):
        self.count += 1
        return f'{stem}{self.count}'

    def number(self, depth=0):
        rng = self.rng
        if depth > 1 or rng.random() < 0.3:
            return ('const', rng.choice([0, 1, 2, 3, 4, 5, 8, 10, 100]))
        if self.numbers and rng.random() < 0.6:
            return ('get', rng.choice(self.numbers))
        return (rng.choice(['+', '*', '%', '-', '/', '<<', '>>']), self.number(depth + 1), self.number(depth + 1))

    def pointer(self):
        if self.rng.random() < 0.15:
            return ('choose', self.condition(), ('at', self.rng.choice(self.pointers)), ('at', self.rng.choice(self.pointers)))
        if self.rng.random() < 0.1:
            return ('plus', ('at', self.rng.choice(self.pointers)))
        return ('at', self.rng.choice(self.pointers))

    def condition(self):
        rng = self.rng
        a = ('get', rng.choice(self.numbers)) if self.numbers else ('const', 1)
        return rng.choice([('==', ('%', a, ('const', 2)), ('const', rng.randrange(2))), ('<', a, ('const', rng.randrange(6))),
                           ('==', a, ('const', rng.randrange(4))), ('>', a, self.number(1))])

    def launch(self):
        kernel = self.rng.choice(list(KERNELS))
        return ('launch', kernel, [self.pointer() if '*' in p else self.number() for p in KERNELS[kernel]],
                self.rng.choice([('const', 4), ('const', 7), ('+', ('const', 1), ('const', 2))]))

    def loop(self, depth):
        rng = self.rng
        i = self.name('i')
        self.numbers.append(i)
        self.loops += 1
        form = rng.choice(['up', 'up', 'up', 'step', 'down', 'double', 'halve', 'while', 'do', 'of'])
        body = self.block(depth + 1)
        self.loops -= 1
        self.numbers.remove(i)
        outer = [n for n in self.numbers if n.startswith('i')]
        limit = ('get', rng.choice(outer)) if form == 'of' and outer else ('const', rng.choice([0, 1, 2, 3, 5, 6, 12, 40]))
        return ('loop', form, i, rng.randrange(3), limit, body)

    def statement(self, depth):
        rng = self.rng
        roll = rng.random()
        if roll < 0.33:
            return self.launch()
        if roll < 0.43:
            return ('swap', rng.choice(['temporary', 'std', 'plain']), *rng.sample(self.pointers, 2))
        if roll < 0.47 and len(self.pointers) > 2:
            return ('rotate', *rng.sample(self.pointers, 3))
        if roll < 0.50:
            return ('point', rng.choice(self.pointers), rng.choice(self.pointers))
        if roll < 0.56:
            return ('copy', *rng.sample(self.pointers, 2))
        if roll < 0.60:
            return ('fill', rng.choice(self.pointers))
        if roll < 0.66 and [n for n in self.numbers if n.startswith('n')]:
            n = rng.choice([n for n in self.numbers if n.startswith('n')])
            return ('set', n, rng.choice(['=', '+=', '++']), ('%', self.number(), ('const', 97)))
        if roll < 0.70:
            n, value = self.name('n'), self.number()
            self.numbers.append(n)
            return ('declare', n, ('%', value, ('const', 50)))
        if roll < 0.90 and depth < 3:
            return self.loop(depth)
        if roll < 0.95 and depth < 4:
            return ('if', self.condition(), self.block(depth + 1), self.block(depth + 1) if rng.random() < 0.5 else None)
        if roll < 0.97 and self.loops > 0:
            return ('if', self.condition(), [(rng.choice(['break', 'continue']),)], None)
        if self.functions:
            name, params, _ = rng.choice(self.functions)
            return ('call', name, [self.number(1) if p[0] == 'n' else ('at', rng.choice(self.pointers)) for p in params])
        return self.launch()

    def block(self, depth):
        numbers = list(self.numbers)
        made = [self.statement(depth) for _ in range(self.rng.randrange(1, 4))]
        self.numbers = numbers
        return made

    def function(self):
        pointers, numbers, self.pointers, self.numbers = self.pointers, self.numbers, ['pa', 'pb'], ['na']
        by_reference = self.rng.random() < 0.5
        body = self.block(1)
        self.pointers, self.numbers = pointers, numbers
        self.functions.append((self.name('f'), ['pa&', 'pb&', 'na'] if by_reference else ['pa', 'pb', 'na'], body))


# -- As text --

def number_text(e):
    if e[0] == 'const':
        return str(e[1])
    if e[0] == 'get':
        return e[1]
    if e[0] in ('%', '/'):
        return f'({number_text(e[1])} {e[0]} ({number_text(e[2])} + 1))'
    if e[0] in ('<<', '>>'):
        return f'(({number_text(e[1])} & 255) {e[0]} ({number_text(e[2])} & 3))'
    return f'({number_text(e[1])} {e[0]} {number_text(e[2])})'


def condition_text(e):
    return f'{number_text(e[1])} {e[0]} {number_text(e[2])}'


def pointer_text(e):
    if e[0] == 'at':
        return e[1]
    if e[0] == 'plus':
        return f'{e[1][1]} + 0'
    return f'({condition_text(e[1])} ? {pointer_text(e[2])} : {pointer_text(e[3])})'


def loop_heads(form, i, start, limit):
    return {'up': (f'for (int {i} = {start}; {i} < {limit}; {i}++)', ''), 'of': (f'for (int {i} = 0; {i} <= {limit}; ++{i})', ''),
            'step': (f'for (int {i} = {start}; {i} < {limit}; {i} += 3)', ''),
            'down': (f'for (int {i} = {limit}; {i} > {start}; {i}--)', ''),
            'double': (f'for (int {i} = {start} + 1; {i} <= {limit}; {i} *= 2)', ''),
            'halve': (f'for (int {i} = {limit}; {i} > 0; {i} >>= 1)', ''),
            'while': (f'int {i} = {start}; while ({i} < {limit})', f'{i}++;'),
            'do': (f'int {i} = {start}; do', f'{i} = {i} + 1;')}[form]


def write(block, out, pad):
    for s in block:
        if s[0] == 'launch':
            values = [pointer_text(e) if '*' in p else number_text(e) for p, e in zip(KERNELS[s[1]], s[2])]
            out.append(f'{pad}{s[1]}<<<{number_text(s[3])}, 32>>> ({", ".join(values)});')
        elif s[0] == 'swap' and s[1] == 'std':
            out.append(f'{pad}std::swap ({s[2]}, {s[3]});')
        elif s[0] == 'swap':
            kind = 'float *' if s[1] == 'temporary' else ''
            out.append(f'{pad}{{ {kind}spare = {s[2]}; {s[2]} = {s[3]}; {s[3]} = spare; }}')
        elif s[0] == 'rotate':
            out.append(f'{pad}{{ float *t = {s[1]}; {s[1]} = {s[2]}; {s[2]} = {s[3]}; {s[3]} = t; }}')
        elif s[0] == 'point':
            out.append(f'{pad}{s[1]} = {s[2]};')
        elif s[0] == 'copy':
            out.append(f'{pad}cudaMemcpy ({s[1]}, {s[2]}, SIZE * sizeof (float), cudaMemcpyDeviceToDevice);')
        elif s[0] == 'fill':
            out.append(f'{pad}cudaMemset ({s[1]}, 0, 1024 * 4);')
        elif s[0] == 'set':
            out.append(f'{pad}{s[1]}++;' if s[2] == '++' else f'{pad}{s[1]} {s[2]} {number_text(s[3])};')
        elif s[0] == 'declare':
            out.append(f'{pad}int {s[1]} = {number_text(s[2])};')
        elif s[0] == 'loop':
            head, step = loop_heads(s[1], s[2], s[3], number_text(s[4]))
            out.append(f'{pad}{{ {head} {{')
            if step and s[1] == 'while':
                out.append(f'{pad}  {step}')
            write(s[5], out, pad + '  ')
            if s[1] == 'do':
                out.append(f'{pad}}} while (++{s[2]} < {number_text(s[4])}); }}')
            else:
                out.append(f'{pad}}} }}')
        elif s[0] == 'if':
            out.append(f'{pad}if ({condition_text(s[1])}) {{')
            write(s[2], out, pad + '  ')
            if s[3] is not None:
                out.append(f'{pad}}} else {{')
                write(s[3], out, pad + '  ')
            out.append(f'{pad}}}')
        elif s[0] == 'call':
            out.append(f'{pad}{s[1]} ({", ".join(pointer_text(e) if e[0] == "at" else number_text(e) for e in s[2])});')
        else:
            out.append(f'{pad}{s[0]};')


# -- What they do --

def wrap(value):
    if not -2 ** 31 <= value < 2 ** 31:
        raise TooMuch
    return value


class Host:
    def __init__(self, functions):
        self.functions = {name: (params, body) for name, params, body in functions}
        self.done = []

    def number(self, e, numbers):
        if e[0] == 'const':
            return e[1]
        if e[0] == 'get':
            return numbers[e[1]]
        a, b = self.number(e[1], numbers), self.number(e[2], numbers)
        if e[0] in ('%', '/'):
            b += 1
            if a < 0 or b <= 0:
                raise TooMuch           # signs are a matter of C
            return a % b if e[0] == '%' else a // b
        if e[0] in ('<<', '>>'):
            return (a & 255) << (b & 3) if e[0] == '<<' else (a & 255) >> (b & 3)
        return wrap({'+': a + b, '-': a - b, '*': a * b}[e[0]])

    def holds(self, e, numbers):
        a, b = self.number(e[1], numbers), self.number(e[2], numbers)
        return {'==': a == b, '<': a < b, '>': a > b}[e[0]]

    def pointer(self, e, numbers, pointers):
        if e[0] == 'choose':
            return self.pointer(e[2] if self.holds(e[1], numbers) else e[3], numbers, pointers)
        return pointers[e[1][1] if e[0] == 'plus' else e[1]]

    def note(self, *what):
        self.done.append(what)
        if len(self.done) > MOST:
            raise TooMuch

    def loop(self, s, numbers, pointers):
        _, form, i, start, limit, body = s
        end = lambda: self.number(limit, numbers)
        inner = dict(numbers)
        inner[i] = {'down': end(), 'halve': end(), 'double': start + 1, 'of': 0}.get(form, start)
        holds = {'up': lambda: inner[i] < end(), 'step': lambda: inner[i] < end(), 'down': lambda: inner[i] > start,
                 'double': lambda: inner[i] <= end(), 'halve': lambda: inner[i] > 0, 'while': lambda: inner[i] < end(),
                 'do': lambda: inner[i] < end(), 'of': lambda: inner[i] <= end()}[form]
        is_first = True
        while True:
            if form == 'do' and not is_first:
                inner[i] += 1
            if not (form == 'do' and is_first) and not holds():
                break
            is_first = False
            if form == 'while':
                inner[i] += 1
            try:
                self.run(body, inner, pointers)
            except Leave as leave:
                if leave.how == 'break':
                    break
            finally:
                for name in numbers:
                    numbers[name] = inner[name]
            if form in ('up', 'of'):
                inner[i] += 1
            elif form == 'step':
                inner[i] += 3
            elif form == 'down':
                inner[i] -= 1
            elif form == 'double':
                inner[i] *= 2
            elif form == 'halve':
                inner[i] >>= 1
            self.note('round')
            self.done.pop()

    def call(self, s, numbers, pointers):
        params, body = self.functions[s[1]]
        own = {p.rstrip('&'): pointers[e[1]] for p, e in zip(params, s[2]) if p[0] == 'p'}
        given = {p.rstrip('&'): e[1] for p, e in zip(params, s[2]) if p.endswith('&')}
        shared = Shared(own, pointers, given)
        self.run(body, {'na': self.number(s[2][-1], numbers)}, shared)

    def run(self, block, numbers, pointers):
        for s in block:
            if s[0] == 'launch':
                self.note(s[1], *[self.pointer(e, numbers, pointers) if '*' in p else self.number(e, numbers)
                                  for p, e in zip(KERNELS[s[1]], s[2])], self.number(s[3], numbers))
            elif s[0] == 'swap':
                pointers[s[2]], pointers[s[3]] = pointers[s[3]], pointers[s[2]]
            elif s[0] == 'rotate':
                pointers[s[1]], pointers[s[2]], pointers[s[3]] = pointers[s[2]], pointers[s[3]], pointers[s[1]]
            elif s[0] == 'point':
                pointers[s[1]] = pointers[s[2]]
            elif s[0] == 'copy':
                self.note('copy', pointers[s[2]], pointers[s[1]])
            elif s[0] == 'fill':
                self.note('fill', pointers[s[1]])
            elif s[0] == 'set':
                value = numbers[s[1]] + 1 if s[2] == '++' else self.number(s[3], numbers)
                numbers[s[1]] = wrap(value + numbers[s[1]] if s[2] == '+=' else value)
            elif s[0] == 'declare':
                numbers[s[1]] = self.number(s[2], numbers)
            elif s[0] == 'loop':
                self.loop(s, numbers, pointers)
            elif s[0] == 'if':
                chosen = s[2] if self.holds(s[1], numbers) else s[3]
                if chosen is not None:
                    self.run(chosen, numbers, pointers)
            elif s[0] == 'call':
                self.call(s, numbers, pointers)
            else:
                raise Leave(s[0])


class Shared:
    """Pointers of a function: its own, or those of its caller under another name."""

    def __init__(self, own, outer, given):
        self.own, self.outer, self.given = own, outer, given

    def __getitem__(self, name):
        return self.outer[self.given[name]] if name in self.given else self.own[name]

    def __setitem__(self, name, value):
        if name in self.given:
            self.outer[self.given[name]] = value
        else:
            self.own[name] = value


# -- What the steps do --

def value_of(text, counters):
    text = re.sub(r'([^?]*)\?([^:]*):(.*)', r'(\2) if (\1) else (\3)', text)
    return eval(text.replace('/', '//'), {'__builtins__': {}}, dict(counters))


class Steps:
    def __init__(self, lines):
        self.lines = [line.strip() for line in lines if not line.strip().startswith('#')]
        self.names = {}
        self.done = []

    def array(self, name):
        return self.names.setdefault(name, name)

    def end_of(self, index):
        depth = 1
        while depth:
            index += 1
            depth += self.lines[index].startswith('repeat') - (self.lines[index] == 'end')
        return index

    def run(self, first, end, counters):
        while first < end:
            words = self.lines[first].split()
            if words[0] == 'repeat':
                last = self.end_of(first)
                for k in range(value_of(words[1], counters)):
                    self.run(first + 1, last, {**counters, words[3]: k} if len(words) > 2 else counters)
                first = last
            elif words[0] == 'swap':
                a, b = words[1].rstrip(','), words[2]
                self.names[a], self.names[b] = self.array(b), self.array(a)
            elif words[0] == 'copy':
                self.done.append(('copy', self.array(words[1]), self.array(words[3])))
            elif words[0] == 'fill':
                self.done.append(('fill', self.array(words[1])))
            else:
                given = dict(word.split('=', 1) for word in words[2:])
                values = []
                for p in KERNELS[words[1]]:
                    name = p.split()[-1].lstrip('*')
                    values.append(self.array(given.get(name, name)) if '*' in p else value_of(given[name], counters))
                self.done.append((words[1], *values, int(given['grid'])))
            first += 1


def build(rng):
    maker = Maker(rng)
    arrays = [f'p{i}' for i in range(rng.randrange(2, 5))]
    for _ in range(rng.randrange(0, 2)):
        maker.function()
    maker.pointers = list(arrays)
    body = []
    for _ in range(rng.randrange(2, 7)):
        body.append(maker.statement(0))
    body += [('launch', 'one', [('at', p), ('const', i)], ('const', 1)) for i, p in enumerate(arrays)]
    out = ['#include <utility>', '#define SIZE 1024', 'float *spare;']
    out += [f'__global__ void {name} ({", ".join(params)}) {{}}' for name, params in KERNELS.items()]
    for name, params, block in maker.functions:
        out.append(f'void {name} ({", ".join(("float *&" if p.endswith("&") else "float *" if p[0] == "p" else "int ") + p.rstrip("&") for p in params)})')
        out.append('{')
        write(block, out, '  ')
        out.append('}')
    out += ['int main ()', '{']
    out += [f'  float *{p}; cudaMalloc (&{p}, 1024 * sizeof (float));' for p in arrays]
    write(body, out, '  ')
    out.append('}')
    return arrays, maker.functions, body, '\n'.join(out) + '\n'


def main():
    rng = random.Random(SEED)
    problems, compared, refused, things, repeats = [], 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PROGRAMS):
            arrays, functions, body, text = build(rng)
            host = Host(functions)
            try:
                host.run(body, {}, {p: p for p in arrays})
            except TooMuch:
                continue
            path = os.path.join(folder, 'p.cu')
            with open(path, 'w') as file:
                file.write(text)
            shown = subprocess.run([sys.argv[1], path], capture_output=True, text=True, check=True, timeout=60).stdout
            lines = shown.split('\n')
            mine = []
            for line in lines:
                if line.startswith('== '):
                    if mine and 'main' in mine[0]:
                        break
                    mine = [line]
                elif line:
                    mine.append(line)
            if mine and not mine[0].endswith(' main'):
                mine = []
            if any(line.strip().startswith('#') for line in mine):
                refused += 1
                if os.environ.get('SHOW'):
                    print(f'# {number}', [line for line in mine if '#' in line][:2])
                continue
            steps = Steps(mine[1:])
            steps.run(0, len(steps.lines), {})
            compared += 1
            things += len(host.done)
            repeats += sum(line.startswith('repeat') for line in steps.lines)
            launched = [one for one in host.done if one[0] in KERNELS]
            if steps.done != host.done and launched:
                where = next((i for i, (a, b) in enumerate(zip(steps.done, host.done)) if a != b),
                             min(len(steps.done), len(host.done)))
                problems.append(f'{number}: {len(steps.done)} and {len(host.done)}, thing {where}: '
                                f'{steps.done[where:where + 1]} for {host.done[where:where + 1]}')
                if os.environ.get('KEEP'):
                    with open(os.path.join(os.environ['KEEP'], f'{number}.cu'), 'w') as file:
                        file.write(text)
                    with open(os.path.join(os.environ['KEEP'], f'{number}.txt'), 'w') as file:
                        file.write(shown)
    print('1..2')
    print('\n'.join(f'# {text}' for text in problems[:20]))
    print(f'# {compared} compared, {things} things done, {repeats} loops, {refused} refused')
    print('ok' if not problems else 'not ok', '1 - /core/steps/what-is-written-is-done')
    print('ok' if compared > 2 * refused and compared > PROGRAMS // 3 else 'not ok', '2 - /core/steps/much-is-written')


main()
