/* Triangle by a guard, grid too small
 *
 * The same launch as the band, 2 x 3 blocks of 4 x 4 threads, but the columns are counted
 * from zero and a guard keeps the lower triangle free. Now the grid reaches only the first
 * 8 columns and 12 rows, and of those 96 threads just 36 are on or above the diagonal.
 * Compare it with the band: the same number of threads, another way to number them,
 * another picture.
 */
extern "C" __global__ void
guarded (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows && x >= y)
    f[y * cols + x] = 1.0f;
}

/* gridloom
[launch]
block=4,4
grid=2,3

[arg f]
shape=16,16
fill=zeros

[expect]
domain=x >= y

[view]
array=f
lens=expected
style=pystencils
*/
