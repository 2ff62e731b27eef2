#!/usr/bin/env python3
"""`--launch N` of what runs a document: the launch as the program makes it, or, where that cannot be run, as it is read.

What must come of random programs is computed here, in Python. GRIDLOOM_RECORD_SEEDS has the numbers of seeds, or they are 0 to 3.
SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import random
import signal

from harness import (Folder, add, case, cli, expect, expect_equal, finish, leave_without_programs, main, read_npy, run_json,
                     send, settings, start, wait_until)

READ = 'this launch is only read'


def cells(path, name, launch, *options):
    """What an array holds after a launch, and what was said."""
    result = cli('eval', path, name, '--json', '--launch', launch, *options)
    expect_equal(result.status, 0, result)
    return json.loads(result.out)[0]['value'], result.err


def guesses(report):
    return {guess['what'] for guess in report['guessed']}


class Random:
    """A program that swaps, fills, copies and launches by numbers that only its run tells."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n = self.random.randint(33, 90)
        self.memory = [[value * 7 + array for value in range(self.n)] for array in range(3)]
        self.pointers = [0, 1, 2]
        self.expected, self.lines = {}, []
        self.lines.append('  int *p[3], h[N], factor = argc, t;')
        self.lines.append('  for (int a = 0; a < 3; a++)\n    {\n      cudaMalloc (&p[a], sizeof h);\n'
                          '      for (int i = 0; i < N; i++)\n        h[i] = i * 7 + a;\n'
                          '      cudaMemcpy (p[a], h, sizeof h, cudaMemcpyHostToDevice);\n    }')
        self.factor = 1
        for launch in range(1, 6):
            for _ in range(self.random.randint(1, 4)):
                self.random.choice([self.swap, self.fill, self.count])()
            self.launch(launch)

    def swap(self):
        a, b = self.random.sample(range(3), 2)
        rounds = self.random.randint(1, 4)
        self.lines.append(f'  for (int i = 0; i < {rounds}; i++)\n    std::swap (p[{a}], p[{b}]);')
        for _ in range(rounds):
            self.pointers[a], self.pointers[b] = self.pointers[b], self.pointers[a]

    def fill(self):
        a, value = self.random.randrange(3), self.random.choice([0, 1, 255])
        self.lines.append(f'  cudaMemset (p[{a}], {value}, sizeof h);')
        self.memory[self.pointers[a]] = [int.from_bytes(bytes([value]) * 4, 'little', signed=True)] * self.n

    def count(self):
        rounds = self.random.randint(1, 9)
        self.lines.append(f'  t = factor;\n  while (t < factor + {rounds})\n    t++;\n  factor = t;')
        self.factor += rounds

    def launch(self, number):
        a, b = self.random.choice([(0, 1), (1, 2), (2, 0), (1, 1)])
        block = self.random.choice([32, 64])
        self.lines.append(f'  add<<<(N + {block} - factor / factor) / {block}, {block}>>> (p[{a}], p[{b}], factor % 100 + table[0]);')
        to, source = self.memory[self.pointers[a]], self.memory[self.pointers[b]]
        self.memory[self.pointers[a]] = [wrap(to[i] + source[i] * (self.factor % 100 + 5)) for i in range(self.n)]
        self.expected[number] = self.memory[self.pointers[a]], (self.n + block - 1) // block, block

    @property
    def text(self):
        return (f'#include <utility>\n#define N {self.n}\nstatic int table[] = {{ 5 }};\n'
                '__global__ void add (int *to, const int *from, int factor)\n{\n'
                '  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < N)\n    to[i] += from[i] * factor;\n}\n'
                'int main (int argc, char **argv)\n{\n' + '\n'.join(self.lines) + '\n}\n')


def wrap(value):
    return (value + 2 ** 31) % 2 ** 32 - 2 ** 31


def a_random_program_is_run_to_each_of_its_launches(seed):
    program = Random(seed)
    with Folder() as folder:
        path = folder.write('p.cu', program.text)
        for launch, (expected, grid, block) in program.expected.items():
            report = run_json(path, '--launch', launch, '--save', f'to={folder("to.npy")}')
            expect_equal(read_npy(folder('to.npy'))[1], expected, launch, program.text)
            expect_equal((report['launch']['from'], report['launch']['grid'], report['launch']['block']),
                         ('run', [grid, 1, 1], [block, 1, 1]))


