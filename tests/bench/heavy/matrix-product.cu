/* A matrix product in tiles, long and narrow: four by four blocks. */
#define TILE 16
extern "C" __global__ void matmul (const float *a, const float *b, float *c, int n, int k)
{
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < k; t += TILE)
    {
      x[threadIdx.y][threadIdx.x] = a[row * k + t + threadIdx.x];
      y[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
      __syncthreads ();
      for (int i = 0; i < TILE; i++)
        sum += x[threadIdx.y][i] * y[i][threadIdx.x];
      __syncthreads ();
    }
  c[row * n + col] = sum;
}

/* gridloom
[launch]
block=16,16
grid=4,4
[arg a]
shape=64,8192
fill=random(1)
[arg b]
shape=8192,64
fill=random(2)
[arg c]
shape=64,64
[arg n]
value=64
[arg k]
value=8192
*/
