// fault: race
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0, array tile
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = a[t]; // here
  __syncwarp (t < 16 ? 0xffff : 0xffff0000);
  o[t] = t < 16 ? 0 : tile[t - 16]; // other
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = a[t];
  __syncwarp (t < 16 ? 0xffff : 0xffff0000);
  o[t] = t < 16 ? 0 : tile[47 - t];
}
