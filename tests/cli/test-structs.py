#!/usr/bin/env python3
"""What structs are made of is what the host's compiler says of them, and their members have values of their own.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import random
import shutil
import struct
import subprocess

from harness import Folder, add, case, checked, cli, expect, expect_equal, main, run_json, settings

CXX = next(filter(None, map(shutil.which, ('c++', 'g++', 'clang++'))), None)

SCALARS = {'bool': 'bool', 'char': 'char', 'unsigned char': 'unsigned char', 'short': 'short',
           'unsigned short': 'unsigned short', 'int': 'int', 'unsigned': 'unsigned int', 'long long': 'long long',
           'size_t': 'unsigned long long', 'float': 'float', 'double': 'double'}
POINTERS = ['float *', 'const int *', 'double *const ', 'const short *__restrict__ ', 'const void *', 'char **',
            'float3 *', 'const bool *__restrict__ const ']
VECTORS = ['float2', 'float3', 'float4', 'int3', 'double2', 'uchar4', 'short3']

# The vectors as CUDA aligns them.
PROLOGUE = '''#include <cstddef>
#include <cstdio>
struct alignas (8) float2 { float x, y; };
struct float3 { float x, y, z; };
struct alignas (16) float4 { float x, y, z, w; };
struct int3 { int x, y, z; };
struct alignas (16) double2 { double x, y; };
struct alignas (4) uchar4 { unsigned char x, y, z, w; };
struct short3 { short x, y, z; };
'''


class Member:
    def __init__(self, name, declaration, kind='value', shape=()):
        self.name, self.declaration, self.kind, self.shape = name, declaration, kind, shape


def make_member(seed, name, structs):
    what = seed.randrange(12)
    shape = tuple(seed.choice([2, 3, 5]) for _ in range(seed.choice([0, 0, 0, 1, 2])))
    extents = ''.join(f'[{n}]' for n in shape)
    if what < 5 or (what < 7 and not structs):
        return Member(name, f'{seed.choice(list(SCALARS))} {name}{extents};', shape=shape)
    if what < 7:
        return Member(name, f'{seed.choice(structs)} {name}{extents};', shape=shape)
    if what < 8:
        return Member(name, f'{seed.choice(VECTORS)} {name}{extents};', shape=shape)
    if what < 9:
        return Member(name, f'{POINTERS[sum(map(ord, name)) % len(POINTERS)]}{name}{extents};', 'address', shape)
    if what < 10:
        return Member(name, f'unsigned {name} : {seed.randrange(1, 9)};', 'bit-field')
    if what < 11:
        return Member(name, f'union {{ int i; char c[6]; }} {name};', 'bytes')
    return Member(name, f'struct {{ short s; double d; }} {name}{extents};', shape=shape)


def make_structs(seed):
    """Declarations, and the members of each struct."""
    text, structs = '', {}
    for i in range(6):
        members = [make_member(seed, f'm{i}_{j}' if seed.random() < 0.5 else f'v{j}', list(structs))
                   for j in range(seed.randrange(1, 9))]
        aligned = seed.choice(['', '', '', 'alignas (16) '])
        text += f'struct {aligned}S{i} {{ ' + ' '.join(m.declaration for m in members) + ' };\n'
        structs[f'S{i}'] = members
    return text, structs


def ask_host(folder, text, structs):
    """Sizes, offsets and sizes of elements, by the host's compiler."""
    lines = []
    for name, members in structs.items():
        lines.append(f'printf ("{name} %zu\\n", sizeof ({name}));')
        for member in members:
            if member.kind != 'bit-field':
                element = f'(({name} *) 0)->{member.name}' + '[0]' * len(member.shape)
                lines.append(f'printf ("{name}.{member.name} %zu %zu\\n", offsetof ({name}, {member.name}), '
                             f'sizeof ({element}));')
    source = folder.write('host.cc', PROLOGUE + text + 'int main () {\n' + '\n'.join(lines) + '\n}\n')
    subprocess.run([CXX, '-w', '-o', folder('host'), source], check=True)
    answer = subprocess.run([folder('host')], check=True, capture_output=True, text=True).stdout
    return {words[0]: list(map(int, words[1:])) for words in map(str.split, answer.splitlines())}


