// The list of the largest values is moved one place too far.
// fault: oob
// launch: block 32, grid 1
// args: a=iota:64 o=zeros:32 k=int:4
// found: thread 1, space local
// tools: none; memcheck knows local memory of a thread, not its arrays
extern "C" __global__ void fault (const int *a, int *o, int k)
{
  int best[4] = { 0, 0, 0, 0 };
  for (int i = 0; i < 64; i++)
    {
      int value = a[(37 * i + threadIdx.x) % 64], j = k;
      for (; j > 0 && best[j - 1] < value; j--)
        best[j] = best[j - 1]; // here
      if (j < k)
        best[j] = value;
    }
  o[threadIdx.x] = best[k - 1];
}

extern "C" __global__ void twin (const int *a, int *o, int k)
{
  int best[4] = { 0, 0, 0, 0 };
  for (int i = 0; i < 64; i++)
    {
      int value = a[(37 * i + threadIdx.x) % 64], j = k;
      for (; j > 0 && best[j - 1] < value; j--)
        if (j < k)
          best[j] = best[j - 1];
      if (j < k)
        best[j] = value;
    }
  o[threadIdx.x] = best[k - 1];
}
