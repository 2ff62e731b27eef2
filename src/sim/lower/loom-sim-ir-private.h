#pragma once

#include "loom-sim-isa-private.h"

/* Between PTX and ops: handlers are chosen, operands are values (registers that PTX declared,
 * temporaries, constants), labels are numbers. Lives while a program is made. */

#define LOOM_SIM_NO_VALUE (-1)
#define LOOM_SIM_IR_NO_OPERANDS .results = { -1, -1 }, .sources = { -1, -1, -1, -1 }

typedef enum
{
  LOOM_SIM_FLOW_NEXT,           /* goes on */
  LOOM_SIM_FLOW_BRANCH,         /* to label, or on if it is conditional */
  LOOM_SIM_FLOW_JUMP,           /* to label */
  LOOM_SIM_FLOW_TABLE,          /* to one of labels */
  LOOM_SIM_FLOW_END,            /* nowhere */
  LOOM_SIM_FLOW_LABEL,          /* is label */
} LoomSimFlow;

typedef struct
{
  const LoomSimForm        *form;
  union
  {
    struct { gint32 d, e; };
    gint32                  results[2];
  };
  union
  {
    struct { gint32 a, b, c, f; };
    gint32                  sources[4];
  };
  LoomSimImmediate          immediate;
  gint32                    label;
  guint8                    flow;       /* LoomSimFlow */
  guint8                    guarded;    /* the op before it is its guard: may leave its destinations
                                           as they are */
  guint8                    pure;
  guint8                    early;      /* who passes it has not issued its instruction */
  guint8                    n_parts;    /* values in detail->registers, destinations of a load,
                                           sources of a store */
  guint8                    parts_written;
  gint32                    parts[16];  /* of an @observe: undefined bits and origin of each
                                           register */
  GArray                   *labels;     /* (element-type gint32) of a table; owned */
  LoomSimDetail            *detail;     /* owned by the program */
  const LoomPtxInstruction *source;
  guint32                   ordinal;
} LoomSimIrOp;

typedef struct
{
  guint8   width;               /* bytes of a lane */
  guint8   is_undefined;        /* bits of a register that have no contents: shares slots with
                                   others of them alone */
  guint8   is_constant;         /* defined before the kernel starts: a constant, an address */
  guint16  shared;              /* constants: one more than the index of the shared variable whose
                                   address it is, or 0 */
  guint32  definitions;
  gint32   definition;          /* op that is the only one, while analysing */
  guint32  slot;                /* offset in the frame, once allocated */
} LoomSimIrValue;

typedef struct
{
  guint8   width;
  guint8   kind;                /* 0 a number, 1 an offset in the frame of local memory */
  guint16  shared;              /* one more than the index of the shared variable whose address the
                                   number is, or 0 */
  guint64  bits;
} LoomSimIrConstant;

/* One function being lowered. */
typedef struct
{
  LoomSimProgram          *program;
  LoomPtxModule           *module;
  const LoomPtxFunction   *function;
  const LoomSimIsa        *isa;
  const guint64           *addresses;   /* of module variables */
  GArray                  *values;      /* (element-type LoomSimIrValue); the function's registers
                                           come first */
  GArray                  *ops;         /* (element-type LoomSimIrOp) */
  GArray                  *heads;       /* (element-type LoomSimIrOp) constants; in an entry also
                                           what is hoisted */
  GHashTable              *constants;   /* LoomSimIrConstant -> value */
  GHashTable              *local_offsets;       /* LoomPtxVariable -> offset in the frame of local
                                                   memory */
  guint32                  local_size;
  gint32                   n_labels;
  gint32                   stack, stack_end;    /* values: where the next alloca is and what it
                                                   must not pass, or NO_VALUE */
  gint32                   carry;       /* value of the carry flag, or LOOM_SIM_NO_VALUE */
  guint32                  ordinal;
  const LoomPtxInstruction *current;
  LoomSimDetail           *stretch;     /* of the @step before it, or NULL */
  GError                  *refusal;     /* the first instruction that has no handler, or NULL */
} LoomSimIr;

typedef void (*LoomSimIrValueFunc) (LoomSimIr   *self,
                                    LoomSimIrOp *op,
                                    gint32       value,
                                    gpointer     data);

static inline LoomSimIrOp *
loom_sim_ir_get_op (const LoomSimIr *self,
                    guint            i)
{
  return &g_array_index (self->ops, LoomSimIrOp, i);
}

