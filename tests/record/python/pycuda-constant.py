"""A variable in constant memory and one of the device, by get_global."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as cuda
from pycuda.compiler import SourceModule

module = SourceModule("""
__constant__ float coefficients[3];
__device__ int calls;

__global__ void polynomial(const float *x, float *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      y[i] = coefficients[0] + x[i] * (coefficients[1] + x[i] * coefficients[2]);
      atomicAdd (&calls, 1);
    }
}
""")
coefficients, size = module.get_global('coefficients')
assert size == 12
cuda.memcpy_htod(coefficients, np.array([1, 2, 3], dtype=np.float32))
x = np.arange(100, dtype=np.float32)
y = np.zeros_like(x)
module.get_function('polynomial')(cuda.In(x), cuda.Out(y), np.int32(100), block=(64, 1, 1), grid=(2, 1))
np.testing.assert_array_equal(y, 1 + 2 * x + 3 * x * x)
calls = np.zeros(1, dtype=np.int32)
cuda.memcpy_dtoh(calls, module.get_global('calls')[0])
assert calls[0] == 100
print('ok')