def check_struct(name, members, got, host):
    expect_equal(got['size'], host[name][0], name)
    found = {member['name']: member for member in got['members']}
    expect_equal(sorted(found), sorted(member.name for member in members), name)
    for member in members:
        shown = found[member.name]
        expect_equal(shown['kind'], member.kind, name, member.name)
        expect_equal(tuple(shown.get('shape', ())), member.shape, name, member.name)
        if member.kind != 'bit-field':
            expect_equal([shown['offset'], shown['size']], host[f'{name}.{member.name}'], name, member.name)
        word = member.declaration.rsplit(' ', 1)[0] if member.kind == 'value' else ''
        if word in SCALARS:
            expect_equal(shown['type'], SCALARS[word], name, member.name)


def check_layouts(number):
    if CXX is None:
        return
    with Folder() as folder:
        text, structs = make_structs(random.Random(number))
        host = ask_host(folder, text, structs)
        params = ', '.join(f'{name} *p_{name}' for name in structs)
        result = cli('compile', '--json', folder.write('k.cu', text + f'__global__ void k ({params}) {{}}\n'))
        expect_equal(result.status, 0, result)
        kernel = json.loads(result.out)['kernels'][0]
        for parameter in kernel['parameters']:
            name = parameter['name'][2:]
            if not any(member.kind in ('value', 'address') for member in structs[name]):
                continue        # nothing in it can be shown
            check_struct(name, structs[name], parameter, host)


for seed in range(12):
    add(f'layout-is-that-of-the-host-{seed}', check_layouts, seed)


# Structs within structs, with numbers and arrays at offsets that nobody writes down.
ELEMENTS = {'int': '<i', 'float': '<f', 'double': '<d', 'short': '<h', 'unsigned char': '<B', 'long long': '<q'}
QUALIFIERS = ['', 'const ', '__restrict__ ']


class Tree:
    """Nested structs and the paths to what is in them, the way of a pointer or a number."""

    def __init__(self, seed):
        self.seed, self.text, self.count = seed, '', 0
        self.pointers, self.numbers = [], []
        self.root = self.make(2)
        self.list(self.root, '')

    def make(self, depth):
        """A struct that is declared before those that it is in: its name and its members."""
        members = []
        for i in range(self.seed.randrange(2, 6)):
            shape = self.seed.choice([None, None, None, 2, 3])
            kind = self.seed.choice(['number', 'input', 'output', 'struct' if depth else 'output'])
            inner = self.make(depth - 1) if kind == 'struct' else None
            members.append((f'm{i}', kind, inner or self.seed.choice(list(ELEMENTS)), shape))
        members.append(('out', 'output', self.seed.choice(list(ELEMENTS)), None))
        name = f'S{self.count}'
        self.count += 1
        self.text += f'struct {name} {{ '
        for member, kind, inner, shape in members:
            qualifier = self.seed.choice(QUALIFIERS)
            declared = {'number': f'{inner} ', 'struct': f'{inner[0]} ', 'output': f'{inner} *{qualifier}',
                        'input': f'const {inner} *{qualifier}'}[kind]
            self.text += declared + member + (f'[{shape}]' if shape else '') + '; '
        self.text += '};\n'
        return name, members

    def list(self, struct_, path):
        for member, kind, inner, shape in struct_[1]:
            for step in ([f'.{member}'] if shape is None else [f'.{member}.{i}' for i in range(shape)]):
                if kind == 'struct':
                    self.list(inner, path + step)
                elif kind == 'number':
                    self.numbers.append((path + step, inner))
                else:
                    self.pointers.append((path + step, inner, kind))


def as_c(path):
    """`.in.0.at` as C has it: `.in[0].at`."""
    return ''.join(f'[{word}]' if word.isdigit() else f'.{word}' for word in path[1:].split('.'))


