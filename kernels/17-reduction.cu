/* Sum by blocks
 *
 * A block adds 256 numbers in eight rounds: in each round the lower half of the threads
 * that are left takes over the upper half's numbers. Half of the threads rest after the
 * first round, but they are the upper half, so that whole warps rest. At the end of this
 * reduction one thread of each block adds the block's sum to the total; the four blocks
 * meet there at any time, so this must be an atomic addition.
 */
#define THREADS 256

extern "C" __global__ void
sum_blocks (const float *values, float *total, int n)
{
  __shared__ float part[THREADS];
  int t = threadIdx.x;
  int i = blockIdx.x * THREADS + t;

  part[t] = i < n ? values[i] : 0.0f;
  __syncthreads ();

  for (int half = THREADS / 2; half > 0; half /= 2)
    {
      if (t < half)
        part[t] += part[t + half];
      __syncthreads ();
    }

  if (t == 0)
    atomicAdd (total, part[0]);
}

/* gridloom
[launch]
over=values
block=256
grid=auto

[arg values]
shape=1000
fill=iota

[arg total]
shape=1
fill=zeros

[arg n]
value=size

[expect total]
domain=1
reference=expr:499500

[view]
array=total
lens=writes
*/
