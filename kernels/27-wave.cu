/* A wave
 *
 * What a drop leaves on the water of a basin. By the finite differences of the wave equation
 * a cell's next height follows from its own, from its height a moment ago and from those of
 * its four neighbours. A launch is one moment; between two of them the three arrays change
 * their names, and nothing is copied. Press play below the picture, or drag through the
 * moments: the ring runs to the walls, where the water stands still, and comes back upside
 * down.
 */
extern "C" __global__ void
wave (const float *before, const float *now, float *next, int cols, int rows, float speed)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)
    return;

  int i = y * cols + x;
  float around = now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols];

  next[i] = 2 * now[i] - before[i] + speed * (around - 4 * now[i]);
}

/* gridloom
[launch]
over=now
block=32,4
grid=auto

[steps]
repeat 240
  launch wave
  swap before, now
  swap now, next
end

[arg before]
shape=96,128
fill=expr:expf(-0.02f * ((x - 40) * (x - 40) + (y - 48) * (y - 48)))

[arg now]
shape=96,128
fill=expr:expf(-0.02f * ((x - 40) * (x - 40) + (y - 48) * (y - 48)))

[arg next]
shape=96,128
fill=zeros

[arg speed]
value=0.25

[view]
array=now
lens=value
*/
