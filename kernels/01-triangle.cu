/* Upper triangle
 *
 * Every thread owns one cell of the array: x is its column, y its row. Only threads on or
 * above the diagonal store, the others leave with empty hands. Four blocks of 8 x 8
 * threads cover the 16 x 16 array exactly, so no cell is missed; but 120 of the 256
 * threads were started for nothing. Try a block of 4,4 or 16,16: the picture stays, the
 * idle threads stay, only the borders of the blocks move.
 */
extern "C" __global__ void
triangle (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows && x >= y)
    f[y * cols + x] = 1.0f;
}

/* gridloom
[launch]
block=8,8
grid=auto

[arg f]
shape=16,16
fill=zeros

[expect]
domain=x >= y
reference=expr:x >= y ? 1 : 0

[view]
array=f
lens=writes
*/
