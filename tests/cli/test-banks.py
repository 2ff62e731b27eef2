#!/usr/bin/env python3
"""Requests, sectors, passes and conflicts of patterns of access, counted here from the trace of every warp.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import collections
import json
import random

from harness import Folder, add, cli, expect, expect_equal, main, run_json, settings

BLOCK, GRID, WARPS = '32,4', 2, 4
RANDOM = random.Random(16)


def shuffled(count):
    numbers = list(range(count))
    RANDOM.shuffle(numbers)
    return numbers


# What a line stores to shared memory, or loads from there: its type, and the index by tx, ty, t = 32 ty + tx.
STRIDES = [('float', f'tx * {stride} + ty') for stride in (1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 24, 31, 32, 33)]
TILES = [('float', f'{index} * {32 + padding} + {other}') for padding in (0, 1, 2)
         for index, other in (('ty', 'tx'), ('tx', 'ty'))]
WIDE = [('double', 'tx'), ('double', '2 * tx'), ('double', 'tx * 17 + ty'), ('double', 'tx % 2 * 16 + tx / 2'), ('double', 'ty'),
        ('double', 'tx / 2 * 3'), ('double', 'tx / 4 * 16'), ('double', 'tx % 2 + tx / 4 * 9'), ('double', 'p[t / 4]'),
        ('float2', '3 * tx'), ('float4', 'tx'), ('float4', '2 * tx'), ('float4', '5 * tx % 32'), ('float4', 'tx / 8 * 8'),
        ('float4', 'tx * 8 + ty'), ('char', 'tx'), ('char', '5 * tx'), ('short', '3 * tx'), ('char', 'tx * 128')]
BROADCAST = [('float', '0'), ('float', 'ty * 32'), ('float', 'tx / 4'), ('float', 'tx % 8 * 32'), ('float', 'tx / 2 * 64'),
             ('float', 'tx < 7 ? 5 : tx * 33')]
CHANCE = [(kind, f'p{place}[t]') for kind in ('float', 'double', 'float4') for place in ('', '2')] + [
    ('float', 'p[t] % 37 * 8'), ('float', 'p[t] & 0x78'), ('double', 'p2[t] / 3 * 5')]

# The same of global memory.
APART = [('float', f'{stride} * t') for stride in (1, 2, 3, 4, 8, 9, 32)] + [
    ('float', 't + 1'), ('float', '127 - t'), ('float', '0'), ('float', 'tx / 8 * 100'), ('float', 'tx * 128 + ty')]
SIZES = [('double', 't'), ('double', '3 * t'), ('char', 't'), ('char', '33 * t'), ('short', 't + 5'), ('float2', 't'),
         ('float4', 't'), ('float4', '2 * t'), ('float3', 't'), ('double', 'p[t]'), ('float', 'p[t]'), ('float', 'p2[t] * 3'),
         ('char', 'p[t] * 7'), ('float4', 'p2[t]')]


def value(kind, number):
    return f'make_{kind} ({", ".join([number] * int(kind[-1]))})' if kind[-1].isdigit() else f'({kind}) {number}'


def component(kind):
    return '.x' if kind[-1].isdigit() else ''


def stores_and_loads(number, kind, index):
    """A line that stores, one that loads; some with part of a warp alone."""
    guard = ('', 'if (tx % 3 != 1) ', 'if (tx >= 13) ')[number % 3]
    return [f'  {guard}(({kind} *) m)[{index}] = {value(kind, "t")};', '  __syncthreads ();',
            f'  sum += (float) (({kind} *) m)[{index}]{component(kind)};', '  __syncthreads ();']


def atomics():
    lines = []
    for index in '0', 'tx / 4', 'tx', 'tx * 32', 'tx % 5 * 33', 'p[t]':
        lines += [f'  atomicAdd ((int *) m + ({index}), t);', '  __syncthreads ();']
    return lines


def in_shared_memory(body):
    return '''extern "C" __global__ void k (const int *p, const int *p2, float *o)
{
  __shared__ __align__ (16) char m[40000];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
  float sum = 0;
''' + '\n'.join(body) + '''
  o[blockIdx.x * 128 + t] = sum + m[t];
}
'''


def in_global_memory(body):
    return '''extern "C" __global__ void k (const int *p, const int *p2, float *o, char *m)
{
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
  float sum = 0;
''' + '\n'.join(body) + '''
  o[blockIdx.x * 128 + t] = sum;
}
'''


def count_shared(accesses, operation, count):
    """Passes: in each phase the bank with most words, or with most lanes where they have turns. A phase is so many lanes side
    by side as have 128 bytes, or twice as many of a load in which all neighbours, or all next but one, want the same."""
    size = accesses[0][1]['bytes']
    share = 32 // max(size // 4, 1)
    wanted = {lane: access['address'] for lane, access in accesses}
    atomic = operation.startswith(('atom', 'red'))
    if operation.startswith('ld') and size > 4 and any(
            all(wanted.get(lane ^ bit, address) == address for lane, address in wanted.items()) for bit in (1, 2)):
        share *= 2
    for first in range(0, 32, share):
        banks = collections.defaultdict(list)
        for lane, access in accesses:
            if first <= lane < first + share:
                for byte in range(0, size, 4):
                    word = (int(access['address'], 16) + byte) // 4
                    banks[word % 32].append(word)
        if banks:
            passes = max(len(words if atomic else set(words)) for words in banks.values())
            count['wavefronts'] += passes
            count['bank_conflicts'] += passes - 1
    count['shared_requests'] += 1


def count_global(accesses, count):
    count['sectors'] += len({(int(access['address'], 16) + byte) // 32
                             for _, access in accesses for byte in range(access['bytes'])})
    count['requests'] += 1


def count_trace(lines, counts):
    for step in lines:
        words = step['instruction'].split()
        operation = words[words[0].startswith('@')]
        for place in range(2):
            spaces = collections.defaultdict(list)
            for lane in step['lanes']:
                for access in lane.get('accesses', [])[place:place + 1]:
                    spaces[access['space']].append((lane['lane'], access))
            if spaces['shared']:
                count_shared(spaces['shared'], operation, counts[step['line']])
            if spaces['global']:
                count_global(spaces['global'], counts[step['line']])


def check(source, arguments=''):
    lists = [shuffled(128), [RANDOM.randrange(128) for _ in range(128)]]
    text = f'[launch]\nblock={BLOCK}\ngrid={GRID}\nmanual-grid=true\nover=o\n[arg o]\nshape=256\n' + arguments + ''.join(
        f'[arg {name}]\nshape=128\nfill=values:{",".join(map(str, numbers))}\n' for name, numbers in zip(('p', 'p2'), lists))
    counts = collections.defaultdict(collections.Counter)
    with Folder() as folder:
        path = folder.write('kernel.cu', source + settings(text))
        profile = run_json(path, '--profile')['profile']['lines']
        for block in range(GRID):
            for warp in range(WARPS):
                target = f'{block}:warp={warp}'
                expect_equal(cli('run', path, '--trace', target, '--trace-file', folder('t.jsonl')).status, 0)
                with open(folder('t.jsonl'), encoding='utf-8') as file:
                    head, *steps = [json.loads(line) for line in file]
                expect_equal(head['dropped'], 0)
                count_trace(steps, counts)
    keys = 'requests', 'sectors', 'shared_requests', 'wavefronts', 'bank_conflicts'
    for line in profile:
        expect_equal([line[key] for key in keys], [counts[line['line']][key] for key in keys],
                     line['line'], source.splitlines()[line['line'] - 1])
    expect(set(counts) <= {line['line'] for line in profile}, counts)
    return counts


def check_shared(patterns):
    body = [line for number, pattern in enumerate(patterns) for line in stores_and_loads(number, *pattern)]
    counts = check(in_shared_memory(body))
    expect(sum(count['shared_requests'] > 0 for count in counts.values()) >= 2 * len(patterns), counts)


def check_global(patterns):
    counts = check(in_global_memory([line for number, pattern in enumerate(patterns) for line in stores_and_loads(number, *pattern)]),
                   '[arg m]\nshape=65536\nfill=zeros\n')
    expect(sum(count['requests'] > 0 for count in counts.values()) >= 2 * len(patterns), counts)


for title, rows in ('strides', STRIDES), ('tiles', TILES), ('wide cells', WIDE), ('broadcasts', BROADCAST), ('chance', CHANCE):
    add(f'banks of {title}', check_shared, rows)
add('banks of atomics', lambda: check(in_shared_memory(atomics())))
for title, rows in ('cells apart', APART), ('sizes and chance', SIZES):
    add(f'sectors of {title}', check_global, rows)


if __name__ == '__main__':
    main()
