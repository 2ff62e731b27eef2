// A barrier of the block is taken for one of the grid.
// fault: race
// result: hangs on order
// launch: block 32, grid 4
// args: parts=zeros:4 o=zeros:4 done=zeros:1
// found: block 0, thread 0, array parts
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (int *parts, int *o, unsigned int *done)
{
  int t = threadIdx.x, b = blockIdx.x, sum = 0;
  if (t == 0)
    parts[b] = b + 1; // here
  __syncthreads ();
  for (int i = 0; i < gridDim.x; i++)
    sum += parts[i]; // other
  if (t == 0)
    o[b] = sum;
}

extern "C" __global__ void twin (int *parts, int *o, unsigned int *done)
{
  int t = threadIdx.x, b = blockIdx.x, sum = 0;
  if (t == 0)
    {
      parts[b] = b + 1;
      __threadfence ();
      atomicAdd (done, 1u);
      while (*(volatile unsigned int *) done < gridDim.x)
        ;
      __threadfence ();
    }
  __syncthreads ();
  for (int i = 0; i < gridDim.x; i++)
    sum += parts[i];
  if (t == 0)
    o[b] = sum;
}