PROGRAM = r'''
#include <cstdio>
#include "more.h"
__constant__ float weights[3];
struct Pair { float *left, *right; int n; };
__global__ void number (float *cells, size_t pitch, int width, int height)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    ((float *) ((char *) cells + y * pitch))[x] = 100 * y + x;
}
__global__ void smooth (float *out, int n) { out[threadIdx.x] = threadIdx.x < n ? weights[threadIdx.x] : -1; }
__global__ void turn (float *out, cudaTextureObject_t image) { out[threadIdx.x] = tex1D<float> (image, threadIdx.x - 2.0f); }
__global__ void pick (float *out, Pair pair) { out[0] = (pair.left == nullptr) * 10 + (pair.right == nullptr); }
template <class T> __global__ void make (T *out, int value) { out[threadIdx.x] = value; }
template <class T> void go (int value)
{
  T *p;
  cudaMalloc (&p, 32 * sizeof (T));
  make<T>
    <<<1,
       32>>>
    (p, value);
}
int main (int argc, char **argv)
{
  const float host[4] = { 0.25f, 0.5f, 0.25f, 8 };
  float *p;
  size_t pitch;
  cudaMallocPitch (&p, &pitch, 70 * sizeof (float), 50);
  number<<<dim3 (5, 4), dim3 (16, 16)>>> (p, pitch, 70 * argc, 50);
  cudaMemcpyToSymbol (weights, host, 12);
  cudaMalloc (&p, 128);
  for (int i = 0; i < 3; i++)
    smooth<<<1, 32>>> (p, i + argc);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float> ();
  cudaArray_t array;
  cudaMallocArray (&array, &format, 4);
  cudaMemcpy2DToArray (array, 0, 0, host, 16, 16, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = argc > 5 ? cudaAddressModeWrap : cudaAddressModeBorder;
  cudaTextureObject_t image;
  cudaCreateTextureObject (&image, &resource, &description, NULL);
  turn<<<1, 8>>> (p, image);
  pick<<<1, 1>>> (p, Pair { p, nullptr, 3 });
  go<float> (5); go<int> (6);
  make<float><<<1, argc>>> (p, 7); make<float><<<1, argc + 1>>> (p, 8);
  void *arguments[] = { &p, &argc };
  cudaLaunchKernel (make<float>, dim3 (argc + 2), dim3 (argc + 3), arguments, 0, 0);
  beside (p, argc + 40);
}
'''
HEADER = '__global__ void one (float *out, int value) { out[0] = value; }\nstatic void beside (float *p, int value)\n{\n  one<<<1, 1>>> (p, value);\n}\n'


@case
def what_only_the_run_of_a_program_tells_is_there():
    with Folder() as folder:
        folder.write('more.h', HEADER)
        path = folder.write('p.cu', PROGRAM)
        launches = json.loads(cli('launches', path, '--json').out)['launches']
        numbers = {}
        for launch in launches:
            numbers.setdefault(launch['instance'] or launch['kernel'], []).append(launch['launch'])
        report = run_json(path, '--launch', numbers['number'][0])
        expect_equal((report['trap'], report['coverage']['arrays']['cells']['written']), (None, 3500))
        expect_equal(cells(path, 'out[:4]', numbers['smooth'][0])[0], [.25, -1, -1, -1])
        expect_equal(cells(path, 'weights', numbers['smooth'][0])[0], [.25, .5, .25])
        expect_equal(cells(path, 'out[:8]', numbers['turn'][0])[0], [0, 0, .25, .5, .25, 8, 0, 0])
        expect_equal(cells(path, 'out[0]', numbers['pick'][0])[0], 1)
        # The text does not tell of which type it is: the first that the program launches there is run.
        expect_equal(run_json(path, '--launch', numbers['make'][0])['kernel'], 'make<float>')
        expect_equal(cells(path, 'out[3]', numbers['make'][0])[0], 5)
        # Two in a line, and one that a function of CUDA launches.
        grids = [run_json(path, '--launch', number)['launch'] for number in numbers['make<float>']]
        expect_equal([(launch['grid'][0], launch['block'][0]) for launch in grids], [(1, 1), (1, 2), (3, 4)])
        expect_equal(cells(path, 'out[0]', numbers['one'][0])[0], 41)


@case
def a_launch_that_was_kept_is_not_run_again():
    with Folder() as folder:
        folder.write('more.h', HEADER)
        path = folder.write('p.cu', PROGRAM)
        launches = json.loads(cli('launches', path, '--json').out)['launches']
        asked = [launch['launch'] for launch in launches if launch['kernel'] in ('number', 'smooth', 'turn', 'make')]
        run = [run_json(path, '--launch', number) for number in asked]
        expect_equal(cli('record', path, '--keep').status, 0)
        for number, wanted in zip(asked, run):
            report = run_json(path, '--launch', number)
            expect_equal((report['launch'], report['coverage']), (wanted['launch'], wanted['coverage']))
        result = cli('run', path, '--launch', asked[0], env={'PATH': folder('no-compiler')})
        expect(f'it was kept in {folder("p-recording")}' in result.err and READ not in result.err, result)
        expect('it was kept' not in cli('run', path, '--launch', asked[0], '--no-cache').err)
        for text in (PROGRAM.replace('70 * argc', '71 * argc'), PROGRAM + '/* gridloom\n[program]\narguments=more\n*/\n'):
            folder.write('p.cu', text)
            expect('it was kept' not in cli('run', path, '--launch', asked[0]).err, text)


