// fault: misaligned
// launch: block 8, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array a
extern "C" __global__ void fault (const int *a, int *o)
{
  int t = threadIdx.x;
  int4 v = *reinterpret_cast<const int4 *> (a + 4 * t + 1); // here
  o[t] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  int t = threadIdx.x;
  int4 v = *reinterpret_cast<const int4 *> (a + 4 * t + 4);
  o[t] = v.x + v.y + v.z + v.w;
}
