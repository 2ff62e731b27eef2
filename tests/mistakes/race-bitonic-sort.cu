// The barrier of a bitonic sort stands after the inner loop, not in it.
// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array key
// tools: racecheck
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int key[64];
  int t = threadIdx.x;
  key[t] = a[t] * 37 % 64;
  __syncthreads ();
  for (int k = 2; k <= 64; k *= 2)
    {
      for (int j = k / 2; j > 0; j /= 2)
        {
          int own = key[t], its = key[t ^ j]; // other
          bool low = ((t & k) == 0) == (t < (t ^ j));
          key[t] = low ? min (own, its) : max (own, its); // here
        }
      __syncthreads ();
    }
  o[t] = key[t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int key[64];
  int t = threadIdx.x;
  key[t] = a[t] * 37 % 64;
  __syncthreads ();
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      {
        int own = key[t], its = key[t ^ j];
        bool low = ((t & k) == 0) == (t < (t ^ j));
        __syncthreads ();
        key[t] = low ? min (own, its) : max (own, its);
        __syncthreads ();
      }
  o[t] = key[t];
}
