#pragma once

#include <stddef.h>
#include <stdint.h>

/* One kernel of the generator and its launch, as the library made for the host tells the program that compares. */

#define RANDOM_MAX_ARGS 12

/* What the host noted of a cell. */
typedef struct
{
  uint64_t lowest, highest;     /* linear threads that wrote it */
  uint32_t writes;
} RandomCell;

typedef struct
{
  const char *name;
  void       *bytes;            /* of an array; else the value */
  size_t      size;
  size_t      cell_size;        /* 0: a value */
  RandomCell *cells;
} RandomArg;

typedef struct
{
  const char *name;
  unsigned    block[3], grid[3];
  int         waits;            /* has barriers, so that threads are coroutines */
  void      (*run) (void *const *args);
  RandomArg  *args;
  unsigned    n_args;
} RandomProgram;

extern const RandomProgram random_programs[];
extern const unsigned random_n_programs;
/* Returns how many threads stored to no array. */
uint64_t random_program_run (const RandomProgram *self);
