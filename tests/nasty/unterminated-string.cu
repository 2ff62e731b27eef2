/* nasty: refused unterminated-string.cu:4 */
__global__ void k (int *out)
{
  const char *s = "this does not end;
  out[threadIdx.x] = s[0];
}
