// One thread of many writes where nothing is.
__global__ void stray(float *out, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows)
    return;

  float *cell = out + y * cols + x;
  if (x == 5 && y == 5) cell = (float *) 16;
  *cell = x + y;
}
/* gridloom
[launch]
block=16,16
[arg out]
shape=48,64
*/
