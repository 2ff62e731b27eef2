/* Bodies attract each other; a block brings them into shared memory, a tile at a time. */
extern "C" __global__ void
bodies (const float4 *from, float4 *velocity, float4 *to, int n, float dt)
{
  __shared__ float4 tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = from[min (i, n - 1)], v = velocity[min (i, n - 1)];
  float3 a = make_float3 (0, 0, 0);

  for (int t = 0; t < n; t += blockDim.x)
    {
      tile[threadIdx.x] = t + threadIdx.x < n ? from[t + threadIdx.x] : make_float4 (0, 0, 0, 0);
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
  if (i >= n)
    return;
  v.x += a.x * dt;
  v.y += a.y * dt;
  v.z += a.z * dt;
  velocity[i] = v;
  to[i] = make_float4 (p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.w);
}

/* gridloom
[launch]
block=128
grid=16

[arg from]
shape=2048
fill=random(1)

[arg velocity]
shape=2048
fill=random(2)

[arg to]
shape=2048

[arg n]
value=2048

[arg dt]
value=0.01
*/
