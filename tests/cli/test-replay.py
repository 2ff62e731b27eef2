#!/usr/bin/env python3
"""What `run --replay` tells of a thread, against the traces of its warp: registers of all lanes, and shared memory
as the stores of the trace leave it.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import random

from harness import Folder, case, cli, expect, expect_equal, main, settings

# One warp, whose lanes part ways, come back, and store to shared memory in between.
WARP = '''__global__ void k (unsigned *o, int n)
{
  __shared__ unsigned s[64];
  unsigned a = threadIdx.x * 7 + blockIdx.x;
  s[threadIdx.x] = a;
  for (int j = 0; j < n; j++)
    {
      if ((threadIdx.x + j) % 3 == 0)
        s[32 + (threadIdx.x * 5 + j) % 32] = a ^ j;
      else if (threadIdx.x % 2 == 1)
        a += s[(threadIdx.x + j) % 64];
      __syncwarp ();
      atomicAdd (&s[j % 8], a);
    }
  o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
'''
# Three warps, which meet at barriers.
BLOCK = '''__global__ void k (unsigned *o, int n)
{
  __shared__ unsigned s[96];
  unsigned a = threadIdx.x;
  for (int j = 0; j < n; j++)
    {
      s[(threadIdx.x * 5 + j) % 96] = a * 3 + j;
      __syncthreads ();
      a += s[(threadIdx.x + 31) % 96];
      __syncthreads ();
    }
  o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
'''
SHARED_WINDOW = 1 << 40


def launch(threads):
    return f'[launch]\nblock={threads}\ngrid=3\n[arg o]\nshape={3 * threads}\nfill=zeros\n'


def run(folder, source, threads, options, status=0):
    path = folder.write('kernel.cu', source + settings(launch(threads)))
    result = cli('run', path, *options, '--trace-file', folder('t.jsonl'))
    expect_equal(result.status, status, result)
    with open(folder('t.jsonl'), encoding='utf-8') as file:
        lines = [json.loads(line) for line in file]
    return lines[0], lines[1:]


def trace(folder, source, threads, target, n):
    return run(folder, source, threads, ('--set', f'n={n}', '--trace', target))[1]


def replay(folder, source, threads, target, n, steps=None):
    window = () if steps is None else ('--replay-steps', f'{steps[0]},{steps[1]}')
    return run(folder, source, threads, ('--set', f'n={n}', '--replay', target, *window))


def number(value):
    return int(value, 16) if isinstance(value, str) else int(value)


def bits(value):
    """Of a value that instructions may take for different types."""
    return number(value) & 0xffffffffffffffff >> (32 if -(1 << 31) <= number(value) < 0 else 0)


def apply(state, changes):
    """What registers and shared memory hold after changes."""
    registers, shared = state
    for name, lanes in changes['registers'].items():
        for lane, value in lanes.items():
            registers[name, int(lane)] = bits(value)
    for piece in changes['shared']:
        data = bytes.fromhex(piece['bytes'])
        shared[piece['offset']:piece['offset'] + len(data)] = data


def states(head, steps):
    """Before the first step, and after each."""
    state = {}, bytearray(head['shared_bytes'])
    apply(state, head)
    yield dict(state[0]), bytes(state[1])
    for step in steps:
        apply(state, step)
        yield dict(state[0]), bytes(state[1])


def place(step):
    return step['ptx_line'], step['line'], step['instruction'], step['active'], step['executed']


@case
def steps_are_those_of_the_trace():
    with Folder() as folder:
        for thread in 0, 5, 31:
            traced = trace(folder, WARP, 32, f'1:{thread}', 9)
            head, steps = replay(folder, WARP, 32, f'1:{thread}', 9)
            expect_equal((head['steps'], head['ended'], head['first']), (len(traced), True, 0))
            expect_equal([place(step) for step in steps], [place(step) for step in traced])
            for step, of_trace in zip(steps, traced):
                lane = of_trace['lanes'][0]
                written = {name: bits(lanes[str(thread)]) for name, lanes in step['registers'].items()}
                expect_equal(written, {name: bits(value) for name, value in lane.get('registers', {}).items()}, step)
                accesses = lane.get('accesses', [])
                expect_equal('access' in step, bool(accesses), step)
                if accesses and step['access']['space'] == 'global':
                    expect_equal({key: step['access'][key] for key in ('array', 'offset', 'bytes')},
                                 {key: accesses[0][key] for key in ('array', 'offset', 'bytes')})
                    expect(step['access']['store'] == step['instruction'].startswith('st.'), step)


def stores(step):
    for lane in step['lanes']:
        for access in lane.get('accesses', []):
            if access['space'] == 'shared' and not step['instruction'].startswith('ld'):
                yield int(access['address'], 16) - SHARED_WINDOW, number(access['values'][0])


@case
def other_lanes_and_shared_memory_are_those_of_the_warp():
    with Folder() as folder:
        for thread in 0, 6, 13:
            traced = trace(folder, WARP, 32, '2:warp=0', 7)
            head, steps = replay(folder, WARP, 32, f'2:{thread}', 7, (0, 100000))
            found = states(head, steps)
            expect_equal(next(found), ({}, bytes(256)))
            registers, shared, n = {}, bytearray(256), 0
            for i, step in enumerate(traced):
                for lane in step['lanes']:
                    for name, value in lane.get('registers', {}).items():
                        registers[name, lane['lane']] = bits(value)
                for at, value in stores(step):
                    shared[at:at + 4] = value.to_bytes(4, 'little')
                is_own = [int(later['active'], 16) >> thread & 1 for later in traced[:i + 2]]
                if not any(is_own[:i + 1]) or (len(is_own) > i + 1 and not is_own[i + 1]):
                    continue
                if i + 1 == len(traced):
                    break
                got = next(found)
                expect_equal(got[0], registers, n, step)
                expect_equal(got[1], bytes(shared), n, step)
                n += 1
            expect(n > 100, n)


@case
def a_window_begins_with_what_steps_before_leave():
    random.seed(16)
    with Folder() as folder:
        for source, threads, target in (WARP, 32, '0:9'), (BLOCK, 96, '1:40'), (BLOCK, 96, '2:95'):
            _, all_steps = whole = replay(folder, source, threads, target, 12, (0, 100000))
            all_states = list(states(*whole))
            for _ in range(6):
                first, n = random.randrange(len(all_steps)), random.randrange(1, 60)
                head, steps = replay(folder, source, threads, target, 12, (first, n))
                expect_equal(steps, all_steps[first:first + n], first, n)
                expect_equal(head['ended'], first + n >= len(all_steps), first, n)
                expect_equal(list(states(head, steps)), all_states[first:first + n + 1], first, n)


@case
def a_thread_reads_the_shared_memory_that_is_told():
    with Folder() as folder:
        for thread in 3, 50, 95:
            head, steps = replay(folder, BLOCK, 96, f'1:{thread}', 11, (0, 100000))
            loaded = []
            for state, step in zip(states(head, steps), steps):
                if not step['instruction'].startswith('ld.shared'):
                    continue
                at = step['access']['offset']
                loaded.append(number(list(step['registers'].values())[0][str(thread % 32)]))
                expect_equal(loaded[-1], int.from_bytes(state[1][at:at + 4], 'little'), step)
            # behind the barrier all that the block has stored in this round is there
            values, expected = list(range(96)), []
            for j in range(11):
                stored = {(t * 5 + j) % 96: values[t] * 3 + j & 0xffffffff for t in range(96)}
                expected.append(stored[(thread + 31) % 96])
                values = [values[t] + stored[(t + 31) % 96] & 0xffffffff for t in range(96)]
            expect_equal(loaded, expected)


@case
def all_launches_are_told_of():
    with Folder() as folder:
        once, _ = replay(folder, WARP, 32, '0:0', 3)
        path = folder.write('kernel.cu', WARP + settings(launch(32) + '[launch]\nlaunches=3\n'))
        result = cli('run', path, '--set', 'n=3', '--replay', '0:0', '--replay-steps', f'{once["steps"]},20',
                     '--trace-file', folder('t.jsonl'))
        expect_equal(result.status, 0, result)
        with open(folder('t.jsonl'), encoding='utf-8') as file:
            head = json.loads(file.readline())
        expect_equal((head['steps'], head['first']), (3 * once['steps'], once['steps']))


@case
def no_step_is_there_past_the_end():
    with Folder() as folder:
        head, steps = replay(folder, WARP, 32, '0:0', 1, (100000, 5))
        expect_equal((steps, head['ended']), ([], True))
        expect(0 < head['steps'] < 1000, head)


@case
def what_cannot_be_replayed_is_refused():
    with Folder() as folder:
        path = folder.write('kernel.cu', WARP + settings(launch(32)))
        file = ('--trace-file', folder('t.jsonl'))
        for options, status in ((['--replay', '0:warp=0', *file], 2), (['--replay', 'x', *file], 2),
                                (['--replay', '0:0'], 2), (['--replay-steps', '0,1', *file], 2),
                                (['--replay', '0:0', '--replay-steps', '1', *file], 2),
                                (['--replay', '0:0', '--replay-steps', '0,0', *file], 2),
                                (['--replay', '0:0', '--replay-steps', '0,3000000', *file], 2),
                                (['--replay', '0:0', '--output', folder('o'), *file], 2),
                                (['--replay', '0:0', '--backend', 'cuda', *file], 2),
                                (['--replay', '0:32', *file], 1), (['--replay', '3:0', *file], 1)):
            result = cli('run', path, '--set', 'n=1', *options)
            expect_equal(result.status, status, options, result)


if __name__ == '__main__':
    main()
