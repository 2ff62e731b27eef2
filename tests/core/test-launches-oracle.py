#!/usr/bin/env python3
"""Random host programs are compiled and run with a runtime that logs each launch; whatever the reader calls certain must
be what was logged, every time. What is written in plain forms (constants, what is assigned once, rounding up, dim3) must
be certain.

Usage: test-launches-oracle.py LAUNCH-LINES [PROGRAMS [SEED]]

SPDX-License-Identifier: GPL-3.0-or-later
"""

import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = int(sys.argv[2]) if len(sys.argv) > 2 else 24
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1

# What a launch calls: kernels are functions of the host that log themselves.
RUNTIME = r'''
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <algorithm>
#include <map>
#include <type_traits>
struct dim3 { unsigned x, y, z; dim3 (unsigned a = 1, unsigned b = 1, unsigned c = 1) : x (a), y (b), z (c) {} };
static std::map<void *, size_t> allocated;
static int log_line; static dim3 log_grid, log_block; static size_t log_shared;
template <class T> int cudaMalloc (T **p, size_t n) { *p = (T *) malloc (n + 1); allocated[(void *) *p] = n; return 0; }
inline void loom_set (int line, dim3 g, dim3 b, size_t s = 0) { log_line = line; log_grid = g; log_block = b; log_shared = s; }
template <class T> void loom_argument (T v)
{
  if constexpr (std::is_pointer_v<T>)
    printf ("\t%zub", allocated.count ((void *) v) ? allocated[(void *) v] : (size_t) -1);
  else if constexpr (std::is_floating_point_v<T>)
    printf ("\t=%.17g", (double) v);
  else if constexpr (std::is_signed_v<T>)
    printf ("\t%lld", (long long) v);
  else
    printf ("\t%llu", (unsigned long long) v);
}
template <class... T> void loom_log (const char *function, T... v)
{
  printf ("%d\t%s\t%u,%u,%u\t%u,%u,%u\t%zu", log_line, function, log_grid.x, log_grid.y, log_grid.z, log_block.x,
          log_block.y, log_block.z, log_shared);
  (loom_argument (v), ...);
  printf ("\n");
}
#define LOG(...) loom_log (__PRETTY_FUNCTION__, __VA_ARGS__)
'''

KERNELS = [
    ('k_plain', 'void k_plain (float *a, int n)', ['float*', 'int'], []),
    ('k_number', 'void k_number (int n, size_t m)', ['int', 'size'], []),
    ('k_type', 'template <typename T> void k_type (T *a, int n)', ['T*', 'int'], ['T']),
    ('k_both', 'template <typename T, int N> void k_both (const T *a, T f)', ['T*', 'T'], ['T', 'N']),
    ('k_value', 'template <int N, bool B = false> void k_value (int n, float f)', ['int', 'float'], ['N']),
]


