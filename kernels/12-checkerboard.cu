/* Checkerboard
 *
 * Solvers often update the red cells first, then the black ones. Done like this, every
 * second thread of each warp has nothing to do: half of the threads idle, in the finest
 * pattern possible, and every memory transaction is half empty. Better kernels let thread
 * i own cell 2 i or 2 i + 1 of its row, so that no thread is started in vain.
 */
extern "C" __global__ void
red_cells (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < cols && y < rows && (x + y) % 2 == 0)
    f[y * cols + x] += 1.0f;
}

/* gridloom
[launch]
block=8,8
grid=auto

[arg f]
shape=24,24
fill=zeros

[expect]
domain=(x + y) % 2 == 0
reference=expr:(x + y) % 2 == 0

[view]
array=f
lens=writes
*/
