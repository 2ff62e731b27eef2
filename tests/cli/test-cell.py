#!/usr/bin/env python3
"""Who wrote a cell and who read it: `run --cell`. The oracle counts both, and what the writers read, in what
`--trace` keeps of every warp.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import random
import struct

from harness import KERNELS, Folder, add, case, cli, expect, expect_equal, line_of, main, settings

BLOCK, GRID = 64, 2
CELLS = 24


class Program:
    """A random kernel over a few arrays; indices are whole numbers that are always inside."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.launches = self.rng.choice((1, 1, 1, 2))
        self.swaps = self.launches > 1 and self.rng.random() < 0.5
        body = [self.statement(1) for _ in range(self.rng.randint(3, 7))]
        self.source = '''struct Pair { int first; float second; };
__global__ void k (int *f, int *g, const float4 *v, Pair *p, float *o, int n)
{
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = i;
  s[threadIdx.x] = i;
  __syncthreads ();
''' + ''.join(f'  {line}\n' for line in body) + '}\n'
        self.settings = f'''[launch]
block={BLOCK}
grid={GRID}
launches={self.launches}
{'swap=f,g' if self.swaps else ''}
''' + ''.join(f'[arg {name}]\nshape={CELLS}\nfill={fill}\n' for name, fill in (
            ('f', 'zeros'), ('g', 'iota'), ('v', 'iota'), ('o', 'zeros'))) + f'[arg p]\nshape=4,{CELLS // 4}\n'

    def index(self):
        form = self.rng.choice(('i * {} + {}', 'threadIdx.x / {} + {}', 't * {} + {}', 'blockIdx.x * {} + {}'))
        return f'({form.format(self.rng.randint(1, 9), self.rng.randint(0, 9))}) % {CELLS}u'

    def load(self):
        array = self.rng.choice('fgvpos')
        if array == 's':
            return f's[({self.index()})]'
        member = {'v': '.' + self.rng.choice('xyzw'), 'p': '.' + self.rng.choice(('first', 'second'))}.get(array, '')
        return f'(int) {array}[{self.index()}]{member}'

    def store(self):
        kind = self.rng.randrange(6)
        if kind == 0:
            return f'atomicAdd (&f[{self.index()}], {self.load()});'
        if kind == 1:
            return f't += atomicMax (&g[{self.index()}], t) & 3;'
        if kind == 2:
            return f'p[{self.index()}].second = (float) ({self.load()});'
        if kind == 3:
            return f'o[{self.index()}] = (float) t;'
        return f'{self.rng.choice("fg")}[{self.index()}] = {self.load()} + t;'

    def statement(self, depth):
        roll = self.rng.random()
        if roll < 0.15 and depth < 3:
            return f'if (i % {self.rng.randint(2, 5)} == {self.rng.randint(0, 1)}) {{ {self.statement(depth + 1)} }}'
        if roll < 0.3 and depth < 3:
            return f'for (int j = 0; j < {self.rng.randint(1, 3)}; j++) {{ {self.statement(depth + 1)} t += j; }}'
        if roll < 0.5:
            return f't = (t + {self.load()}) & 1023;'
        return self.store()


SIZES = {'f': 4, 'g': 4, 'v': 16, 'p': 8, 'o': 4}


def kind_of(instruction):
    word = instruction.split()[1 if instruction.startswith('@') else 0]
    return {'ld': 'read', 'st': 'write', 'atom': 'atomic', 'red': 'atomic'}.get(word.split('.')[0])


