/* cublas_v2.h: linear algebra with the interface of cuBLAS, which is Gridloom's own
 *
 * What the functions give is what cuBLAS documents; sums are made in another order than NVIDIA's,
 * and with more digits. They run on this computer's processor and launch nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#ifdef __cplusplus
#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif
#include "cuda_runtime_api.h"
#include "library_types.h"

#include <stdint.h>

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 9
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 120900
#define CUBLASAPI

typedef enum
{
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;

typedef enum
{
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
} cublasOperation_t;

typedef enum
{
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
} cublasFillMode_t;

typedef enum
{
  CUBLAS_DIAG_NON_UNIT = 0,
  CUBLAS_DIAG_UNIT = 1,
} cublasDiagType_t;

typedef enum
{
  CUBLAS_SIDE_LEFT = 0,
  CUBLAS_SIDE_RIGHT = 1,
} cublasSideMode_t;

typedef enum
{
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1,
} cublasPointerMode_t;

typedef enum
{
  CUBLAS_ATOMICS_NOT_ALLOWED = 0,
  CUBLAS_ATOMICS_ALLOWED = 1,
} cublasAtomicsMode_t;

typedef enum
{
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
} cublasMath_t;

typedef enum
{
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
} cublasComputeType_t;

typedef enum
{
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
} cublasGemmAlgo_t;

typedef struct cublasContext *cublasHandle_t;
typedef cudaDataType cublasDataType_t;

#ifdef __cplusplus
extern "C" {
#endif

/* A function has the name of its second version, too. */
#define GRIDLOOM_CUBLAS(name, parameters) \
  GRIDLOOM_HOST cublasStatus_t name parameters; \
  GRIDLOOM_HOST cublasStatus_t name##_v2 parameters __asm__ (#name);

GRIDLOOM_CUBLAS (cublasCreate, (cublasHandle_t *handle))
GRIDLOOM_CUBLAS (cublasDestroy, (cublasHandle_t handle))
GRIDLOOM_CUBLAS (cublasGetVersion, (cublasHandle_t handle, int *version))
GRIDLOOM_CUBLAS (cublasSetStream, (cublasHandle_t handle, cudaStream_t stream))
GRIDLOOM_CUBLAS (cublasGetStream, (cublasHandle_t handle, cudaStream_t *stream))
GRIDLOOM_CUBLAS (cublasSetPointerMode, (cublasHandle_t handle, cublasPointerMode_t mode))
GRIDLOOM_CUBLAS (cublasGetPointerMode, (cublasHandle_t handle, cublasPointerMode_t *mode))
GRIDLOOM_CUBLAS (cublasSetMathMode, (cublasHandle_t handle, cublasMath_t mode))
GRIDLOOM_CUBLAS (cublasGetMathMode, (cublasHandle_t handle, cublasMath_t *mode))
GRIDLOOM_CUBLAS (cublasSetAtomicsMode, (cublasHandle_t handle, cublasAtomicsMode_t mode))
GRIDLOOM_CUBLAS (cublasSetWorkspace, (cublasHandle_t handle, void *workspace, size_t size))
GRIDLOOM_CUBLAS (cublasSetVector, (int n, int size, const void *from, int from_step, void *to, int to_step))
GRIDLOOM_CUBLAS (cublasGetVector, (int n, int size, const void *from, int from_step, void *to, int to_step))
GRIDLOOM_CUBLAS (cublasSetMatrix, (int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows))
GRIDLOOM_CUBLAS (cublasGetMatrix, (int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows))
GRIDLOOM_CUBLAS (cublasSetVectorAsync, (int n, int size, const void *from, int from_step, void *to, int to_step, cudaStream_t stream))
GRIDLOOM_CUBLAS (cublasGetVectorAsync, (int n, int size, const void *from, int from_step, void *to, int to_step, cudaStream_t stream))
GRIDLOOM_CUBLAS (cublasSetMatrixAsync, (int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows, cudaStream_t stream))
GRIDLOOM_CUBLAS (cublasGetMatrixAsync, (int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows, cudaStream_t stream))
GRIDLOOM_CUBLAS (cublasDotEx, (cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y, cudaDataType y_type, int incy, void *result, cudaDataType result_type, cudaDataType type))
GRIDLOOM_CUBLAS (cublasGemmEx, (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b, cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc, cublasComputeType_t type, cublasGemmAlgo_t algorithm))
GRIDLOOM_CUBLAS (cublasGemmStridedBatchedEx, (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a, cudaDataType a_type, int lda, long long stride_a, const void *b, cudaDataType b_type, int ldb, long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc, long long stride_c, int count, cublasComputeType_t type, cublasGemmAlgo_t algorithm))

GRIDLOOM_HOST const char *cublasGetStatusName (cublasStatus_t status);
GRIDLOOM_HOST const char *cublasGetStatusString (cublasStatus_t status);

