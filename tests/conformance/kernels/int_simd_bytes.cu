//! in=u32:a in=u32:b out=u32:26 tolerance=exact
extern "C" __global__ void run(const unsigned* x_, const unsigned* y_, unsigned* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = x_[i]; unsigned y = y_[i];
    unsigned* p = out + i * 26;
    p[0] = __vadd4(x,y);
    p[1] = __vaddss4(x,y);
    p[2] = __vaddus4(x,y);
    p[3] = __vsub4(x,y);
    p[4] = __vsubss4(x,y);
    p[5] = __vsubus4(x,y);
    p[6] = __vabs4(x);
    p[7] = __vabsss4(x);
    p[8] = __vabsdiffs4(x,y);
    p[9] = __vabsdiffu4(x,y);
    p[10] = __vavgs4(x,y);
    p[11] = __vavgu4(x,y);
    p[12] = __vhaddu4(x,y);
    p[13] = __vmaxs4(x,y);
    p[14] = __vmaxu4(x,y);
    p[15] = __vmins4(x,y);
    p[16] = __vminu4(x,y);
    p[17] = __vneg4(x);
    p[18] = __vnegss4(x);
    p[19] = __vsads4(x,y);
    p[20] = __vsadu4(x,y);
    p[21] = __vcmpeq4(x,y);
    p[22] = __vcmpgts4(x,y);
    p[23] = __vcmpltu4(x,y);
    p[24] = __vsetges4(x,y);
    p[25] = __vsetne4(x,y);
}
