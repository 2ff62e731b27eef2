// The first thread frees a list that slow warps still use.
// fault: oob
// launch: block 64, grid 1
// args: a=iota:64 o=zeros:64
// found: thread 32, space global
// says: at offset 128 of memory from malloc that was freed
// tools: memcheck, if the order brings it out
extern "C" __global__ void fault (const int *a, int *o)
{
  __shared__ int *list;
  int t = threadIdx.x;
  if (t == 0)
    list = (int *) malloc (64 * sizeof (int));
  __syncthreads ();
  list[t] = a[t]; // here
  o[t] = list[t];
  if (t == 0)
    free (list);
}

extern "C" __global__ void twin (const int *a, int *o)
{
  __shared__ int *list;
  int t = threadIdx.x;
  if (t == 0)
    list = (int *) malloc (64 * sizeof (int));
  __syncthreads ();
  list[t] = a[t];
  o[t] = list[t];
  __syncthreads ();
  if (t == 0)
    free (list);
}
