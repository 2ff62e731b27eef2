#pragma once

#include "loom-ptx-module.h"

typedef enum
{
  LOOM_PTX_INSERT_MODULE,       /* variables, before all functions */
  LOOM_PTX_INSERT_BEGIN,        /* before a function's first instruction */
  LOOM_PTX_INSERT_BEFORE,       /* before an instruction, behind its labels */
} LoomPtxInsertionPlace;

/* What is printed between what a module says. */
typedef struct _LoomPtxInsertions LoomPtxInsertions;

struct _LoomPtxInsertions
{
  const char *const *entries;   /* whose .maxntid becomes block_threads, or NULL */
  guint       block_threads;
  const char *parameter;        /* that each entry has behind its own, or NULL */
  const char *const *specials;  /* by LoomPtxSpecial: what entries read in its place, or NULL for
                                   itself; or NULL */
  void      (*insert) (const LoomPtxInsertions  *self,
                       GString                  *out,
                       LoomPtxInsertionPlace     place,
                       LoomPtxFunction          *function,
                       const LoomPtxInstruction *instruction);
};

void  _loom_ptx_print_instruction (GString                  *out,
                                   LoomPtxModule            *module,
                                   LoomPtxFunction          *function,
                                   const char *const        *specials,
                                   const LoomPtxInstruction *self);
char *_loom_ptx_print_module      (LoomPtxModule            *module,
                                   const LoomPtxInsertions  *insertions);
