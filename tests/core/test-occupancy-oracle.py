#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Resident blocks of random launches on every compute capability, held against the published rules, written down here once more.

CUDA Programming Guide, "Compute Capabilities": what a multiprocessor holds, by column of its tables "Device and Streaming
Multiprocessor Information", "Memory Information" and "Shared Memory Capacity"; the tuning guides: 1 KiB of each block is the system's
from 8.0 on. Units in which registers and shared memory are given: cuda_occupancy.h of the CUDA Toolkit, and the CUDA Occupancy
Calculator, whose "warp allocation granularity" is the number of partitions.
"""
import math
import random
import subprocess
import sys

CASES = 40000
UNLIMITED = 2 ** 32 - 1
KIB = 1024

TURING = [32, 64]
LARGE = [0, 8, 16, 32, 64, 100, 132, 164]
SMALL = [0, 8, 16, 32, 64, 100]
HUGE = LARGE + [196, 228]

# compute capability: warps, blocks, sizes of shared memory in KiB
TABLE = {
    '7.5': (32, 16, TURING), '8.0': (64, 32, LARGE), '8.6': (48, 16, SMALL), '8.7': (48, 16, LARGE), '8.9': (48, 24, SMALL),
    '9.0': (64, 32, HUGE), '10.0': (64, 32, HUGE), '10.1': (48, 24, HUGE), '10.3': (64, 32, HUGE), '11.0': (48, 24, HUGE),
    '12.0': (48, 24, SMALL), '12.1': (48, 24, SMALL),
}


def by_registers(threads, registers):
    """A file of 16384 registers for each quarter; a warp has all of its own in one of them."""
    warps = math.ceil(threads / 32)
    if registers > 255:
        return 0
    of_warp = math.ceil(registers * 32 / 256) * 256
    if of_warp * math.ceil(warps / 4) * 4 > 65536:
        return 0
    if of_warp == 0:
        return UNLIMITED
    return (16384 // of_warp) * 4 // warps


def by_shared(compute, shared, carveout):
    sizes = [size * KIB for size in TABLE[compute][2]]
    is_turing = compute == '7.5'
    system, unit = (0, 256) if is_turing else (KIB, 128)
    if shared > sizes[-1] - system:
        return 0
    taken = math.ceil((shared + system) / unit) * unit
    if taken == 0:
        return UNLIMITED
    preferred = sizes[-1] if carveout < 0 else sizes[-1] * carveout // 100
    chosen = next(size for size in sizes if size >= preferred)
    if chosen < taken:
        chosen = next(size for size in sizes if size >= taken)
    return chosen // taken


def oracle(compute, threads, registers, shared, carveout):
    most_warps, most_blocks, _ = TABLE[compute]
    warps = math.ceil(threads / 32)
    fits = (most_blocks, 0 if threads > 1024 else most_warps // warps, by_registers(threads, registers),
            by_shared(compute, shared, carveout))
    return (min(fits), min(fits) * warps, *fits)


def draw(random_):
    compute = random_.choice(list(TABLE))
    most = TABLE[compute][2][-1] * KIB
    threads = random_.choice([random_.randint(1, 1100), 32 * random_.randint(1, 32), 2 ** random_.randint(0, 10)])
    registers = random_.choice([random_.randint(0, 256), 8 * random_.randint(0, 32)])
    shared = random_.choice([0, random_.randint(0, most + 2048), KIB * random_.randint(0, 48), most - random_.randint(0, 2048)])
    carveout = random_.choice([-1, -1, 0, 50, 100, random_.randint(0, 100)])
    return compute, threads, registers, shared, carveout


def main():
    random_ = random.Random(17)
    cases = [draw(random_) for _ in range(CASES)]
    text = ''.join(' '.join(map(str, case)) + '\n' for case in cases)
    lines = subprocess.run([sys.argv[1]], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    told = [tuple(map(int, line.split())) for line in lines]
    wrong = [(case, is_, oracle(*case)) for case, is_ in zip(cases, told) if is_ != oracle(*case)]
    drawn = {(case[0], min(range(2, 6), key=lambda i, is_=is_: is_[i]), is_[0] == 0) for case, is_ in zip(cases, told)}
    print('1..2')
    print(f'{"ok" if len(told) == CASES and not wrong else "not ok"} 1 - {CASES} launches have as many blocks as the rules say')
    for case, is_, should in wrong[:10]:
        print(f'# {case}: {is_}, not {should}')
    print(f'{"ok" if len(drawn) >= 5 * len(TABLE) else "not ok"} 2 - each resource was the limit on each compute capability')
    return 1 if wrong or len(told) != CASES else 0


if __name__ == '__main__':
    sys.exit(main())
