/* bare.cu: what overlap.cu does, as a program of its own: prints milliseconds from the first copy
 * to the last, by events, once for each sample
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   nvcc -O2 -arch=native -o bare bare.cu && ./bare 10
 */
#include <cstdio>
#include <cstdlib>

#define CELLS 16777216
#define ROUNDS 2000
#define STREAMS 3

static void
must (cudaError_t code)
{
  if (code == cudaSuccess)
    return;
  fprintf (stderr, "%s\n", cudaGetErrorString (code));
  exit (1);
}

__global__ void
work (const float *in, float *out, int n, int rounds)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;

  float value = in[i];

  for (int k = 0; k < rounds; k++)
    value = value * 0.999f + 0.001f;
  out[i] = value;
}

int
main (int argc, char *argv[])
{
  const size_t size = CELLS * sizeof (float);
  const int samples = argc > 1 ? atoi (argv[1]) : 10;
  float *host_in[STREAMS], *host_out[STREAMS], *in[STREAMS], *out[STREAMS];
  cudaStream_t streams[STREAMS];
  cudaEvent_t start, stop, ends[STREAMS];

  must (cudaEventCreate (&start));
  must (cudaEventCreate (&stop));
  for (int s = 0; s < STREAMS; s++)
    {
      must (cudaHostAlloc (&host_in[s], size, 0));
      must (cudaHostAlloc (&host_out[s], size, 0));
      must (cudaMalloc (&in[s], size));
      must (cudaMalloc (&out[s], size));
      must (cudaStreamCreateWithFlags (&streams[s], cudaStreamNonBlocking));
      must (cudaEventCreateWithFlags (&ends[s], cudaEventDisableTiming));
      for (int i = 0; i < CELLS; i++)
        host_in[s][i] = i;
    }

  for (int sample = -1; sample < samples; sample++)
    {
      float ms;

      must (cudaDeviceSynchronize ());
      must (cudaEventRecord (start, 0));
      for (int s = 0; s < STREAMS; s++)
        must (cudaStreamWaitEvent (streams[s], start, 0));
      for (int round = 0; round < 4; round++)
        for (int s = 0; s < STREAMS; s++)
          {
            must (cudaMemcpyAsync (in[s], host_in[s], size, cudaMemcpyHostToDevice, streams[s]));
            work<<<CELLS / 256, 256, 0, streams[s]>>> (in[s], out[s], CELLS, ROUNDS);
            must (cudaMemcpyAsync (host_out[s], out[s], size, cudaMemcpyDeviceToHost, streams[s]));
          }
      for (int s = 0; s < STREAMS; s++)
        {
          must (cudaEventRecord (ends[s], streams[s]));
          must (cudaStreamWaitEvent (0, ends[s], 0));
        }
      must (cudaEventRecord (stop, 0));
      must (cudaEventSynchronize (stop));
      must (cudaEventElapsedTime (&ms, start, stop));
      if (sample >= 0)
        printf ("%.4f\n", ms);
    }
  return 0;
}
