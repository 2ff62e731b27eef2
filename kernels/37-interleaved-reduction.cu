/* Reduction, interleaved
 *
 * A block adds 256 numbers. interleaved lets every second thread take over its neighbour's number,
 * then every fourth, and so on: fewer and fewer lanes of all eight warps have something to do, and
 * the rest wait for them. halves does the same additions with the threads at the front, so that
 * whole warps rest.
 *
 * Switch on Profile (Ctrl+3), choose Active Lanes beside the lines (Ctrl+Shift+G), and one kernel
 * after the other in the pane Launch. With the cursor in the line that adds the
 * words below say 5.4 of 32 lanes for interleaved, 21.2 of 32 for halves.
 */
#define THREADS 256

extern "C" __global__ void
interleaved (const float *values, float *sums)
{
  __shared__ float part[THREADS];
  int t = threadIdx.x;

  part[t] = values[blockIdx.x * THREADS + t];
  __syncthreads ();

  for (int step = 1; step < THREADS; step *= 2)
    {
      if (t % (2 * step) == 0)
        part[t] += part[t + step];      // every second, fourth, eighth …
      __syncthreads ();
    }

  if (t == 0)
    sums[blockIdx.x] = part[0];
}

extern "C" __global__ void
halves (const float *values, float *sums)
{
  __shared__ float part[THREADS];
  int t = threadIdx.x;

  part[t] = values[blockIdx.x * THREADS + t];
  __syncthreads ();

  for (int half = THREADS / 2; half > 0; half /= 2)
    {
      if (t < half)
        part[t] += part[t + half];      // those at the front
      __syncthreads ();
    }

  if (t == 0)
    sums[blockIdx.x] = part[0];
}

/* gridloom
[launch]
kernel=interleaved
over=values
block=256

[arg values]
shape=512
fill=iota

[arg sums]
shape=2
fill=zeros

[expect sums]
domain=1
reference=expr:32640 + 65536 * x

[view]
array=values
lens=value
*/
