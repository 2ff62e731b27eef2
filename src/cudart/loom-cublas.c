/* loom-cublas.c: linear algebra with the interface of cuBLAS, which is Gridloom's own
 *
 * Operands are fetched by the runtime's copies, computed in double precision, and copied back: what
 * a program gives to cuBLAS is checked and recorded as its other copies are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cublas_v2.h"

#include "loom-cudart-private.h"
#include "loom-scalar-text.h"

#include <math.h>
#include <string.h>

struct cublasContext
{
  cublasPointerMode_t mode;
  cublasMath_t        math;
  cudaStream_t        stream;
};

/* A number that the program passes or gets by its address. */
typedef struct
{
  cudaDataType type;
  gboolean     is_used;
  const void  *address;
} Scalar;

/* Columns, of which each lies together; a vector is one row, and may run backwards. */
typedef struct
{
  cudaDataType type;
  gboolean     is_used;
  const void  *address;
  int          rows, columns, step;     /* numbers from a column to the next one */
} Operand;

/* What a function is called for: it makes c, or a result, of all that is used. */
typedef struct
{
  cublasHandle_t    handle;
  cublasOperation_t op[2];      /* on a and b */
  Scalar            alpha, beta, result;
  Operand           a, b, c;
  gboolean          stores_a, is_vector, is_batch, has_pointers;
  int               count;      /* of a batch */
  long long         strides[3]; /* from one of its operands to the next, or addresses of them */
} LoomCall;

/* The same as numbers, column by column, turned where an operation is to turn them. */
typedef struct
{
  double  alpha, beta;
  double *a, *b, *c;
  gsize   n;                    /* of a, or of c where there is one */
  gsize   rows, columns, inner; /* of a product: c is rows x columns, a is rows x inner */
} Numbers;

#define TRY(call) \
  do \
    { \
      const cublasStatus_t tried = (call); \
      if (tried != CUBLAS_STATUS_SUCCESS) \
        return tried; \
    } \
  while (0)

