// fault: race
// launch: block 64, grid 4
// args: o=zeros:4
// found: block 0, thread 0, array box
extern "C" __global__ void fault (int *o)
{
  __shared__ int box;
  __shared__ volatile int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      box = blockIdx.x; // here
      flag = 1;
    }
  else if (threadIdx.x == 32)
    {
      while (flag == 0)
        ;
      o[blockIdx.x] = box; // other
    }
}

extern "C" __global__ void twin (int *o)
{
  __shared__ int box;
  __shared__ volatile int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      box = blockIdx.x;
      __threadfence_block ();
      flag = 1;
    }
  else if (threadIdx.x == 32)
    {
      while (flag == 0)
        ;
      o[blockIdx.x] = box;
    }
}
