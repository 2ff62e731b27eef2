/* Rows against columns
 *
 * Both kernels add all numbers of a square, one thread for each sum. In rows a thread adds its
 * row: the 32 threads of a warp are one below the other, and what they load is a whole row
 * apart. In columns a thread adds its column: the threads are side by side, and so do their
 * numbers. Both load each number once.
 *
 * Switch on Profile (Ctrl+3), choose Sectors per Request beside the lines (Ctrl+Shift+G), and one
 * kernel after the other in the pane Launch. The line that adds asks for 32.00 sectors with each
 * request in rows, for 4.00 in columns; the bytes that it asks for are 16384 in both.
 */
extern "C" __global__ void
rows (const float *in, float *sums, int size)
{
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;

  for (int x = 0; x < size; x++)
    sum += in[y * size + x];            // a row
  sums[y] = sum;
}

extern "C" __global__ void
columns (const float *in, float *sums, int size)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;

  for (int y = 0; y < size; y++)
    sum += in[y * size + x];            // a column
  sums[x] = sum;
}

/* gridloom
[launch]
kernel=columns
over=sums
block=64

[arg in]
shape=64,64
fill=expr:x + y

[arg sums]
shape=64
fill=zeros

[arg size]
value=64

[expect sums]
domain=1
reference=expr:64 * x + 2016

[view]
array=in
lens=value
*/
