/* x and y the wrong way round
 *
 * x should count columns and y rows. Here they are swapped. On a square array nobody would
 * notice, except that it is slow; on 12 rows and 20 columns the grid, which was made for
 * 20 x 12 threads, no longer fits: it is 12 columns wide and 20 rows high, the columns
 * from 12 on are never written, and the rows beyond the last are turned away by the guard.
 * Swap the two lines to mend it.
 */
extern "C" __global__ void
swapped (float *f, int cols, int rows)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;

  if (col < cols && row < rows)
    f[row * cols + col] = 1.0f;
}

/* gridloom
[launch]
block=4,4
grid=auto

[arg f]
shape=12,20
fill=zeros

[expect]
domain=1

[view]
array=f
lens=expected
*/
