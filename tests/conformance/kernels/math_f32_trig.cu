//! in=f32:t out=f32:10 tolerance=abs:2e-6,rel:2e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 10;
    p[0] = sinf(x);
    p[1] = cosf(x);
    p[2] = tanf(x);
    p[3] = sinpif(x);
    p[4] = cospif(x);
    p[5] = asinf(x/16);
    p[6] = acosf(x/16);
    p[7] = atanf(x);
    p[8] = sinf(x*1e6f);
    p[9] = cosf(x*3e7f);
}
