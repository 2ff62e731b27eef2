/* nasty: launches k out=21,22,23 */
#include <ostream>

struct Number
{
  int value;
  __device__ operator int () const { return value; }
  __device__ int operator() (int x) const { return value + x; }
  __device__ Number operator++ (int) { return { value++ }; }
  __device__ const Number *operator-> () const { return this; }
  __device__ int operator[] (int i) const { return i; }
  __device__ bool operator< (const Number &o) const { return value < o.value; }
  __device__ Number operator, (Number o) const { return o; }
  void *operator new (size_t n) { return ::operator new (n); }
  void operator delete (void *p) { ::operator delete (p); }
};
__device__ Number operator<< (Number a, Number b) { return { a.value << b.value }; }
__device__ Number operator>> (Number a, int b) { return { a.value >> b }; }
__device__ Number &operator+= (Number &a, int b) { a.value += b; return a; }
std::ostream &operator<< (std::ostream &out, const Number &n) { return out << n.value; }
float4 operator+ (float4 a, float4 b) { return make_float4 (a.x + b.x, 0, 0, 0); }
bool operator! (const Number &n) { return n.value == 0; }

__global__ void k (int *out)
{
  Number a { 5 }, b { 2 };

  a += 5;
  out[threadIdx.x] = ((b, a) << Number { 1 })(1) + a[threadIdx.x] + (a->value >> 5);
}