def check_pointers(number):
    """Each array is read and written through its own place in the struct, as the host's compiler has it."""
    if CXX is None:
        return
    tree, cells = Tree(random.Random(number)), 40
    inputs = [(path, element) for path, element, kind in tree.pointers if kind == 'input']
    outputs = [(path, element) for path, element, kind in tree.pointers if kind == 'output']
    body = 'long long sum = 0;\n' + ''.join(
        f'sum += (long long) s{as_c(path)} * {i + 2};\n' for i, (path, _) in enumerate(tree.numbers)) + ''.join(
        f'sum += (long long) s{as_c(path)}[i] * {i + 3};\n' for i, (path, _) in enumerate(inputs)) + ''.join(
        f's{as_c(path)}[i] = ({element}) ((sum + {i}) % 101);\n' for i, (path, element) in enumerate(outputs))
    launch = f'[launch]\nshape={cells}\nblock=8\nover=s{outputs[0][0]}\n[arg s]\n' + ''.join(
        f'value{path}={i + 1}\n' for i, (path, _) in enumerate(tree.numbers)) + ''.join(
        f'[arg s{path}]\nfill=expr:x * {i + 1} % 50\n' for i, (path, _) in enumerate(inputs))
    host = f'#include <cstdio>\n{tree.text}int main () {{ {tree.root[0]} s;\n' + ''.join(
        f's{as_c(path)} = {i + 1};\n' for i, (path, _) in enumerate(tree.numbers)) + ''.join(
        f'static {element} a{i}[{cells}]; s{as_c(path)} = a{i};\n'
        for i, (path, element, _) in enumerate(tree.pointers))
    for i, (path, _) in enumerate(inputs):
        at = [path_ for path_, _, _ in tree.pointers].index(path)
        host += f'for (int x = 0; x < {cells}; x++) a{at}[x] = x * {i + 1} % 50;\n'
    host += f'for (int i = 0; i < {cells}; i++) {{ {body} }}\n' + ''.join(
        f'for (int x = 0; x < {cells}; x++) std::printf ("%g ", (double) a{i}[x]); std::puts ("");\n'
        for i in range(len(tree.pointers))) + '}\n'
    with Folder() as folder:
        # The host sets even pointers that are const.
        source = folder.write('host.cc', host.replace('*const ', '*'))
        subprocess.run([CXX, '-w', '-o', folder('host'), source], check=True)
        answer = subprocess.run([folder('host')], check=True, capture_output=True, text=True).stdout.splitlines()
        file = folder.write('k.cu', f'{tree.text}__global__ void k (int before, const {tree.root[0]} s)\n'
                                    f'{{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n{body} }}\n'
                                    + settings(launch))
        report = run_json(file, '--check', 'all', '--output', folder('out'))
        expect_equal(report['trap'], None)
        expect_equal(list(report['coverage']['arrays']), ['s' + path for path, _, _ in tree.pointers])
        for (path, element, kind), line in zip(tree.pointers, answer):
            counts = report['coverage']['arrays']['s' + path]
            expect_equal((counts['written'], counts['reads'] > 0),
                         (cells, False) if kind == 'output' else (0, True), path)
            with open(folder(f'out/s{path}.npy'), 'rb') as data:
                data.seek(128)
                got = [value for value, in struct.iter_unpack(ELEMENTS[element], data.read())]
            expect_equal(got, [type(got[0]) (float(word)) for word in line.split()], path)


for seed in range(8):
    add(f'pointers-lie-where-the-host-has-them-{seed}', check_pointers, seed)


# As the CUDA programming guide begins, but for the guard.
MATRICES = '''struct Matrix { int width; int height; float *elements; };
__global__ void multiply (Matrix A, Matrix B, Matrix C)
{
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0;
  if (row >= C.height || col >= C.width)
    return;
  for (int e = 0; e < A.width; ++e)
    value += A.elements[row * A.width + e] * B.elements[e * B.width + col];
  C.elements[row * C.width + col] = value;
}
'''
MULTIPLY = '''[launch]
over=C.elements
shape=6,5
block=8,4
[arg A]
value=7,6
[arg A.elements]
shape=6,7
fill=ones
[arg B]
value=5,7
[arg B.elements]
shape=7,5
fill=expr:x + y
[expect]
reference=expr:7 * x + 21
'''


