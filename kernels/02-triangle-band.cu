/* Triangle as a diagonal band
 *
 * Here the row says where a row of threads begins: the first thread of row y is on the
 * diagonal, at column y, and the others follow to its right. No thread is wasted left of
 * the diagonal. But 2 x 3 blocks of 4 x 4 threads are only 8 threads wide and 12 high, so
 * what they cover is a band along the diagonal: 90 cells. The other 46 cells of the
 * triangle are missed, and the last 6 threads are to the right of the array. The kernel
 * reports no error. It can't know that the grid is too small; the picture can.
 *
 * Press digits with the picture focused: Value (1) shows what is in the cells, Expected and
 * covered (0) hatches the 46 that should hold something else.
 */
extern "C" __global__ void
band (float *f, int cols, int rows)
{
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = y + blockIdx.x * blockDim.x + threadIdx.x;

  if (x < cols && y < rows)
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
