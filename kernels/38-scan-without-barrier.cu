/* A scan without a barrier
 *
 * Running sums, by doubling: in each round a thread adds the sum of the thread that is 1, 2, 4,
 * … further left. hasty writes its own sum at once, while a neighbour of another warp may still
 * have to read the old one. That is a race: what comes out depends on the order of the warps.
 * patient reads, waits, writes, waits.
 *
 * In the order that the simulator takes by itself hasty is right in all 128 cells, by luck. Switch
 * on Another order (Ctrl+5): in order 1 it is wrong in 87 of them, in order 2 in 80; choose patient
 * in the pane Launch, and none is wrong in any. Races (Ctrl+1) finds what is behind it without luck:
 * it names the line that adds, and nothing of patient.
 *
 * Mismatch (Alt+1) marks the cells that are wrong. To see what an order changed, pin the first run as A
 * (Ctrl+B), switch the order on, and press F: Change (Ctrl+Alt+2) says by how much each sum is more or
 * less, Difference (Ctrl+Alt+1) what else is not the same. Seeds (Ctrl+Alt+6) lights 95 cells of hasty,
 * each of which comes to another value in one of eight orders, and none of patient.
 */
#define THREADS 128

extern "C" __global__ void
hasty (const int *in, int *sums)
{
  __shared__ int part[THREADS];
  int t = threadIdx.x;

  part[t] = in[t];
  __syncthreads ();

  for (int step = 1; step < THREADS; step *= 2)
    {
      if (t >= step)
        part[t] += part[t - step];      // reads and writes
      __syncthreads ();
    }

  sums[t] = part[t];
}

extern "C" __global__ void
patient (const int *in, int *sums)
{
  __shared__ int part[THREADS];
  int t = threadIdx.x;

  part[t] = in[t];
  __syncthreads ();

  for (int step = 1; step < THREADS; step *= 2)
    {
      int left = t >= step ? part[t - step] : 0;

      __syncthreads ();
      part[t] += left;
      __syncthreads ();
    }

  sums[t] = part[t];
}

/* gridloom
[launch]
kernel=hasty
over=sums
block=128

[arg in]
shape=128
fill=ones

[arg sums]
shape=128
fill=zeros

[expect sums]
domain=1
reference=expr:x + 1

[view]
array=sums
lens=value
*/
