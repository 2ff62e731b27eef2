/* Atomics under branches that part a warp, one of them a swap that fails, one on a variable. */
__device__ unsigned tickets;

__global__ void divergent_atomics (unsigned *out, unsigned *flags)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i % 3 == 0)
    atomicAdd (&out[i % 16], 1u);
  else if (i % 3 == 1)
    {
      if (i % 7 < 4)
        atomicCAS (&flags[i % 32], 1000u, 7u);
      else
        atomicMax (&flags[i % 32 + 32], (unsigned) i);
    }
  else if (i % 11 == 0)
    atomicInc (&tickets, 1000000u);
}

/* gridloom
[launch]
block=96
grid=4
manual-grid=true
[arg out]
shape=16
[arg flags]
shape=64
*/
