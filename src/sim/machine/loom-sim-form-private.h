#pragma once

#include "loom-sim-program-private.h"

#define OPCODE(name, spelling, flags) LOOM_SIM_OPCODE_##name,
typedef enum
{
#include "loom-sim-opcodes.def"
  LOOM_SIM_N_OPCODES
} LoomSimOpcode;
#undef OPCODE

typedef enum
{
  LOOM_SIM_OPCODE_NO_FLAG   = 0,
  LOOM_SIM_OPCODE_OF_LAUNCH = 1 << 0,   /* has no sources: the same in all lanes */
  LOOM_SIM_OPCODE_OF_BLOCK  = 1 << 1,   /* does what blocks cannot that share a vector */
} LoomSimOpcodeFlags;

/* What tells one op from the others of its opcode. Lowering and passes find ops by it. */
typedef struct
{
  LoomSimOpcode       opcode;
  LoomPtxCompare      compare;          /* of those with a relation */
  LoomPtxType         to, type;         /* the last two types; NONE: there are fewer */
  guint8              widths[2];        /* bytes of registers, as far as the spelling says them */
} LoomSimKey;

/* LOOM_SIM_KEY (PACK, .widths = { 8, 4 }) */
#define LOOM_SIM_KEY(name, ...) ((LoomSimKey) { .opcode = LOOM_SIM_OPCODE_##name, __VA_ARGS__ })

/* An op as its row spells it, understood: passes compare these, never the spelling. */
typedef struct
{
  const char         *name, *signature;
  LoomSimFunc         all, some;
  LoomSimOpcode       opcode;
  LoomSimOpcodeFlags  flags;
  LoomPtxType         to, type;         /* the last two types; NONE: there are fewer */
  gint                relation;         /* LoomSimRelation, -1: none */
  guint8              widths[2];        /* bytes of registers, as far as the spelling says them */
  gboolean            is_modified;      /* by words that are neither these nor bytes of registers */
  gboolean            is_pure;
} LoomSimForm;

/* Every row's opcode is in the list. */
LoomSimForm *loom_sim_form_new        (const LoomSimRow   *row);
