#!/usr/bin/env python3
"""gridloom-cli record: programs with their own host code, built with clang and run on the simulator.

What a program itself prints, and what its launches come to as documents, are held against each other.
SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import re

from harness import Folder, KERNELS, case, cli, expect, expect_equal, leave_without_programs, main, settings

PROGRAM = r'''
#include <cstdio>
#include <vector>
__constant__ float factor[2];
__device__ int calls;
__managed__ int offset = 5;
namespace math
{
template <class T, int N> __global__ void scale (T *out, const T *in, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * factor[1] + N + offset;
  if (i == 0)
    atomicAdd (&calls, 1);
}
}
__global__ void fill (float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
int main (int argc, char **argv)
{
  const int n = argc > 1 ? atoi (argv[1]) : 1000;
  float *a, *b, host[2] = { 0, 2 };
  std::vector<float> h (n);
  int count = 0;
  cudaMalloc (&a, n * sizeof (float));
  cudaMalloc (&b, n * sizeof (float));
  cudaMemcpyToSymbol (factor, host, sizeof host);
  fill<<<(n + 255) / 256, 256>>> (a, n);
  offset = 7;
  for (int i = 0; i < 3; i++)
    math::scale<float, 4><<<dim3 ((n + 127) / 128), 128, 64>>> (b, a, n);
  math::scale<float, 4><<<1, 32>>> (a, a, 10);
  cudaMemcpy (h.data (), b, n * sizeof (float), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol (&count, calls, sizeof count);
  printf ("%g %g %d %s\n", h[0], h[n - 1], count, cudaGetErrorString (cudaGetLastError ()));
}
'''


def record(*args, **more):
    return cli('record', *args, **more)


def line_of(text, part):
    return next(number for number, line in enumerate(text.split('\n'), 1) if part in line)


@case
def a_program_runs_as_it_is_and_its_launches_are_listed():
    with Folder() as folder:
        result = record(folder.write('p.cu', PROGRAM))
        expect_equal(result.status, 0, result)
        loop, last = line_of(PROGRAM, 'dim3 ('), line_of(PROGRAM, '(a, a, 10)')
        lines = result.out.split('\n')
        expect_equal(lines[0], '11 2009 4 no error', result)
        expect_equal(lines[1].split('\t'), ['1', f'p.cu:{line_of(PROGRAM, "fill<<<")}', 'fill', '4', '256', '0'])
        expect_equal(lines[2].split('\t'), ['2–4', f'p.cu:{loop}', 'math::scale<float, 4>', '8', '128', '64', '3 times'])
        expect_equal(lines[3].split('\t'), ['5', f'p.cu:{last}', 'math::scale<float, 4>', '1', '32', '0'])


@case
def the_example_launches_what_its_text_says():
    path = os.path.join(KERNELS, '40-whole-program.cu')
    with open(path, encoding='utf-8') as file:
        text = ' '.join(file.read().split(' */')[0].replace(' *', ' ').split())
    stated, other = re.search(r'lists its (\d+) launches', text), re.search(r'Type (\d+) at Arguments', text)
    for arguments, n in (([], stated[1]), (['--', other[1]], other[1])):
        result = record(path, '--json', *arguments)
        expect_equal(len(json.loads(result.out)['launches']), int(n), result)


@case
def arguments_are_the_programs():
    with Folder() as folder:
        result = record(folder.write('p.cu', PROGRAM), '--json', '--', '300')
        expect_equal(result.status, 0, result)
        expect('11 609 4 no error' in result.err, result)
        launches = json.loads(result.out)['launches']
        expect_equal([launch['grid'][0] for launch in launches], [2, 3, 3, 3, 1])
        expect_equal([launch['block'] for launch in launches[:2]], [[256, 1, 1], [128, 1, 1]])
        expect_equal([array['bytes'] for array in launches[1]['arrays']], [1200, 1200])


@case
def a_launch_becomes_a_document_that_does_the_same():
    with Folder() as folder:
        path = folder.write('p.cu', PROGRAM)
        result = record(path, '--launch', '3', '--document', folder('three.cu'))
        expect_equal(result.status, 0, result)
        result = cli('eval', folder('three.cu'), 'out[0]', 'out[999]', 'sum(in)')
        expect_equal([line for line in result.out.split('\n') if line and line[0].isdigit()], ['11', '2009', '499500'])
        report = cli('run', folder('three.cu'), '--json').report
        expect_equal((report['launch']['grid'][0], report['launch']['block'][0], report['launch']['shared']), (8, 128, 64))
        expect(report['trap'] is None, report)


@case
def two_parameters_that_are_one_array_stay_one():
    with Folder() as folder:
        result = record(folder.write('p.cu', PROGRAM), '--launch', '5', '--document', folder('five.cu'))
        expect_equal(result.status, 0, result)
        with open(folder('five.cu'), encoding='utf-8') as file:
            expect('same=out' in file.read())
        result = cli('eval', folder('five.cu'), 'out[9]', 'out[10]')
        expect_equal([line for line in result.out.split('\n') if line and line[0].isdigit()], ['29', '10'], result)


MIXED = r'''
#include <cstdio>
#include <cuda_fp16.h>
double beta = 2;
__host__ __device__ int fill (double *o, float f, double d, int i, unsigned char c, long l, size_t z)
{
  int n = 0;
  double all[] = {
    pow (f, d), pow (d, f), pow (i, f), pow (c, i), pow (d, c), fmax (f, d), fmin (i, f), fmod (d, f), atan2 (f, d), hypot (i, d),
    copysign (d, f), fdim (d, i), remainder (d, f), (double) max (f, d), (double) min (i, 3u), sqrt (i), exp (c), log (z), floor (l),
    fabs (i), (double) isnan (f), (double) isinf (d), (double) isfinite (f), (double) signbit (-d), (double) abs (-f),
    (double) abs (-l), (double) sizeof (pow (f, d)), (double) sizeof (pow (i, c)), (double) sizeof (pow (f, f)),
    (double) sizeof (fmax (f, f)), (double) sizeof (fmax (f, d)), (double) sizeof (abs (f)), (double) sizeof (sqrt (i)), normcdf (d),
    rhypot (d, f), norm3d (d, d, d), norm4df (f, f, f, f), (double) __heq (__float2half (f), __hadd_sat (__int2half_rn (i), __float2half (f))),
    (double) (float) __hfma_sat (__float2half (f), __float2half (-2), __float2half (1)),
    (double) __hbgt2 (__floats2half2_rn (2, 3), __floats2half2_rn (1, 4)), (double) __half2uint_ru (__float2half (f)) };
  for (double one : all)
    o[n++] = one;
  return n;
}
__global__ void device (double *o, float f, double d, int i, unsigned char c, long l, size_t z)
{
  int n = fill (o, f, d, i, c, l, z);
  o[n] = erfinv (d / 9) + __vabsdiffs4 (i, c) + __vsetges2 (i, c) + norm (1, &d) + __fns (i, 0, 1);
}
int main ()
{
  double *o, there[64], here[64];
  cudaMalloc (&o, sizeof there);
  device<<<1, 1>>> (o, 1.7f, 2.3, 3, 2, 5, 7);
  cudaMemcpy (there, o, sizeof there, cudaMemcpyDeviceToHost);
  int n = fill (here, 1.7f, 2.3, 3, 2, 5, 7);
  for (int i = 0; i < n; i++)
    if (!(fabs (there[i] - here[i]) <= 1e-6 * fabs (here[i])))
      printf ("%d: %.17g %.17g\n", i, there[i], here[i]);
  printf ("%d of %d finite %d\n", (int) beta, n, (int) isfinite (there[n]));
}
'''


@case
def numbers_of_several_kinds_go_into_functions_as_in_cplusplus():
    with Folder() as folder:
        result = record(folder.write('p.cu', MIXED))
        expect_equal((result.status, result.out.split('\n')[0]), (0, '2 of 41 finite 1'), result)


CHOICES = r'''
#include <cstring>
#include <utility>
struct Sides { int w; float *left, *right; double scale; };
__global__ void add (float *out, const float *in, const int *mask, int n) { int i = threadIdx.x; if (i < n && (!mask || mask[i])) out[i] += in[i]; }
__global__ void join (Sides sides, float *out, long long big) { out[threadIdx.x] = (sides.left ? sides.left[threadIdx.x] : 0) * sides.scale; }
int main ()
{
  float *a, *b, h[64];
  int *m;
  for (int i = 0; i < 64; i++)
    h[i] = i;
  cudaMalloc (&a, sizeof h);
  cudaMalloc (&b, sizeof h);
  cudaMalloc (&m, 128);
  cudaMemset (m, 1, 64);
  cudaMemcpy (a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy (b, h, sizeof h, cudaMemcpyHostToDevice);
  add<<<1, 32>>> (a, b, m, 32);
  add<<<1, dim3 (16, 2), 64>>> (a, a, nullptr, 20);
  join<<<1, 32>>> (Sides { 3, a, nullptr, -0.0 }, b, -5);
  join<<<1, 16>>> (Sides { 3, nullptr, b, 1e300 }, a + 16, 1ll << 62);
}
'''


def choose(folder, source, launch, name='doc.cu'):
    """The text of the document of a launch; the source may be such a document."""
    result = record(folder(source), '--launch', launch, '--document', folder(name))
    expect_equal(result.status, 0, result)
    with open(folder(name), encoding='utf-8') as file:
        return file.read(), result.err


@case
def a_launch_that_is_chosen_again_is_as_if_no_other_had_been():
    with Folder() as folder:
        folder.write('p.cu', CHOICES)
        fresh = {launch: choose(folder, 'p.cu', launch)[0] for launch in (1, 2, 4)}
        expect_equal(len(set(fresh.values())), 3)
        for first in fresh:
            for second in fresh:
                folder.write('p.cu', fresh[first])
                expect_equal(choose(folder, 'p.cu', second)[0], fresh[second], first, second)


@case
def what_a_person_knows_of_arrays_stays_where_it_fits():
    with Folder() as folder:
        folder.write('p.cu', CHOICES + '\n/* gridloom\n[launch]\nlaunches=3\nswap=out,in\nshape=9\n[arg out]\nshape=8,8\nfill=ones\n'
                     'cells=0:0=1\n[arg in]\nshape=5,5\npitch=512\n[arg mask]\nfill=ones\n[arg other]\nvalue=3\n[expect]\nrtol=0.5\n*/\n')
        text = choose(folder, 'p.cu', 1)[0]
        expect('[arg out]\nshape=8,8\nfill=file:' in text and '[arg in]\nshape=64\nfill=file:' in text, text)
        expect('[arg other]\nvalue=3' in text and 'rtol=0.5' in text, text)
        for gone in ('launches', 'swap', 'cells', 'pitch', 'ones'):
            expect(gone not in text.split('gridloom')[1], gone, text)


@case
def files_of_launches_stand_side_by_side_each_contents_once():
    with Folder() as folder:
        folder.write('p.cu', CHOICES)
        first = choose(folder, 'p.cu', 1)[0]
        files = {name: os.stat(folder(f'doc-arrays/{name}')).st_mtime_ns for name in os.listdir(folder('doc-arrays'))}
        expect_equal(len(files), 3, files)
        for launch in (2, 1, 1):
            choose(folder, 'p.cu', launch)
        for name, changed in files.items():
            expect_equal(os.stat(folder(f'doc-arrays/{name}')).st_mtime_ns, changed, name)
        expect_equal(len(os.listdir(folder('doc-arrays'))), 4)
        # A file that somebody changed is neither taken for the program's nor replaced.
        name = next(name for name in files if name.startswith('out-'))
        folder.write(f'doc-arrays/{name}', b'mine')
        expect_equal(choose(folder, 'p.cu', 1)[0], first.replace(name, name[:-4] + '-2.npy'))
        with open(folder(f'doc-arrays/{name}'), 'rb') as file:
            expect_equal(file.read(), b'mine')


@case
def null_and_what_is_one_array_are_said_and_the_rest_is_noted():
    with Folder() as folder:
        folder.write('p.cu', CHOICES)
        text, notes = choose(folder, 'p.cu', 2)
        expect('[arg mask]\nvalue=null' in text and '[arg in]\nsame=out' in text and 'range=unknown' in text, text)
        expect_equal(notes, '')
        text, notes = choose(folder, 'p.cu', 4)
        expect('[arg sides]\nvalue=3,1e+300\n' in text and '[arg sides.left]\nvalue=null' in text, text)
        expect('[arg big]\nvalue=4611686018427387904' in text and '[arg out]\nshape=48\n' in text, text)
        expect('out points 64 bytes behind the beginning of its array' in notes, notes)
        expect('value=3,-0\n' in choose(folder, 'p.cu', 3)[0])


ROWS = r'''
__global__ void strides (float *out, const float *in, const float *line, int width, int height)
{
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      out[y * width + x] = in[y * width + x] + line[x];
}
__global__ void guarded (float *c, int M, int N)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < M && x < N)
    c[y * N + x] = 1;
}
__global__ void pitched (float *out, const float *box, size_t pitch, int n)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 100 && y < n)
    ((float *) ((char *) out + y * pitch))[x] += x;
}
int main ()
{
  float *a, *b, *c, *p, h[60][100];
  cudaPitchedPtr box;
  size_t pitch;
  cudaMalloc (&a, sizeof h);
  cudaMalloc (&b, sizeof h);
  cudaMalloc (&c, 400);
  cudaMemset (b, 0, sizeof h);
  strides<<<dim3 (2, 2), dim3 (16, 16)>>> (a, b, c, 100, 60);
  guarded<<<dim3 (2, 3), dim3 (16, 16)>>> (a, 60, 100);
  for (int i = 0; i < 6000; i++)
    h[i / 100][i % 100] = i;
  cudaMallocPitch (&p, &pitch, 400, 60);
  cudaMalloc3D (&box, make_cudaExtent (40, 3, 2));
  cudaMemcpy2D (p, pitch, h, 400, 400, 60, cudaMemcpyHostToDevice);
  pitched<<<dim3 (7, 4), dim3 (16, 16)>>> (p, (float *) box.ptr, pitch, 60);
}
'''


@case
def arrays_have_the_rows_that_the_program_says():
    with Folder() as folder:
        folder.write('p.cu', ROWS)
        fresh = {launch: choose(folder, 'p.cu', launch)[0] for launch in (1, 2, 3)}
        expect('[arg out]\nshape=60,100\n' in fresh[1] and '[arg in]\nshape=60,100\n' in fresh[1] and
               '[arg line]\nshape=100\n' in fresh[1] and 'range=unknown' not in fresh[1], fresh[1])
        expect('[arg c]\nshape=60,100\n' in fresh[2], fresh[2])
        expect('[arg out]\npitch=512\nshape=60,100\nfill=file:' in fresh[3] and
               '[arg pitch]\nvalue=512\n' in fresh[3], fresh[3])
        expect('[arg box]\npitch=512\nshape=2,3,10\n' in fresh[3], fresh[3])
        ran = json.loads(cli('run', '--json', folder('doc.cu')).out)
        expect(not ran.get('findings'), ran)
        folder.write('p.cu', fresh[3])
        expect_equal(choose(folder, 'p.cu', 1)[0], fresh[1])


TEXTURES = r'''
#include <cstdio>
#include <cstring>
__global__ void sample (float *out, int w, cudaTextureObject_t t, cudaSurfaceObject_t s)
{
  out[threadIdx.y * w + threadIdx.x] = tex2D<float> (t, threadIdx.x * 0.17f - 0.4f, threadIdx.y * 0.23f);
  surf2Dwrite (out[threadIdx.y * w + threadIdx.x], s, threadIdx.x * 4, threadIdx.y);
}
__global__ void fetch (float *out, unsigned long long t, int n) { out[threadIdx.x] = tex1Dfetch<int2> (t, n - 1 - threadIdx.x).y; }
static void dump (const void *p, int size)
{
  unsigned char h[1000];
  cudaMemcpy (h, p, size, cudaMemcpyDeviceToHost);
  printf ("after ");
  for (int i = 0; i < size; i++)
    printf ("%02x", h[i]);
  printf ("\n");
}
int main ()
{
  unsigned char bytes[256];
  for (int i = 0; i < 256; i++)
    bytes[i] = i * 37;
  cudaChannelFormatDesc bytes_of = cudaCreateChannelDesc<unsigned char> (), floats = cudaCreateChannelDesc<float> ();
  cudaArray_t image, target;
  cudaMallocArray (&image, &bytes_of, 16, 6);
  cudaMallocArray (&target, &floats, 8, 4, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray (image, 0, 0, bytes, 16, 16, 6, cudaMemcpyHostToDevice);
  cudaResourceDesc from;
  memset (&from, 0, sizeof from);
  from.resType = cudaResourceTypeArray;
  from.res.array.array = image;
  cudaTextureDesc how;
  memset (&how, 0, sizeof how);
  how.addressMode[0] = cudaAddressModeMirror;
  how.addressMode[1] = cudaAddressModeBorder;
  how.filterMode = cudaFilterModeLinear;
  how.readMode = cudaReadModeNormalizedFloat;
  how.normalizedCoords = 1;
  cudaTextureObject_t t, line;
  cudaSurfaceObject_t s;
  cudaCreateTextureObject (&t, &from, &how, nullptr);
  from.res.array.array = target;
  cudaCreateSurfaceObject (&s, &from);
  float *out;
  int2 *cells;
  cudaMalloc (&out, 128);
  cudaMalloc (&cells, 256);
  cudaMemcpy (cells, bytes, 256, cudaMemcpyHostToDevice);
  sample<<<1, dim3 (8, 4)>>> (out, 8, t, s);
  dump (out, 128);
  memset (&from, 0, sizeof from);
  from.resType = cudaResourceTypeLinear;
  from.res.linear.devPtr = cells;
  from.res.linear.desc = cudaCreateChannelDesc<int2> ();
  from.res.linear.sizeInBytes = 256;
  memset (&how, 0, sizeof how);
  cudaCreateTextureObject (&line, &from, &how, nullptr);
  fetch<<<1, 32>>> (out, line, 32);
  dump (out, 128);
}
'''


@case
def textures_and_surfaces_are_seen_as_in_the_program():
    with Folder() as folder:
        result = record(folder.write('t.cu', TEXTURES))
        expect_equal(result.status, 0, result)
        dumps = [bytes.fromhex(line[6:]) for line in result.out.split('\n') if line.startswith('after ')]
        for launch, wanted in enumerate(dumps, 1):
            text, notes = choose(folder, 't.cu', launch)
            expect_equal(notes, '')
            result = cli('run', folder('doc.cu'), '--output', folder(f'out{launch}'))
            expect_equal(result.status, 0, result)
            expect('leave the type out' not in result.err, result)
            with open(folder(f'out{launch}/out.npy'), 'rb') as file:
                expect_equal(file.read()[-128:].hex(), wanted.hex(), text)
        text = choose(folder, 't.cu', 1)[0]
        expect('texture=mirror border wrap linear normalized normalized-float\ntype=unsigned char\nshape=6,16\n' in text, text)
        expect('surface=plain\ntype=float\nshape=4,8\n' in text, text)


THIN = r'''
__global__ void step (float *p, const float *w) { int i = blockIdx.x * blockDim.x + threadIdx.x; p[i] += w[i]; }
__global__ void once (float *p) { p[threadIdx.x] += 2; }
int main ()
{
  const int n = 1 << 16;
  float *p, *w, *h = new float[n];
  for (int i = 0; i < n; i++)
    h[i] = i;
  cudaMalloc (&p, n * 4);
  cudaMalloc (&w, n * 4);
  cudaMemcpy (w, h, n * 4, cudaMemcpyHostToDevice);
  once<<<1, 32>>> (p);
  for (int i = 0; i < 21; i++)
    step<<<n / 256, 256>>> (p, w);
  once<<<1, 32>>> (p);
}
'''


@case
def of_too_many_contents_the_first_and_the_last_of_each_place_stay():
    """Each launch of `step` finds another 256 KiB, and `w` is the same for all."""
    with Folder() as folder:
        path = folder.write('thin.cu', THIN)
        launches = json.loads(record(path, '--json').out)['launches']
        expect_equal([launch['contents'] for launch in launches], [True] * 23)
        # of 3, 7 and 11 times what p holds, beside w: every 2^n-th launch of `step`, for the least n of which there is room
        for mebibytes, kept in (1, [1, 2, 22]), (2, [1, 2, 10, 18, 22, 23]), (3, [1, 2, 6, 10, 14, 18, 22, 23]):
            launches = json.loads(record(path, '--json', '--contents', mebibytes).out)['launches']
            expect_equal([launch['launch'] for launch in launches if launch['contents']], kept)
            expect_equal(len(launches), 23)
        result = record(path, '--contents', '3')
        expect(f'arrays of {23 - len(kept)} launches held was not kept' in result.err, result)
        result = record(path, '--contents', '3', '--launch', kept[3], '--document', folder('kept.cu'))
        expect_equal((result.status, result.err), (0, ''), result)
        result = record(path, '--contents', '3', '--launch', kept[3] - 1, '--document', folder('lost.cu'))
        expect('what p held was not kept' in result.err, result)
        with open(folder('lost.cu'), encoding='utf-8') as file:
            expect('[arg p]\nshape=65536\n' in file.read())


@case
def nothing_is_kept_where_nobody_wants_it():
    with Folder() as folder:
        path = folder.write('thin.cu', THIN)
        launches = json.loads(record(path, '--json', '--no-contents').out)['launches']
        expect_equal([launch['contents'] for launch in launches], [False] * 23)
        result = record(path, '--contents', '-1')
        expect_equal(result.status, 2, result)


@case
def several_files_folders_and_macros_make_a_program():
    with Folder() as folder:
        folder.write('inc/common.h', 'void launch (int *p);\n')
        first = folder.write('main.cu', '#include <cstdio>\n#include "common.h"\nint main () { int *p, h; cudaMalloc (&p, 4);\n'
                             'launch (p); cudaMemcpy (&h, p, 4, cudaMemcpyDeviceToHost); printf ("%d\\n", h); }\n')
        second = folder.write('kernels.cu', '#include "common.h"\nstruct both { int a, b; };\n'
                              '__global__ void set (int *p, both v) { *p = v.a * v.b * FACTOR; }\n'
                              'void launch (int *p) { set<<<1, 1>>> (p, both { 6, 7 }); }\n')
        result = record(first, second, '-I', folder('inc'), '-D', 'FACTOR=10')
        expect_equal(result.status, 0, result)
        listed = ['420', '1\tkernels.cu:4\tset\t1\t1\t0']
        expect_equal(result.out.split('\n')[:2], listed, result)
        # the settings say the same
        with open(first, 'a') as file:
            file.write(settings('[program]\nsources=kernels.cu\ninclude=inc\ndefine=FACTOR=10\n'))
        result = record(first)
        expect_equal(result.status, 0, result)
        expect_equal(result.out.split('\n')[:2], listed, result)


@case
def what_kernels_print_stands_in_the_output_of_the_program():
    with Folder() as folder:
        result = record(folder.write('p.cu', r'''#include <cstdio>
__global__ void k () { printf ("thread %d\n", threadIdx.x); }
int main () { puts ("before"); k<<<1, 2>>> (); cudaDeviceSynchronize (); puts ("after"); }
'''))
        expect_equal(result.out.split('\n')[:5], ['before', 'thread 0', 'thread 1', 'after', '1\tp.cu:3\tk\t1\t2\t0'], result)


@case
def headers_may_stand_above_the_source():
    with Folder() as folder:
        folder.write('common/more/deep file.h', '#pragma once\n#define SEVEN 7\n')
        folder.write('common/common.h', '#include "more/deep file.h"\n__device__ int seven () { return SEVEN; }\n')
        path = folder.write('chapter/1/p.cu', '#include <cstdio>\n#include "../../common/common.h"\n'
                            '__global__ void k (int *p) { *p = seven (); }\n'
                            'int main () { int *p, h; cudaMalloc (&p, 4); k<<<1, 1>>> (p);\n'
                            'cudaMemcpy (&h, p, 4, cudaMemcpyDeviceToHost); printf ("%d\\n", h); }\n')
        expect_equal(record(path).out.split('\n')[0], '7')


@case
def a_variable_that_files_share_is_refused():
    """Each file's kernels would have one of their own, and compute with zeros."""
    with Folder() as folder:
        first = folder.write('main.cu', 'extern __device__ int shared;\n__global__ void k (int *p) { *p = shared; }\n'
                             'int main () { int *p; cudaMalloc (&p, 4); k<<<1, 1>>> (p); }\n')
        result = record(first, folder.write('variable.cu', '__device__ int shared = 7;\n'))
        expect_equal(result.status, 1, result)
        expect('shared' in result.err and 'relocatable device code' in result.err, result)


