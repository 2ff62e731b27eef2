/* Every block does the same work
 *
 * The length comes in an array of its own, info, and the loop lets one block walk over all
 * elements: it starts at threadIdx.x and steps by blockDim.x. That is right for one block.
 * Launched with four, each block walks over the whole array, because blockIdx appears
 * nowhere: every element is computed and written four times. The result is right, three
 * quarters of the work is wasted, and only the number of writes tells.
 *
 * Press digits with the picture focused: Writes (2) says 4 everywhere. Lowest writer (4) and
 * Highest writer (5) are not the same: element 0 was written by threads 0 to 96, of four blocks.
 */
extern "C" __global__ void
doubled (const float *f, float *g, const int *info)
{
  for (int i = threadIdx.x; i < info[0]; i += blockDim.x)
    g[i] = 2.0f * f[i];
}

/* gridloom
[launch]
block=32
grid=4
shape=128

[arg f]
fill=iota

[arg info]
shape=1
fill=values:128

[expect]
domain=1
reference=expr:2 * x

[view]
array=g
lens=writes
*/
