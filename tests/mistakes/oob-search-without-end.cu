// A search ends only where the key is found.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 32, array a
// tools: memcheck, unless an array lies behind
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x, i = 0;
  while (a[i] != 2 * t) // here
    i++;
  o[t] = i;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x, i = 0;
  while (i < 64 && a[i] != 2 * t)
    i++;
  o[t] = i;
}
