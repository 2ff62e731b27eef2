#!/usr/bin/env python3
"""`check` runs recorded cases, counts them, and says where the first difference is.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import struct

from harness import Folder, case, cli, expect, expect_equal, main, npy

PTX = '''.version 7.8
.target sm_75
.address_size 64
.global .align 4 .u32 runs = 5;
.visible .entry run (.param .u64 in, .param .u64 out, .param .f32 scale)
{
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.f32 %f1, [scale];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  mul.f32 %f3, %f1, %f2;
  st.global.f32 [%rd5], %f3;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 ret;
  ld.global.u32 %r2, [runs];
  add.u32 %r3, %r2, 1;
  st.global.u32 [runs], %r3;
  ret;
}
'''

INI = '''[kernel]
ptx=kernel.ptx
entry=run

[launch]
block=4,1,1
grid=1,1,1
shared=0
launches=2

[args]
count=3
arg0=array:../_inputs/in.npy
arg1=array-out:f4:5:fill=a5
arg2=scalar:f32:2.5

[expect]
arg1=expect.npy;exact
symbol.runs=runs.npy;exact;u4:1
'''


def floats(*values):
    return npy('<f4', [len(values)], struct.pack(f'<{len(values)}f', *values))


def write_case(folder, name, expected, ini=INI, runs=7):
    """Kernel scales four numbers by 2.5; the fifth keeps its bytes."""
    folder.write('_inputs/in.npy', floats(1, 2, 3, 4))
    folder.write(f'{name}/case.ini', ini)
    folder.write(f'{name}/kernel.ptx', PTX)
    data = struct.pack('<4f', *expected) + b'\xa5\xa5\xa5\xa5'
    folder.write(f'{name}/expect.npy', npy('<f4', [5], data))
    folder.write(f'{name}/runs.npy', npy('<u4', [1], struct.pack('<I', runs)))


@case
def a_case_passes():
    with Folder() as folder:
        write_case(folder, 'good', [2.5, 5, 7.5, 10])
        for path in folder.path, folder('good'):
            result = cli('check', path)
            expect_equal((result.status, result.out), (0, '1 passed, 0 failed\n'), result)


@case
def a_difference_is_shown_as_value_and_bits():
    with Folder() as folder:
        write_case(folder, 'a-good', [2.5, 5, 7.5, 10])
        write_case(folder, 'b-bad', [2.5, 5, 7, 10])
        result = cli('check', folder.path)
        expect_equal(result.status, 1, result)
        expect_equal(result.out, f'{folder("b-bad")}: arg1, element 2: expected 7 (0x40e00000), got 7.5 (0x40f00000); '
                     '1 of 5 differs\n1 passed, 1 failed\n')


@case
def a_variable_is_compared_after_the_last_launch():
    with Folder() as folder:
        write_case(folder, 'bad', [2.5, 5, 7.5, 10], runs=6)
        result = cli('check', folder.path)
        expect_equal(result.status, 1, result)
        expect('runs, element 0: expected 6 (0x00000006), got 7' in result.out, result)


@case
def tolerances_are_kept():
    with Folder() as folder:
        write_case(folder, 'near', [2.5, 5, 7.5000005, 10], INI.replace('expect.npy;exact', 'expect.npy;ulp:1'))
        write_case(folder, 'relative', [2.5, 5, 7, 10], INI.replace('expect.npy;exact', 'expect.npy;abs:0.1,rel:0.1'))
        result = cli('check', folder.path)
        expect_equal((result.status, result.out), (0, '2 passed, 0 failed\n'), result)


@case
def the_first_line_that_is_not_printed_is_shown():
    with Folder() as folder:
        for name, text in (('a-none', ''), ('b-one', 'x\n'), ('c-two', 'b\na\n')):
            write_case(folder, name, [2.5, 5, 7.5, 10], INI + 'printf=out.txt\n')
            folder.write(f'{name}/out.txt', text)
        result = cli('check', folder.path)
        expect_equal(result.status, 1, result)
        expect_equal(result.out, f'{folder("b-one")}: printf, sorted line 1: expected “x”, got “”\n'
                     f'{folder("c-two")}: printf, sorted line 1: expected “a”, got “”\n1 passed, 2 failed\n')


@case
def what_is_looked_for_fails_a_case():
    with Folder() as folder:
        # two blocks count in one variable; what they store to the array is the same
        write_case(folder, 'racy', [2.5, 5, 7.5, 10], INI.replace('grid=1,1,1', 'grid=2,1,1'), runs=9)
        expect_equal(cli('check', folder.path).status, 0)
        result = cli('check', '--check', 'races', folder.path)
        expect_equal(result.status, 1, result)
        expect('race' in result.out and 'of runs' in result.out, result)
        expect_equal(cli('check', '--schedule-seed', '4', '--workers', '3', folder.path).status, 0)
        expect_equal(cli('check', '--check', 'luck', folder.path).status, 2)


@case
def broken_cases_fail_one_by_one():
    with Folder() as folder:
        good = [2.5, 5, 7.5, 10]
        write_case(folder, 'args', good, INI.replace('count=3', 'count=-1'))
        write_case(folder, 'arg', good, INI.replace('array-out:f4:5:fill=a5', 'array-out:f4:5'))
        write_case(folder, 'block', good, INI.replace('block=4,1,1', 'block=0,1,1'))
        write_case(folder, 'entry', good, INI.replace('entry=run', 'entry=walk'))
        write_case(folder, 'file', good, INI.replace('../_inputs/in.npy', 'absent.npy'))
        write_case(folder, 'good', good)
        write_case(folder, 'launches', good, INI.replace('launches=2', 'launches=0'))
        write_case(folder, 'tolerance', good, INI.replace(';exact\n', ';roughly\n', 1))
        write_case(folder, 'unsupported', good)
        folder.write('unsupported/kernel.ptx', PTX.replace('mul.f32', 'mul.f33'))
        result = cli('check', folder.path)
        expect_equal(result.status, 1, result)
        lines = result.out.splitlines()
        expect_equal(lines[-1], '1 passed, 8 failed', result)
        expect_equal([os.path.basename(line.split(': ')[0]) for line in lines[:-1]],
                     ['arg', 'args', 'block', 'entry', 'file', 'launches', 'tolerance', 'unsupported'], result)


@case
def what_newer_hardware_has_is_refused_and_skipped():
    newer = {'mul.f32 %f3, %f1, %f2': 'cvt.rn.f16x2.e4m3x2 %r3, %h1', '.reg .pred': '.reg .b16 %h<2>;\n  .reg .pred'}
    with Folder() as folder:
        good = [2.5, 5, 7.5, 10]
        write_case(folder, 'plain', good, INI.replace('entry=run', 'entry=run\narch=sm_90'))
        folder.write('plain/kernel.ptx', PTX.replace('sm_75', 'sm_90'))
        for name, arch in ('new', 'sm_89'), ('old', 'sm_75'):
            ptx = PTX.replace('sm_75', arch)
            for before, after in newer.items():
                ptx = ptx.replace(before, after)
            write_case(folder, name, good, INI.replace('entry=run', f'entry=run\narch={arch}'))
            folder.write(f'{name}/kernel.ptx', ptx)
        result = cli('check', folder.path)
        lines = result.out.splitlines()
        expect_equal((result.status, lines[2:]), (1, ['1 skipped', '1 passed, 1 failed']), result)
        expect(lines[0].startswith(f'refused: {folder("new")}: ') and 'e4m3x2' in lines[0], result)
        expect(lines[1].startswith(f'{folder("old")}: '), result)
        result = cli('check', folder('new'), folder('plain'))
        expect_equal((result.status, result.out.splitlines()[1:]), (0, ['1 skipped', '1 passed, 0 failed']), result)


SOURCE = '''__device__ unsigned runs = 5;
extern "C" __global__ void run(const float *in, float *out, float scale)
{
  out[threadIdx.x] = scale * FACTOR * in[threadIdx.x];
  if (threadIdx.x == 0) runs++;
}
'''


@case
def a_source_is_compiled_as_its_case_says():
    with Folder() as folder:
        ini = INI.replace('entry=run', 'entry=run\nsource=kernel.cu\narch=compute_75\noptions=--fmad=false -DFACTOR={}')
        write_case(folder, 'bad', [2.5, 5, 7.5, 10], ini.format('2'))
        write_case(folder, 'good', [2.5, 5, 7.5, 10], ini.format('1'))
        write_case(folder, 'recorded', [2.5, 5, 7.5, 10])
        for name in 'bad', 'good':
            folder.write(f'{name}/kernel.cu', SOURCE)
        result = cli('check', folder.path)
        expect_equal((result.status, result.out), (0, '3 passed, 0 failed\n'), result)
        result = cli('check', '--compile', folder.path)
        expect_equal((result.status, result.out),
                     (1, f'{folder("bad")}: arg1, element 0: expected 2.5 (0x40200000), got 5 (0x40a00000); '
                      '4 of 5 differ\n2 passed, 1 failed\n'), result)


@case
def what_is_printed_is_compared_in_any_order():
    with Folder() as folder:
        ini = INI.replace('entry=run', 'entry=run\nsource=kernel.cu\narch=compute_75\noptions=-DFACTOR=1')
        ini = ini.replace('launches=2', 'launches=1') + 'printf=out.txt\n'
        for name, text in (('bad', 'c\nb\nx\nd\n'), ('good', 'd\nb\na\nc\n')):
            write_case(folder, name, [2.5, 5, 7.5, 10], ini, runs=6)
            folder.write(f'{name}/out.txt', text)
            folder.write(f'{name}/kernel.cu', SOURCE.replace('{\n', '{\n  printf ("%c\\n", (int) threadIdx.x + 97);\n'))
        result = cli('check', '--compile', folder.path)
        expect_equal((result.status, result.out), (1, f'{folder("bad")}: printf, sorted line 1: expected “b”, got “a”\n'
                                                   '1 passed, 1 failed\n'), result)


@case
def a_source_that_does_not_compile_is_skipped_with_the_reason():
    with Folder() as folder:
        ini = INI.replace('entry=run', 'entry=run\nsource=kernel.cu\noptions={}')
        for name, options, source, why in (
                ('absent', '-DFACTOR=1', None, 'kernel.cu'),
                ('broken', '-DFACTOR=', SOURCE, 'must be a pointer'),
                ('body', '-DFACTOR=number(2)', '__device__ int number(int);\n' + SOURCE, '_Z6numberi'),
                ('header', '-DFACTOR=1', '#define H <nowhere.h>\n#include H\n' + SOURCE, 'nowhere.h'),
                ('option', '--time=times', SOURCE, '--time=times')):
            write_case(folder, name, [2.5, 5, 7.5, 10], ini.format(options))
            if source is not None:
                folder.write(f'{name}/kernel.cu', source)
            result = cli('check', '--compile', folder(name))
            expect(why in result.out, result)
            if source is None:
                expect_equal((result.status, result.out.splitlines()[-1]), (1, '0 passed, 1 failed'), result)
            else:
                expect(result.out.startswith(f'skipped: {folder(name)}: '), result)
                expect_equal((result.status, result.out.splitlines()[-2:]),
                             (0, ['1 skipped', '0 passed, 0 failed']), result)


if __name__ == '__main__':
    main()
