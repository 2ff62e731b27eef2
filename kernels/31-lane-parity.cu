/* Lane parity against warp border
 *
 * Half of the threads have much to do here, the others little. by_lane gives the work to every
 * second lane: all 32 lanes of a warp go through the loop, half of them switched off, and so do
 * all warps. by_warp gives it to every second warp: lanes of a warp take the same way, and warps
 * without work are through at once. Both compute as much, and by_lane keeps almost twice as many
 * warps busy for it.
 *
 * Press Run, choose the lens Divergence (with the button it offers to switch Profile on), and
 * then one kernel after the other in the pane Launch. In by_lane the cells with work had 52 % of
 * their warp's lanes active, those without 100 %; in by_warp all had 100 %. Warps executed 12928
 * instructions in by_lane, 6832 in by_warp.
 *
 * Divergence (Alt+0) has Instructions (Alt+9) beside it: a thread with work executed 404 of them in
 * by_lane, one without 19.
 */
#define ROUNDS 64

extern "C" __global__ void
by_lane (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i;

  if (i % 2 == 0)
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++)
      value = sqrtf (value + round);
  if (i < n)
    f[i] = value;
}

extern "C" __global__ void
by_warp (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i;

  if (i / warpSize % 2 == 0)
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++)
      value = sqrtf (value + round);
  if (i < n)
    f[i] = value;
}

/* gridloom
[launch]
kernel=by_lane
over=f
shape=1024
block=128
grid=auto

[arg f]
fill=zeros

[expect]
domain=1

[view]
array=f
lens=divergence
*/
