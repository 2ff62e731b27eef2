/* nasty: launches k<S<S<int>>> out=4,4,4 */
/* Brackets of templates, shifts and launches. */
#include <map>
#include <vector>

template <class T> struct S { T value; };
template <class T> __global__ void k (int *out) { out[threadIdx.x] = 8 >> (1 > 0) << (sizeof (S<S<T>>) > 3 ? 0 : 1); }

std::vector<std::vector<std::vector<int>>> nested;
std::map<int, std::vector<S<S<S<int>>>>> more;

int
main ()
{
  const int threads = 1 << 5;
  int *p = nullptr;

  if (nested.size () < 1 && 2 > 1)
    k<S<S<int>>><<<1 << 0, (threads > 1) ? threads >> 0 : 1>>> (p);
  k<S<S<S<int>>>><<<dim3 (1), dim3 (32), sizeof (S<S<int>>)>>> (p);
  return more.size () >> 1;
}
