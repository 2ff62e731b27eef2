// Two threads find the same node not visited, and both take it.
// fault: race
// launch: block 64, grid 1
// args: a=iota:64 visited=zeros:32 queue=zeros:64 tail=zeros:1
// found: thread 0, array visited
// tools: none; racecheck looks at shared memory
extern "C" __global__ void fault (const int *a, int *visited, int *queue, int *tail)
{
  int next = a[threadIdx.x] % 32;
  if (visited[next] == 0) // other
    {
      visited[next] = 1; // here
      queue[atomicAdd (tail, 1)] = next;
    }
}

extern "C" __global__ void twin (const int *a, int *visited, int *queue, int *tail)
{
  int next = a[threadIdx.x] % 32;
  if (atomicExch (&visited[next], 1) == 0)
    queue[atomicAdd (tail, 1)] = next;
}
