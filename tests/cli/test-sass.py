#!/usr/bin/env python3
"""compile --sass: machine code by a disassembler. Most cases have a stand-in for nvdisasm (tests/fake/toolkit), which tells how long
each function is and says of each instruction which line it came from; one has the toolkit's own, where there is one.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import pathlib
import re
import shutil

from harness import KERNELS, Folder, add, case, cli, expect, expect_equal, main, settings

STAND_IN = {'GRIDLOOM_CUDA': str(pathlib.Path(__file__).resolve().parent.parent / 'fake' / 'toolkit')}
NOWHERE = {'GRIDLOOM_CUDA': '', 'CUDA_PATH': '', 'CUDA_HOME': '', 'PATH': '/nowhere'}
TRANSPOSE = os.path.join(KERNELS, '15-transpose.cu')
REAL = shutil.which('nvdisasm') or shutil.which('nvdisasm', path='/usr/local/cuda/bin')


def sass(path, *args, env=None, status=0):
    result = cli('compile', path, '--sass', '--json', *args, env=env or STAND_IN)
    expect_equal(result.status, status, result)
    return json.loads(result.out)


def instructions(function):
    return [line for line in function['lines'] if 'address' in line]


@case
def every_kernel_has_its_code_and_none_of_ours():
    told = sass(TRANSPOSE)
    expect_equal(told['architecture'], 'sm_75')
    expect(re.fullmatch(r'NVRTC \d+\.\d+', told['compiler']), told['compiler'])
    kernels = re.findall(r'^(\w+) \(', cli('compile', TRANSPOSE).out, re.MULTILINE)
    expect_equal(sorted(function['name'] for function in told['functions']), sorted(kernels))
    for function in told['functions']:
        expect(len(instructions(function)) == function['instructions'] > 8, function)


@case
def each_instruction_has_the_line_that_was_told():
    for function in sass(TRANSPOSE)['functions']:
        for number, line in enumerate(instructions(function)):
            expect_equal((line['address'], line['line'], line['text']),
                         (16 * number, number % 20 + 1, f'STAND_IN R{number}, R{number + 1}'))


@case
def it_is_for_the_architecture_that_is_asked_for():
    expect_equal(sass(TRANSPOSE, '--arch', 'compute_90')['architecture'], 'sm_90')
    with Folder() as folder:
        told = sass(folder.write('k.cu', '__global__ void k (float *f) { f[threadIdx.x] = 1; }\n' + settings('[launch]\narch=compute_80\n')))
    expect_equal(told['architecture'], 'sm_80')
    expect_equal([function['name'] for function in told['functions']], ['_Z1kPf'])


@case
def the_text_is_a_listing():
    result = cli('compile', TRANSPOSE, '--sass', env=STAND_IN)
    expect_equal(result.status, 0, result)
    expect(result.out.startswith('// sm_75, NVRTC '), result)
    expect('\npadded:\n\t/*0000*/\tSTAND_IN R0, R1;\n' in result.out, result)


@case
def mistakes_are_those_of_compiling():
    with Folder() as folder:
        result = cli('compile', folder.write('k.cu', '__global__ void k (float *f) { f[0] = nonsense; }\n'), '--sass', env=STAND_IN)
    expect_equal(result.status, 1, result)
    expect('nonsense' in result.err and result.out == '', result)


@case
def two_listings_at_once_are_refused():
    result = cli('compile', TRANSPOSE, '--sass', '--ptx', env=STAND_IN)
    expect_equal(result.status, 2, result)


@case
def what_the_disassembler_complains_of_is_told():
    with Folder() as folder:
        os.chmod(folder.write('bin/nvdisasm', '#!/bin/sh\necho "nvdisasm fatal   : sm_75 is unknown" >&2\nexit 255\n'), 0o755)
        result = cli('compile', TRANSPOSE, '--sass', env={'GRIDLOOM_CUDA': folder.path})
    expect_equal(result.status, 1, result)
    expect('nvdisasm fatal   : sm_75 is unknown' in result.err, result)


def a_missing_one_is_named_with_its_package():
    result = cli('compile', TRANSPOSE, '--sass', env=NOWHERE)
    expect_equal(result.status, 3, result)
    expect('nvdisasm' in result.err and 'cuda-nvdisasm' in result.err and 'CUDA_HOME' in result.err, result)


def the_toolkits_own_agrees_with_its_manual():
    told = sass(TRANSPOSE, env={'PATH': os.pathsep.join([os.path.dirname(REAL), os.environ['PATH']])})
    with open(TRANSPOSE, encoding='utf-8') as file:
        n_lines = len(file.readlines())
    for function in told['functions']:
        lines = instructions(function)
        expect_equal([line['address'] for line in lines], list(range(0, 16 * len(lines), 16)))
        expect(any(line['text'].startswith('EXIT') or line['text'].endswith(' EXIT') for line in lines), function)
        known = [line['line'] for line in lines if line['line'] is not None]
        expect(known and max(known) <= n_lines, function)


if REAL:
    add('a-missing-disassembler-is-named # SKIP this machine has one', lambda: None)
    add('the-toolkits-own-agrees-with-its-manual', the_toolkits_own_agrees_with_its_manual)
else:
    add('a-missing-disassembler-is-named', a_missing_one_is_named_with_its_package)
    add('the-toolkits-own-agrees-with-its-manual # SKIP there is no nvdisasm', lambda: None)

if __name__ == '__main__':
    main()
