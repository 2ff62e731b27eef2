/* nasty: launches a::b::k out=2,2,2 */
extern "C" { int printf (const char *, ...); }
extern "C++"
{
namespace a
{
inline namespace v1 { __device__ int two () { return 2; } }
namespace b { __global__ void k (int *out) { out[threadIdx.x] = two (); } void host () { printf ("}"); } }
}
namespace c = a::b;
}
int main () { c::host (); c::k<<<1, 32>>> (nullptr); }
