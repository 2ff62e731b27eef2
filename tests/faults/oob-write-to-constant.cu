// fault: oob
// launch: block 32, grid 1
// args: o=zeros:32
// found: thread 0, array table
__constant__ int table[32] = { 1, 2, 3 };

extern "C" __global__ void fault (int *o)
{
  int *p = o[threadIdx.x] == 0 ? const_cast<int *> (table) : o;
  p[threadIdx.x] = 7; // here
}

extern "C" __global__ void twin (int *o)
{
  int *p = table[0] == 0 ? const_cast<int *> (table) : o;
  p[threadIdx.x] = 7;
}
