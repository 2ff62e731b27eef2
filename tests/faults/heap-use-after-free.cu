// fault: oob
// launch: block 4, grid 1
// args: o=zeros:4
// found: thread 0, space global
extern "C" __global__ void fault (int *o)
{
  int *p = (int *) malloc (16);
  p[o[threadIdx.x]] = 1;
  free (p);
  o[threadIdx.x] = p[o[threadIdx.x]]; // here
}

extern "C" __global__ void twin (int *o)
{
  int *p = (int *) malloc (16);
  p[o[threadIdx.x]] = 1;
  o[threadIdx.x] = p[o[threadIdx.x]];
  free (p);
}
