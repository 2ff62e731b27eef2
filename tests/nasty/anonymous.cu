/* nasty: launches k out=4,4,4 */
namespace
{
struct { int x; } host_only;
enum { four = 4 };
union { int i; float f; } both;
__device__ int get () { return four; }
__global__ void k (int *out) { out[threadIdx.x] = get (); }
int main_of_nobody () { return host_only.x + both.i; }
}
