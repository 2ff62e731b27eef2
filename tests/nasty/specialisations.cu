/* nasty: launches k<int> out=2,2,2 */
template <typename T> __global__ void k (T *out) { out[threadIdx.x] = 1; }
template <> __global__ void k<int> (int *out) { out[threadIdx.x] = 2; }
template <> __global__ void k (float *out) { out[threadIdx.x] = 3; }

int main () { k<<<1, 32>>> ((int *) nullptr); k<float><<<1, 32>>> (nullptr); }
