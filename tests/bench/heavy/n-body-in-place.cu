/* The same with a place, a mass and a velocity in each cell; the velocity is changed in place. */
struct Body
{
  float x, y, z, w, vx, vy, vz, unused;
};

extern "C" __global__ void
bodies (Body *body, int n, float dt)
{
  __shared__ float4 tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Body p = body[min (i, n - 1)];
  float3 a = make_float3 (0, 0, 0);

  for (int t = 0; t < n; t += blockDim.x)
    {
      const Body *other = &body[min (t + (int) threadIdx.x, n - 1)];

      tile[threadIdx.x] = make_float4 (other->x, other->y, other->z, t + threadIdx.x < n ? other->w : 0);
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
  body[i].vx = p.vx + a.x * dt;
  body[i].vy = p.vy + a.y * dt;
  body[i].vz = p.vz + a.z * dt;
}

/* gridloom
[launch]
block=128
grid=16

[arg body]
shape=2000
fill=random(1)

[arg n]
value=2000

[arg dt]
value=0.01
*/
