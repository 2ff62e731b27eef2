/* nasty: launches sort_kernel<Policy<32>> out=31,30,29 */
/* As libraries write kernels: a policy, an agent with its shared storage, and bounds of the policy's. */
#define AGENT_PREFIX namespace detail { inline namespace v2 {
#define AGENT_SUFFIX } }
template <int threads_> struct Policy { enum { THREADS = threads_ }; static constexpr int ITEMS = 1; };

AGENT_PREFIX
template <typename PolicyT, typename T> struct Agent
{
  struct _TempStorage { T items[PolicyT::THREADS * PolicyT::ITEMS]; };
  union TempStorage { _TempStorage raw; char bytes[sizeof (_TempStorage)]; };
  TempStorage &storage;

  __device__ __forceinline__ explicit Agent (TempStorage &its) : storage (its) {}
  __device__ __forceinline__ T reverse (T value)
  {
    storage.raw.items[threadIdx.x] = value;
    __syncthreads ();
    return storage.raw.items[PolicyT::THREADS - 1 - threadIdx.x];
  }
  static int host (int n) { return new int[n] != nullptr; }
};
AGENT_SUFFIX

template <typename PolicyT, typename AgentT = detail::Agent<PolicyT, int>>
__launch_bounds__ (int ((PolicyT::THREADS > 512) ? PolicyT::THREADS : 512), 1)
__global__ void sort_kernel (int *out)
{
  __shared__ typename AgentT::TempStorage storage;

  out[threadIdx.x] = AgentT (storage).reverse (threadIdx.x);
}

template <typename PolicyT> struct Dispatch
{
  static int run (int *out) { sort_kernel<PolicyT><<<1, PolicyT::THREADS>>> (out); return 0; }
};
int main () { return Dispatch<Policy<32>>::run (nullptr); }
