/* Variables of every kind, by name, by index and by a pointer that may mean any of them: each has the counts of the
 * simulator, on a GPU as well. */
__device__ int table[48];
__device__ float4 wide[9];
__device__ unsigned char bytes[37];
__device__ unsigned total;
__constant__ float weights[16];
__constant__ unsigned char small_table[21];
/* Inline assembly has a predicate of this name. */
__device__ int p;

__device__ __noinline__ void put (int *place, int value)
{
  *place = value;
  atomicAdd (place, 1);
}

__global__ void variables (int *out, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *from = i % n == 0 ? weights : i % n == 1 ? &wide[2].x : (const float *) out + 128;

  asm volatile ("{ .reg .pred p; setp.eq.s32 p, %0, 0; @!p red.global.add.s32 [table+12], 3; }" : : "r"(i % 3) : "memory");
  put (i % 4 == 0 ? &table[i % 5] : i % 4 == 1 ? &p : &out[i], i);
  wide[3 + i % 5] = make_float4 (i % 5, weights[5], 1, 2);
  bytes[i % 37] = small_table[i % 21];
  atomicAdd (&total, 2u);
  if (i % 7 == 6)
    out[i] = (int) from[i % 3];
}

/* gridloom
[launch]
block=64
grid=2
manual-grid=true
[arg out]
shape=192
[arg n]
value=3
[symbol table]
fill=zeros
[symbol wide]
fill=zeros
[symbol bytes]
fill=zeros
[symbol total]
fill=zeros
[symbol weights]
fill=ones
[symbol small_table]
fill=ones
[symbol p]
fill=zeros
*/
