#!/usr/bin/env python3
"""Which cells took part in a race, which were read before anything was written there: of random kernels, whose threads
meet in some cells and not in others. The oracle takes what `--trace` keeps of every warp and looks at each pair of
accesses to a byte.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import random

from harness import KERNELS, Folder, add, case, cli, expect, expect_equal, main, read_npy, settings

WARP, KERNELS_TRIED = 32, 40
READ, LEFT = 1, 2


class Kernel:
    """Stores, loads and atomics to random cells, some of which lie between barriers of warps or blocks."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.block, self.grid = rng.choice((24, 32, 64, 96)), rng.choice((1, 1, 2, 3))
        self.cells = {'a': rng.randint(40, 400), 'b': rng.randint(40, 400), 'd': rng.randint(30, 200)}
        self.poison = {name: rng.random() < 0.5 for name in self.cells}
        body = [self.make_statement(rng, number) for number in range(rng.randint(3, 9))]
        self.source = f'''__global__ void k (int *a, int *b, double *d, int *out)
{{
  const int t = threadIdx.x, i = blockIdx.x * {self.block} + t;
  int sum = 0;

  {"""
  """.join(body)}
  out[i] = sum;
}}
'''
        arrays = ''.join(f'[arg {name}]\nshape={cells}\nfill={"poison" if self.poison[name] else "zeros"}\n'
                         for name, cells in self.cells.items())
        self.settings = (f'[launch]\nover=out\nblock={self.block}\ngrid={self.grid}\n{arrays}'
                         f'[arg out]\nshape={self.block * self.grid}\n')

    def make_index(self, rng, n):
        who = rng.choice(('i', 'i', 'i', 't', 't / 32', f'i / {rng.randint(2, 9)}'))
        return f'({who} * {rng.choice((1, 1, 1, 2, 3))} + {rng.choice((0, 0, 1, 7, 32))}) % {n}'

    def make_statement(self, rng, number):
        barrier = rng.choice(('', '', '__syncthreads ();', '__syncthreads ();', '__syncwarp ();'))
        name = rng.choice('aabbd')
        place = f'{name}[{self.make_index(rng, self.cells[name])}]'
        if name == 'd':                 # one half of a cell: who writes the other is not in the way
            place = f'((int *) d)[2 * ({self.make_index(rng, self.cells[name])}) + {rng.choice(("0", "1", "t % 2"))}]'
        guard = rng.choice(('', '', f'if (i % {rng.randint(2, 5)} == 0)\n    ', f'if (t >= {rng.randint(1, 31)})\n    '))
        what = rng.choice((f'{place} = {1000 * (number + 1)} + i;', f'{place} = {1000 * (number + 1)} + i;',
                           f'sum += {place};', f'sum += {place};', f'atomicAdd (&{place}, {number + 1});'))
        return f'{barrier}{guard}{what}'


class Access:
    def __init__(self, thread, block, warp, clock, kind, number):
        self.thread, self.block, self.warp, self.clock, self.kind, self.number = (thread, block, warp, clock, kind,
                                                                                  number)

    def is_ordered(self, other):
        """Whether one of the two is known to come first."""
        if self.thread == other.thread:
            return True
        if self.block != other.block:
            return False
        return self.clock[0] != other.clock[0] or (self.warp == other.warp and self.clock[1] != other.clock[1])

    def is_before(self, other):
        if self.thread == other.thread:
            return self.number < other.number
        return self.is_ordered(other) and self.clock < other.clock


def read_steps(folder, path, block, warp):
    name = folder(f'{block}-{warp}.jsonl')
    expect_equal(cli('run', path, '--trace', f'{block}:warp={warp}', '--trace-file', name,
                     '--coverage', 'none').status, 0)
    with open(name, encoding='utf-8') as file:
        head, *steps = [json.loads(line) for line in file]
    expect_equal(head['dropped'], 0)
    return steps


