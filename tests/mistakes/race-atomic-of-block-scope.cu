// Blocks count together with an atomic that holds within one block.
// fault: race
// says: one of the two holds only within its block
// launch: block 32, grid 4
// args: o=zeros:1
// found: block 0, thread 0, array o
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (int *o)
{
  atomicAdd_block (o, 1); // here other
}

extern "C" __global__ void twin (int *o)
{
  atomicAdd (o, 1);
}
