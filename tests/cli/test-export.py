#!/usr/bin/env python3
"""Programs that `gridloom-cli export` writes do what a run does.

Programs in Python run where Python has NumPy, with packages that are played by the same stand-in and hold to the signatures
of the real ones. The oracle is a C++ compiler of this computer: it takes the whole program beside a stand-in for CUDA's runtime
(tests/host-code), and what the arrays hold then is held against what a run leaves. nvcc, where there is one, compiles the
same programs without a warning.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import math
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys

from harness import Folder, KERNELS, add, case, cli, expect, expect_equal, main, npy, settings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'host-code'))
import stub  # noqa: E402

# Of those that the stand-in has what they need for: no textures, no warps. tests/gpu/host-code looks at all.
GALLERY = ['01-triangle', '16-matrix-product', '20-life', '29-conjugate-gradient', '30-bitonic-sort',
           '34-structs-against-arrays']
NVCC = shutil.which('nvcc')
PYTHON = stub.find_python()


def export(folder, text, *options, target='cuda'):
    path = folder.write('document.cu', text) if isinstance(text, str) else text
    program = pathlib.Path(folder.path) / ('program.cu' if target == 'cuda' else 'program.py')
    result = cli('export', path, '--as', target, '-o', program, *options)
    expect_equal(result.status, 0, str(result))
    return path, program


def compare_cells(name, got, wanted, kind):
    """Bytes that are the same, or floats as near as a sum that is rounded once less."""
    if got == wanted:
        return
    size = {'f': 4, 'd': 8, 'e': 2}.get(kind)
    expect(size is not None and len(got) == len(wanted), f'{name} differs: {got[:32].hex()} instead of {wanted[:32].hex()}')
    for index, (a, b) in enumerate(zip(struct.unpack(f'<{len(got) // size}{kind}', got),
                                       struct.unpack(f'<{len(got) // size}{kind}', wanted))):
        expect(a == b or (a != a and b != b) or abs(a - b) <= 1e-5 * max(1, abs(a), abs(b)), f'{name}[{index}]: {a}, not {b}')


def check_program(folder, path, program, *options):
    """The arrays of the program against those of a run."""
    done, cells = stub.build_and_run(program, folder.path) if program.suffix == '.cu' else \
        stub.run_python(PYTHON, program, folder.path)
    out = pathlib.Path(folder.path) / 'out'
    run = cli('run', path, '--output', out, '--coverage', 'none', *options)
    expect(run.status in (0, 1), str(run))
    expect(done.returncode in (0, 1) and 'Traceback' not in done.stderr, f'{done.returncode}\n{done.stdout}{done.stderr}')
    for name, got in cells.items():
        files = [out / f'{name}.npy', out / f'symbol.{name}.npy']
        file = next((file for file in files if file.exists()), None)
        expect(file is not None, f'the run left no {name}: {sorted(os.listdir(out))}')
        data = file.read_bytes()
        header = data[10:10 + struct.unpack('<H', data[8:10])[0]].decode()
        kind = {'<f4': 'f', '<f8': 'd', '<f2': 'e'}.get(header.split("'descr': ")[1].split(',')[0].strip("'"))
        compare_cells(name, got, data[len(data) - len(got):], kind)
    return done


def gallery(name, target):
    with Folder() as folder:
        path = pathlib.Path(KERNELS) / f'{name}.cu'
        _, program = export(folder, path, target=target)
        done = check_program(folder, path, program)
        expect_equal(done.returncode, 0, done.stdout)


for _name in GALLERY:
    add(f'gallery-{_name}', gallery, _name, 'cuda')
for _target in ('cupy', 'pycuda', 'numba') if PYTHON else ():
    for _name in ('01-triangle', '20-life', '34-structs-against-arrays'):
        add(f'{_target}-gallery-{_name}', gallery, _name, _target)


@case
def every_target_says_what_it_cannot():
    with Folder() as folder:
        for target in ('cupy', 'pycuda', 'numba'):
            result = cli('export', pathlib.Path(KERNELS) / '26-texture.cu', '--as', target)
            expect(result.status != 0 and 'image is a texture or a surface' in result.err, str(result))
        result = cli('export', folder.write('f.cu', 'x'), '--as', 'fortran')
        expect_equal((result.status, 'there are cuda, cupy, pycuda, numba' in result.err), (2, True), str(result))


@case
def every_target_in_python_has_the_options_and_copies_of_the_document():
    with Folder() as folder:
        for target in ('cupy', 'pycuda', 'numba'):
            _, program = export(folder, '__global__ void f (int *a, int *b) { a[threadIdx.x] = ONE; }' + settings('''[launch]
block=4
options=-DONE=1 -DTWO=2
[steps]
launch f
copy a to b
[arg a]
shape=4
[arg b]
shape=4
'''), target=target)
            text = program.read_text()
            expect('OPTIONS = ("-DONE=1", "-DTWO=2", )\n' in text and ' b.copy_from(a, ' in text, text)


@case
def every_document_of_the_gallery_is_exported():
    with Folder() as folder:
        for path in sorted(pathlib.Path(KERNELS).glob('*.cu')):
            export(folder, path)


SCALARS = {'float': 'f', 'double': 'd', 'int': 'i', 'unsigned int': 'I', 'long long': 'q', 'short': 'h',
           'unsigned char': 'B', 'long': 'q', 'signed char': 'b', 'bool': '?'}
EXPRESSIONS = ['x + 2 * y', 'x * y - z', '(x + y) % 7', 'x > y ? 3 : 1', 'cols - x', 'rows * x + planes', 'main_cols - y']


def make_array(rng, name, kind):
    """A group of settings of one array."""
    shape = rng.choice(['12', '5,8', '3,4,5', '1', '7,33'])
    cols = int(shape.split(',')[-1])
    cells = math.prod(map(int, shape.split(',')))
    fill = rng.choice(['zeros', 'ones', 'iota', f'random({rng.randrange(1 << 40)})',
                       'values:' + ','.join(str(rng.randrange(2)) for _ in range(cells)), 'expr:' + rng.choice(EXPRESSIONS)])
    lines = [f'[arg {name}]', f'shape={shape}', f'fill={fill}']
    size = struct.calcsize('=' + SCALARS[kind])
    if rng.random() < 0.3 and ',' in shape:
        lines.append(f'pitch={size * cols + size * rng.randrange(1, 9)}')
    if rng.random() < 0.3:
        place = ':'.join('0' for _ in shape.split(','))
        lines.append(f'cells={place}=1')
    return '\n'.join(lines), cols


def random_document(seed):
    """A kernel that goes through arrays of any type, with every way to fill them."""
    rng = random.Random(seed)
    names = ['a', 'in', 'block', 'grid', 'timer'][:rng.randrange(1, 6)]
    kinds = [rng.choice(list(SCALARS)) for _ in names]
    groups = [make_array(rng, name, kind) for name, kind in zip(names, kinds)]
    number = rng.choice(['int', 'float', 'double', 'unsigned int', 'long long'])
    value = rng.choice(['3', '17', 'cols', 'size - 1', '2 * rows'])
    kernel = 'kernel' if rng.random() < 0.7 else 'scale<int>'
    template = 'template <typename T>\n' if kernel != 'kernel' else ''
    parameters = ', '.join(f'{"const " if i % 2 and i else ""}{kind} *{name}' for i, (kind, name) in enumerate(zip(kinds, names)))
    extra = names[1:]
    terms = ' + '.join(['(float) table[1]', 'p.scale * (float) n'] + [f'(float) {name}[0]' for name in extra])
    launches = rng.choice([1, 1, 3])
    return f'''struct Part {{ int first; float scale; unsigned char more[3]; }};
__constant__ float table[4] = {{ 1, 2, 3, 4 }};
__device__ int counter[2];
#ifndef STEP
#define STEP 2
#endif
{template}__global__ void {kernel.split('<')[0]} ({parameters}, {number} n, Part p)
{{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.first)
    return;
  {names[0]}[i] = ({kinds[0]}) ((int) {names[0]}[i] / STEP + (int) ({terms}) % 5 + p.more[2]);
  if (i == 0)
    counter[1] = p.more[1] + STEP;
}}
/* gridloom
[launch]
kernel={kernel}
over={names[0]}
block={rng.choice([1, 7, 32])}
range=size
launches={launches}
options=-DSTEP={rng.randrange(2, 5)}

{chr(10).join(group for group, _ in groups)}

[arg n]
value={value}

[arg p]
value.first={rng.choice(['cols', '1'])}
value.scale=0.5
value.more={rng.randrange(3)},1,2

[symbol table]
fill={rng.choice(['iota', 'values:5,6,7,8', 'random(3)', 'expr:x + 1'])}

[symbol counter]
fill=ones

[expect counter]
reference=expr:x == 0 ? 1 : 1
*/
'''


def random_program(seed, target):
    with Folder() as folder:
        document = random_document(seed)
        if target in ('pycuda', 'numba'):   # they pass no structs
            document = document.replace(', Part p)', ')').replace('p.first', 'n').replace('p.scale', '0.5f')
            document = re.sub(r'p\.more\[\d\]', '1', document).replace('[arg p]', '[arg other]')
            document = re.sub(r'value\.\w+=', 'x=', document)
        if target == 'numba':               # it sets no variables
            document = re.sub(r'\[symbol (\w+)\]\nfill=.*\n', '', document).replace('[expect counter]', '[expect other]')
        path, program = export(folder, document, target=target)
        check_program(folder, path, program)


for _seed in range(8):
    add(f'random-{_seed}', random_program, _seed, 'cuda')
for _seed in range(8, 10 if PYTHON else 8):
    add(f'cupy-random-{_seed}', random_program, _seed, 'cupy')
    add(f'pycuda-random-{_seed}', random_program, _seed, 'pycuda')
    add(f'numba-random-{_seed}', random_program, _seed, 'numba')


HALVES = '''#include <cuda_fp16.h>
struct Body { float mass; double at[2]; int id; };
__global__ void reference (float *out, const Body *bodies, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = bodies[i].mass + 1;
}
__global__ void weigh (float *out, const Body *bodies, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1 + bodies[i].mass;
}
'''


def members_files_and_another_kernel_as_the_reference(target):
    with Folder() as folder:
        folder.write('at.npy', npy('<f8', (6,), struct.pack('<6d', *range(6))))
        path, program = export(folder, HALVES.replace('#include <cuda_fp16.h>\n', '') + settings('''[launch]
kernel=weigh
over=out
[arg out]
shape=6
fill=poison
[arg bodies]
shape=6
fill=random(5)
fill.mass=expr:x * 2
fill.at.1=file:at.npy
cells.id=2=7
[expect out]
reference=kernel:reference
ulps=1
'''), target=target)
        expect(os.path.exists(folder('program-bodies_at_1.npy')), os.listdir(folder.path))
        done = check_program(folder, path, program)
        expect_equal((done.returncode, 'out: all 6 cells are as expected' in done.stdout), (0, True), done.stdout)


for _target in ('cuda', 'cupy', 'pycuda', 'numba') if PYTHON else ('cuda',):
    add(f'{_target}-members-files-and-another-kernel-as-the-reference', members_files_and_another_kernel_as_the_reference,
        _target)


@case
def a_result_that_is_not_the_expected_one_is_status_one():
    with Folder() as folder:
        _, program = export(folder, '__global__ void f (int *out) { out[threadIdx.x] = threadIdx.x; }' + settings('''[launch]
block=8
[arg out]
shape=8
[expect out]
reference=expr:x == 5 ? 6 : x
'''))
        done, _ = stub.build_and_run(program, folder.path)
        expect_equal(done.returncode, 1, done.stdout)
        expect('out: 1 of 8 cells differ, the first is cell 5: 5 instead of 6' in done.stdout, done.stdout)


@case
def host_code_of_the_document_is_left_out_and_its_names_are_kept():
    with Folder() as folder:
        path, program = export(folder, '''#include <cstdio>
#define ms 3
namespace host { __device__ int twice (int i) { return 2 * i; } }
__global__ void f (int *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = host::twice (threadIdx.x) + ms; }
int main () { int *out; cudaMalloc (&out, 4 * 16); f<<<1, 16>>> (out, 16); std::printf ("done\\n"); }
''')
        text = pathlib.Path(program).read_text()
        expect(text.count('main ()') == 1 and 'namespace host_code' in text, text)
        check_program(folder, path, program)


@case
def arrays_of_rows_are_cast_to_what_the_kernel_wants():
    with Folder() as folder:
        check_program(folder, *export(folder, '''#define N 16
__global__ void f (float sum[8][N], const float (*a)[N]) { sum[threadIdx.y][threadIdx.x] = a[threadIdx.y][threadIdx.x] + 1; }
''' + settings('[arg a]\nfill=iota\n')))


@case
def pointers_that_are_null_stay_null():
    text = '''struct Both { float *a, *b; };
__global__ void f (float *out, const float *in, Both both) { out[threadIdx.x] = (in ? 1 : 2) + (both.b ? 10 : 20) + both.a[threadIdx.x]; }
''' + settings('[launch]\nover=out\nshape=8\nblock=8\ngrid=1\n[arg in]\nvalue=null\n[arg both.b]\nvalue=null\n[arg both.a]\nfill=iota\n')
    with Folder() as folder:
        path, program = export(folder, text)
        expect('nullptr' in pathlib.Path(program).read_text(), program)
        check_program(folder, path, program)


@case
def steps_with_streams_loops_and_numbers_that_are_computed():
    with Folder() as folder:
        path, program = export(folder, '''__global__ void add (float *y, const float *x, float factor)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] += factor * x[i];
}
''' + settings('''[launch]
block=8
over=y
[steps]
fill u on one = iota
record ready on one
wait ready
repeat 3 as k
  launch add y=y x=u factor=u[2]/(k + 1)
  repeat until y[1] > 8 * k
    launch add y=y x=u factor=1
  end
  swap u, v
end
copy y to v
copy host to u on one
[arg y]
shape=16
[arg u]
shape=16
fill=ones
[arg v]
shape=16
fill=ones
'''))
        check_program(folder, path, program)


def steps_with_streams(target):
    with Folder() as folder:
        path, program = export(folder, '''__global__ void add (float *y, const float *x, float factor)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] += factor * x[i];
}
''' + settings('''[launch]
block=8
over=y
[steps]
fill u on one = iota
record ready on one
wait ready
repeat 3
  launch add y=y x=u factor=size/4
  repeat 2
  end
  copy u to v
  swap v, w
end
copy host to u on one
[arg y]
shape=16
[arg u]
shape=16
fill=random(3)
[arg v]
shape=16
fill=ones
[arg w]
shape=16
'''), target=target)
        check_program(folder, path, program)


for _target in ('cupy', 'pycuda', 'numba') if PYTHON else ():
    add(f'{_target}-steps-with-streams', steps_with_streams, _target)

REFUSED = {
    'a-barrier-of-the-grid': ('#include <cooperative_groups.h>\n__global__ void f (int *a)\n'
                              '{ a[threadIdx.x] = 1; cooperative_groups::this_grid ().sync (); }\n',
                              '[launch]\nblock=32\n[arg a]\nshape=32', 'waits for its whole grid'),
    'split': ('__global__ void f (float *a) { a[threadIdx.x] = 1; }', '[launch]\nblock=4\n[arg a]\nshape=8\n[steps]\nlaunch f\n'
              '[split]\ndevices=2\n', '[split] over 2 devices'),
    'rows': ('__global__ void f (float **a) { a[0][threadIdx.x] = 1; }', '[launch]\nblock=8\n[arg a]\nshape=8,8\n', 'pointers to rows'),
    'whole-array': ('__global__ void f (float *a) { a[threadIdx.x] = 1; }',
                    '[launch]\nblock=8\n[arg a]\nshape=8\n[steps]\nrepeat until max(a) > 0\n  launch f\nend\n',
                    'step “repeat until max(a) > 0” in line'),
}


def refused(source, text, words):
    with Folder() as folder:
        path = folder.write('document.cu', source + settings(text))
        result = cli('export', path, '-o', folder('program.cu'))
        expect(result.status != 0 and words in result.err and not os.path.exists(folder('program.cu')), str(result))


for _name, _row in REFUSED.items():
    add(f'{_name}-is-refused-by-name', refused, *_row)


@case
def a_program_never_replaces_its_document():
    with Folder() as folder:
        path = folder.write('document.cu', '__global__ void f (float *a) { a[threadIdx.x] = 1; }')
        result = cli('export', path, '-o', path)
        expect_equal(result.status, 2, str(result))
        expect('would replace the document' in result.err, str(result))


@case
def nvcc_takes_a_program_without_a_warning():
    if NVCC is None:
        return
    with Folder() as folder:
        _, program = export(folder, pathlib.Path(KERNELS) / '26-texture.cu')
        done = subprocess.run([NVCC, '-Xcompiler', '-Wall', '-c', '-o', folder('program.o'), program], capture_output=True,
                              text=True, check=False)
        expect_equal((done.returncode, done.stdout + done.stderr), (0, ''))


main()
