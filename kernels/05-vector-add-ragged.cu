/* Vector addition, a ragged end
 *
 * 1000 elements are not a multiple of 128. The grid is rounded up, ceil(1000 / 128) = 8
 * blocks, and the 24 threads beyond the end are turned away by the guard. All of them
 * are in the last warp of the last block, the only one that is not full: a ragged end
 * costs little.
 *
 * Block (6) colours each element by its block, Thread (7) by the thread's number in it, Warp (8) by
 * its warp, Lane (9) by its place in the warp: press the digits with the picture focused.
 */
extern "C" __global__ void
add (const float *a, const float *b, float *c, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    c[i] = a[i] + b[i];
}

/* gridloom
[launch]
block=128
grid=auto
shape=1000

[arg a]
fill=iota

[arg b]
fill=expr:2 * x

[arg n]
value=size

[expect]
domain=1
reference=expr:3 * x

[view]
array=c
lens=block
*/
