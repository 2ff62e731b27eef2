#!/usr/bin/env python3
"""Textures and surfaces on the simulator, against what the programming guide says: a part of all formats, every dimension,
address mode and filter; settings that cannot be; and what is counted.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import pathlib
import subprocess
import tempfile

import cases

CLI = os.environ['GRIDLOOM_CLI']
# Every geometry with every format or width somewhere; tests/gpu/textures has all.
CHOSEN = [(cases.fetch_case, (geometry, dtype, lanes, normalized)) for geometry, dtype, lanes, normalized in [
    ('1D', 'f4', 1, False), ('1D', 'u1', 4, True), ('2D', 'f4', 4, False), ('2D', 'i2', 2, True), ('2D', 'i4', 1, False),
    ('3D', 'f2', 2, False), ('3D', 'i1', 1, True), ('1DLayered', 'u2', 1, True), ('1DLayered', 'u4', 4, False),
    ('2DLayered', 'f4', 2, False), ('2DLayered', 'i1', 2, False)]]
CHOSEN += [(cases.gather_case, ('f4', 4)), (cases.gather_case, ('u1', 2)), (cases.buffer_case, ('f4', 1)),
           (cases.buffer_case, ('u2', 4))]
CHOSEN += [(cases.surface_case, (geometry, dtype, lanes, boundary)) for geometry, dtype, lanes, boundary in [
    ('1D', 'u1', 1, 'Zero'), ('2D', 'f4', 4, 'Clamp'), ('2D', 'i2', 2, 'Zero'), ('3D', 'u4', 1, 'Clamp'),
    ('1DLayered', 'f4', 2, 'Zero'), ('2DLayered', 'f2', 4, 'Clamp')]]
READ = 'extern "C" __global__ void k(cudaTextureObject_t t, float *o)\n{\n  o[threadIdx.x] = tex2D<float>(t, %s);\n}\n'
# name, source, settings, what is said
WRONG = [
    ('unknown-word', READ % '1, 1', '[arg t]\ntexture=nearest', '“nearest” is not a setting of a texture'),
    ('not-a-texture', READ % '1, 1', '[arg o]\ntexture=wrap', 'o is not a texture'),
    ('linear-integers', READ % '1, 1', '[arg t]\ntype=int\ntexture=linear', 'only floats are filtered'),
    ('normalized-floats', READ % '1, 1', '[arg t]\ntexture=normalized-float', 'only integers of 8 and 16 bits'),
    ('doubles', READ % '1, 1', '[arg t]\ntype=double', 'textures and surfaces have 1, 2 or 4 of'),
    ('three-lanes', READ % '1, 1', '[arg t]\ntype=float3', 'textures and surfaces have 1, 2 or 4 of'),
    ('flat-layers', READ % '1, 1', '[arg t]\nshape=64\ntexture=layered', 't is layered: its shape is'),
    ('too-wide', READ % '1, 1', '[arg t]\nshape=2,200000', 'has at most 65536,131072'),
    ('swapped', READ % '1, 1', '[launch]\nswap=t,o', 'only arrays that pointers point to can be swapped'),
    ('same', READ % '1, 1', '[arg t]\nsame=o', 'textures and surfaces have arrays of their own'),
    ('other-dimensions', READ % '1, 1', '[arg t]\nshape=16', 'not a texture or surface object, or one of other'),
    ('outside-a-surface', 'extern "C" __global__ void k(cudaSurfaceObject_t s)\n{\n  surf2Dwrite(1.0f, s, 4 * threadIdx.x, 2);\n}\n',
     '[launch]\nblock=32\ngrid=1\nmanual-grid=true\n[arg s]\nshape=4,8',
     'A thread writes 4 bytes outside the surface s: at byte 32 of row 2, plane 0'),
]


def run(path, *options):
    return subprocess.run([CLI, 'run', path, *options], capture_output=True, text=True, check=False)


def check_case(make, arguments, folder):
    case = make(*arguments)
    case.expected = {name: numbers for name, numbers in case.expected.items()}
    path = case.write(folder)
    out = folder / 'out'
    done = run(path, '--coverage', 'none', '--output', out)
    if done.returncode != 0:
        return case.name, [done.stderr]
    texts, _, _ = cases.run_differences(case, {p.stem: cases.read_npy(p) for p in out.glob('*.npy')})
    return case.name, texts


def check_wrong(source, settings, said, folder):
    path = folder / 'k.cu'
    path.write_text(f'{source}/* gridloom\n{settings}\n*/\n')
    done = run(path)
    return [] if done.returncode != 0 and said in done.stderr else [f'“{said}” is not in: {done.stderr}']


def check_counts(folder):
    """A linear filter between cells reads two, on one cell one; a border none; a surface counts as an array."""
    path = folder / 'k.cu'
    path.write_text('extern "C" __global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s)\n{\n'
                    '  int i = threadIdx.x;\n  float v = tex1D<float>(t, i == 0 ? 1.0f : i == 1 ? 3.5f : -4.0f);\n'
                    '  surf1Dwrite(v, s, i * 4);\n}\n/* gridloom\n[launch]\nblock=3\ngrid=1\nmanual-grid=true\n'
                    '[arg t]\nshape=5\ntexture=border linear\n[arg s]\nshape=5\n*/\n')
    out = folder / 'out'
    done = run(path, '--json', '--output', out)
    if done.returncode != 0:
        return [done.stderr]
    found = [cases.read_npy(out / f'{name}.npy') for name in ('t.reads', 's.writes', 's')]
    idle = json.loads(done.stdout)['coverage']['idle_threads']
    wanted = [[1, 1, 0, 1, 0], [1, 1, 1, 0, 0], [0.5, 3.0, 0.0, 0.0, 0.0]]
    return [] if found == wanted and idle == 0 else [f'{found}, {idle} idle, where {wanted} were expected']


def main():
    print(f'1..{len(CHOSEN) + len(WRONG) + 1}')
    number = 0

    def report(name, texts):
        nonlocal number
        number += 1
        for text in texts[:5]:
            print('#', text.replace('\n', ' '))
        print('ok' if not texts else 'not ok', number, f'/textures/{name}', flush=True)

    for make, arguments in CHOSEN:
        with tempfile.TemporaryDirectory() as place:
            report(*check_case(make, arguments, pathlib.Path(place)))
    for name, *rest in WRONG:
        with tempfile.TemporaryDirectory() as place:
            report(f'says/{name}', check_wrong(*rest, pathlib.Path(place)))
    with tempfile.TemporaryDirectory() as place:
        report('counts', check_counts(pathlib.Path(place)))


main()
