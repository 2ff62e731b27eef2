/* An array that is indexed by hand: its cells are taken from the end. */
extern "C" __global__ void
add_reversed (const float *x, const float *y, float *z, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    z[i] = x[i] + y[n - i - 1];
}

/* gridloom
[launch]
over=z
block=64
grid=2
manual-grid=true
shape=777

[arg x]
fill=iota

[arg y]
fill=expr:2 * x

[expect z]
domain=1
reference=expr:x + 2 * (776 - x)
*/
