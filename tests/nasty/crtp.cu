/* nasty: launches k out=7,8,9 */
template <class D> struct Base
{
  __device__ int get (int i) const { return static_cast<const D *> (this)->own (i); }
  void print ();
};

struct Derived : Base<Derived>
{
  int first;
  __device__ explicit Derived (int f) : first { f } {}
  __device__ int own (int i) const { return first + i; }
};

#include <cstdio>
template <class D> void Base<D>::print () { printf ("%d\n", static_cast<D *> (this)->first); }

template <class T> __device__ int use (const Base<T> &b, int i) { return b.get (i); }

__global__ void k (int *out) { out[threadIdx.x] = use (Derived { 7 }, threadIdx.x); }
