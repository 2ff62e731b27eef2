/* Blocks whose work is in loops: how long a launch takes, its threads don't tell. */

/* Bodies attract each other; each block brings them into shared memory, a tile at a time, and prints. */
extern "C" __global__ void
bodies (const float4 *__restrict__ from, float4 *__restrict__ to, int n)
{
  __shared__ float4 tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = from[i], a = make_float4 (0, 0, 0, 0);

  for (int t = 0; t < n; t += blockDim.x)
    {
      tile[threadIdx.x] = from[t + threadIdx.x];
      __syncthreads ();
      for (int k = 0; k < blockDim.x; k++)
        {
          float4 q = tile[k];
          float x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
          float r = rsqrtf (x * x + y * y + z * z + 0.01f), s = q.w * r * r * r;

          a.x += x * s;
          a.y += y * s;
          a.z += z * s;
        }
      __syncthreads ();
    }
  to[i] = a;
  if (threadIdx.x == 0)
    printf ("%d\n", blockIdx.x);
}

/* Each block goes over its part of the cells, adds and counts. */
extern "C" __global__ void
sums (const float *cells, float *sum, unsigned *bins, int n)
{
  float s = 0;

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
      for (int k = 0; k < 64; k++)
        s = s * 0.75f + cells[i];
      atomicAdd (&bins[i % 16], 1u);
    }
  atomicAdd (sum, s);
}

/* Each block adds to what the one before it left: only one after the other gives this. */
extern "C" __global__ void
chain (int *cells, int n)
{
  int s = blockIdx.x > 0 ? cells[blockIdx.x - 1] : 1;

  for (int i = 0; i < n; i++)
    s = s * 3 + i;
  if (threadIdx.x == 0)
    cells[blockIdx.x] = s;
}
