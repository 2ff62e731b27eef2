"""Structs with pointers, as PyCUDA's tutorial has them."""
import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as cuda
from pycuda.compiler import SourceModule


class DoubleOpStruct:
    mem_size = 8 + np.intp(0).nbytes

    def __init__(self, array, place):
        self.data = cuda.to_device(array)
        self.shape, self.dtype = array.shape, array.dtype
        cuda.memcpy_htod(int(place), memoryview(np.int32(array.size)))
        cuda.memcpy_htod(int(place) + 8, memoryview(np.uintp(int(self.data))))

    def get(self):
        return cuda.from_device(self.data, self.shape, self.dtype)


structs = cuda.mem_alloc(2 * DoubleOpStruct.mem_size)
second_place = int(structs) + DoubleOpStruct.mem_size
first = DoubleOpStruct(np.array([1, 2, 3], dtype=np.float32), structs)
second = DoubleOpStruct(np.array([0, 4], dtype=np.float32), second_place)
double_array = SourceModule("""
struct DoubleOperation
{
  int datalen, __padding;
  float *ptr;
};

__global__ void double_array(DoubleOperation *a)
{
  a = &a[blockIdx.x];
  for (int i = threadIdx.x; i < a->datalen; i += blockDim.x)
    a->ptr[i] *= 2;
}
""").get_function('double_array')
double_array(structs, block=(32, 1, 1), grid=(2, 1))
np.testing.assert_array_equal(first.get(), [2, 4, 6])
np.testing.assert_array_equal(second.get(), [0, 8])
double_array(np.uintp(second_place), block=(32, 1, 1), grid=(1, 1))
np.testing.assert_array_equal(first.get(), [2, 4, 6])
np.testing.assert_array_equal(second.get(), [0, 16])
print('ok')
