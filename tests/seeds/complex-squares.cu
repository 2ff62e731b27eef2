/* Complex numbers are pairs of floats: each is multiplied by itself and by a factor that is
 * passed by value. */
extern "C" __global__ void
squares (const float2 *z, float2 *out, float2 factor, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    {
      float2 square = make_float2 (z[i].x * z[i].x - z[i].y * z[i].y, 2 * z[i].x * z[i].y);

      out[i] = make_float2 (square.x * factor.x - square.y * factor.y, square.x * factor.y + square.y * factor.x);
    }
}

/* gridloom
[launch]
over=out
block=64
shape=100

[arg z]
fill.x=expr:x
fill.y=expr:1 - x

[arg factor]
value=0,2

[arg n]
value=size

[expect out]
domain=1
*/
