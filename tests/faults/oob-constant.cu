// fault: oob
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 16, array table
__constant__ int table[16] = { 1, 2, 3, 4, 5, 6, 7, 8 };

extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = table[a[t]]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  o[t] = table[a[t] % 16];
}
