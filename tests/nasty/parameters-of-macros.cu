/* nasty: launches k out=4,4,4 */
#define RESTRICT __restrict__
#define IN(type, name) const type *RESTRICT name
#define OUT(type, name) type *RESTRICT name
#define SIZE int width, \
             int height
#define COMMA ,
#define VOID_KERNEL(bounds) __global__ void __launch_bounds__ bounds

VOID_KERNEL ((32, 1)) k (OUT (int, out) COMMA SIZE, IN (int, unused) = nullptr)
{
  out[threadIdx.x] = 4;
}
