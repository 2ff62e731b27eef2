/* Tiled matrix product
 *
 * Each block computes a tile of c. It walks along a row of tiles of a and a column of
 * tiles of b, brings one of each into shared memory, and uses each element sixteen times
 * before it goes on: without the tiles every thread would read its whole row and column by
 * itself. The two barriers keep the fast threads from reading a tile that is not there
 * yet, and from replacing one that the slow threads still need. b is twice the identity
 * matrix here, so c must be twice a.
 *
 * naive does without tiles. Choose one kernel after the other in the pane Launch: each number of a
 * is read 40 times by naive, 3 times by product, once for each tile of c in its row.
 */
#define TILE 16

extern "C" __global__ void
product (const float *a, const float *b, float *c, int n)
{
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  float sum = 0.0f;

  for (int t = 0; t < n; t += TILE)
    {
      int k_a = t + threadIdx.x;
      int k_b = t + threadIdx.y;

      tile_a[threadIdx.y][threadIdx.x] = y < n && k_a < n ? a[y * n + k_a] : 0.0f;
      tile_b[threadIdx.y][threadIdx.x] = x < n && k_b < n ? b[k_b * n + x] : 0.0f;

      __syncthreads ();

      for (int k = 0; k < TILE; k++)
        sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];

      __syncthreads ();
    }

  if (x < n && y < n)
    c[y * n + x] = sum;
}

extern "C" __global__ void
naive (const float *a, const float *b, float *c, int n)
{
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  float sum = 0.0f;

  if (x >= n || y >= n)
    return;
  for (int k = 0; k < n; k++)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

/* gridloom
[launch]
kernel=product
over=c
block=16,16
grid=auto

[arg a]
shape=40,40
fill=iota

[arg b]
shape=40,40
fill=expr:x == y ? 2 : 0

[arg c]
shape=40,40
fill=zeros

[arg n]
value=cols

[expect]
domain=1
reference=expr:2 * (y * cols + x)

[view]
array=a
lens=reads
*/
