/* Vector stores into arrays of their parts and of themselves, and bytes beside them. */
__global__ void vectors (float *out, float4 *wide, unsigned char *bytes, const float2 *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2 pair = in[i];

  ((float4 *) out)[i] = make_float4 (i, pair.x, pair.y, 1);
  wide[i / 2] = make_float4 (1, 2, 3, 4);
  ((uchar4 *) bytes)[i] = make_uchar4 (9, 1, 2, 3);
  if (i % 4 == 0)
    bytes[4 * i] = 9;
}

/* gridloom
[launch]
block=64
grid=2
manual-grid=true
[arg out]
shape=512
[arg wide]
shape=64
[arg bytes]
shape=512
[arg in]
shape=128
*/
