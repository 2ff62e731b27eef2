/* Three streams
 *
 * Each stream copies an array to the device, works on it and copies what came of it back: what
 * one stream copies overlaps with what another computes. bare.cu does the same without Gridloom.
 */
extern "C" __global__ void
work (const float *in, float *out, int n, int rounds)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;

  float value = in[i];

  for (int k = 0; k < rounds; k++)
    value = value * 0.999f + 0.001f;
  out[i] = value;
}

/* gridloom
[launch]
block=256

[steps]
repeat 4
  copy host to a on first
  launch work on first in=a out=x
  copy x to host on first
  copy host to b on second
  launch work on second in=b out=y
  copy y to host on second
  copy host to c on third
  launch work on third in=c out=z
  copy z to host on third
end

[arg n]
value=16777216

[arg rounds]
value=2000

[arg a]
shape=16777216
fill=iota

[arg b]
shape=16777216
fill=ones

[arg c]
shape=16777216
fill=iota

[arg x]
shape=16777216

[arg y]
shape=16777216

[arg z]
shape=16777216
*/
