#!/usr/bin/env python3
"""Kernels that go wrong, runners that die, people who press Ctrl+C: always an end, a reason, and a next run.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import signal

from harness import (Folder, KERNELS, add, case, children_of, cli, expect, expect_equal, finish, line_of, main,
                     run_json, send, settings, start, wait_until)

ENDLESS = {
    'a volatile flag': '''__global__ void wait (volatile int *flag, int *out)
{
  while (flag[0] == 0)
    ;
  out[0] = 1;
}
''',
    'a plain flag': '''__global__ void wait (int *flag, int *out)
{
  while (flag[0] == 0)
    ;
  out[0] = 1;
}
''',
    'a flag of the block': '''__global__ void wait (int *flag, int *out)
{
  __shared__ volatile int seen;
  seen = flag[0];
  while (seen == 0)
    ;
  out[0] = 1;
}
''',
    'one lane of one warp': '''__global__ void wait (volatile int *flag, int *out)
{
  if (blockIdx.x == 1 && threadIdx.x == 37)
    while (flag[0] == 0)
      ;
  out[threadIdx.x] = 1;
}
''',
}

ARGS = settings('[launch]\ngrid=2\nblock=64\nmanual-grid=true\n\n[arg flag]\nshape=1\nfill=zeros\n\n'
                '[arg out]\nshape=64\n')


def check_endless(source):
    with Folder() as folder:
        path = folder.write('wait.cu', source + ARGS)
        trap = run_json(path, '--budget', '200000', status=1)['trap']
        expect_equal(trap['code'], 'endless')
        expect('block' in trap and 'thread' in trap, trap)
        expect_equal(trap['line'], line_of(path, 'while'))
        if 'volatile' in source:
            expect_equal((trap['array'], trap['offset']), ('seen' if '__shared__' in source else 'flag', 0))
        if 'one lane' in source or '37' in source:
            expect_equal((trap['block'], trap['thread']), ([1, 0, 0], [37, 0, 0]))


for title, text in ENDLESS.items():
    add('endless ' + title, check_endless, text)


@case
def a_line_that_reads_and_writes_has_the_same_race_each_time():
    with Folder() as folder:
        path = folder.write('add.cu', '''__global__ void add (float *f)
{
  f[threadIdx.x] += 8;
}
''' + settings('[launch]\nblock=16\ngrid=2\nmanual-grid=true\n[arg f]\nshape=32\nfill=iota\n'))
        # Its ops lie elsewhere in memory each time.
        told = {run_json(path, '--check', 'races')['warnings'][-1]['text'] for _ in range(12)}
        expect_equal(len(told), 1, *told)


@case
def the_stack_is_what_functions_of_a_known_depth_take():
    with Folder() as folder:
        path = folder.write('deep.cu', '''#define LEVEL(name, called) \\
  __device__ __noinline__ int name (int *p, int at) { int own[4] = { 1, 2, 3, at }; return called + own[p[0] & 3]; }
LEVEL (inner, 0)
LEVEL (middle, inner (own, at))
LEVEL (outer, middle (own, at))
__device__ __noinline__ void put (int *p, int at) { p[at] = 1; }
__global__ void deep (int *out, int at)
{
  int local[4] = { 3, 2, 1, 0 };
  put (local, at);
  out[threadIdx.x] = outer (local, at) + local[threadIdx.x & 3];
}
''' + settings('[launch]\ngrid=1\nblock=32\nmanual-grid=true\n[arg out]\nshape=32\n[arg at]\nvalue=1\n'))
        # the number given, the second of two arrays, and the thread's own of the kernel's
        told = cli('eval', path, 'out[0]', 'out[1]', 'out[3]').out.split()
        expect_equal([word for word in told if word.isdigit()], [str(1 + 2 + 2 + own) for own in (3, 1, 0)], told)
        # a store behind all that the calls can take is none into what an unused stack would have held
        trap = run_json(path, '--set', 'at=2000', status=1)['trap']
        expect_equal((trap['code'], trap['line']), ('oob', line_of(path, 'p[at] = 1')))


@case
def a_fault_in_inlined_code_names_the_calls():
    source = """__device__ float get (const float *f, int i)
{
  return f[i + 1];              // fault
}

