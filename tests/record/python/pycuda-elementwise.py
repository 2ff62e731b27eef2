"""ElementwiseKernel, also with complex numbers, which take a header of PyCUDA's."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.gpuarray as gpuarray
from pycuda.elementwise import ElementwiseKernel

a = np.arange(500, dtype=np.float32)
b = a[::-1].copy()
combine = ElementwiseKernel('float a, float *x, float b, float *y, float *z', 'z[i] = a * x[i] + b * y[i]', 'combine')
a_gpu, b_gpu = gpuarray.to_gpu(a), gpuarray.to_gpu(b)
c_gpu = gpuarray.empty_like(a_gpu)
combine(5, a_gpu, 6, b_gpu, c_gpu)
np.testing.assert_array_equal(c_gpu.get(), 5 * a + 6 * b)
square = ElementwiseKernel('pycuda::complex<float> *z', 'z[i] *= z[i]', 'square')
z = (a + 1j * b).astype(np.complex64)
z_gpu = gpuarray.to_gpu(z)
square(z_gpu)
np.testing.assert_allclose(z_gpu.get(), z * z, rtol=1e-5)
print('ok')
