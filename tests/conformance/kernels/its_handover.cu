//! in=s32:n out=s32:2
__device__ volatile int turn[6]; __device__ int lock; __device__ int shared_total;
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    while (turn[blockIdx.x] != t) { }
    out[i * 2] = turn[blockIdx.x] * 10 + a[i];
    __threadfence ();
    turn[blockIdx.x] = t + 1;
    bool done = false;
    while (!done)
        if (atomicCAS (&lock, 0, 1) == 0) { __threadfence (); shared_total += a[i]; __threadfence (); atomicExch (&lock, 0); done = true; }
    out[i * 2 + 1] = 1;
}