__device__ float both (const float *f, int i)
{
  float a = get (f, i);         // inner
  return a + 1;
}

__global__ void k (const float *f, float *o)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = both (f, i);           // outer
}
"""
    with Folder() as folder:
        path = folder.write('inline.cu', source)
        for options in [], ['--as-written']:
            trap = run_json(path, '--shape', '64', '--block', '32', *options, status=1)['trap']
            inner, outer = line_of(path, '// inner'), line_of(path, '// outer')
            expect_equal((trap['code'], trap['line']), ('oob', line_of(path, '// fault')))
            expect_equal(trap['inlined_from'], [{'line': inner, 'function': 'both'}, {'line': outer, 'function': 'k'}])
            expect(f'{inner}, {outer}' in trap['text'], trap)


POOL = '''extern __shared__ float pool[];
__global__ void k (const float *in, float *out)
{
  float *second = pool + blockDim.x;
  pool[threadIdx.x] = in[threadIdx.x];          // first
  __syncthreads ();
  second[blockDim.x - 1 - threadIdx.x] = pool[threadIdx.x];
  __syncthreads ();
  out[threadIdx.x] = second[threadIdx.x];
}
'''


@case
def too_little_dynamic_shared_memory_says_how_much_would_do():
    with Folder() as folder:
        for asked in 0, 32, 2396:
            path = folder.write('pool.cu', POOL + settings(f'[launch]\nblock=300\ngrid=1\nshape=300\nshared={asked}\n'))
            trap = run_json(path, status=1)['trap']
            expect_equal((trap['code'], trap['space'], trap['array']), ('oob', 'shared', 'pool'))
            expect('[launch]' in trap['text'] and 'shared=2400' in trap['text'], trap)
            expect_equal(trap['shared_needed'], 2400)
        path = folder.write('pool.cu', POOL + settings('[launch]\nblock=300\ngrid=1\nshape=300\nshared=2400\n'))
        expect_equal(run_json(path)['trap'], None)


@case
def a_launch_cut_short_between_blocks_says_so():
    with Folder() as folder:
        path = folder.write('many.cu', '__global__ void fill (float *f) { f[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n')
        report = run_json(path, '--shape', '200000', '--budget', '1000', '--workers', '1', status=1)
        expect_equal(report['trap']['code'], 'endless')
        expect(report['trap']['block'][0] > 0, report['trap'])
        expect(report['coverage']['arrays']['f']['written'] < 200000, report)


@case
def the_budget_is_exact_on_any_number_of_workers():
    with Folder() as folder:
        path = folder.write('small.cu', '__global__ void fill (float *f) { f[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n')
        options = ['--shape', '1024', '--block', '256', '--coverage', 'none']

        def ends(budget, workers):
            return cli('run', path, *options, '--workers', workers, '--budget', budget).status == 1

        trap = run_json(path, *options, '--budget', '3', '--workers', '1', status=1)['trap']
        expect_equal((trap['code'], trap['block'], trap['thread']), ('endless', [3, 0, 0], [0, 0, 0]))
        low, high = 3, 4096
        expect(not ends(high, 1))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if ends(middle, 1) else (low, middle)
        expect_equal([ends(budget, workers) for budget in (low, high) for workers in (2, 3)], [True, True, False, False])
        # Four blocks of eight warps, each with the same instructions.
        expect_equal(high % 32, 0, high)


@case
def the_default_limits_end_an_endless_kernel():
    with Folder() as folder:
        path = folder.write('wait.cu', ENDLESS['one lane of one warp'] + ARGS)
        expect_equal(run_json(path, status=1)['trap']['code'], 'endless')


FAULTS = {
    'null': ('int *p = (int *) (size_t) (f[0] - 1.0f);\n  *p = i; // here', 'null'),
    'misaligned': ('*(int *) ((char *) f + 1) = i; // here', 'misaligned'),
    'before the array': ('f[i - 1] = i; // here', 'oob'),
    'far outside': ('f[i + 2000000000] = i; // here', 'oob'),
    'trap': ('if (i == 3)\n    __trap (); // here\n  f[i] = i;', 'trap'),
    'shared': ('__shared__ float s[32];\n  s[i + (int) f[0]] = i; // here\n  __syncthreads ();\n  f[i] = s[31 - i];',
               'oob'),
}


def check_fault(body, code):
    with Folder() as folder:
        path = folder.write('fault.cu', '__global__ void fault (float *f)\n{\n  int i = threadIdx.x;\n  ' + body +
                            '\n}\n' + settings('[launch]\nblock=32\ngrid=1\nshape=32\n\n[arg f]\nfill=ones\n'))
        trap = run_json(path, status=1)['trap']
        expect_equal(trap['code'], code, trap)
        expect_equal(trap['line'], line_of(path, '// here'), trap)


for title, fault in FAULTS.items():
    add('fault ' + title, check_fault, *fault)


@case
def a_check_that_the_backend_can_not_do_is_refused_or_done():
    with Folder() as folder:
        path = folder.write('race.cu', '''__global__ void race (int *f)
{
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  f[threadIdx.x] = s[63 - threadIdx.x];
}
''' + settings('[launch]\nblock=64\ngrid=1\nshape=64\n'))
        result = cli('run', path, '--check', 'races', '--json')
        report = result.report
        if report['trap'] is None:
            expect('race' in [warning['code'] for warning in report['warnings']], result)
        else:
            expect('races' in report['trap']['text'], result)
        expect_equal(cli('run', path, '--check', 'bounds,barriers').status, 0)


def slow(folder):
    return folder.write('wait.cu', ENDLESS['a volatile flag'] + ARGS)


def runners_of(process):
    """The runner, and the compilers that it started."""
    return children_of(process.pid)


@case
def a_killed_runner_is_told_and_the_next_run_works():
    with Folder() as folder:
        process = start('run', slow(folder), '--json', '--budget', '18446744073709551615')
        wait_until(lambda: runners_of(process))
        wait_until(lambda: busy(runners_of(process)[0]))
        for runner in runners_of(process):
            send(runner)
        result = finish(process)
        expect_equal(result.status, 1, result)
        expect_equal(result.report['trap']['code'], 'runner', result)
        expect_equal(run_json(os.path.join(KERNELS, '01-triangle.cu'))['trap'], None)


def busy(pid):
    """Whether a process has used a quarter of a second: it is past its start and its compiler."""
    try:
        with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
            fields = file.read().rsplit(')', 1)[1].split()
    except OSError:
        return False
    return int(fields[11]) + int(fields[12]) > os.sysconf('SC_CLK_TCK') / 4


@case
def a_runner_killed_at_its_start_is_told():
    process = start('run', os.path.join(KERNELS, '01-triangle.cu'), '--json')
    wait_until(lambda: runners_of(process) or process.poll() is not None)
    for runner in runners_of(process):
        send(runner)
    result = finish(process)
    expect(result.status in (0, 1), result)
    if result.status == 1:
        expect_equal(result.report['trap']['code'], 'runner', result)


def check_interrupt(number):
    with Folder() as folder:
        output = folder('output')
        process = start('run', slow(folder), '--output', output, '--budget', '18446744073709551615')
        wait_until(lambda: runners_of(process) and busy(runners_of(process)[0]))
        runners = runners_of(process)
        send(process.pid, number)
        result = finish(process, 10)
        expect_equal(result.status, 130, result)
        # a runner that does not stop at once is ended, and has nothing to tell
        if os.path.exists(output):
            with open(folder('output/report.json'), encoding='utf-8') as file:
                expect_equal(json.load(file)['trap']['code'], 'stopped')
        expect_equal(sorted({*os.listdir(folder.path), 'output'}), ['output', 'wait.cu'])
        wait_until(lambda: not any(os.path.exists(f'/proc/{runner}') for runner in runners), 10)


add('an interrupt leaves what was done, whole or not at all', check_interrupt, signal.SIGINT)
add('an end leaves what was done, whole or not at all', check_interrupt, signal.SIGTERM)


@case
def the_runner_dies_with_its_parent():
    with Folder() as folder:
        process = start('run', slow(folder), '--budget', '18446744073709551615')
        wait_until(lambda: runners_of(process) and busy(runners_of(process)[0]))
        runners = runners_of(process)
        send(process.pid)
        process.communicate()
        wait_until(lambda: not any(os.path.exists(f'/proc/{runner}') for runner in runners), 10)


@case
def a_trap_in_a_header_is_named_with_its_file():
    with Folder() as folder:
        header = folder.write('parts/kernels.h', '#pragma once\n__global__ void fill (int *out)\n{\n'
                              '  out[threadIdx.x + 1] = 1; // here\n}\n')
        file = folder.write('kernel.cu', '#include "parts/kernels.h"\nint main () { return 0; }\n' + settings(
            '[launch]\nblock=32\ngrid=1\n\n[arg out]\nshape=32\n'))
        report = run_json(file, '--profile', status=1)
        expect_equal(report['trap']['file'], 'parts/kernels.h', report)
        expect_equal(report['trap']['line'], line_of(header, '// here'), report)
        lines = {(line.get('file'), line['line']) for line in report['profile']['lines']}
        expect(('parts/kernels.h', 4) in lines and all(file for file, line in lines if line > 0), lines)
        expect('parts/kernels.h:4: trap: ' in cli('run', file).err)


@case
def a_trap_behind_an_array_of_a_guessed_size_calls_it_a_guess():
    text = '''__global__ void pairs (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[2 * i] + in[2 * i + 1];
}
'''
    said = 'in has 4096 cells, which is a guess: the source does not say; write “shape” into [arg in]'
    with Folder() as folder:
        path = folder.write('a.cu', text)
        report = run_json(path, status=1)
        expect(said in report['trap']['text'], report['trap'])
        expect_equal([(guess['what'], guess['value']) for guess in report['guessed']],
                     [('out.fill', 'zeros'), ('out.shape', '4096'), ('in.fill', 'iota'), ('in.shape', '4096'),
                      ('n.value', '4096'), ('range', '4096')])
        result = cli('run', path)
        expect(said in result.err and 'A guess: 1-D, since' in result.err, result)

        path = folder.write('b.cu', text + settings('[arg in]\nshape=4096\nfill=iota\n[arg out]\nshape=4096\n'
                                                    'fill=zeros\n[arg n]\nvalue=4096\n'))
        report = run_json(path, status=1)
        expect_equal(report['guessed'], [])
        expect('guess' not in cli('run', path).err, report)


@case
def a_shared_array_of_a_template_is_named_as_in_the_source():
    """Its mangled name has the number of the template's argument before its own."""
    with Folder() as folder:
        path = folder.write('mul.cu', """template <int N> __global__ void
multiply_tiles (float *c, float *a, float *b, int w)
{
  __shared__ float tile[N][N];

  tile[threadIdx.x + N][0] = a[threadIdx.x];
  __syncthreads ();
  c[threadIdx.x] = tile[0][threadIdx.x];
}
template __global__ void multiply_tiles<16> (float *, float *, float *, int);
""" + settings('[launch]\nblock=16\ngrid=1\nmanual-grid=true\n'))
        trap = run_json(path, status=1)['trap']
        expect(' of tile (' in trap['text'], trap)


@case
def the_object_of_a_texture_by_its_name_of_the_driver():
    with Folder() as folder:
        path = folder.write('turn.cu', """#include <cuda.h>

__global__ void
look_up (float *out, CUtexObject image)
{
  out[threadIdx.x] = tex1Dfetch<float> (image, threadIdx.x);
}
""" + settings('[launch]\nblock=64\nshape=64\n\n[arg image]\nfill=iota\n\n[expect out]\nreference=expr:x\n'))
        expect_equal(run_json(path)['check']['mismatches'], 0)


if __name__ == '__main__':
    main()
