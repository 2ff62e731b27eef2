/* loom-curand.c: random numbers with the interface of cuRAND for hosts, which are Gridloom's own
 *
 * A number hangs on the seed and its place in the sequence alone. Quasi-random sequences are
 * refused: programs count on the order of just those.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "curand.h"

#include "loom-cudart-private.h"

#include <math.h>
#include <string.h>

struct curandGenerator_st
{
  guint64  seed, place;
  gboolean is_host;             /* it writes to memory of the host */
};

/* 64 bits of the sequence, scattered as splitmix64 does it. */
static guint64
next_bits (curandGenerator_t self)
{
  guint64 bits = self->seed + ++self->place * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  bits = (bits ^ bits >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  bits = (bits ^ bits >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return bits ^ bits >> 31;
}

/* Above 0, up to 1. */
static double
next_uniform (curandGenerator_t self)
{
  return ((double) (next_bits (self) >> 11) + 1) * 0x1p-53;
}

static double
next_normal (curandGenerator_t self,
             double            mean,
             double            deviation)
{
  const double radius = sqrt (-2 * log (next_uniform (self)));

  return mean + deviation * radius * cos (2 * G_PI * next_uniform (self));
}

/* The nearest float above 0, up to 1. */
static float
next_float (curandGenerator_t self)
{
  return ((float) (next_bits (self) >> 40) + 1) * 0x1p-24f;
}

static curandStatus_t
put (curandGenerator_t  self,
     void              *to,
     const void        *numbers,
     gsize              size)
{
  if (self->is_host)
    memcpy (to, numbers, size);
  else if (cudaMemcpy (to, numbers, size, cudaMemcpyDefault) != cudaSuccess)
    return CURAND_STATUS_LAUNCH_FAILURE;
  return CURAND_STATUS_SUCCESS;
}

static curandStatus_t
create (curandGenerator_t *self,
        curandRngType_t    type,
        gboolean           is_host)
{
  static gsize told;

  if (type < CURAND_RNG_PSEUDO_DEFAULT || type >= CURAND_RNG_QUASI_DEFAULT)
    {
      gridloom_refuse ("curandCreateGenerator (CURAND_RNG_QUASI)");
      return CURAND_STATUS_TYPE_ERROR;
    }
  if (g_once_init_enter (&told))
    {
      _loom_cudart_warn ("cuRAND is Gridloom's own here: its numbers are distributed as NVIDIA's, "
                         "but are other ones");
      g_once_init_leave (&told, 1);
    }
  *self = g_memdup2 (&(struct curandGenerator_st) { 0, 0, is_host },
                     sizeof (struct curandGenerator_st));
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandCreateGenerator (curandGenerator_t *generator,
                       curandRngType_t    type)
{
  return create (generator, type, FALSE);
}

curandStatus_t
curandCreateGeneratorHost (curandGenerator_t *generator,
                           curandRngType_t    type)
{
  return create (generator, type, TRUE);
}

curandStatus_t
curandGetVersion (int *version)
{
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

#define OF_GENERATOR(name, parameters, statement) \
  curandStatus_t name parameters \
  { \
    if (generator == NULL) \
      return CURAND_STATUS_NOT_INITIALIZED; \
    statement; \
    return CURAND_STATUS_SUCCESS; \
  }

OF_GENERATOR (curandDestroyGenerator, (curandGenerator_t generator), g_free (generator))
OF_GENERATOR (curandSetPseudoRandomGeneratorSeed,
              (curandGenerator_t generator, unsigned long long seed), generator->seed = seed)
OF_GENERATOR (curandSetGeneratorOffset, (curandGenerator_t generator, unsigned long long offset),
              generator->place = offset)
/* All is done at the call that asks for it, in the one order that there is. */
OF_GENERATOR (curandSetGeneratorOrdering, (curandGenerator_t generator, curandOrdering_t order),
              (void) order)
OF_GENERATOR (curandSetStream, (curandGenerator_t generator, cudaStream_t stream), (void) stream)
OF_GENERATOR (curandGenerateSeeds, (curandGenerator_t generator), (void) generator)

#define GENERATE(name, type, valid, number, ...) \
  curandStatus_t name (curandGenerator_t generator, type *to, size_t n __VA_ARGS__) \
  { \
    g_autofree type *numbers = NULL; \
\
    if (generator == NULL) \
      return CURAND_STATUS_NOT_INITIALIZED; \
    if (!(valid)) \
      return CURAND_STATUS_LENGTH_NOT_MULTIPLE; \
    numbers = g_new (type, n + 1); \
    for (gsize i = 0; i < n; i++) \
      numbers[i] = (type) (number); \
    return put (generator, to, numbers, n * sizeof (type)); \
  }

/* Normal numbers are made in pairs there, so that there is no odd count of them. */
GENERATE (curandGenerate, unsigned int, TRUE, next_bits (generator) >> 32)
GENERATE (curandGenerateLongLong, unsigned long long, TRUE, next_bits (generator))
GENERATE (curandGenerateUniform, float, TRUE, next_float (generator))
GENERATE (curandGenerateUniformDouble, double, TRUE, next_uniform (generator))
GENERATE (curandGenerateNormal, float, n % 2 == 0, next_normal (generator, mean, deviation), ,
          float mean, float deviation)
GENERATE (curandGenerateNormalDouble, double, n % 2 == 0,
          next_normal (generator, mean, deviation), , double mean, double deviation)
GENERATE (curandGenerateLogNormal, float, n % 2 == 0,
          exp (next_normal (generator, mean, deviation)), , float mean, float deviation)
GENERATE (curandGenerateLogNormalDouble, double, n % 2 == 0,
          exp (next_normal (generator, mean, deviation)), , double mean, double deviation)
