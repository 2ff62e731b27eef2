// A structure is handed to a function by value before all of it was set.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0, array spans
// says: ends up in o
// tools: initcheck of version 2025.4 or later, if asked for shared memory, also of the twin
struct Span
{
  int from, to;
};

static __device__ __noinline__ int measure (Span span, bool has_end)
{
  return has_end ? span.to - span.from : span.from + 1;
}

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ Span spans[32];
  int t = threadIdx.x;
  spans[t].from = a[t];
  __syncthreads ();
  o[t] = measure (spans[31 - t], a[t] >= 0); // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ Span spans[32];
  int t = threadIdx.x;
  spans[t].from = a[t];
  __syncthreads ();
  o[t] = measure (spans[31 - t], a[t] < 0);
}
