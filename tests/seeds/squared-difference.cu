/* One kernel for many types: the launch names the types that the template is to be made with. */
template <typename T, typename U> __global__ void
squared_difference (const T *x, const U *y, T *z, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    z[i] = (x[i] - (T) y[i]) * (x[i] - (T) y[i]);
}

/* gridloom
[launch]
kernel=squared_difference<double, short>
over=z
block=128
range=330
shape=10,33

[arg x]
fill=expr:0.25 * (x + 33 * y)

[arg y]
fill=expr:x - y

[arg n]
value=size

[expect z]
domain=1
reference=expr:(0.25 * (x + 33 * y) - (x - y)) * (0.25 * (x + 33 * y) - (x - y))
*/
