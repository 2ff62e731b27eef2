/* nasty: launches k out=12,12,12 */
/* As generators write it. */
#line 500 "grammar.y"
__global__ void k (int *out)
#line 1 "no such file.cu"
{
# 10 "another.cu" 2
  // line 10
  // line 11
  out[threadIdx.x] = __LINE__;
}
#line 1
int main () { k<<<1, 32>>> (nullptr); }
