/* Ten launches, one after the other, of a kernel that works in place: each rank of a cluster
 * would do so with its part between scatter and gather. x becomes x / 2 + 1 ten times over. */
extern "C" __global__ void
step (float *part, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    part[i] = 0.5f * part[i] + 1;
}

/* gridloom
[launch]
block=64
shape=1000
launches=10

[arg part]
fill=iota

[expect]
domain=1
reference=expr:2 + (x - 2.0) / 1024
rtol=1e-6
*/
