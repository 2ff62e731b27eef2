/* nasty: launches k out=31,31,31 */
#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>> (__VA_ARGS__)
#define CHECK(call) do { cudaError_t code = (call); if (code != cudaSuccess) throw code; } while (0)

__global__ void k (int *out, int n) { out[threadIdx.x] = n - 1; }

int main ()
{
  int *p;

  CHECK (cudaMalloc ((void **) &p, 32 * sizeof (int)));
  LAUNCH (k, 1, 32, p, 32);
  CHECK (cudaGetLastError ());
}
