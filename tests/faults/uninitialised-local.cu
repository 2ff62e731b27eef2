// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 4, space local
extern "C" __global__ void fault (const int *a, int *o)
{
  int stack[8], t = threadIdx.x;
  for (int i = 0; i < (a[0] == 0 ? 4 : 8); i++)
    stack[i] = a[i];
  o[t] = stack[a[t] % 8]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int stack[8], t = threadIdx.x;
  for (int i = 0; i < (a[0] == 0 ? 8 : 4); i++)
    stack[i] = a[i];
  o[t] = stack[a[t] % 8];
}
