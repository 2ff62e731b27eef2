/* problem.h: one kernel to be timed, as every host sees it: arrays, arguments, launch, what is
 * right
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Plain C, so that a host needs nothing but its own interface. */

#define PROBLEM_MAX_BUFFERS 8
#define PROBLEM_MAX_ARGUMENTS 12
#define PROBLEM_MAX_RUNS 64

typedef enum
{
  PROBLEM_INPUT,
  PROBLEM_EXACT,                /* an output: the same bytes */
  PROBLEM_FLOATS,               /* an output: within 1e-4 of 1 + |expected| */
  PROBLEM_MOSTLY,               /* an output of 32-bit integers: at most 1 % differ, where
                                   contraction moves a border */
} ProblemRole;

typedef struct
{
  const char  *name;
  ProblemRole  role;
  size_t       cell, size;      /* bytes */
  void        *initial;         /* before each launch */
  void        *bytes;           /* what the kernel works on */
  void        *expected;        /* of an output */
} ProblemBuffer;

typedef struct
{
  bool   is_buffer, is_float;
  int    buffer;
  size_t size;
  union
  {
    int32_t i;
    float   f;
    double  d;
  } value;
} ProblemArgument;

typedef struct
{
  const char      *kernel;
  int              grid[3], block[3];
  int              n_buffers, n_arguments;
  ProblemBuffer    buffers[PROBLEM_MAX_BUFFERS];
  ProblemArgument  arguments[PROBLEM_MAX_ARGUMENTS];
} Problem;

/* A set is a table of these; side: the edge of the two-dimensional ones, from which the others
 * follow. */
typedef struct
{
  const char *kernel;
  void      (*make) (Problem *self,
                     int      side);
} ProblemRow;

static inline size_t
problem_round_up (size_t size)
{
  return (size + 63) / 64 * 64 + 64;
}

static inline ProblemBuffer *
problem_add_buffer (Problem     *self,
                    const char  *name,
                    ProblemRole  role,
                    size_t       cell,
                    size_t       cells)
{
  const int index = self->n_buffers++;
  ProblemBuffer *buffer = &self->buffers[index];
  ProblemArgument *argument = &self->arguments[self->n_arguments++];

  buffer->name = name;
  buffer->role = role;
  buffer->cell = cell;
  buffer->size = cell * cells;
  buffer->bytes = aligned_alloc (64, problem_round_up (buffer->size));
  buffer->initial = role == PROBLEM_INPUT ? buffer->bytes
                                          : aligned_alloc (64, problem_round_up (buffer->size));
  buffer->expected = role == PROBLEM_INPUT ? NULL
                                           : aligned_alloc (64, problem_round_up (buffer->size));
  memset (buffer->initial, 0, buffer->size);
  if (role != PROBLEM_INPUT)
    memset (buffer->expected, 0, buffer->size);
  argument->is_buffer = true;
  argument->buffer = index;
  argument->size = sizeof (void *);
  return buffer;
}

static inline void
problem_add_int (Problem *self,
                 int32_t  value)
{
  self->arguments[self->n_arguments++] = (ProblemArgument) { .size = sizeof value,
                                                            .value.i = value };
}

static inline void
problem_add_float (Problem *self,
                   float    value)
{
  self->arguments[self->n_arguments++] =
      (ProblemArgument) { .is_float = true, .size = sizeof value, .value.f = value };
}

static inline void
problem_add_double (Problem *self,
                    double   value)
{
  self->arguments[self->n_arguments++] =
      (ProblemArgument) { .is_float = true, .size = sizeof value, .value.d = value };
}

/* Of an argument that is no buffer. */
static inline double
problem_get_number (const ProblemArgument *argument)
{
  if (!argument->is_float)
    return argument->value.i;
  return argument->size == sizeof (float) ? argument->value.f : argument->value.d;
}

static inline void
problem_set_launch (Problem *self,
                    int      gx,
                    int      gy,
                    int      gz,
                    int      bx,
                    int      by,
                    int      bz)
{
  memcpy (self->grid, (int[]) { gx, gy, gz }, sizeof self->grid);
  memcpy (self->block, (int[]) { bx, by, bz }, sizeof self->block);
}

static inline long
problem_get_threads (const Problem *self)
{
  return (long) self->grid[0] * self->grid[1] * self->grid[2] * self->block[0] * self->block[1] *
         self->block[2];
}

/* Outputs as they were before the first launch. */
static inline void
problem_reset (Problem *self)
{
  for (int i = 0; i < self->n_buffers; i++)
    if (self->buffers[i].role != PROBLEM_INPUT)
      memcpy (self->buffers[i].bytes, self->buffers[i].initial, self->buffers[i].size);
}

static inline bool
problem_buffer_is_right (const ProblemBuffer *self)
{
  const size_t n = self->size / 4;
  size_t wrong = 0;

  if (self->role == PROBLEM_INPUT)
    return true;
  if (self->role == PROBLEM_EXACT)
    return memcmp (self->bytes, self->expected, self->size) == 0;
  for (size_t i = 0; i < n; i++)
    {
      if (self->role == PROBLEM_MOSTLY)
        wrong += ((const int32_t *) self->bytes)[i] != ((const int32_t *) self->expected)[i];
      else
        {
          const float got = ((const float *) self->bytes)[i],
                      expected = ((const float *) self->expected)[i];

          wrong += !(fabsf (got - expected) <= 1e-4f * (1 + fabsf (expected)));
        }
    }
  return self->role == PROBLEM_MOSTLY ? wrong * 100 <= n : wrong == 0;
}

static inline bool
problem_is_right (const Problem *self)
{
  for (int i = 0; i < self->n_buffers; i++)
    if (!problem_buffer_is_right (&self->buffers[i]))
      return false;
  return true;
}

static inline void
problem_free (Problem *self)
{
  for (int i = 0; i < self->n_buffers; i++)
    {
      if (self->buffers[i].initial != self->buffers[i].bytes)
        free (self->buffers[i].initial);
      free (self->buffers[i].bytes);
      free (self->buffers[i].expected);
    }
}

static inline int
problem_compare_doubles (const void *a,
                         const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Sorts values. */
static inline double
problem_median (double *values,
                int     n)
{
  qsort (values, n, sizeof *values, problem_compare_doubles);
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}
