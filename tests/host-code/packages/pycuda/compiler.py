"""pycuda.compiler"""
import re

import host_kernels
import pycuda.driver


class SourceModule:
    def __init__(self, source, nvcc='nvcc', options=None, keep=False, no_extern_c=False, arch=None, code=None, cache_dir=None,
                 include_dirs=()):
        assert no_extern_c, 'templates cannot stand in extern "C"'
        assert type(options) is list and all(type(word) is str for word in options)
        instances = re.findall(r'^template __global__ void (.*?) \(', source, re.M)
        source = re.sub(r'^template __global__ void .*;$', '', source, flags=re.M)
        templates = {name.split('<')[0] for name in instances}
        kernels = re.findall(r'__global__\s+void\s+(\w+)\s*\(', source)
        self._names = [name for name in kernels if name not in templates] + instances
        self._library = host_kernels.Library(source, options, self._names)

    def get_function(self, name):
        """By the name that the compiler gives it: of those here, the one that has it in its own."""
        found = [own for own in self._names if own == name or re.match(rf'_Z\d*{re.escape(own.split("<")[0])}', name)]
        assert found, f'cuModuleGetFunction failed: named symbol not found: {name}'
        return pycuda.driver.Function(self._library, found[0])

    def get_global(self, name):
        return self._library.find(name), 0
