#!/usr/bin/env python3
# rates.py: rates of arithmetic and memory against the profile's. SPDX-License-Identifier: GPL-3.0-or-later
"""rates.py gridloom-cli: what chains of multiply-adds in each format, and a copy, reach of the roofs of the GPU that is here, by
the operations and bytes that the simulator counts. GRIDLOOM_DEVICE names the GPU's profile."""
import os
import statistics
import subprocess
import sys
import tempfile

from compare import DEVICE
from waves import ask

CHAINS = 8
FORMATS = {'half': ('__half2', '__hfma2 (x{0}, x{0}, x{0})'), 'single': ('float', 'fmaf (x{0}, x{0}, x{0})'),
           'double': ('double', 'fma (x{0}, x{0}, x{0})')}


def chains(kind, step):
    """As many chains as hide the latency, of which one value is stored."""
    names = range(CHAINS)
    return ('#include <cuda_fp16.h>\n__global__ void k (' + kind + ' *a)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n'
            + ''.join(f'  {kind} x{n} = a[i + {n}];\n' for n in names)
            + '  for (int n = 0; n < 256; n++) {\n' + ''.join(f'    x{n} = {step.format(n)};\n' for n in names) + '  }\n'
            + '  a[i] = ' + ' + '.join(f'x{n}' for n in names) + ';\n}\n'
            '/* gridloom\n[launch]\nblock=256\ngrid=4224\nmanual-grid=true\n[arg a]\nshape=1081352\nfill=zeros\n*/\n')


COPY = ('__global__ void k (const float4 *a, float4 *b)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n'
        '  float4 v = a[i];\n  v.x += 1;\n  b[i] = v;\n}\n'
        '/* gridloom\n[launch]\nblock=256\ngrid=auto\nshape=33554432\n[arg a]\nfill=zeros\n[arg b]\nfill=zeros\n*/\n')


def main():
    cli = sys.argv[1]
    print(subprocess.run([cli, 'devices'], capture_output=True, text=True).stdout)
    with tempfile.TemporaryDirectory() as folder:
        for name, source in {**{name: chains(*parts) for name, parts in FORMATS.items()}, 'copy': COPY}.items():
            path = os.path.join(folder, name + '.cu')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(source)
            samples = ask(cli, 'run', path, '--backend', 'cuda', '--repeat', '20', '--json')['timings']['kernel_ms']
            roof = ask(cli, 'occupancy', path, '--time', '--json', '--device', DEVICE)['roofline']
            rate = roof['operations'] / statistics.median(samples) * 1000
            print(f'{name:7} {rate:.4g} {roof["unit"]}s a second, {rate / roof["roof_per_second"]:.1%} of the roof of '
                  f'{roof["roof_per_second"]:.4g}, modelled {roof["per_second"]:.4g}')


if __name__ == '__main__':
    main()
