#!/usr/bin/env python3
"""What structs are made of is what the host's compiler says of them, and their members have values of their own.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import random
import shutil
import struct
import subprocess

from harness import Folder, add, case, cli, expect, expect_equal, main, run_json, settings

CXX = next(filter(None, map(shutil.which, ('c++', 'g++', 'clang++'))), None)

SCALARS = {'bool': 'bool', 'char': 'char', 'unsigned char': 'unsigned char', 'short': 'short',
           'unsigned short': 'unsigned short', 'int': 'int', 'unsigned': 'unsigned int', 'long long': 'long long',
           'size_t': 'unsigned long long', 'float': 'float', 'double': 'double'}
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
        return Member(name, f'float *{name}{extents};', 'address', shape)
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
        expect_equal(run_particles(folder, good)['check'], {'compared': 8, 'mismatches': 0})
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
        expect_equal(run_particles(folder, more)['check'], {'compared': 8, 'mismatches': 0})
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
        expect_equal(report['check'], {'compared': 32, 'mismatches': 0})
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
        expect_equal(report['check'], {'compared': 128, 'mismatches': 0})
        counts = report['coverage']['arrays']
        expect_equal(list(counts), ['in', 'out'])
        expect_equal((counts['out']['written'], counts['out']['writes'], counts['in']['reads']), (128, 128, 256))
        result = cli('run', file, '--shape', '128')
        expect_equal(result.status, 1 if result.status == 1 else 2, result)
        expect('its shape is rows,cols' in result.err, result)


if __name__ == '__main__':
    main()
