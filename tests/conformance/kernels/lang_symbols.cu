//! in=s32:n out=s32:4
__constant__ int table[8] = { 5, 4, 3, 2, 1, 9, 8, 7 };
__constant__ struct { float f; short s[3]; } record = { 2.5f, { 1, -2, 3 } };
__device__ int counts[64];
__device__ int initial = 17;
__device__ const char words[3][6] = { "zero", "one", "two" };
__device__ int (*chosen) (int);
__device__ int twice (int x) { return 2 * x; }
__device__ int thrice (int x) { return 3 * x; }
__device__ int (*const ways[2]) (int) = { twice, thrice };
__device__ int* const place = &initial;
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i];
    atomicAdd (&counts[v & 63], 1);
    out[i * 4] = table[v & 7] + record.s[v % 3] + (int) (record.f * 4);
    out[i * 4 + 1] = words[v % 3][v % 5] + *place;
    out[i * 4 + 2] = ways[v & 1] (i);
    out[i * 4 + 3] = sizeof (table) + (&counts[1] - counts);
}
