//! in=s32:n out=s32:2
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i], n = 0, k = 0;
again:
    if (k++ > v) goto done;
    for (int j = 0; j < 5; j++)
        for (int l = 0; l < 5; l++)
        {
            if ((j * l + k) % 7 == 6) goto next;
            if (j + l == v) continue;
            n += j - l + k;
        }
next:
    n ^= k;
    if (n & 1) goto again;
    do { n += 3; } while (n % 4 != v % 4 && ++k < 90);
    goto again;
done:
    out[i * 2] = n; out[i * 2 + 1] = k;
}