LIBRARIES = r'''
#include <cstdio>
#include <cublas_v2.h>
#include <curand.h>
int main ()
{
  cublasHandle_t blas;
  curandGenerator_t random;
  float *x, result, one = 1, h[2] = { 3, 4 };
  cudaMalloc (&x, sizeof h);
  cublasCreate (&blas);
  cublasSetVector (2, 4, h, 1, x, 1);
  cublasSnrm2_v2 (blas, 2, x, 1, &result);
  printf ("%g %d\n", result, cublasStrsv (blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 1, x, 1, x, 1));
  curandCreateGenerator (&random, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform (random, x, 2);
  cublasGetVector (2, 4, x, 1, h, 1);
  printf ("%d\n", h[0] > 0 && h[0] < 1 && h[0] != h[1]);
}
'''


@case
def libraries_of_cuda_are_those_of_gridloom():
    with Folder() as folder:
        path = folder.write('p.cu', LIBRARIES)
        expect_equal(record(path).status, 0, 'they need not be asked for')
        result = record(path, *(word for name in (
            'cublas', 'curand', 'cufft', 'cudart', 'cudart_static', 'cudadevrt', 'cuda') for word in ('-l', name)))
        expect_equal(result.status, 0, result)
        expect_equal(result.out.split('\n')[:2], ['5 15', '1'], result)
        expect('cublasStrsv() is not supported' in result.err and 'not NVIDIA' in result.err, result)


