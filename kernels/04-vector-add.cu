/* Vector addition, an exact fit
 *
 * The first kernel that most people write: thread number i adds element i. 1024 elements
 * and blocks of 128 threads make 8 blocks without a remainder, so the guard never says no.
 * Keep the guard all the same: the next example shows a length that is not so kind.
 */
extern "C" __global__ void
add (const float *a, const float *b, float *c, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    c[i] = a[i] + b[i];
}

/* gridloom
[launch]
block=128
grid=auto
shape=1024

[arg a]
fill=iota

[arg b]
fill=expr:2 * x

[arg n]
value=size

[expect]
domain=1
reference=expr:3 * x

[view]
array=c
lens=value
*/