static cublasStatus_t
find_scalar (cudaDataType  type,
             LoomScalar   *scalar)
{
  static const LoomScalar scalars[] = {
    [CUDA_R_32F] = LOOM_SCALAR_F32, [CUDA_R_64F] = LOOM_SCALAR_F64, [CUDA_R_16F] = LOOM_SCALAR_F16,
    [CUDA_R_8I] = LOOM_SCALAR_I8, [CUDA_R_32I] = LOOM_SCALAR_I32, [CUDA_R_16BF] = LOOM_SCALAR_BF16,
  };

  *scalar = (guint) type < G_N_ELEMENTS (scalars) ? scalars[type] : LOOM_SCALAR_BYTES;
  if (*scalar != LOOM_SCALAR_BYTES)
    return CUBLAS_STATUS_SUCCESS;
  gridloom_refuse ("cuBLAS (cudaDataType)");
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

static cublasStatus_t
copied (cudaError_t error)
{
  if (error == cudaSuccess)
    return CUBLAS_STATUS_SUCCESS;
  _loom_cudart_warn ("cuBLAS: an operand does not lie in memory as a whole: %s",
                     cudaGetErrorString (error));
  return CUBLAS_STATUS_EXECUTION_FAILED;
}

static gsize
count (const Operand *self)
{
  return (gsize) self->rows * self->columns;
}

/* Copies all columns, without what stands between them, between memory and a place of our own. */
static cublasStatus_t
move (const Operand *self,
      gsize          size,
      guint8        *bytes,
      gboolean       storing)
{
  const gsize width = self->rows * size, pitch = (gsize) ABS (self->step) * size;

  if (count (self) == 0)
    return CUBLAS_STATUS_SUCCESS;
  return copied (storing ? cudaMemcpy2D ((void *) self->address, pitch, bytes, width, width,
                                         self->columns, cudaMemcpyDefault)
                         : cudaMemcpy2D (bytes, width, self->address, pitch, width, self->columns,
                                         cudaMemcpyDefault));
}

static cublasStatus_t
load (const Operand  *self,
      double        **numbers)
{
  const gsize n = count (self);
  LoomScalar scalar;
  g_autofree guint8 *bytes = NULL;

  if (!self->is_used)
    return CUBLAS_STATUS_SUCCESS;
  if (self->rows < 0 || self->columns < 0 || self->step == 0 ||
      (self->rows != 1 && self->step < self->rows))
    return CUBLAS_STATUS_INVALID_VALUE;

  TRY (find_scalar (self->type, &scalar));
  bytes = g_malloc0 (n * loom_scalar_size (scalar) + 1);
  TRY (move (self, loom_scalar_size (scalar), bytes, FALSE));
  *numbers = g_new (double, n + 1);
  for (gsize i = 0; i < n; i++)
    (*numbers)[self->step > 0 ? i : n - 1 - i] =
      loom_scalar_to_double (scalar, bytes + i * loom_scalar_size (scalar));
  return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t
store (const Operand *self,
       const double  *numbers)
{
  const gsize n = count (self);
  LoomScalar scalar;
  g_autofree guint8 *bytes = NULL;

  if (!self->is_used)
    return CUBLAS_STATUS_SUCCESS;
  TRY (find_scalar (self->type, &scalar));
  bytes = g_malloc (n * loom_scalar_size (scalar) + 1);
  for (gsize i = 0; i < n; i++)
    {
      LoomScalarBits bits;

      loom_scalar_from_double (numbers[self->step > 0 ? i : n - 1 - i], scalar, &bits);
      memcpy (bytes + i * loom_scalar_size (scalar), bits.bytes, loom_scalar_size (scalar));
    }
  return move (self, loom_scalar_size (scalar), bytes, TRUE);
}

/* In the mode that is the usual one, a single number lies on the host. */
static cublasStatus_t
get_number (cublasHandle_t  handle,
            const Scalar   *self,
            double         *number)
{
  g_autofree double *loaded = NULL;
  LoomScalar scalar;

  if (!self->is_used || self->address == NULL)
    return self->is_used ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
  if (handle->mode == CUBLAS_POINTER_MODE_DEVICE)
    {
      TRY (load (&(Operand) { self->type, TRUE, self->address, 1, 1, 1 }, &loaded));
      *number = *loaded;
      return CUBLAS_STATUS_SUCCESS;
    }
  TRY (find_scalar (self->type, &scalar));
  *number = loom_scalar_to_double (scalar, self->address);
  return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t
put_number (cublasHandle_t  handle,
            const Scalar   *self,
            double          number)
{
  LoomScalarBits bits;
  LoomScalar scalar;

  if (!self->is_used || self->address == NULL)
    return self->is_used ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
  if (handle->mode == CUBLAS_POINTER_MODE_DEVICE)
    return store (&(Operand) { self->type, TRUE, self->address, 1, 1, 1 }, &number);
  TRY (find_scalar (self->type, &scalar));
  loom_scalar_from_double (number, scalar, &bits);
  memcpy ((void *) self->address, bits.bytes, loom_scalar_size (scalar));
  return CUBLAS_STATUS_SUCCESS;
}

/* Columns become rows. */
static void
turn (const Operand  *self,
      double        **numbers)
{
  double *turned = g_new (double, count (self) + 1);

  for (gsize j = 0; j < self->columns; j++)
    for (gsize i = 0; i < self->rows; i++)
      turned[i * self->columns + j] = (*numbers)[j * self->rows + i];
  g_free (*numbers);
  *numbers = turned;
}

/* -- What there is to compute; what is returned is the result of functions that have one -- */

static double
axpy (Numbers *x)
{
  for (gsize i = 0; i < x->n; i++)
    x->c[i] += x->alpha * x->a[i];
  return 0;
}

static double
scal (Numbers *x)
{
  for (gsize i = 0; i < x->n; i++)
    x->c[i] *= x->alpha;
  return 0;
}

static double
copy (Numbers *x)
{
  memcpy (x->c, x->a, x->n * sizeof *x->c);
  return 0;
}

static double
swap (Numbers *x)
{
  double *a = x->a;

  x->a = x->c;
  x->c = a;
  return 0;
}

static double
dot (Numbers *x)
{
  long double sum = 0;

  for (gsize i = 0; i < x->n; i++)
    sum += (long double) x->a[i] * x->b[i];
  return (double) sum;
}

static double
nrm2 (Numbers *x)
{
  long double sum = 0;

  for (gsize i = 0; i < x->n; i++)
    sum += (long double) x->a[i] * x->a[i];
  return (double) sqrtl (sum);
}

static double
asum (Numbers *x)
{
  long double sum = 0;

  for (gsize i = 0; i < x->n; i++)
    sum += fabs (x->a[i]);
  return (double) sum;
}

/* The first of those with the largest magnitude, counted from 1; 0: there is none. */
static double
largest (Numbers *x)
{
  gsize found = 0;

  for (gsize i = 1; i < x->n; i++)
    if (fabs (x->a[i]) > fabs (x->a[found]))
      found = i;
  return x->n > 0 ? (double) found + 1 : 0;
}

static double
smallest (Numbers *x)
{
  gsize found = 0;

  for (gsize i = 1; i < x->n; i++)
    if (fabs (x->a[i]) < fabs (x->a[found]))
      found = i;
  return x->n > 0 ? (double) found + 1 : 0;
}

static double
sum (Numbers *x)
{
  for (gsize i = 0; i < x->n; i++)
    x->c[i] = (x->alpha != 0 ? x->alpha * x->a[i] : 0) + (x->beta != 0 ? x->beta * x->b[i] : 0);
  return 0;
}

/* Adds columns, each as often as its factor says. */
static void
add_columns (double *restrict       sums,
             const double *restrict columns,
             const double *restrict factors,
             gsize                  rows,
             gsize                  n)
{
  for (; n >= 4; n -= 4, columns += 4 * rows, factors += 4)
    for (gsize i = 0; i < rows; i++)
      sums[i] += columns[i] * factors[0] + columns[rows + i] * factors[1] +
                 columns[2 * rows + i] * factors[2] + columns[3 * rows + i] * factors[3];
  for (; n > 0; n--, columns += rows, factors++)
    for (gsize i = 0; i < rows; i++)
      sums[i] += columns[i] * factors[0];
}

/* What is multiplied by a beta of 0 is not looked at: it may be no number. */
static double
product (Numbers *x)
{
  g_autofree double *sums = g_new (double, x->rows + 1);

  for (gsize j = 0; j < x->columns; j++)
    {
      double *column = x->c + j * x->rows;

      memset (sums, 0, x->rows * sizeof *sums);
      add_columns (sums, x->a, x->b + j * x->inner, x->rows, x->inner);
      for (gsize i = 0; i < x->rows; i++)
        column[i] = x->alpha * sums[i] + (x->beta != 0 ? x->beta * column[i] : 0);
    }
  return 0;
}

/* A column by a row is added. */
static double
outer (Numbers *x)
{
  x->inner = 1;
  x->beta = 1;
  return product (x);
}

/* -- One function as another -- */

static cublasStatus_t
compute (const LoomCall *call,
         double        (*function) (Numbers *),
         Numbers        *x)
{
  const gboolean turned[] = { call->op[0] != CUBLAS_OP_N, call->op[1] != CUBLAS_OP_N };
  const Operand *first = call->c.is_used ? &call->c : &call->a;

  if ((guint) call->op[0] > CUBLAS_OP_C || (guint) call->op[1] > CUBLAS_OP_C)
    return CUBLAS_STATUS_INVALID_VALUE;
  TRY (get_number (call->handle, &call->alpha, &x->alpha));
  TRY (get_number (call->handle, &call->beta, &x->beta));
  /* What a sum has none of need not be there. */
  if (function != sum || x->alpha != 0)
    TRY (load (&call->a, &x->a));
  if (function != sum || x->beta != 0)
    TRY (load (&call->b, &x->b));
  TRY (load (&call->c, &x->c));
  if (turned[0] && x->a != NULL)
    turn (&call->a, &x->a);
  if (turned[1] && x->b != NULL)
    turn (&call->b, &x->b);

  x->n = count (first);
  x->rows = call->is_vector ? first->columns : first->rows;
  x->columns = call->is_vector ? 1 : first->columns;
  x->inner = turned[0] ? call->a.rows : call->a.columns;
  TRY (put_number (call->handle, &call->result, function (x)));
  TRY (store (&call->c, x->c));
  return call->stores_a ? store (&call->a, x->a) : CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t
call_once (const LoomCall *call,
           double        (*function) (Numbers *))
{
  Numbers x = { 0 };
  const cublasStatus_t status = compute (call, function, &x);

  g_free (x.a);
  g_free (x.b);
  g_free (x.c);
  return status;
}

/* The address of an operand of a batch: one of an array, or so many numbers from the first. */
static cublasStatus_t
advance (const LoomCall *call,
         Operand        *operand,
         long long       stride,
         int             number)
{
  const guint8 *address = operand->address;
  LoomScalar scalar;

  if (call->has_pointers)
    return copied (cudaMemcpy (&operand->address, address + number * sizeof (void *),
                               sizeof (void *), cudaMemcpyDefault));
  TRY (find_scalar (operand->type, &scalar));
  operand->address = address + number * stride * (long long) loom_scalar_size (scalar);
  return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t
call (const LoomCall *call,
      double        (*function) (Numbers *))
{
  if (call->handle == NULL)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!call->is_batch)
    return call_once (call, function);

  for (int i = 0; i < call->count; i++)
    {
      LoomCall one = *call;

      TRY (advance (call, &one.a, call->strides[0], i));
      TRY (advance (call, &one.b, call->strides[1], i));
      TRY (advance (call, &one.c, call->strides[2], i));
      TRY (call_once (&one, function));
    }
  return call->count >= 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

/* A matrix of one row that had a negative step would be taken for a vector. */
#define OPERAND(type, m, n, address, step) { type, TRUE, address, m, n, step }
#define TURNED(type, op, m, n, address, step) \
  OPERAND (type, op == CUBLAS_OP_N ? m : n, op == CUBLAS_OP_N ? n : m, address, MAX (step, 0))
#define SCALAR(address) { TYPE, TRUE, address }
#define VECTOR(n, address, step) OPERAND (TYPE, 1, n, address, step)
#define MATRIX(m, n, address, step) OPERAND (TYPE, m, n, address, MAX (step, 0))
#define CUBLAS(name, parameters, function, ...) \
  cublasStatus_t name parameters { return call (&(LoomCall) { handle, __VA_ARGS__ }, function); }

#define REAL float
#define TYPE CUDA_R_32F
#define NAME(x) cublasS##x
#define INDEX(x) cublasIs##x
#include "gridloom_cublas.h"
#undef REAL
#undef TYPE
#undef NAME
#undef INDEX
#define REAL double
#define TYPE CUDA_R_64F
#define NAME(x) cublasD##x
#define INDEX(x) cublasId##x
#include "gridloom_cublas.h"

/* -- The same for types that are given -- */

/* Sums of halves have scalars that are halves, and so on. */
static cudaDataType
get_scalar_type (cublasComputeType_t type)
{
  switch (type)
    {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return CUDA_R_32I;
    default:
      return CUDA_R_32F;
    }
}

CUBLAS (cublasDotEx,
        (cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
         cudaDataType y_type, int incy, void *result, cudaDataType result_type, cudaDataType type),
        dot, .a = OPERAND (x_type, 1, n, x, incx), .b = OPERAND (y_type, 1, n, y, incy),
        .result = { result_type, TRUE, result })
CUBLAS (cublasGemmEx,
        (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
         const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b,
         cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
         cublasComputeType_t type, cublasGemmAlgo_t algorithm),
        product, .op = { opa, opb }, .alpha = { get_scalar_type (type), TRUE, alpha },
        .a = TURNED (a_type, opa, m, k, a, lda), .b = TURNED (b_type, opb, k, n, b, ldb),
        .beta = { get_scalar_type (type), TRUE, beta },
        .c = OPERAND (c_type, m, n, c, MAX (ldc, 0)))
CUBLAS (cublasGemmStridedBatchedEx,
        (cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
         const void *alpha, const void *a, cudaDataType a_type, int lda, long long stride_a,
         const void *b, cudaDataType b_type, int ldb, long long stride_b, const void *beta, void *c,
         cudaDataType c_type, int ldc, long long stride_c, int batches, cublasComputeType_t type,
         cublasGemmAlgo_t algorithm),
        product, .op = { opa, opb }, .alpha = { get_scalar_type (type), TRUE, alpha },
        .a = TURNED (a_type, opa, m, k, a, lda), .b = TURNED (b_type, opb, k, n, b, ldb),
        .beta = { get_scalar_type (type), TRUE, beta },
        .c = OPERAND (c_type, m, n, c, MAX (ldc, 0)),
        .is_batch = TRUE, .count = batches, .strides = { stride_a, stride_b, stride_c })

/* -- Handles -- */

cublasStatus_t
cublasCreate (cublasHandle_t *handle)
{
  static gsize told;

  if (g_once_init_enter (&told))
    {
      _loom_cudart_warn ("cuBLAS is Gridloom's own here, not NVIDIA's: its functions run on this "
                         "computer's processor and launch nothing");
      g_once_init_leave (&told, 1);
    }
  *handle = g_new0 (struct cublasContext, 1);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasGetVersion (cublasHandle_t  handle,
                  int            *version)
{
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

#define OF_HANDLE(name, parameters, statement) \
  cublasStatus_t name parameters \
  { \
    if (handle == NULL) \
      return CUBLAS_STATUS_NOT_INITIALIZED; \
    statement; \
    return CUBLAS_STATUS_SUCCESS; \
  }
#define FIELD(set, get, type, field) \
  OF_HANDLE (set, (cublasHandle_t handle, type value), handle->field = value) \
  OF_HANDLE (get, (cublasHandle_t handle, type *value), *value = handle->field)

FIELD (cublasSetStream, cublasGetStream, cudaStream_t, stream)
FIELD (cublasSetPointerMode, cublasGetPointerMode, cublasPointerMode_t, mode)
FIELD (cublasSetMathMode, cublasGetMathMode, cublasMath_t, math)
OF_HANDLE (cublasDestroy, (cublasHandle_t handle), g_free (handle))
/* Hints that change no result. */
OF_HANDLE (cublasSetAtomicsMode, (cublasHandle_t handle, cublasAtomicsMode_t mode), (void) mode)
OF_HANDLE (cublasSetWorkspace, (cublasHandle_t handle, void *workspace, size_t size), (void) size)

/* -- Copies: a vector is a matrix of one row -- */

#define MATRIX_COPY(name, ...) \
  cublasStatus_t \
  name (int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows \
        __VA_ARGS__) \
  { \
    if (rows < 0 || columns < 0 || size <= 0 || from_rows < rows || to_rows < rows) \
      return CUBLAS_STATUS_INVALID_VALUE; \
    return copied (cudaMemcpy2D (to, (gsize) to_rows * size, from, (gsize) from_rows * size, \
                                 (gsize) rows * size, columns, cudaMemcpyDefault)); \
  }
#define VECTOR_COPY(name, ...) \
  cublasStatus_t \
  name (int n, int size, const void *from, int from_step, void *to, int to_step __VA_ARGS__) \
  { \
    return cublasSetMatrix (1, n, size, from, from_step, to, to_step); \
  }

MATRIX_COPY (cublasSetMatrix)
MATRIX_COPY (cublasGetMatrix)
MATRIX_COPY (cublasSetMatrixAsync, , cudaStream_t stream)
MATRIX_COPY (cublasGetMatrixAsync, , cudaStream_t stream)
VECTOR_COPY (cublasSetVector)
VECTOR_COPY (cublasGetVector)
VECTOR_COPY (cublasSetVectorAsync, , cudaStream_t stream)
VECTOR_COPY (cublasGetVectorAsync, , cudaStream_t stream)

/* -- Errors -- */

const char *
cublasGetStatusName (cublasStatus_t status)
{
  static const char * const names[] = {
    [CUBLAS_STATUS_SUCCESS] = "CUBLAS_STATUS_SUCCESS",
    [CUBLAS_STATUS_NOT_INITIALIZED] = "CUBLAS_STATUS_NOT_INITIALIZED",
    [CUBLAS_STATUS_INVALID_VALUE] = "CUBLAS_STATUS_INVALID_VALUE",
    [CUBLAS_STATUS_EXECUTION_FAILED] = "CUBLAS_STATUS_EXECUTION_FAILED",
    [CUBLAS_STATUS_NOT_SUPPORTED] = "CUBLAS_STATUS_NOT_SUPPORTED",
  };

  return (guint) status < G_N_ELEMENTS (names) && names[status] != NULL ? names[status]
                                                                        : "<unknown>";
}

const char *
cublasGetStatusString (cublasStatus_t status)
{
  return cublasGetStatusName (status);
}