@case
def options_of_the_settings_are_those_of_the_device_code():
    text = r'''#include <cstdio>
#ifndef STEP
#define STEP 1
#endif
__global__ void k (int *a) { *a = STEP; }
int main () { int *a, h; cudaMalloc (&a, 4); k<<<1, 1>>> (a); cudaMemcpy (&h, a, 4, cudaMemcpyDeviceToHost); printf ("%d\n", h); }
'''
    with Folder() as folder:
        for more, wanted in ('', '1'), (settings('[launch]\noptions=-DSTEP=3\n'), '3'):
            result = record(folder.write('p.cu', text + more))
            expect_equal(result.out.split('\n')[0], wanted, result)


@case
def what_there_is_not_is_linked_and_says_its_name():
    """In C++ and C, whatever the parameters are."""
    text = ('#include <cuda.h>\n#include <cuda_runtime.h>\n#include <stdio.h>\n'
            'int main () { cudaGraph_t graph; CUresult (*unused) (CUresult, const char **) = cuGetErrorName; (void) unused;\n'
            'printf ("%d\\n", (int) cudaGraphAddDependencies (graph, NULL, NULL, 0)); OTHERS return 0; }\n')
    with Folder() as folder:
        others = 'cufftHandle plan; cufftPlan1d (&plan, 8, CUFFT_C2C, 1); cuMemMap (0, 0, 0, 0, 0);'
        for name, before, calls in (('p.cu', '#include <cufft.h>\n', others), ('p.cpp', '#include <cufft.h>\n', others),
                                    ('p.c', '', '')):
            result = record(folder.write(name, before + text.replace('OTHERS', calls)), '-l', 'cuda', '-l', 'cufft')
            expect_equal(result.out.split('\n')[0], '801', result)
            expect('cudaGraphAddDependencies() is not supported' in result.err, result)
            expect_equal('cuMemMap() is not supported' in result.err, bool(calls), result)
            expect_equal('cufftPlan1d() is not supported' in result.err, bool(calls), result)


