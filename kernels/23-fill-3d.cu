/* A box of cells, plane by plane
 *
 * Three-dimensional arrays get three-dimensional blocks, by default 8 x 8 x 4 threads. The
 * 16 x 16 x 16 cells need 2 x 2 x 4 such blocks and no thread is idle. The picture shows
 * one plane at a time: a block is four planes thick. With a block of 16,8,8 the grid
 * becomes 1,2,2; set the grid to 1,1,2 by hand and half of the cells are missed, to 2,2,2
 * and 4096 threads are beside the array.
 */
extern "C" __global__ void
twice (const double *f, double *g, int cols, int rows, int planes)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int i = (z * rows + y) * cols + x;

  if (x < cols && y < rows && z < planes)
    g[i] = 2 * f[i];
}

/* gridloom
[launch]
grid=auto
shape=16,16,16

[arg f]
fill=iota

[arg planes]
value=planes

[expect]
domain=1
reference=expr:2 * ((z * rows + y) * cols + x)

[view]
array=g
lens=block
plane=5
*/
