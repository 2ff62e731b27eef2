/* curand_kernel.h: random numbers in device functions, declared for their bodies; the states have
 * the sizes that cuRAND's have, which host code allocates
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime.h"
#include "curand.h"

typedef struct curandStateXORWOW
{
  unsigned int d, v[5];
  int          boxmuller_flag, boxmuller_flag_double;
  float        boxmuller_extra;
  double       boxmuller_extra_double;
} curandState, curandState_t, curandStateXORWOW_t;

typedef struct curandStatePhilox4_32_10
{
  uint4        ctr, output;
  uint2        key;
  unsigned int STATE;
  int          boxmuller_flag, boxmuller_flag_double;
  float        boxmuller_extra;
  double       boxmuller_extra_double;
} curandStatePhilox4_32_10_t;

typedef struct curandStateMRG32k3a
{
  unsigned int s1[3], s2[3];
  int          boxmuller_flag, boxmuller_flag_double;
  float        boxmuller_extra;
  double       boxmuller_extra_double;
} curandStateMRG32k3a_t;

template <class S> __device__ void
curand_init (unsigned long long seed, unsigned long long sequence, unsigned long long offset,
             S *state);
template <class S> __device__ void skipahead (unsigned long long n, S *state);
template <class S> __device__ void skipahead_sequence (unsigned long long n, S *state);
#define GRIDLOOM_RANDOM(type, name) \
  template <class S> __device__ type name (S *state);
GRIDLOOM_RANDOM (unsigned int, curand)
GRIDLOOM_RANDOM (uint4, curand4)
GRIDLOOM_RANDOM (float, curand_uniform)
GRIDLOOM_RANDOM (double, curand_uniform_double)
GRIDLOOM_RANDOM (float4, curand_uniform4)
GRIDLOOM_RANDOM (double2, curand_uniform2_double)
GRIDLOOM_RANDOM (float, curand_normal)
GRIDLOOM_RANDOM (double, curand_normal_double)
GRIDLOOM_RANDOM (float2, curand_normal2)
GRIDLOOM_RANDOM (double2, curand_normal2_double)
GRIDLOOM_RANDOM (float4, curand_normal4)
#undef GRIDLOOM_RANDOM
template <class S> __device__ float curand_log_normal (S *state, float mean, float deviation);
template <class S> __device__ double
curand_log_normal_double (S *state, double mean, double deviation);
template <class S> __device__ unsigned int curand_poisson (S *state, double lambda);
