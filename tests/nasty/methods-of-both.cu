/* nasty: launches k out=9,9,9 */
#include <iostream>
#include <string>
#include <vector>

struct Point
{
  int x, y;

  void print () const { std::cout << x << std::string ("}") << std::endl; }
  static std::vector<Point> read (const std::string &path) { return std::vector<Point> (path.size ()); }
  __host__ __device__ int sum () const
  {
#ifdef __CUDA_ARCH__
    return x + y;
#else
    return std::vector<int> { x, y }.size ();
#endif
  }
};

__global__ void k (int *out) { Point p { 4, 5 }; out[threadIdx.x] = p.sum (); }
