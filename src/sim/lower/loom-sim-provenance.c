/* loom-sim-provenance.c: which objects each access may be to, by what its address is made from
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-memory-private.h"

/* An address is the sum of one pointer and of offsets that cannot leave its slot, so it is enough
 * to know which pointers a value may have been made from. A provenance is a set of them: parameters
 * of eight bytes, which may as well be numbers, and addresses of variables. The rest of it:
 *
 *   NUMBER   the value may be a plain number, or no sum that begins with one of the pointers
 *   WINDOW   it may be an address of local memory, or of shared memory that no variable is known of
 *   UNKNOWN  it may be any pointer: loaded in 64 bits, returned by a call, or put together of parts
 *
 * Shared variables lie side by side, so an address alone does not tell where an index has left its
 * array. A provenance of nothing but one of them does. Their addresses have 32 bits as well; all
 * other pointers have 64. */
#define NUMBER LOOM_SIM_PROVENANCE_NUMBER
#define WINDOW LOOM_SIM_PROVENANCE_WINDOW
#define UNKNOWN LOOM_SIM_PROVENANCE_UNKNOWN
#define FOLLOWED 64             /* instructions in which a store is looked for after a load */

typedef struct
{
  LoomSimIr *ir;
  guint64   *values;            /* provenance by value; 0: of none of its definitions yet */
  guint64    shared;            /* the addresses of shared variables */
  guint64    addresses;         /* what is sure to be an address: of any variable, or in a window */
} Provenance;

static guint64
get_pointer (Provenance         *self,
             LoomSimPointerKind  kind,
             guint64             at)
{
  GArray *pointers = self->ir->program->pointers;
  const LoomSimPointer pointer = { kind, at };
  guint64 bit;
  guint i = 0;

  while (i < pointers->len && (g_array_index (pointers, LoomSimPointer, i).kind != kind ||
                               g_array_index (pointers, LoomSimPointer, i).at != at))
    i++;
  if (i == LOOM_SIM_MAX_POINTERS)
    return UNKNOWN;
  if (i == pointers->len)
    g_array_append_val (pointers, pointer);
  bit = G_GUINT64_CONSTANT (1) << i;
  self->shared |= kind == LOOM_SIM_POINTER_SHARED ? bit : 0;
  self->addresses |= kind != LOOM_SIM_POINTER_PARAM ? bit : 0;
  return bit;
}

static guint64
find_constant (Provenance        *self,
               const LoomSimIrOp *op)
{
  const guint64 slot = (guint64) op->immediate.value >> LOOM_SIM_SLOT_BITS;
  const guint shared = loom_sim_ir_get_value (self->ir, op->d)->shared;

  if (shared != 0)
    return get_pointer (self, LOOM_SIM_POINTER_SHARED, shared - 1);
  for (guint i = 0; slot >= LOOM_SIM_FIRST_SLOT && i < self->ir->module->variables->len; i++)
    if (self->ir->addresses[i] >> LOOM_SIM_SLOT_BITS == slot)
      return get_pointer (self, LOOM_SIM_POINTER_VARIABLE, slot);
  return NUMBER;
}

/* What is added to or taken from an address is an index, wherever it comes from. */
static gboolean
is_indexed (const Provenance *self,
            guint64           address,
            guint64           index)
{
  return index == NUMBER ||
         ((address & ~self->addresses) == 0 && (index & self->addresses) == 0);
}

static guint64
add (const Provenance *self,
     guint64           a,
     guint64           b)
{
  return is_indexed (self, a, b) ? a : is_indexed (self, b, a) ? b : a | b | NUMBER;
}

