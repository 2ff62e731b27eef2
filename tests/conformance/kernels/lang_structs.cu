//! in=f32:m in=s32:n out=f32:6
struct v3 { float x, y, z; };
struct m3 { v3 r[3]; };
__device__ __noinline__ v3 cross (v3 a, v3 b) { return { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }
__device__ __noinline__ m3 turn (m3 m, int k) { m3 t; for (int i = 0; i < 3; i++) t.r[i] = m.r[(i + k) % 3]; return t; }
extern "C" __global__ void run (const float* a, const int* b, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = b[i] & 3;
    float x = a[i], y = a[(i + 7) % 384], z = a[(i + 31) % 384];
    m3 m = { { { x, y, z }, { z, x, y }, { 1, x, 2 } } };
    m = turn (m, k);
    v3 c = cross (m.r[0], m.r[k % 3]);
    float* p = out + i * 6;
    p[0] = c.x; p[1] = c.y; p[2] = c.z;
    float4 q = make_float4 (x, y, z, 1); q = k & 1 ? make_float4 (q.w, q.z, q.y, q.x) : q;
    double2 d = make_double2 (x, y); uchar4 u = make_uchar4 (k, i, k + i, 3);
    p[3] = q.x + q.y * 2; p[4] = (float) (d.x * d.y); p[5] = u.x + u.y * 2 + u.z * 3 + u.w;
}
