"""Arithmetic of GPUArrays, each operation a kernel of PyCUDA's own."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.cumath as cumath
import pycuda.gpuarray as gpuarray

a = np.linspace(1, 2, 700).astype(np.float32)
b = np.linspace(3, 5, 700).astype(np.float32)
a_gpu = gpuarray.to_gpu(a)
b_gpu = gpuarray.to_gpu(b)
np.testing.assert_allclose((2 * a_gpu + b_gpu).get(), 2 * a + b, rtol=1e-6)
np.testing.assert_allclose((a_gpu * b_gpu - a_gpu / b_gpu).get(), a * b - a / b, rtol=1e-5)
np.testing.assert_allclose(cumath.exp(a_gpu).get(), np.exp(a), rtol=1e-5)
np.testing.assert_allclose(gpuarray.sum(a_gpu).get(), a.sum(), rtol=1e-5)
np.testing.assert_allclose(gpuarray.dot(a_gpu, b_gpu).get(), a @ b, rtol=1e-5)
np.testing.assert_array_equal(gpuarray.arange(0, 50, 2, dtype=np.int32).get(), np.arange(0, 50, 2))
z = (a + 1j * b).astype(np.complex64)
np.testing.assert_allclose((gpuarray.to_gpu(z) * gpuarray.to_gpu(z)).get(), z * z, rtol=1e-5)
print('ok')
