//! in=s32:a in=s32:b in=s32:c out=s32:25 tolerance=exact
extern "C" __global__ void run(const int* x_, const int* y_, const int* z_, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = x_[i]; int y = y_[i]; int z = z_[i];
    int* p = out + i * 25;
    p[0] = __mul24(x,y);
    p[1] = __umul24(x,y);
    p[2] = __mulhi(x,y);
    p[3] = (int)__umulhi(x,y);
    p[4] = __sad(x,y,z);
    p[5] = (int)__usad(x,y,z);
    p[6] = __clz(x);
    p[7] = __ffs(x);
    p[8] = __popc(x);
    p[9] = __brev(x);
    p[10] = __byte_perm(x,y,z);
    p[11] = __funnelshift_l(x,y,z);
    p[12] = __funnelshift_lc(x,y,z);
    p[13] = __funnelshift_r(x,y,z);
    p[14] = __funnelshift_rc(x,y,z);
    p[15] = __hadd(x,y);
    p[16] = __rhadd(x,y);
    p[17] = (int)__uhadd(x,y);
    p[18] = (int)__urhadd(x,y);
    p[19] = abs(x);
    p[20] = min(x,y);
    p[21] = max(x,y);
    p[22] = __dp4a(x,y,z);
    p[23] = __dp2a_lo(x,y,z);
    p[24] = __dp2a_hi(x,y,z);
}
