"""Memory by hand: mem_alloc, memcpy_htod, memcpy_dtoh, memset, a pitched allocation, and how much there is."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as cuda
from pycuda.compiler import SourceModule

module = SourceModule("""
#include <stdio.h>
__global__ void doublify(float *a)
{
  int idx = threadIdx.x + threadIdx.y * 4;
  a[idx] *= 2;
}
""")
a = np.arange(16, dtype=np.float32).reshape(4, 4)
a_gpu = cuda.mem_alloc(a.nbytes)
cuda.memcpy_htod(a_gpu, a)
module.get_function('doublify')(a_gpu, block=(4, 4, 1))
doubled = np.empty_like(a)
cuda.memcpy_dtoh(doubled, a_gpu)
np.testing.assert_array_equal(doubled, 2 * a)
cuda.memset_d32(a_gpu, 7, 16)
np.testing.assert_array_equal(cuda.from_device(a_gpu, (16,), np.int32), 7)
a_gpu.free()
free, total = cuda.mem_get_info()
assert 0 < free <= total
pitched, pitch = cuda.mem_alloc_pitch(100, 4, 4)
assert pitch >= 100
print('ok')
