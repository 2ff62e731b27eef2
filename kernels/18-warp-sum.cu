/* Sum within a warp
 *
 * The 32 threads of a warp can pass values to each other without any memory:
 * __shfl_down_sync gives each lane the value of the lane 16, then 8, 4, 2, 1 further up.
 * After five steps lane 0 holds the sum of all. The mask names the lanes that take part,
 * and all of them must get there. Each warp writes one sum of this reduction: 31 of 32
 * threads store nothing.
 */
extern "C" __global__ void
sum_warps (const int *values, int *sums, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? values[i] : 0;

  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync (0xffffffffu, sum, step);

  if (i % 32 == 0 && i < n)
    sums[i / 32] = sum;
}

/* gridloom
[launch]
over=values
block=64
grid=auto

[arg values]
shape=256
fill=iota

[arg sums]
shape=8
fill=zeros

[arg n]
value=size

[expect sums]
domain=1
reference=expr:1024 * x + 496

[view]
array=sums
lens=lowest
*/
