/* A source with two kernels that have C's names, launched as five blocks of five threads;
 * [launch] says which. */
extern "C" __global__ void
add (const float *x, const float *y, float *z)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x;

  z[i] = x[i] + y[i];
}

extern "C" __global__ void
multiply (const float *x, const float *y, float *z)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x;

  z[i] = x[i] * y[i];
}

/* gridloom
[launch]
over=z
block=5
grid=5
shape=5,5

[arg x]
fill=iota

[arg y]
fill=iota

[expect z]
domain=1
*/
