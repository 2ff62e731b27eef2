/* nasty: launches k out=1,1,1 */
/* There are none in C++17: the comment does not go on. */
__global__ void k (int *out)
{
  // Is this the last line of it??/
  out[threadIdx.x] = 1;
}

static const char *what = "??(";
