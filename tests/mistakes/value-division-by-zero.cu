// A divisor can be nought.
// fault: none
// missed: a division by nought is no error on the hardware, which gives a value
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: nothing
// tools: none
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = 1000 / a[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = a[t] != 0 ? 1000 / a[t] : 0;
}
