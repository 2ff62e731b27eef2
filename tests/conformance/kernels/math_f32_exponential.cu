//! in=f32:t out=f32:6 tolerance=abs:1e-37,rel:3e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 6;
    p[0] = expf(x);
    p[1] = exp2f(x);
    p[2] = exp10f(x);
    p[3] = expm1f(x);
    p[4] = expf(-x*6);
    p[5] = exp2f(x*9);
}
