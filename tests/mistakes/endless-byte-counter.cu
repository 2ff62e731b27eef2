// A loop counts to 256 with a byte.
// fault: endless
// launch: block 32, grid 1, budget 100000
// args: a=iota:256 o=zeros:32 n=int:256
// found: thread 0
// tools: none; the program hangs
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  for (unsigned char i = 0; i < n; i++) o[threadIdx.x] += a[i]; // here
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  for (unsigned short i = 0; i < n; i++)
    o[threadIdx.x] += a[i];
}
