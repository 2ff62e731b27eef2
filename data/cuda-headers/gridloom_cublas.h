/* gridloom_cublas.h: the functions of cuBLAS that there are for each type of numbers
 *
 * CUBLAS (name, parameters, function, ...): REAL is the type of C; NAME (x) and INDEX (x) make the
 * name of a function, and of one that looks for a place. What stands behind the parameters is for
 * loom-cublas.c: a function of that file, and what it is called for, as a LoomCall has it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define OP cublasOperation_t

CUBLAS (NAME (axpy), (cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx, REAL *y, int incy), axpy, .alpha = SCALAR (alpha), .a = VECTOR (n, x, incx), .c = VECTOR (n, y, incy))
CUBLAS (NAME (scal), (cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx), scal, .alpha = SCALAR (alpha), .c = VECTOR (n, x, incx))
CUBLAS (NAME (copy), (cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy), copy, .a = VECTOR (n, x, incx), .c = VECTOR (n, y, incy))
CUBLAS (NAME (swap), (cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy), swap, .a = VECTOR (n, x, incx), .c = VECTOR (n, y, incy), .stores_a = 1)
CUBLAS (NAME (dot), (cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y, int incy, REAL *result), dot, .a = VECTOR (n, x, incx), .b = VECTOR (n, y, incy), .result = SCALAR (result))
CUBLAS (NAME (nrm2), (cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result), nrm2, .a = VECTOR (n, x, incx), .result = SCALAR (result))
CUBLAS (NAME (asum), (cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result), asum, .a = VECTOR (n, x, incx), .result = SCALAR (result))
CUBLAS (INDEX (amax), (cublasHandle_t handle, int n, const REAL *x, int incx, int *result), largest, .a = VECTOR (n, x, incx), .result = { CUDA_R_32I, 1, result })
CUBLAS (INDEX (amin), (cublasHandle_t handle, int n, const REAL *x, int incx, int *result), smallest, .a = VECTOR (n, x, incx), .result = { CUDA_R_32I, 1, result })
CUBLAS (NAME (gemv), (cublasHandle_t handle, OP op, int m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *x, int incx, const REAL *beta, REAL *y, int incy), product, .op = { op }, .alpha = SCALAR (alpha), .a = MATRIX (m, n, a, lda), .b = VECTOR (op == CUBLAS_OP_N ? n : m, x, incx), .beta = SCALAR (beta), .c = VECTOR (op == CUBLAS_OP_N ? m : n, y, incy), .is_vector = 1)
CUBLAS (NAME (ger), (cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, int lda), outer, .alpha = SCALAR (alpha), .a = VECTOR (m, x, incx), .b = VECTOR (n, y, incy), .c = MATRIX (m, n, a, lda))
CUBLAS (NAME (geam), (cublasHandle_t handle, OP opa, OP opb, int m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *beta, const REAL *b, int ldb, REAL *c, int ldc), sum, .op = { opa, opb }, .alpha = SCALAR (alpha), .a = TURNED (TYPE, opa, m, n, a, lda), .beta = SCALAR (beta), .b = TURNED (TYPE, opb, m, n, b, ldb), .c = MATRIX (m, n, c, ldc))
CUBLAS (NAME (gemm), (cublasHandle_t handle, OP opa, OP opb, int m, int n, int k, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc), product, .op = { opa, opb }, .alpha = SCALAR (alpha), .a = TURNED (TYPE, opa, m, k, a, lda), .b = TURNED (TYPE, opb, k, n, b, ldb), .beta = SCALAR (beta), .c = MATRIX (m, n, c, ldc))
CUBLAS (NAME (gemmBatched), (cublasHandle_t handle, OP opa, OP opb, int m, int n, int k, const REAL *alpha, const REAL *const *a, int lda, const REAL *const *b, int ldb, const REAL *beta, REAL *const *c, int ldc, int count), product, .op = { opa, opb }, .alpha = SCALAR (alpha), .a = TURNED (TYPE, opa, m, k, a, lda), .b = TURNED (TYPE, opb, k, n, b, ldb), .beta = SCALAR (beta), .c = MATRIX (m, n, c, ldc), .is_batch = 1, .has_pointers = 1, .count = count)
CUBLAS (NAME (gemmStridedBatched), (cublasHandle_t handle, OP opa, OP opb, int m, int n, int k, const REAL *alpha, const REAL *a, int lda, long long stride_a, const REAL *b, int ldb, long long stride_b, const REAL *beta, REAL *c, int ldc, long long stride_c, int count), product, .op = { opa, opb }, .alpha = SCALAR (alpha), .a = TURNED (TYPE, opa, m, k, a, lda), .b = TURNED (TYPE, opb, k, n, b, ldb), .beta = SCALAR (beta), .c = MATRIX (m, n, c, ldc), .is_batch = 1, .count = count, .strides = { stride_a, stride_b, stride_c })

#undef OP
