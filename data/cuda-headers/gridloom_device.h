/* gridloom_device.h: what device functions may use, declared for a compiler that reads their bodies
 * and makes no code of them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;

/* One declaration for each of up to eight names of one kind. */
#define GRIDLOOM_D1(r, p, n) __device__ r n p;
#define GRIDLOOM_D2(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D1 (r, p, __VA_ARGS__)
#define GRIDLOOM_D3(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D2 (r, p, __VA_ARGS__)
#define GRIDLOOM_D4(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D3 (r, p, __VA_ARGS__)
#define GRIDLOOM_D5(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D4 (r, p, __VA_ARGS__)
#define GRIDLOOM_D6(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D5 (r, p, __VA_ARGS__)
#define GRIDLOOM_D7(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D6 (r, p, __VA_ARGS__)
#define GRIDLOOM_D8(r, p, n, ...) GRIDLOOM_D1 (r, p, n) GRIDLOOM_D7 (r, p, __VA_ARGS__)
#define GRIDLOOM_PICK(a, b, c, d, e, f, g, h, name, ...) name
#define GRIDLOOM_DECLARE(r, p, ...) \
  GRIDLOOM_PICK (__VA_ARGS__, GRIDLOOM_D8, GRIDLOOM_D7, GRIDLOOM_D6, GRIDLOOM_D5, GRIDLOOM_D4, \
                 GRIDLOOM_D3, GRIDLOOM_D2, GRIDLOOM_D1, 0) (r, p, __VA_ARGS__)
