// The last load of four begins inside the array and ends outside.
// fault: oob
// launch: block 32, grid 1
// args: a=iota:30 o=zeros:32 n=int:30
// found: thread 7, array a
// says: at offset 112 of a (120 bytes), which ends within them
// tools: memcheck
extern "C" __global__ void fault (const int *a, int *o, int n)
{
  int t = threadIdx.x;
  if (4 * t < n)
    {
      int4 v = reinterpret_cast<const int4 *> (a)[t]; // here
      o[t] = v.x + v.y + v.z + v.w;
    }
}

extern "C" __global__ void twin (const int *a, int *o, int n)
{
  int t = threadIdx.x;
  if (4 * t + 3 < n)
    {
      int4 v = reinterpret_cast<const int4 *> (a)[t];
      o[t] = v.x + v.y + v.z + v.w;
    }
  else
    for (int i = 4 * t; i < n; i++)
      o[t] += a[i];
}
