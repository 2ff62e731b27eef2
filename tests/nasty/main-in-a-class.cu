/* nasty: launches k out=5,5,5 */
struct Application
{
  static int main () { return 5; }
  int main (int x) { return x; }
};
namespace inner { __device__ int main () { return 5; } }

__global__ void k (int *out) { out[threadIdx.x] = inner::main (); }

int main () { return Application::main () + Application ().main (1); }
