//! in=f32:t out=f32:6 tolerance=abs:2e-6,rel:2e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 6;
    p[0] = sinhf(x);
    p[1] = coshf(x);
    p[2] = tanhf(x);
    p[3] = asinhf(x);
    p[4] = acoshf(fabsf(x)+1);
    p[5] = atanhf(x/16);
}
