"""Vector addition, with arrays of the host as arguments: Numba copies them there and back."""
import numpy as np
from numba import cuda


@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


n = 1000
x = np.arange(n, dtype=np.float32)
y = 2 * x
out = np.zeros_like(x)
add[(n + 127) // 128, 128](x, y, out)
np.testing.assert_array_equal(out, 3 * x)
print('ok')
