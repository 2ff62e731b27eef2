#!/usr/bin/env python3
# compare.py: modelled times against measured ones. SPDX-License-Identifier: GPL-3.0-or-later
"""For each kernel and each of twelve blocks: what the simulator's model says of the GPU, and what the GPU measures.

  compare.py gridloom-cli OUT.json [KERNEL...]     on a machine with a GPU whose profile GRIDLOOM_DEVICE names
  compare.py gridloom-cli OUT.json FILE.cu...      the same of documents, as those of the gallery
  compare.py gridloom-cli OUT.json random-1 ...    the same of kernels put together at random, by their numbers
  compare.py --read OUT.json                       the table of an earlier run

Kendall's tau-b counts pairs of blocks whose order is the same; pairs that the measurement cannot tell apart (within 1 %)
count for neither side. The modelled best is the block with the least modelled time; its cost is what the GPU loses by it.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import random_kernels
from kernels import KERNELS

BLOCKS = {1: ['--block-x=32,64,96,128,192,256,320,384,512,640,768,1024'],
          2: ['--block-x=8,16,32,128', '--block-y=1,2,8']}
RESOLUTION = 0.01
DEVICE = os.environ.get('GRIDLOOM_DEVICE', 'h100')


def sweep(cli, path, rank, *options):
    command = [cli, 'sweep', path, '--no-cache', '--json', *BLOCKS[rank], *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout:
        raise RuntimeError(f'{" ".join(command)}: {done.stderr[-500:]}')
    return {tuple(tile['values'].values()): tile for tile in json.loads(done.stdout)['configurations']}


def rank_of(path):
    """Of its blocks."""
    with open(path, encoding='utf-8') as file:
        return 2 if re.search(r'^block=[0-9]+,', file.read(), re.MULTILINE) else 1


def find(names, folder):
    """The files of documents and of kernels, by name."""
    paths = {}
    for name in names:
        if name.endswith('.cu'):
            paths[os.path.basename(name)[:-3]] = name
            continue
        paths[name] = os.path.join(folder, name + '.cu')
        with open(paths[name], 'w', encoding='utf-8') as file:
            file.write(random_kernels.kernel(int(name[7:])) if name.startswith('random-') else KERNELS[name])
    return paths


def gather(cli, names):
    pairs = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = find(names, folder)
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            modelled = dict(zip(paths, pool.map(
                lambda path: sweep(cli, path, rank_of(path), '--device', DEVICE), paths.values())))
        for name, path in paths.items():
            measured = sweep(cli, path, rank_of(path), '--backend', 'cuda')
            pairs[name] = [[' '.join(map(str, block)), modelled[name][block].get('modelled_ms'), tile.get('kernel_ms')]
                           for block, tile in measured.items()]
            print(name, file=sys.stderr, flush=True)
    return pairs


def judge(rows):
    rows = [row for row in rows if row[1] is not None and row[2] is not None]
    same = opposite = 0
    for (_, a, b), (_, c, d) in combinations(rows, 2):
        if abs(b - d) <= RESOLUTION * min(b, d):
            continue
        same += (a - c) * (b - d) > 0
        opposite += (a - c) * (b - d) < 0
    tau = (same - opposite) / (same + opposite) if same + opposite else None
    best = min(row[2] for row in rows)
    chosen = min(rows, key=lambda row: row[1])
    return tau, chosen[2] / best - 1, max(row[2] for row in rows) / best, chosen[1] / chosen[2], len(rows)


def report(pairs):
    taus, losses = [], []
    print(f'{"kernel":14} {"tau":>6} {"loss":>7} {"range":>6} {"model/measured":>14} blocks')
    for name, rows in pairs.items():
        if sum(row[1] is not None and row[2] is not None for row in rows) < 2:
            print(f'{name:14} not modelled')
            continue
        tau, loss, span, ratio, n = judge(rows)
        print(f'{name:14} {"-" if tau is None else f"{tau:.2f}":>6} {loss:7.1%} {span:6.2f} {ratio:14.2f} {n:6}')
        losses.append(loss)
        if tau is not None:
            taus.append(tau)
    print(f'{len(losses)} kernels; tau: median {statistics.median(taus):.2f}; modelled best within 10 % of the measured best: '
          f'{sum(loss <= 0.1 for loss in losses)} of {len(losses)}')


def main():
    if sys.argv[1] == '--read':
        with open(sys.argv[2], encoding='utf-8') as file:
            report(json.load(file))
        return
    pairs = gather(sys.argv[1], sys.argv[3:] or list(KERNELS))
    with open(sys.argv[2], 'w', encoding='utf-8') as file:
        json.dump(pairs, file)
    report(pairs)


if __name__ == '__main__':
    main()
