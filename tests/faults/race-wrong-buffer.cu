// fault: race
// result: hangs on order
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 0, array buffer
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = buffer[1][t] = a[t];
  __syncthreads ();
  for (int step = 0; step < 4; step++)
    {
      int now = step % 2;
      int next = buffer[now][(t + 40) % 64] + 1; // other
      buffer[now][t] = next; // here
      __syncthreads ();
    }
  o[t] = buffer[0][t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = buffer[1][t] = a[t];
  __syncthreads ();
  for (int step = 0; step < 4; step++)
    {
      int now = step % 2;
      buffer[now][t] = buffer[1 - now][(t + 40) % 64] + 1;
      __syncthreads ();
    }
  o[t] = buffer[0][t];
}
