"""A histogram and the greatest value, by atomic operations."""
import numpy as np
from numba import cuda


@cuda.jit
def histogram(values, low, high, bins):
    i = cuda.grid(1)
    if i < values.size:
        bin = int((values[i] - low) * bins.size / (high - low))
        if 0 <= bin < bins.size:
            cuda.atomic.add(bins, bin, 1)


@cuda.jit
def greatest(values, result):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.max(result, 0, values[i])


values = (np.arange(3000) * 7 % 1000 + 0.5) / 1000
bins = np.zeros(10, dtype=np.int32)
result = np.array([-1.0])
histogram[12, 256](values, 0.0, 1.0, bins)
greatest[12, 256](values, result)
np.testing.assert_array_equal(bins, np.histogram(values, 10, (0, 1))[0])
assert result[0] == values.max()
print('ok')
