/* cufft.h: the types of cuFFT, whose functions say their name at the first call
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuComplex.h"
#include "library_types.h"

#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

typedef enum cufftResult_t
{
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_PARSE_ERROR = 12,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_LICENSE_ERROR = 15,
  CUFFT_NOT_SUPPORTED = 16,
} cufftResult;

typedef enum cufftType_t
{
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69,
} cufftType;

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#ifdef __cplusplus
#define REFUSED(name) GRIDLOOM_REFUSE (cufftResult, CUFFT_NOT_SUPPORTED, name)
REFUSED (cufftPlan1d) REFUSED (cufftPlan2d) REFUSED (cufftPlan3d) REFUSED (cufftPlanMany)
REFUSED (cufftMakePlan1d) REFUSED (cufftMakePlan2d) REFUSED (cufftMakePlan3d)
REFUSED (cufftMakePlanMany) REFUSED (cufftCreate) REFUSED (cufftDestroy) REFUSED (cufftSetStream)
REFUSED (cufftExecC2C) REFUSED (cufftExecR2C) REFUSED (cufftExecC2R) REFUSED (cufftExecZ2Z)
REFUSED (cufftExecD2Z) REFUSED (cufftExecZ2D) REFUSED (cufftGetSize) REFUSED (cufftGetSize1d)
REFUSED (cufftEstimate1d) REFUSED (cufftSetWorkArea) REFUSED (cufftSetAutoAllocation)
REFUSED (cufftGetVersion)
#undef REFUSED
#endif
