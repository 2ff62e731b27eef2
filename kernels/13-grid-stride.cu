/* Grid-stride loop
 *
 * The grid need not be as large as the array. Four blocks of 64 threads are 256 threads;
 * each one takes an element, then the one 256 further, and so on: four elements for the
 * first 232 threads, three for the others. The lens shows which thread wrote each element:
 * the same colours come again every 256 cells. The number of blocks is now yours to
 * choose, for example as many as the device runs at once, so the settings say that it is
 * set by hand.
 *
 * Switch on Profile (Ctrl+3) and press Alt+8: Order of first write (Alt+8) numbers the stores of
 * warps as the simulator makes them, from 1 for element 0 to 32 for the last one.
 */
extern "C" __global__ void
saxpy (float s, const float *x, float *y, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = s * x[i] + y[i];
}

/* gridloom
[launch]
block=64
grid=4
manual-grid=true
shape=1000

[arg s]
value=3

[arg x]
fill=iota

[arg y]
fill=ones

[arg n]
value=size

[expect]
domain=1
reference=expr:3 * x + 1

[view]
array=y
lens=lowest
*/
