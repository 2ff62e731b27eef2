/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#include <functional>

namespace thrust
{
using std::binary_function;
using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::plus;
using std::unary_function;

template <class __t = void> struct maximum
{
  __host__ __device__ constexpr __t operator() (const __t &__a, const __t &__b) const
  {
    return __a < __b ? __b : __a;
  }
};
template <class __t = void> struct minimum
{
  __host__ __device__ constexpr __t operator() (const __t &__a, const __t &__b) const
  {
    return __a < __b ? __a : __b;
  }
};
template <> struct maximum<void>
{
  template <class __t>
  __host__ __device__ constexpr __t operator() (const __t &__a, const __t &__b) const
  {
    return __a < __b ? __b : __a;
  }
};
template <> struct minimum<void>
{
  template <class __t>
  __host__ __device__ constexpr __t operator() (const __t &__a, const __t &__b) const
  {
    return __a < __b ? __a : __b;
  }
};
template <class __t = void> struct square
{
  __host__ __device__ constexpr __t operator() (const __t &__a) const { return __a * __a; }
};
template <class __t = void> struct identity
{
  __host__ __device__ constexpr const __t &operator() (const __t &__a) const { return __a; }
};
}
