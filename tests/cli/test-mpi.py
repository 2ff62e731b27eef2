#!/usr/bin/env python3
"""gridloom-mpi on ranks of this computer: the same bytes and counts as on one device; and ranks that are too few, lost or
silent.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import signal
import subprocess
import sys
import time

import split
from harness import DEADLINE, Folder, Result, case, cli, expect, expect_equal, main, read_npy, run_json, settings

MPI = os.environ['GRIDLOOM_MPI']
KERNELS = os.environ['GRIDLOOM_KERNELS']
SEEDS = [int(seed) for seed in os.environ.get('GRIDLOOM_SPLIT_SEEDS', '').split()] or range(100, 106)
# Plugins of Open MPI leave memory behind, and are unloaded before anybody could be told whose it is.
# It has an opinion of its own on containers, whose user is root, and on machines with fewer cores than ranks.
ENV = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
       'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_btl_vader_single_copy_mechanism': 'none',
       'ASAN_OPTIONS': os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0', 'OMPI_MCA_plm_rsh_agent': 'false', 'OMPI_MCA_orte_tmpdir_base': '/tmp'}

SLOW = '''__global__ void slow (float *next, const float *now, int cols, int rows, int turns)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)
    return;
  int i = y * cols + x;
  float sum = 0;
  for (int k = 0; k < turns; k++)
    sum += 0.25f * (now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols]);
  next[i] = sum / turns + 1;
}
'''
LONG = SLOW + settings('''[launch]
over=now
block=16,4
[split]
halo=1
[steps]
repeat 100000
launch slow
swap now, next
end
[arg now]
shape=64,64
fill=zeros
[arg next]
shape=64,64
fill=zeros
[arg turns]
value=4
''')


def mpirun(ranks, *args, options=(), env=None):
    return subprocess.Popen(['mpirun', *options, '-n', str(ranks), MPI, *map(str, args)], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**ENV, **(env or {})},
                            start_new_session=True)


def lose(rank, messages, number, env=None):
    """What has a rank end by a signal once it has taken so many messages: two for each thing that all ranks do."""
    return {'LD_PRELOAD': os.environ['GRIDLOOM_LOSE_RANK'], 'LOSE_RANK': f'{rank}:{messages}:{int(number)}',
            'ASAN_OPTIONS': ENV['ASAN_OPTIONS'] + ':verify_asan_link_order=0', **(env or {})}


def finish(process, deadline=DEADLINE):
    """The result, and nobody left behind."""
    begin = time.monotonic()
    try:
        out, err = process.communicate(timeout=deadline)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        raise AssertionError(f'no end after {deadline} s\n{out.decode()}\n{err.decode()}')
    return Result(process.returncode, out.decode(), err.decode(), time.monotonic() - begin)


def run_ranks(ranks, *args, **more):
    return finish(mpirun(ranks, 'run', *args, **more))


def workers_of(process, rank, deadline=DEADLINE):
    """The process that is a rank, once it is there."""
    until = time.monotonic() + deadline
    while time.monotonic() < until:
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{pid}/environ', 'rb') as file:
                    environment = file.read().split(b'\0')
                with open(f'/proc/{pid}/cmdline', 'rb') as file:
                    command = file.read().split(b'\0')
                with open(f'/proc/{pid}/stat') as file:
                    parent = int(file.read().rsplit(')', 1)[1].split()[1])
            except OSError:
                continue
            if f'OMPI_COMM_WORLD_RANK={rank}'.encode() in environment and parent == process.pid and \
               command[0].endswith(b'gridloom-mpi'):
                return int(pid)
        time.sleep(0.05)
    raise AssertionError(f'no rank {rank}')


@case
def programs_over_ranks_are_those_that_are_whole():
    def run(file, output, ranks):
        result = run_ranks(ranks, file, '--json', '--output', output)
        if result.status == 1 and ('are more than the' in result.out or 'is wider than' in result.out):
            return None
        expect_equal(result.status, 0, result)
        return result.report

    for seed in SEEDS:
        split.check(seed, [2, 4], run)


@case
def a_device_is_a_rank_and_is_named_so():
    with Folder() as folder:
        result = run_ranks(3, os.path.join(KERNELS, '27-wave.cu'), '--json', '--output', folder('out'))
        expect_equal(result.status, 0, result)
        host = os.uname().nodename
        expect_equal([part['device'] for part in result.report['split']], [f'Rank {rank} on {host}' for rank in range(3)])
        expect_equal(result.report['timeline']['streams'][1:], [f'Rank {rank} on {host}' for rank in range(3)])
        whole = run_json(os.path.join(KERNELS, '27-wave.cu'), '--output', folder('whole'))
        expect_equal(result.report['coverage'], whole['coverage'])


@case
def one_rank_is_one_device():
    result = run_ranks(1, os.path.join(KERNELS, '27-wave.cu'), '--json')
    expect_equal(result.status, 0, result)
    expect('split' not in result.report, result)


@case
def ranks_beyond_the_devices_stay_idle():
    with Folder() as folder:
        result = run_ranks(4, os.path.join(KERNELS, '27-wave.cu'), '--split', 2, '--json')
        expect_equal(result.status, 0, result)
        expect_equal(len(result.report['split']), 2)


@case
def too_few_ranks_are_named():
    result = run_ranks(2, os.path.join(KERNELS, '27-wave.cu'), '--split', 3)
    expect_equal(result.status, 3, result)
    expect('Too few devices: the arrays are split over 3, and of the 2 ranks each is one' in result.err, result)


@case
def more_ranks_than_rows_are_named():
    with Folder() as folder:
        file = folder.write('k.cu', LONG.replace('shape=64,64', 'shape=8,64').replace('100000', '2'))
        result = run_ranks(4, file)
        expect_equal(result.status, 1, result)
        expect('4 devices are more than the 2 bands that 8 rows make' in result.err, result)


@case
def uneven_rows_are_uneven_bands():
    with Folder() as folder:
        file = folder.write('k.cu', LONG.replace('shape=64,64', 'shape=37,50').replace('100000', '20'))
        result = run_ranks(4, file, '--json', '--output', folder('out'))
        expect_equal(result.status, 0, result)
        expect_equal([part['rows'] for part in result.report['split']], [8, 12, 8, 9])
        run_json(file, '--output', folder('whole'))
        expect_equal(read_npy(folder('out/now.npy')), read_npy(folder('whole/now.npy')))


def check_lost(result, folder, text):
    """The folder has all of it; the launcher may end before it has handed on what was printed."""
    until = time.monotonic() + DEADLINE
    while not os.path.exists(folder('out/report.json')):
        expect(time.monotonic() < until, 'no report', result)
        time.sleep(0.1)
    with open(folder('out/report.json')) as file:
        report = json.load(file)
    expect_equal(report['trap']['code'], 'runner', result)
    expect(text in report['trap']['text'], result)
    expect('step “' in report['trap']['text'] and 'round ' in report['trap']['text'], result)
    moments = report['history']['moments']
    expect(moments > 0, result)
    # each moment adds one to what lies far from the walls
    shape, cells = read_npy(folder('out/now.npy'))
    expect_equal(cells[32 * 64 + 32] > 0, True, moments)
    expect_equal(report['coverage'], None, result)


@case
def a_rank_that_is_killed_is_named_and_leaves_what_was_finished():
    """The launcher ends all ranks a moment later; with recovery it leaves the others alone."""
    for options, messages in ([], 200), (['--enable-recovery'], 201):
        with Folder() as folder:
            process = mpirun(4, 'run', folder.write('k.cu', LONG), '--json', '--history', '16', '--output', folder('out'),
                             options=options, env=lose(2, messages, signal.SIGKILL))
            result = finish(process)
            expect(options or result.status != 0, result)
            check_lost(result, folder, f'Rank 2 on {os.uname().nodename} was lost: its process has ended')


@case
def a_rank_that_does_not_answer_is_named():
    """And no other one: where rows are gathered the others have sent theirs, and listen."""
    with Folder() as folder:
        process = mpirun(3, 'run', folder.write('k.cu', LONG), '--json', '--history', '16', '--output', folder('out'),
                         env=lose(1, 201, signal.SIGSTOP, {'GRIDLOOM_MPI_PATIENCE': '6'}))
        result = finish(process)
        check_lost(result, folder, f': Rank 1 on {os.uname().nodename} did not answer for')


@case
def an_interrupt_leaves_nobody_behind():
    with Folder() as folder:
        process = mpirun(3, 'run', folder.write('k.cu', LONG), '--json')
        pids = [workers_of(process, rank) for rank in (1, 2)]
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        finish(process)
        until = time.monotonic() + DEADLINE
        while any(os.path.exists(f'/proc/{pid}') for pid in pids) and time.monotonic() < until:
            time.sleep(0.1)
        expect_equal([pid for pid in pids if os.path.exists(f'/proc/{pid}')], [])


@case
def a_sweep_over_ranks_comes_to_what_one_process_does():
    file = os.path.join(KERNELS, '14-stencil.cu')
    lists = ['--block-x', '4,8,16,32,64', '--block-y', '1,2,4,8,64', '--json', '--no-cache']
    alone = cli('sweep', file, *lists)
    for ranks in (1, 2, 4):
        result = finish(mpirun(ranks, 'sweep', file, *lists))
        expect_equal(result.status, 0, result)
        tiles = [result.report['configurations'], alone.report['configurations']]
        for tile in tiles[0] + tiles[1]:
            for key in 'kernel_ms', 'low_ms', 'high_ms', 'samples_ms':
                del tile[key]
        expect_equal(tiles[0], tiles[1], ranks)


@case
def a_sweep_that_loses_a_rank_goes_on():
    """The run that the rank had fails by its name; the other ranks do the rest. It ends with the first message for it
    alone, which is a run."""
    for number, told in (signal.SIGKILL, 'was lost: its process has ended'), (signal.SIGSTOP, 'did not answer for 4 '):
        with Folder() as folder:
            file = folder.write('k.cu', LONG.replace('100000', '300'))
            result = finish(mpirun(3, 'sweep', file, '--block-x', '16..27', '--no-cache', '--csv', folder('out.csv'),
                                   '--json', options=['--enable-recovery'],
                                   env=lose(1, 2, number, {'GRIDLOOM_MPI_PATIENCE': '4'})))
            expect(result.out, result)
            failed = [tile for tile in result.report['configurations'] if tile['state'] != 'done']
            expect_equal([tile['state'] for tile in failed], ['failed'], failed)
            expect(f'Rank 1 on {os.uname().nodename} {told}' in failed[0]['text'], failed)
            with open(folder('out.csv')) as file:
                expect_equal(len(file.readlines()), 13)


@case
def a_runner_over_ranks_serves_any_command_line():
    """As over ssh: the window gives the same command."""
    with Folder() as folder:
        result = cli('run', os.path.join(KERNELS, '27-wave.cu'), '--split', 3, '--json', '--output', folder('out'),
                     '--runner', f'mpirun -n 3 {MPI} --stdio', env=ENV)
        expect_equal(result.status, 0, result)
        expect_equal(len(result.report['split']), 3)
        expect('Rank 2 on' in result.report['split'][2]['device'], result)


if __name__ == '__main__':
    main()
