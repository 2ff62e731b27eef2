#!/usr/bin/env python3
"""occupancy, compile --resources and devices --profiles: what a launch takes of a device that is not here.

Registers and spills are held against ptxas -v, which compiles the same PTX, where there is one; resident blocks against the rules.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import math
import os
import re
import shutil
import subprocess
from random import Random

from harness import KERNELS, Folder, add, case, cli, expect, expect_equal, main, settings

PTXAS = shutil.which('ptxas') or shutil.which('ptxas', path='/usr/local/cuda/bin')
RELEASE = re.compile(r'release [0-9.]+')
SHARED = '''__global__ void k (float *f)
{
  __shared__ float held[2048];
  held[threadIdx.x] = f[threadIdx.x];
  __syncthreads ();
  f[threadIdx.x] = held[blockDim.x - 1 - threadIdx.x];
}
''' + settings('[launch]\nblock=256\ngrid=1\nmanual-grid=true\n[arg f]\nshape=256\n')
HUNGRY = '''__global__ void k (float *f)
{
  float held[160];
  for (int i = 0; i < 160; i++)
    held[i] = f[i * 32 + threadIdx.x];
  __syncthreads ();
  for (int i = 0; i < 160; i++)
    f[i * 32 + threadIdx.x] = held[159 - i];
}
''' + settings('[launch]\nblock=32\ngrid=1\nmanual-grid=true\noptions=-maxrregcount=64\n[arg f]\nshape=5120\n')


def resources(path, *args):
    result = cli('compile', path, '--resources', '--json', *args)
    expect_equal(result.status, 0, result)
    return {kernel['entry']: kernel['resources'] for kernel in result.report['kernels']}


def occupancy(path, *args, status=0, **more):
    result = cli('occupancy', path, '--json', *args, **more)
    expect_equal(result.status, status, result)
    return result.report if status == 0 else result


def by_ptxas(ptx, arch, *options):
    """Registers, bytes of shared memory, of the frame, and of spills by entry."""
    with Folder() as folder:
        path = folder.write('k.ptx', ptx)
        said = subprocess.run([PTXAS, '-v', *options, f'-arch={arch}', '-o', os.devnull, path], capture_output=True, text=True, check=True).stderr
    found = {}
    for part in re.split(r"Compiling entry function '", said)[1:]:
        name = part[:part.index("'")]
        properties = part.split(f'Function properties for {name}', 1)[1]
        frame, stores, loads = map(int, re.search(r'(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads', properties).groups())
        registers = int(re.search(r'Used (\d+) registers', properties).group(1))
        shared = re.search(r'(\d+) bytes smem', properties)
        found[name] = (registers, int(shared.group(1)) if shared else 0, frame, stores, loads)
    return found


def is_of_one_toolkit(ptx):
    """Whether there is a ptxas of the toolkit that wrote some PTX: each release makes machine code of its own."""
    said = subprocess.run([PTXAS, '--version'], capture_output=True, text=True, check=True).stdout if PTXAS else ''
    return bool(RELEASE.search(said)) and RELEASE.findall(said) == RELEASE.findall(ptx)


def is_what_ptxas_says(path, arch):
    ptx = cli('compile', path, '--ptx', '--arch', f'compute_{arch}').out
    if not is_of_one_toolkit(ptx):
        return
    wanted = by_ptxas(ptx, f'sm_{arch}')
    for entry, told in resources(path, '--arch', f'compute_{arch}').items():
        expect_equal((told['registers'], told['shared_static'], told['frame'], told['spill_stores'], told['spill_loads']), wanted[entry], entry)


for file in sorted(glob.glob(os.path.join(KERNELS, '*.cu'))):
    add(f'ptxas says the same of {os.path.basename(file)}', is_what_ptxas_says, file, '90')
for other in ('75', '80', '89', '120'):
    add(f'ptxas says the same for sm_{other}', is_what_ptxas_says, os.path.join(KERNELS, '15-transpose.cu'), other)


@case
def spills_are_told_as_ptxas_tells_them():
    with Folder() as folder:
        path = folder.write('k.cu', HUNGRY)
        told, = resources(path).values()
        expect(told['registers'] <= 64 and told['spill_stores'] > 0 and told['spill_loads'] > 0, told)
        ptx = cli('compile', path, '--ptx').out
        if is_of_one_toolkit(ptx):
            wanted, = by_ptxas(ptx, 'sm_75', '-maxrregcount=64').values()
            expect_equal((told['registers'], told['shared_static'], told['frame'], told['spill_stores'], told['spill_loads']), wanted)


@case
def without_machine_code_nothing_is_told():
    result = cli('compile', os.path.join(KERNELS, '15-transpose.cu'), '--json')
    expect('resources' not in result.out, result)


@case
def resources_and_ptx_ask_for_different_things():
    for other in ('--ptx', '--sass'):
        result = cli('compile', os.path.join(KERNELS, '15-transpose.cu'), '--resources', other)
        expect_equal(result.status, 2, result)


@case
def a_gpu_that_the_compiler_does_not_know_is_named():
    result = cli('compile', os.path.join(KERNELS, '15-transpose.cu'), '--resources', '--arch', 'compute_20')
    expect(result.status in (1, 2) and 'compute_20' in result.err, result)


@case
def blocks_follow_from_what_the_machine_code_takes():
    with Folder() as folder:
        path = folder.write('k.cu', SHARED)
        told = occupancy(path, '--device', 'h200')
    expect_equal((told['use']['threads'], told['use']['shared_static'], told['fidelity']), (256, 8192, 'modelled'))
    registers = told['use']['registers']
    expect(0 < registers <= 32, told)
    expect_equal(told['resources']['registers'], registers)
    expect_equal(told['room'], {'blocks': 32, 'threads': 8, 'registers': 16384 // (math.ceil(registers * 32 / 256) * 256) * 4 // 8,
                                'shared': 228 // 9})
    expect_equal((told['blocks_per_multiprocessor'], told['warps_per_multiprocessor'], told['occupancy']), (8, 64, 1.0))
    expect_equal(told['limiters'], ['threads'])
    for axis, n in (('threads', 32), ('registers', 31), ('shared', 228)):
        expect_equal(len(told['curves'][axis]), n)
    point, = (p for p in told['curves']['threads'] if p['at'] == 256)
    expect_equal(point, {'at': 256, 'blocks': 8, 'warps': 64})


@case
def other_registers_blocks_and_carveouts_change_it():
    with Folder() as folder:
        path = folder.write('k.cu', SHARED)
        told = occupancy(path, '--device', 'h200', '--registers', '128')
        expect_equal((told['blocks_per_multiprocessor'], told['limiters']), (2, ['registers']))
        told = occupancy(path, '--device', '8.6', '--block', '1024')
        expect_equal((told['blocks_per_multiprocessor'], told['warps_per_multiprocessor']), (1, 32))
        told = occupancy(path, '--device', 'h200', '--carveout', '5')
        expect_equal((told['blocks_per_multiprocessor'], told['use']['carveout'], told['limiters']), (1, 5, ['shared']))
        text = cli('occupancy', path, '--device', 'rtx-4090').out
    expect('GeForce RTX 4090' in text and 'modelled' in text and 'resident' in text, text)


@case
def a_block_that_no_device_has_room_for_is_refused_by_its_limit():
    with Folder() as folder:
        path = folder.write('k.cu', SHARED)
        told = occupancy(path, '--block', '2048', status=1)
        expect('GeForce RTX 3060' in told.err and '1024' in told.err, told)
        told = occupancy(path, '--block', '1024', '--registers', '200', '--device', '9.0')
        expect_equal((told['blocks_per_multiprocessor'], told['limiters']), (0, ['registers']))
        expect('No block fits' in told['text'], told)


@case
def what_is_asked_wrongly_is_named():
    path = os.path.join(KERNELS, '15-transpose.cu')
    for args, said in ((('--device', 'gtx-480'), 'gtx-480'), (('--registers', '0'), '--registers'), (('--carveout', '101'), '--carveout'),
                       (('--carveout', 'all'), '--carveout')):
        result = occupancy(path, *args, status=2)
        expect(said in result.err, result)


@case
def each_figure_of_each_profile_has_a_source():
    profiles = {profile['id']: profile for profile in cli('devices', '--profiles', '--json').report['profiles']}
    expect({'7.5', '8.0', '8.6', '8.7', '8.9', '9.0', '10.0', '10.1', '10.3', '11.0', '12.0', '12.1'} <= set(profiles), list(profiles))
    boards = [profile for profile in profiles.values() if profile['figures']['multiprocessors'] is not None]
    expect(len(boards) >= 10, boards)
    for profile in profiles.values():
        expect(len(profile['shared-capacities']['source']) > 10, profile)
        for key, figure in profile['figures'].items():
            expect(figure is None or figure['value'] >= 0 and len(figure['source']) > 10, key, figure)
    expect_equal(profiles['h200']['figures']['multiprocessors']['value'], 132)
    expect_equal(profiles['a100-40gb']['figures']['bandwidth']['value'], 1555200)
    expect('CUDA Programming Guide' in cli('devices', '--profiles').out)


@case
def a_profile_of_the_users_is_one_of_them():
    with Folder() as folder:
        home = {'XDG_CONFIG_HOME': folder.path}
        os.makedirs(os.path.join(folder.path, 'gridloom', 'devices'))
        folder.write('gridloom/devices/ours.ini', '[device]\nname=Our board\nbased-on=9.0\nblocks=4\n')
        folder.write('gridloom/devices/wrong.ini', '[device]\nbased-on=9.0\nblocks=many\n')
        told = occupancy(folder.write('k.cu', SHARED), '--device', 'ours', env=home)
        expect_equal((told['blocks_per_multiprocessor'], told['limiters']), (4, ['blocks']))
        result = cli('devices', '--profiles', env=home)
        expect('Our board' in result.out and 'wrong.ini' in result.err and '“many”' in result.err, result)


def by_hand(block, grid, cols, cells, load, store):
    """Requests, lines of 128 bytes, sectors of 32 and warps that access memory of a launch: loads are kept for a block, stores are not."""
    requests = lines = sectors = busy = 0
    for by in range(grid[1]):
        for bx in range(grid[0]):
            kept = set()
            threads = [(bx * block[0] + t % block[0], by * block[1] + t // block[0]) for t in range(block[0] * block[1])]
            for first in range(0, len(threads), 32):
                warp = [(x, y) for x, y in threads[first:first + 32] if x < cols]
                busy += len(warp) > 0
                for numbers, is_load in ((load, True), (store, False)):
                    touched = {(numbers[0] * x + numbers[1] * y + numbers[2]) % cells * 4 // 32 for x, y in warp}
                    requests += len(warp) > 0
                    lines += len({sector // 4 for sector in touched})
                    sectors += len(touched - kept) if is_load else len(touched)
                    kept |= touched if is_load else set()
    return requests, lines, sectors, busy


@case
def what_a_model_is_made_of_is_counted_as_by_hand():
    random = Random(17)
    for _ in range(12):
        block = random.choice([(32, 1), (64, 2), (8, 8), (16, 4), (24, 3), (7, 5), (128, 2)])
        grid = random.choice([(4, 4), (1, 1), (8, 2), (3, 5), (32, 1)])
        cells, cols = 4096, random.choice([grid[0] * block[0], grid[0] * block[0] * 2 // 3 + 1])
        load, store = ([random.choice([0, 1, 1, 2, 5, 32, 33, 64, 4095]), random.choice([0, 1, 32, 64, 100]), random.randrange(64)]
                       for _ in range(2))
        source = '__global__ void k (const int *in, int *out)\n{\n' \
                 '  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n' \
                 f'  if (x < {cols}) out[({store[0]} * x + {store[1]} * y + {store[2]}) % {cells}] =\n' \
                 f'    in[({load[0]} * x + {load[1]} * y + {load[2]}) % {cells}];\n}}\n' + \
                 settings(f'[launch]\nblock={block[0]},{block[1]}\ngrid={grid[0]},{grid[1]}\nmanual-grid=true\n'
                          f'[arg in]\nshape={cells}\n[arg out]\nshape={cells}\n')
        with Folder() as folder:
            path = folder.write('k.cu', source)
            model = occupancy(path, '--time')['model']
            lines = cli('run', path, '--json', '--profile').report['profile']['lines']
        told = model['counted']
        expect_equal((told['requests'], told['wavefronts'], told['sectors'], told['busy_warps']), by_hand(block, grid, cols, cells, load, store), source)
        expect_equal((told['blocks'], told['sampled_blocks']), (grid[0] * grid[1],) * 2)
        expect_equal((told['warp_instructions'], told['sampled_instructions']), (sum(line['executed'] for line in lines),) * 2)
        expect_equal(told['footprint'], 2 * 4 * cells)


@case
def a_faster_device_is_modelled_as_faster():
    with Folder() as folder:
        home = {'XDG_CONFIG_HOME': folder.path}
        os.makedirs(os.path.join(folder.path, 'gridloom', 'devices'))
        folder.write('gridloom/devices/slow.ini', '[device]\nname=Slow\nbased-on=h100\nclock=990\nbandwidth=1000000\n')
        path = os.path.join(KERNELS, '21-mandelbrot.cu')
        fast, slow = (occupancy(path, '--time', '--shape', '256,256', '--device', device, env=home)['model'] for device in ('h100', 'slow'))
        expect_equal(fast['counted'], slow['counted'])
        expect(abs((slow['ms'] - 0.002) / (fast['ms'] - 0.002) - 2) < 0.01, fast, slow)
        drawn = os.path.join(folder.path, 'blocks.svg')
        text = cli('occupancy', path, '--schedule', drawn).out
        expect('Modelled time' in text and 'Waves' in text and os.path.getsize(drawn) > 1000, text)


@case
def what_no_time_can_be_modelled_of_says_so():
    for arguments, status, words in (
            (('27-wave.cu', '--time'), 1, 'steps'),
            (('14-stencil.cu', '--time', '--device', '9.0'), 1, 'choose a board'),
            (('14-stencil.cu', '--schedule', 'blocks.txt'), 2, '.png, .svg or .pdf'),
            (('22-barrier-branches.cu', '--time'), 1, 'the kernel was stopped')):
        result = cli('occupancy', os.path.join(KERNELS, arguments[0]), *arguments[1:])
        expect(result.status == status and words in result.err, result)


main()
