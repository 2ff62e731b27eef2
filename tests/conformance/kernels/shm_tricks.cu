//! in=s32:a out=s32:4 shared=1024
extern __shared__ int dynamic[];
template <int N> struct tile { int c[N][N + 1]; };
extern "C" __global__ void run (const int* a, int* out)
{
    __shared__ tile<8> t; __shared__ double d[64]; __shared__ unsigned char bytes[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = threadIdx.x;
    t.c[k / 8][k % 8] = a[i]; d[k] = a[i] * 0.25; bytes[k] = (unsigned char) a[i]; dynamic[k] = a[i] ^ k; ((float*) dynamic)[64 + k] = k;
    __syncthreads ();
    out[i * 4] = t.c[k % 8][k / 8]; out[i * 4 + 1] = (int) d[63 - k]; out[i * 4 + 2] = bytes[(k + 5) % 64] + *(unsigned short*) &bytes[(k * 2) % 64];
    out[i * 4 + 3] = dynamic[(k + 1) % 64] + (int) ((float*) dynamic)[64 + 63 - k];
}