@case
def what_a_program_misses_is_listed_behind_its_launches():
    text = ('__global__ void k () {}\nint main () { cudaStream_t s = 0; cudaGraph_t g; cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal);'
            ' k<<<1, 32>>> (); cudaStreamEndCapture (s, &g); cudaGraphLaunch (0, s); }\n')
    with Folder() as folder:
        result = record(folder.write('p.cu', text))
        expect_equal((result.status, result.out), (0, '1\tp.cu:2\tk\t1\t32\t0\n'), result)
        expect('Not supported: cudaStreamBeginCapture, cudaStreamEndCapture, cudaGraphLaunch.' in result.err, result)
        for header, name in (('cusparse.h', 'cuSPARSE'), ('cusolverDn.h', 'cuSOLVER'), ('nvrtc.h', 'NVRTC'), ('other.h', None)):
            result = record(folder.write('p.cu', f'#include <{header}>\n{text}'))
            expect_equal(result.status, 1, result)
            expect(f"'{header}' file not found" in result.err, result)
            expect_equal(f'{name} is not there on the simulator' in result.err, name is not None, result)
            expect_equal('gridloom-cli run p.cu' in result.err, name is not None, result)


ATTRIBUTES = r'''
#include <cstdio>
__global__ void __launch_bounds__ (256, 2) tile (float *out, int n)
{
  __shared__ float cells[1024];
  float own[32];
  for (int i = 0; i < 32; i++)
    own[(i * n) % 32] = out[i];
  cells[threadIdx.x] = own[n % 32];
  __syncthreads ();
  out[threadIdx.x] = cells[n % 1024];
}
__global__ void plain (int *out) { *out = 1; }
int main ()
{
  cudaFuncAttributes a, b;
  cudaDeviceProp p;
  int blocks[4];
  cudaFuncGetAttributes (&a, tile);
  cudaFuncGetAttributes (&b, plain);
  cudaGetDeviceProperties (&p, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks[0], tile, 256, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks[1], tile, 32, p.sharedMemPerMultiprocessor / 2 - 4096);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks[2], tile, 512, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks[3], tile, 32, p.sharedMemPerMultiprocessor / 2);
  printf ("%d %d %zu %zu %d %zu %d %d\n", a.numRegs, b.numRegs, a.sharedSizeBytes, b.sharedSizeBytes, a.maxThreadsPerBlock,
          a.localSizeBytes, a.maxDynamicSharedSizeBytes, b.maxThreadsPerBlock);
  printf ("%d %d %d %d\n", blocks[0] > 0 && blocks[0] * 256 * a.numRegs <= p.regsPerMultiprocessor, blocks[1], blocks[2], blocks[3]);
}
'''


