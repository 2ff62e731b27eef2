"""ReductionKernel: a product of two vectors and the least of one."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.gpuarray as gpuarray
from pycuda.reduction import ReductionKernel

dot = ReductionKernel(np.float64, neutral='0', reduce_expr='a + b', map_expr='x[i] * y[i]',
                      arguments='double *x, double *y')
least = ReductionKernel(np.int32, neutral='2147483647', reduce_expr='min(a, b)', arguments='int *in')
x = np.arange(3000) / 100
y = np.ones(3000) * 2
np.testing.assert_allclose(dot(gpuarray.to_gpu(x), gpuarray.to_gpu(y)).get(), x @ y)
values = (np.arange(5000, dtype=np.int32) * 7919 + 13) % 5003 - 1000
assert least(gpuarray.to_gpu(values)).get() == values.min()
print('ok')
