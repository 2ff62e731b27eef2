#!/usr/bin/env python3
# waves.py: modelled schedules against recorded ones. SPDX-License-Identifier: GPL-3.0-or-later
"""waves.py gridloom-cli [KERNEL...]: for each kernel how far a GPU starts its blocks in their order, which is the model's,
and the share of the tail, modelled and recorded. GRIDLOOM_DEVICE names the GPU's profile."""
import json
import os
import random
import subprocess
import sys
import tempfile

from compare import DEVICE, find

# Of the timer, which an H100 moves on by 32 ns; starts that are two of them apart, one for each reading, have no order.
STEP_NS = 32
SOME = 'axpy', 'gather', 'polynomial', 'growing', 'window', 'sums', 'transpose', 'stencil', 'mandelbrot', 'product'


def ask(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout:
        raise RuntimeError(f'{" ".join(command)}: {done.stderr[-500:]}')
    return json.loads(done.stdout)


def in_order(starts, rng):
    """The share of pairs of blocks, drawn at random, that start in their order as far as the timer tells."""
    pairs = [sorted(rng.sample(range(len(starts)), 2)) for _ in range(20000)]
    return sum(starts[a] <= starts[b] + 2 * STEP_NS for a, b in pairs) / len(pairs)


def tail(blocks):
    """The share of the time from when a multiprocessor that had blocks has none left."""
    last = {}
    for multiprocessor, _, end in blocks:
        last[multiprocessor] = max(last.get(multiprocessor, 0), end)
    return 1 - min(last.values()) / max(last.values())


def main():
    cli, names = sys.argv[1], sys.argv[2:] or SOME
    rng = random.Random(1)
    print(f'{"kernel":14} {"blocks":>7} {"in order":>8} {"tail":>6} {"modelled":>8}')
    near = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path in find(names, folder).items():
            recorded = ask(cli, 'run', path, '--backend', 'cuda', '--json')['schedule']
            model = ask(cli, 'occupancy', path, '--time', '--json', '--device', DEVICE)['model']
            blocks = recorded['blocks']
            measured = tail(blocks)
            near += abs(measured - model['tail']) <= 0.05
            print(f'{name:14} {len(blocks):7} {in_order([block[1] for block in blocks], rng):8.1%} {measured:6.1%} '
                  f'{model["tail"]:8.1%}')
    print(f'tail within 5 points: {near} of {len(names)}')


if __name__ == '__main__':
    main()
