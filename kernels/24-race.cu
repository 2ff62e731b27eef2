/* A race for shared memory
 *
 * Each thread of a block wants the number of its neighbour to the right. It puts its own
 * into shared memory and reads the next one, but nobody waits in between: a thread of
 * another warp may not have written yet. That is a race. What comes out depends on the
 * order of the warps, so that it may look right for years. Switch on Races (Ctrl+1): each
 * of the two lines is named, with the two threads that met. A __syncthreads() between
 * the lines mends it.
 *
 * The lens Uninitialised reads (Ctrl+Alt+8 in the picture), once a run looks for them, shows what
 * came of it: 6 of the 256 cells were left with what was read from part before anybody had written
 * there; U goes from one to the next. Seeds (Ctrl+Alt+6) tries other orders of the warps: 7 cells
 * depend on them, the last threads of all warps but one.
 */
#define THREADS 128

extern "C" __global__ void
rotate (const int *in, int *out, int n)
{
  __shared__ int part[THREADS];
  int t = threadIdx.x;
  int i = blockIdx.x * THREADS + t;

  part[t] = i < n ? in[i] : 0;
  if (i < n)
    out[i] = part[(t + 1) % THREADS];
}

/* gridloom
[launch]
over=out
shape=256
block=128
grid=auto

[arg in]
fill=iota

[expect]
domain=1

[view]
array=out
lens=value
*/