def read_accesses(folder, path, kernel):
    """By array and byte, what all threads did there."""
    accesses = {}
    for block in range(kernel.grid):
        for warp in range(-(-kernel.block // WARP)):
            clock = (0, 0)
            for number, step in enumerate(read_steps(folder, path, block, warp)):
                words = step['instruction'].split()
                word = words[1 if words[0].startswith('@') else 0]
                if word.startswith('bar.warp.sync'):
                    clock = clock[0], clock[1] + 1
                elif word.startswith(('bar.', 'barrier.')):
                    clock = clock[0] + 1, 0
                for lane in step['lanes']:
                    who = (block * kernel.block + warp * WARP + lane['lane'], block, warp, clock,
                           word.split('.')[0], number)
                    for access in lane.get('accesses', []):
                        for byte in range(access['offset'], access['offset'] + access['bytes']):
                            accesses.setdefault((access.get('array'), byte), []).append(Access(*who))
    return accesses


def is_raced(accesses):
    return any(not one.is_ordered(other) and 'st' in (one.kind, other.kind)
               for n, one in enumerate(accesses) for other in accesses[:n])


def is_read_first(accesses):
    """Whether a load or an atomic found nothing written; None if that hangs on who comes first."""
    writes = [access for access in accesses if access.kind != 'ld']
    found = False
    for reader in accesses:
        if reader.kind == 'st' or any(write.is_before(reader) for write in writes):
            continue
        found = True
        if any(write.thread != reader.thread and not write.is_ordered(reader) for write in writes):
            return None
    return found


def count_cells(accesses, array, size, n, judge):
    """What a judge of bytes says of cells: whether it is so of one of theirs."""
    said = [[judge(accesses[array, byte]) for byte in range(cell * size, cell * size + size)
             if (array, byte) in accesses] for cell in range(n)]
    return [1 if True in bytes_ else None if None in bytes_ else 0 for bytes_ in said]


def check_kernel(seed):
    kernel = Kernel(seed)
    with Folder() as folder:
        path = folder.write('kernel.cu', kernel.source + settings(kernel.settings))
        result = cli('run', path, '--check=races,uninitialised', '--output', folder('out'))
        expect_equal(result.status, 0, result)
        accesses = read_accesses(folder, path, kernel)
        for array, cells in kernel.cells.items():
            size = 8 if array == 'd' else 4
            _, races = read_npy(folder(f'out/{array}.races.npy'))
            expect_equal(races, count_cells(accesses, array, size, cells, is_raced), array, kernel.source)
            _, read = read_npy(folder(f'out/{array}.uninitialised.npy'))
            wanted = count_cells(accesses, array, size, cells, is_read_first) if kernel.poison[array] else [0] * cells
            for cell, (got, should) in enumerate(zip(read, wanted)):
                expect(should is None or got & READ == should, array, cell, got, should, kernel.source)


def count(plane, mask=0xff):
    return sum(value & mask != 0 for value in plane)


@case
def what_is_copied_from_no_contents_is_left_until_it_is_written():
    source = '''__global__ void k (const int *from, int *to, int *also, int n)
{
  int i = threadIdx.x;
  if (i % 2)
    to[i] = from[i];
  if (i < n)
    also[i] = from[i];
}
'''
    document = '''[launch]
over=to
block=64
launches=2
[arg n]
value=8
[arg from]
shape=64
fill=poison
[arg to]
shape=64
fill=zeros
[arg also]
shape=64
'''
    with Folder() as folder:
        path = folder.write('kernel.cu', source + settings(document))
        expect_equal(cli('run', path, '--check=uninitialised', '--output', folder('out')).status, 0)
        planes = {name: read_npy(folder(f'out/{name}.uninitialised.npy'))[1] for name in ('from', 'to', 'also')}
        expect_equal(planes['from'], [READ if i % 2 or i < 8 else 0 for i in range(64)])
        expect_equal(planes['to'], [LEFT if i % 2 else 0 for i in range(64)])
        expect_equal(planes['also'], [LEFT if i < 8 else 0 for i in range(64)])


@case
def a_later_launch_that_writes_takes_the_mark_away():
    source = '''__global__ void k (const int *from, int *to, int *rounds)
{
  int i = threadIdx.x, round = rounds[i]++;
  to[i] = round == 0 || i < 5 ? from[i] : i;
}
'''
    document = '[launch]\nover=to\nblock=32\nlaunches=2\n[arg from]\nshape=32\nfill=poison\n[arg to]\nshape=32\n' \
               '[arg rounds]\nshape=32\nfill=zeros\n'
    with Folder() as folder:
        path = folder.write('kernel.cu', source + settings(document))
        expect_equal(cli('run', path, '--check=uninitialised', '--output', folder('out')).status, 0)
        expect_equal(read_npy(folder('out/to.uninitialised.npy'))[1], [LEFT] * 5 + [0] * 27)


@case
def padding_of_structs_is_no_place():
    source = '''struct Item { char kind; int number; };
__global__ void k (const Item *in, Item *kept, Item *out)
{
  int i = threadIdx.x;
  if (i >= 3)
    {
      kept[i].kind = in[i].kind;
      kept[i].number = in[i].number;
    }
  out[i] = kept[i];
}
'''
    document = '[launch]\nover=out\nblock=16\n[arg in]\nshape=16\nfill=zeros\n[arg kept]\nshape=16\nfill=poison\n' \
               '[arg out]\nshape=16\nfill=zeros\n'
    with Folder() as folder:
        path = folder.write('kernel.cu', source + settings(document))
        expect_equal(cli('run', path, '--check=uninitialised', '--output', folder('out')).status, 0)
        expect_equal(read_npy(folder('out/kept.uninitialised.npy'))[1], [READ] * 3 + [0] * 13)


@case
def places_are_those_of_the_last_sample_and_of_no_run_that_does_not_look():
    with Folder() as folder:
        plain = ('run', f'{KERNELS}/19-histogram.cu', '--kernel=plain')
        expect_equal(cli(*plain, '--check=races', '--repeat=3', '--seeds=2', '--as-written', '--output',
                         folder('one')).status, 1)
        expect_equal(count(read_npy(folder('one/bins.races.npy'))[1]), 16)
        expect_equal(count(read_npy(folder('one/values.races.npy'))[1]), 0)
        cli(*plain, '--output', folder('two'))
        try:
            read_npy(folder('two/bins.races.npy'))
            raise AssertionError('races without a look for them')
        except FileNotFoundError:
            pass


for number_ in range(KERNELS_TRIED):
    add(f'kernel {number_}', check_kernel, number_)

main()
