/* nasty: launches k out=1,1,1 */
__global__ void somewhere_else (int *out);
extern __global__ void elsewhere (float *a, int n);
template <class T> __global__ void later (T *);
__global__ void k (int *out);
__global__ void k (int *out);
__device__ int one ();

__global__ void k (int *out) { out[threadIdx.x] = one (); }
__device__ int one () { return 1; }
