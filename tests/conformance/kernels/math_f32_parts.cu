//! in=f32:a in=f32:b out=f32:11 tolerance=exact
extern "C" __global__ void run(const float* x_, const float* y_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; float y = y_[i];
    float* p = out + i * 11;
    int e = 0, q = 0; float ip;
    p[0] = scalbnf(x, 5);
    p[1] = scalblnf(x, -7);
    p[2] = ldexpf(x, -140);
    p[3] = frexpf(x, &e);
    p[4] = (float)e;
    p[5] = modff(x, &ip);
    p[6] = ip;
    p[7] = remquof(x, y, &q);
    p[8] = (float)(q & 7);
    p[9] = fmaf(x, y, x);
    p[10] = __saturatef(x);
}
