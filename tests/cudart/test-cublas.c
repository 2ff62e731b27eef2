/* test-cublas.c: linear algebra with the interface of cuBLAS, called as a program calls it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures are computed here by the definitions of the BLAS, row by row, in whole numbers.
 */

#include "config.h"

#include "cublas_v2.h"
#include "curand.h"

#include <glib.h>

#include <math.h>
#include <string.h>

#define DEVICE(name, ...) \
  g_autofree float *name##_values = g_memdup2 ((const float[]) { __VA_ARGS__ }, \
                                               sizeof ((const float[]) { __VA_ARGS__ })); \
  float *name = upload (name##_values, sizeof ((const float[]) { __VA_ARGS__ }))

static cublasHandle_t handle;

static float *
upload (const float *values,
        gsize        size)
{
  float *array = NULL;

  g_assert_cmpint (cudaMalloc ((void **) &array, size), ==, cudaSuccess);
  g_assert_cmpint (cudaMemcpy (array, values, size, cudaMemcpyHostToDevice), ==, cudaSuccess);
  return array;
}

static float
get (const float *array,
     guint        index)
{
  float value = NAN;

  g_assert_cmpint (cudaMemcpy (&value, array + index, sizeof value, cudaMemcpyDeviceToHost), ==,
                   cudaSuccess);
  return value;
}

/* The cell of a matrix, or of what becomes of it when columns are rows. */
static float
cell (const float       *values,
      cublasOperation_t  op,
      int                rows,
      int                row,
      int                column)
{
  return op == CUBLAS_OP_N ? values[column * rows + row] : values[row * rows + column];
}

static void
test_products_of_matrices (void)
{
  enum { M = 2, N = 3, K = 4, LDC = 3 };
  static const cublasOperation_t ops[] = { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
  const float alpha = 2, beta = -3;

  for (guint first = 0; first < G_N_ELEMENTS (ops); first++)
    for (guint second = 0; second < G_N_ELEMENTS (ops); second++)
      {
        const cublasOperation_t opa = ops[first], opb = ops[second];
        const int lda = opa == CUBLAS_OP_N ? M : K, ldb = opb == CUBLAS_OP_N ? K : N;
        DEVICE (a, 1, 2, 3, 4, 5, 6, 7, 8);
        DEVICE (b, 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8);
        DEVICE (c, 1, 2, 77, 3, 4, 77, 5, 6);

        g_assert_cmpint (cublasSgemm (handle, opa, opb, M, N, K, &alpha, a, lda, b, ldb, &beta, c, LDC),
                         ==, CUBLAS_STATUS_SUCCESS);
        for (int j = 0; j < N; j++)
          for (int i = 0; i < M; i++)
            {
              float sum = 0;

              for (int l = 0; l < K; l++)
                sum += cell (a_values, opa, lda, i, l) * cell (b_values, opb, ldb, l, j);
              g_assert_cmpfloat (get (c, j * LDC + i), ==, alpha * sum + beta * c_values[j * LDC + i]);
            }
        g_assert_cmpfloat (get (c, 2), ==, 77);
      }
}

/* What stands in c is no number and has no say. */
static void
test_a_beta_of_zero_overwrites (void)
{
  const float alpha = 1, beta = 0;
  DEVICE (a, 2);
  DEVICE (c, NAN);

  g_assert_cmpint (cublasSgemm (handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, a, 1, a, 1, &beta, c, 1),
                   ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (c, 0), ==, 4);
}

static void
test_products_with_vectors (void)
{
  const float alpha = 1, beta = 10;
  DEVICE (a, 1, 2, 3, 4, 5, 6); /* 2 rows, 3 columns */
  DEVICE (x, 1, 0, 2);
  DEVICE (y, 1, 1, 1);

  g_assert_cmpint (cublasSgemv (handle, CUBLAS_OP_N, 2, 3, &alpha, a, 2, x, 1, &beta, y, 2), ==,
                   CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (y, 0), ==, 1 + 2 * 5 + 10);
  g_assert_cmpfloat (get (y, 1), ==, 1);
  g_assert_cmpfloat (get (y, 2), ==, 2 + 2 * 6 + 10);
  g_assert_cmpint (cublasSgemv (handle, CUBLAS_OP_T, 2, 3, &alpha, a, 2, x, 2, &beta, y, 1), ==,
                   CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (y, 1), ==, 3 + 2 * 4 + 10);

  g_assert_cmpint (cublasSger (handle, 2, 3, &alpha, x + 1, 1, x, 1, a, 2), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (a, 4), ==, 5);
  g_assert_cmpfloat (get (a, 5), ==, 6 + 2 * 2);
}

static void
test_sums_of_matrices_turn_them (void)
{
  const float two = 2, zero = 0;
  DEVICE (a, 1, 2, 3, 4, 5, 6); /* 2 rows, 3 columns */
  DEVICE (b, 10, 20, 30, 40, 50, 60);
  DEVICE (c, 0, 0, 0, 0, 0, 0);

  g_assert_cmpint (cublasSgeam (handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &two, a, 2, &zero, NULL, 3, c, 3), ==,
                   CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (c, 1), ==, 2 * 3);
  g_assert_cmpfloat (get (c, 3), ==, 2 * 2);
  g_assert_cmpint (cublasSgeam (handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &two, a, 2, &two, b, 3, c, 3), ==,
                   CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (c, 1), ==, 2 * 3 + 2 * 20);
}

/* A step below 0 begins at the end. */
static void
test_vectors_run_both_ways (void)
{
  const float alpha = 2;
  float result;
  int index;
  DEVICE (x, 1, -7, 3, 0, 7, 0);
  DEVICE (y, 10, 20, 30);

  g_assert_cmpint (cublasSaxpy (handle, 3, &alpha, x, 2, y, -1), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (y, 0), ==, 10 + 2 * 7);
  g_assert_cmpfloat (get (y, 2), ==, 30 + 2 * 1);
  cublasSdot (handle, 3, x, 1, y, 1, &result);
  g_assert_cmpfloat (result, ==, 1 * 24 - 7 * 26 + 3 * 32);
  cublasSasum (handle, 6, x, 1, &result);
  g_assert_cmpfloat (result, ==, 18);
  cublasSnrm2 (handle, 2, x + 2, 2, &result);
  g_assert_cmpfloat_with_epsilon (result, sqrtf (9 + 49), 1e-6f);
  cublasIsamax (handle, 6, x, 1, &index);
  g_assert_cmpint (index, ==, 2);
  cublasIsamin (handle, 3, x, 2, &index);
  g_assert_cmpint (index, ==, 1);
  cublasSswap (handle, 2, x, 1, y, 1);
  g_assert_cmpfloat (get (x, 0), ==, 24);
  g_assert_cmpfloat (get (y, 1), ==, -7);
  cublasScopy (handle, 1, y + 1, 1, x, 1);
  cublasSscal (handle, 1, &alpha, x, 1);
  g_assert_cmpfloat (get (x, 0), ==, -14);
}

static void
test_batches_and_other_types (void)
{
  static const guint16 halves[] = { 0x3c00, 0x4000 };   /* 1, 2 */
  const double one = 1, zero = 0;
  const float one_float = 1, zero_float = 0;
  double numbers[] = { 2, 3, 5, 7 }, results[2], *device, *pointers[4], **on_device;
  void *half;
  DEVICE (sum, 0);

  cudaMalloc ((void **) &device, sizeof numbers + sizeof results);
  cudaMemcpy (device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  g_assert_cmpint (cublasDgemmStridedBatched (handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, device, 1, 2,
                                              device + 1, 1, 2, &zero, device + 4, 1, 1, 2), ==,
                   CUBLAS_STATUS_SUCCESS);
  cudaMemcpy (results, device + 4, sizeof results, cudaMemcpyDeviceToHost);
  g_assert_cmpfloat (results[0], ==, 6);
  g_assert_cmpfloat (results[1], ==, 35);

  pointers[0] = device + 3;
  pointers[1] = device;
  cudaMalloc ((void **) &on_device, sizeof pointers);
  cudaMemcpy (on_device, pointers, sizeof pointers, cudaMemcpyHostToDevice);
  g_assert_cmpint (cublasDgemmBatched (handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one,
                                       (const double * const *) on_device, 1, (const double * const *) on_device,
                                       1, &one, on_device, 1, 2), ==, CUBLAS_STATUS_SUCCESS);
  cudaMemcpy (numbers, device, sizeof numbers, cudaMemcpyDeviceToHost);
  g_assert_cmpfloat (numbers[3], ==, 7 * 7 + 7);
  g_assert_cmpfloat (numbers[0], ==, 2 * 2 + 2);

  cudaMalloc (&half, sizeof halves);
  cudaMemcpy (half, halves, sizeof halves, cudaMemcpyHostToDevice);
  g_assert_cmpint (cublasGemmEx (handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &one_float, half, CUDA_R_16F, 2, half,
                                 CUDA_R_16F, 2, &zero_float, sum, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F,
                                 CUBLAS_GEMM_DEFAULT), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (sum, 0), ==, 5);
}

static void
test_scalars_lie_where_the_mode_says (void)
{
  DEVICE (alpha, 5);
  DEVICE (x, 3, 4);

  g_assert_cmpint (cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_DEVICE), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpint (cublasSscal (handle, 2, alpha, x, 1), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpint (cublasSnrm2 (handle, 2, x, 1, alpha), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpint (cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_HOST), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpfloat (get (x, 0), ==, 15);
  g_assert_cmpfloat (get (alpha, 0), ==, 25);
}

static void
test_what_is_no_operand_is_refused (void)
{
  const float one = 1;
  DEVICE (x, 1, 2, 3, 4);

  g_assert_cmpint (cublasSscal (NULL, 2, &one, x, 1), ==, CUBLAS_STATUS_NOT_INITIALIZED);
  g_assert_cmpint (cublasSscal (handle, 2, NULL, x, 1), ==, CUBLAS_STATUS_INVALID_VALUE);
  g_assert_cmpint (cublasSscal (handle, -1, &one, x, 1), ==, CUBLAS_STATUS_INVALID_VALUE);
  g_assert_cmpint (cublasSscal (handle, 2, &one, x, 0), ==, CUBLAS_STATUS_INVALID_VALUE);
  g_assert_cmpint (cublasSscal (handle, 0, &one, x, 1), ==, CUBLAS_STATUS_SUCCESS);
  g_assert_cmpint (cublasSgemm (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 1, 2, &one, x, 1, x, 2, &one, x, 2), ==,
                   CUBLAS_STATUS_INVALID_VALUE);
  g_assert_cmpint (cublasSgemm (handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &one, x, -1, x, 2, &one, x, 1), ==,
                   CUBLAS_STATUS_INVALID_VALUE);
  if (g_test_subprocess ())
    {
      g_assert_cmpint (cublasSscal (handle, 5, &one, x, 1), ==, CUBLAS_STATUS_EXECUTION_FAILED);
      g_assert_cmpint (cublasDotEx (handle, 1, x, CUDA_C_32F, 1, x, CUDA_C_32F, 1, x, CUDA_R_32F, CUDA_R_32F), ==,
                       CUBLAS_STATUS_NOT_SUPPORTED);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("*an operand does not lie in memory as a whole*cuBLAS (cudaDataType)*");
}

/* Mean and variance of a million numbers lie within six times what chance allows. */
static void
test_random_numbers_are_distributed_as_asked (void)
{
  enum { N = 1 << 20 };
  g_autofree float *first = g_new (float, N), *second = g_new (float, N);
  curandGenerator_t generator;
  double sum = 0, squares = 0;

  g_assert_cmpint (curandCreateGeneratorHost (&generator, CURAND_RNG_PSEUDO_DEFAULT), ==, CURAND_STATUS_SUCCESS);
  curandSetPseudoRandomGeneratorSeed (generator, 1234);
  g_assert_cmpint (curandGenerateUniform (generator, first, N), ==, CURAND_STATUS_SUCCESS);
  for (guint i = 0; i < N; i++)
    {
      g_assert_cmpfloat (first[i], >, 0);
      g_assert_cmpfloat (first[i], <=, 1);
      sum += first[i];
    }
  g_assert_cmpfloat_with_epsilon (sum / N, 0.5, 6 * sqrt (1 / 12.0 / N));

  curandSetGeneratorOffset (generator, 1);
  curandGenerateUniform (generator, second, N - 1);
  g_assert_cmpint (memcmp (first + 1, second, (N - 1) * sizeof *first), ==, 0);

  g_assert_cmpint (curandGenerateNormal (generator, first, N, 3, 2), ==, CURAND_STATUS_SUCCESS);
  sum = 0;
  for (guint i = 0; i < N; i++)
    {
      sum += first[i];
      squares += (first[i] - 3) * (first[i] - 3);
    }
  g_assert_cmpfloat_with_epsilon (sum / N, 3, 6 * 2 / sqrt (N));
  g_assert_cmpfloat_with_epsilon (squares / N, 4, 6 * 4 * sqrt (2.0 / N));
  g_assert_cmpint (curandGenerateNormal (generator, first, 3, 0, 1), ==, CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  g_assert_cmpint (curandDestroyGenerator (generator), ==, CURAND_STATUS_SUCCESS);
  g_assert_cmpint (curandCreateGenerator (&generator, CURAND_RNG_QUASI_SOBOL32), ==, CURAND_STATUS_TYPE_ERROR);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (cublasCreate (&handle), ==, CUBLAS_STATUS_SUCCESS);

#define TEST(name, function) g_test_add_func ("/cublas/" name, test_##function)
  TEST ("products-of-matrices", products_of_matrices);
  TEST ("a-beta-of-zero-overwrites", a_beta_of_zero_overwrites);
  TEST ("products-with-vectors", products_with_vectors);
  TEST ("sums-of-matrices-turn-them", sums_of_matrices_turn_them);
  TEST ("vectors-run-both-ways", vectors_run_both_ways);
  TEST ("batches-and-other-types", batches_and_other_types);
  TEST ("scalars-lie-where-the-mode-says", scalars_lie_where_the_mode_says);
  TEST ("what-is-no-operand-is-refused", what_is_no_operand_is_refused);
  TEST ("random-numbers-are-distributed-as-asked", random_numbers_are_distributed_as_asked);
#undef TEST
  return g_test_run ();
}
