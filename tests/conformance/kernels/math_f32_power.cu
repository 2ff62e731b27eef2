//! in=f32:a in=f32:b out=f32:9 tolerance=abs:1e-40,rel:4e-6
extern "C" __global__ void run(const float* x_, const float* y_, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = x_[i]; float y = y_[i];
    float* p = out + i * 9;
    p[0] = powf(x,y);
    p[1] = powf(fabsf(x),0.37f);
    p[2] = cbrtf(x);
    p[3] = rcbrtf(x);
    p[4] = sqrtf(x);
    p[5] = rsqrtf(x);
    p[6] = hypotf(x,y);
    p[7] = rhypotf(x,y);
    p[8] = powf(x,3.0f);
}
