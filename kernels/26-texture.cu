/* Turned by a texture
 *
 * Hills stand in rows and columns, and the kernel turns them: it asks for places between
 * cells and beyond the border, which an array can't answer but a texture can. Its filter,
 * linear, mixes the four cells around a place; its address mode, clamp, goes on with the
 * cells of the border, so that hills in the corners are drawn out. Half a cell is added
 * since the middle of cell 0 is at 0.5. Write border for clamp in the settings, and it is
 * dark outside; leave out linear, and the hills become rough.
 */
extern "C" __global__ void
turn (cudaTextureObject_t image, float *out, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float right = x - cols / 2, down = y - rows / 2;
  float u = cols / 2 + 0.8f * right - 0.6f * down;
  float v = rows / 2 + 0.6f * right + 0.8f * down;

  if (x < cols && y < rows)
    out[y * cols + x] = tex2D<float> (image, u + 0.5f, v + 0.5f);
}

/* gridloom
[launch]
over=out
block=16,16
grid=auto
shape=48,48

[arg image]
fill=expr:abs (x % 16 - 8) * abs (y % 16 - 8)
texture=clamp linear

[expect]
domain=1
reference=expr:fabsf ((fmodf (fminf (fmaxf (24 + 0.8f * (x - 24) - 0.6f * (y - 24), 0), 47), 16) - 8) * (fmodf (fminf (fmaxf (24 + 0.6f * (x - 24) + 0.8f * (y - 24), 0), 47), 16) - 8))
atol=0.05

[view]
array=out
lens=value
*/
