#!/usr/bin/env python3
"""compare-cuda-api.py: what the runner knows of CUDA is what CUDA's own headers declare.

SPDX-License-Identifier: GPL-3.0-or-later
Usage: compare-cuda-api.py HEADER TYPES-FOLDER COMPILER...
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = r'''
#include <nvrtc.h>
#include <cuda_runtime_api.h>
#define LOOM_CUDA_API_REAL_TYPES
#include "%s"
#define LOOM_ENTRY(result, entry, arguments) result entry arguments;
LOOM_NVRTC_ENTRIES (LOOM_ENTRY)
LOOM_CUDART_ENTRIES (LOOM_ENTRY)
%s
_Static_assert (NVRTC_SUCCESS == 0 && NVRTC_ERROR_OUT_OF_MEMORY == 1 && NVRTC_ERROR_INVALID_OPTION == 5 &&
                NVRTC_ERROR_COMPILATION == 6 && cudaSuccess == 0, "numbers");
'''
# The layouts that the types have: member, offset on x86-64 Linux.
LAYOUTS = [
    ('struct cudaFuncAttributes', [('constSizeBytes', 8), ('localSizeBytes', 16), ('maxThreadsPerBlock', 24),
                                   ('numRegs', 28), ('ptxVersion', 32), ('binaryVersion', 36), ('cacheModeCA', 40),
                                   ('maxDynamicSharedSizeBytes', 44), ('preferredShmemCarveout', 48)]),
    ('cudaLaunchConfig_t', [('gridDim', 0), ('blockDim', 12), ('dynamicSmemBytes', 24), ('stream', 32),
                            ('attrs', 40), ('numAttrs', 48)]),
    ('cudaLaunchAttribute', [('id', 0), ('val', 8)]),
    ('struct cudaChannelFormatDesc', [('x', 0), ('y', 4), ('z', 8), ('w', 12), ('f', 16)]),
    ('struct cudaExtent', [('width', 0), ('height', 8), ('depth', 16)]),
    ('struct cudaPos', [('x', 0), ('y', 8), ('z', 16)]),
    ('struct cudaPitchedPtr', [('ptr', 0), ('pitch', 8), ('xsize', 16), ('ysize', 24)]),
    ('struct cudaMemcpy3DParms', [('srcArray', 0), ('srcPos', 8), ('srcPtr', 32), ('dstArray', 64), ('dstPos', 72),
                                  ('dstPtr', 96), ('extent', 128), ('kind', 152)]),
    ('struct cudaResourceDesc', [('resType', 0), ('res.array.array', 8), ('res.linear.devPtr', 8),
                                 ('res.linear.desc', 16), ('res.linear.sizeInBytes', 40)]),
    ('struct cudaTextureDesc', [('addressMode', 0), ('filterMode', 12), ('readMode', 16), ('sRGB', 20),
                                ('borderColor', 24), ('normalizedCoords', 40), ('maxAnisotropy', 44),
                                ('mipmapFilterMode', 48), ('mipmapLevelBias', 52), ('minMipmapLevelClamp', 56),
                                ('maxMipmapLevelClamp', 60), ('disableTrilinearOptimization', 64),
                                ('seamlessCubemap', 68)]),
    ('struct cudaDeviceProp', [('name', 0), ('totalGlobalMem', 288)]),
]
NAME = '/runner/cuda/api-is-that-of-the-headers'


def make_assertions(types, real):
    """Every constant of Gridloom's headers that is in the text of the real ones as well, and every layout."""
    text = ''.join(Path(types, name).read_text() for name in ('driver_types.h', 'gridloom_errors.h'))
    numbers = re.findall(r'^(?:\s+|#define |GRIDLOOM_ERROR \()(cuda\w+)(?: =|,)? (-?\d\w*)\b', text, re.M)
    names = set(re.findall(r'\bcuda\w+', real))
    lines = [f'_Static_assert ({name} == {number}, "{name}");' for name, number in numbers if name in names]
    lines += [f'_Static_assert (__builtin_offsetof ({type_}, {member}) == {offset}, "{type_} {member}");'
              for type_, members in LAYOUTS for member, offset in members]
    lines += ['_Static_assert (sizeof (cudaLaunchConfig_t) == 56, "cudaLaunchConfig_t");',
              '_Static_assert (sizeof (cudaLaunchAttribute) == 72, "cudaLaunchAttribute");',
              '_Static_assert (sizeof (struct cudaFuncAttributes) <= 144, "cudaFuncAttributes");',
              '_Static_assert (sizeof (struct cudaResourceDesc) <= 144, "cudaResourceDesc");',
              '_Static_assert (sizeof (struct cudaTextureDesc) == 72, "cudaTextureDesc");',
              '_Static_assert (sizeof (struct cudaDeviceProp) <= 16384, "cudaDeviceProp");']
    return '\n'.join(lines)


def find_include():
    folders = [os.environ.get(name, '') for name in ('GRIDLOOM_CUDA', 'CUDA_PATH', 'CUDA_HOME')]
    folders += ['/usr/local/cuda'] + sorted(glob.glob('/usr/local/cuda-*'), reverse=True)
    for folder in folders:
        include = os.path.join(folder, 'include')
        if folder and all(os.path.exists(os.path.join(include, name))
                          for name in ('nvrtc.h', 'cuda.h', 'cuda_runtime_api.h')):
            return include
    return None


def main():
    header, types, compiler = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    include = find_include()
    print('1..1')
    if include is None:
        print(f'ok 1 {NAME} # SKIP no CUDA Toolkit with headers is installed')
        return
    real = subprocess.run([*compiler, '-E', '-dD', os.path.join(include, 'cuda_runtime_api.h')], capture_output=True,
                          text=True, check=True).stdout
    with tempfile.NamedTemporaryFile('w', suffix='.c') as program:
        program.write(PROGRAM % (header, make_assertions(types, real)))
        program.flush()
        result = subprocess.run([*compiler, '-std=gnu17', '-fsyntax-only', '-I', include, program.name],
                                capture_output=True, text=True)
    for line in result.stderr.splitlines():
        print('#', line)
    print('ok' if result.returncode == 0 else 'not ok', 1, NAME)


main()
