/* Two kernels at once
 *
 * Each of two streams doubles its numbers ten times over, the slow way; events say when each
 * kernel began and ended, so that who looks at the streams sees whether they overlap.
 */
extern "C" __global__ void
churn (float *f, int n)
{
  int i = threadIdx.x;

  if (i >= n)
    return;
  for (int turn = 0; turn < 20; turn++)
    {
      for (int k = 0; k < 20; k++)
        f[i] = f[i] * 2;
      for (int k = 0; k < 20; k++)
        f[i] = f[i] / 2;
    }
  f[i] = f[i] * 2;
}

/* gridloom
[launch]
block=400
grid=1

[steps]
record beginning
copy host to first
copy host to second
repeat 10
  record first_begins on one
  launch churn on one f=first
  record second_begins on two
  launch churn on two f=second
  record first_ends on one
  record second_ends on two
end
copy first to host
copy second to host

[arg n]
value=400

[arg first]
shape=400
fill=iota

[arg second]
shape=400
fill=expr:x * 0.5f - 100
*/
