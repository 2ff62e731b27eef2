// fault: oob
// launch: block 4, grid 1
// args: o=zeros:4 n=int:8
// found: thread 0, space global
extern "C" __global__ void fault (int *o, int n)
{
  int *p = (int *) malloc (n * sizeof (int));
  for (int i = 0; i <= n; i++)
    p[i] = i; // here
  o[threadIdx.x] = p[n - 1];
  free (p);
}

extern "C" __global__ void twin (int *o, int n)
{
  int *p = (int *) malloc (n * sizeof (int));
  for (int i = 0; i < n; i++)
    p[i] = i;
  o[threadIdx.x] = p[n - 1];
  free (p);
}
