// A structure is hashed byte by byte, with the padding that nobody has set.
// fault: uninitialised
// launch: block 32, grid 1
// args: a=iota:32 o=zeros:32
// found: thread 0, array cells
// tools: initcheck of version 2025.4 or later, if asked for shared memory
struct Cell
{
  char kind;
  int  value;
};

extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ Cell cells[32];
  int t = threadIdx.x, hash = 17;
  cells[t].kind = (char) a[t];
  cells[t].value = a[t];
  __syncthreads ();
  const unsigned char *bytes = (const unsigned char *) &cells[31 - t];
  for (int i = 0; i < (int) sizeof (Cell); i++)
    hash = hash * 31 + bytes[i]; // here
  o[t] = hash;
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ Cell cells[32];
  int t = threadIdx.x, hash = 17;
  cells[t].kind = (char) a[t];
  cells[t].value = a[t];
  __syncthreads ();
  hash = hash * 31 + cells[31 - t].kind;
  hash = hash * 31 + cells[31 - t].value;
  o[t] = hash;
}
