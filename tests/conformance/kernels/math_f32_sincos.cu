//! in=f32:t out=f32:14 tolerance=abs:4e-6,rel:2e-5
extern "C" __global__ void run(const float* x_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i];
    float* p = out + i * 14;
    float s, c, s2, c2; sincosf(x, &s, &c); sincospif(x, &s2, &c2);
    p[0] = s;
    p[1] = c;
    p[2] = s2;
    p[3] = c2;
    p[4] = __sinf(x);
    p[5] = __cosf(x);
    p[6] = __tanf(x/4);
    p[7] = __expf(x);
    p[8] = __exp10f(x);
    p[9] = __logf(fabsf(x)+0.5f);
    p[10] = __log2f(fabsf(x)+0.5f);
    p[11] = __log10f(fabsf(x)+0.5f);
    p[12] = __powf(fabsf(x)+0.5f,1.5f);
    p[13] = __fdividef(x,3.0f);
}
