/* curand.h: random numbers with the interface of cuRAND for hosts, which are Gridloom's own: they
 * are distributed as cuRAND's are, but are no sequence of NVIDIA's
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime_api.h"

#define CURAND_VERSION 10310
#define CURANDAPI

typedef enum curandStatus
{
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999,
} curandStatus, curandStatus_t;

typedef enum curandRngType
{
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
} curandRngType, curandRngType_t;

typedef enum curandOrdering
{
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201,
} curandOrdering, curandOrdering_t;

typedef struct curandGenerator_st *curandGenerator_t;

#ifdef __cplusplus
extern "C" {
#endif
#define GRIDLOOM_CURAND(name, ...) \
  GRIDLOOM_HOST curandStatus_t name (curandGenerator_t __VA_ARGS__);

GRIDLOOM_CURAND (curandCreateGenerator, *generator, curandRngType_t type)
GRIDLOOM_CURAND (curandCreateGeneratorHost, *generator, curandRngType_t type)
GRIDLOOM_CURAND (curandDestroyGenerator, generator)
GRIDLOOM_CURAND (curandSetPseudoRandomGeneratorSeed, generator, unsigned long long seed)
GRIDLOOM_CURAND (curandSetGeneratorOffset, generator, unsigned long long offset)
GRIDLOOM_CURAND (curandSetGeneratorOrdering, generator, curandOrdering_t order)
GRIDLOOM_CURAND (curandSetStream, generator, cudaStream_t stream)
GRIDLOOM_CURAND (curandGenerateSeeds, generator)
GRIDLOOM_CURAND (curandGenerate, generator, unsigned int *to, size_t n)
GRIDLOOM_CURAND (curandGenerateLongLong, generator, unsigned long long *to, size_t n)
GRIDLOOM_CURAND (curandGenerateUniform, generator, float *to, size_t n)
GRIDLOOM_CURAND (curandGenerateUniformDouble, generator, double *to, size_t n)
GRIDLOOM_CURAND (curandGenerateNormal, generator, float *to, size_t n, float mean, float deviation)
GRIDLOOM_CURAND (curandGenerateNormalDouble, generator, double *to, size_t n, double mean, double deviation)
GRIDLOOM_CURAND (curandGenerateLogNormal, generator, float *to, size_t n, float mean, float deviation)
GRIDLOOM_CURAND (curandGenerateLogNormalDouble, generator, double *to, size_t n, double mean, double deviation)
#undef GRIDLOOM_CURAND
GRIDLOOM_HOST curandStatus_t curandGetVersion (int *version);
#ifdef __cplusplus
}

/* What is not here says so at its first call. */
#define REFUSED(name) GRIDLOOM_REFUSE (curandStatus_t, CURAND_STATUS_INTERNAL_ERROR, name)
#include "gridloom_curand_refused.h"
#undef REFUSED
#endif
