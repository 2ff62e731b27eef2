//! in=f32:p out=f32:7 tolerance=abs:2e-6,rel:2e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 7;
    p[0] = logf(x);
    p[1] = log2f(x);
    p[2] = log10f(x);
    p[3] = log1pf(x);
    p[4] = logbf(x);
    p[5] = (float)ilogbf(x);
    p[6] = log1pf(-x*1e-3f);
}