/* What an op other than a load makes of its sources, the first two among them. */
static guint64
combine (const Provenance  *self,
         const LoomSimIrOp *op,
         guint64            all,
         guint64            a,
         guint64            b)
{
  const LoomSimForm *form = op->form;

  switch (form->opcode)
    {
    case LOOM_SIM_OPCODE_MOV:
    case LOOM_SIM_OPCODE_CUT:
    case LOOM_SIM_OPCODE_CVT:
    case LOOM_SIM_OPCODE_WIDEN_S:
    case LOOM_SIM_OPCODE_WIDEN_U:
      return all;
    /* An address in the object that its first source is of. */
    case LOOM_SIM_OPCODE_SURFACE_PLACE:
      return a;
    case LOOM_SIM_OPCODE_CVTA:
      return a != NUMBER ? a : WINDOW;
    case LOOM_SIM_OPCODE_SELP:
      return a | b;
    case LOOM_SIM_OPCODE_ADD:
      if (form->is_modified || loom_ptx_type_is_float (form->type))
        return all | NUMBER;
      return add (self, a, b);
    case LOOM_SIM_OPCODE_OR:
      return add (self, a, b);
    case LOOM_SIM_OPCODE_SUB:
      return is_indexed (self, a, b) ? a : all | NUMBER;
    case LOOM_SIM_OPCODE_MAD_LO:
    case LOOM_SIM_OPCODE_MAD_WIDE:
      return add (self, a | b | NUMBER, self->values[op->c]);
    case LOOM_SIM_OPCODE_AND:
    case LOOM_SIM_OPCODE_DIV:
    case LOOM_SIM_OPCODE_LDMATRIX_PLACE:
    case LOOM_SIM_OPCODE_MAD:
    case LOOM_SIM_OPCODE_MATRIX_PLACE:
    case LOOM_SIM_OPCODE_MAX:
    case LOOM_SIM_OPCODE_MIN:
    case LOOM_SIM_OPCODE_MUL:
    case LOOM_SIM_OPCODE_MUL_LO:
    case LOOM_SIM_OPCODE_MUL_WIDE:
    case LOOM_SIM_OPCODE_NEG:
    case LOOM_SIM_OPCODE_REM:
    case LOOM_SIM_OPCODE_SHL:
    case LOOM_SIM_OPCODE_SHR:
      return all | NUMBER;
    default:
      return all | NUMBER | UNKNOWN;
    }
}

/* Returns: 0 as long as a source has no provenance. */
static guint64
find_result (Provenance        *self,
             const LoomSimIrOp *op)
{
  guint64 of[4] = { 0 }, all = 0;

  if (op->detail != NULL)
    return UNKNOWN;
  if (op->form->opcode == LOOM_SIM_OPCODE_PARAM && loom_sim_ir_get_width (self->ir, op->d) == 8)
    return get_pointer (self, LOOM_SIM_POINTER_PARAM, (guint64) op->immediate.offset);
  if (op->form->opcode == LOOM_SIM_OPCODE_CONST)
    return find_constant (self, op);
  if (op->form->opcode == LOOM_SIM_OPCODE_LOCAL_ADDRESS)
    return WINDOW;
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    if (op->sources[i] >= 0)
      {
        of[i] = self->values[op->sources[i]];
        if (of[i] == 0)
          return 0;
        all |= of[i];
      }
  return all == 0 ? NUMBER : combine (self, op, all, of[0], of[1]);
}

static gboolean
note (Provenance *self,
      gint32      value,
      guint64     found)
{
  const guint width = value >= 0 ? loom_sim_ir_get_width (self->ir, value) : 0;

  if (value < 0 || found == 0)
    return FALSE;
  if (width < 4)
    found = NUMBER;
  else if (width < 8)
    found = (found & self->shared) | ((found & ~self->shared) != 0 ? NUMBER : 0);
  if ((self->values[value] | found) == self->values[value])
    return FALSE;
  self->values[value] |= found;
  return TRUE;
}

static gboolean
follow (Provenance   *self,
        const GArray *ops)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < ops->len; i++)
    {
      const LoomSimIrOp *op = &g_array_index (ops, LoomSimIrOp, i);
      const guint64 found = op->flow != LOOM_SIM_FLOW_LABEL ? find_result (self, op) : 0;

      for (guint d = 0; d < 2; d++)
        changed |= note (self, op->results[d], found);
      for (guint p = 0; p < op->n_parts && op->parts_written; p++)
        changed |= note (self, op->parts[p], found);
    }
  return changed;
}

/* What nothing defines begins as zero. */
static gboolean
define_rest (Provenance *self)
{
  gboolean changed = FALSE;

  for (gint32 i = 0; i < (gint32) self->ir->values->len; i++)
    if (self->values[i] == 0)
      changed |= note (self, i, NUMBER);
  return changed;
}

