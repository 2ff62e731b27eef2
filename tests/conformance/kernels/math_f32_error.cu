//! in=f32:t out=f32:7 tolerance=abs:1e-6,rel:4e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 7;
    p[0] = erff(x);
    p[1] = erfcf(x);
    p[2] = erfcxf(x/2);
    p[3] = erfinvf(x/16);
    p[4] = erfcinvf(x/16+1);
    p[5] = normcdff(x);
    p[6] = normcdfinvf(x/32+0.5f);
}