@case
def a_program_is_told_what_its_kernels_take():
    with Folder() as folder:
        path = folder.write('p.cu', ATTRIBUTES)
        takes = {kernel['name']: kernel['resources'] for kernel in json.loads(cli('compile', path, '--resources', '--json').out)['kernels']}
        result = record(path)
        told, occupancy = ([int(word) for word in line.split()] for line in result.out.split('\n')[:2])
        expect_equal(told, [takes['tile']['registers'], takes['plain']['registers'], 4096, 0, 256, takes['tile']['frame'],
                            (48 << 10) - 4096, 1024], result)
        expect_equal(occupancy, [1, 2, 0, 1], result)


NESTED = r'''
__global__ void child (int *a) { a[threadIdx.x] += 1; }
__global__ void parent (int *a, int deep)
{
  a[threadIdx.x] += 2;
  if (threadIdx.x == 0 && deep)
    child<<<1, 32>>> (a);
}
int main (int argc, char **argv)
{
  int *a;
  cudaMalloc (&a, 128);
  child<<<1, 32>>> (a);
  parent<<<1, 32>>> (a, 0);
  parent<<<1, 32>>> (a, argc > 1);
}
'''


# NVRTC before 12 compiles such a launch, and what it makes of that is refused by the other kernel's name.
COMPILED = '“_Z5childPi” has no body whose address could be taken'


