/* nasty: launches k out=6,6,6 */
#include <memory>

class Secret
{
  int value = 6;
  std::unique_ptr<int> *host = nullptr;
public:
  __host__ __device__ Secret () {}
  friend __global__ void k (int *out);
  template <class T> friend __global__ void other (T *out);
  friend int main ();
};

__global__ void k (int *out) { Secret secret; out[threadIdx.x] = secret.value; }

int main () { Secret secret; return secret.host != nullptr; }
