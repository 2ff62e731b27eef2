/* A copy with a stride
 *
 * Each thread copies one number, and the next thread the one that lies a stride further on.
 * Memory comes in sectors of 32 bytes, eight numbers: with a stride of 2 half of each sector is
 * brought for nothing, with 8 or more there is a sector for every thread.
 *
 * Switch on Profile (Ctrl+3), choose Sectors per Request beside the lines (Ctrl+Shift+G), and
 * change stride in the pane Launch. The load asks for 4.00 sectors with stride 1, for 8.00 with
 * 2, for 16.00 with 4, for 32.00 with 8, and for 32.00 with 16. The picture hatches what was not
 * read.
 *
 * The lenses say it of each number: with stride 2 Sectors per load (Alt+6) is 8 for what was read of
 * in, Sectors per store (Alt+7) is 4 in all of out, and Sectors per request (Alt+5) has both.
 */
extern "C" __global__ void
copy (const float *in, float *out, int n, int stride)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    {
      float value = in[i * stride];     // the load

      out[i] = value;
    }
}

/* gridloom
[launch]
over=out
block=128

[arg in]
shape=32,128
fill=iota

[arg out]
shape=256
fill=zeros

[arg n]
value=256

[arg stride]
value=2

[expect out]
domain=1

[view]
array=in
lens=reads
*/
