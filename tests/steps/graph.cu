/* A graph of three kernels
 *
 * (a + 2) (b + 100), where both sums are independent of each other: a stream forks into two,
 * and joins again before the product.
 */
extern "C" __global__ void
plus (float *f, float by, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    f[i] += by;
}

extern "C" __global__ void
times (float *f, const float *g, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    f[i] *= g[i];
}

/* gridloom
[launch]
block=16

[steps]
copy host to a on main
copy host to b on main
record forked on main
wait forked on side
launch plus on main f=a by=2 n=size
launch plus on side f=b by=100 n=size
record joined on side
wait joined on main
launch times on main f=a g=b n=size
copy a to host on main

[arg a]
shape=16
fill=zeros

[arg b]
shape=16
fill=iota
*/
