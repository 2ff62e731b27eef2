"""Streams, pinned memory, asynchronous copies, and events."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as cuda
from pycuda.compiler import SourceModule

add = SourceModule("""
__global__ void add(int *a, int by)
{
  a[blockIdx.x * blockDim.x + threadIdx.x] += by;
}
""").get_function('add')
begin, end = cuda.Event(), cuda.Event()
begin.record()
results = []
for by in (1, 2):
    stream = cuda.Stream()
    host = cuda.pagelocked_empty(512, np.int32)
    host[:] = np.arange(512)
    device = cuda.mem_alloc(host.nbytes)
    cuda.memcpy_htod_async(device, host, stream)
    add(device, np.int32(by), block=(128, 1, 1), grid=(4, 1), stream=stream)
    cuda.memcpy_dtoh_async(host, device, stream)
    results.append((by, stream, host))
end.record()
end.synchronize()
assert begin.time_till(end) >= 0
for by, stream, host in results:
    stream.synchronize()
    assert stream.is_done()
    np.testing.assert_array_equal(host, np.arange(512) + by)
print('ok')
