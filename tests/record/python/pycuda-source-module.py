"""The example of PyCUDA's tutorial: In and Out copy arrays around a launch."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as cuda
from pycuda.compiler import SourceModule

module = SourceModule("""
__global__ void multiply_them(float *dest, float *a, float *b)
{
  const int i = threadIdx.x;
  dest[i] = a[i] * b[i];
}

__global__ void double_it(float *a)
{
  a[threadIdx.x] *= FACTOR;
}
""", options=['-DFACTOR=2'])
a = np.arange(400, dtype=np.float32)
b = a + 1
dest = np.zeros_like(a)
module.get_function('multiply_them')(cuda.Out(dest), cuda.In(a), cuda.In(b), block=(400, 1, 1), grid=(1, 1))
np.testing.assert_array_equal(dest, a * b)
module.get_function('double_it')(cuda.InOut(b), block=(400, 1, 1))
np.testing.assert_array_equal(b, 2 * (a + 1))
print('ok')
