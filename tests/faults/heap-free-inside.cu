// fault: heap
// launch: block 4, grid 1
// args: o=zeros:4
// found: thread 0
extern "C" __global__ void fault (int *o)
{
  int *p = (int *) malloc (16);
  p[1] = o[threadIdx.x];
  free (p + 1); // here
}

extern "C" __global__ void twin (int *o)
{
  int *p = (int *) malloc (16);
  p[1] = o[threadIdx.x];
  free (p);
}
