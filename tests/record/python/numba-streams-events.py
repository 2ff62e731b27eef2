"""Two streams, pinned memory, and events that say how long work took."""
import numpy as np
from numba import cuda


@cuda.jit
def increment(data, by):
    i = cuda.grid(1)
    if i < data.size:
        data[i] += by


host = cuda.pinned_array(1024, dtype=np.int32)
host[:] = np.arange(1024)
begin, end = cuda.event(), cuda.event()
streams = [cuda.stream(), cuda.stream()]
results = []
begin.record(streams[0])
for by, stream in enumerate(streams, 1):
    with stream.auto_synchronize():
        data = cuda.to_device(host, stream=stream)
        increment[8, 128, stream](data, by)
        results.append(data.copy_to_host(stream=stream))
end.record(streams[0])
end.synchronize()
assert cuda.event_elapsed_time(begin, end) >= 0
for by, result in enumerate(results, 1):
    np.testing.assert_array_equal(result, np.arange(1024) + by)
print('ok')
