#!/usr/bin/env python3
"""What is told of threads and of what they do to cells: threads beside the array, without a store, sent home; active
lanes, sectors of loads and stores, the order of first writes. Random documents; the oracle counts in what `--trace`
keeps of every warp.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import random
import re
import struct

from harness import Folder, add, case, cli, expect, expect_equal, main, read_npy, settings

WARP, SECTOR = 32, 32
SENT_HOME, NO_STORE, STORED, STOPPED, WAITING, TRAPPED = range(1, 7)
DOCUMENTS = 40


class Document:
    """A kernel of which each thread has its own cell, with a guard, branches and odd ways to its inputs."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.flat = rng.random() < 0.3
        if self.flat:
            self.block, self.rows = (rng.choice((32, 40, 64, 96)), 1), 1
            self.cols = rng.randint(20, 180)
            self.grid = (-(-self.cols // self.block[0]), 1)
        else:
            self.block = rng.choice(((8, 4), (16, 2), (32, 1), (10, 5), (16, 4), (5, 3)))
            self.cols, self.rows = rng.randint(6, 26), rng.randint(3, 9)
            self.grid = (-(-self.cols // self.block[0]), -(-self.rows // self.block[1]))
        if rng.random() < 0.3:
            self.grid = (self.grid[0] + 1, self.grid[1])
        cells = self.cols * self.rows
        load = f'g[(i * {rng.choice((1, 1, 2, 5, 17))} + {rng.randint(0, 9)}) % {cells}]'
        work = rng.choice(('', f'if (x % {rng.randint(2, 7)} == 0)\n      ',
                           f'if (i / {rng.choice((4, 16, 32))} % 2)\n      '))
        rounds = rng.choice(('3', 'x % 5', 'i % 32 / 8'))
        where = rng.choice(('', '', f'if (x % {rng.randint(2, 4)} != 1)\n      '))
        also = rng.choice(('', f'if (v > {rng.randint(1, 90)}.0f)\n      h[i / 2] = v;',
                           f'atomicAdd (&h[i % {rng.randint(1, 40)}], v);'))
        self.source = f'''__global__ void k (float *f, const float *g, float *h, int cols, int rows)
{{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * cols + x;
  if (x < cols && y < rows)
  {{
    float v = {load};
    {work}for (int t = 0; t < {rounds}; t++)
        v = sqrtf (v + t) * 3;
    {where}f[i] = v;
    {also}
  }}
}}
'''
        shape = f'{self.cols}' if self.flat else f'{self.rows},{self.cols}'
        self.settings = f'''[launch]
block={self.block[0]},{self.block[1]}
grid={self.grid[0]},{self.grid[1]}
manual-grid=true
[arg f]
shape={shape}
[arg g]
shape={cells}
[arg h]
shape={cells}
'''

    def count_blocks(self):
        return self.grid[0] * self.grid[1]

    def count_threads(self):
        return self.block[0] * self.block[1]

    def is_outside(self, thread):
        block, inside = divmod(thread, self.count_threads())
        x = block % self.grid[0] * self.block[0] + inside % self.block[0]
        y = block // self.grid[0] * self.block[1] + inside // self.block[0]
        return x >= self.cols or y >= self.rows


def read_steps(folder, path, block, warp):
    name = folder(f'{block[0]}-{block[1]}-{warp}.jsonl')
    whom = f'{block[0]},{block[1]}:warp={warp}'
    expect_equal(cli('run', path, '--trace', whom, '--trace-file', name, '--coverage', 'none').status, 0)
    with open(name, encoding='utf-8') as file:
        head, *steps = [json.loads(line) for line in file]
    expect_equal(head['dropped'], 0)
    return steps


class Count:
    """What all warps did, by their traces."""

    def __init__(self, folder, path, document):
        threads = document.count_threads()
        self.n = threads * document.count_blocks()
        self.instructions, self.lanes, self.states = [0] * self.n, [0] * self.n, [SENT_HOME] * self.n
        self.sums = {}                  # (array, cell, kind): requests, sectors
        self.stores = []                # of each warp, in order: the cells of each request
        for block in range(document.count_blocks()):
            for warp in range(-(-threads // WARP)):
                self.first, self.warp = block * threads + warp * WARP, []
                for step in read_steps(folder, path, (block % document.grid[0], block // document.grid[0]), warp):
                    self.add_step(step)
                self.stores.append(self.warp)

    def add_step(self, step):
        active, executed = int(step['active'], 16), int(step['executed'], 16)
        for lane in range(WARP):
            if active >> lane & 1:
                self.instructions[self.first + lane] += 1
                self.lanes[self.first + lane] += bin(active).count('1')
        word = step['instruction'].split()[1 if step['instruction'].startswith('@') else 0].split('.')[0]
        touched = [(lane['lane'], access) for lane in step['lanes'] if executed >> lane['lane'] & 1
                   for access in lane.get('accesses', []) if access.get('array') in ('f', 'g', 'h')]
        if touched:
            self.add_request('load' if word == 'ld' else 'store', touched)

    def add_request(self, kind, touched):
        sectors, cells = set(), set()
        for lane, access in touched:
            first, end = access['offset'], access['offset'] + access['bytes'] - 1
            sectors |= {(access['array'], sector) for sector in range(first // SECTOR, end // SECTOR + 1)}
            cells |= {(access['array'], cell) for cell in range(first // 4, end // 4 + 1)}
            thread = self.first + lane
            self.states[thread] = max(self.states[thread], NO_STORE if kind == 'load' else STORED)
        for array, cell in cells:
            requests, sum_ = self.sums.get((array, cell, kind), (0, 0))
            self.sums[array, cell, kind] = requests + 1, sum_ + len(sectors)
        if kind == 'store':
            self.warp.append(cells)

    def mean(self, array, cell, *kinds):
        found = [self.sums.get((array, cell, kind), (0, 0)) for kind in kinds]
        requests, sectors = (sum(values) for values in zip(*found))
        return struct.unpack('f', struct.pack('f', sectors / requests))[0] if requests else 0


def number(clause, text):
    found = re.search(clause, text)
    return int(found.group(1).replace('\u2009', '').replace('\u202f', '')) if found else 0


def check_sentence(document, count, text):
    outside = [document.is_outside(thread) for thread in range(count.n)]
    per_block, wasted = document.count_threads(), 0
    for block in range(0, count.n, per_block):
        for warp in range(block, block + per_block, WARP):
            wasted += all(outside[warp:min(warp + WARP, block + per_block)])
    expect_equal(number(r'(\S+) threads? lies? outside the array', text), sum(outside), text)
    expect_equal(number(r'(\S+) of \S+ warps? wasted', text), wasted, text)
    expect_equal(number(r'(\S+) threads? without a store', text), sum(state < STORED for state in count.states), text)


def check_order(count, first):
    """Numbers are those of requests, as many as there are, and rise within each warp; of one warp they are known."""
    total = sum(len(warp) for warp in count.stores)
    written = {cell for warp in count.stores for request in warp for cell in request}
    for array, numbers in first.items():
        for cell, value in enumerate(numbers):
            expect_equal(value > 0, (array, cell) in written, array, cell)
            expect(value <= total, array, cell, value)
    owners = {}
    for array, numbers in first.items():
        for cell, value in enumerate(numbers):
            if value:
                owners.setdefault(value, set()).add((array, cell))
    known = {}
    for value, cells in owners.items():
        fits = {(w, r) for w, warp in enumerate(count.stores) for r, request in enumerate(warp) if cells <= request}
        expect(fits, value, cells)
        known[value] = fits
    for w, warp in enumerate(count.stores):
        mine = [(value, next(iter(fits))[1]) for value, fits in sorted(known.items())
                if len(fits) == 1 and next(iter(fits))[0] == w]
        expect([r for _, r in mine] == sorted(r for _, r in mine), w, mine)
    if len(count.stores) == 1:
        met = set()
        for r, request in enumerate(count.stores[0]):
            for array, cell in request - met:
                expect_equal(first[array][cell], r + 1, array, cell)
            met |= request


def check_document(seed):
    document = Document(seed)
    with Folder() as folder:
        path = folder.write('kernel.cu', document.source + settings(document.settings))
        result = cli('run', path, '--profile', '--output', folder('out'))
        expect_equal(result.status, 0, result)
        count = Count(folder, path, document)
        plane = lambda name: read_npy(folder(f'out/{name}.npy'))[1]
        expect_equal(plane('threads'), count.instructions)
        expect_equal(plane('lanes'), count.lanes)
        expect_equal(plane('states'), count.states)
        for name, kinds in ('sectors', ('load', 'store')), ('load-sectors', ('load',)), ('store-sectors', ('store',)):
            for array in 'fgh':
                got = plane(f'{array}.{name}')
                expect_equal(got, [count.mean(array, cell, *kinds) for cell in range(len(got))], array, name)
        check_order(count, {array: plane(f'{array}.first-write') for array in 'fh'})
        check_sentence(document, count, result.err)


for number_ in range(DOCUMENTS):
    add(f'document {number_}', check_document, number_)

main()
