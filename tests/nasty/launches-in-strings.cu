/* nasty: launches k out=2,2,2 */
#include <cstdio>

#define SAY(...) printf ("%s // not a comment /* \"", #__VA_ARGS__)

__global__ void k (int *out) { out[threadIdx.x] = 2; }

int main ()
{
  printf ("k<<<1, 99>>> (p); // %s", "*/");
  SAY (k<<<7, 7>>> (out));
  const char *url = "http://example.org/*";
  k<<<1, 32>>> (nullptr);
  return *url;
}
