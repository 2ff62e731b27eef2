/* CUDA's side of what kernels of the generator use: intrinsics, so that nothing is contracted. */

#define DEVICE static __device__ __forceinline__
#define CALLED static __device__ __noinline__
#define KERNEL extern "C" __global__ void
#define TABLE static __constant__
#define SHARED __shared__
#define BARRIER() __syncthreads ()
#define STORE(array, i, value) (array)[i] = (value)
#define STORE4(array, i, a, b, c, d) (array)[i] = make_uint4 (a, b, c, d)
#define ATOMIC(what, array, i, value) atomic##what (&(array)[i], value)
#define SHARED_ATOMIC(what, array, i, value) atomic##what (&(array)[i], value)
#define FLOAT_BITS(a) __float_as_uint (a)
#define DOUBLE_BITS(a) ((u64) __double_as_longlong (a))
#define FLOAT_OF(a) __uint_as_float (a)

#define add_f32 __fadd_rn
#define sub_f32 __fsub_rn
#define mul_f32 __fmul_rn
#define div_f32 __fdiv_rn
#define fma_f32 __fmaf_rn
#define min_f32 fminf
#define max_f32 fmaxf
#define add_f64 __dadd_rn
#define sub_f64 __dsub_rn
#define mul_f64 __dmul_rn
#define div_f64 __ddiv_rn
#define fma_f64 __fma_rn
#define min_f64 fmin
#define max_f64 fmax

#define DIRECTED(mode) \
  static __device__ __forceinline__ float add_f32_##mode (float a, float b) { return __fadd_##mode (a, b); } \
  static __device__ __forceinline__ float mul_f32_##mode (float a, float b) { return __fmul_##mode (a, b); } \
  static __device__ __forceinline__ float div_f32_##mode (float a, float b) { return __fdiv_##mode (a, b); } \
  static __device__ __forceinline__ float root_f32_##mode (float a) { return __fsqrt_##mode (a); } \
  static __device__ __forceinline__ float f32_of_i32_##mode (int a) { return __int2float_##mode (a); } \
  static __device__ __forceinline__ float f32_of_u64_##mode (unsigned long long a) { return __ull2float_##mode (a); } \
  static __device__ __forceinline__ float f32_of_f64_##mode (double a) { return __double2float_##mode (a); } \
  static __device__ __forceinline__ double add_f64_##mode (double a, double b) { return __dadd_##mode (a, b); } \
  static __device__ __forceinline__ double mul_f64_##mode (double a, double b) { return __dmul_##mode (a, b); } \
  static __device__ __forceinline__ double root_f64_##mode (double a) { return __dsqrt_##mode (a); } \
  static __device__ __forceinline__ double f64_of_i64_##mode (long long a) { return __ll2double_##mode (a); } \
  static __device__ __forceinline__ int i32_of_f32_##mode (float a) { return __float2int_##mode (a); } \
  static __device__ __forceinline__ unsigned u32_of_f32_##mode (float a) { return __float2uint_##mode (a); } \
  static __device__ __forceinline__ long long i64_of_f32_##mode (float a) { return __float2ll_##mode (a); } \
  static __device__ __forceinline__ int i32_of_f64_##mode (double a) { return __double2int_##mode (a); } \
  static __device__ __forceinline__ unsigned long long u64_of_f64_##mode (double a) { return __double2ull_##mode (a); }

DIRECTED (rn)
DIRECTED (rz)
DIRECTED (rd)
DIRECTED (ru)

#define count_ones __popc
#define count_ones_64 __popcll
#define leading_zeros __clz
#define leading_zeros_64 __clzll
#define reverse __brev
#define first_one __ffs
#define pick_bytes __byte_perm
#define high_i32 __mulhi
#define high_u32 __umulhi
#define high_u64 __umul64hi
#define far_i32 __sad
#define funnel_left __funnelshift_l
#define funnel_right __funnelshift_rc

/* In every lane that there is, at places that all come to. */
#define EXCHANGE(v, mask) __shfl_xor_sync (0xffffffffu, v, mask)
#define FROM_BELOW(v, by) __shfl_up_sync (0xffffffffu, v, by)
#define FROM_ABOVE(v, by, width) __shfl_down_sync (0xffffffffu, v, by, width)
#define BALLOT(p) __ballot_sync (0xffffffffu, p)
#define ANY(p) __any_sync (0xffffffffu, p)
