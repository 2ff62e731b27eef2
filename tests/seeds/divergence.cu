/* Two ways to split the same work: by the number of a warp all lanes go one way, by the parity
 * of a lane half of them wait while the others work. */
extern "C" __global__ void
branches (float *by_warp, float *by_lane, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  if (i / 32 % 2)
    by_warp[i] = sqrtf (i); /* odd warps */
  else
    by_warp[i] = 2 * i; /* even warps */
  if (i % 2)
    by_lane[i] = sqrtf (i); /* odd lanes */
  else
    by_lane[i] = 2 * i; /* even lanes */
}

/* gridloom
[launch]
block=128
shape=512

[expect by_warp]
domain=1
reference=expr:x / 32 % 2 ? sqrtf (x) : 2 * x

[expect by_lane]
domain=1
reference=expr:x % 2 ? sqrtf (x) : 2 * x
*/
