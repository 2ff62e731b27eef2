/* A whole program
 *
 * Below the kernel is the program that it is from: it allocates two plates, heats the upper
 * edge of both, and launches the kernel in a loop, after which the pointers change places. What the
 * settings at the end say is one launch alone, with numbers that somebody wrote there.
 *
 * Run the Program (Ctrl+Shift+Return) builds all of the file and runs it on the simulator. Program
 * lists its 60 launches beside what it prints. Save the file, click launch 2 and then launch 60,
 * and look at now by its values: that is the plate as the program had it just before. Type 200 at
 * Arguments, and there are 200.
 */
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

extern "C" __global__ void
heat (float *next, const float *now, int rows, int cols)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x > 0 && y > 0 && x < cols - 1 && y < rows - 1)
    next[y * cols + x] = 0.25f * (now[y * cols + x - 1] + now[y * cols + x + 1]
                                  + now[(y - 1) * cols + x] + now[(y + 1) * cols + x]);
}

int
main (int argc, char **argv)
{
  const int rows = 48, cols = 64;
  const int rounds = argc > 1 ? std::atoi (argv[1]) : 60;
  const size_t size = rows * cols * sizeof (float);
  const dim3 block (16, 16), grid (cols / block.x, rows / block.y);
  std::vector<float> plate (rows * cols, 0.0f);
  float *now, *next;

  for (int x = 0; x < cols; x++)
    plate[x] = 100.0f;
  cudaMalloc (&now, size);
  cudaMalloc (&next, size);
  cudaMemcpy (now, plate.data (), size, cudaMemcpyHostToDevice);
  cudaMemcpy (next, plate.data (), size, cudaMemcpyHostToDevice);
  for (int round = 0; round < rounds; round++)
    {
      heat<<<grid, block>>> (next, now, rows, cols);
      std::swap (now, next);
    }
  cudaMemcpy (plate.data (), now, size, cudaMemcpyDeviceToHost);
  std::printf ("after %d rounds, in the middle: %.3f in row 1, %.3f in row 8\n", rounds,
               plate[cols + cols / 2], plate[8 * cols + cols / 2]);
  cudaFree (now);
  cudaFree (next);
  return 0;
}

/* gridloom
[launch]
over=next
block=16,16
grid=auto
range=cols,rows

[arg next]
shape=48,64
fill=zeros

[arg now]
shape=48,64
fill=expr:y == 0 ? 100 : 0

[arg rows]
value=rows

[arg cols]
value=cols

[expect]
domain=x > 0 && y > 0 && x < cols - 1 && y < rows - 1

[view]
array=next
lens=value
*/
