/* Histogram with atomics
 *
 * Each thread looks at one value and counts it in its bin. Many threads want the same bin
 * at the same time; `+= 1` would lose most of the counts, atomicAdd loses none, but the
 * threads of a bin wait for each other. More than half of these values fall into the last
 * bin: the lens shows where the crowd is. Large histograms are first counted in shared
 * memory, block by block, for just this reason: privatised does.
 *
 * Choose one kernel after the other in the pane Launch: histogram writes 1024 times to bins,
 * privatised 128 times, once for each bin of each block. plain does it with += 1: it counts 128 of
 * the 1024 values on the simulator, and Races (Ctrl+1) names its line.
 *
 * Choose plain and press Ctrl+Alt+7 with the picture focused: Races (Ctrl+Alt+7) offers to look for
 * them and lights 16 of 16 bins; X goes from one to the next. Then Deviation (Alt+2) says that the
 * last bin is off by 512, Relative deviation (Alt+3) that this is 0.94 of it.
 */
#define BINS 16

extern "C" __global__ void
histogram (const unsigned char *values, unsigned int *bins, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    atomicAdd (&bins[values[i]], 1u);
}

extern "C" __global__ void
privatised (const unsigned char *values, unsigned int *bins, int n)
{
  __shared__ unsigned int own[BINS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (threadIdx.x < BINS)
    own[threadIdx.x] = 0;
  __syncthreads ();

  if (i < n)
    atomicAdd (&own[values[i]], 1u);
  __syncthreads ();

  if (threadIdx.x < BINS)
    atomicAdd (&bins[threadIdx.x], own[threadIdx.x]);
}

extern "C" __global__ void
plain (const unsigned char *values, unsigned int *bins, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    bins[values[i]] += 1;       // reads, adds, writes
}

/* gridloom
[launch]
kernel=histogram
over=values
block=128
grid=auto

[arg values]
shape=1024
fill=expr:x % 32 < 15 ? x % 32 : 15

[arg bins]
shape=16
fill=zeros

[arg n]
value=size

[expect bins]
domain=1
reference=expr:x < 15 ? 32 : 544

[view]
array=bins
lens=writes
*/
