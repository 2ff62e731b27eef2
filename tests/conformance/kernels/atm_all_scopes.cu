//! in=s32:n out=s32:12
__device__ int cells[16]; __device__ unsigned long long wide[8]; __device__ float sums[4]; __device__ double dsums[4];
extern "C" __global__ void run (const int* a, int* out)
{
    __shared__ int s[8]; __shared__ unsigned long long w[2]; __shared__ float f[2];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, v = a[i];
    if (t < 8) s[t] = 0; if (t < 2) { w[t] = 0; f[t] = 0; }
    __syncthreads ();
    atomicAdd (&s[0], v); atomicSub (&s[1], v); atomicMin (&s[2], -v); atomicMax (&s[3], v); atomicOr (&s[4], v);
    atomicXor (&s[5], v); atomicAdd_block (&s[6], 1); atomicAnd (&s[7], v | 64);
    atomicAdd (&w[0], (unsigned long long) v << 33); atomicMax (&w[1], (unsigned long long) v * 7); atomicAdd (&f[0], (float) v);
    __syncthreads ();
    int* p = out + i * 12;
    for (int k = 0; k < 8; k++) p[k] = s[k];
    p[8] = (int) (w[0] >> 33); p[9] = (int) w[1]; p[10] = (int) f[0];
    atomicAdd_system (&cells[v & 15], v); atomicAdd (&wide[v & 7], v); atomicAdd (&sums[v & 3], 1.0f); atomicAdd (&dsums[v & 3], 0.5);
    p[11] = atomicCAS (&cells[0], -12345, 1) == -12345;
}