#define DEVICE(result, parameters, ...) GRIDLOOM_DECLARE (result, parameters, __VA_ARGS__)
/* The same function with each way of rounding. */
#define ROUNDED(result, parameters, name) \
  DEVICE (result, parameters, name##_rn, name##_rz, name##_rd, name##_ru)

/* -- Threads -- */
DEVICE (void, (), __syncthreads, __threadfence, __threadfence_block, __threadfence_system, __trap)
DEVICE (int, (int), __syncthreads_count, __syncthreads_and, __syncthreads_or, __all, __any)
DEVICE (int, (unsigned int, int), __all_sync, __any_sync)
DEVICE (unsigned int, (unsigned int, int), __ballot_sync)
DEVICE (unsigned int, (int), __ballot)
DEVICE (unsigned int, (), __activemask)
DEVICE (void, (unsigned int = 0xffffffff), __syncwarp)
DEVICE (void, (unsigned int), __nanosleep)
DEVICE (void, (int), __prof_trigger)
DEVICE (void, (), __brkpt)
DEVICE (void, (unsigned int), __barrier_sync)
DEVICE (void, (unsigned int, unsigned int), __barrier_sync_count)
DEVICE (unsigned int, (unsigned int, unsigned int, int), __fns)
DEVICE (long long, (), clock64)
DEVICE (clock_t, (), clock)
DEVICE (void, (bool), __assume)
template <class T> __device__ unsigned int __match_any_sync (unsigned int, T);
template <class T> __device__ unsigned int __match_all_sync (unsigned int, T, int *);

/* Overloads, as in cuda_fp16.h, and no templates, which would be as good a match as those. */
#define SHUFFLES(type) \
  DEVICE (type, (unsigned int, type, int, int = 32), __shfl_sync, __shfl_xor_sync) \
  DEVICE (type, (unsigned int, type, unsigned int, int = 32), __shfl_up_sync, __shfl_down_sync) \
  DEVICE (type, (type, int, int = 32), __shfl, __shfl_xor) \
  DEVICE (type, (type, unsigned int, int = 32), __shfl_up, __shfl_down)
SHUFFLES (int)
SHUFFLES (unsigned int)
SHUFFLES (long)
SHUFFLES (unsigned long)
SHUFFLES (long long)
SHUFFLES (unsigned long long)
SHUFFLES (float)
SHUFFLES (double)

#define REDUCTIONS(type) \
  DEVICE (type, (unsigned int, type), __reduce_add_sync, __reduce_min_sync, __reduce_max_sync)
REDUCTIONS (int)
REDUCTIONS (unsigned int)
DEVICE (unsigned int, (unsigned int, unsigned int), __reduce_and_sync, __reduce_or_sync,
        __reduce_xor_sync)

/* -- Memory -- */
#define ATOMIC(name) \
  template <class T, class V> __device__ T name (T *, V); \
  template <class T, class V> __device__ T name##_block (T *, V); \
  template <class T, class V> __device__ T name##_system (T *, V);
ATOMIC (atomicAdd)
ATOMIC (atomicSub)
ATOMIC (atomicExch)
ATOMIC (atomicMin)
ATOMIC (atomicMax)
ATOMIC (atomicInc)
ATOMIC (atomicDec)
ATOMIC (atomicAnd)
ATOMIC (atomicOr)
ATOMIC (atomicXor)
template <class T, class V, class W> __device__ T atomicCAS (T *, V, W);
template <class T, class V, class W> __device__ T atomicCAS_block (T *, V, W);
template <class T, class V, class W> __device__ T atomicCAS_system (T *, V, W);

#define LOAD(name) template <class T> __device__ T name (const T *);
#define STORE(name) template <class T, class V> __device__ void name (T *, V);
LOAD (__ldg)
LOAD (__ldca)
LOAD (__ldcg)
LOAD (__ldcs)
LOAD (__ldcv)
LOAD (__ldlu)
STORE (__stcg)
STORE (__stcs)
STORE (__stwb)
STORE (__stwt)
DEVICE (void *, (size_t), malloc)
DEVICE (void, (void *), free)
DEVICE (unsigned int, (const void *), __isGlobal, __isShared, __isConstant, __isLocal)
DEVICE (size_t, (const void *), __cvta_generic_to_shared, __cvta_generic_to_global,
        __cvta_generic_to_constant, __cvta_generic_to_local)
DEVICE (void *, (size_t), __cvta_shared_to_generic, __cvta_global_to_generic,
        __cvta_constant_to_generic, __cvta_local_to_generic)

/* Textures and surfaces: by the type that is asked for, or written to the first argument. */
#define FETCH(name) \
  template <class T, class... A> __device__ T name (cudaTextureObject_t, A...); \
  template <class T, class... A> __device__ void name (T *, cudaTextureObject_t, A...);
FETCH (tex1D)
FETCH (tex2D)
FETCH (tex3D)
FETCH (tex1Dfetch)
FETCH (tex1DLayered)
FETCH (tex2DLayered)
FETCH (tex1DLod)
FETCH (tex2DLod)
FETCH (tex3DLod)
FETCH (tex1DGrad)
FETCH (tex2DGrad)
FETCH (tex3DGrad)
FETCH (tex1DLayeredLod)
FETCH (tex2DLayeredLod)
FETCH (tex1DLayeredGrad)
FETCH (tex2DLayeredGrad)
FETCH (texCubemap)
FETCH (texCubemapLod)
FETCH (texCubemapLayered)
FETCH (texCubemapLayeredLod)
FETCH (tex2Dgather)
FETCH (surf1Dread)
FETCH (surf2Dread)
FETCH (surf3Dread)
FETCH (surf1DLayeredread)
FETCH (surf2DLayeredread)
FETCH (surfCubemapread)
FETCH (surfCubemapLayeredread)
enum cudaSurfaceBoundaryMode
{
  cudaBoundaryModeZero,
  cudaBoundaryModeClamp,
  cudaBoundaryModeTrap,
};
#define WRITE(name) \
  template <class T, class... A> __device__ void name (T, cudaSurfaceObject_t, A...);
WRITE (surf1Dwrite)
WRITE (surf2Dwrite)
WRITE (surf3Dwrite)
WRITE (surf1DLayeredwrite)
WRITE (surf2DLayeredwrite)
WRITE (surfCubemapwrite)
WRITE (surfCubemapLayeredwrite)

/* -- Integers -- */
DEVICE (int, (unsigned int), __popc)
DEVICE (int, (unsigned long long), __popcll)
DEVICE (int, (int), __clz, __ffs)
DEVICE (int, (long long), __clzll, __ffsll)
DEVICE (unsigned int, (unsigned int), __brev)
DEVICE (unsigned long long, (unsigned long long), __brevll)
DEVICE (int, (int, int), __mul24, __mulhi, __hadd, __rhadd, mul24)
DEVICE (unsigned int, (unsigned int, unsigned int), __umul24, __umulhi, __uhadd, __urhadd, umul24)
DEVICE (long long, (long long, long long), __mul64hi)
DEVICE (unsigned long long, (unsigned long long, unsigned long long), __umul64hi)
DEVICE (unsigned int, (int, int, unsigned int), __sad)
DEVICE (unsigned int, (unsigned int, unsigned int, unsigned int), __usad, __byte_perm,
        __funnelshift_l, __funnelshift_r, __funnelshift_lc, __funnelshift_rc)
DEVICE (int, (int, int, int), __dp4a, __dp2a_lo, __dp2a_hi)
DEVICE (unsigned int, (unsigned int, unsigned int, unsigned int), __dp4a)
/* Of the two or four numbers in 32 bits; both kinds of each that is compared. */
DEVICE (unsigned int, (unsigned int), __vabs2, __vabs4, __vabsss2, __vabsss4, __vneg2, __vneg4,
        __vnegss2, __vnegss4)
#define PACKED(name) DEVICE (unsigned int, (unsigned int, unsigned int), name##2, name##4)
#define COMPARED(name) \
  PACKED (__vcmp##name##s) PACKED (__vcmp##name##u) PACKED (__vset##name##s) PACKED (__vset##name##u)
PACKED (__vadd)
PACKED (__vaddss)
PACKED (__vaddus)
PACKED (__vsub)
PACKED (__vsubss)
PACKED (__vsubus)
PACKED (__vabsdiffs)
PACKED (__vabsdiffu)
PACKED (__vavgs)
PACKED (__vavgu)
PACKED (__vhaddu)
PACKED (__vsads)
PACKED (__vsadu)
PACKED (__vmaxs)
PACKED (__vmaxu)
PACKED (__vmins)
PACKED (__vminu)
PACKED (__vcmpeq)
PACKED (__vcmpne)
PACKED (__vseteq)
PACKED (__vsetne)
COMPARED (ge)
COMPARED (gt)
COMPARED (le)
COMPARED (lt)

/* -- Floating point -- */
DEVICE (float, (float), __sinf, __cosf, __tanf, __expf, __exp10f, __logf, __log2f, __log10f)
DEVICE (float, (float), __saturatef, __frsqrt_rn)
DEVICE (float, (float, float), __powf, __fdividef, fdividef)
DEVICE (void, (float, float *, float *), __sincosf)
ROUNDED (float, (float, float), __fadd)
ROUNDED (float, (float, float), __fsub)
ROUNDED (float, (float, float), __fmul)
ROUNDED (float, (float, float), __fdiv)
ROUNDED (float, (float), __fsqrt)
ROUNDED (float, (float), __frcp)
ROUNDED (float, (float, float, float), __fmaf)
ROUNDED (float, (float, float, float), __fmaf_ieee)
ROUNDED (double, (double, double), __dadd)
ROUNDED (double, (double, double), __dsub)
ROUNDED (double, (double, double), __dmul)
ROUNDED (double, (double, double), __ddiv)
ROUNDED (double, (double), __dsqrt)
ROUNDED (double, (double), __drcp)
ROUNDED (double, (double, double, double), __fma)

/* The double's name, and the float's, which is also the double's with an f. */
#define MATHS(name) DEVICE (double, (double), name) DEVICE (float, (float), name, name##f)
MATHS (erfinv)
MATHS (erfcinv)
MATHS (erfcx)
MATHS (normcdfinv)
MATHS (cyl_bessel_i0)
MATHS (cyl_bessel_i1)
DEVICE (double, (int, const double *), norm, rnorm)
DEVICE (float, (int, const float *), normf, rnormf)

/* -- Conversions -- */
ROUNDED (int, (float), __float2int)
ROUNDED (unsigned int, (float), __float2uint)
ROUNDED (long long, (float), __float2ll)
ROUNDED (unsigned long long, (float), __float2ull)
ROUNDED (int, (double), __double2int)
ROUNDED (unsigned int, (double), __double2uint)
ROUNDED (long long, (double), __double2ll)
ROUNDED (unsigned long long, (double), __double2ull)
ROUNDED (float, (double), __double2float)
ROUNDED (float, (int), __int2float)
ROUNDED (float, (unsigned int), __uint2float)
ROUNDED (float, (long long), __ll2float)
ROUNDED (float, (unsigned long long), __ull2float)
ROUNDED (double, (long long), __ll2double)
ROUNDED (double, (unsigned long long), __ull2double)
DEVICE (double, (int), __int2double_rn)
DEVICE (double, (unsigned int), __uint2double_rn)
DEVICE (int, (float), __float_as_int)
DEVICE (unsigned int, (float), __float_as_uint)
DEVICE (float, (int), __int_as_float)
DEVICE (float, (unsigned int), __uint_as_float)
DEVICE (long long, (double), __double_as_longlong)
DEVICE (double, (long long), __longlong_as_double)
DEVICE (int, (double), __double2hiint, __double2loint)
DEVICE (double, (int, int), __hiloint2double)

/* -- Functions that host code may call, too -- */
#define BOTH static inline __host__ __device__
BOTH float rsqrtf (float x) { return 1 / __builtin_sqrtf (x); }
BOTH float rsqrt (float x) { return rsqrtf (x); }
BOTH double rsqrt (double x) { return 1 / __builtin_sqrt (x); }
BOTH float rcbrtf (float x) { return 1 / __builtin_cbrtf (x); }
BOTH double rcbrt (double x) { return 1 / __builtin_cbrt (x); }
BOTH float sinpif (float x) { return __builtin_sinf (3.14159265358979323846f * x); }
BOTH float cospif (float x) { return __builtin_cosf (3.14159265358979323846f * x); }
BOTH double sinpi (double x) { return __builtin_sin (3.14159265358979323846 * x); }
BOTH double cospi (double x) { return __builtin_cos (3.14159265358979323846 * x); }
#define REALS(parameters, name, expression) \
  BOTH double name parameters (double) { return expression; } \
  BOTH float name##f parameters (float) { return (float) (expression); }
#define OF_1(type) (type x)
#define OF_2(type) (type x, type y)
#define OF_3(type) (type x, type y, type z)
#define OF_4(type) (type x, type y, type z, type w)
#define SQUARES ((double) x * x + (double) y * y + (double) z * z)
REALS (OF_1, normcdf, 0.5 * __builtin_erfc (-0.70710678118654752440 * x))
BOTH float normcdf (float x) { return normcdff (x); }
REALS (OF_2, rhypot, 1 / __builtin_hypot (x, y))
REALS (OF_3, norm3d, __builtin_sqrt (SQUARES))
REALS (OF_3, rnorm3d, 1 / __builtin_sqrt (SQUARES))
REALS (OF_4, norm4d, __builtin_sqrt (SQUARES + (double) w * w))
REALS (OF_4, rnorm4d, 1 / __builtin_sqrt (SQUARES + (double) w * w))
BOTH void sincospif (float x, float *s, float *c) { *s = sinpif (x); *c = cospif (x); }
BOTH void sincospi (float x, float *s, float *c) { sincospif (x, s, c); }
BOTH void sincospi (double x, double *s, double *c) { *s = sinpi (x); *c = cospi (x); }
#define EXTREMES(type) \
  BOTH type min (type a, type b) { return b < a ? b : a; } \
  BOTH type max (type a, type b) { return a < b ? b : a; }
EXTREMES (int)
EXTREMES (unsigned int)
EXTREMES (long)
EXTREMES (unsigned long)
EXTREMES (long long)
EXTREMES (unsigned long long)
EXTREMES (float)
EXTREMES (double)
#define MIXED_EXTREMES(result, a, b) \
  BOTH result min (a x, b y) { return min ((result) x, (result) y); } \
  BOTH result max (a x, b y) { return max ((result) x, (result) y); } \
  BOTH result min (b x, a y) { return min ((result) x, (result) y); } \
  BOTH result max (b x, a y) { return max ((result) x, (result) y); }
MIXED_EXTREMES (unsigned int, int, unsigned int)
MIXED_EXTREMES (unsigned long, long, unsigned long)
MIXED_EXTREMES (unsigned long long, long long, unsigned long long)
MIXED_EXTREMES (double, float, double)
BOTH long long llmin (long long a, long long b) { return b < a ? b : a; }
BOTH long long llmax (long long a, long long b) { return a < b ? b : a; }
BOTH unsigned long long ullmin (unsigned long long a, unsigned long long b) { return min (a, b); }
BOTH unsigned long long ullmax (unsigned long long a, unsigned long long b) { return max (a, b); }
BOTH unsigned int umin (unsigned int a, unsigned int b) { return b < a ? b : a; }
BOTH unsigned int umax (unsigned int a, unsigned int b) { return a < b ? b : a; }

#undef DEVICE
#undef ROUNDED
#undef PACKED
#undef COMPARED
#undef MATHS
#undef REALS
#undef OF_1
#undef OF_2
#undef OF_3
#undef OF_4
#undef SQUARES
#undef SHUFFLES
#undef REDUCTIONS
#undef ATOMIC
#undef LOAD
#undef STORE
#undef FETCH
#undef WRITE
#undef BOTH
#undef EXTREMES
#undef MIXED_EXTREMES
#undef GRIDLOOM_DECLARE
#undef GRIDLOOM_PICK
#undef GRIDLOOM_D1
#undef GRIDLOOM_D2
#undef GRIDLOOM_D3
#undef GRIDLOOM_D4
#undef GRIDLOOM_D5
#undef GRIDLOOM_D6
#undef GRIDLOOM_D7
#undef GRIDLOOM_D8
