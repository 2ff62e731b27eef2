#!/usr/bin/env python3
# repeat.py: one sweep several times, and a bare loop. SPDX-License-Identifier: GPL-3.0-or-later
"""repeat.py gridloom-cli [--times N] [--loop PROGRAM] [--keep FOLDER] CELLS...

Sweeps 36 blocks over a five-point stencil of CELLS x CELLS cells on a GPU, N times (3), and says for each which blocks are
best. PROGRAM is exhaustive.cu as it was compiled: its times say by how much the best of a sweep are slower than the best of
all. FOLDER gets the reports.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'modelled'))
from kernels import KERNELS  # noqa: E402

X, Y = '8,16,32,64,96,128', '1,2,3,4,6,8'


def sweep(cli, path, keep):
    done = subprocess.run([cli, 'sweep', path, '--backend', 'cuda', '--no-cache', '--json', f'--block-x={X}', f'--block-y={Y}'],
                          capture_output=True, text=True)
    if not done.stdout:
        raise RuntimeError(done.stderr[-500:])
    if keep:
        with open(keep, 'w', encoding='utf-8') as file:
            file.write(done.stdout)
    return {tuple(tile['block'][:2]) for tile in json.loads(done.stdout)['configurations'] if tile['best']}


def bare(program, cells):
    lines = subprocess.run([program, str(cells), X, Y], capture_output=True, text=True, check=True).stdout.splitlines()
    return {(int(x), int(y)): float(ms) for x, y, ms in map(str.split, lines)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('cli')
    parser.add_argument('cells', nargs='+', type=int)
    parser.add_argument('--times', type=int, default=3)
    parser.add_argument('--loop')
    parser.add_argument('--keep')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for cells in options.cells:
            path = os.path.join(folder, f'{cells}.cu')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(KERNELS['stencil'].replace('2048', str(cells)))
            sets = [sweep(options.cli, path, options.keep and os.path.join(options.keep, f'sweep-{cells}-{i}.json'))
                    for i in range(options.times)]
            same = 'the same' if all(best == sets[0] for best in sets) else 'not the same'
            print(f'{cells}: {same}: ' + '; '.join(' '.join(f'{x}x{y}' for x, y in sorted(best)) for best in sets))
            if options.loop:
                loop = bare(options.loop, cells)
                least = min(loop.values())
                off = [max(loop[block] for block in best) / least - 1 for best in sets]
                print(f'{cells}: the slowest of the best, by the bare loop: ' + ', '.join(f'{share:.1%}' for share in off))


if __name__ == '__main__':
    main()
