/* nasty: launches k out=5,5,5 */
/* Two beginnings of one function, and a host function that ends in two ways. */
#include <iostream>

#ifdef USE_DOUBLE
__global__ void k (double *out)
{
  double one = 1;
#else
__global__ void k (int *out)
{
  int one = 5;
#endif
  out[threadIdx.x] = one;
}

int main (int argc, char **argv)
{
  std::cout << argc;
#ifdef USE_DOUBLE
  k<<<1, 32>>> ((double *) 0); }
#else
  k<<<1, 32>>> ((int *) 0);
}
#endif
