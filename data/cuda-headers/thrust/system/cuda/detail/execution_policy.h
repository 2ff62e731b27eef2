/* thrust/system/cuda/detail/execution_policy.h: what CUB includes of Thrust's back end for CUDA
 * beside that for C++: the template is looked for in the wrong one of two namespaces
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <thrust/detail/allocator_aware_execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub
{
namespace detail
{
using ::thrust::detail::allocator_aware_execution_policy;
}
}
THRUST_NAMESPACE_END

#include_next <thrust/system/cuda/detail/execution_policy.h>