def read_traces(folder, path):
    """The accesses of each thread in each launch: (kind, array, offset, bytes, line), in order."""
    threads = {}
    for block in range(GRID):
        for warp in range(BLOCK // 32):
            name = folder(f'{block}-{warp}.jsonl')
            result = cli('run', path, '--trace', f'{block}:warp={warp}', '--trace-file', name, '--coverage', 'none')
            expect_equal(result.status, 0, result)
            with open(name, encoding='utf-8') as file:
                lines = [json.loads(line) for line in file]
            expect_equal(lines[0]['dropped'], 0, lines[0])
            launch = {}
            for step in lines[1:]:
                for lane in step['lanes']:
                    thread = (block, lane['thread'][0])
                    log = threads.setdefault((launch.setdefault(thread, 0), *thread), [])
                    if not int(step['executed'], 16) >> lane['lane'] & 1:
                        continue
                    for access in lane.get('accesses', []):
                        log.append((kind_of(step['instruction']), access['array'], access['offset'],
                                    access['bytes'], step['line']))
                    if step['instruction'].startswith('ret'):
                        launch[thread] += 1
    return threads


def name_at_end(program, array, launch):
    """What an array is called in the end that a kernel calls so in a launch."""
    swapped = program.swaps and (program.launches - launch) % 2 == 1
    return {'f': 'g', 'g': 'f'}.get(array, array) if swapped else array


def count(program, threads, array, cell):
    """The writers, the readers and what the writers read, by the traces."""
    begin, end = cell * SIZES[array], (cell + 1) * SIZES[array]
    writers, readers, footprint = [], [], {}
    for (launch, block, thread), log in threads.items():
        # a trace has the names of the beginning, which stay with the memory
        mine = [name_at_end(program, a, 0) == array and a in SIZES and at < end and begin < at + size
                for _, a, at, size, _ in log]
        for (kind, _, _, _, line), is_mine in zip(log, mine):
            if is_mine:
                (readers if kind == 'read' else writers).append((launch, block, thread, line, kind))
        last = max((n for n, (access, is_mine) in enumerate(zip(log, mine)) if is_mine and access[0] != 'read'),
                   default=0)
        for kind, a, at, size, _ in log[:last]:
            if kind != 'write' and a in SIZES:
                for n in range(at // SIZES[a], (at + size - 1) // SIZES[a] + 1):
                    key = (name_at_end(program, a, 0), n)
                    footprint[key] = footprint.get(key, 0) + 1
    return sorted(writers), sorted(readers), footprint


def summary(accesses):
    return [(a['launch'], a['block'][0], a['thread'][0], a['line'], a['kind']) for a in accesses]


def check_values(program, report, array, values):
    """What the last writer left is what the array holds, where it wrote all of the cell."""
    writers = report['writers']
    if writers and array in 'fgo':
        expect_equal(float(writers[-1]['value']), float(values[report['cell']]), writers[-1])
    del program


def random_program(seed):
    program = Program(seed)
    rng = random.Random(seed + 1000)
    with Folder() as folder:
        path = folder.write('kernel.cu', program.source + settings(program.settings))
        threads = read_traces(folder, path)
        for array in 'fgvpo':
            cell = rng.randrange(CELLS)
            result = cli('run', path, '--cell', f'{array}:{cell}', '--json', '--coverage', 'none', '--save',
                         f'{array}={folder("a.bin")}')
            expect_equal(result.status, 0, result)
            report = result.report['cell']
            writers, readers, footprint = count(program, threads, array, cell)
            expect_equal(sorted(summary(report['writers'])), writers, program.source)
            expect_equal(sorted(summary(report['readers'])), readers, program.source)
            expect_equal((report['writes'], report['reads']), (len(writers), len(readers)))
            expect_equal({(s['array'], s['cell']): s['loads'] for s in report['footprint']}, footprint,
                         program.source)
            expect_equal(report['loads'], sum(footprint.values()))
            order = [a['order'] for a in report['writers'] + report['readers']]
            expect_equal(sorted(order), list(range(len(order))))
            if array in 'fgo':
                with open(folder('a.bin'), 'rb') as file:
                    values = struct.unpack(f'<{CELLS}{"f" if array == "o" else "i"}', file.read())
                check_values(program, report, array, values)
            alone = cli('run', path, '--cell', f'{array}:{cell}', '--json', '--cell-only')
            expect_equal(alone.status, 0, alone)
            expect_equal(alone.report['cell'], report, program.source)


for number in range(12):
    add(f'random-program-{number}', random_program, number)


def ask(folder, source, launch, cell, *options, status=0):
    path = folder.write('kernel.cu', source + settings(launch))
    result = cli('run', path, '--cell', cell, '--json', *options)
    expect_equal(result.status, status, result)
    return path, result.report['cell']


@case
def atomics_have_their_values_one_by_one():
    source = '''__global__ void k (int *f, int n)
{
  atomicAdd (&f[2], (int) threadIdx.x);
}
'''
    with Folder() as folder:
        path, cell = ask(folder, source, '[launch]\nblock=40\ngrid=2\n[arg f]\nshape=4\nfill=zeros\n', 'f:2')
        total, expected = 0, []
        for _ in range(2):
            for thread in range(40):
                total += thread
                expected.append(str(total))
        expect_equal([w['value'] for w in cell['writers']], expected)
        expect_equal({w['kind'] for w in cell['writers']}, {'atomic'})
        expect_equal({w['line'] for w in cell['writers']}, {line_of(path, 'atomicAdd')})
        expect_equal([cell['writes'], cell['reads'], cell['atomics']], [80, 0, 80])
        # the picture counts an atomic as a write and a read, and so does who is asked
        said = cli('run', path, '--cell', 'f:2').err
        expect('f[2]: writes 80, reads 80\n80 atomics count as both\n' in said, said)


@case
def of_stores_at_once_each_has_its_value():
    source = '__global__ void k (float *f)\n{\n  f[threadIdx.x / 8] = threadIdx.x;\n}\n'
    with Folder() as folder:
        _, cell = ask(folder, source, '[launch]\nblock=32\ngrid=1\n[arg f]\nshape=4\n', 'f:1')
        expect_equal([(w['thread'][0], w['value']) for w in cell['writers']], [(t, str(t)) for t in range(8, 16)])


@case
def vectors_and_structs_are_told_by_their_parts():
    source = '''struct P { int a; float b; };
__global__ void k (float4 *v, P *p)
{
  if (threadIdx.x == 1)
    v[1].y = 3;
  if (threadIdx.x == 2)
    v[1] = make_float4 (1, 2, 3, 4);
  p[threadIdx.x].b = 0.5f;
}
'''
    launch = '[launch]\nblock=4\ngrid=1\n[arg v]\nshape=4\n[arg p]\nshape=4\n'
    with Folder() as folder:
        _, cell = ask(folder, source, launch, 'v:1')
        expect_equal(sorted(w['value'] for w in cell['writers']), ['1, 2, 3, 4', 'y=3'])
        _, cell = ask(folder, source, launch, 'p:2')
        expect_equal([(w['thread'][0], w['value']) for w in cell['writers']], [(2, 'b=0.5')])


@case
def constants_and_module_variables_are_in_it():
    source = '''__constant__ float weights[3] = { 1, 2, 3 };
__device__ int total[2];
__global__ void k (const float *f, float *o, int n)
{
  int i = threadIdx.x;
  atomicAdd (&total[1], 1);
  o[i] = f[i] * weights[i % n];
}
'''
    launch = '[launch]\nblock=4\ngrid=1\n[arg f]\nshape=4\n[arg o]\nshape=4\n[arg n]\nvalue=3\n[symbol total]\nfill=zeros\n'
    with Folder() as folder:
        _, cell = ask(folder, source, launch, 'o:2')
        expect_equal({(s['array'], s['cell']) for s in cell['footprint']},
                     {('f', 2), ('weights', 2), ('total', 1)})
        _, cell = ask(folder, source, launch, 'total:1')
        expect_equal([w['value'] for w in cell['writers']], ['1', '2', '3', '4'])


@case
def a_trap_leaves_what_was_done():
    source = '__global__ void k (int *f, int n)\n{\n  f[0] = threadIdx.x;\n  f[threadIdx.x * n] = 1;\n}\n'
    with Folder() as folder:
        _, cell = ask(folder, source, '[launch]\nblock=2\ngrid=1\n[arg f]\nshape=4\n[arg n]\nvalue=1000\n', 'f:0',
                      status=1)
        expect_equal([(w['thread'][0], w['value']) for w in cell['writers']], [(0, '0'), (1, '1'), (0, '1')])


@case
def launches_among_steps_are_told_apart():
    source = '''__global__ void one (int *f) { f[threadIdx.x] = 1; }
__global__ void two (const int *f, int *g) { g[threadIdx.x] = f[3 - threadIdx.x] + 1; }
'''
    launch = '[launch]\nkernel=one\nblock=4\ngrid=1\n[arg f]\nshape=4\n[arg g]\nshape=4\n' \
             '[steps]\nrepeat 2\n  launch one\n  launch two\nend\n'
    with Folder() as folder:
        _, cell = ask(folder, source, launch, 'g:1')
        expect_equal([(w['launch'], w['thread'][0], w['value']) for w in cell['writers']], [(1, 1, '2'), (3, 1, '2')])
        expect_equal([(row['launch'], row['kernel']) for row in cell['launches']], [(1, 'two'), (3, 'two')])
        expect_equal([(s['array'], s['cell'], s['loads']) for s in cell['footprint']], [('f', 2, 2)])


@case
def what_is_kept_has_a_bound():
    source = '__global__ void k (int *f, int n)\n{\n  for (int j = 0; j < n; j++)\n    atomicAdd (f, 1);\n}\n'
    with Folder() as folder:
        _, cell = ask(folder, source, '[launch]\nblock=64\ngrid=1\n[arg f]\nshape=1\n[arg n]\nvalue=200\n', 'f:0')
        expect_equal((cell['writes'], cell['writes_dropped'], len(cell['writers'])), (12800, 12800 - 4096, 4096))
        expect_equal(cell['writers'][-1]['value'], '12800')


@case
def checks_and_profiles_go_with_it():
    source = '__global__ void k (int *f)\n{\n  f[threadIdx.x % 4] = f[threadIdx.x % 4 + 4] + threadIdx.x;\n}\n'
    with Folder() as folder:
        launch = '[launch]\nblock=64\ngrid=2\n[arg f]\nshape=8\n'
        _, plain = ask(folder, source, launch, 'f:1')
        _, cell = ask(folder, source, launch, 'f:1', '--check', 'all', '--profile')
        expect_equal(cell, plain)
    source = '__global__ void k (int *f, int *g)\n{\n  atomicAdd (&g[1], f[threadIdx.x] + 1);\n  g[2] = f[1];\n}\n'
    launch = '[launch]\nblock=64\ngrid=2\n[arg f]\nshape=64\nfill=poison\n[arg g]\nshape=8\nfill=poison\n'
    for place in 'g:1', 'g:2':
        with Folder() as folder:
            _, plain = ask(folder, source, launch, place)
            _, cell = ask(folder, source, launch, place, '--check', 'uninitialised')
            expect_equal(cell, plain)


GALLERY = [
    ('10-fill-2d.cu', 'f'), ('13-grid-stride.cu', 'x'), ('14-stencil.cu', 'in'), ('14-stencil.cu', 'out'),
    ('15-transpose.cu', 'in'), ('15-transpose.cu', 'out'), ('16-matrix-product.cu', 'a'), ('16-matrix-product.cu', 'c'),
    ('19-histogram.cu', 'bins'), ('20-life.cu', 'now'), ('23-fill-3d.cu', 'f'), ('26-texture.cu', 'image'),
]


def told_alone(name, array):
    """What runs no more than it takes tells the same as a whole run."""
    rng = random.Random(name + array)
    path = f'{KERNELS}/{name}'
    cells = cli('run', path, '--json').report['coverage']['arrays'][array]['cells']
    for cell in {0, cells - 1, rng.randrange(cells)}:
        whole = cli('run', path, '--cell', f'{array}:{cell}', '--json', '--no-after').report['cell']
        alone = cli('run', path, '--cell', f'{array}:{cell}', '--json', '--cell-only').report['cell']
        expect_equal(alone, whole, array, cell)


for name, array in GALLERY:
    add(f'alone-{name[:-3]}-{array}', told_alone, name, array)


def expression_alone(shape):
    """Of an expression as much is computed as a cell hangs on, whatever the shape: a thread writes only where it finds
    what the expression gives for its cell."""
    planes, rows, cols = shape
    cells = planes * rows * cols
    source = f'''__global__ void k (const int *in, int *out, int n)
{{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == i % {cols} + 1000 * (i / {cols} % {rows}) + 1000000 * (i / {cols * rows}))
    out[i] = 1;
}}
'''
    launch = f'''[launch]
block=64
grid={-(-cells // 64)}
[arg in]
shape={planes},{rows},{cols}
fill=expr:x + 1000 * y + 1000000 * z
[arg out]
shape={cells}
[arg n]
value={cells}
'''
    with Folder() as folder:
        for cell in 0, cells // 2, cells // 3 * 2, cells - 1:
            _, whole = ask(folder, source, launch, f'out:{cell}', '--cell-only')
            expect_equal(whole['writes'], 1, shape, cell)


for shape in (2, 3, 700), (3, 40, 5), (200, 3, 2), (1, 1, 5000), (1, 900, 1), (5, 1, 1), (3, 5, 256):
    add('expression-alone-' + '-'.join(map(str, shape)), expression_alone, shape)


REFUSALS = [
    ('no-such-array', 'nosuch:1', 2, 'no array nosuch'),
    ('outside', 'f:4', 2, 'no such cell'),
    ('another-rank', 'f:1,1', 2, 'number of places'),
    ('no-place', 'f', 2, 'f:3,5'),
    ('no-number', 'f:x', 2, 'f:3,5'),
]


def refusal(cell, status, words):
    with Folder() as folder:
        path = folder.write('kernel.cu', '__global__ void k (int *f) { f[threadIdx.x] = 1; }\n' +
                            settings('[launch]\nblock=4\ngrid=1\n[arg f]\nshape=4\n'))
        result = cli('run', path, '--cell', cell)
        expect_equal(result.status, status, result)
        expect(words in result.err, result)


for name, *row in REFUSALS:
    add('refused-' + name, refusal, *row)


@case
def split_arrays_are_refused_by_name():
    with Folder() as folder:
        path = folder.write('kernel.cu', '__global__ void k (int *f) { int y = blockIdx.y; f[y * 4 + threadIdx.x] = 1; }\n' +
                            settings('[launch]\nblock=4\ngrid=1,4\n[arg f]\nshape=4,4\n[split]\ndevices=2\n'))
        result = cli('run', path, '--cell', 'f:1,1')
        expect(result.status != 0 and 'cell is of one device' in result.err, result)


@case
def people_are_told():
    with Folder() as folder:
        path = folder.write('kernel.cu', '__global__ void k (int *f, int *g)\n{\n  g[threadIdx.x] = f[3 - threadIdx.x];\n}\n' +
                            settings('[launch]\nblock=4\ngrid=1\n[arg f]\nshape=4\nfill=iota\n[arg g]\nshape=4\n'))
        result = cli('run', path, '--cell', 'g:1')
        for words in ('g[1]: writes 1, reads 0', 'thread (1, 0, 0), line 3: 2', 'its writers read 1 cell of f: [2]'):
            expect(words in result.err, result)


main()
