// A number is read out of packed bytes in one go.
// fault: misaligned
// launch: block 8, grid 1
// args: bytes=iota:64 o=zeros:8
// found: thread 0, array bytes
// tools: memcheck
extern "C" __global__ void fault (const unsigned char *bytes, int *o)
{
  int t = threadIdx.x;
  o[t] = *reinterpret_cast<const int *> (bytes + 5 * t + 1); // here
}

extern "C" __global__ void twin (const unsigned char *bytes, int *o)
{
  int t = threadIdx.x, value = 0;
  for (int i = 3; i >= 0; i--)
    value = value << 8 | bytes[5 * t + 1 + i];
  o[t] = value;
}