@case
def matrices_are_multiplied():
    with Folder() as folder:
        file = folder.write('k.cu', MATRICES + settings(MULTIPLY))
        report = run_json(file, '--check', 'all', '--picture', folder('p.svg'))
        expect_equal(checked(report), {'compared': 30, 'mismatches': 0})
        expect_equal(report['warnings'], [])
        arrays = report['coverage']['arrays']
        expect_equal(list(arrays), ['A.elements', 'B.elements', 'C.elements'])
        expect_equal([arrays[name]['reads'] for name in arrays], [210, 210, 0])
        run_json(file, '--set', 'B.elements=zeros', status=1)
        run_json(file, '--set', 'A.width=6', status=1)


@case
def what_a_struct_points_to_may_be_the_same_array():
    launch = MULTIPLY.replace('shape=7,5\nfill=expr:x + y', 'same=A.elements').replace('21', '7') \
        .replace('7 * x + 7', '7')
    with Folder() as folder:
        report = run_json(folder.write('k.cu', MATRICES + settings(launch)))
        expect_equal(checked(report), {'compared': 30, 'mismatches': 0})
        expect_equal(list(report['coverage']['arrays']), ['A.elements', 'C.elements'])
        expect_equal(report['coverage']['arrays']['A.elements']['reads'], 420)


@case
def an_array_that_a_struct_points_to_is_named():
    with Folder() as folder:
        file = folder.write('k.cu', MATRICES + settings(MULTIPLY))
        trap = run_json(file, '--set', 'B.height=7', '--set', 'B.width=6', status=1)['trap']
        expect_equal((trap['code'], trap['array'], trap['space']), ('oob', 'B.elements', 'global'))
        expect('B.elements' in trap['text'], trap)
        races = run_json(folder.write('r.cu', MATRICES.replace('row * C.width + col', 'row') + settings(MULTIPLY)),
                         '--check', 'all', status=1)['warnings']
        expect(any(race['code'] == 'race' and race['array'] == 'C.elements' for race in races), races)
        poison = run_json(folder.write('u.cu', MATRICES + settings(MULTIPLY.replace('fill=ones', 'fill=poison'))),
                          '--check', 'all', status=1)['warnings']
        expect(any(read['code'] == 'uninitialised' and read['array'] == 'A.elements' for read in poison), poison)


@case
def arrays_that_structs_point_to_are_swapped():
    source = 'struct S { char c; float *at; };\n' \
             '__global__ void k (const S in, S out) { int i = threadIdx.x; out.at[i] = in.at[i] * 2 + 1; }\n'
    launch = '[launch]\nshape=32\nblock=32\nover=out.at\nlaunches=4\nswap=in.at,out.at\n[arg in.at]\nfill=iota\n'
    with Folder() as folder:
        run_json(folder.write('k.cu', source + settings(launch)), '--output', folder('out'))
        with open(folder('out/in.at.npy'), 'rb') as data:
            data.seek(128)
            expect_equal([x for x, in struct.iter_unpack('<f', data.read())], [i * 16. + 15 for i in range(32)])


@case
def pointers_in_a_struct_point_to_rows():
    source = 'struct S { const int *const *in; int **out; };\n' \
             '__global__ void k (S s) { int x = threadIdx.x, y = blockIdx.x; s.out[y][x] = s.in[y][x] + 1; }\n'
    launch = '[launch]\nshape=4,32\nblock=32\ngrid=4\nmanual-grid=true\n[arg s.in]\nfill=expr:y * 100 + x\n' \
             '[expect s.out]\nreference=expr:y * 100 + x + 1\n'
    with Folder() as folder:
        report = run_json(folder.write('k.cu', source + settings(launch)), '--check', 'all')
        expect_equal(checked(report), {'compared': 128, 'mismatches': 0})


