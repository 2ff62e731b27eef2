/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for host headers, by several names: what device code can use of them, so that real
 * files compile. */
#ifndef __LOOM_THRUST_RANDOM_H
#define __LOOM_THRUST_RANDOM_H

#include <stdint.h>
#include <type_traits>

namespace thrust
{
namespace random
{
/* x := (a x + c) mod m, where m = 0 is what the type holds. */
template <class __t, __t __a, __t __c, __t __m> struct linear_congruential_engine
{
  typedef __t result_type;

  __t __state;

  __host__ __device__ explicit linear_congruential_engine (__t __seed = 1) { seed (__seed); }
  __host__ __device__ void seed (__t __seed)
  {
    __state = __c % (__m == 0 ? __t (-1) : __m) == 0 && __reduce (__seed) == 0 ? __t (1)
                                                                            : __reduce (__seed);
  }
  __host__ __device__ static constexpr __t __reduce (unsigned long long __v)
  {
    return __m == 0 ? __t (__v) : __t (__v % __m);
  }
  __host__ __device__ __t operator() ()
  {
    __state = __reduce ((unsigned long long) __a * __state + __c);
    return __state;
  }
  __host__ __device__ void discard (unsigned long long __n)
  {
    unsigned long long __factor = __a, __offset = __c, __by = 1, __plus = 0;

    for (; __n > 0; __n >>= 1)
      {
        if (__n & 1)
          {
            __by = __reduce (__by * __factor);
            __plus = __reduce (__plus * __factor + __offset);
          }
        __offset = __reduce (__offset * __factor + __offset);
        __factor = __reduce (__factor * __factor);
      }
    __state = __reduce (__by * __state + __plus);
  }
  __host__ __device__ static constexpr __t (min) () { return __c == 0 ? 1 : 0; }
  __host__ __device__ static constexpr __t (max) () { return __m - 1; }
};
typedef linear_congruential_engine<uint32_t, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<uint32_t, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

template <class __t = double> struct uniform_real_distribution
{
  typedef __t result_type;

  __t __low, __high;

  __host__ __device__ explicit uniform_real_distribution (__t __a = 0, __t __b = 1)
    : __low (__a), __high (__b) { }
  template <class __e> __host__ __device__ __t operator() (__e &__engine)
  {
    const __t __n = __t (__engine () - (__e::min) ());

    return __n / (__t (1) + __t ((__e::max) () - (__e::min) ())) * (__high - __low) + __low;
  }
};
template <class __t = int> struct uniform_int_distribution
{
  typedef __t result_type;

  __t __low, __high;

  __host__ __device__ explicit uniform_int_distribution (__t __a = 0, __t __b = 2147483647)
    : __low (__a), __high (__b) { }
  template <class __e> __host__ __device__ __t operator() (__e &__engine)
  {
    uniform_real_distribution<double> __real (__low, double (__high) + 1);

    return __t (__real (__engine));
  }
};
}

using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}

#endif
