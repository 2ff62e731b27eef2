"""@cuda.reduce, whose kernels are Numba's own."""
import numpy as np
from numba import cuda


@cuda.reduce
def total(a, b):
    return a + b


values = np.arange(1234, dtype=np.float64) + 1
assert total(values) == values.sum()
assert total(values, init=10.0) == values.sum() + 10
print('ok')
