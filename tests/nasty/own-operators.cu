/* nasty: launches k_twice out=2,4,6 */
/* A macro defines a device function, its kernel, the host function that launches it, and an entry of a table. */
#include <cstdio>
#include <map>
#include <string>

typedef void (*Launcher) (int *out, int n);
static std::map<std::string, Launcher> registry;
struct Registrar { Registrar (const char *name, Launcher launcher) { registry[name] = launcher; } };

#define DEFINE_OPERATOR(name, expression) \
  __device__ __forceinline__ int op_##name (int x) { return expression; } \
  __global__ void k_##name (int *out, int n) \
  { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) \
      out[i] = op_##name (i + 1); \
  } \
  static void run_##name (int *out, int n) \
  { \
    k_##name<<<(n + 31) / 32, 32>>> (out, n); \
    if (cudaGetLastError () != cudaSuccess) \
      fprintf (stderr, "%s failed\n", #name); \
  } \
  static Registrar registrar_##name (#name, run_##name);

DEFINE_OPERATOR (twice, x * 2)
DEFINE_OPERATOR (square, x * x)

int main () { int *out; cudaMalloc (&out, 128); registry["twice"] (out, 32); }