static inline LoomSimIrValue *
loom_sim_ir_get_value (const LoomSimIr *self,
                       gint32           i)
{
  return &g_array_index (self->values, LoomSimIrValue, i);
}

/* loom-sim-ir.c */
void         loom_sim_ir_init        (LoomSimIr             *self,
                                      LoomSimProgram        *program,
                                      const LoomPtxFunction *function,
                                      const guint64         *addresses);
void         loom_sim_ir_clear       (LoomSimIr             *self);
GArray      *loom_sim_ir_take_ops    (LoomSimIr             *self);
gint32       loom_sim_ir_add_value   (LoomSimIr             *self,
                                      guint                  width);
guint        loom_sim_ir_get_width   (const LoomSimIr       *self,
                                      gint32                 value);
gint32       loom_sim_ir_constant    (LoomSimIr             *self,
                                      guint                  width,
                                      guint64                bits);
gint32       loom_sim_ir_shared_address (LoomSimIr          *self,
                                         guint               width,
                                         guint               index,
                                         guint64             address);
gint32       loom_sim_ir_local_address (LoomSimIr           *self,
                                        guint32              offset);
LoomSimIrOp  loom_sim_ir_make_op     (const LoomSimIr       *self,
                                      LoomSimKey             key);
LoomSimIrOp *loom_sim_ir_add_form    (LoomSimIr             *self,
                                      const LoomSimForm     *form);
LoomSimIrOp *loom_sim_ir_add         (LoomSimIr             *self,
                                      LoomSimKey             key);
LoomSimIrOp *loom_sim_ir_add_to      (LoomSimIr             *self,
                                      LoomSimKey             key,
                                      gint32                 d,
                                      gint32                 a,
                                      gint32                 b);
gint32       loom_sim_ir_add_result  (LoomSimIr             *self,
                                      LoomSimKey             key,
                                      guint                  width,
                                      gint32                 a,
                                      gint32                 b);
gint32       loom_sim_ir_add_pack    (LoomSimIr             *self,
                                      guint                  width,
                                      guint                  part,
                                      const gint32          *parts);
void         loom_sim_ir_add_copy    (LoomSimIr             *self,
                                      gint32                 from,
                                      gint32                 to);
LoomSimIrOp *loom_sim_ir_add_flow    (LoomSimIr             *self,
                                      LoomSimOpcode          opcode,
                                      LoomSimFlow            flow,
                                      gint32                 label);
void         loom_sim_ir_add_branch  (LoomSimIr             *self,
                                      gint32                 predicate,
                                      gboolean               holds,
                                      gint32                 label);
LoomSimDetail *loom_sim_ir_add_detail (LoomSimIr            *self,
                                       LoomSimIrOp          *op);
void         loom_sim_ir_add_label   (LoomSimIr             *self,
                                      gint32                 label);
void         loom_sim_ir_add_label_behind (LoomSimIr        *self,
                                           gint32            label);
void         loom_sim_ir_foreach_destination (LoomSimIr          *self,
                                              LoomSimIrOp        *op,
                                              LoomSimIrValueFunc  func,
                                              gpointer            data);
void         loom_sim_ir_foreach_source (LoomSimIr           *self,
                                         LoomSimIrOp         *op,
                                         LoomSimIrValueFunc   func,
                                         gpointer             data);
LoomPtxType  loom_sim_ir_get_logic_type (guint                width);

/* loom-sim-passes.c */
typedef struct
{
  const char  *name;
  void       (*run)     (LoomSimIr *ir);
  gboolean   (*applies) (const LoomSimIr *ir);  /* NULL: always */
} LoomSimPass;

extern const LoomSimPass loom_sim_passes[];     /* in their order; the last has no name */

void         loom_sim_pass_run       (const LoomSimPass     *self,
                                      LoomSimIr             *ir);

/* loom-sim-lower.c */
gboolean     loom_sim_lower_function (LoomSimIr             *ir,
                                      guint32                ordinal,
                                      GError               **error);

/* Where an access goes: to a base register plus an offset. */
typedef struct
{
  LoomPtxSpace space;
  gint32       base;
  gint64       offset;
} LoomSimIrPlace;

/* loom-sim-lower-*.c: each appends the ops of one instruction, guards apart. */
typedef void LoomSimLowerFunc (LoomSimIr                *self,
                               const LoomPtxInstruction *instruction);

