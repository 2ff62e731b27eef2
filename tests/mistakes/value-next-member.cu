// The cell behind an array in a structure is its next member.
// fault: none
// missed: the compiler's code has addresses, and no members
// launch: block 32, grid 1
// args: nodes=zeros:160 n=int:4
// found: nothing
// tools: none
struct Node { int child[4], count; };

extern "C" __global__ void fault (Node *nodes, int n)
{
  for (int i = 0; i <= n; i++)
    nodes[threadIdx.x].child[i] = i;
}

extern "C" __global__ void twin (Node *nodes, int n)
{
  for (int i = 0; i < n; i++)
    nodes[threadIdx.x].child[i] = i;
}
