/* Histogram with atomics
 *
 * Each thread looks at one value and counts it in its bin. Many threads want the same bin
 * at the same time; `+= 1` would lose most of the counts, atomicAdd loses none, but the
 * threads of a bin wait for each other. More than half of these values fall into the last
 * bin: the lens shows where the crowd is. Large histograms are first counted in shared
 * memory, block by block, for just this reason.
 */
extern "C" __global__ void
histogram (const unsigned char *values, unsigned int *bins, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    atomicAdd (&bins[values[i]], 1u);
}

/* gridloom
[launch]
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