DEFINED = r'''
__global__ void clear (int *a) { a[threadIdx.x] = 0; }
__global__ void copy (int *out, const int *in, const int *zeros, const int *none) { out[threadIdx.x] = in[threadIdx.x] + zeros[threadIdx.x] + none[threadIdx.x]; }
int main (int argc, char **argv)
{
  int *out, *in, *zeros, *none, *cleared;
  cudaMalloc (&out, 128);
  cudaMalloc (&in, 128);
  cudaMalloc (&zeros, 128);
  cudaMalloc (&none, 128);
  cudaMalloc (&cleared, 128);
  cudaMemset (zeros, 0, 128);
  clear<<<1, 32>>> (cleared);
  copy<<<1, 32>>> (out, cleared, zeros, none);
}
'''


@case
def what_a_program_never_wrote_is_a_guess_and_what_it_cleared_is_not():
    with Folder() as folder:
        path = folder.write('p.cu', DEFINED)
        report = run_json(path, '--launch', 2)
        expect_equal(guesses(report), {'out.fill', 'none.fill'}, report['guessed'])
        expect_equal(cells(path, 'out', 2)[0], list(range(32)))
        # A person may say what it is to be.
        path = folder.write('q.cu', DEFINED + settings('[arg none]\nfill=ones\n[arg zeros]\nfill=ones\n'))
        expect_equal(guesses(run_json(path, '--launch', 2)), {'out.fill'})
        expect_equal(cells(path, 'out', 2)[0], [1] * 32)


SIMPLE = '''__global__ void k (int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] += n; }
%s
int main (int argc, char **argv)
{
  int h[32], *p;
  for (int i = 0; i < 32; i++)
    h[i] = i * i;
  cudaMalloc (&p, sizeof h);
  cudaMemcpy (p, h, sizeof h, cudaMemcpyHostToDevice);
  %s
  k<<<argc, 32>>> (p, argc + 4);
}
'''


@case
def options_go_before_what_the_program_has():
    with Folder() as folder:
        path = folder.write('p.cu', SIMPLE % ('', ''))
        expect_equal(cells(path, 'a[:7]', 1)[0], [5, 6, 9, 14, 21, 25, 36])
        expect_equal(cells(path, 'a[:7]', 1, '--set', 'n=2', '--set', 'a=zeros')[0], [2, 2, 0, 0, 0, 0, 0])
        expect_equal(run_json(path, '--launch', 1, '--block', 16, '--grid', 2)['launch']['threads'], 32)


@case
def files_that_settings_and_options_name_are_those_of_the_document():
    with Folder() as folder:
        folder.write('sub/ref.bin', b''.join((i * i + 5 * (i < 5)).to_bytes(4, 'little') for i in range(32)))
        folder.write('ones.bin', b'\1\0\0\0' * 32)
        path = folder.write('p.cu', SIMPLE % ('', '') + settings('[expect a]\nreference=file:sub/ref.bin\n'))
        expect_equal(run_json(path, '--launch', 1)['check']['mismatches'], 0)
        expect_equal(cells(path, 'a[:7]', 1, '--set', 'a=file:ones.bin')[0], [6] * 5 + [1] * 2)
        expect_equal(sorted(os.listdir(folder.path)), ['ones.bin', 'p.cu', 'sub'])


@case
def a_program_that_cannot_be_run_is_read_and_that_is_said_in_a_line():
    with Folder() as folder:
        for declared, before, why in [('void missing ();', 'missing ();', 'undefined reference to .missing'),
                                      ('', 'unknown ();', "undeclared identifier 'unknown'"),
                                      ('', 'if (argc < 2) return 3;', 'ended with status 3'),
                                      ('', 'if (argc < 2) __builtin_trap ();', 'ended by signal'),
                                      ('', 'for (volatile int i = 0; argc < 2; i++);', 'in time'),
                                      ('#include <cstdlib>\n', 'abort ();', 'No code of the program')]:
            path = folder.write('p.cu', SIMPLE % (declared, before))
            result = cli('run', path, '--launch', 1, '--json')
            expect_equal((result.status, result.report['launch']['from']), (0, 'read'), result)
            said = [line for line in result.err.split('\n') if READ in line]
            expect(len(said) == 1 and said[0].startswith('p.cu:'), result.err)
            expect(why.replace('.', '`') in said[0] or why in said[0], result.err)
            expect('a.fill' in guesses(result.report), result.report)


