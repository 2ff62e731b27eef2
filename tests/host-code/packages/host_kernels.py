"""Kernels on the host, for the packages that are played here: compiled with ../cuda_runtime.h, called with addresses.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import stub  # noqa: E402

TAIL = '''
#include <tuple>
#include <utility>
template <typename R, typename... A, size_t... I> void stub_call (R (*kernel) (A...), void **arguments, std::index_sequence<I...>)
{
  kernel (*static_cast<std::remove_reference_t<A> *> (arguments[I])...);
}
template <typename R, typename... A> void stub_call (R (*kernel) (A...), void **arguments)
{
  stub_call (kernel, arguments, std::make_index_sequence<sizeof... (A)> ());
}
'''
ENTRY = '''extern "C" void stub_launch_%d (const unsigned *grid, const unsigned *block, void **arguments)
{
  stub_run (dim3 (grid[0], grid[1], grid[2]), dim3 (block[0], block[1], block[2]), %s, [&] { stub_call (%s, arguments); });
}
'''


class Library:
    """A source as a shared library."""

    def __init__(self, source, options, names):
        self.names = list(names)
        barriers = 'true' if '__syncthreads' in source else 'false'
        source = stub.SHARED.sub(r'\1 *\2 = (\1 *) stub_shared;', source)
        self.folder = tempfile.mkdtemp(prefix='gridloom-kernels-')
        path = os.path.join(self.folder, 'kernels.cpp')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('#include "cuda_runtime.h"\n' + source + TAIL +
                       ''.join(ENTRY % (i, barriers, name) for i, name in enumerate(self.names)))
        built = subprocess.run(['c++', '-std=c++20', '-shared', '-fPIC', '-O0', '-ffp-contract=off', '-w', '-pthread',
                                *[word for word in options if word.startswith(('-D', '-U'))],
                                '-I', str(pathlib.Path(stub.HERE)), '-o', path + '.so', path], capture_output=True, text=True,
                               check=False)
        assert built.returncode == 0, built.stderr[:3000]
        self.library = ctypes.CDLL(path + '.so')

    def launch(self, name, grid, block, places):
        """places: where the bytes of each argument are."""
        def three(extents):
            assert isinstance(extents, tuple) and 1 <= len(extents) <= 3 and all(type(e) is int and e > 0 for e in extents), extents
            return (ctypes.c_uint * 3)(*(extents + (1, 1))[:3])
        function = getattr(self.library, f'stub_launch_{self.names.index(name)}')
        function(three(grid), three(block), (ctypes.c_void_p * max(1, len(places)))(*places))

    def find(self, symbol):
        return ctypes.addressof(ctypes.c_char.in_dll(self.library, symbol))