class Program:
    """One random program, as the reader sees it and as the host compiles it: line by line the same."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []         # pairs: for the reader, for the host
        self.scopes = [[]]      # of (name, type)
        self.count = 0
        self.depth = 0
        self.functions = []
        self.plain = set()      # lines of launches of which all must be certain

    def name(self, stem):
        # few names, so that they hide and reappear
        self.count += 1
        return f'{stem}{self.rng.randrange(4)}' if self.rng.random() < 0.3 else f'{stem}_{self.count}'

    def emit(self, text, host=None):
        pad = '  ' * self.depth
        self.lines.append((pad + text, pad + (text if host is None else host)))

    def visible(self, *types):
        seen = {}
        for scope in self.scopes:
            for name, kind in scope:
                seen[name] = kind
        return [name for name, kind in seen.items() if kind in types]

    def declared_here(self, name):
        return any(name == other for other, _ in self.scopes[-1])

    def number(self, depth=0):
        rng = self.rng
        names = self.visible('int', 'const', 'macro')
        roll = rng.random()
        if roll < 0.35 or depth > 2:
            return str(rng.choice([1, 2, 3, 4, 7, 16, 32, 100, 255, 1000, 1024]))
        if roll < 0.7 and names:
            return rng.choice(names)
        a, b = self.number(depth + 1), self.number(depth + 1)
        return rng.choice([
            f'({a} + {b})', f'({a} * 2 + {b})', f'(({a}) + 255) / 256', f'({a}) / ({b} | 1)', f'({a} > {b} ? {a} : {b})',
            f'std::min ({a}, {b})', f'up ({a}, {b} | 1)', f'over<int> ({a}, ({b}) | 1)', f'(int) ceil (({a}) / 32.0)',
            f'(int) ceilf ((float) ({a}) / 16)', f'({a}) % 13 + 1', f'(1 << (({b}) & 3))', f'CEIL ({a}, 64)',
            f'({a} - {b})', f'(int) sizeof (float) * ({a})', f'(int) (unsigned char) ({a})', f'FIRST', f'SECOND',
            f'static_cast<int> ({a})', f'({a} == {b}) + 1', f'max_of ({a}, {b})', f'~({a})',
        ])

    def condition(self):
        return self.rng.choice(['argc > 1', 'argc > 2', self.number() + ' > 50', 'getenv ("NOTHING") != NULL'])

    def positive(self):
        return f'(({self.number()}) & 1023) + 1'

    def extent(self):
        rng, names = self.rng, self.visible('dim3')
        roll = rng.random()
        if roll < 0.4 and names:
            return rng.choice(names)
        if roll < 0.7:
            return self.positive()
        parts = ', '.join(self.positive() for _ in range(rng.randrange(1, 4)))
        return f'dim3 ({parts})'

    def declare(self):
        rng = self.rng
        roll = rng.random()
        name = self.name('v')
        if self.declared_here(name):
            return
        if roll < 0.45:
            kind = rng.choice(['int', 'int', 'const int', 'unsigned', 'size_t', 'auto', 'short', 'long', 'number_t'])
            value = self.number()
            if kind == 'auto':
                value = f'(int) ({value})'
            if kind == 'int' and rng.random() < 0.3:
                self.emit(f'int {name};')
                self.emit(f'{name} = {value};')
            else:
                self.emit(f'{kind} {name} = {value};')
            self.scopes[-1].append((name, 'const' if kind == 'const int' else 'int' if kind in ('int', 'auto') else 'other'))
        elif roll < 0.75:
            how = rng.randrange(4)
            if how == 0:
                self.emit(f'dim3 {name} ({self.positive()}, {self.positive()});')
            elif how == 1:
                self.emit(f'dim3 {name} = {self.extent()};' if self.visible('dim3') else f'dim3 {name} (8);')
            elif how == 2:
                self.emit(f'dim3 {name};')
                self.emit(f'{name}.x = {self.positive()};')
            else:
                self.emit(f'dim3 {name} {{{self.positive()}, 2u}};' if False else f'dim3 {name} (4, {self.positive()}, 2);')
            self.scopes[-1].append((name, 'dim3'))
        else:
            kind = rng.choice(['float', 'double', 'int', 'real_t'])
            self.emit(f'{kind} *{name} = NULL;')
            size = f'({self.positive()}) * sizeof ({kind})'
            self.emit(rng.choice(['cudaMalloc (&{0}, {1});', 'cudaMalloc ((void **) &{0}, {1});', 'CHECK (cudaMalloc (&{0}, {1}));'])
                      .format(name, size))
            self.scopes[-1].append((name, kind + '*'))

    def change(self):
        rng = self.rng
        names, extents = self.visible('int'), self.visible('dim3')
        if extents and rng.random() < 0.4:
            name = rng.choice(extents)
            self.emit(rng.choice([f'{name}.{rng.choice("xyz")} = {self.positive()};', f'{name} = {self.extent()};',
                                  f'{name}.x *= 2;', f'if ({self.condition()}) {name}.y = {self.positive()};']))
        elif names:
            name = rng.choice(names)
            self.emit(rng.choice([
                f'{name} = {self.number()};', f'{name} = {name} / 2 + 1;', f'{name} += 3;', f'{name}++;', f'SET ({name}, 5);',
                f'if ({self.condition()}) {name} = {self.number()};', f'alter ({name});', f'*(&{name}) = 9;',
                f'for (int i = 0; i < 3; i++) {name} += i;', f'look ({name});', f'{{ int &r = {name}; r = 12; }}',
                f'[&] {{ {name} = 77; }} ();', f'while ({name} > 100) {name} /= 2;', f'printf ("%s", {name} ? "" : "");',
                f'if ({self.condition()}) {{ look ({name}); }} else {name} = 4;', f'{name} = argc + 3;',
                f'std::swap ({name}, {rng.choice(names)});',
            ]))

    def launch(self):
        rng = self.rng
        name, _, params, template = rng.choice(KERNELS)
        pointers = {t: self.visible(t) for t in ('float*', 'double*', 'int*', 'real_t*')}
        kind = rng.choice([t for t in pointers if pointers[t]] or ['float*'])
        values = []
        for param in params:
            if param == 'T*' or param == 'float*':
                wanted = kind if param == 'T*' else 'float*'
                values.append(rng.choice(pointers[wanted]) if pointers[wanted] else f'({wanted.replace("*", "")} *) NULL')
            elif param == 'T':
                values.append({'float*': '2.5f', 'double*': '0.25', 'int*': '7', 'real_t*': '(real_t) 1.5'}[kind])
            elif param == 'float':
                values.append(rng.choice(['0.5f', '1.0f', '-3.25f']))
            else:
                values.append(self.number() if param == 'int' else f'(size_t) ({self.positive()})')
        brackets = ''
        if template == ['T'] and rng.random() < 0.4:
            brackets = f'<{kind[:-1]}>'
        elif template == ['T', 'N']:
            brackets = f'<{kind[:-1]}, {rng.choice(["4", "WIDTH", "WIDTH * 2", "FIRST + 1"])}>'
        elif template == ['N']:
            brackets = rng.choice(['<3>', '<WIDTH, true>', '<SECOND>'])
        grid, block = self.extent(), self.extent()
        shared = rng.choice(['', '', ', 64', f', ({self.positive()}) * sizeof (float)', ', 0, 0'])
        arguments = ', '.join(values)
        host_shared = ', 0' if shared == ', 0, 0' else shared
        if rng.random() < 0.15:
            self.emit(f'LAUNCH (({name}{brackets}), {grid if "," not in grid else "(" + grid + ")"}, 32, {arguments});'
                      .replace(f'({name}{brackets})', name) if not brackets else
                      f'{name}{brackets}<<<{grid}, {block}{shared}>>> ({arguments});',
                      f'loom_set (__LINE__, {grid}, 32); {name} ({arguments});' if not brackets else
                      f'loom_set (__LINE__, {grid}, {block}{host_shared}); {name}{brackets} ({arguments});')
        else:
            prefix = rng.choice(['', '', '', f'if ({self.condition()}) '])
            self.emit(f'{prefix}{name}{brackets}<<<{grid}, {block}{shared}>>> ({arguments});',
                      f'{prefix}{{ loom_set (__LINE__, {grid}, {block}{host_shared}); {name}{brackets} ({arguments}); }}')

    def block(self):
        head = self.rng.choice(['{', f'if ({self.condition()}) {{', 'for (int i = 0; i < 2; i++) {',
                                'do {', f'if ({self.condition()}) {{', 'auto later = [&] () {'])
        if head.startswith('auto'):
            head = head.replace('later', f'later_{self.count}')
            self.count += 1
        self.emit(head)
        self.depth += 1
        self.scopes.append([])
        self.body(self.rng.randrange(2, 5))
        self.scopes.pop()
        self.depth -= 1
        if head.startswith('do'):
            self.emit('} while (0);')
        elif head.startswith('auto'):
            self.emit('};')
            if self.rng.random() < 0.5:
                self.change()
            self.emit(f'{head.split()[1]} ();')
        else:
            self.emit('}')

    def body(self, n):
        for _ in range(n):
            roll = self.rng.random()
            if roll < 0.35:
                self.declare()
            elif roll < 0.55:
                self.change()
            elif roll < 0.85:
                self.launch()
            elif self.depth < 4:
                self.block()
            if self.functions and self.rng.random() < 0.15:
                self.call(self.rng.choice(self.functions))

    def call(self, function):
        name, params = function
        values = []
        for param in params:
            if param == 'dim3':
                values.append(self.extent())
            elif param == 'int':
                values.append(self.number())
            else:
                names = self.visible('float*')
                values.append(self.rng.choice(names) if names else '(float *) NULL')
        self.emit(f'{name} ({", ".join(values)});')

    def function(self, name):
        params = [self.rng.choice(['int', 'int', 'dim3', 'float*']) for _ in range(self.rng.randrange(0, 4))]
        names = [f'p{i}' for i in range(len(params))]
        written = ', '.join(f'{"float *" if t == "float*" else t + " "}{n}' for t, n in zip(params, names))
        self.emit(f'void {name} ({written})')
        self.emit('{')
        self.depth += 1
        self.emit('int argc = arguments;')
        self.scopes.append(list(zip(names, params)))
        self.body(self.rng.randrange(3, 8))
        self.scopes.pop()
        self.depth -= 1
        self.emit('}')
        self.functions.append((name, params))

    def fresh(self):
        self.count += 1
        return f'w{self.count}'

    def plain_function(self):
        """A function that holds all that its launches need, in each of the forms that must be understood."""
        rng = self.rng
        n, block, grid, d, sized = (self.fresh() for _ in range(5))
        size, width = rng.randrange(1, 5000), rng.choice([32, 64, 96, 128])
        self.emit('void plain ()')
        self.emit('{')
        self.emit(rng.choice([f'int {n} = {size};', f'const int {n} = {size};', f'constexpr int {n} = {size} * WIDTH;',
                              f'int {n}; {n} = {size};', f'int {n} = 0; {n} = {size} + FIRST;', f'auto {n} = {size};',
                              f'size_t {n} = (1 << {rng.randrange(3, 12)}) + constant;', f'unsigned int {n} = {size}u, other = 3;']))
        self.emit(rng.choice([f'int {block} = {width};', f'const unsigned {block} = WIDTH * {width // 8};', f'dim3 {block} ({width});',
                              f'dim3 {block} = {{{width}, 2, 1}};', f'dim3 {block}; {block}.x = {width}; {block}.y = 2;',
                              f'dim3 {block} = dim3 ({width}, FIRST);']))
        blocks = rng.choice([f'({n} + {width} - 1) / {width}', f'CEIL ({n}, {width})', f'({n} - 1) / {width} + 1',
                             f'(int) ceil ((float) {n} / {width})', f'(int) ceil ({n} / {width}.0)',
                             f'({n} % {width} == 0) ? {n} / {width} : {n} / {width} + 1', f'std::max ((int) {n} / {width}, 1)'])
        self.emit(rng.choice([f'int {grid} = {blocks};', f'dim3 {grid} ({blocks});', f'dim3 {grid} ({blocks}, 3);', f'dim3 {grid}; {grid}.x = {blocks};']))
        self.emit(rng.choice([f'float *{d};', f'float *{d} = NULL;', f'float *{d} = nullptr, *{d}_b;']))
        self.emit(f'size_t {sized} = {n} * sizeof (float);')
        if rng.random() < 0.5:
            self.emit('for (int i = 0; i < 3; i++) look (i);')
        self.emit(rng.choice(['cudaMalloc (&{0}, {1});', 'cudaMalloc ((void **) &{0}, {1});', 'CHECK (cudaMalloc (&{0}, {1}));'])
                  .format(d, sized))
        shared = rng.choice(['', f', {width} * sizeof (float)', ', WIDTH'])
        self.plain.add(len(self.lines) + 1)
        self.emit(f'k_plain<<<{grid}, {block}{shared}>>> ({d}, {n});',
                  f'{{ loom_set (__LINE__, {grid}, {block}{shared or ", 0"}); k_plain ({d}, {n}); }}')
        self.plain.add(len(self.lines) + 1)
        self.emit(f'k_both<float, WIDTH><<<{grid}, {block}>>> ({d}, 0.5f);',
                  f'{{ loom_set (__LINE__, {grid}, {block}, 0); k_both<float, WIDTH> ({d}, 0.5f); }}')
        self.emit('}')

    def build(self):
        rng = self.rng
        for name, head, _, _ in KERNELS:
            arguments = re.findall(r'(\w+)[,)]', head[head.index('k_'):].partition('(')[2])
            reader = head.replace('void', '__global__ void') + ' {}'
            self.emit(reader, head + f' {{ LOG ({", ".join(arguments)}); }}')
        for line in ['enum { FIRST = 3, SECOND, THIRD = SECOND * 2 };', 'typedef float real_t;', 'using number_t = long long;',
                     '#define WIDTH 8', '#define CEIL(a, b) (((a) + (b) - 1) / (b))', '#define SET(x, v) do { x = (v); } while (0)',
                     '#define CHECK(x) do { int e_ = (x); if (e_) exit (1); } while (0)',
                     'inline int up (int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }',
                     'template <typename T> T over (T a, T b) { return (a + b - 1) / b; }',
                     'inline int max_of (const int &a, const int &b) { return a > b ? a : b; }',
                     'void alter (int &n) { n = 41; }', 'void look (int n) { (void) n; }',
                     'static int arguments;', 'const int constant = 48;', 'int global = 20;']:
            self.emit(line)
        self.emit('#define LAUNCH(k, g, b, ...) k<<<g, b>>> (__VA_ARGS__)', '')
        self.scopes[0] = [('WIDTH', 'macro'), ('constant', 'const'), ('global', 'int')]
        for i in range(rng.randrange(0, 3)):
            self.function(f'helper{i}')
        self.plain_function()
        self.emit('int main (int argc, char **argv)')
        self.emit('{')
        self.depth += 1
        self.emit('plain ();')
        self.emit('arguments = argc;')
        self.scopes.append([])
        self.body(rng.randrange(6, 16))
        self.emit('return 0;')
        self.depth -= 1
        self.emit('}')


def normal(instance):
    """k_both<float, 4> of either spelling."""
    return instance.replace(' ', '').replace('real_t', 'float')


def instance_of(function):
    """`void k_both(const T*, T) [with T = float; int N = 4]` as the reader writes it."""
    name = re.search(r'(k_\w+)', function).group(1)
    given = re.search(r'\[with (.*)\]', function)
    if given is None:
        return name
    values = [part.split(' = ')[1] for part in re.split(r'; ', given.group(1)) if ' = ' in part and
              not part.startswith('size_t')]
    return f'{name}<{", ".join(values)}>'


def compile_and_run(folder, number, program):
    path = os.path.join(folder, f'{number}.cpp')
    with open(path, 'w') as file:
        file.write(RUNTIME + '#line 1\n' + '\n'.join(host for _, host in program.lines) + '\n')
    built = subprocess.run(['g++', '-std=c++17', '-w', '-O0', '-fsanitize=undefined', '-fno-sanitize-recover', path, '-o', path[:-4]],
                           capture_output=True, text=True)
    if built.returncode != 0:
        return None, built.stderr
    log = ''
    for arguments in ([], ['a'], ['a', 'b']):
        run = subprocess.run([path[:-4]] + arguments, capture_output=True, text=True, timeout=20)
        if run.returncode != 0:
            return None, run.stderr or 'ended'
        log += run.stdout
    return log, ''


def compare(line, read, logged, problems, counts):
    """One launch: fields as read, against all that was logged of it."""
    instance, grid, block, shared, arguments = read
    for entry in logged:
        if len(arguments) != len(entry[4:]):
            problems.append(f'line {line}: {len(arguments)} arguments')
            return
    # instances of one line are told apart by their own line; here each line has one
    if instance != '?' and any(normal(instance_of(entry[0])) != normal(instance) for entry in logged):
        problems.append(f'line {line}: instance {instance}, logged {logged[0][0]}')
    counts['instance', instance != '?'] += 1
    for what, text, index in (('grid', grid, 1), ('block', block, 2)):
        for axis, value in enumerate(text.split('|')[0].split(',')):
            counts[what, value != '?'] += 1
            wrong = [e[index].split(',')[axis] for e in logged if value != '?' and e[index].split(',')[axis] != value]
            if wrong:
                problems.append(f'line {line}: {what} {axis} is {value}, logged {wrong[0]}')
    pairs = [(shared, [e[3] for e in logged], 'shared')]
    pairs += [(value, [e[4 + i] for e in logged], f'argument {i}') for i, value in enumerate(arguments)]
    for value, seen, what in pairs:
        counts[what.split()[0], not value.startswith('?')] += 1
        if value.startswith('?'):
            continue
        for one in seen:
            same = float(value[1:]) == float(one.strip('=')) if value.startswith('=') else \
                value == one or (one.startswith('=') and float(one[1:]) == float(value))
            if not same:
                problems.append(f'line {line}: {what} is {value}, logged {one}')
                break


def main():
    if shutil.which('g++') is None:
        print('1..0 # SKIP no compiler for the host')
        return
    problems, counts, checked, unused = [], collections.Counter(), 0, 0
    open_ones, n_plain = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(PROGRAMS):
            program = Program(random.Random(SEED * 100000 + number))
            program.build()
            log, error = compile_and_run(folder, number, program)
            if log is None:
                unused += 1
                if os.environ.get('VERBOSE'):
                    print(f'# {number}: {error[:400]}')
                continue
            path = os.path.join(folder, f'{number}.cu')
            with open(path, 'w') as file:
                file.write('\n'.join(text for text, _ in program.lines) + '\n')
            logged = collections.defaultdict(list)
            for line in log.splitlines():
                fields = line.split('\t')
                logged[int(fields[0])].append(fields[1:])
            lines = subprocess.run([sys.argv[1], path], capture_output=True, text=True, check=True).stdout.splitlines()
            found = []
            for line in lines:
                fields = line.split('\t')
                where = int(fields[1])
                if logged.get(where):
                    checked += 1
                    compare(where, (fields[4], fields[5], fields[6], fields[7], fields[8:]), logged[where], found, counts)
                    if where in program.plain and '?' in '\t'.join([part.split('|')[0][:9] for part in fields[4:]]):
                        open_ones.append(f'{number}: {line}')
                    n_plain += where in program.plain
            missed = set(logged) - {int(line.split('\t')[1]) for line in lines}
            found += [f'line {line}: not read' for line in missed]
            problems += [f'{number}: {text}: {program.lines[int(re.search("line ([0-9]+)", text).group(1)) - 1][0].strip()}'
                         for text in found]
            if found and os.environ.get('KEEP'):
                shutil.copy(path, os.environ['KEEP'])
    certain = {what: (counts[what, True], counts[what, True] + counts[what, False])
               for what in ('instance', 'grid', 'block', 'shared', 'argument')}
    print('1..4')
    print('\n'.join(f'# {text}' for text in problems[:40] + open_ones[:40]))
    print('# certain: ' + ', '.join(f'{what} {a} of {n}' for what, (a, n) in certain.items()))
    print('ok' if not problems else 'not ok', f'1 - /core/launches/what-is-certain-is-true # {checked} launches')
    print('ok' if certain['grid'][0] > certain['grid'][1] // 3 else 'not ok', '2 - /core/launches/much-is-certain')
    print('ok' if unused * 2 < PROGRAMS else 'not ok', f'3 - /core/launches/programs-run # {unused} of {PROGRAMS} do not')
    print('ok' if n_plain > 0 and not open_ones else 'not ok', f'4 - /core/launches/plain-forms-are-certain # {n_plain} launches')


main()
