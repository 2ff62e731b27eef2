//! in=f32:t out=f32:3 tolerance=abs:2e-6,rel:4e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 3;
    p[0] = tgammaf(x);
    p[1] = lgammaf(x);
    p[2] = tgammaf(x*2);
}
