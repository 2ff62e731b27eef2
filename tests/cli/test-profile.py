#!/usr/bin/env python3
"""What `run --profile` counts: lines, lanes, sectors of global memory, passes of shared memory, threads.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import os

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
