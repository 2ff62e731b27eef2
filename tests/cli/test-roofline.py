#!/usr/bin/env python3
"""Floating-point operations of lines, and the roofline of a launch: kernels whose operations are known since they were written here.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
from random import Random

from harness import KERNELS, Folder, case, cli, expect, expect_equal, main, settings

# What a statement on one value costs, and the formats: the name in JSON, the figure of the profile, the type in C, a constant of it.
STATEMENTS = {'x = x + c;': 1, 'x = x - c;': 1, 'x = x * c;': 1, 'x = fma (x, c, c);': 2, 'x = x > c ? x : c;': 0, 'x = -x;': 0}
FORMATS = {'half': ('fp16', '__half', '__float2half (%s)'), 'single': ('fp32', 'float', '%sf'), 'double': ('fp64', 'double', '%s')}


def figures():
    return {profile['id']: {name: figure['value'] for name, figure in profile['figures'].items() if figure is not None}
            for profile in cli('devices', '--profiles', '--json').report['profiles']}


def statement(random, name):
    text = random.choice(list(STATEMENTS))
    if name == 'half':
        text = {'x = fma (x, c, c);': 'x = __hfma (x, c, c);', 'x = x > c ? x : c;': 'x = __hmax (x, c);'}.get(text, text)
        cost = 2 if 'hfma' in text else 0 if 'hmax' in text or text == 'x = -x;' else 1
        return text, cost
    return text, STATEMENTS[text]


def kernel(random):
    """A source, and the operations of a lane in each format, of as many lanes as lie in the array."""
    body, costs, arguments, sections = [], {}, [], []
    threads, blocks = random.choice([32, 64, 96, 100, 256]), random.randint(1, 40)
    cells = max(threads * blocks - random.randint(0, 31), 1)
    for name in random.sample(list(FORMATS), random.randint(1, 3)):
        _, kind, constant = FORMATS[name]
        array, turns = name[0], random.randint(1, 9)
        statements = [statement(random, name) for _ in range(random.randint(1, 4))]
        arguments.append(f'{kind} *{array}')
        # a volatile constant: what is not known cannot be folded
        body.append(f'  {{ {kind} x = {array}[i], c = {array}[(i + 1) % {cells}];\n'
                    f'    for (int n = 0; n < {turns}; n++) {{ {" ".join(text for text, _ in statements)} }}\n'
                    f'    {array}[i] = x; }}\n')
        costs[name] = turns * sum(cost for _, cost in statements)
        sections.append(f'[arg {array}]\nshape={cells}\nfill=random\n')
    source = '#include <cuda_fp16.h>\n__global__ void k (' + ', '.join(arguments) + ')\n{\n' \
             '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n' \
             f'  if (i >= {cells}) return;\n' + ''.join(body) + '}\n' + \
             settings(f'[launch]\noptions=-fmad=false\nblock={threads}\ngrid={blocks}\nmanual-grid=true\n' + ''.join(sections))
    return source, {name: cost * cells for name, cost in costs.items()}, cells


@case
def operations_are_those_that_the_source_has():
    random = Random(5)
    device = figures()
    for _ in range(30):
        source, wanted, _ = kernel(random)
        wanted = {name: wanted.get(name, 0) for name in FORMATS}
        board = random.choice(['h100', 'rtx-3060', 'a100-40gb', 't4', 'rtx-4090'])
        with Folder() as folder:
            path = folder.write('k.cu', source)
            expect_equal(cli('run', path, '--json', '--profile').report['profile']['flops'], wanted, source)
            told = cli('occupancy', path, '--json', '--time', '--device', board).report
        check(told, wanted, device[board])


def check(told, wanted, device):
    """The roofline, from what was counted and the device's figures."""
    roof, counted = told['roofline'], told['model']['counted']
    share = counted['warp_instructions'] / counted['sampled_instructions']
    bytes_ = min(counted['sectors'] * share * 32, counted['footprint'])
    hertz = device['clock'] * 1e6 * device['multiprocessors']
    operations = sum(wanted.values())
    if operations:
        peak = operations / sum(count / (2 * device[FORMATS[name][0]] * hertz) for name, count in wanted.items() if count)
    else:
        operations, peak = counted['warp_instructions'], device['partitions'] * hertz
    ms = max(told['model']['ms'], operations / peak * 1000)
    bandwidth = device['bandwidth'] * 1e6
    for name, value in (('operations', operations), ('bytes', bytes_), ('intensity', operations / bytes_), ('peak_per_second', peak),
                        ('bytes_per_second', bandwidth), ('roof_per_second', min(peak, operations / bytes_ * bandwidth)),
                        ('per_second', operations / ms * 1000)):
        expect(abs(roof[name] - value) <= 1e-6 * value, name, roof[name], value, told)


@case
def a_kernel_of_integers_has_a_roof_of_instructions():
    device = figures()
    told = cli('occupancy', os.path.join(KERNELS, '30-bitonic-sort.cu'), '--json', '--time')
    expect(told.status == 1 and 'steps' in told.err, told)
    told = cli('occupancy', os.path.join(KERNELS, '01-triangle.cu'), '--json', '--time', '--device', 'rtx-4090').report
    expect_equal(told['roofline']['unit'], 'warp-instruction')
    check(told, {}, device['rtx-4090'])


@case
def what_a_profile_does_not_tell_has_no_roof():
    told = cli('occupancy', os.path.join(KERNELS, '14-stencil.cu'), '--json', '--time', '--device', 'thor').report['roofline']
    expect(told['peak_per_second'] is None and told['roof_per_second'] > 0, told)


@case
def the_roofline_is_drawn():
    with Folder() as folder:
        for ending in ('png', 'svg', 'pdf'):
            path = os.path.join(folder.path, f'roof.{ending}')
            text = cli('occupancy', os.path.join(KERNELS, '14-stencil.cu'), '--roofline', path).out
            expect('Roofline' in text and os.path.getsize(path) > 1000, text)
        result = cli('occupancy', os.path.join(KERNELS, '14-stencil.cu'), '--roofline', os.path.join(folder.path, 'roof.txt'))
        expect(result.status == 2 and '--roofline' in result.err and '.png, .svg or .pdf' in result.err, result)


main()
