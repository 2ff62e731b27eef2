/* A sum by blocks and a histogram: floats and integers are added by atomics. */
extern "C" __global__ void reduce (const float *in, float *sum, unsigned *histogram, int n)
{
  __shared__ float part[256];
  __shared__ unsigned bins[64];
  float s = 0;
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
      float v = in[i];
      s += sqrtf (v);
      atomicAdd (&bins[min (63, (int) (v * 64))], 1u);
    }
  part[threadIdx.x] = s;
  __syncthreads ();
  for (int d = 128; d > 0; d /= 2)
    {
      if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
      __syncthreads ();
    }
  if (threadIdx.x == 0) atomicAdd (sum, part[0]);
  if (threadIdx.x < 64) atomicAdd (&histogram[threadIdx.x], bins[threadIdx.x]);
}

/* gridloom
[launch]
block=256
grid=16
[arg in]
shape=4000000
fill=random(1)
[arg sum]
shape=1
fill=zeros
[arg histogram]
shape=64
fill=zeros
[arg n]
value=4000000
*/
