/* nasty: launches k out=10,10,10 */
#define PRAGMA(x) _Pragma (#x)
#define UNROLL(n) PRAGMA (unroll n)
#define FOR(i, n) UNROLL (4) for (int i = 0; i < (n); i++)
#pragma pack(push, 1)
struct Packed { char a; int b; };
#pragma pack(pop)

_Pragma ("nv_diag_suppress 177") __global__ void k (int *out)
{
  int sum = 0;

  FOR (i, 2)
    sum += sizeof (struct Packed);
  out[threadIdx.x] = sum;
}
