/* A norm between two events
 *
 * The length of a vector in two launches, one that adds squares up block by block and one that
 * adds the sums, with the time between the events around both.
 */
#define THREADS 64

__device__ float
add_up (float value)
{
  __shared__ float part[THREADS];

  part[threadIdx.x] = value;
  __syncthreads ();
  for (int half = THREADS / 2; half > 0; half /= 2)
    {
      if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads ();
    }
  return part[0];
}

extern "C" __global__ void
squares (const float *x, float *sums, int n)
{
  int i = blockIdx.x * THREADS + threadIdx.x;
  float sum = add_up (i < n ? x[i] * x[i] : 0);

  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
}

extern "C" __global__ void
root (const float *sums, float *norm, int n)
{
  float sum = add_up (threadIdx.x < n ? sums[threadIdx.x] : 0);

  if (threadIdx.x == 0)
    norm[0] = sqrtf (sum);
}

/* gridloom
[launch]
kernel=squares
over=x
block=64

[steps]
record start on own
launch squares on own n=1000 grid=16
launch root on own n=16 grid=1
record stop on own

[arg x]
shape=1000
fill=expr:(x % 10) * 0.25f

[arg sums]
shape=16

[arg norm]
shape=1
*/
