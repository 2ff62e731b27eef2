// The index of the left neighbour is unsigned, so it is no small negative number.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array a
// says: far past the end of a (256 bytes), where index −1 leads in an unsigned type
// tools: memcheck
extern "C" __global__ void fault (const int *a, int *o)
{
  unsigned int left = threadIdx.x - 1;
  o[threadIdx.x] = a[left]; // here
}

extern "C" __global__ void twin (const int *a, int *o)
{
  unsigned int left = threadIdx.x > 0 ? threadIdx.x - 1 : 0;
  o[threadIdx.x] = a[left];
}
