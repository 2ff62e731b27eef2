"""InclusiveScanKernel and ExclusiveScanKernel."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.gpuarray as gpuarray
from pycuda.scan import ExclusiveScanKernel, InclusiveScanKernel

values = (np.arange(2000, dtype=np.int32) * 37) % 101
for kernel, expected in ((InclusiveScanKernel(np.int32, 'a+b'), np.cumsum(values)),
                         (ExclusiveScanKernel(np.int32, 'a+b', '0'), np.cumsum(values) - values)):
    data = gpuarray.to_gpu(values)
    kernel(data)
    np.testing.assert_array_equal(data.get(), expected)
print('ok')
