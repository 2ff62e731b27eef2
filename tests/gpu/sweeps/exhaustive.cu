/* exhaustive.cu: a bare loop over blocks, without Gridloom
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   nvcc -O3 -arch=native -o exhaustive exhaustive.cu && ./exhaustive CELLS BLOCK_X,... BLOCK_Y,...
 *
 * Times the five-point stencil over CELLS x CELLS cells with each block, in turns. Prints a line for each block: x, y, and
 * the median of its samples in milliseconds.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define ROUNDS 10
#define SAMPLES 40

static void
must (cudaError_t code)
{
  if (code == cudaSuccess)
    return;
  fprintf (stderr, "exhaustive: %s\n", cudaGetErrorString (code));
  exit (1);
}

__global__ void
stencil (const float *in, float *out, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * cols + x;

  if (x > 0 && x < cols - 1 && y > 0 && y < rows - 1)
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols]);
}

static std::vector<unsigned>
read_list (const char *text)
{
  std::vector<unsigned> list;

  for (char *end; *text != 0; text = *end == ',' ? end + 1 : end)
    list.push_back (strtoul (text, &end, 10));
  return list;
}

int
main (int argc, char **argv)
{
  struct Block { dim3 size; std::vector<float> samples; };
  std::vector<Block> blocks;
  std::vector<cudaEvent_t> events (2 * SAMPLES);
  float *in, *out;
  int n;

  if (argc != 4)
    return 2;
  n = atoi (argv[1]);
  for (unsigned x : read_list (argv[2]))
    for (unsigned y : read_list (argv[3]))
      blocks.push_back ({ dim3 (x, y), {} });
  for (cudaEvent_t &event : events)
    must (cudaEventCreate (&event));
  must (cudaMalloc (&in, (size_t) n * n * sizeof *in));
  must (cudaMalloc (&out, (size_t) n * n * sizeof *out));
  must (cudaMemset (in, 0, (size_t) n * n * sizeof *in));
  for (int round = -1; round < ROUNDS; round++) /* the first one is for the clocks to rise, and does not count */
    for (Block &block : blocks)
      {
        dim3 grid ((n + block.size.x - 1) / block.size.x, (n + block.size.y - 1) / block.size.y);

        for (int i = 0; i < SAMPLES; i++)
          {
            must (cudaEventRecord (events[2 * i]));
            stencil<<<grid, block.size>>> (in, out, n, n);
            must (cudaEventRecord (events[2 * i + 1]));
          }
        must (cudaDeviceSynchronize ());
        for (int i = 0; i < SAMPLES && round >= 0; i++)
          {
            block.samples.push_back (0);
            must (cudaEventElapsedTime (&block.samples.back (), events[2 * i], events[2 * i + 1]));
          }
      }
  for (Block &block : blocks)
    {
      auto middle = block.samples.begin () + block.samples.size () / 2;

      std::nth_element (block.samples.begin (), middle, block.samples.end ());
      printf ("%u %u %.6f\n", block.size.x, block.size.y, *middle);
    }
  return 0;
}
