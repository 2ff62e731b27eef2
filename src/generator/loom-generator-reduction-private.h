#pragma once

#include "loom-generator-private.h"

#define LOOM_REDUCTION_MAX_BLOCKS 1024        /* whose results the last one reduces */

typedef enum
{
  LOOM_OVER_ALL,
  LOOM_OVER_ROWS,
  LOOM_OVER_COLUMNS,
} LoomReductionOver;

typedef struct
{
  LoomGenerator *generator;
  LoomReductionOver over;
  LoomWords      map, reduce, post, identity;
  const char    *type;          /* of a and b */
  gboolean       is_builtin;    /* that can be exchanged between threads as it is */
  gboolean       is_plain;      /* a reference can calculate with it */
  gboolean       has_main;      /* an input that has all cells is what the launch goes over */
  guint64        cells;
  const char    *n;             /* cells of all */
  const char    *combine, *block_reduce, *shuffle, *partial, *done, *first, *stride, *k;
  gboolean       uses_flat, uses_places;
  guint          blocks;
} LoomReduction;

const LoomParameter *_loom_reduction_find_main (LoomReduction   *self);
char      *_loom_reduction_replace_size   (LoomReduction        *self,
                                           const LoomWords      *words,
                                           guint                 index,
                                           guint                *end);
void       _loom_reduction_write_source   (LoomReduction        *self);
void       _loom_reduction_write_expected (LoomReduction        *self);
