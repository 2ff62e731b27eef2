//! in=f32:k out=s64:14 tolerance=exact
extern "C" __global__ void run(const float* x_, long long* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    long long* p = out + i * 14;
    p[0] = lrintf(x);
    p[1] = llrintf(x);
    p[2] = lroundf(x);
    p[3] = llroundf(x);
    p[4] = (int)x;
    p[5] = (unsigned)x;
    p[6] = (long long)x;
    p[7] = (long long)(unsigned long long)x;
    p[8] = ilogbf(x);
    p[9] = __float2int_rn(x);
    p[10] = __float2uint_ru(x);
    p[11] = __float2ll_rd(x);
    p[12] = (long long)__float2ull_rz(x);
    p[13] = __float_as_int(x);
}
