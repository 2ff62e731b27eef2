// Characters above 127 are negative as an index.
// fault: oob
// launch: block 256, grid 1
// args: a=iota:256 o=zeros:256
// found: thread 128, array bins
// says: 512 bytes before the beginning of bins
// tools: none; memcheck knows the shared memory of a block, not its arrays
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int first[256], bins[256];
  int t = threadIdx.x;
  signed char letter = (signed char) a[t];
  first[t] = bins[t] = 0;
  __syncthreads ();
  atomicAdd (&first[t], 1);
  atomicAdd (&bins[letter], 1); // here
  __syncthreads ();
  o[t] = bins[t] + first[255 - t];
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int first[256], bins[256];
  int t = threadIdx.x;
  unsigned char letter = (unsigned char) a[t];
  first[t] = bins[t] = 0;
  __syncthreads ();
  atomicAdd (&first[t], 1);
  atomicAdd (&bins[letter], 1);
  __syncthreads ();
  o[t] = bins[t] + first[255 - t];
}
