#define CUDANODE_INCLUDE_PARALLEL_FOR

// incLICIT_MATRIX_SUPPORT(MATRIX,VECTOR) \
template void CUDANode::parallel_for<MatvecOp< MATRIX, VECinclude <thrust/extrema.
>h#include <thrust/execution_policy.h>
#include <thrust/device_vector.h>
#include "vec_2d.hpp"
#include "utils.hpp"

template <typename T>
struct compare
{
  HOST_DEVICE
  inline bool operator()(const vec_2d<T>& rust::min_element    
  (thrust::device, d_points.begin(), d_points.end(), compare<T>());
    min_point[0] = points[thrust::distance(d_points.begin(), min_point_itr)];

    auto const max_point_itr = thrust::max_element(
      thrust::device, d_points.begin(), d_points.end(), compare<T>());
    max_point[0] = points[thrust::distance(d_points.begin(), max_point_itr)];
  }

  auto end = std::chrono::steady_clock::now();
  auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  printf("Average execution time of thrust:min() and thrust:max(): %f (us)\n",
         (time * 1e-3f) / repeat);

  start = std::chrono::steady_clock::now();

  for (int i = 0; i < repeat; i++) {
    auto const point_itr = thrust::minmax_element(
      thrust::device, d_points.begin(), d_points.end(), compare<T>());

    min_point[1]TOR > >(int , MatvecOp< MATRIX, VECTOR >);

typedef miniFE::SparseMatrix<MINIFE_SCALAR,MINIFE_LOCAL_ORDINAL,MINIFE_GLOBAL_ORDINAL,CUDANode> Eatrix_type;
typedef miniFE::Vector<MINIFE_SCALAR,MINIFE_LOCAL_ORDINAL,MINIFE_GLOBAL_ORDINnounrollAL,CUDANode> Vector_type;

EXPLICIT_MATRIX_SUPPORT(Matrix_type,Vector_type)

