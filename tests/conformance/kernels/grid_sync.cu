//! in=s32:n out=s32:2 cooperative
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int stage[384];
extern "C" __global__ void run (const int* a, int* out)
{
    auto grid = cg::this_grid (); int i = grid.thread_rank (), n = grid.size ();
    stage[i] = a[i]; grid.sync ();
    int x = stage[(i + 65) % n]; grid.sync ();
    stage[i] = x * 2 + i; grid.sync ();
    out[i * 2] = stage[n - 1 - i]; out[i * 2 + 1] = x;
}