@case
def pointers_in_arrays_of_structs_stay_null():
    source = 'struct S { int n; float *at; };\n__global__ void k (S *s) { s[0].n = s[0].at == nullptr; }\n'
    with Folder() as folder:
        file = folder.write('k.cu', source + settings('[launch]\nshape=2\nblock=1\n[expect]\nreference.n=expr:x < 1\n'))
        report = run_json(file)
        expect_equal(checked(report), {'compared': 2, 'mismatches': 0})
        expect_equal(list(report['coverage']['arrays']), ['s'])


PARTICLES = '''struct Particle { float3 pos; float mass; int id; char tag; double w[2]; Particle *next; };
struct Params { float radius; int n; uint3 size; };
__global__ void k (Particle *parts, const Particle *in, const Params p, float4 v, dim3 d)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.n)
    {
      parts[i] = in[i];
      parts[i].pos.x = i * p.radius;
      parts[i].mass = v.y + p.size.z + d.x;
      parts[i].w[1] = in[i].mass;
    }
}
'''
LAUNCH = '''[launch]
shape=8
block=8
[arg p]
value=0.5, size - 1, 1, 2, (2 + 1)
[arg v]
value.y=10
[arg d]
value=100,1,1
[arg in]
fill=zeros
fill.mass=expr:x * 2
fill.id=iota
fill.w.0=values:1,2,3,4,5,6,7,8
'''
@case
def complex_members_are_two_numbers():
    # as the complex numbers of libraries are: nobody else sees their members
    source = 'template <class T> class complex { T re, im; public: typedef T value_type; ' \
             '__device__ T real () const { return re; } __device__ T imag () const { return im; } };\n' \
             'struct S { char c; complex<double> a; const complex<float> b[2]; };\n' \
             '__global__ void k (double *out, S s) { out[0] = s.a.real (); out[1] = s.a.imag (); ' \
             'out[2] = s.b[1].imag (); out[3] = s.b[0].real (); }\n'
    launch = '[launch]\nshape=4\nblock=1\ngrid=1\nmanual-grid=true\n[arg s]\nvalue.c=1\nvalue.a.0=1.5\n' \
             'value.a.1=-2\nvalue.b.1.1=7\n[expect out]\nreference=expr:x == 0 ? 1.5 : x == 1 ? -2 : x == 2 ? 7 : 0\n'
    with Folder() as folder:
        report = run_json(folder.write('k.cu', source + settings(launch)))
        expect_equal(checked(report), {'compared': 4, 'mismatches': 0})


RECORD = struct.Struct('<4fib3x2dQ')


def run_particles(folder, more='', *args, status=0):
    file = folder.write('k.cu', PARTICLES + settings(LAUNCH + more))
    return run_json(file, '--output', folder('out'), *args, status=status)


def read_particles(folder):
    """The header of the output, and the members of each cell."""
    with open(folder('out/parts.npy'), 'rb') as file:
        data = file.read()
    length = int.from_bytes(data[8:10], 'little')
    return data[10:10 + length].decode(), list(RECORD.iter_unpack(data[10 + length:]))


def wanted(i, radius=0.5):
    """What the kernel makes of a cell, computed here."""
    return (i * radius, 0, 0, 10 + 3 + 100, i, 0, i + 1, i * 2, 0) if i < 7 else (0,) * 9


@case
def members_are_given_and_read():
    with Folder() as folder:
        run_particles(folder)
        header, cells = read_particles(folder)
        expect(header.startswith("{'descr': [('pos', [('x', '<f4'), ('y', '<f4'), ('z', '<f4')]), ('mass', '<f4'), "
                                 "('id', '<i4'), ('tag', '|i1'), ('', '|V3'), ('w', '<f8', (2,)), ('next', '<u8')], "
                                 "'fortran_order': False, 'shape': (8,), }"), header)
        expect_equal(cells, [wanted(i) for i in range(8)])


