/* Every block its share
 *
 * The repair of the example before: a thread starts at its number in the whole grid, and
 * steps by the number of threads in the whole grid. Now any number of blocks of any size
 * gives the right result, and every element is written once. This is called a grid-stride
 * loop.
 */
extern "C" __global__ void
doubled (const float *f, float *g, const int *info)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < info[0]; i += gridDim.x * blockDim.x)
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
