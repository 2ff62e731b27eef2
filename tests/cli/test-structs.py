#!/usr/bin/env python3
"""What structs are made of is what the host's compiler says of them, and their members have values of their own.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import json
import os
import random
import shutil
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


if __name__ == '__main__':
    main()
