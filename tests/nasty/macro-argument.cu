/* nasty: launches k out=3,3,3 */
#define ID(...) __VA_ARGS__
#define TWICE(...) ID (ID (__VA_ARGS__))

TWICE (__global__ void k (int *out) { int a = 1, b = 2; out[threadIdx.x] = a + b; })
ID (int main () { k<<<1, 32>>> (nullptr); return 0, 1; })
