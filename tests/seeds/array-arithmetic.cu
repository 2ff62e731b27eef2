/* Arithmetic with whole arrays, as one kernel: what 2 * x, x + x and the first three cells of
 * both would be. */
extern "C" __global__ void
arithmetic (const float *x, float *doubled, float *added, float *first, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  doubled[i] = 2 * x[i];
  added[i] = x[i] + x[i];
  if (i < 3)
    first[i] = x[i];
}

/* gridloom
[launch]
over=doubled
block=32
shape=50

[arg x]
fill=random(7)

[arg first]
shape=3

[expect doubled]
domain=1

[expect added]
domain=1

[expect first]
domain=1
*/
