// fault: null
// launch: block 1, grid 1
// args: o=zeros:1 n=int:1048576
// found: thread 0
extern "C" __global__ void fault (int *o, int n)
{
  int *last = nullptr;
  for (int i = 0; i < 16; i++)
    {
      last = (int *) malloc (n);
      last[0] = i; // here
    }
  o[0] = last[0];
}

extern "C" __global__ void twin (int *o, int n)
{
  for (int i = 0; i < 16; i++)
    {
      int *last = (int *) malloc (n);
      if (last == nullptr)
        break;
      last[0] = i;
      o[0] = last[0];
    }
}
