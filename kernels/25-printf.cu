/* Words from a kernel
 *
 * The first thread of each block prints which block it is in, and which cells the block has.
 * What a kernel prints is listed under Output, in the order in which it was said: blocks
 * of a GPU say it in any order, here it is the same one each time. Print from few
 * threads: a million lines are no answer to any question.
 */
#include <stdio.h>

extern "C" __global__ void
greet (int *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (threadIdx.x == 0)
    printf ("block %d of %d: cells %d to %d\n", blockIdx.x, gridDim.x, i,
            min (i + (int) blockDim.x, n) - 1);
  if (i < n)
    f[i] = blockIdx.x;
}

/* gridloom
[launch]
block=32
grid=auto

[arg f]
shape=100

[expect]
domain=1
reference=expr:x / 32

[view]
array=f
lens=value
*/
