#!/usr/bin/env python3
"""Launches of programs that are made at random, as documents: each must do what it did in the program.

A program prints what all its arrays and variables hold after each launch. The document of launch N, run by itself,
must come to the same bytes. The numbers of seeds are in GRIDLOOM_RECORD_SEEDS, or 0 to 4.
SPDX-License-Identifier: GPL-3.0-or-later
"""

import os
import random
import shutil
import struct

from harness import Folder, add, cli, expect, expect_equal, leave_without_programs, main

# Name in CUDA, bytes, whether its bits are a float's.
SCALARS = [('bool', 1, ''), ('char', 1, ''), ('signed char', 1, ''), ('unsigned char', 1, ''), ('short', 2, ''),
           ('unsigned short', 2, ''), ('int', 4, ''), ('unsigned int', 4, ''), ('long long', 8, ''),
           ('unsigned long long', 8, ''), ('__half', 2, 'e'), ('__nv_bfloat16', 2, 'b'), ('float', 4, 'f'), ('double', 8, 'd')]
VECTORS = [('float4', 16, 4, 'f'), ('int2', 8, 4, ''), ('uchar4', 4, 1, ''), ('double2', 16, 8, 'd'), ('float3', 12, 4, 'f')]
CELLS = ['float', 'int', 'double', 'unsigned char', 'long long', 'float4', 'short2']
SIZES = {'float': 4, 'int': 4, 'double': 8, 'unsigned char': 1, 'long long': 8, 'float4': 16, 'short2': 4}
SPECIAL = {'f': [0x7fc00000, 0xffc00000, 0x7fffffff, 0x7f800001, 0x7f800000, 0xff800000, 0x80000000, 1, 0x7f7fffff, 0x3dcccccd],
           'd': [0x7ff8 << 48, 0xfff8 << 48, 0x7ff0000000000123, 0x7ff0 << 48, 0xfff0 << 48, 1 << 63, 1, 0x3fb999999999999a],
           'e': [0x7c00, 0xfc00, 0x8000, 1, 0x2e66, 0x7bff], 'b': [0x7f80, 0xff80, 0x8000, 1, 0x3dcd]}

PROLOGUE = r'''
#include <cstdio>
#include <cstring>
#include <utility>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <class T> __device__ unsigned mix (unsigned h, const T &x)
{
  const unsigned char *bytes = (const unsigned char *) &x;
  for (unsigned i = 0; i < sizeof (T); i++)
    h = (h ^ bytes[i]) * 16777619u + 97;
  return h;
}
template <class T> __device__ T make (unsigned h)
{
  T x;
  unsigned char *bytes = (unsigned char *) &x;
  for (unsigned i = 0; i < sizeof (T); i++)
    {
      h = h * 1664525u + 1013904223u;
      bytes[i] = h >> 24;
    }
  return x;
}
template <class T> T from_bits (unsigned long long low, unsigned long long high = 0)
{
  unsigned long long both[2] = { low, high };
  T x;
  memcpy (&x, both, sizeof (T));
  return x;
}
static void dump (int launch, const char *name, const void *bytes, size_t size)
{
  printf ("\nafter %d %s ", launch, name);
  for (size_t i = 0; i < size; i++)
    printf ("%02x", ((const unsigned char *) bytes)[i]);
  printf ("\n");
}
static char host[65536];
'''


