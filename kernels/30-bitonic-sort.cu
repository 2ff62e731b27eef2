/* Sorting in a network
 *
 * A bitonic network sorts 512 numbers in 45 launches. In each of them every thread compares
 * one pair and exchanges it if need be: runs of two are sorted, half of them upwards and half
 * downwards, then runs of four, and so on. Which cells a thread compares depends on two
 * counters, one of a loop in the other: distance halves within a run, and runs double. Each
 * moment is one size of runs.
 */
extern "C" __global__ void
exchange (int *f, int run, int distance)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int low = i / distance * 2 * distance + i % distance;
  int high = low + distance;
  bool is_upwards = (low & run) == 0;

  if ((f[low] > f[high]) == is_upwards)
    {
      int last = f[low];

      f[low] = f[high];
      f[high] = last;
    }
}

/* gridloom
[launch]
block=64
range=size / 2

[steps]
repeat 9 as size_of_runs
  repeat size_of_runs + 1 as half
    launch exchange run=2 << size_of_runs distance=1 << size_of_runs - half
  end
end

[arg f]
shape=512
fill=expr:(x * 331 + 17) % 512

[expect]
reference=expr:x

[view]
array=f
lens=value
*/
