// An unsigned index counts down past zero.
// fault: oob
// launch: block 1, grid 1, budget 100000
// args: a=iota:64 o=zeros:64 n=int:64
// found: thread 0, array a
// says: far past the end of a (256 bytes), where index −1 leads in an unsigned type
// tools: memcheck
extern "C" __global__ void fault (const int *a, int *o, unsigned int n)
{
  for (unsigned int i = n - 1; i >= 0; i--)
    o[i] = a[i]; // here
}

extern "C" __global__ void twin (const int *a, int *o, unsigned int n)
{
  for (unsigned int i = n; i-- > 0; )
    o[i] = a[i];
}
