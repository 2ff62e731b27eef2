/* cooperative_groups.h: groups of threads, declared for the bodies of device functions
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups
{

/* What every group has. */
#define GRIDLOOM_GROUP \
  __device__ void sync () const; \
  __device__ unsigned long long size () const; \
  __device__ unsigned long long num_threads () const; \
  __device__ unsigned long long thread_rank () const; \
  __device__ bool is_valid () const;
/* What groups have whose threads are of one warp. */
#define GRIDLOOM_LANES \
  template <class T> __device__ T shfl (T value, int lane) const; \
  template <class T> __device__ T shfl_up (T value, int delta) const; \
  template <class T> __device__ T shfl_down (T value, int delta) const; \
  template <class T> __device__ T shfl_xor (T value, int mask) const; \
  __device__ int any (int predicate) const; \
  __device__ int all (int predicate) const; \
  __device__ unsigned int ballot (int predicate) const; \
  template <class T> __device__ unsigned int match_any (T value) const; \
  template <class T> __device__ unsigned int match_all (T value, int &same) const; \
  __device__ unsigned long long meta_group_size () const; \
  __device__ unsigned long long meta_group_rank () const;

struct thread_group
{
  GRIDLOOM_GROUP
};

struct thread_block : thread_group
{
  struct arrival_token
  {
  };
  static __device__ void sync ();
  static __device__ unsigned int size ();
  static __device__ unsigned int num_threads ();
  static __device__ unsigned int thread_rank ();
  static __device__ dim3 group_index ();
  static __device__ dim3 thread_index ();
  static __device__ dim3 group_dim ();
  static __device__ dim3 dim_threads ();
  __device__ arrival_token barrier_arrive ();
  __device__ void barrier_wait (arrival_token &&token);
};

struct coalesced_group : thread_group
{
  GRIDLOOM_LANES
};

struct grid_group : thread_group
{
  struct arrival_token
  {
  };
  __device__ dim3 group_dim () const;
  __device__ dim3 dim_blocks () const;
  __device__ dim3 block_index () const;
  __device__ unsigned long long num_blocks () const;
  __device__ unsigned long long block_rank () const;
  __device__ arrival_token barrier_arrive ();
  __device__ void barrier_wait (arrival_token &&token);
};

struct multi_grid_group : thread_group
{
  __device__ unsigned int grid_rank () const;
  __device__ unsigned int num_grids () const;
};

struct cluster_group : thread_group
{
  static __device__ void sync ();
  static __device__ void barrier_arrive ();
  static __device__ void barrier_wait ();
  static __device__ dim3 block_index ();
  static __device__ dim3 dim_blocks ();
  static __device__ unsigned int block_rank ();
  static __device__ unsigned int num_blocks ();
  static __device__ unsigned int num_threads ();
  static __device__ unsigned int thread_rank ();
  template <class T> static __device__ T *map_shared_rank (T *address, int rank);
  static __device__ unsigned int query_shared_rank (const void *address);
};

template <unsigned int Size, class Parent = void> struct thread_block_tile : thread_group
{
  GRIDLOOM_LANES
  __device__ operator thread_block_tile<Size, void> () const;
  static __device__ constexpr unsigned int size () { return Size; }
  static __device__ constexpr unsigned int num_threads () { return Size; }
};

template <unsigned int Size> struct block_tile_memory
{
  char bytes[Size / 32 * 8 + 64];
};

__device__ thread_block this_thread_block ();
template <unsigned int Size> __device__ thread_block
this_thread_block (block_tile_memory<Size> &memory);
__device__ grid_group this_grid ();
__device__ multi_grid_group this_multi_grid ();
__device__ cluster_group this_cluster ();
__device__ coalesced_group coalesced_threads ();
__device__ thread_group tiled_partition (const thread_group &parent, unsigned int size);
template <unsigned int Size, class Parent> __device__ thread_block_tile<Size, Parent>
tiled_partition (const Parent &parent);
template <class Parent> __device__ coalesced_group binary_partition (const Parent &parent, bool in);
template <class Parent, class T> __device__ coalesced_group
labeled_partition (const Parent &parent, T label);
template <class Group> __device__ void sync (const Group &group);
template <class Group> __device__ unsigned int thread_rank (const Group &group);
template <class Group> __device__ unsigned int group_size (const Group &group);
template <class Group, class Function> __device__ void
invoke_one (const Group &group, Function &&function);

/* -- cooperative_groups/reduce.h and scan.h -- */
#define GRIDLOOM_OPERATION(name) \
  template <class T = void> struct name \
  { \
    __device__ T operator() (const T &a, const T &b) const; \
  };
GRIDLOOM_OPERATION (plus)
GRIDLOOM_OPERATION (less)
GRIDLOOM_OPERATION (greater)
GRIDLOOM_OPERATION (bit_and)
GRIDLOOM_OPERATION (bit_or)
GRIDLOOM_OPERATION (bit_xor)
#undef GRIDLOOM_OPERATION

template <class Group, class T, class Operation> __device__ T
reduce (const Group &group, T value, Operation &&operation);
template <class Group, class T> __device__ T inclusive_scan (const Group &group, T value);
template <class Group, class T> __device__ T exclusive_scan (const Group &group, T value);
template <class Group, class T, class Operation> __device__ T
inclusive_scan (const Group &group, T value, Operation &&operation);
template <class Group, class T, class Operation> __device__ T
exclusive_scan (const Group &group, T value, Operation &&operation);

/* -- cooperative_groups/memcpy_async.h -- */
template <class Group, class To, class From, class... Size> __device__ void
memcpy_async (const Group &group, To *to, const From *from, Size... size);
template <class Group> __device__ void wait (const Group &group);
template <unsigned int Stages, class Group> __device__ void wait_prior (const Group &group);

#undef GRIDLOOM_GROUP
#undef GRIDLOOM_LANES
}