#define CUBLAS(name, parameters, ...) GRIDLOOM_CUBLAS (name, parameters)
#define REAL float
#define NAME(x) cublasS##x
#define INDEX(x) cublasIs##x
#include "gridloom_cublas.h"
#undef REAL
#undef NAME
#undef INDEX
#define REAL double
#define NAME(x) cublasD##x
#define INDEX(x) cublasId##x
#include "gridloom_cublas.h"
#undef REAL
#undef NAME
#undef INDEX
#undef CUBLAS
#undef GRIDLOOM_CUBLAS
#ifdef __cplusplus
}

/* Halves are numbers of GemmEx(), whose scalars are halves, too. */
static inline cublasStatus_t
cublasHgemm (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
             int k, const __half *alpha, const __half *a, int lda, const __half *b, int ldb,
             const __half *beta, __half *c, int ldc)
{
  return cublasGemmEx (handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb,
                       beta, c, CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

static inline cublasStatus_t
cublasHgemmStridedBatched (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                           int m, int n, int k, const __half *alpha, const __half *a, int lda,
                           long long stride_a, const __half *b, int ldb, long long stride_b,
                           const __half *beta, __half *c, int ldc, long long stride_c, int count)
{
  return cublasGemmStridedBatchedEx (handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, stride_a,
                                     b, CUDA_R_16F, ldb, stride_b, beta, c, CUDA_R_16F, ldc,
                                     stride_c, count, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

/* As CUDA 10 has it: the type of the sums is one of numbers. */
static inline cublasStatus_t
cublasGemmEx (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
              int k, const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b,
              cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
              cudaDataType type, cublasGemmAlgo_t algorithm)
{
  const cublasComputeType_t sums = type == CUDA_R_16F ? CUBLAS_COMPUTE_16F
                                   : type == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                                   : type == CUDA_R_32I ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F;

  return cublasGemmEx (handle, opa, opb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c,
                       c_type, ldc, sums, algorithm);
}

/* What is not here says so at its first call. */
#define REFUSED(name) GRIDLOOM_REFUSE (cublasStatus_t, CUBLAS_STATUS_NOT_SUPPORTED, name)
#define REFUSED_REAL(x) REFUSED (cublasS##x) REFUSED (cublasD##x)
#define REFUSED_COMPLEX(x) REFUSED (cublasC##x) REFUSED (cublasZ##x)
#define REFUSED_ALL(x) REFUSED_REAL (x) REFUSED_COMPLEX (x)
REFUSED_COMPLEX (axpy) REFUSED_COMPLEX (scal) REFUSED_COMPLEX (copy) REFUSED_COMPLEX (swap)
REFUSED_COMPLEX (dotu) REFUSED_COMPLEX (dotc) REFUSED_COMPLEX (gemv) REFUSED_COMPLEX (geru)
REFUSED_COMPLEX (gerc) REFUSED_COMPLEX (geam) REFUSED_COMPLEX (gemm) REFUSED_COMPLEX (gemm3m)
REFUSED_COMPLEX (gemmBatched) REFUSED_COMPLEX (gemmStridedBatched) REFUSED_COMPLEX (hemm)
REFUSED_COMPLEX (hemv) REFUSED_COMPLEX (her) REFUSED_COMPLEX (herk) REFUSED_COMPLEX (her2k)
REFUSED_ALL (rot) REFUSED_ALL (rotg) REFUSED_REAL (rotm) REFUSED_REAL (rotmg) REFUSED_ALL (symv)
REFUSED_ALL (syr) REFUSED_ALL (syr2) REFUSED_ALL (symm) REFUSED_ALL (syrk) REFUSED_ALL (syr2k)
REFUSED_ALL (gbmv) REFUSED_REAL (sbmv) REFUSED_REAL (spmv) REFUSED_REAL (spr) REFUSED_ALL (trmv)
REFUSED_ALL (trsv) REFUSED_ALL (tbmv) REFUSED_ALL (tbsv) REFUSED_ALL (tpmv) REFUSED_ALL (tpsv)
REFUSED_ALL (trmm) REFUSED_ALL (trsm) REFUSED_ALL (trsmBatched) REFUSED_ALL (dgmm)
REFUSED_ALL (gemvBatched) REFUSED_ALL (gemvStridedBatched) REFUSED_ALL (getrfBatched)
REFUSED_ALL (getriBatched) REFUSED_ALL (getrsBatched) REFUSED_ALL (geqrfBatched)
REFUSED_ALL (gelsBatched) REFUSED_ALL (matinvBatched) REFUSED_ALL (gemmEx)
REFUSED (cublasHgemmBatched) REFUSED (cublasGemmBatchedEx) REFUSED (cublasScnrm2)
REFUSED (cublasDznrm2) REFUSED (cublasScasum) REFUSED (cublasDzasum) REFUSED (cublasIcamax)
REFUSED (cublasIzamax) REFUSED (cublasCsscal) REFUSED (cublasZdscal) REFUSED (cublasAxpyEx)
REFUSED (cublasScalEx) REFUSED (cublasNrm2Ex) REFUSED (cublasRotEx)
REFUSED (cublasLoggerConfigure)
#undef REFUSED
#undef REFUSED_REAL
#undef REFUSED_COMPLEX
#undef REFUSED_ALL
#endif
