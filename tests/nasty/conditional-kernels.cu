/* nasty: launches k out=2,2,2 */
#define VERSION 2

#if 0
__global__ void k (char *wrong) { it is not even C++ '
#elif VERSION == 1
__global__ void k (float *out) { out[threadIdx.x] = 1; }
#elif defined (VERSION) && VERSION > 1
__global__ void k (int *out) { out[threadIdx.x] = 2; }
#else
#error never
#endif

#if 'A' == 'B'
int main () { k<<<1, 1>>> (nullptr); {{{
#endif
