/* An array bound as a texture is read at whole coordinates, transposed: point sampling of
 * unnormalised coordinates finds the cell that 0.5 beyond them lies in. Threads outside the
 * array read what the border is clamped to, and store nothing. */
extern "C" __global__ void
lookup (cudaTextureObject_t table, float *out, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float value = tex2D<float> (table, y + 0.5f, x + 0.5f);

  if (x < cols && y < rows)
    out[y * cols + x] = value;
}

/* gridloom
[launch]
over=out
block=8,8

[arg table]
shape=19,13
fill=expr:x + 100 * y
texture=clamp

[arg out]
shape=13,19

[expect out]
domain=1
reference=expr:y + 100 * x
*/