@case
def a_kernel_that_launches_another_stops_there_and_the_others_run():
    why = 'p.cu:7:5: warning: a kernel launches another one here, which is not supported'
    with Folder() as folder:
        path = folder.write('p.cu', NESTED)
        for arguments, error in (([], None), (['--', 'deep'], 'cudaErrorLaunchFailure')):
            result = record(path, '--json', *arguments)
            expect_equal(result.status, 0, result)
            if COMPILED in result.err:
                expect_equal(json.loads(result.out)['launches'], [], result)
                return
            expect(why in result.err, result)
            expect_equal([launch['error'] for launch in json.loads(result.out)['launches']], [None, None, error], result)
        result = cli('run', path, '--kernel', 'child', '--no-program')
        expect_equal(result.status, 0, result)
        expect(why in result.err, result)


@case
def a_program_with_types_of_what_is_refused_compiles():
    text = ('int main () { cudaGraphExecUpdateResultInfo info; cudaGraphInstantiateParams p; enum cudaGraphNodeType t = cudaGraphNodeTypeKernel;'
            ' size_t used; int wide; (void) p; (void) t; cudaMemPoolGetAttribute (0, cudaMemPoolAttrUsedMemCurrent, &used);'
            ' cudaGraphExecUpdate (0, 0, &info); cudaDeviceGetAttribute (&wide, cudaDevAttrMaxTexture2DWidth, 0);'
            ' printf ("%d\\n", wide); return 0; }\n')
    with Folder() as folder:
        for name in ('p.cu', 'p.c'):
            result = record(folder.write(name, '#include <cuda_runtime.h>\n#include <stdio.h>\n' + text))
            expect_equal((result.status, result.out), (0, '131072\n'), result)
            expect('Not supported: cudaMemPoolGetAttribute, cudaGraphExecUpdate.' in result.err, result)


THRUST = r'''
#include <cstdio>
#include <cub/block/block_reduce.cuh>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
__global__ void sum (int *out, const int *in)
{
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ typename Reduce::TempStorage space;
  int total = Reduce (space).Sum (in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = total;
}
int main ()
{
  thrust::device_vector<int> v (64), out (1);
  int *raw, h;
  for (int i = 0; i < 64; i++)
    v[i] = (i * 37) % 64;
  sum<<<1, 64>>> (thrust::raw_pointer_cast (out.data ()), thrust::raw_pointer_cast (v.data ()));
  thrust::sort (v.begin (), v.end ());
  cudaMalloc (&raw, 8);
  thrust::fill (thrust::device_pointer_cast (raw), thrust::device_pointer_cast (raw) + 2, 9);
  cudaMemcpy (&h, raw + 1, 4, cudaMemcpyDeviceToHost);
  printf ("%d %d %d %d\n", (int) out[0], (int) v[0], (int) v[63], h);
}
'''


def thrust_runs_on_the_host_and_cub_in_kernels():
    with Folder() as folder:
        result = record(folder.write('p.cu', THRUST))
        expect_equal(result.status, 0, result)
        expect_equal(result.out.split('\n')[0], '2016 0 63 9', result)
        expect('\tsum\t1\t64\t0' in result.out, result)
        result = record(folder.write('device.cu', '#include <cub/device/device_reduce.cuh>\nint main () { int *p; size_t n = 0;\n'
                                     'cudaMalloc (&p, 8); cub::DeviceReduce::Sum (nullptr, n, p, p + 1, 1); }\n'))
        expect_equal(result.status, 1, result)
        expect('CUB for a whole device' in result.err, result)


