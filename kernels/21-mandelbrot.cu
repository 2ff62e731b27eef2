/* Mandelbrot set
 *
 * Every thread iterates z = z^2 + c until z runs away, at most 64 times. Cells far outside
 * are done after a few steps, cells inside need all 64, and a warp is as slow as its
 * slowest thread: at the edge of the set most lanes of a warp wait for one. That loss is
 * called divergence.
 *
 * Where there is a GPU, run it there: Multiprocessor (SM) (Ctrl+Alt+3) shows which part of it ran
 * each block, Start time (Ctrl+Alt+4) that blocks of the set's inside keep others waiting. With
 * shape=2048,2048 for steps there are more blocks than a GPU has places for: Wave (Ctrl+Alt+9) shows
 * which had to wait for one.
 */
extern "C" __global__ void
mandelbrot (int *steps, int cols, int rows, float left, float top, float cell)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x >= cols || y >= rows)
    return;

  float c_re = left + cell * x, c_im = top + cell * y;
  float re = 0.0f, im = 0.0f;
  int step = 0;

  while (step < 64 && re * re + im * im <= 4.0f)
    {
      float next = re * re - im * im + c_re;

      im = 2.0f * re * im + c_im;
      re = next;
      step++;
    }

  steps[y * cols + x] = step;
}

/* gridloom
[launch]
block=16,8
grid=auto

[arg steps]
shape=96,128
fill=zeros

[arg left]
value=-2.25

[arg top]
value=-1.125

[arg cell]
value=0.0234375

[expect]
domain=1

[view]
array=steps
lens=value
*/
