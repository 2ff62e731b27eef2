/* A barrier in each branch
 *
 * __syncthreads waits for all threads of the block at one place. Here half of a warp waits
 * in one branch and the other half in the other: each half waits for threads that will
 * never come to its barrier. On a GPU this may hang, may get through, or may give wrong
 * results. Here it is a trap that names both lines. The repair is to leave one barrier,
 * after the branches.
 */
extern "C" __global__ void
halves (float *f)
{
  __shared__ float part[32];
  int t = threadIdx.x;

  if (t < 16)
    {
      part[t] = t;
      __syncthreads ();
      f[t] = part[t + 16];
    }
  else
    {
      part[t] = 2 * t;
      __syncthreads ();
      f[t] = part[t - 16];
    }
}

/* gridloom
[launch]
block=32
grid=1

[arg f]
shape=32
fill=zeros

[expect]
domain=1

[view]
array=f
lens=writes
*/
