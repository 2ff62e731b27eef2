/* A variable that the host could reach as well has the counts of any other. */
__managed__ int bins[12];

__global__ void managed (int *out)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  atomicAdd (&bins[i % 10], 1);
  out[i] = i % 3 == 0 ? bins[11] : 0;
}

/* gridloom
[launch]
block=32
grid=3
manual-grid=true
[arg out]
shape=96
[symbol bins]
fill=zeros
*/