class Program:
    """A random program, and which array each parameter of each launch is."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.arrays = {}          # name of an allocation: cell type, cells
        self.pointers = {}        # variable of the host: name of its allocation
        self.kernels, self.structs, self.launches, self.variables = [], [], [], []
        for number in range(self.random.randint(4, 6)):
            same = number % 2 and f'm{number - 1}'
            self.arrays[f'm{number}'] = self.arrays[same] if same else (self.random.choice(CELLS), self.random.randint(33, 200))
            self.pointers[f'p{number}'] = f'm{number}'
        for number in range(3):
            self.variables.append((f'v{number}', self.random.choice(['__constant__', '__device__', 'static __device__']),
                                   self.random.choice(['int', 'float', 'double', 'short2']), self.random.randint(1, 9)))
        self.structs = [self.make_struct(number) for number in range(2)]
        self.kernels = [self.make_kernel(number) for number in range(4)]
        self.text = self.make_text()

    def bits(self, size, kind):
        """Bits of a number; those of floats are often unusual, but no NaN of a half has a text for its bits."""
        if kind in SPECIAL and self.random.random() < .5:
            return self.random.choice(SPECIAL[kind])
        if kind in ('e', 'b'):
            return self.random.getrandbits(16) & 0xbbff if kind == 'e' else self.random.getrandbits(16) & 0xbfff
        return self.random.getrandbits(8 * size)

    def value(self, name):
        """A number or a vector in C++."""
        for vector, size, width, kind in VECTORS:
            if vector == name:
                data = b''.join(self.bits(width, kind).to_bytes(width, 'little') for _ in range(size // width))
                low, high = struct.unpack('<QQ', data.ljust(16, b'\0'))
                return f'from_bits<{name}> (0x{low:x}ull, 0x{high:x}ull)'
        size, kind = next((size, kind) for scalar, size, kind in SCALARS if scalar == name)
        if name == 'bool':
            return self.random.choice(['true', 'false'])
        return f'from_bits<{name}> (0x{self.bits(size, kind):x}ull)'

    def make_struct(self, number):
        """Members of a struct: numbers, arrays of them, a nested one, pointers."""
        members = []
        for index in range(self.random.randint(3, 6)):
            kind = self.random.choice(['scalar', 'scalar', 'array', 'vector', 'pointer', 'pointer', 'nested'])
            if kind == 'nested' and number == 0:
                kind = 'scalar'
            name = {'pointer': self.random.choice(CELLS), 'vector': self.random.choice(VECTORS)[0],
                    'nested': 'S0'}.get(kind, self.random.choice(SCALARS)[0])
            members.append((f'f{index}', kind, name))
        return members

    def make_kernel(self, number):
        """Parameters of a kernel; there is always one array to write to."""
        parameters = [('array', self.random.choice([type for type, _ in self.arrays.values()]))]
        for _ in range(self.random.randint(3, 7)):
            kind = self.random.choice(['array', 'const', 'scalar', 'scalar', 'vector', 'struct', 'struct'])
            parameters.append((kind, {'vector': self.random.choice(VECTORS)[0], 'struct': self.random.randrange(2),
                                      'scalar': self.random.choice(SCALARS)[0]}.get(kind, self.random.choice(CELLS))))
        self.random.shuffle(parameters)
        return [(kind, name, f'a{index}') for index, (kind, name) in enumerate(parameters)]

    def read(self, kind, name, path):
        """Statements that take all of something into the hash; arrays are `n_…` cells long for each launch."""
        if kind == 'array' or kind == 'const' or kind == 'pointer':
            return f'  h = {path} == nullptr ? h ^ 4321 : i < LEAST ? mix (h, {path}[i]) : h + 1;\n'
        if kind == 'struct' or kind == 'nested':
            number = name if isinstance(name, int) else 0
            return ''.join(self.read(k, n, f'{path}.{member}') for member, k, n in self.structs[number])
        if kind == 'array-member':
            return f'  h = mix (h, {path}[0]);\n  h = mix (h, {path}[2]);\n'
        return f'  h = mix (h, {path});\n'

    def kernel_text(self, number):
        """Each thread reads and writes cells of its own number only, so that parameters may be one array."""
        spell = {'array': '{} *', 'const': 'const {} *', 'struct': 'S{} '}
        words = ', '.join(spell.get(kind, '{} ').format(name) + variable for kind, name, variable in self.kernels[number])
        text = f'__global__ void k{number} ({words})\n{{\n  extern __shared__ unsigned shared[];\n'
        text += '  const int t = threadIdx.y * blockDim.x + threadIdx.x;\n'
        text += '  const int i = blockIdx.x * (blockDim.x * blockDim.y) + t;\n  unsigned h = i * 2654435761u;\n'
        for kind, name, variable in self.kernels[number]:
            text += self.read(kind, name, variable)
        for name, _, _, length in self.variables:
            text += f'  h = mix (h, {name}[i % {length}]);\n'
        text += '  if (dynamic_size () > 0)\n    {\n      shared[t] = h;\n      __syncthreads ();\n      h += shared[t ^ 1];\n    }\n'
        for kind, name, variable in self.kernels[number]:
            if kind == 'array':
                text += f'  if ({variable} != nullptr && i < LEAST)\n    {variable}[i] = make<{name}> (h + {ord(variable[-1])});\n'
        for name, space, cell, length in self.variables:
            if space != '__constant__':
                text += f'  if (i == {length - 1})\n    {name}[i] = make<{cell}> (h);\n'
        return text + '}\n'

    def choose_pointer(self, type):
        """A variable of the host with such cells, with an offset at times; null where there is none, and at times."""
        found = [variable for variable, memory in self.pointers.items() if self.arrays[memory][0] == type]
        if not found or self.random.random() < .15:
            return 'nullptr', None
        variable = self.random.choice(found)
        memory = self.pointers[variable]
        offset = self.random.choice([0, 0, 0, 0, 1, 3]) if self.arrays[memory][1] > 36 else 0
        return f'{variable} + {offset}' if offset else variable, (memory, offset * SIZES[type])

    def fill_struct(self, number, path, places, prefix):
        """Statements that fill a struct, and what its pointers lead to."""
        text = ''
        for member, kind, name in self.structs[number]:
            if kind == 'pointer':
                pointer, place = self.choose_pointer(name)
                text += f'    {path}.{member} = {pointer};\n'
                places[f'{prefix}.{member}'] = place
            elif kind == 'nested':
                text += self.fill_struct(0, f'{path}.{member}', places, f'{prefix}.{member}')
            elif kind == 'array':
                text += ''.join(f'    {path}.{member}[{i}] = {self.value(name)};\n' for i in range(3))
            else:
                text += f'    {path}.{member} = {self.value(name)};\n'
        return text

    def launch_text(self, launch):
        number = self.random.randrange(len(self.kernels))
        block = self.random.choice(['32', '64', 'dim3 (16, 4)', 'dim3 (8, 8)', '96'])
        threads = {'32': 32, '96': 96}.get(block, 64)
        grid, shared = self.random.randint(1, 3), self.random.choice([0, 0, 4 * threads])
        places, text, words = {}, '  {\n', []
        for kind, name, variable in self.kernels[number]:
            if kind in ('array', 'const'):
                pointer, places[variable] = self.choose_pointer(name)
                words.append(pointer)
            elif kind == 'struct':
                text += f'    S{name} {variable};\n    memset (&{variable}, 0, sizeof {variable});\n'
                text += self.fill_struct(name, variable, places, variable)
                words.append(variable)
            else:
                words.append(self.value(name))
        self.launches.append((number, places))
        text += f'    k{number}<<<{grid}, {block}, {shared}>>> ({", ".join(words)});\n'
        for memory, (type, cells) in self.arrays.items():
            text += (f'    cudaMemcpy (host, {memory}, {cells * SIZES[type]}, cudaMemcpyDeviceToHost);\n'
                     f'    dump ({launch}, "{memory}", host, {cells * SIZES[type]});\n')
        for name, _, cell, length in self.variables:
            text += (f'    cudaMemcpyFromSymbol (host, {name}, {length} * sizeof ({cell}));\n'
                     f'    dump ({launch}, "{name}", host, {length} * sizeof ({cell}));\n')
        return text + '  }\n'

    def between(self):
        """What the host does between two launches."""
        choice = self.random.randrange(4)
        if choice == 0:
            pairs = [(f'p{i}', f'p{i + 1}') for i in range(0, len(self.pointers) - 1, 2)]
            a, b = self.random.choice(pairs)
            self.pointers[a], self.pointers[b] = self.pointers[b], self.pointers[a]
            return f'  std::swap ({a}, {b});\n'
        if choice == 1:
            memory, (type, cells) = self.random.choice(list(self.arrays.items()))
            return f'  cudaMemset ({memory}, {self.random.getrandbits(8)}, {cells * SIZES[type] // 2});\n'
        if choice == 2:
            name, _, cell, length = self.random.choice(self.variables)
            data = ', '.join(str(self.random.getrandbits(8)) for _ in range(8))
            return (f'  {{\n    unsigned char bytes[{length} * sizeof ({cell})] = {{ {data.split(",")[0]} }};\n'
                    f'    cudaMemcpyToSymbol ({name}, bytes, sizeof bytes);\n  }}\n')
        return ''

    def make_text(self):
        text = PROLOGUE + '#define LEAST 29\n'
        text += '__device__ unsigned dynamic_size () { unsigned n; asm ("mov.u32 %0, %%dynamic_smem_size;" : "=r" (n)); return n; }\n'
        for name, space, cell, length in self.variables:
            text += f'{space} {cell} {name}[{length}];\n'
        for number, members in enumerate(self.structs):
            text += f'struct S{number}\n{{\n'
            for member, kind, name in members:
                text += f'  {name} {"*" if kind == "pointer" else ""}{member}{"[3]" if kind == "array" else ""};\n'
            text += '};\n'
        # What is read of an array in a struct is read of a member there.
        self.structs = [[(m, 'array-member' if k == 'array' else k, n) for m, k, n in members] for members in self.structs]
        text += ''.join(self.kernel_text(number) for number in range(len(self.kernels)))
        self.structs = [[(m, 'array' if k == 'array-member' else k, n) for m, k, n in members] for members in self.structs]
        text += 'int main ()\n{\n'
        for number, (memory, (type, cells)) in enumerate(self.arrays.items()):
            text += f'  {type} *{memory}, *p{number};\n  cudaMalloc (&{memory}, {cells * SIZES[type]});\n  p{number} = {memory};\n'
            text += f'  for (int i = 0; i < {cells * SIZES[type]}; i++)\n    host[i] = i * {2 * number + 3} >> 2;\n'
            text += f'  cudaMemcpy ({memory}, host, {cells * SIZES[type]}, cudaMemcpyHostToDevice);\n'
        for launch in range(1, self.random.randint(4, 6)):
            text += self.between() + self.launch_text(launch)
        return text + '  printf ("%s\\n", cudaGetErrorString (cudaDeviceSynchronize ()));\n}\n'


def cells_of(path):
    """The bytes of a NumPy file behind its header."""
    with open(path, 'rb') as file:
        data = file.read()
    return data[10 + int.from_bytes(data[8:10], 'little'):]


def read_dumps(output):
    """What was printed: (launch, name) and bytes."""
    lines = [line.split() for line in output.split('\n') if line.startswith('after ')]
    return {(int(line[1]), line[2]): bytes.fromhex(line[3]) for line in lines}


def overlapping(places):
    """Names of parameters that share an allocation at different places, which no document can say."""
    offsets = {}
    for place in places.values():
        if place:
            offsets.setdefault(place[0], set()).add(place[1])
    return {name for name, place in places.items() if place and len(offsets[place[0]]) > 1}


def compare(folder, launch, places, dumps, variables, notes):
    """Holds what a document left in its arrays against what the program had. Returns: how many were compared."""
    apart = overlapping(places)
    compared = 0
    for place in {places[name] for name in apart}:
        names = [name for name in apart if places[name] == place]
        expect(any(name in notes for name in names) and 'in one array of the program' in notes, names, notes)
    if apart:
        return 0
    for name, place in places.items():
        path = folder(f'out/{name}.npy')
        if place is None:
            expect(not os.path.exists(path), f'{name} is null, but has an array')
        elif os.path.exists(path):
            expect_equal(cells_of(path).hex(), dumps[launch, place[0]][place[1]:].hex(), name)
            compared += 1
        else:
            expect(any(other != name and there == place for other, there in places.items()), f'{name} has no array')
    for name, *_ in variables:
        expect_equal(cells_of(folder(f'out/{name}.npy')).hex(), dumps[launch, name].hex(), name)
    return compared


def check_program(seed):
    program = Program(seed)
    compared = 0
    with Folder() as folder:
        path = folder.write('p.cu', program.text)
        result = cli('record', path)
        expect_equal(result.status, 0, result, program.text)
        expect('no error' in result.out, result, program.text)
        dumps = read_dumps(result.out)
        for launch, (number, places) in enumerate(program.launches, 1):
            result = cli('record', path, '--launch', launch, '--document', folder('doc.cu'))
            expect_equal(result.status, 0, result)
            notes = result.err
            shutil.rmtree(folder('out'), ignore_errors=True)
            result = cli('run', folder('doc.cu'), '--output', folder('out'))
            expect_equal(result.status, 0, f'seed {seed}, launch {launch}, k{number}', result)
            compared += compare(folder, launch, places, dumps, program.variables, notes)
    expect(compared > 0, 'nothing was compared')


if __name__ == '__main__':
    leave_without_programs()
    for seed in os.environ.get('GRIDLOOM_RECORD_SEEDS', '0 1 2 3 4').split():
        add(f'seed-{seed}', check_program, int(seed))
    main()
