#pragma once

#include "loom-ptx-instrument.h"
#include "loom-ptx-print-private.h"

/* A variable of the module that is counted. */
typedef struct
{
  const LoomPtxVariable *variable;
  gint32                 symbol;        /* by number of the module's */
  gboolean               is_generic;    /* a constant that may be met by a generic address, which is
                                           another than its own */
  guint64                offset;        /* of its counters, if it has any, from those of the first,
                                           as of bytes in the arena */
} LoomPtxCounted;

/* Instrumenting one module: what is written between its instructions, and for which of them. All
 * text goes to `out`, all registers added to a function are those of loom-ptx-instrument.c. */
typedef struct
{
  LoomPtxInsertions             insertions;
  const LoomPtxInstrumentation *how;
  LoomPtxModule                *module;
  GArray                       *counted;        /* (element-type LoomPtxCounted) */
  GArray                       *others;         /* the same of global memory's other variables: who
                                                   stores there is not idle */
  GString                      *out;
  LoomPtxFunction              *function;
  guint                         n_labels;
} LoomPtxInstrument;

/* What an instruction does to global memory or constants. */
typedef struct
{
  const LoomPtxOperand *address;
  gboolean              reads, writes;
  LoomPtxSpace          space;          /* generic: or to other memory */
  guint                 bytes;          /* at once */
  gboolean              is_matrix;      /* a register of each lane after the other, see
                                           loom-ptx-fragment.h */
  guint                 pieces;         /* of a matrix: parts of a register that do not lie side by
                                           side */
  const LoomPtxOperand *length;         /* how many of them are read, or a predicate that none is;
                                           or NULL: all */
} LoomPtxAccess;

/* loom-ptx-instrument-access.c */
gboolean _loom_ptx_access_init         (LoomPtxAccess            *self,
                                        const LoomPtxInstruction *instruction);
gboolean _loom_ptx_access_is_counted   (const LoomPtxAccess      *self,
                                        const LoomPtxInstrument  *instrument);
void     _loom_ptx_instrument_compare  (LoomPtxInstrument        *self,
                                        const LoomPtxInstruction *instruction,
                                        const char               *operands,
                                        const char               *size);
void     _loom_ptx_instrument_access   (LoomPtxInstrument        *self,
                                        const LoomPtxInstruction *instruction,
                                        const LoomPtxAccess      *access);
/* loom-ptx-instrument-variables.c */
GArray  *_loom_ptx_counted_list        (LoomPtxModule            *module,
                                        const LoomPtxArenaArray  *variables,
                                        guint                     n_variables);
GArray  *_loom_ptx_others_list         (LoomPtxModule            *module,
                                        const GArray             *counted);
gboolean _loom_ptx_access_meets_any    (const LoomPtxAccess      *self,
                                        const GArray             *counted);
gboolean _loom_ptx_access_may_meet_array (const LoomPtxAccess    *self);
void     _loom_ptx_instrument_variables (LoomPtxInstrument        *self,
                                        const LoomPtxInstruction *instruction,
                                        const LoomPtxAccess      *access);
void     _loom_ptx_instrument_others   (LoomPtxInstrument        *self,
                                        const LoomPtxInstruction *instruction,
                                        const LoomPtxAccess      *access);
