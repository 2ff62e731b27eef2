"""An array in constant memory, a function of NumPy made by @vectorize, and a check of an index."""
import numpy as np
from numba import cuda, vectorize

WEIGHTS = np.array([0.25, 0.5, 0.25])


@cuda.jit
def smooth(x, out):
    weights = cuda.const.array_like(WEIGHTS)
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        out[i] = weights[0] * x[i - 1] + weights[1] * x[i] + weights[2] * x[i + 1]


@vectorize(['float64(float64, float64)'], target='cuda')
def hypotenuse(a, b):
    return (a * a + b * b) ** 0.5


x = np.arange(300, dtype=np.float64) ** 2
out = np.zeros_like(x)
smooth[3, 128](x, out)
np.testing.assert_allclose(out[1:-1], (x[:-2] + 2 * x[1:-1] + x[2:]) / 4)
np.testing.assert_allclose(hypotenuse(x, 2 * x), x * 5 ** 0.5)
print('ok')
