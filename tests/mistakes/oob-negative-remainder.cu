// A ring goes round to the left, where the remainder is negative.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64 n=int:64
// found: thread 0, array a
// tools: memcheck, unless an array lies before
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int t = threadIdx.x;
  o[t] = a[(t - 3) % n]; // here
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int t = threadIdx.x;
  o[t] = a[(t - 3 + n) % n];
}
