//! in=s32:a out=s32:4
struct shape { __device__ virtual int area (int k) const = 0; __device__ virtual ~shape () {} int side; };
struct square : shape { __device__ int area (int k) const override { return side * side + k; } };
struct bar : shape { int w; __device__ int area (int k) const override { return side * w - k; } };
struct tall : bar { __device__ int area (int k) const override { return bar::area (k) * 2; } };
extern "C" __global__ void run (const int* a, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i] & 1023;
    square s; bar b; tall t; s.side = v; b.side = v; b.w = 3; t.side = v; t.w = 5;
    shape* all[3] = { &s, &b, &t };
    for (int k = 0; k < 3; k++) out[i * 4 + k] = all[(k + v) % 3]->area (k);
    shape* made = v & 1 ? (shape*) new square (s) : (shape*) new tall (t);
    out[i * 4 + 3] = made->area (9);
    delete made;
}
