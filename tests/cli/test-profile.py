#!/usr/bin/env python3
"""What `run --profile` counts: lines, lanes, sectors of global memory, passes of shared memory, threads.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import collections
import glob
import json
import os
import random
import re

from harness import Folder, KERNELS, add, case, cli, expect, expect_equal, line_of, main, run_json, settings


def profile_of(folder, source, *options, setting='[launch]\nblock=32\ngrid=1\nmanual-grid=true\n'):
    path = folder.write('kernel.cu', source + settings(setting))
    report = run_json(path, '--profile', *options)
    lines = {line['line']: line for line in report['profile']['lines']}
    return report, lambda text: lines[line_of(path, text)]


# One warp loads one line of global memory: the expression of the index, the type, sectors of the request.
SECTORS = [
    ('side by side', 'float', 'i', 4),
    ('side by side, eight bytes', 'double', 'i', 8),
    ('one byte each', 'char', 'i', 1),
    ('one cell for all', 'float', '0', 1),
    ('not aligned', 'float', 'i + 1', 5),
    ('every other cell', 'float', '2 * i', 8),
    ('a column', 'float', '32 * i', 32),
    ('backwards', 'float', '31 - i', 4),
    ('two cells', 'float', 'i % 2 * 64', 2),
    ('half a warp', 'float', 'i < 16 ? i : 0', 2),
]


def check_sectors(kind, index, sectors):
    source = f'''__global__ void k (const {kind} *f, {kind} *o)
{{
  int i = threadIdx.x;
  {kind} v = f[{index}];        // load
  o[i] = v;                     // store
}}
'''
    with Folder() as folder:
        _, line = profile_of(folder, source, '--shape', '1024')
        load = line('// load')
        expect_equal((load['requests'], load['sectors'], load['sectors_per_request']), (1, sectors, sectors), load)


for title, *row in SECTORS:
    add('sectors of ' + title, check_sectors, *row)

@case
def sectors_of_a_vector():
    with Folder() as folder:
        report, _ = profile_of(folder, '__global__ void k (const float4 *f, float4 *o)\n'
                               '{ o[threadIdx.x] = f[threadIdx.x]; }\n', '--shape', '32')
        expect_equal((report['profile']['requests'], report['profile']['sectors']), (2, 32), report)


# One warp stores to shared memory: type, index, passes, how many of those a conflict makes.
BANKS = [
    ('side by side', 'float', 'i', 1, 0),
    ('one word', 'float', '0', 1, 0),
    ('every other word', 'float', '2 * i', 2, 1),
    ('a column of 32', 'float', '32 * i', 32, 31),
    ('a padded column', 'float', '33 * i', 1, 0),
    ('pairs of one word', 'float', 'i / 2', 1, 0),
    ('bytes', 'char', 'i', 1, 0),
    ('eight bytes', 'double', 'i', 2, 0),
    ('eight bytes, two apart', 'double', '2 * i', 4, 2),
    ('sixteen bytes', 'float4', 'i', 4, 0),
]


def check_banks(kind, index, passes, conflicts):
    source = f'''__global__ void k (const {kind} *f, {kind} *o)
{{
  __shared__ {kind} s[1200];
  int i = threadIdx.x;
  {kind} v = f[i];
  s[{index}] = v;               // store
  __syncthreads ();
  o[i] = s[f == o ? i : 7];     // load
}}
'''
    with Folder() as folder:
        _, line = profile_of(folder, source, '--shape', '32')
        store = line('// store')
        expect_equal((store['shared_requests'], store['wavefronts'], store['bank_conflicts']), (1, passes, conflicts), store)


for title, *row in BANKS:
    add('passes of ' + title, check_banks, *row)


@case
def lanes_and_threads_of_a_branch():
    source = '''__global__ void k (float *o, int n)
{
  int i = threadIdx.x;
  float v = 0;
  if (i < 8)
    for (int t = 0; t < n; t++)
      v = sqrtf (v + t);        // loop
  o[i] = v;                     // store
}
'''
    with Folder() as folder:
        report, line = profile_of(folder, source, '--shape', '32')
        expect_equal(line('// loop')['active_lanes'], 8)
        expect_equal(line('// store')['active_lanes'], 32)
        spread = report['profile']['thread_instructions']
        expect(spread['min'] == spread['median'] < spread['max'], spread)
        expect_equal(report['profile']['executed'], report['launch']['warp_instructions'])


# What kernels that are put together at random are made of.
TYPES = ['char', 'short', 'float', 'double', 'float4']
GLOBAL = ['i', 'i + 1', '2 * i', '33 * t % n', 't / 3', 'n - 1 - i', '(i * 7 + 5) % n', '32 * (t % 4) + t / 4', '0']
SHARED = ['t', '0', '2 * t % 64', '33 * t % 64', '32 * t % 64 + t / 32', '63 - t', 't / 2', 't * t % 64']
CONDITIONS = ['t % 3 == 0', 't < 21', 'i % 2', 't / 32 == 0', 'i > 40', 't % 32 > 7 && t % 5', 'i >= 0']


def make_kernel(chance):
    """Source, and how many cells its arrays have."""
    kind, other = chance.choice(TYPES), chance.choice(TYPES)
    of = {name: chance.choice(GLOBAL) for name in ('load', 'again', 'store')}
    at = {name: chance.choice(SHARED) for name in ('put', 'get', 'add')}
    return f'''__global__ void k (const {kind} *f, {kind} *o, unsigned *c, int n)
{{
  __shared__ {other} s[64];
  __shared__ unsigned counts[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  {kind} v = f[{of["load"]}];
  counts[t] = 0;
  if ({chance.choice(CONDITIONS)})
    v = f[{of["again"]}];
  s[{at["put"]}] = {other} ();
  __syncthreads ();
  for (int j = 0; j < {chance.choice(["t % 5", "3", "i / 16"])}; j++)
    atomicAdd (&counts[{at["add"]}], 1u);
  if ({chance.choice(CONDITIONS)})
    atomicAdd (&c[t % 7], counts[63 - t]);
  {other} got = s[{at["get"]}];
  if (*(char *) &got < 100 && {chance.choice(CONDITIONS)})
    o[{of["store"]}] = v;
}}
'''


def count_passes(accesses, atomic, load):
    """Passes of shared memory, and those that conflicts of banks add, of lanes with their accesses."""
    passes = phases = 0
    groups = collections.defaultdict(list)
    # by the bit that is left out of their numbers, pairs of lanes of a wide load that all want the same
    pairs = [collections.defaultdict(set) for _ in range(2)]
    for lane, access in accesses:
        for bit in range(2):
            pairs[bit][lane & ~(1 << bit)].add(access['address'])
    wide = load and accesses[0][1]['bytes'] > 4 and any(all(len(pair) == 1 for pair in each.values()) for each in pairs)
    for lane, access in accesses:
        groups[lane // (32 * (1 + wide) // max(access['bytes'] // 4, 1))].append(access)
    for group in groups.values():
        words = [int(access['address'], 16) // 4 + k for access in group for k in range(max(access['bytes'] // 4, 1))]
        banks = collections.Counter(word % 32 for word in (words if atomic else set(words)))
        passes += max(banks.values())
        phases += 1
    return passes, passes - phases


def count_steps(steps, lines):
    """Adds what the steps of one warp cost, line by line."""
    for step in steps:
        line = lines[step['line']]
        accesses = [(lane['lane'], access) for lane in step['lanes'] for access in lane.get('accesses', [])]
        shared = [(lane, access) for lane, access in accesses if access['space'] == 'shared']
        places = [(int(access['address'], 16), access['bytes']) for _, access in accesses if access['space'] == 'global']
        line['executed'] += 1
        line['lanes'] += int(step['active'], 16).bit_count()
        line['requests'] += bool(places)
        line['sectors'] += len({sector for at, size in places for sector in range(at // 32, (at + size - 1) // 32 + 1)})
        line['bytes'] += sum(size for _, size in places)
        if shared:
            operation = re.sub(r'^@!?%p\d+ ', '', step['instruction']).split('.')[0]
            passes, conflicts = count_passes(shared, operation in ('atom', 'red'), operation == 'ld')
            line['shared_requests'] += 1
            line['wavefronts'] += passes
            line['bank_conflicts'] += conflicts


def check_against_traces(seed):
    """The report of a profile is what the traces of all warps add up to."""
    source = make_kernel(random.Random(seed))
    lines = collections.defaultdict(collections.Counter)
    with Folder() as folder:
        path = folder.write('kernel.cu', source + settings(
            '[launch]\nblock=64\ngrid=2\nmanual-grid=true\n[arg f]\nshape=512\nfill=zeros\n[arg o]\nshape=512\n'
            '[arg c]\nshape=7\nfill=zeros\n[arg n]\nvalue=160\n'))
        profile = run_json(path, '--profile')['profile']
        for block in 0, 1:
            for warp in 0, 1:
                trace = folder(f'{block}-{warp}.jsonl')
                result = cli('run', path, '--trace', f'{block}:warp={warp}', '--trace-file', trace)
                expect_equal(result.status, 0, source, result)
                with open(trace, encoding='utf-8') as file:
                    count_steps([json.loads(line) for line in file][1:], lines)
    for line in profile['lines']:
        counted = lines.pop(line['line'])
        counted['active_lanes'] = round(counted.pop('lanes') / counted['executed'], 4)
        expect_equal({key: round(line[key], 4) for key in sorted(counted)}, dict(sorted(counted.items())), line['line'], source)
    expect_equal(dict(lines), {})
    expect(profile['bytes'] > 0 and profile['requests'] > 0 and profile['shared_requests'] > 0, profile)


for number in range(10):
    add(f'lines of random kernel {number} are what all traces add up to', check_against_traces, number)


@case
def every_warp_instruction_has_a_line():
    for path in sorted(glob.glob(os.path.join(KERNELS, '*.cu'))):
        result = cli('run', path, '--profile', '--json')
        if result.status == 0:
            report = result.report
            expect_equal(report['profile']['executed'], report['launch']['warp_instructions'], path)


@case
def lenses_show_a_profile():
    path = os.path.join(KERNELS, '15-transpose.cu')
    with Folder() as folder:
        for lens in 'sectors', 'instructions':
            picture = folder(f'{lens}.svg')
            expect_equal(cli('run', path, '--profile', '--lens', lens, '--picture', picture).status, 0)
            expect(os.path.getsize(picture) > 1000, picture)
            expect_equal(cli('run', path, '--lens', lens, '--picture', picture).status, 2)


@case
def profiling_changes_nothing_else():
    path = os.path.join(KERNELS, '15-transpose.cu')
    with Folder() as folder:
        expect_equal(cli('run', path, '--output', folder('plain')).status, 0)
        expect_equal(cli('run', path, '--output', folder('profile'), '--profile').status, 0)
        plain, profile = set(os.listdir(folder('plain'))), set(os.listdir(folder('profile')))
        expect('threads.npy' in profile - plain, profile)
        expect(any(name.endswith('.sectors.npy') for name in profile - plain), profile)
        expect(plain <= profile, plain - profile)
        for name in plain - {'report.json'}:
            with open(os.path.join(folder('plain'), name), 'rb') as a, open(os.path.join(folder('profile'), name), 'rb') as b:
                expect(a.read() == b.read(), name)


if __name__ == '__main__':
    main()
