/* mma.h: matrices of warps, declared for the bodies of device functions
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda
{
namespace wmma
{

enum layout_t
{
  mem_row_major,
  mem_col_major,
};
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision
{
struct tf32;
struct u4;
struct s4;
struct b1;
}
namespace experimental
{
namespace precision = wmma::precision;
enum bmmaBitOp
{
  bmmaBitOpXOR = 1,
  bmmaBitOpAND = 2,
};
enum bmmaAccumulateOp
{
  bmmaAccumulateOpPOPC = 1,
};
}

/* What a cell of a fragment is. */
template <class T> struct gridloom_cell { typedef T type; };
template <> struct gridloom_cell<precision::tf32> { typedef float type; };
template <> struct gridloom_cell<precision::u4> { typedef unsigned int type; };
template <> struct gridloom_cell<precision::s4> { typedef int type; };
template <> struct gridloom_cell<precision::b1> { typedef unsigned int type; };

template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment
{
  typedef typename gridloom_cell<T>::type element_type, storage_element_type;
  enum
  {
    num_elements = 8,
    num_storage_elements = 8,
  };
  element_type x[num_elements];
};

template <class Fragment, class V> __device__ void fill_fragment (Fragment &to, const V &value);
template <class Fragment, class T> __device__ void
load_matrix_sync (Fragment &to, const T *from, unsigned int step);
template <class Fragment, class T> __device__ void
load_matrix_sync (Fragment &to, const T *from, unsigned int step, layout_t layout);
template <class T, class Fragment> __device__ void
store_matrix_sync (T *to, const Fragment &from, unsigned int step, layout_t layout);
template <class D, class A, class B, class C> __device__ void
mma_sync (D &d, const A &a, const B &b, const C &c, bool saturating = false);
template <class D, class A, class B, class C> __device__ void
bmma_sync (D &d, const A &a, const B &b, const C &c,
           experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
           experimental::bmmaAccumulateOp sum = experimental::bmmaAccumulateOpPOPC);
__device__ float __float_to_tf32 (float x);

}
}
