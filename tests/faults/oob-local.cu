// fault: oob
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 1, space local
extern "C" __global__ void fault (const int *a, int *o)
{
  int stack[8], t = threadIdx.x;
  for (int i = 0; i < 8; i++)
    stack[i] = a[i];
  o[t] = stack[a[t] * 1000]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int stack[8], t = threadIdx.x;
  for (int i = 0; i < 8; i++)
    stack[i] = a[i];
  o[t] = stack[a[t] % 8];
}
