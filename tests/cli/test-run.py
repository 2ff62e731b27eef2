#!/usr/bin/env python3
"""What `run`, `compile` and `devices` write: reports, folders, arrays, the same bytes every time and everywhere.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import array
import ast
import json
import os
import shlex
import select
import shutil
import socket
import struct
import subprocess

from harness import (CLI, Folder, KERNELS, case, checked, cli, codes, expect, expect_equal, german, main, run_json,
                     settings)

TRIANGLE = os.path.join(KERNELS, '01-triangle.cu')
# The simulator's own test repeats each kernel twenty times; here it is about what lies around it.
REPEATS = int(os.environ.get('GRIDLOOM_TEST_REPEATS', '1'))


def read_npy(path):
    """The header and the numbers of a .npy file."""
    with open(path, 'rb') as file:
        data = file.read()
    expect(data[:8] == b'\x93NUMPY\x01\x00', path)
    size = int.from_bytes(data[8:10], 'little')
    header = ast.literal_eval(data[10:10 + size].decode())
    kind = {'<f4': 'f', '<u4': 'I', '<i8': 'q', '<i4': 'i', '<f8': 'd', '|u1': 'B'}[header['descr']]
    return header, array.array(kind, data[10 + size:])


def folder_bytes(path):
    """Every file of an output folder; the report without its times."""
    files = {}
    for name in sorted(os.listdir(path)):
        with open(os.path.join(path, name), 'rb') as file:
            files[name] = file.read()
    report = json.loads(files['report.json'])
    report.pop('timings')
    report.pop('timeline', None)
    for step in report.get('steps', []):
        for name in 'total_ms', 'least_ms', 'most_ms':
            step.pop(name)
    files['report.json'] = json.dumps(report)
    return files


@case
def the_report_has_the_promised_keys_in_order():
    report = run_json(TRIANGLE)
    expect_equal(list(report), ['backend', 'fidelity', 'kernel', 'launch', 'guessed', 'coverage', 'timings', 'check',
                                'trap', 'output', 'warnings'])
    expect_equal(list(report['launch'])[:5], ['block', 'grid', 'shared', 'blocks', 'threads'])
    expect_equal(list(report['coverage']['arrays']['f']),
                 ['cells', 'written', 'rewritten', 'writes', 'reads', 'missed', 'extra'])
    expect_equal(list(report['timings']),
                 ['fidelity', 'compile_ms', 'compilation', 'upload_ms', 'kernel_ms', 'download_ms', 'callback_ms'])
    expect_equal(report['timings']['compilation'], 'cold')
    expect_equal(report['launch']['threads'], 256)
    expect_equal(report['launch']['blocks'], 4)
    expect_equal(report['warnings'], [])


@case
def data_go_to_one_stream_and_words_to_the_other():
    result = cli('run', TRIANGLE)
    expect_equal((result.status, result.out), (0, ''), result)
    expect('136' in result.err and 'triangle' in result.err, result)


@case
def a_source_in_any_encoding_runs():
    source = ('// Größe\r\n#include "two.h"\r\n__global__ void fill (float *f) { f[threadIdx.x] = two (); } // é\r\n'
              + settings('[launch]\nkernel=fill\nblock=8\ngrid=1\n[arg f]\nshape=8\n'
                         '[expect]\nreference=expr:2\n'))
    for encoding in 'latin-1', 'cp1252', 'utf-16', 'utf-8-sig':
        with Folder() as folder:
            with open(folder('kernel.cu'), 'wb') as file:
                file.write(source.encode(encoding))
            with open(folder('two.h'), 'wb') as file:
                file.write('// ü\n__device__ float two () { return 2; }\n'.encode(encoding))
            result = cli('run', folder('kernel.cu'))
            expect_equal(result.status, 0, (encoding, result))


@case
def an_output_folder_holds_arrays_counts_and_writers():
    with Folder() as folder:
        output = folder('output')
        result = cli('run', TRIANGLE, '--output', output, '--json')
        expect_equal(result.status, 0, result)
        expect_equal(sorted(os.listdir(output)), ['f.highest.npy', 'f.lowest.npy', 'f.npy', 'f.reads.npy',
                                                  'f.writes.npy', 'report.json'])
        with open(os.path.join(output, 'report.json'), encoding='utf-8') as file:
            expect_equal(file.read(), result.out)
        header, values = read_npy(os.path.join(output, 'f.npy'))
        expect_equal((header['descr'], header['shape']), ('<f4', (16, 16)))
        wanted = [int(x >= y) for y in range(16) for x in range(16)]
        expect_equal(list(values), wanted)
        header, writes = read_npy(os.path.join(output, 'f.writes.npy'))
        expect_equal((header['descr'], list(writes)), ('<u4', wanted))
        header, lowest = read_npy(os.path.join(output, 'f.lowest.npy'))
        expect_equal(header['descr'], '<i8')
        for y in range(16):
            for x in range(16):
                thread = (y // 8 * 2 + x // 8) * 64 + y % 8 * 8 + x % 8
                expect_equal(lowest[y * 16 + x], thread if x >= y else -1)
        expect_equal(lowest, read_npy(os.path.join(output, 'f.highest.npy'))[1])
        expect_equal(os.listdir(folder.path), ['output'])


SYMBOLS = """__device__ int sums[4];
__constant__ float w[2];
__device__ int f[3];
__device__ void count () { f[1]++; }
__global__ void k (float *f)
{
  f[threadIdx.x] = w[threadIdx.x & 1];
  sums[threadIdx.x & 1] = 5;
  if (threadIdx.x == 3)
    count ();
}
"""


@case
def variables_have_files_and_figures_as_arrays_have():
    with Folder() as folder:
        path = folder.write('symbols.cu', SYMBOLS + settings(
            '[launch]\nblock=4\n[arg f]\nshape=4\n[symbol sums]\nfill=zeros\n[symbol w]\nfill=ones\n'
            '[symbol f]\nfill=zeros\n[view]\narray=sums\n'))
        output, picture = folder('output'), folder('sums.svg')
        result = cli('run', path, '--output', output, '--json', '--picture', picture, '--lens', 'writes')
        expect_equal(result.status, 0, result)
        names = [name for name in os.listdir(output) if name != 'report.json']
        expect_equal(sorted(names), sorted(f'{array}.{plane}npy' for array in ['f', 'sums', 'symbol.f', 'w']
                                           for plane in ['', 'writes.', 'reads.', 'lowest.', 'highest.']))
        expect_equal(list(read_npy(folder('output/sums.npy'))[1]), [5, 5, 0, 0])
        expect_equal(list(read_npy(folder('output/sums.writes.npy'))[1]), [2, 2, 0, 0])
        expect_equal(list(read_npy(folder('output/sums.highest.npy'))[1]), [2, 3, -1, -1])
        expect_equal(list(read_npy(folder('output/w.reads.npy'))[1]), [2, 2])
        expect_equal(list(read_npy(folder('output/symbol.f.npy'))[1]), [0, 1, 0])
        arrays = result.report['coverage']['arrays']
        expect_equal(sorted(arrays), ['f', 'sums', 'symbol.f', 'w'])
        expect_equal((arrays['sums']['written'], arrays['sums']['rewritten'], arrays['w']['reads'],
                      arrays['symbol.f']['written']), (2, 2, 4, 1))
        expect(os.path.getsize(picture) > 1000)
        expect('2 cells written more than once; cells 2–3 empty' in result.err, result)


@case
def an_earlier_result_is_replaced_and_other_files_never():
    with Folder() as folder:
        for shape in '16,16', '8,8':
            expect_equal(cli('run', TRIANGLE, '--shape', shape, '--output', folder('output')).status, 0)
        expect_equal(read_npy(folder('output/f.npy'))[0]['shape'], (8, 8))
        os.mkdir(folder('empty'))
        expect_equal(cli('run', TRIANGLE, '--output', folder('empty')).status, 0)
        folder.write('mine/notes.txt', 'mine')
        folder.write('output/notes.txt', 'mine')
        folder.write('file', 'mine')
        for name in 'mine', 'output', 'file':
            expect_equal(cli('run', TRIANGLE, '--output', folder(name)).status, 2)
        expect_equal(sorted(os.listdir(folder.path)), ['empty', 'file', 'mine', 'output'])
        expect_equal(os.listdir(folder('mine')), ['notes.txt'])


@case
def a_compile_error_is_reported_as_json_with_its_line():
    with Folder() as folder:
        path = folder.write('wrong.cu', '__global__ void wrong (float *f)\n{\n  f[0] = nothing;\n}\n')
        report = run_json(path, '--output', folder('output'), status=1)
        expect_equal((report['trap']['code'], report['trap']['line']), ('compile', 3))
        expect_equal(report['diagnostics'][0]['line'], 3)
        expect_equal(os.listdir(folder('output')), ['report.json'])
        result = cli('compile', path)
        expect_equal(result.status, 1, result)
        expect('wrong.cu:3' in result.err and 'nothing' in result.err, result)


@case
def a_launch_error_has_its_code():
    expect_equal(run_json(TRIANGLE, '--block', '2048', status=1)['trap']['code'], 'launch')


@case
def a_mismatch_fails():
    with Folder() as folder:
        path = folder.write('off.cu', '__global__ void off (float *f) { f[threadIdx.x] = threadIdx.x == 5; }\n' +
                            settings('[launch]\nblock=8\nshape=8\n\n[expect]\nreference=expr:0\n'))
        report = run_json(path, status=1)
        expect_equal((report['trap'], checked(report)), (None, {'compared': 8, 'mismatches': 1}))


@case
def options_lie_over_the_settings():
    report = run_json(TRIANGLE, '--block', '4,4', '--grid', '4,5', '--shape', '16,16', '--set', 'cols=16', '--repeat',
                      '3')
    expect_equal((report['launch']['block'], report['launch']['grid']), ([4, 4, 1], [4, 5, 1]))
    expect_equal(len(report['timings']['kernel_ms']), 3)
    expect_equal(report['coverage']['arrays']['f']['written'], 136)
    expect('grid-too-large' in codes(report), report)
    report = run_json(TRIANGLE, '--shape', '100,100', '--grid', 'auto')
    expect_equal(report['launch']['grid'], [13, 13, 1])


@case
def coverage_can_be_left_out():
    expect_equal(run_json(TRIANGLE, '--coverage', 'none')['coverage'], None)
    counts = run_json(TRIANGLE, '--coverage', 'writes')['coverage']['arrays']['f']
    expect_equal((counts['written'], counts['reads']), (136, None))
    result = cli('run', TRIANGLE, '--coverage', 'none', '--picture', '/tmp/never.png', '--lens', 'writes')
    expect_equal(result.status, 2, result)
    expect(not os.path.exists('/tmp/never.png'))


@case
def as_written_stops_where_the_source_does():
    """The optimiser drops a load that nobody uses; as it is written it leaves the array."""
    source = """__global__ void k (int *p)
{
  int unused = p[threadIdx.x + 100000];
  p[threadIdx.x] = 1;
}
"""
    with Folder() as folder:
        path = folder.write('k.cu', source + settings('[launch]\nblock=64\ngrid=1\n\n[arg p]\nshape=64\n'))
        expect_equal(run_json(path)['trap'], None)
        trap = run_json(path, '--as-written', status=1)['trap']
        expect_equal((trap['code'], trap['line']), ('oob', 3))


@case
def as_written_counts_the_stores_of_the_source():
    with Folder() as folder:
        path = folder.write('twice.cu', '''__global__ void twice (float *f)
{
  f[threadIdx.x] = 1;
  f[threadIdx.x] = 2;
}
''' + settings('[launch]\nblock=32\nshape=32\n\n[expect]\nreference=expr:2\n'))
        expect_equal(run_json(path)['coverage']['arrays']['f']['writes'], 32)
        report = run_json(path, '--as-written')
        expect_equal(report['coverage']['arrays']['f']['writes'], 64)
        expect_equal(checked(report), {'compared': 32, 'mismatches': 0})


@case
def a_kernel_can_be_chosen():
    with Folder() as folder:
        path = folder.write('two.cu', 'template <class T> __global__ void scale (T *f) { f[threadIdx.x] *= 2; }\n'
                            '__global__ void fill (int *f) { f[threadIdx.x] = 7; }\n' +
                            settings('[launch]\nblock=8\nshape=8\n'))
        expect_equal(run_json(path, '--kernel', 'fill')['kernel'], 'fill')
        report = run_json(path, '--kernel', 'scale<double>', '--output', folder('output'))
        expect_equal(report['kernel'], 'scale<double>')
        expect_equal(read_npy(folder('output/f.npy'))[0]['descr'], '<f8')


@case
def the_first_of_several_kernels_runs_where_none_is_chosen():
    with Folder() as folder:
        path = folder.write('two.cu', '__global__ void one (float *f) { f[0] = 1; }\n'
                            '__global__ void two (float *f) { f[0] = 2; }\n')
        expect_equal(run_json(path)['kernel'], 'one')


@case
def a_template_names_the_way_to_an_instance():
    with Folder() as folder:
        text = 'template <class T, int N> __global__ void scale (T *f) { f[threadIdx.x] *= N; }\n'
        path = folder.write('scale.cu', text)
        result = cli('run', path)
        expect_equal(result.status, 1, result)
        expect("--kernel 'scale<float, 16>'" in result.err, result)
        expect_equal(run_json(path, '--kernel', 'scale<float, 16>')['kernel'], 'scale<float, 16>')
        path = folder.write('both.cu', text + '__global__ void fill (int *f) { f[threadIdx.x] = 7; }\n')
        result = cli('run', path, '--kernel', 'scale')
        expect_equal(result.status, 2, result)
        expect('scale<float, 16>' in result.err, result)


@case
def compile_lists_kernels_or_prints_ptx():
    result = cli('compile', TRIANGLE)
    expect_equal((result.status, result.out), (0, 'triangle (float* f, int cols, int rows)\n'), result)
    result = cli('compile', TRIANGLE, '--ptx', '--arch', 'compute_80')
    expect_equal(result.status, 0, result)
    expect('.visible .entry triangle(' in result.out and '.target sm_80' in result.out, result)


@case
def a_default_block_keeps_to_launch_bounds():
    with Folder() as folder:
        path = folder.write('bounds.cu', '__global__ void __launch_bounds__ (64) k (float *f, int cols, int rows)\n'
                            '{\n  int x = blockIdx.x * blockDim.x + threadIdx.x;\n'
                            '  int y = blockIdx.y * blockDim.y + threadIdx.y;\n'
                            '  if (x < cols && y < rows)\n    f[y * cols + x] = 1;\n}\n')
        report = run_json(path)
        expect_equal((report['launch']['block'], report['coverage']['arrays']['f']['written']), ([8, 8, 1], 4096))
        result = cli('run', path, '--block', '16,8')
        expect_equal(result.status, 1, result)
        expect('__launch_bounds__' in result.err and 'nearest legal block is 16,4' in result.err, result)


@case
def a_struct_has_the_bytes_of_a_file():
    source = ('struct Pair { int a; float b; };\n__global__ void k (float *f, Pair p) { f[threadIdx.x] = p.a + p.b; }\n')
    with Folder() as folder:
        folder.write('pair.bin', struct.pack('<if', 7, 0.5))
        folder.write('short.bin', b'1234')
        for key in 'value', 'fill':
            text = source + settings(f'[launch]\nshape=32\nblock=32\n[arg p]\n{key}=file:pair.bin\n')
            report = run_json(folder.write('pair.cu', text), '--output', folder('output'))
            expect_equal(report['warnings'], [])
            expect_equal(list(read_npy(folder('output/f.npy'))[1]), [7.5] * 32)
            text = text.replace('pair.bin', 'short.bin')
            result = cli('run', folder.write('short.cu', text))
            expect_equal(result.status, 2, result)
            expect('short.bin' in result.err and '8' in result.err, result)
        result = cli('run', folder.write('number.cu', source + settings('[arg p]\nvalue=3\n')))
        expect_equal(result.status, 2, result)
        expect('2 numbers (a, b)' in result.err, result)


@case
def stores_of_what_is_there_are_counted_not_warned_of():
    source = '''__global__ void mark(int *out)
{
  out[0] = 7;
  if (threadIdx.x == 0) out[1] = 8;
}
''' + settings('[launch]\nblock=64\ngrid=1\nmanual-grid=true\n[arg out]\nshape=2\n')
    with Folder() as folder:
        path = folder.write('mark.cu', source)
        expect_equal(cli('run', path, '--json').report.get('equal_writes'), None)
        result = cli('run', path, '--json', '--check', 'races')
        expect_equal((result.status, result.report['equal_writes']), (0, 63), result)
        expect(all(warning['code'] != 'race' for warning in result.report['warnings']), result)
        expect('63 stores' in cli('run', path, '--check', 'races').err, result)


@case
def devices_are_listed():
    result = cli('devices', '--json')
    expect_equal(result.status, 0, result)
    backends = {backend['id']: backend for backend in result.report['backends']}
    expect(backends['sim']['available'], result)
    expect(any('nvrtc' in library['name'].lower() and library['found'] for library in result.report['libraries']),
           result)
    for library in json.loads(result.out)['libraries']:
        places = [place.split('\t')[0] for place in library['searched']]
        expect_equal(len(set(map(os.path.realpath, places))), len(places), places)
    result = cli('devices')
    expect_equal((result.status, result.out.split('\t')[0]), (0, 'sim'), result)


@case
def every_kernel_gives_the_same_bytes_with_one_and_two_workers():
    with Folder() as folder:
        for name in sorted(os.listdir(KERNELS)):
            if not name.endswith('.cu'):
                continue
            seen = None
            for turn in range(REPEATS):
                for workers in '1', '2':
                    output = folder('output')
                    result = cli('run', os.path.join(KERNELS, name), '--workers', workers, '--output', output)
                    expect(result.status in (0, 1), name, result)
                    files = folder_bytes(output)
                    shutil.rmtree(output)
                    seen = seen or files
                    expect_equal(list(files), list(seen), name, turn, workers)
                    for file, content in files.items():
                        expect(content == seen[file], name, file, turn, workers, content[:3000], seen[file][:3000])


@case
def numbers_of_things_are_told_in_the_language_of_the_user():
    with Folder() as folder:
        result = cli('run', os.path.join(KERNELS, '06-missing-guard.cu'), env=german(folder))
        expect('schreibt 4 Bytes' in result.err and '(4000 Bytes)' in result.err, result)


@case
def texts_are_in_the_language_of_the_caller():
    with Folder() as folder:
        path = folder.write('header.cu', '#define H "nowhere.h"\n#include H\n__global__ void k (float *f) { f[0] = 1; }\n')
        result = cli('run', path, env=german(folder))
        expect_equal(result.status, 1, result)
        # of this program, and of the compiler, which can't open a catalogue once it is confined
        expect('Fehler' in result.err, result)
        expect('kann nicht eingebunden werden' in result.err, result)


@case
def a_locale_with_decimal_commas_changes_no_file():
    with Folder() as folder:
        path = folder.write('half.cu', '__global__ void half (float *f, float step) '
                            '{ f[threadIdx.x] = step * threadIdx.x; }\n' +
                            settings('[launch]\nblock=8\nshape=8\n\n[arg step]\nvalue=0.125\n\n[expect]\n'
                                     'reference=expr:0.125f * x\nrtol=1e-3\natol=0.5e-3\n'))
        outputs = []
        for env in {}, german(folder):
            result = cli('run', path, '--json', '--output', folder('output'), '--picture', folder('a.svg'), env=env)
            expect_equal(result.status, 0, result)
            expect(',' not in str(result.report['timings']['compile_ms']))
            files = folder_bytes(folder('output'))
            shutil.rmtree(folder('output'))
            files.pop('report.json')
            outputs.append(files)
        expect_equal(outputs[0], outputs[1])


@case
def comparing_a_backend_with_itself_finds_nothing():
    result = cli('compare', TRIANGLE, '--backend', 'sim', '--with', 'sim', '--json')
    expect_equal(result.status, 0, result)
    report = result.report
    expect_equal(list(report), ['backend', 'with', 'kernel', 'fast_math', 'same', 'deterministic', 'why', 'ulps', 'differ',
                                'arrays', 'traps'])
    expect_equal(report['same'], True)
    expect_equal(report['arrays']['f']['cells'], 256)
    for plane in 'values', 'writes', 'reads', 'lowest', 'highest':
        expect_equal(report['arrays']['f'][plane]['compared'], 'exactly')
        expect_equal(report['arrays']['f'][plane]['differ'], 0)
    lines = cli('compare', TRIANGLE, '--with', 'sim').out.splitlines()
    expect_equal(lines[0], 'f\tvalues\tidentical')


@case
def comparing_says_why_counts_may_differ():
    with Folder() as folder:
        folder.write('ticket.cu', '__device__ unsigned int ticket;\n'
                     '__global__ void order (unsigned int *out) { out[atomicAdd (&ticket, 1u)] = blockIdx.x; }\n'
                     '/* gridloom\n[launch]\nblock=1\ngrid=4\n[arg out]\nshape=4\n*/\n')
        report = cli('compare', folder('ticket.cu'), '--with', 'sim', '--json').report
    expect_equal(report['deterministic'], False)
    expect(report['why'], report)
    expect_equal(report['arrays']['out']['writes']['compared'], 'if-any')
    expect_equal(report['arrays']['out']['lowest'], None)


@case
def compare_refuses_what_makes_no_sense():
    for options, status in (['--with', 'gpu'], 2), (['--ulps', '-1'], 2), (['--with', 'cuda:1000'], 3):
        expect_equal(cli('compare', TRIANGLE, *options).status, status, options)


@case
def a_runner_behind_pipes_gives_the_same_bytes():
    runner = os.path.join(os.path.dirname(os.path.dirname(os.environ['GRIDLOOM_CLI'])), 'runner', 'gridloom-runner')
    relay = "sh -c 'cat | \"$0\" --stdio | cat' " + shlex.quote(runner)
    with Folder() as folder:
        outputs = []
        for options, env in ([], {}), (['--runner', relay], {}), ([], {'GRIDLOOM_RUNNER': relay}):
            result = cli('run', TRIANGLE, *options, '--output', folder('output'), env=env)
            expect_equal(result.status, 0, result)
            outputs.append(folder_bytes(folder('output')))
            shutil.rmtree(folder('output'))
        expect_equal(outputs[0], outputs[1])
        expect_equal(outputs[0], outputs[2])
    expect_equal(cli('run', TRIANGLE, '--runner', "'").status, 2)
    expect_equal(cli('run', TRIANGLE, '--runner', 'false').status, 1)


@case
def a_runner_that_nobody_waits_for_ends_without_a_word():
    """Its caller may end while it starts, before or after the first word that it says on descriptor 3."""
    runner = os.path.join(os.path.dirname(CLI), '..', 'runner', 'gridloom-runner')
    for hears_it in False, True:
        ours, its = socket.socketpair()
        with subprocess.Popen([runner], preexec_fn=lambda end=its: os.dup2(end.fileno(), 3), close_fds=False,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            its.close()
            if hears_it:
                select.select([ours], [], [])
            ours.close()
            said = process.communicate()[1]
        expect_equal((process.returncode, said), (0, b''))


if __name__ == '__main__':
    main()
