// Two arrays are thought to lie behind each other.
// fault: oob
// launch: block 64, grid 1
// args: x=iota:64 y=iota:64 o=zeros:64 n=int:64
// found: thread 0, array x
// tools: none, if the second lies behind; memcheck asks if there is memory, not whose
extern "C" __global__ void fault (const int *x, const int *y, int *o, int n)
{
  int t = threadIdx.x;
  const int *second = x + n;
  o[t] = x[t] * second[t]; // here
}

extern "C" __global__ void twin (const int *x, const int *y, int *o, int n)
{
  int t = threadIdx.x;
  const int *second = y;
  o[t] = x[t] * second[t];
}
