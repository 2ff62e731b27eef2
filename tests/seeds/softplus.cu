/* The same function for arrays wherever they lie: log (1 + e^x), so written that no exponential
 * can overflow. */
extern "C" __global__ void
softplus (const double *x, double *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    y[i] = fmax (0.0, x[i]) + log1p (exp (-fabs (x[i])));
}

/* gridloom
[launch]
block=256
shape=2001

[arg x]
fill=expr:0.5 * x - 500

[expect y]
domain=1
rtol=1e-13
*/
