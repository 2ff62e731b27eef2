/* Map and reduce
 *
 * Four streams each multiply two vectors and add the products up; a fifth waits for all of them
 * and adds their four sums.
 */
#define THREADS 128

extern "C" __global__ void
dot (const float *x, const float *y, float *sum, int n)
{
  __shared__ float part[THREADS];
  float own = 0;

  for (int i = threadIdx.x; i < n; i += THREADS)
    own += x[i] * y[i];
  part[threadIdx.x] = own;
  __syncthreads ();
  for (int half = THREADS / 2; half > 0; half /= 2)
    {
      if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    sum[0] = part[0];
}

extern "C" __global__ void
add (const float *a, const float *b, const float *c, const float *d, float *z)
{
  z[0] = a[0] + b[0] + c[0] + d[0];
}

/* gridloom
[launch]
kernel=dot
block=128
grid=1

[steps]
launch dot on map0 x=x0 y=y0 sum=z0
record done0 on map0
launch dot on map1 x=x1 y=y1 sum=z1
record done1 on map1
launch dot on map2 x=x2 y=y2 sum=z2
record done2 on map2
launch dot on map3 x=x3 y=y3 sum=z3
record done3 on map3
wait done0 on reduce
wait done1 on reduce
wait done2 on reduce
wait done3 on reduce
launch add on reduce a=z0 b=z1 c=z2 d=z3 block=1

[arg n]
value=5000

[arg x0]
shape=5000
fill=expr:x % 7
[arg y0]
shape=5000
fill=expr:x % 5 - 2
[arg x1]
shape=5000
fill=expr:x % 11
[arg y1]
shape=5000
fill=expr:x % 3
[arg x2]
shape=5000
fill=ones
[arg y2]
shape=5000
fill=expr:x % 9 - 4
[arg x3]
shape=5000
fill=expr:x % 2
[arg y3]
shape=5000
fill=expr:x % 4
[arg z0]
shape=1
[arg z1]
shape=1
[arg z2]
shape=1
[arg z3]
shape=1
[arg z]
shape=1
*/
