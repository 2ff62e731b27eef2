//! in=f32:a in=f32:b out=f32:13 tolerance=exact
extern "C" __global__ void run(const float* x_, const float* y_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; float y = y_[i];
    float* p = out + i * 13;
    p[0] = ceilf(x);
    p[1] = floorf(x);
    p[2] = truncf(x);
    p[3] = roundf(x);
    p[4] = rintf(x);
    p[5] = nearbyintf(y);
    p[6] = copysignf(x,y);
    p[7] = nextafterf(x,y);
    p[8] = fabsf(x);
    p[9] = (float)signbit(x);
    p[10] = (float)isnan(x);
    p[11] = (float)isinf(x);
    p[12] = (float)isfinite(y);
}
