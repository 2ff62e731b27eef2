/* Cells that take very different times, in a loop over the grid. */
extern "C" __global__ void mandel (int *out, int w, int h)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x)
    {
      float cx = (i % w) * 3.0f / w - 2.2f, cy = (i / w) * 2.4f / h - 1.2f, x = 0, y = 0;
      int n = 0;
      while (n < 512 && x * x + y * y < 4)
        {
          float t = x * x - y * y + cx;
          y = 2 * x * y + cy;
          x = t;
          n++;
        }
      out[i] = n;
    }
}

/* gridloom
[launch]
block=256
grid=8
[arg out]
shape=192,256
[arg w]
value=256
[arg h]
value=192
*/
