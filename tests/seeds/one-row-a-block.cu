/* A block has a row of a three-dimensional field at a time: its threads walk along x, blockIdx
 * tells row and plane. The inner cells get the sum of their six neighbours; a row of 18 inner
 * cells keeps 18 of 32 threads busy. */
extern "C" __global__ void
six_neighbours (const double *f, double *g, int cols, int rows, int planes)
{
  int y = blockIdx.x + 1;
  int z = blockIdx.y + 1;

  if (y >= rows - 1 || z >= planes - 1)
    return;
  for (int x = threadIdx.x + 1; x < cols - 1; x += blockDim.x)
    {
      int i = (z * rows + y) * cols + x;

      g[i] = f[i - 1] + f[i + 1] + f[i - cols] + f[i + cols] + f[i - cols * rows] + f[i + cols * rows];
    }
}

/* gridloom
[launch]
block=32
grid=10,6
manual-grid=true
shape=8,12,20

[arg f]
fill=expr:x * x + 10 * y + 100 * z

[arg planes]
value=planes

[expect g]
domain=x > 0 && x < cols - 1 && y > 0 && y < rows - 1 && z > 0 && z < planes - 1
reference=expr:x > 0 && x < cols - 1 && y > 0 && y < rows - 1 && z > 0 && z < planes - 1 ? 6 * (x * x + 10 * y + 100 * z) + 2 : 0
*/
