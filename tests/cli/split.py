"""Random documents whose arrays can be split over devices, with an interpreter of their own.

A program is unsigned arithmetic on one to three dimensions: a stencil of some radius, a kernel of single cells, one of
a thread for each cell of a row, and a table that all devices have whole. SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random

from harness import Folder, expect_equal, read_npy, run_json, settings

ARRAYS = ['u', 'v', 'w']
WORD = 1 << 32


class Program:
    """What is launched, and what it means."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        draw = self.random
        self.rank = draw.choice([1, 2, 2, 2, 3])
        self.radius = draw.choice([0, 1, 1, 1, 2, 3])
        self.shape = {1: [draw.randint(90, 260)], 2: [draw.randint(24, 70), draw.randint(3, 40)],
                      3: [draw.randint(12, 30), draw.randint(3, 8), draw.randint(3, 9)]}[self.rank]
        self.block = {1: [draw.choice([3, 8, 11])], 2: [draw.choice([4, 8, 13]), draw.choice([1, 2, 3, 4])],
                      3: [4, 4, draw.choice([1, 2])]}[self.rank]
        self.cells = {name: [draw.randrange(1000) for _ in range(self.size)] for name in ARRAYS}
        self.table = [draw.randrange(1000) for _ in range(16)]
        self.lines = []

    @property
    def size(self):
        size = 1
        for extent in self.shape:
            size *= extent
        return size

    @property
    def row(self):
        """Cells of a row, which is what the slowest axis counts."""
        return self.size // self.shape[0]

    def source(self):
        x, y, z = ('blockIdx.%s * blockDim.%s + threadIdx.%s' % (axis, axis, axis) for axis in 'xyz')
        last = 'xyz'[self.rank - 1]
        rest = {1: '0', 2: x, 3: f'({y}) * cols + {x}'}[self.rank]
        inside = {1: 'TRUE', 2: f'{x} < cols', 3: f'{x} < cols && {y} < rows'}[self.rank].replace('TRUE', 'true')
        return f'''__global__ void stencil (unsigned *out, const unsigned *in, int n, int row, int cols, int rows, int r)
{{
  int s = blockIdx.{last} * blockDim.{last} + threadIdx.{last}, rest = {rest};
  if (s < r || s >= n - r || !({inside}))
    return;
  unsigned sum = 5;
  for (int d = -r; d <= r; d++)
    sum = 3 * sum + in[(s + d) * row + rest];
  out[s * row + rest] = sum;
}}

__global__ void cells (unsigned *out, const unsigned *in, const unsigned *table, int size, unsigned k)
{{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    out[i] += table[i % 16] * in[i] + k;
}}
'''

    def document(self, halo=None, devices=3):
        extents = dict(zip(['n', 'row'], [self.shape[0], self.row]))
        cols = self.shape[-1]
        rows = self.shape[-2] if self.rank > 1 else 1
        text = f'[launch]\nover=u\nblock={",".join(map(str, self.block))}\n[split]\ndevices={devices}\n'
        text += f'halo={self.radius if halo is None else halo}\n[steps]\n' + ''.join(line + '\n' for line in self.lines)
        shape = ','.join(map(str, self.shape))
        for name in ARRAYS:
            text += f'[arg {name}]\nshape={shape}\nfill=values:{",".join(map(str, self.cells[name]))}\n'
        text += f'[arg table]\nshape=16\nfill=values:{",".join(map(str, self.table))}\n'
        for name, value in dict(extents, cols=cols, rows=rows, r=self.radius, size=self.size).items():
            text += f'[arg {name}]\nvalue={value}\n'
        return self.source() + settings(text)

    # The interpreter.

    def stencil(self, out, source):
        result = list(self.cells[out])
        for s in range(self.radius, self.shape[0] - self.radius):
            for rest in range(self.row):
                total = 5
                for d in range(-self.radius, self.radius + 1):
                    total = (3 * total + self.cells[source][(s + d) * self.row + rest]) % WORD
                result[s * self.row + rest] = total
        self.cells[out] = result

    def add(self, out, source, k):
        self.cells[out] = [(old + self.table[i % 16] * new + k) % WORD
                           for i, (old, new) in enumerate(zip(self.cells[out], self.cells[source]))]

    def step(self, depth):
        draw = self.random
        kind = draw.choice(['stencil'] * 4 + ['cells', 'cells', 'swap', 'copy', 'fill'])
        a, b = draw.sample(ARRAYS, 2)
        if kind == 'stencil':
            return f'launch stencil out={a} in={b}', lambda k: self.stencil(a, b)
        if kind == 'cells':
            words = 'k' if depth else '7'
            return (f'launch cells out={a} in={b} k={words} range=size block={self.row * draw.choice([1, 2])}',
                    lambda k: self.add(a, b, k if depth else 7))
        if kind == 'swap':
            return f'swap {a}, {b}', lambda k: self.cells.update({a: self.cells[b], b: self.cells[a]})
        if kind == 'copy':
            return f'copy {a} to {b}', lambda k: self.cells.update({b: list(self.cells[a])})
        return f'fill {a} = iota', lambda k: self.cells.update({a: list(range(self.size))})

    def make(self):
        """Writes some steps, and leaves in `cells` what they come to; the document has what they begin with."""
        before = {name: list(cells) for name, cells in self.cells.items()}
        # whatever is drawn, both kernels and all arrays are there
        first = [('launch stencil out=u in=v', lambda k: self.stencil('u', 'v')),
                 (f'launch cells out=w in=u k=1 range=size block={self.row}', lambda k: self.add('w', 'u', 1))]
        for line, do in first:
            self.lines.append(line)
            do(0)
        for _ in range(self.random.randint(1, 3)):
            count = self.random.randint(1, 4)
            body = [self.step(True) for _ in range(self.random.randint(1, 4))]
            self.lines += [f'repeat {count} as k', *(line for line, _ in body), 'end']
            for k in range(count):
                for _, do in body:
                    do(k)
        after, self.cells = self.cells, before
        return after


def check(seed, parts, run):
    """run: of (file, folder of the output, arguments) gives the report."""
    program = Program(seed)
    after = program.make()
    with Folder() as folder:
        file = folder.write('k.cu', program.document())
        whole = run_json(file, '--split', '1', '--output', folder('whole'))
        for name in ARRAYS:
            expect_equal(read_npy(folder(f'whole/{name}.npy'))[1], after[name], seed, name)
        for n in parts:
            report = run(file, folder(f'split{n}'), n)
            if report is None:
                continue
            for name in sorted(os.listdir(folder('whole'))):
                if name.endswith('.npy'):
                    with open(folder(f'whole/{name}'), 'rb') as one, open(folder(f'split{n}/{name}'), 'rb') as other:
                        expect_equal(one.read() == other.read(), True, seed, n, name, program.document())
            expect_equal(report['coverage'], whole['coverage'], seed, n)
            expect_equal(sum(part['rows'] for part in report['split']), program.shape[0], seed, n)
    return program
