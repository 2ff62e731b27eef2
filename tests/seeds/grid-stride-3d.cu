/* Eight blocks go over a field that is much larger than they are: along each axis a thread goes
 * on by the size of the grid. The field is doubled cell by cell. */
extern "C" __global__ void
twice (const double *f, double *g, int cols, int rows, int planes)
{
  for (int z = blockIdx.z * blockDim.z + threadIdx.z; z < planes; z += gridDim.z * blockDim.z)
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < rows; y += gridDim.y * blockDim.y)
      for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < cols; x += gridDim.x * blockDim.x)
        {
          int i = (z * rows + y) * cols + x;

          g[i] = 2 * f[i];
        }
}

/* gridloom
[launch]
block=8,4,2
grid=2,2,2
manual-grid=true
shape=11,21,37

[arg f]
fill=iota

[arg planes]
value=planes

[expect g]
domain=1
reference=expr:2 * ((z * rows + y) * cols + x)
*/
