"""A local array, and functions of math, which come from NVIDIA's libdevice."""
import math

import numpy as np
from numba import cuda, float64


@cuda.jit
def wave(x, out):
    terms = cuda.local.array(4, float64)
    i = cuda.grid(1)
    if i < x.size:
        for k in range(4):
            terms[k] = math.sin((2 * k + 1) * x[i]) / (2 * k + 1)
        out[i] = terms[0] + terms[1] + terms[2] + terms[3]
        out[i] += math.exp(-x[i]) + math.sqrt(x[i]) + math.pow(x[i], 3)


x = np.linspace(0, 3, 500)
out = np.zeros_like(x)
wave[4, 128](x, out)
expected = sum(np.sin((2 * k + 1) * x) / (2 * k + 1) for k in range(4)) + np.exp(-x) + np.sqrt(x) + x ** 3
np.testing.assert_allclose(out, expected, rtol=1e-12)
print('ok')
