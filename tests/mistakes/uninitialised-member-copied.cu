// One member of a structure is forgotten, and the whole is copied twice before anybody looks at it.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0, array first
// says: ends up in o
// tools: initcheck of version 2025.4 or later, if asked for shared memory: at the first copy, also of the twin
struct Body
{
  double place;
  int    mass;
};

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ Body first[32], second[32];
  int t = threadIdx.x;
  first[t].place = a[t];
  __syncthreads ();
  second[t] = first[31 - t]; // here
  __syncthreads ();
  o[t] = second[(t + 1) % 32].mass * 3;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ Body first[32], second[32];
  int t = threadIdx.x;
  first[t].place = a[t];
  first[t].mass = a[t];
  __syncthreads ();
  second[t] = first[31 - t];
  __syncthreads ();
  o[t] = second[(t + 1) % 32].mass * 3;
}
