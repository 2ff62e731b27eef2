/* A reduction in four parts: each element is squared (map), two sums are added (reduce), the
 * first is 0 (identity), and the root is taken at the end (post-map). Each block has a row: its
 * threads add up what is theirs, then halve their number in shared memory until one is left. */
#define THREADS 128

extern "C" __global__ void
norm_of_rows (const float *x, float *norm, int cols)
{
  __shared__ float sums[THREADS];
  float sum = 0;

  for (int col = threadIdx.x; col < cols; col += THREADS)
    sum += x[blockIdx.x * cols + col] * x[blockIdx.x * cols + col];
  sums[threadIdx.x] = sum;
  for (int half = THREADS / 2; half > 0; half /= 2)
    {
      __syncthreads ();
      if (threadIdx.x < half)
        sums[threadIdx.x] += sums[threadIdx.x + half];
    }
  if (threadIdx.x == 0)
    norm[blockIdx.x] = sqrtf (sums[0]);
}

/* gridloom
[launch]
over=norm
block=128
grid=9
manual-grid=true

[arg x]
shape=9,300
fill=expr:x % 7 - 3

[arg norm]
shape=9

[arg cols]
value=300

[expect norm]
domain=1
reference=expr:[] { double sum = 0; for (int i = 0; i < 300; i++) sum += (i % 7 - 3) * (i % 7 - 3); return sqrt (sum); } ()
rtol=1e-6
*/
