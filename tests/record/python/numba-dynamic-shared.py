"""Shared memory whose size is said at the launch."""
import numpy as np
from numba import cuda, int32


@cuda.jit
def reverse(data):
    buffer = cuda.shared.array(0, dtype=int32)
    i = cuda.threadIdx.x
    buffer[i] = data[i]
    cuda.syncthreads()
    data[i] = buffer[data.size - 1 - i]


data = np.arange(96, dtype=np.int32)
reverse[1, 96, 0, 96 * 4](data)
np.testing.assert_array_equal(data, np.arange(96)[::-1])
print('ok')
