#!/usr/bin/env python3
"""`gridloom-cli launches` lists what host code launches, and `run --launch N` runs one without a change of the file.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json

from harness import Folder, case, cli, expect, expect_equal, main, run_json, settings

SOURCE = '''
template <typename T> __global__ void scale (T *a, int n, T f)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= f;
}
__global__ void plain (int *a) { a[threadIdx.x] = 1; }
#ifndef __CUDACC_RTC__
void run ()
{
  float *d;
  double *e;
  int n = 1000;
  cudaMalloc (&d, n * sizeof (float));
  cudaMalloc (&e, n * sizeof (double));
  scale<float><<<(n + 127) / 128, 128>>> (d, n, 2.0f);
  scale<double><<<(n + 127) / 128, 128>>> (e, n, 2.0);
}
int main (int argc, char **argv)
{
  run ();
  int m = atoi (argv[1]);
  plain<<<m / 4, 32, 64>>> (p);
}
#endif
'''


def launches(path):
    result = cli('launches', '--json', path)
    expect_equal(result.status, 0)
    return json.loads(result.out)['launches']


@case
def what_is_certain_has_a_number_and_the_rest_a_text():
    with Folder() as folder:
        first, second, third = launches(folder.write('a.cu', SOURCE))
    expect_equal([first['instance'], second['instance'], third['instance']], ['scale<float>', 'scale<double>', 'plain'])
    expect_equal([first['function'], first['line'], first['launch']], ['run', 16, 1])
    expect_equal(first['grid'], {'x': 8, 'y': 1, 'z': 1, 'text': '(n + 127) / 128'})
    expect_equal([a['bytes'] for a in first['arguments']], [4000, None, None])
    expect_equal(second['arguments'][0]['bytes'], 8000)
    expect_equal(first['arguments'][1], {'text': 'n', 'value': 1000, 'bytes': None})
    expect_equal(third['grid'], {'x': None, 'y': 1, 'z': 1, 'text': 'm / 4'})
    expect_equal(third['shared'], {'bytes': 64, 'text': '64'})


@case
def the_list_is_one_line_for_each():
    with Folder() as folder:
        result = cli('launches', folder.write('a.cu', SOURCE))
    lines = result.out.splitlines()
    expect_equal(lines[0].split('\t')[:7], ['1', 'a.cu:16', 'run', 'scale<float>', '8', '128', '0'])
    expect_equal(lines[2].split('\t')[:7], ['3', 'a.cu:23', 'main', 'plain', 'm / 4', '32', '64'])


OPEN = '''
namespace math {
template <typename T> __global__ void scale (T *a, int n) { int i = blockIdx.x * 4 + threadIdx.x; if (i < n) a[i] *= 2; }
}
template <typename T> void run (T *d) { math::scale<<<2, 4>>> (d, 8); }
int main () { run ((float *) 0); }
'''


@case
def a_template_whose_arguments_are_not_written_says_so():
    with Folder() as folder:
        path = folder.write('a.cu', OPEN)
        result = cli('launches', path)
        expect_equal(result.out.split('\t')[3], 'math::scale<…>')
        expect('gridloom-cli record a.cu' in result.err, result.err)
        expect_equal([(launch['kernel'], launch['instance'], launch['grid']['x']) for launch in launches(path)],
                     [('scale', None, 2)])
        result = cli('run', path)
        expect_equal(result.status, 1)
        expect('math::scale<T> is launched' in result.err and 'run the whole program' in result.err and
               'kernel=math::scale<float>' in result.err, result.err)
        chosen = folder.write('b.cu', OPEN + settings('[launch]\nkernel=math::scale<double>\n'))
        report = run_json(chosen)
        expect_equal([report['kernel'], report['launch']['grid'], report['launch']['block']],
                     ['math::scale<double>', [2, 1, 1], [4, 1, 1]])


@case
def options_define_what_the_host_code_sees():
    source = ('#ifndef N\n#define N 10\n#endif\n__global__ void k (int *a) {}\n#ifndef __CUDACC_RTC__\n'
              'int main () { k<<<N, 32>>> (p); }\n#endif\n')
    with Folder() as folder:
        plain = launches(folder.write('a.cu', source))[0]
        given = launches(folder.write('b.cu', source + '/* gridloom\n[launch]\noptions=-DN=5\n*/\n'))[0]
    expect_equal([plain['grid']['x'], given['grid']['x']], [10, 5])
    expect_equal([plain['line'], given['line']], [6, 6])


@case
def a_root_lets_headers_of_other_folders_launch():
    source = '#include "../common/run.h"\n__global__ void k (int *a) {}\nint main () { run (); }\n'
    with Folder() as folder:
        folder.write('common/run.h', 'inline void run () { k<<<THREE, 32>>> (p); }\n')
        path = folder.write('app/a.cu', '#define THREE 3\n' + source)
        expect_equal(cli('launches', path).out, '')
        result = cli('launches', '--root', folder.path, '--json', path)
        found = json.loads(result.out)['launches']
        expect_equal([(launch['file'], launch['line'], launch['grid']['x']) for launch in found], [('../common/run.h', 1, 3)])
        result = cli('launches', '--root', folder('common'), path)
        expect_equal(result.status, 2)
        expect('--root' in result.err, result.err)


@case
def a_launch_is_run_and_the_file_stays():
    with Folder() as folder:
        path = folder.write('a.cu', SOURCE)
        report = run_json(path, '--launch', '2')
        expect_equal(report['kernel'], 'scale<double>')
        expect_equal([report['launch']['grid'], report['launch']['block']], [[8, 1, 1], [128, 1, 1]])
        expect_equal(report['coverage']['arrays']['a']['cells'], 1000)
        with open(path) as file:
            expect_equal(file.read(), SOURCE)


@case
def every_verb_that_runs_a_document_takes_a_launch():
    with Folder() as folder:
        path = folder.write('a.cu', SOURCE)
        for verb in (('advise',), ('occupancy',), ('compare', '--fast-math')):
            result = cli(*verb, path, '--launch', '2', '--json')
            expect_equal((result.status, json.loads(result.out)['kernel']), (0, 'scale<double>'), verb)
            refused = cli(*verb, path, '--launch', '2', '--kernel', 'plain')
            expect_equal((refused.status, 'leave --kernel out' in refused.err), (2, True), verb)
        expect('::scale<double><<<dim3 (8), dim3 (128)>>>' in cli('export', path, '--launch', '2').out)


@case
def every_extent_of_a_launch_is_written():
    with Folder() as folder:
        for block, wanted in ('4,1,1', 'dim3 (4)'), ('4,2,1', 'dim3 (4, 2)'), ('4,1,3', 'dim3 (4, 1, 3)'):
            path = folder.write('a.cu', '__global__ void f (int *a) { a[threadIdx.x] = threadIdx.z; }\n' +
                                settings(f'[launch]\nblock={block}\ngrid=2,1,5\nmanual-grid=true\n[arg a]\nshape=4\n'))
            result = cli('export', path)
            expect(f'<<<dim3 (2, 1, 5), {wanted}>>>' in result.out, result)


@case
def the_first_launch_is_run_where_nobody_chooses():
    with Folder() as folder:
        expect_equal(run_json(folder.write('a.cu', SOURCE))['kernel'], 'scale<float>')


@case
def what_is_refused_is_named():
    with Folder() as folder:
        path = folder.write('a.cu', SOURCE)
        few = folder.write('b.cu', '__global__ void k (int *a) { a[0] = 1; }')
        for args, words in [((path, '--launch', '4'), 'has 3 launches'), ((path, '--launch', 'steps'), '--launch'),
                            ((few, '--launch', '1'), 'no launch can be read'),
                            ((path, '--launch', '0'), '--launch'),
                            ((path, '--launch', '1', '--kernel', 'plain'), 'leave --kernel out')]:
            result = cli('run', *args)
            expect_equal(result.status, 2)
            expect(words in result.err, result.err)
        result = cli('launches', few)
        expect_equal([result.status, result.out], [0, ''])
        expect('No launch can be read' in result.err, result.err)


@case
def what_no_device_can_launch_is_wrong_in_the_line_of_the_launch():
    with Folder() as folder:
        path = folder.write('a.cu', '__global__ void k (int *a) { a[threadIdx.x] = 1; }\nint main () {\n  int *a; '
                            'cudaMalloc (&a, 4000);\n  k<<<1, 2000>>> (a);\n  k<<<0, 32>>> (a);\n}\n')
        result = cli('run', path, '--launch', '1')
        expect_equal(result.status, 1)
        expect(':4:1: block.x is 2000' in result.err, result.err)
        result = cli('run', path, '--launch', '2')
        expect_equal(result.status, 1)
        expect('line 5 has a grid whose x is 0' in result.err, result.err)


@case
def what_is_wrong_beside_the_settings_of_a_launch_keeps_its_line():
    """A launch writes settings between those of the file and takes some away; the others keep the lines that they have there."""
    with Folder() as folder:
        path = folder.write('a.cu', '__global__ void k (int *a, int n) { a[threadIdx.x] = n; }\nint main () {\n'
                            '  int *a; cudaMalloc (&a, 400);\n  k<<<1, 100>>> (a, 7);\n}\n'
                            '/* gridloom\n[launch]\nkernel=k\n[arg a]\nshape=9\nfill=nothing\n*/\n')
        result = cli('run', path, '--launch', '1')
        expect_equal(result.status, 2)
        expect(':11:' in result.err and 'nothing' in result.err, result.err)


if __name__ == '__main__':
    main()
