#!/usr/bin/env python3
"""compare-cuda-api.py: what loom-cuda-api.h declares is what CUDA's own headers declare.

SPDX-License-Identifier: GPL-3.0-or-later
Usage: compare-cuda-api.py HEADER COMPILER...
"""
import glob
import os
import subprocess
import sys
import tempfile

PROGRAM = r'''
#include <nvrtc.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#define LOOM_CUDA_API_REAL_TYPES
#include "%s"
#undef cuDeviceGetCount
#define LOOM_ENTRY(result, entry, arguments) result entry arguments;
LOOM_NVRTC_ENTRIES (LOOM_ENTRY)
LOOM_DRIVER_ENTRIES (LOOM_ENTRY)
LOOM_CUDART_ENTRIES (LOOM_ENTRY)
_Static_assert (NVRTC_SUCCESS == 0 && NVRTC_ERROR_OUT_OF_MEMORY == 1 && NVRTC_ERROR_INVALID_OPTION == 5 &&
                NVRTC_ERROR_COMPILATION == 6 && CUDA_SUCCESS == 0 && cudaSuccess == 0, "numbers");
'''
NAME = '/runner/cuda/api-is-that-of-the-headers'


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
    header, compiler = os.path.abspath(sys.argv[1]), sys.argv[2:]
    include = find_include()
    print('1..1')
    if include is None:
        print(f'ok 1 {NAME} # SKIP no CUDA Toolkit with headers is installed')
        return
    with tempfile.NamedTemporaryFile('w', suffix='.c') as program:
        program.write(PROGRAM % header)
        program.flush()
        result = subprocess.run([*compiler, '-std=gnu17', '-fsyntax-only', '-I', include, program.name],
                                capture_output=True, text=True)
    for line in result.stderr.splitlines():
        print('#', line)
    print('ok' if result.returncode == 0 else 'not ok', 1, NAME)


main()
