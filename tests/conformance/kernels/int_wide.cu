//! in=s64:a in=s64:b out=s64:17 tolerance=exact
extern "C" __global__ void run(const long long* x_, const long long* y_, long long* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long x = x_[i]; long long y = y_[i];
    long long* p = out + i * 17;
    p[0] = x*y;
    p[1] = x/(y?y:3);
    p[2] = x%(y?y:3);
    p[3] = (long long)((unsigned long long)x/(unsigned long long)(y?y:3));
    p[4] = __mul64hi(x,y);
    p[5] = (long long)__umul64hi(x,y);
    p[6] = __clzll(x);
    p[7] = __ffsll(x);
    p[8] = __popcll(x);
    p[9] = (long long)__brevll(x);
    p[10] = x<<(y&63);
    p[11] = x>>(y&63);
    p[12] = llabs(x);
    p[13] = llmin(x,y);
    p[14] = llmax(x,y);
    p[15] = (long long)((__int128)x*y>>40);
    p[16] = (long long)(((unsigned __int128)(unsigned long long)x<<31)/((unsigned long long)y|1));
}
