//! in=s32:a out=s32:14
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i], lane = threadIdx.x & 31; int* p = out + i * 14;
    p[0] = __shfl_sync (~0u, v, lane ^ 5); p[1] = __shfl_up_sync (~0u, v, 3, 8); p[2] = __shfl_down_sync (~0u, v, 2, 16);
    p[3] = __shfl_xor_sync (~0u, v, 9); p[4] = __shfl_sync (~0u, v, 35, 4);
    p[5] = __ballot_sync (~0u, v & 1); p[6] = __any_sync (~0u, v == 7) | __all_sync (~0u, v != 123) << 1;
    p[7] = __match_any_sync (~0u, v & 3); int pred; p[8] = __match_all_sync (~0u, v & 0, &pred); p[8] += pred;
    long long w = __shfl_xor_sync (~0u, (long long) v * 77777, 1); p[9] = (int) (w >> 8);
    double d = __shfl_down_sync (~0u, v * 0.5, 4); p[10] = (int) d;
    int sum = v & 255;
    for (int k = 16; k; k /= 2) sum += __shfl_xor_sync (~0u, sum, k);
    p[11] = sum;
    int scan = v & 15;
    for (int k = 1; k < 32; k *= 2) { int u = __shfl_up_sync (~0u, scan, k); if (lane >= k) scan += u; }
    p[12] = scan;
    if (lane < 20) p[13] = __shfl_sync (0xfffffu, v, (lane + 1) % 20) ^ __ballot_sync (0xfffffu, lane & 2);
    else p[13] = __popc (__activemask () & 0xfff00000u) > 0;
}
