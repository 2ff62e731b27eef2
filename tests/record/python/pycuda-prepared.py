"""Prepared calls, several blocks, dynamic shared memory, and what a function takes."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as cuda
from pycuda.compiler import SourceModule

module = SourceModule("""
__global__ void sum_blocks(const int *in, int *out, int n)
{
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2)
    {
      if (threadIdx.x < step)
        part[threadIdx.x] += part[threadIdx.x + step];
      __syncthreads();
    }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}
""")
sum_blocks = module.get_function('sum_blocks')
sum_blocks.prepare('PPi')
assert sum_blocks.max_threads_per_block >= 128
values = np.arange(1000, dtype=np.int32)
given = cuda.to_device(values)
sums = cuda.mem_alloc(8 * 4)
sum_blocks.prepared_call((8, 1), (128, 1, 1), given, sums, 1000, shared_size=128 * 4)
assert cuda.from_device(sums, (8,), np.int32).sum() == values.sum()
assert sum_blocks.prepared_timed_call((8, 1), (128, 1, 1), given, sums, 500, shared_size=128 * 4)() >= 0
assert cuda.from_device(sums, (8,), np.int32).sum() == values[:500].sum()
print('ok')
