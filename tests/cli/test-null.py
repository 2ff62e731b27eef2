#!/usr/bin/env python3
"""Pointers that settings make null: on the simulator and on the GPU that tests/fake plays.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os

from harness import Folder, case, cli, expect, expect_equal, main, read_npy, run_json, settings

KERNEL = '''struct Both { int n; float *a, *b; };
__global__ void f (int *out, const float *in, Both both, int **rows)
{
  out[threadIdx.x] = (in ? 1 : 2) + (both.a ? 10 : 20) + (both.b ? 100 : 200) + (rows ? 1000 : 2000);
}
'''
GPU = {'GRIDLOOM_CUDA': os.environ['GRIDLOOM_FAKE_CUDA']}


def run(folder, text, *options, **more):
    path = folder.write('null.cu', KERNEL + settings('[launch]\nover=out\nblock=4\ngrid=1\nshape=4\n' + text))
    result = cli('run', path, '--output', folder('out'), *options, **more)
    expect_equal(result.status, 0, result)
    return read_npy(folder('out/out.npy'))[1], result


@case
def a_kernel_sees_which_pointers_are_null():
    texts = {'in': '[arg in]\nvalue=null\n', 'a': '[arg both.a]\nvalue=null\n', 'b': '[arg both.b]\nvalue=null\n'}
    rows = '[arg rows]\nvalue=null\n'
    for backend, env in (('sim', {}), ('cuda', GPU)):
        for chosen in ([], ['in'], ['a'], ['b'], ['in', 'a', 'b']):
            with Folder() as folder:
                cells, _ = run(folder, ''.join(texts[name] for name in chosen) + rows, '--backend', backend, env=env)
                expect_equal(cells, [2111 + ('in' in chosen) + 10 * ('a' in chosen) + 100 * ('b' in chosen)] * 4, backend, chosen)
                expect(not os.path.exists(folder('out/in.npy')) or 'in' not in chosen, chosen)


@case
def a_pointer_beside_a_struct_from_a_file_is_null():
    with Folder() as folder:
        folder.write('both', bytes([255] * 24))
        cells, _ = run(folder, '[arg both]\nfill=file:both\n[arg both.b]\nvalue=null\n[arg rows]\nvalue=null\n')
        expect_equal(cells, [2211] * 4)


@case
def the_command_line_lays_null_over_an_array_and_an_array_over_null():
    with Folder() as folder:
        expect_equal(run(folder, '[arg rows]\nshape=2,2\n', '--set', 'in=null')[0], [1112] * 4)
        expect_equal(run(folder, '[arg rows]\nvalue=null\n[arg in]\nvalue=null\n', '--set', 'in=ones')[0], [2111] * 4)


@case
def what_is_said_of_a_null_pointer_besides_is_named():
    with Folder() as folder:
        _, result = run(folder, '[arg rows]\nvalue=null\n[arg in]\nvalue=null\nfill=ones\n')
        expect('nothing reads the fill of in, which is null' in result.err, result)
        _, result = run(folder, '[arg rows]\nvalue=null\n[arg in]\nvalue=3\n')
        expect('value=null' in result.err, result)


@case
def reading_by_it_is_a_finding():
    with Folder() as folder:
        path = folder.write('trap.cu', '__global__ void f (int *out, const int *in) { out[0] = in[1]; }\n' +
                            settings('[launch]\nblock=1\ngrid=1\nshape=1\n[arg in]\nvalue=null\n'))
        trap = run_json(path, status=1)['trap']
        expect_equal((trap['code'], trap['line']), ('null', 1), trap)
        path = folder.write('null.cu', KERNEL + settings('[launch]\nover=out\nblock=4\ngrid=1\nshape=4\n[arg in]\nvalue=null\n'
                                                         '[arg both.b]\nvalue=null\n[arg rows]\nvalue=null\n'))
        told = run_json(path, '--arguments')['arguments']
        values = {argument['name']: argument.get('value') for argument in told}
        expect_equal(values, {'out': None, 'in': 'null', 'both': None, 'rows': 'null', 'both.a': None, 'both.b': 'null'})
        expect_equal([argument['name'] for argument in told if argument['given'] == 'null'], ['in', 'rows', 'both.b'])
        members = next(argument['members'] for argument in told if argument['name'] == 'both')
        expect(members['b'] == 'null' and int(members['a']) > 0, members)


if __name__ == '__main__':
    main()