@case
def a_program_is_not_run_where_that_is_forbidden():
    with Folder() as folder:
        path = folder.write('p.cu', SIMPLE % ('', ''))
        result = cli('run', path, '--launch', 1, '--no-program', '--json')
        expect_equal(result.report['launch']['from'], 'read')
        expect(READ not in result.err and 'a.fill' in guesses(result.report), result)
        expect('from' not in run_json(path)['launch'])


@case
def a_program_is_run_once_and_leaves_nothing_behind():
    with Folder() as folder, Folder() as scratch:
        path = folder.write('p.cu', SIMPLE % ('#include <cstdio>', 'printf ("said\\n"); if (getchar () != EOF) return 1;'))
        environment = {'TMPDIR': scratch.path}
        for verb in (('run', path), ('eval', path, 'a'), ('advise', path), ('occupancy', path), ('compare', '--fast-math', path),
                     ('export', path, '-o', folder('out.cu'))):
            result = cli(*verb, '--launch', 1, env=environment)
            expect_equal(result.status, 0, result)
            expect('said' not in result.out + result.err and READ not in result.err, result)
        expect_equal(cli('run', folder.write('bad.cu', SIMPLE % ('', 'exit (argc);')), '--launch', 1, env=environment).status, 0)
        expect_equal(cli('run', path, '--launch', 1, '--set', 'other=3', env=environment).status, 2)
        expect_equal(os.listdir(scratch.path), [])


@case
def what_is_wrong_is_told_of_the_file_that_was_given():
    with Folder() as folder:
        text = SIMPLE.replace('argc, 32', 'argc - 1, 32') % ('', '')
        result = cli('run', folder.write('p.cu', text), '--launch', 1)
        expect_equal(result.status, 1)
        expect('line 11 has a grid whose x is 0' in result.err, result)
        text = SIMPLE.replace('argc, 32', 'argc, 32 * 99 * argc') % ('', '')
        expect('p.cu:11:1: block.x is 3168' in cli('run', folder.write('p.cu', text), '--launch', 1).err)
        text = SIMPLE % ('', '') + settings('[expect a]\nreference=nothing\n')
        result = cli('run', folder.write('p.cu', text), '--launch', 1)
        expect(f'p.cu:{text.split("reference")[0].count(chr(10)) + 1}:' in result.err, result)
        result = cli('run', folder.write('p.cu', SIMPLE.replace('+= n', '+= a[99]') % ('', '')), '--launch', 1)
        expect('p.cu:1: trap' in result.err, result)


def open_awaited(pipe):
    """What to write to a pipe with, or None while nobody reads it."""
    try:
        return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return None


@case
def an_interrupt_while_the_program_runs_is_no_reason_to_read_it():
    with Folder() as folder:
        path = folder.write('p.cu', SIMPLE % ('#include <cstdio>', 'fgetc (fopen ("gate", "r"));'))
        os.mkfifo(folder('gate'))
        for number in signal.SIGINT, signal.SIGTERM:
            process = start('run', path, '--launch', 1)
            held = []       # once the program waits for what comes of it, which is nothing
            wait_until(lambda: held.append(open_awaited(folder('gate'))) or held[-1] or process.poll() is not None)
            send(process.pid, number)
            result = finish(process)
            os.close(held[-1])
            expect_equal((result.status, result.out), (130, ''), result)
            expect(READ not in result.err, result)


HOSTILE = r'''
#include <cstdio>
#include <cstdlib>
#include <sys/socket.h>
#include <unistd.h>
__global__ void k (int *a, int written, int processes, int sockets, int own) { a[0] = written; a[1] = processes; a[2] = sockets; a[3] = own; }
int main ()
{
  int *p;
  cudaMalloc (&p, 128);
  k<<<1, 1>>> (p, fopen (OTHER, "w") != NULL || fopen ("beside", "w") != NULL || remove ("p.cu") == 0,
               fork () >= 0 || system ("true") == 0, socket (AF_INET, SOCK_STREAM, 0) >= 0, fopen ("p.cu", "r") != NULL);
}
'''


@case
def a_program_is_confined_as_it_is_by_record():
    with Folder() as folder, Folder() as other:
        path = folder.write('p.cu', f'#define OTHER "{other("file")}"' + HOSTILE)
        got, said = cells(path, 'a[:4]', 1)
        expect_equal(got, [0, 0, 0, 1], said)
        expect(READ not in said, said)
        expect_equal((os.listdir(other.path), os.listdir(folder.path)), ([], ['p.cu']))


if __name__ == '__main__':
    leave_without_programs()
    for number in os.environ.get('GRIDLOOM_RECORD_SEEDS', '0 1 2 3').split():
        add(f'a-random-program-is-run-to-each-of-its-launches-{number}', a_random_program_is_run_to_each_of_its_launches, int(number))
    main()