TOOLKITS = [os.environ.get(name, '') for name in ('GRIDLOOM_CUDA', 'CUDA_PATH', 'CUDA_HOME')] + ['/usr/local/cuda']
if any(toolkit and os.path.isdir(os.path.join(toolkit, 'include/cccl')) for toolkit in TOOLKITS):
    case(thrust_runs_on_the_host_and_cub_in_kernels)


@case
def matrices_of_warps_and_pointers_to_constants_compile():
    with Folder() as folder:
        result = record(folder.write('p.cu', r'''
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
__global__ void product (float *c, const half *a, const half *b)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  wmma::fill_fragment (z, 0.5f);
  wmma::load_matrix_sync (x, a, 16);
  wmma::load_matrix_sync (y, b, 16);
  wmma::mma_sync (z, x, y, z);
  wmma::store_matrix_sync (c, z, 16, wmma::mem_row_major);
}
int main ()
{
  half h[256];
  const half *a;
  float *c, r[256];
  for (int i = 0; i < 256; i++)
    h[i] = __float2half_rz (i % 16);
  cudaMalloc (&a, sizeof h);
  cudaMalloc (&c, sizeof r);
  cudaMemcpy ((void *) a, h, sizeof h, cudaMemcpyHostToDevice);
  product<<<1, 32>>> (c, a, a);
  cudaMemcpy (r, c, sizeof r, cudaMemcpyDeviceToHost);
  printf ("%g %g %g\n", r[17], __half2float (__float2half_rz (2049.9f)), __half2float (__float2half_rz (70000.0f)));
}
'''))
        expect_equal(result.out.split('\n')[0], '1240.5 2048 65504', result)


@case
def static_names_and_blanks_between_the_brackets_are_no_hindrance():
    """Clang and NVRTC spell names of one file alone, and int64_t, in ways of their own."""
    with Folder() as folder:
        path = folder.write('p.cu', '#include <cstdint>\n#include <cstdio>\nstatic __constant__ int table[2];\n'
                            'static __global__ void first (int64_t *p) { *p += table[1]; }\n'
                            'namespace { __global__ void second (int64_t *p, int64_t n) { *p *= n; } }\n'
                            'int main () { int64_t *p, h = 1; int t[2] = { 3, 4 }; cudaMalloc (&p, 8);\n'
                            'cudaMemcpyToSymbol (table, t, sizeof t); cudaMemcpy (p, &h, 8, cudaMemcpyHostToDevice);\n'
                            'first << < 1, 1 >> > (p);\n  second<<<1, 1>>> (p, 10);\n'
                            'cudaMemcpy (&h, p, 8, cudaMemcpyDeviceToHost); printf ("%d\\n", (int) h); }\n')
        result = record(path)
        expect_equal(result.status, 0, result)
        expect_equal(result.out.split('\n')[0], '50', result)
        expect_equal([line.split('\t')[1] for line in result.out.split('\n')[1:3]], ['p.cu:8', 'p.cu:9'], result)


@case
def a_program_in_python_is_no_source_and_the_way_to_run_it_is_said():
    with Folder() as folder:
        path = folder.write('wave.py', 'print (6 * 7)\n')
        result = cli('run', path)
        expect_equal(result.status, 2, result)
        expect(f'gridloom-cli record {path}' in result.err, result)
        for arguments in ((path,), ('--python', path)):
            result = record(*arguments)
            expect_equal((result.status, result.out), (0, '42\n'), result)
        expect('gridloom-cli record' in record(folder.write('a.cu', ''), path).err)


@case
def what_does_not_compile_is_said_with_its_line():
    with Folder() as folder:
        result = record(folder.write('host.cu', '\nint main () { unknown (); }\n'))
        expect_equal(result.status, 1, result)
        expect('host.cu:2:' in result.err and 'unknown' in result.err, result)
        result = record(folder.write('device.cu', '__global__ void k (int *p) { *p = other; }\nint main () { k<<<1, 1>>> (0); }\n'))
        expect_equal(result.status, 1, result)
        expect('device.cu:1:' in result.err and 'other' in result.err, result)
        result = record(folder('nowhere.cu'))
        expect_equal(result.status, 2, result)
        expect('nowhere.cu' in result.err, result)
        result = record(folder.write('p.cu', PROGRAM), '--launch', '9', '--document', folder('nine.cu'))
        expect_equal(result.status, 2, result)
        expect('--launch 9: the program made 5 launches' in result.err, result)
        result = record(folder('p.cu'), '--launch', '1')
        expect_equal(result.status, 2, result)
        expect('--document' in result.err, result)


@case
def an_error_of_a_kernel_is_the_programs_own():
    with Folder() as folder:
        result = record(folder.write('oob.cu', '#include <cstdio>\n__global__ void k (int *p) { p[threadIdx.x] = 1; }\n'
                                     'int main () { int *p; cudaMalloc (&p, 64); k<<<1, 32>>> (p);\n'
                                     'printf ("%s\\n", cudaGetErrorString (cudaDeviceSynchronize ())); return 3; }\n'))
        expect_equal(result.status, 0, result)
        expect('an illegal memory access was encountered' in result.out, result)
        expect('cudaErrorIllegalAddress' in result.out, result)
        expect('thread (16, 0, 0)' in result.err and 'ended with status 3' in result.err, result)


HOSTILE = r'''
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
__global__ void k (int *p) { p[threadIdx.x] = 1; }
int main (int argc, char **argv)
{
  int *p;
  cudaMalloc (&p, 128);
  k<<<1, 32>>> (p);
  if (!strcmp (argv[1], "write"))
    printf ("%d %d %d\n", fopen (argv[2], "w") != NULL, fopen ("beside", "w") != NULL, fopen ("hostile.cu", "r") != NULL);
  if (!strcmp (argv[1], "processes"))
    {
      std::thread ([] { printf ("thread "); }).join ();
      printf ("%d %d ", socket (AF_INET, SOCK_STREAM, 0) >= 0, fork () >= 0);
      execl ("/bin/true", "true", NULL);
      printf ("%d\n", system ("true") == 0);
    }
  if (!strcmp (argv[1], "crash"))
    abort ();
  if (!strcmp (argv[1], "memory"))
    for (;;)
      if (char *q = (char *) malloc (1 << 24))
        memset (q, 1, 1 << 24);
      else
        return 0;
  if (!strcmp (argv[1], "endless"))
    for (volatile int i = 0;; i++);
  if (!strcmp (argv[1], "recording"))
    {
      char path[1000];
      sprintf (path, "%s/recording.jsonl", getenv ("TMPDIR"));
      FILE *f = fopen (path, "a");
      fputs ("{\"launch\":2}\n", f);
    }
}
'''


