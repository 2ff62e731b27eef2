/* Reaction and diffusion
 *
 * Two substances in a dish, after Gray and Scott: u is fed everywhere, v turns u into more v
 * and dies, and both spread to the four neighbours, u faster. Three drops of v grow into
 * stripes, which branch and fill the dish. Both substances have two arrays, one to read and
 * one to write, and both pairs change places after each of 1500 launches. The dish is a
 * torus. Multiplications and additions are not fused (-fmad=false), since a difference in the
 * last bit grows with each launch: so every device sees the same dish.
 */
extern "C" __global__ void
react (const float *u, const float *v, float *u_next, float *v_next, int cols, int rows,
       float feed, float kill)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x >= cols || y >= rows)
    return;

  int i = y * cols + x;
  int left = y * cols + (x + cols - 1) % cols, right = y * cols + (x + 1) % cols;
  int above = (y + rows - 1) % rows * cols + x, below = (y + 1) % rows * cols + x;
  float spread_u = u[left] + u[right] + u[above] + u[below] - 4 * u[i];
  float spread_v = v[left] + v[right] + v[above] + v[below] - 4 * v[i];
  float turned = u[i] * v[i] * v[i];

  u_next[i] = u[i] + 0.2f * spread_u - turned + feed * (1 - u[i]);
  v_next[i] = v[i] + 0.1f * spread_v + turned - (feed + kill) * v[i];
}

/* gridloom
[launch]
options=-fmad=false
over=v
block=32,4
grid=auto

[steps]
repeat 1500
  launch react
  swap u, u_next
  swap v, v_next
end

[arg u]
shape=96,96
fill=ones

[arg v]
shape=96,96
fill=expr:(x / 8 == 5 && y / 8 == 5) || (x / 8 == 3 && y / 8 == 7) || (x / 8 == 8 && y / 8 == 4) ? 0.5f : 0

[arg u_next]
shape=96,96
fill=zeros

[arg v_next]
shape=96,96
fill=zeros

[arg feed]
value=0.037

[arg kill]
value=0.06

[view]
array=v
lens=value
*/
