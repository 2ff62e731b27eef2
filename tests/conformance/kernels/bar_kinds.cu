//! in=s32:a out=s32:6
extern "C" __global__ void run (const int* a, int* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x; int* p = out + i * 6;
    p[0] = __syncthreads_count (a[i] & 1); p[1] = __syncthreads_and (a[i] != 3); p[2] = __syncthreads_or (a[i] == 7);
    s[t] = a[i]; __syncthreads ();
    for (int k = 32; k; k /= 2) { if (t < k) s[t] += s[t + k]; __syncthreads (); }
    p[3] = s[0]; __syncthreads ();
    if (t < 32) { s[t] = t; asm volatile ("bar.sync 3, 32;"); p[4] = s[31 - t]; asm volatile ("bar.sync 3, 32;"); }
    else { asm volatile ("bar.sync 5, 32;" ::: "memory"); s[t] = -t; asm volatile ("barrier.sync 5, 32;" ::: "memory"); p[4] = s[95 - t]; }
    __syncthreads ();
    if (t < 32) { s[t] = t * 3; __threadfence_block (); asm volatile ("bar.arrive 7, 64;" ::: "memory"); p[5] = 0; }
    else { asm volatile ("bar.sync 7, 64;" ::: "memory"); p[5] = s[t - 32]; }
}
