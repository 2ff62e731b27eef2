//! in=u32:a in=f32:a out=u32:8
struct packed { unsigned a : 3, b : 7, c : 13, d : 9; };
struct __align__(16) wide { char tag; short s; int i; long long l; };
union mix { float f; unsigned u; unsigned char c[4]; struct { unsigned short lo, hi; } h; };
extern "C" __global__ void run (const unsigned* a, const float* f, unsigned* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned* p = out + i * 8;
    packed k; k.a = a[i]; k.b = a[i] >> 3; k.c = a[i] >> 5; k.d = a[i] >> 20; k.c += k.b; k.a -= 1;
    p[0] = k.a | k.b << 8; p[1] = k.c; p[2] = k.d;
    mix m; m.f = f[i]; p[3] = m.c[3] * 256u + m.c[0]; m.c[1] = (unsigned char) i; p[4] = m.u; p[5] = m.h.hi;
    wide w[2]; w[0] = { 'a', (short) a[i], (int) a[i], (long long) a[i] * 3 }; w[1] = w[0]; w[1].l -= 5; w[i & 1].i ^= 77;
    p[6] = (unsigned) (w[0].l + w[1].l) + w[0].i; p[7] = w[1].i + w[1].s + w[0].tag + sizeof (wide);
}
