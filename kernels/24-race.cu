/* A race for shared memory
 *
 * Each thread of a block wants the number of its neighbour to the right. It puts its own
 * into shared memory and reads the next one, but nobody waits in between: a thread of
 * another warp may not have written yet. That is a race. What comes out depends on the
 * order of the warps, so that it may look right for years. Turn on Look for Races: each
 * of the two lines is named, with the two threads that met. A __syncthreads() between
 * the lines mends it.
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
