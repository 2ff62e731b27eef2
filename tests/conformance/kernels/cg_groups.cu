//! in=s32:a out=s32:8
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void run (const int* a, int* out)
{
    auto block = cg::this_thread_block (); auto grid = cg::this_grid ();
    auto t16 = cg::tiled_partition<16> (block); auto t2 = cg::tiled_partition<2> (block); auto t1 = cg::tiled_partition<1> (block);
    int i = grid.thread_rank (), v = a[i] & 1023; int* p = out + i * 8;
    p[0] = cg::reduce (t16, v, cg::plus<int> ()); p[1] = cg::reduce (t2, v, cg::greater<int> ());
    p[2] = cg::inclusive_scan (t16, v); p[3] = cg::exclusive_scan (t16, v);
    auto active = cg::coalesced_threads (); p[4] = active.size ();
    if (v & 1) { auto odd = cg::coalesced_threads (); p[5] = odd.size () * 100 + odd.thread_rank (); p[6] = odd.shfl (v, 0); }
    else { p[5] = -1; p[6] = -2; }
    auto part = cg::binary_partition (t16, (v & 2) != 0); p[7] = part.size () + t1.size () + (int) grid.size ();
    block.sync ();
}