static gboolean
is_call (const LoomSimIrOp *op)
{
  switch (op->form->opcode)
    {
    case LOOM_SIM_OPCODE_CALL:
    case LOOM_SIM_OPCODE_CALL_ADDRESS:
    case LOOM_SIM_OPCODE_VPRINTF:
    case LOOM_SIM_OPCODE_MALLOC:
    case LOOM_SIM_OPCODE_FREE:
    case LOOM_SIM_OPCODE_ASSERTFAIL:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether lanes that run an op may go on at another than the next, or not before others came. */
static gboolean
ends_straight_line (const LoomSimIrOp *op)
{
  switch (op->form->opcode)
    {
    case LOOM_SIM_OPCODE_ARRIVE:
    case LOOM_SIM_OPCODE_BARRIER:
    case LOOM_SIM_OPCODE_CONVERGE:
      return TRUE;
    default:
      return op->flow != LOOM_SIM_FLOW_NEXT || is_call (op) ||
             (op->detail != NULL && op->detail->kind == LOOM_SIM_ACCESS_ATOMIC);
    }
}

static gboolean
writes (const LoomSimIrOp *op,
        gint32             value)
{
  for (guint p = 0; p < op->n_parts && op->parts_written; p++)
    if (op->parts[p] == value)
      return TRUE;
  return op->d == value || op->e == value;
}

/* Whether each thread that makes this load stores to the same place soon after, as `a[i] += x`
 * does: who stores to what this one loaded then meets its store as well, so that noting stores is
 * enough. */
static gboolean
is_stored_back (const LoomSimIr *ir,
                guint            index)
{
  const LoomSimIrOp *load = loom_sim_ir_get_op (ir, index);
  gint32 behind = -1;           /* the label behind a guarded instruction */

  if (load->form->opcode != LOOM_SIM_OPCODE_LD || load->guarded ||
      loom_sim_ir_get_value (ir, load->a)->is_constant)
    return FALSE;
  for (guint i = index; i + 1 < ir->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (ir, i + 1);

      if (writes (loom_sim_ir_get_op (ir, i), load->a) || op->ordinal > load->ordinal + FOLLOWED)
        return FALSE;
      if (op->form->opcode == LOOM_SIM_OPCODE_BRA_AROUND)
        behind = op->label;
      else if (op->flow == LOOM_SIM_FLOW_LABEL && op->label == behind)
        behind = -1;
      else if (ends_straight_line (op))
        return FALSE;
      else if (op->form->opcode == LOOM_SIM_OPCODE_ST && !op->guarded && behind < 0 &&
               op->a == load->a && op->immediate.offset == load->immediate.offset)
        return op->detail->size >= load->detail->size;
    }
  return FALSE;
}

static void
set_extent (const LoomSimIr *ir,
            LoomSimDetail   *detail)
{
  const guint pointer = (guint) __builtin_ctzll (detail->provenance);
  const guint64 index = g_array_index (ir->program->pointers, LoomSimPointer, pointer).at;
  const LoomSimShared *shared = &g_array_index (ir->program->shared, LoomSimShared, index);

  detail->shared = (guint16) (index + 1);
  detail->from = shared->offset;
  detail->end = shared->size > 0 ? shared->offset + (guint32) shared->size : 0;
}

static void
set_access (const Provenance *self,
            guint             index)
{
  const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, index);
  LoomSimDetail *detail = op->detail;
  const guint64 shared = self->values[op->a] & self->shared;

  detail->provenance = self->values[op->a];
  detail->stored_back |= is_stored_back (self->ir, index);
  detail->adds_floats |= op->form->opcode == LOOM_SIM_OPCODE_ATOM_ADD &&
                         loom_ptx_type_is_float (op->form->type);
  if (shared == 0)
    return;
  if (detail->provenance == shared && (shared & (shared - 1)) == 0 &&
      self->ir->program->shared->len > 1 &&
      (detail->space == LOOM_PTX_SPACE_SHARED || detail->space == LOOM_PTX_SPACE_GENERIC))
    set_extent (self->ir, detail);
  detail->provenance |= WINDOW;
}

/* Finds the provenance of each access, and the shared variable that it means. */
void
loom_sim_ir_find_provenance (LoomSimIr *ir)
{
  g_autofree guint64 *values = g_new0 (guint64, MAX (ir->values->len, 1));
  Provenance self = { .ir = ir, .values = values, .addresses = WINDOW };

  do
    while (follow (&self, ir->heads) | follow (&self, ir->ops))
      ;
  while (define_rest (&self));
  for (guint i = 0; i < ir->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (ir, i);

      ir->program->makes_calls |= is_call (op);
      if (op->detail != NULL && op->detail->size > 0 && op->a >= 0)
        set_access (&self, i);
    }
}
