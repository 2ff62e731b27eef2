/* Five-point stencil with a halo
 *
 * Each inner cell becomes the mean of its four neighbours. The cells at the rim have no
 * neighbour on one side: they are the halo, read but never written. Reads (3) counts them:
 * away from the rim a cell is read four times, once for each neighbour, the halo once, its
 * corners never. Those repeated reads are what shared memory is good for. The input is x^2
 * + y^2, whose mean of neighbours is x^2 + y^2 + 1, so that the result can be checked.
 *
 * To see it on two devices write [split] and devices=2 below [launch]: Device (Ctrl+Alt+5) shows whose
 * rows are whose.
 */
extern "C" __global__ void
stencil (const float *in, float *out, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = y * cols + x;

  if (x > 0 && x < cols - 1 && y > 0 && y < rows - 1)
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols]);
}

/* gridloom
[launch]
block=16,8
grid=auto

[arg in]
shape=32,32
fill=expr:x * x + y * y

[arg out]
shape=32,32
fill=zeros

[expect]
domain=x > 0 && x < cols - 1 && y > 0 && y < rows - 1
reference=expr:x > 0 && x < cols - 1 && y > 0 && y < rows - 1 ? x * x + y * y + 1 : 0

[view]
array=in
lens=reads
*/
