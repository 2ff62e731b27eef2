/* An output that nobody filled
 *
 * The kernel adds to what is in its output, and nobody put anything there: memory of a GPU that was
 * asked for is as the last program left it, often zeros, so that the mistake is not seen for
 * weeks. fill=poison stands for such memory.
 *
 * Switch on Uninitialised reads (Ctrl+2): the line that adds is named, with the first thread that
 * read what nothing had written. set stores instead of adding, and nothing is said of it.
 *
 * Uninitialised reads (Ctrl+Alt+8) lights all 200 cells of out, the button that it offers switches on
 * what it needs; with set none is left.
 */
extern "C" __global__ void
add (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] += 2 * in[i];                // reads out[i] first
}

extern "C" __global__ void
set (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] = 2 * in[i];
}

/* gridloom
[launch]
kernel=add
over=out
block=64

[arg in]
shape=200
fill=iota

[arg out]
shape=200
fill=poison

[arg n]
value=200

[view]
array=out
lens=value
*/
