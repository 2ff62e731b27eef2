"""A loop over the grid, with arrays that stay on the device, launched twice."""
import numpy as np
from numba import cuda


@cuda.jit
def axpy(a, x, y):
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        y[i] += a * x[i]


x = np.linspace(0, 1, 5000)
y = np.ones_like(x)
d_x = cuda.to_device(x)
d_y = cuda.to_device(y)
for a in (2.0, 0.5):
    axpy[4, 64](a, d_x, d_y)
np.testing.assert_allclose(d_y.copy_to_host(), 1 + 2.5 * x)
print('ok')
