/* Functions that are not inlined, called by name and through pointers, with addresses of shared and of global memory. */
typedef void (*Put) (int *, int);

__device__ __noinline__ void put (int *place, int value)
{
  *place = value;
  if (value % 5 == 0)
    *place += 1;
}

__device__ __noinline__ void put_twice (int *place, int value)
{
  put (place, value);
  atomicAdd (place, 1);
}

__device__ Put ways[] = { put, put_twice };

__global__ void callees (int *out, int which)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int kept[256];

  put (threadIdx.x % 2 ? &kept[threadIdx.x] : &out[i], i);
  ways[(which + i / 64) % 2] (threadIdx.x % 3 ? &out[i] : &kept[threadIdx.x], i + 1);
  if (threadIdx.x % 6 == 3)
    out[i] += kept[threadIdx.x];
}

/* gridloom
[launch]
block=256
grid=2
manual-grid=true
[arg out]
shape=512
[arg which]
value=1
*/
