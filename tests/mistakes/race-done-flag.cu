// A flag of the block is set for the next round while slow warps still ask for this one.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array done
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int done;
  int t = threadIdx.x, value = a[t], rounds = 0;
  do
    {
      if (t == 0)
        done = 1; // here
      __syncthreads ();
      if (value > 3)
        {
          value /= 2;
          done = 0;
        }
      __syncthreads ();
      rounds++;
    }
  while (done == 0); // other
  o[t] = rounds;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int done;
  int t = threadIdx.x, value = a[t], rounds = 0;
  bool go_on;
  do
    {
      if (t == 0)
        done = 1;
      __syncthreads ();
      if (value > 3)
        {
          value /= 2;
          done = 0;
        }
      __syncthreads ();
      rounds++;
      go_on = done == 0;
      __syncthreads ();
    }
  while (go_on);
  o[t] = rounds;
}
