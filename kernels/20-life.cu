/* Game of life
 *
 * A cell lives on with two or three living neighbours and is born with three. All cells
 * change at once, so the new generation goes to an array of its own, and the two change
 * places after each launch: a block can't know when its neighbours are done, but a new
 * launch starts only when the last one has ended. The five cells of a glider look the same
 * after four generations, one cell further right and one further down; the world is a
 * torus. Press Space in the picture to see it move.
 */
extern "C" __global__ void
life (unsigned char *now, unsigned char *next, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;

  if (x >= cols || y >= rows)
    return;

  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0)
        alive += now[(y + dy + rows) % rows * cols + (x + dx + cols) % cols];

  next[y * cols + x] = alive == 3 || (alive == 2 && now[y * cols + x]);
}

/* gridloom
[launch]
over=now
block=8,8
grid=auto

[steps]
repeat 4
  launch life
  swap now, next
end

[arg now]
shape=20,24
fill=expr:(y == 1 && x == 2) || (y == 2 && x == 3) || (y == 3 && x >= 1 && x <= 3)

[arg next]
shape=20,24
fill=zeros

[expect]
domain=1
reference=expr:(y == 2 && x == 3) || (y == 3 && x == 4) || (y == 4 && x >= 2 && x <= 4)

[view]
array=now
lens=value
*/
