// fault: heap
// launch: block 4, grid 1
// args: o=zeros:4
// found: thread 0
extern "C" __global__ void fault (int *o)
{
  int *p = (int *) malloc (16);
  p[0] = o[threadIdx.x];
  free (p);
  free (p); // here
}

extern "C" __global__ void twin (int *o)
{
  int *p = (int *) malloc (16);
  p[0] = o[threadIdx.x];
  free (p);
  p = nullptr;
  free (p);
}
