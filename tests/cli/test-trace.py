#!/usr/bin/env python3
"""What `run --trace` keeps of one thread or warp.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json

from harness import Folder, case, cli, expect, expect_equal, line_of, main, settings

SOURCE = '''__global__ void k (const float *f, float *o, int n)
{
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = f[i] + 1.0f;         // to shared
  __syncthreads ();
  if (i % 2 == 0)
    o[i] = s[63 - threadIdx.x];         // from shared
  for (int j = 0; j < n; j++)
    o[i] += (float) j;                  // again
}
'''
LAUNCH = '[launch]\nblock=64\ngrid=2\n[arg f]\nshape=128\n[arg o]\nshape=128\nfill=zeros\n'


def trace(folder, target, *options, source=SOURCE, status=0, launch=LAUNCH):
    path = folder.write('kernel.cu', source + settings(launch))
    result = cli('run', path, '--trace', target, '--trace-file', folder('t.jsonl'), *options)
    expect_equal(result.status, status, result)
    with open(folder('t.jsonl'), encoding='utf-8') as file:
        lines = [json.loads(line) for line in file]
    return path, lines[0], lines[1:]


def accesses(steps):
    return [(step['line'], access['space'], access['array'], access['offset'], access['values'])
            for step in steps for lane in step['lanes'] for access in lane.get('accesses', [])]


@case
def a_thread_is_traced():
    with Folder() as folder:
        path, head, steps = trace(folder, '1:4', '--set', 'n=1')
        expect_equal({**head, 'steps': 0, 'kept': 0}, {'block': [1, 0, 0], 'thread': [4, 0, 0], 'steps': 0, 'kept': 0,
                                                       'dropped': 0})
        expect_equal((head['steps'], head['kept']), (len(steps), len(steps)))
        expect_equal([step['step'] for step in steps], list(range(len(steps))))
        expect(all([lane['thread'] for lane in step['lanes']] == [[4, 0, 0]] for step in steps), steps)
        to, back, again = (line_of(path, text) for text in ('// to shared', '// from shared', '// again'))
        expect_equal(accesses(steps)[:4], [(to, 'global', 'f', 4 * 68, [68]), (to, 'shared', 's', 16, [69]),
                                           (back, 'shared', 's', 4 * 59, [124]), (back, 'global', 'o', 4 * 68, [124])])
        expect_equal(accesses(steps)[-1][:4], (again, 'global', 'o', 4 * 68))
        loads = [step for step in steps if step['instruction'].startswith('ld.global')]
        expect_equal(list(loads[0]['lanes'][0]['registers'].values()), [68.0], loads)
        expect_equal(steps[-1]['instruction'], 'ret')


@case
def a_warp_is_traced():
    with Folder() as folder:
        _, head, steps = trace(folder, '0:warp=1', '--set', 'n=0')
        expect_equal((head['warp'], head['dropped']), (1, 0))
        expect_equal([lane['thread'][0] for lane in steps[0]['lanes']], list(range(32, 64)))
        stores = [step for step in steps if step['instruction'].startswith('st.global')]
        expect_equal((stores[0]['active'], len(stores[0]['lanes'])), ('0x55555555', 16))
        branches = [step for step in steps if step['instruction'].startswith('@')]
        expect(any(step['active'] == '0xffffffff' and step['executed'] in ('0x55555555', '0xaaaaaaaa')
                   for step in branches), branches)


@case
def nothing_is_left_of_a_longer_file():
    with Folder() as folder:
        folder.write('t.jsonl', 'x' * 1000000)
        _, head, steps = trace(folder, '0:0', '--set', 'n=0')
        expect_equal(head['kept'], len(steps))


@case
def the_last_steps_are_kept():
    with Folder() as folder:
        _, head, steps = trace(folder, '0:0', '--set', 'n=20000')
        expect_equal((head['kept'], len(steps)), (65536, 65536))
        expect(head['steps'] > 65536, head)
        expect_equal(head['dropped'], head['steps'] - 65536)
        expect_equal((steps[0]['step'], steps[-1]['instruction']), (head['dropped'], 'ret'))


@case
def a_trap_is_the_last_step():
    source = SOURCE.replace('f[i] +', 'f[i * 1000] +')
    with Folder() as folder:
        path, _, steps = trace(folder, '0:1', source=source, status=1)
        expect(steps[-1]['instruction'].startswith('ld.global'), steps[-1])
        expect_equal(steps[-1]['line'], line_of(path, '// to shared'))


@case
def all_launches_are_traced():
    with Folder() as folder:
        _, once, _ = trace(folder, '0:0', '--set', 'n=1')
        _, thrice, steps = trace(folder, '0:0', '--set', 'n=1', launch=LAUNCH + '[launch]\nlaunches=3\n')
        expect_equal(thrice['steps'], 3 * once['steps'])
        expect_equal([step['step'] for step in steps], list(range(thrice['steps'])))


@case
def results_are_those_of_a_plain_run():
    with Folder() as folder:
        trace(folder, '0:0', '--output', folder('traced'), '--profile', '--check', 'all')
        cli('run', folder('kernel.cu'), '--output', folder('plain'))
        for name in 'o.npy', 'o.writes.npy', 'o.reads.npy', 'o.lowest.npy':
            with open(folder('traced/' + name), 'rb') as a, open(folder('plain/' + name), 'rb') as b:
                expect(a.read() == b.read(), name)


@case
def an_output_folder_has_it():
    with Folder() as folder:
        path = folder.write('kernel.cu', SOURCE + settings(LAUNCH))
        for _ in range(2):
            result = cli('run', path, '--trace', '0:0', '--output', folder('out'), '--json')
            expect_equal(result.status, 0, result)
        with open(folder('out/trace.jsonl'), encoding='utf-8') as file:
            expect_equal(json.loads(file.readline()), result.report['trace'])


@case
def what_cannot_be_traced_is_refused():
    with Folder() as folder:
        path = folder.write('kernel.cu', SOURCE + settings(LAUNCH))
        file = folder('t.jsonl')
        for options, status in ((['--trace', 'x', '--trace-file', file], 2), (['--trace', '0:0'], 2),
                                (['--trace-file', file], 2), (['--trace', '0:0', '--backend', 'cuda', '--trace-file', file], 2),
                                (['--trace', '0:64', '--trace-file', file], 1),
                                (['--trace', '2:0', '--trace-file', file], 1),
                                (['--trace', '0:warp=2', '--trace-file', file], 1)):
            result = cli('run', path, *options)
            expect_equal(result.status, status, options, result)


if __name__ == '__main__':
    main()
