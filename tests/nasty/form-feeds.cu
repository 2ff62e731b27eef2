/* nasty: launches k out=1,1,1 */

__global__voidk (int *out)
{ out[threadIdx.x] = 1; }
#include <cstdio>

int main () { puts (""); }
