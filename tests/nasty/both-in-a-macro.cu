/* nasty: launches k out=3,3,3 */
/* One macro has the kernel and the host function that launches it. */
#include <stdio.h>

#define BOTH(name, body) \
  __global__ void name (int *out) { body } \
  void launch_##name (int *p) { name<<<1, 32>>> (p); cudaStreamSynchronize (0); printf ("%d\n", p[0]); }

BOTH (k, out[threadIdx.x] = 3;)

int
main ()
{
  int *p;

  cudaMalloc ((void **) &p, 128);
  launch_k (p);
}
