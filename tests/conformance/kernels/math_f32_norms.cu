//! in=f32:a in=f32:b out=f32:10 tolerance=abs:1e-40,rel:4e-6
extern "C" __global__ void run(const float* x_, const float* y_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; float y = y_[i];
    float* p = out + i * 10;
    p[0] = norm3df(x,y,x);
    p[1] = norm4df(x,y,x,1);
    p[2] = rnorm3df(x,y,1);
    p[3] = rnorm4df(x,y,1,2);
    p[4] = atan2f(x,y);
    p[5] = fdimf(x,y);
    p[6] = fmaxf(x,y);
    p[7] = fminf(x,y);
    p[8] = remainderf(x,y);
    p[9] = fmodf(x,y);
}
