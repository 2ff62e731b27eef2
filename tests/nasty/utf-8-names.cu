/* nasty: refused utf-8-names.cu:8 */
/* Compilers for the host take such names, and NVRTC none in code of the device. */
#include <iostream>
int main () { std::cout << "é"; }

__global__ void k (int *out)
{
  int länge = threadIdx.x;

  out[threadIdx.x] = länge;
}