LoomSimLowerFunc loom_sim_lower_instruction, loom_sim_lower_access, loom_sim_lower_async,
                 loom_sim_lower_atomic, loom_sim_lower_call, loom_sim_lower_control,
                 loom_sim_lower_convert, loom_sim_lower_lop3, loom_sim_lower_matrix,
                 loom_sim_lower_move, loom_sim_lower_set, loom_sim_lower_stack,
                 loom_sim_lower_texture, loom_sim_lower_video;
void         loom_sim_lower_setp        (LoomSimIr                *self,
                                         const LoomPtxInstruction *instruction,
                                         const char               *name);
void         loom_sim_lower_stack_begin (LoomSimIr                *self);
/* What they share. */
void         loom_sim_lower_operation   (LoomSimIr                *self,
                                         const LoomPtxInstruction *instruction,
                                         const LoomSimForm        *form);
gint32       loom_sim_lower_source      (LoomSimIr                *self,
                                         const LoomPtxOperand     *operand,
                                         guint                     width);
gint32       loom_sim_lower_not         (LoomSimIr                *self,
                                         gint32                    predicate);
void         loom_sim_lower_special     (LoomSimIr                *self,
                                         gint32                    special,
                                         gint32                    value);
LoomSimIrPlace loom_sim_lower_place     (LoomSimIr                *self,
                                         const LoomPtxOperand     *operand,
                                         LoomPtxSpace              space);
LoomSimIrOp *loom_sim_lower_set_access  (LoomSimIr                *self,
                                         LoomSimIrOp              *op,
                                         const LoomSimIrPlace     *place,
                                         guint                     element,
                                         guint                     n_elements,
                                         guint                     kind);
void         loom_sim_lower_add_load    (LoomSimIr                *self,
                                         const LoomSimIrPlace     *place,
                                         LoomPtxType               type,
                                         const gint32             *parts,
                                         guint                     n_parts);
void         loom_sim_lower_add_store   (LoomSimIr                *self,
                                         const LoomSimIrPlace     *place,
                                         guint                     element,
                                         const gint32             *parts,
                                         guint                     n_parts);
gboolean     loom_sim_lower_symbol      (LoomSimIr                *self,
                                         gint32                    symbol,
                                         LoomPtxSpace             *space,
                                         gint32                   *base,
                                         guint64                  *address);
gint32       loom_sim_lower_symbol_address (LoomSimIr              *self,
                                            gint32                 symbol,
                                            guint                  width,
                                            guint64                address);
void         loom_sim_lower_layout       (LoomSimIr                *self);
/* loom-sim-lower-watch.c: in a program that is watched, ops that tell of what comes next; else
 * nothing. */
void         loom_sim_lower_entered      (LoomSimIr                *self);
void         loom_sim_lower_enter_local  (LoomSimIr                *self,
                                         guint32                   offset,
                                         guint32                   size);
LoomSimIrOp *loom_sim_lower_observe      (LoomSimIr                *self,
                                          LoomSimIrOp              *access);
void         loom_sim_lower_step        (LoomSimIr                *self);
void         loom_sim_lower_stepped     (LoomSimIr                *self,
                                         guint                     first_op);
void         loom_sim_lower_copies      (LoomSimIr                *self,
                                         const LoomPtxInstruction *instruction);
void         loom_sim_lower_begin_step  (LoomSimIr                *self);
void         loom_sim_lower_end_step    (LoomSimIr                *self);
/* loom-sim-lower-exit.c */
gboolean     loom_sim_lower_can_wait     (const LoomPtxFunction    *function);
void         loom_sim_lower_note_exit    (LoomSimIr                *self,
                                          const LoomPtxInstruction *instruction);
/* loom-sim-lower-undefined.c */
void         loom_sim_lower_undefined    (LoomSimIr                *self);
void         loom_sim_lower_fence        (LoomSimIr                *self,
                                          const LoomPtxInstruction *instruction);

/* Passes: see loom-sim-passes.c for their order. */
void         loom_sim_ir_find_provenance (LoomSimIr         *self);
void         loom_sim_ir_drop_unused (LoomSimIr             *self);
void         loom_sim_ir_drop_unused_heads (LoomSimIr       *self);
void         loom_sim_ir_hoist       (LoomSimIr             *self);
void         loom_sim_ir_find_affine (LoomSimIr             *self);
void         loom_sim_ir_survey      (LoomSimIr             *self);
void         loom_sim_ir_find_guards (LoomSimIr             *self);
void         loom_sim_ir_allocate    (LoomSimIr             *self);
GArray      *loom_sim_ir_list_early  (LoomSimIr             *self);
gboolean     loom_sim_ir_op_is_plain_access (const LoomSimIrOp *op);
