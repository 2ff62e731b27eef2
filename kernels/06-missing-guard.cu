/* The missing guard
 *
 * 1000 elements, 8 blocks of 128 threads, and nobody asks whether i is inside the array.
 * The last 24 threads write past its end. On a GPU that may go unnoticed for years, since
 * the memory behind an array usually belongs to something else of yours. Here it is a
 * trap: it names the thread, the line, the array and how far outside the address was.
 * Everything that was stored inside the array is still shown. Put `if (i < n)` before the
 * store.
 */
extern "C" __global__ void
ramp (float *f, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  f[i] = 2.0f * i;
}

/* gridloom
[launch]
block=128
grid=auto
shape=1000

[arg n]
value=size

[expect]
domain=1

[view]
array=f
lens=writes
*/
