//! in=u32:a in=u32:b out=u32:26 tolerance=exact
extern "C" __global__ void run(const unsigned* x_, const unsigned* y_, unsigned* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = x_[i]; unsigned y = y_[i];
    unsigned* p = out + i * 26;
    bool b;
    p[0] = __vadd2(x,y);
    p[1] = __vaddss2(x,y);
    p[2] = __vaddus2(x,y);
    p[3] = __vsub2(x,y);
    p[4] = __vsubss2(x,y);
    p[5] = __vsubus2(x,y);
    p[6] = __vabs2(x);
    p[7] = __vabsss2(x);
    p[8] = __vabsdiffs2(x,y);
    p[9] = __vabsdiffu2(x,y);
    p[10] = __vavgs2(x,y);
    p[11] = __vavgu2(x,y);
    p[12] = __vmaxs2(x,y);
    p[13] = __vmaxu2(x,y);
    p[14] = __vmins2(x,y);
    p[15] = __vminu2(x,y);
    p[16] = __vneg2(x);
    p[17] = __vnegss2(x);
    p[18] = __vsads2(x,y);
    p[19] = __vsadu2(x,y);
    p[20] = __vcmpeq2(x,y);
    p[21] = __vcmpgts2(x,y);
    p[22] = __vsetleu2(x,y);
    p[23] = __viaddmax_s32(x,y,3);
    p[24] = __vimax3_s32(x,y,7);
    p[25] = __vibmax_u32(x,y,&b);
}
