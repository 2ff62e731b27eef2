//! in=s32:a out=s32:8 arch=compute_80
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i]; int* p = out + i * 8;
    p[0] = __reduce_add_sync (~0u, v); p[1] = __reduce_min_sync (~0u, v); p[2] = __reduce_max_sync (~0u, v);
    p[3] = __reduce_add_sync (~0u, (unsigned) v); p[4] = __reduce_min_sync (~0u, (unsigned) v);
    p[5] = __reduce_and_sync (~0u, (unsigned) v | 15); p[6] = __reduce_or_sync (~0u, (unsigned) v & 240); p[7] = __reduce_xor_sync (~0u, (unsigned) v);
}
