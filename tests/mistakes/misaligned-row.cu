// Rows of seven are read by fours.
// fault: misaligned
// launch: block 1 4, grid 1
// args: a=iota:28 o=zeros:4 columns=int:7
// found: thread 0 1, array a
// tools: memcheck
extern "C" __global__ void fault (const int *a, int *o, int columns)
{
  int y = threadIdx.y;
  int4 v = *reinterpret_cast<const int4 *> (a + y * columns); // here
  o[y] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void twin (const int *a, int *o, int columns)
{
  int y = threadIdx.y;
  for (int x = 0; x < 4; x++)
    o[y] += a[y * columns + x];
}