@case
def members_are_expected():
    good = '[expect parts]\nreference.mass=expr:x < 7 ? 113 : 0\nreference.w.1=expr:x < 7 ? x * 2 : 0\n'
    with Folder() as folder:
        expect_equal(checked(run_particles(folder, good)), {'compared': 8, 'mismatches': 0})
        report = run_particles(folder, good.replace('113 : 0', '113 : 1'), status=1)
        expect_equal(report['check']['mismatches'], 1)
        expect(any('{mass: 0, w.1: 0} instead of {mass: 1, w.1: 0}' in warning['text']
                   for warning in report['warnings']), report)


@case
def an_output_is_an_input():
    with Folder() as folder:
        run_particles(folder)
        shutil.copy(folder('out/parts.npy'), folder('in.npy'))
        more = '[expect parts]\nreference=file:in.npy\n'
        expect_equal(checked(run_particles(folder, more)), {'compared': 8, 'mismatches': 0})
        run_particles(folder, more, '--set', 'p.radius=0.25', status=1)
        expect_equal(read_particles(folder)[1], [wanted(i, 0.25) for i in range(8)])
        report = run_particles(folder, more.replace('reference', 'fill').replace('expect', 'arg'))
        expect_equal(report['trap'], None)


@case
def a_member_is_drawn():
    with Folder() as folder:
        file = folder.write('k.cu', PARTICLES + settings(LAUNCH))
        pictures = []
        for member in 'mass', 'id', 'pos.x':
            result = cli('run', file, '--picture', folder('p.svg'), '--member', member)
            expect_equal(result.status, 0, result)
            with open(folder('p.svg'), 'rb') as picture:
                pictures.append(picture.read())
        expect_equal(len(set(pictures)), 3)
        view = folder.write('v.cu', PARTICLES + settings(LAUNCH + '[view]\nlens=value\nmember=id\n'))
        expect_equal(cli('run', view, '--picture', folder('p.svg')).status, 0)
        with open(folder('p.svg'), 'rb') as picture:
            expect_equal(picture.read(), pictures[1])
        result = cli('run', file, '--picture', folder('p.svg'), '--member', 'weight')
        expect_equal(result.status, 2, result)
        expect('weight' in result.err, result)


@case
def one_array_for_two_parameters():
    source = '__global__ void k (const float *in, float *out) { int i = threadIdx.x; out[i] = in[i] + 1; }\n'
    launch = '[launch]\nshape=32\nblock=32\n[arg out]\nsame=in\n[arg in]\nfill=iota\n' \
             '[expect]\nreference=expr:x + 1\n'
    with Folder() as folder:
        report = run_json(folder.write('k.cu', source + settings(launch)), '--check', 'all')
        expect_equal(checked(report), {'compared': 32, 'mismatches': 0})
        expect_equal(list(report['coverage']['arrays']), ['in'])
        counts = report['coverage']['arrays']['in']
        expect_equal((counts['written'], counts['writes'], counts['reads']), (32, 32, 32))


@case
def pointers_to_rows():
    source = '__global__ void k (const float *const *in, float **out)\n' \
             '{ int x = threadIdx.x, y = blockIdx.x; out[y][x] = in[y][x] + in[0][x]; }\n'
    launch = '[launch]\nshape=4,32\nblock=32\ngrid=4\nmanual-grid=true\n[arg in]\nfill=expr:y * 100 + x\n' \
             '[expect]\nreference=expr:y * 100 + 2 * x\n'
    with Folder() as folder:
        file = folder.write('k.cu', source + settings(launch))
        report = run_json(file, '--check', 'all')
        expect_equal(checked(report), {'compared': 128, 'mismatches': 0})
        counts = report['coverage']['arrays']
        expect_equal(list(counts), ['in', 'out'])
        expect_equal((counts['out']['written'], counts['out']['writes'], counts['in']['reads']), (128, 128, 256))
        result = cli('run', file, '--shape', '128')
        expect_equal(result.status, 1 if result.status == 1 else 2, result)
        expect('its shape is rows,cols' in result.err, result)


if __name__ == '__main__':
    main()
