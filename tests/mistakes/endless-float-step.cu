// A loop waits for a sum of tenths to be one.
// fault: endless
// launch: block 32, grid 1, budget 100000
// args: o=zeros:32 step=int:10
// found: thread 0
// tools: none; the program hangs
extern "C" __global__ void fault (int *o, int step)
{
  for (float x = 0; x != 1; x += 1.0f / step) o[threadIdx.x] += (int) (x * 10); // here
}

extern "C" __global__ void twin (int *o, int step)
{
  for (float x = 0; x < 1; x += 1.0f / step)
    o[threadIdx.x] += (int) (x * 10);
}
