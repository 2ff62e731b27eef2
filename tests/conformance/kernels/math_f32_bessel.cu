//! in=f32:t out=f32:8 tolerance=abs:2e-6,rel:4e-6
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 8;
    p[0] = j0f(x);
    p[1] = j1f(x);
    p[2] = jnf(3,x);
    p[3] = y0f(fabsf(x)+0.1f);
    p[4] = y1f(fabsf(x)+0.1f);
    p[5] = ynf(2,fabsf(x)+0.1f);
    p[6] = cyl_bessel_i0f(x);
    p[7] = cyl_bessel_i1f(x);
}
