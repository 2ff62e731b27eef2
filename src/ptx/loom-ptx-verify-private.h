#pragma once

#include "loom-ptx-module.h"

/* One instruction under the verifier's eye. A rule that does not hold sets `reason` (and
 * `unsupported`), and is FALSE. */
typedef struct
{
  LoomPtxModule      *module;
  LoomPtxFunction    *function;
  LoomPtxInstruction *instruction;
  char               *reason;
  gboolean            unsupported;
} LoomPtxVerifier;

gboolean _loom_ptx_verifier_refuse (LoomPtxVerifier *self,
                                    gboolean         unsupported,
                                    const char      *format,
                                    ...) G_GNUC_PRINTF (3, 4);
/* loom-ptx-verify-operand.c */
gboolean _loom_ptx_verify_operand  (LoomPtxVerifier      *self,
                                    const LoomPtxPattern *pattern,
                                    LoomPtxOperand       *operand,
                                    guint                 number);
/* loom-ptx-verify-rules.c */
gboolean _loom_ptx_verify_rules    (LoomPtxVerifier      *self);
gboolean _loom_ptx_verify_call     (LoomPtxVerifier      *self);
/* loom-ptx-verify-matrix.c */
gboolean _loom_ptx_verify_matrix   (LoomPtxVerifier      *self);
/* loom-ptx-verify-target.c */
guint    _loom_ptx_verify_get_target (const LoomPtxInstruction *instruction);
gboolean _loom_ptx_verify_target   (LoomPtxVerifier      *self);
