/* jacobi.cu: what is measured of arrays in bands over several GPUs */

__global__ void
jacobi (const float *now, float *next, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)
    return;
  int i = y * cols + x;
  next[i] = 0.25f * (now[i - 1] + now[i + 1] + now[i - cols] + now[i + cols]);
}

/* gridloom
[launch]
over=now
block=32,8

[split]
devices=1
halo=1

[steps]
copy now to next
repeat 1000
  launch jacobi
  swap now, next
end

[arg now]
shape=8192,8192
fill=random

[arg next]
shape=8192,8192
*/