def hostile(folder, *args):
    result = record(folder.write('hostile.cu', HOSTILE), '--seconds', '2', '--memory', '600', '--', *args)
    expect_equal(result.status, 0, result)
    expect('1\thostile.cu:13\tk\t1\t32\t0' in result.out, result)
    return result


@case
def a_program_writes_nowhere_and_starts_nothing():
    with Folder() as folder, Folder() as other:
        expect('0 0 1\n' in hostile(folder, 'write', other('file')).out)
        expect('thread 0 0 0\n' in hostile(folder, 'processes').out)


@case
def what_a_program_launched_is_there_however_it_ends():
    with Folder() as folder:
        expect('signal 6' in hostile(folder, 'crash').err)
        expect('signal' in hostile(folder, 'endless').err)
        hostile(folder, 'memory')
        result = hostile(folder, 'recording')
        expect('the program changed it' in result.err, result)


@case
def a_recording_that_is_kept_is_as_good_as_the_program():
    settings = '/* gridloom\n[launch]\nblock=7\n*/\n'
    with Folder() as folder:
        file = folder.write('p.cu', PROGRAM)
        made = record(file, '--keep', '--launch', '2', '--document', folder('made.cu'))
        expect_equal(made.status, 0, made)
        launches = json.loads(record(file, '--json').out)['launches']
        os.mkdir(folder('moved'))
        os.rename(folder('p-recording'), folder('moved/p-recording'))
        # Another folder, other settings, and no compiler of host code.
        moved = folder.write('moved/p.cu', PROGRAM + settings)
        kept = cli('record', moved, '--kept', '--json', env={'PATH': folder('moved')})
        expect_equal(kept.status, 0, kept)
        there = json.loads(kept.out)['launches']
        expect_equal(there, [{**launch, 'file': moved} for launch in launches])
        again = record(moved, '--kept', '--launch', '2', '--document', folder('again.cu'))
        expect_equal(again.status, 0, again)
        one, other = (json.loads(cli('run', folder(name), '--json').out) for name in ('made.cu', 'again.cu'))
        expect_equal(one['coverage'], other['coverage'])


@case
def a_document_is_of_the_recording_that_was_kept_of_just_this_program():
    with Folder() as folder:
        file = folder.write('p.cu', PROGRAM)
        ask = '--launch', '2', '--document', folder('two.cu')
        expect('Nothing was run' not in record(file, *ask).err)
        expect_equal(record(file, '--keep', '--no-contents').status, 0)
        expect('Nothing was run' not in record(file, *ask).err, 'arrays that were not kept')
        expect_equal(record(file, '--keep').status, 0)
        kept = cli('record', file, *ask, env={'PATH': folder('no-compiler')})
        expect_equal((kept.status, kept.out), (0, ''), kept)
        expect(f'kept in {folder("p-recording")}' in kept.err, kept)
        with open(folder('two.cu'), encoding='utf-8') as document:
            text = document.read()
        for change in (['--no-cache'], ['--', '999']):
            result = record(file, *ask, *change)
            expect_equal(result.status, 0, result)
            expect(result.out.startswith('11 '), result)
        expect_equal(record(file, *ask).status, 0)
        with open(folder('two.cu'), encoding='utf-8') as document:
            expect_equal(document.read(), text)


@case
def a_recording_of_another_program_is_not_taken():
    with Folder() as folder:
        file = folder.write('p.cu', PROGRAM)
        expect_equal(record(file, '--keep', '--', '500').status, 0)
        expect_equal(record(file, '--kept', '--', '500').status, 0)
        for change in (lambda: ['--', '501'], lambda: ['-D', 'X', '--', '500'],
                       lambda: folder.write('p.cu', PROGRAM.replace('i < 3', 'i < 4')) and ['--', '500']):
            result = record(file, '--kept', *change())
            expect_equal(result.status, 2, result)
            expect('no recording of just this program' in result.err, result)


@case
def nothing_but_a_recording_is_replaced():
    with Folder() as folder:
        file = folder.write('p.cu', PROGRAM)
        for _ in range(2):
            expect_equal(record(file, '--keep').status, 0)
        folder.write('p-recording/notes.txt', 'mine')
        result = record(file, '--keep')
        expect_equal(result.status, 2, result)
        expect('notes.txt lies in it, too' in result.err, result)
        expect_equal(record(file, '--kept').status, 0)
        expect_equal(sorted(os.listdir(folder(''))), ['p-recording', 'p.cu'])


@case
def a_kept_recording_that_was_changed_is_believed_no_further():
    with Folder() as folder:
        file = folder.write('p.cu', PROGRAM)
        expect_equal(record(file, '--keep').status, 0)
        description = json.loads(open(folder('p-recording/program.json')).read())
        for bad in ('', '[]', '{"program":1}', json.dumps({**description, 'kernels': 7, 'status': [1]}),
                    json.dumps({**description, 'kernels': [['no<such>', 5, None]]}), json.dumps({**description, 'program': 2})):
            folder.write('p-recording/program.json', bad)
            result = record(file, '--kept')
            expect(result.status in (0, 1, 2) and 'CRITICAL' not in result.err, bad, result)
        folder.write('p-recording/program.json', json.dumps(description))
        for name in os.listdir(folder('p-recording')):
            if len(name) == 64:
                folder.write(f'p-recording/{name}', 'x')
        result = record(file, '--kept', '--launch', '1', '--document', folder('d.cu'))
        expect_equal(result.status, 2, result)
        expect('does not hold what was recorded' in result.err, result)


if __name__ == '__main__':
    leave_without_programs()
    main()
