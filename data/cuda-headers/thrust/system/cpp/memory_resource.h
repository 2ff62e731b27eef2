/* thrust/system/cpp/memory_resource.h: vectors of Thrust's back end for C++ lie in memory that
 * kernels see, and not in that of new
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <thrust/mr/new.h>

#include <new>

THRUST_NAMESPACE_BEGIN
namespace mr
{
class gridloom_resource final : public memory_resource<>
{
public:
  void *
  do_allocate (std::size_t size, std::size_t) override
  {
    void *address;

    if (cudaMalloc (&address, size) != cudaSuccess)
      throw std::bad_alloc ();
    return address;
  }

  void
  do_deallocate (void *address, std::size_t, std::size_t) override
  {
    cudaFree (address);
  }
};
}
THRUST_NAMESPACE_END

#define new_delete_resource gridloom_resource
#include_next <thrust/system/cpp/memory_resource.h>
#undef new_delete_resource
