/* A grid rounded down
 *
 * How many blocks of 128 threads do 1000 elements need? In C, 1000 / 128 is 7, and the
 * last 104 elements are never computed. Nothing fails: the array simply keeps its old
 * contents at the end, which is why this error lives long. Round up instead, (n + 127) /
 * 128 = 8, or let the grid be derived: set it to auto.
 */
extern "C" __global__ void
square (const float *a, float *b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    b[i] = a[i] * a[i];
}

/* gridloom
[launch]
block=128
grid=7
shape=1000

[arg a]
fill=iota

[arg n]
value=size

[expect]
domain=1

[view]
array=b
lens=expected
*/
