/* Two vectors are added with blocks of 128 threads: ceil (100003 / 128) = 782 blocks, and the
 * guard turns the 93 threads away that stand behind the end. This is what a host sends to a
 * stream before it waits for a callback. */
extern "C" __global__ void
sum (const double *a, const double *b, double *c, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    c[i] = a[i] + b[i];
}

/* gridloom
[launch]
block=128
shape=100003

[arg a]
fill=expr:0.5 * x

[arg b]
fill=expr:100003 - x

[expect]
domain=1
reference=expr:100003 - 0.5 * x
*/
