/* loom-sim-trace.c: what one thread or one warp of a launch executes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-runtime-private.h"
#include "loom-sim-watch-private.h"
#include "loom-sim-written-private.h"

#include "loom-trace.h"

#include <string.h>

/* A ring of steps, each with room for all lanes that are traced. */
typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomTrace                *trace;      /* the caller's */
  guint64                   block;
  guint                     first;      /* linear thread of the warp's lane 0 */
  guint32                   lanes;      /* traced */
  guint                     n_lanes;
  guint                     capacity;
  guint64                   next;       /* step */
  guint64                   passed;     /* steps that are not wanted */
  guint64                   last[LOOM_SIM_WARP];        /* by lane: its step, plus one */
  const LoomPtxInstruction **sources;   /* by step */
  LoomTraceStep            *steps;
  LoomTraceLane            *entries;    /* n_lanes for each step */
  GHashTable               *instructions;       /* while steps are added to the trace:
                                                   LoomPtxInstruction -> index + 1 */
  GHashTable               *arrays;     /* likewise: name -> index + 1 */
} Tracer;

static gboolean
find_warp (const Tracer        *self,
           const LoomSimVector *v,
           guint               *warp)
{
  if (v->block->index != self->block || self->first < v->first ||
      self->first >= v->first + v->n_lanes)
    return FALSE;
  *warp = (self->first - v->first) / LOOM_SIM_WARP;
  return TRUE;
}

/* The lane's entry in the step that it is in, if op belongs to that and it is still kept. */
static LoomTraceLane *
find_entry (Tracer           *self,
            const LoomSimOp  *op,
            guint             lane,
            LoomTraceStep   **step)
{
  const guint64 sequence = self->last[lane] - 1;
  const gsize at = sequence % self->capacity;

  if (self->last[lane] == 0 || self->next - sequence > self->capacity ||
      self->sources[at] != op->source)
    return NULL;
  *step = &self->steps[at];
  return &self->entries[at * self->n_lanes +
                        (guint) __builtin_popcount (self->lanes & ((1u << lane) - 1))];
}

guint32
loom_sim_trace_read_guard (const LoomSimVector *v,
                           const LoomSimOp     *op,
                           guint                warp)
{
  const guint8 *guard = v->frame + op->a + warp * LOOM_SIM_WARP;
  guint32 bits = 0;

  if (!op->detail->counted)
    return G_MAXUINT32;
  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    bits |= (guint32) (guard[i] >> 7) << i;
  return op->detail->invert ? ~bits : bits;
}

static gboolean
is_wanted (const Tracer *self,
           guint64       step)
{
  const LoomTraceLane *lanes = &self->entries[step % self->capacity * self->n_lanes];

  for (guint i = 0; i < self->n_lanes; i++)
    for (guint a = 0; a < MIN (lanes[i].n_accesses, LOOM_TRACE_MAX_ACCESSES); a++)
      if (lanes[i].accesses[a].address >> LOOM_SIM_SLOT_BITS == LOOM_SIM_SHARED_SLOT)
        return TRUE;
  return FALSE;
}

/* What a step accessed is known once the next one begins, or all is over. */
static void
pass_unwanted (Tracer *self)
{
  if (!self->trace->target.shared || self->next == 0 || is_wanted (self, self->next - 1))
    return;
  self->next--;
  self->passed++;
}

/* The running lanes come to an instruction. */
static void
begin_step (LoomSimWatcher  *watcher,
            LoomSimVector   *v,
            const LoomSimOp *op)
{
  Tracer *self = (Tracer *) watcher;
  guint warp, n = 0;
  gsize at;

  if (!find_warp (self, v, &warp) || (v->bits[warp] & self->lanes) == 0)
    return;
  pass_unwanted (self);
  at = self->next % self->capacity;
  self->sources[at] = op->source;
  self->steps[at] = (LoomTraceStep) {
    .sequence = self->trace->total + self->passed + self->next,
    .active = v->bits[warp],
    .executed = v->bits[warp] & loom_sim_trace_read_guard (v, op, warp),
  };
  memset (&self->entries[at * self->n_lanes], 0, self->n_lanes * sizeof *self->entries);
  for (guint32 left = self->lanes; left != 0; left &= left - 1, n++)
    self->entries[at * self->n_lanes + n].lane = (guint32) __builtin_ctz (left);
  self->next++;
  for (guint32 left = v->bits[warp] & self->lanes; left != 0; left &= left - 1)
    self->last[__builtin_ctz (left)] = self->next;
}

static void
read_memory (const LoomSimVector *v,
             guint                lane,
             LoomTraceAccess     *access)
{
  gsize length;
  const guint8 *bytes = loom_sim_find_bytes (v, lane, access->address, access->size, &length);

  if (bytes != NULL)
    memcpy (access->bytes, bytes, length);
}

static void
add_access (Tracer              *self,
            const LoomSimVector *v,
            const LoomSimOp     *op,
            const LoomSimPiece  *piece,
            guint                lane,
            guint                warp)
{
  const guint n = warp * LOOM_SIM_WARP + lane;
  LoomTraceStep *step;
  LoomTraceLane *entry = find_entry (self, op, lane, &step);
  LoomTraceAccess *access;

  if (entry == NULL || entry->n_accesses == G_MAXUINT16 ||
      entry->n_accesses++ >= LOOM_TRACE_MAX_ACCESSES)
    return;
  access = &entry->accesses[entry->n_accesses - 1];
  access->array = -1;
  access->kind = op->detail->kind == LOOM_SIM_ACCESS_LOAD    ? LOOM_CELL_READ
                 : op->detail->kind == LOOM_SIM_ACCESS_STORE ? LOOM_CELL_WRITE
                                                             : LOOM_CELL_ATOMIC;
  access->size = (guint16) MIN (op->detail->size, LOOM_TRACE_ACCESS_BYTES);
  access->address = loom_sim_get_slot_address (piece->slot) +
                    loom_sim_piece_get_offset (piece, n, op->detail->size);
  read_memory (v, n, access);
}

static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Tracer *self = (Tracer *) watcher;
  guint warp;

  if (!find_warp (self, v, &warp))
    return;
  for (guint i = 0; i < n_pieces; i++)
    for (guint n = pieces[i].lane; n < pieces[i].lane + pieces[i].n_lanes; n++)
      if (n / LOOM_SIM_WARP == warp && (self->lanes >> n % LOOM_SIM_WARP & 1) != 0)
        add_access (self, v, op, &pieces[i], n % LOOM_SIM_WARP, warp);
}

/* The running lanes have executed an instruction: what its registers hold, and memory where it
 * went. */
static void
end_step (LoomSimWatcher  *watcher,
          LoomSimVector   *v,
          const LoomSimOp *op)
{
  Tracer *self = (Tracer *) watcher;
  guint warp;

  if (!find_warp (self, v, &warp))
    return;
  for (guint32 left = v->bits[warp] & self->lanes; left != 0; left &= left - 1)
    {
      const guint lane = (guint) __builtin_ctz (left), n = warp * LOOM_SIM_WARP + lane;
      LoomTraceStep *step = NULL;
      LoomTraceLane *entry = find_entry (self, op, lane, &step);
      guint at = 0;

      if (entry == NULL || (step->executed >> lane & 1) == 0)
        continue;
      for (guint r = 0; r < op->detail->n_elements; r++)
        {
          const guint width = op->detail->width[r];

          if (at + width > sizeof entry->registers)
            break;
          memcpy (entry->registers + at, v->frame + op->detail->registers[r] + n * width, width);
          at += width;
        }
      entry->has_registers = op->detail->n_elements > 0;
      for (guint a = 0; a < MIN (entry->n_accesses, LOOM_TRACE_MAX_ACCESSES); a++)
        read_memory (v, n, &entry->accesses[a]);
    }
}

LoomPtxType
loom_sim_trace_get_type (const LoomPtxInstruction *instruction,
                         LoomPtxType               declared)
{
  const LoomPtxType said = instruction->modifiers.n_types > 0 ? instruction->modifiers.types[0]
                                                              : LOOM_PTX_TYPE_NONE;

  return said != LOOM_PTX_TYPE_NONE && loom_ptx_type_is_bits (declared) &&
         loom_ptx_type_bits (said) == loom_ptx_type_bits (declared) ? said : declared;
}

static void
name_registers (LoomTraceInstruction     *self,
                const LoomPtxFunction    *function,
                const LoomPtxInstruction *instruction)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new (), types = g_strv_builder_new ();
  gint32 registers[LOOM_TRACE_MAX_REGISTERS];
  const guint n = loom_sim_list_written (instruction, registers);

  for (guint i = 0; i < n; i++)
    {
      const LoomPtxRegister *reg = &g_array_index (function->registers, LoomPtxRegister,
                                                   registers[i]);

      g_strv_builder_add (names, reg->name);
      g_strv_builder_add (types, loom_ptx_type_get_name (loom_sim_trace_get_type (instruction,
                                                                                  reg->type)));
      self->widths[i] = reg->type == LOOM_PTX_TYPE_PRED
                            ? 1
                            : MAX (loom_ptx_type_bits (reg->type) / 8, 2);
    }
  self->registers = g_strv_builder_end (names);
  self->types = g_strv_builder_end (types);
}

LoomTraceInstruction *
loom_sim_trace_describe (LoomPtxModule            *module,
                         const LoomPtxInstruction *instruction)
{
  LoomPtxFunction *function = loom_sim_trap_find_function (module, instruction);
  LoomTraceInstruction *named = loom_trace_instruction_new ();
  const LoomPtxClass class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;
  const char *file;

  named->ptx_line = instruction->line;
  named->line = loom_ptx_module_get_place (module, instruction, &file);
  named->file = g_intern_string (file);
  named->text = loom_ptx_instruction_to_string (module, function, instruction);
  named->type = g_strdup ((class == LOOM_PTX_CLASS_MEMORY || class == LOOM_PTX_CLASS_ATOMIC) &&
                                  instruction->modifiers.n_types > 0
                              ? loom_ptx_type_get_name (instruction->modifiers.types[0])
                              : "");
  name_registers (named, function, instruction);
  return named;
}

static guint
take_instruction (Tracer                   *self,
                  const LoomPtxInstruction *instruction)
{
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->instructions, instruction));

  if (known > 0)
    return known - 1;
  g_ptr_array_add (self->trace->instructions,
                   loom_sim_trace_describe (self->launch->program->module, instruction));
  g_hash_table_insert (self->instructions, (gpointer) instruction,
                       GUINT_TO_POINTER (self->trace->instructions->len));
  return self->trace->instructions->len - 1;
}

static gint32
take_array (Tracer *self,
            char   *name)
{
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->arrays, name));

  if (known > 0)
    {
      g_free (name);
      return (gint32) known - 1;
    }
  g_ptr_array_add (self->trace->arrays, name);
  g_hash_table_insert (self->arrays, name, GUINT_TO_POINTER (self->trace->arrays->len));
  return (gint32) self->trace->arrays->len - 1;
}

static void
name_accesses (Tracer        *self,
               LoomTraceLane *lane)
{
  for (guint i = 0; i < MIN (lane->n_accesses, LOOM_TRACE_MAX_ACCESSES); i++)
    {
      LoomTraceAccess *access = &lane->accesses[i];
      LoomSpace space;
      char *name = loom_sim_trap_name_place (self->launch, access->address, &space,
                                             &access->offset);

      access->space = (guint8) space;
      access->array = name != NULL ? take_array (self, name) : -1;
    }
}

/* Adds a step to the trace with the names of what it met; lanes that were not active are left
 * out. */
static void
add_step (Tracer                   *self,
          const LoomPtxInstruction *instruction,
          LoomTraceStep            *step,
          LoomTraceLane            *lanes)
{
  guint n = 0;

  step->instruction = take_instruction (self, instruction);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      if ((step->active >> lanes[i].lane & 1) == 0)
        continue;
      name_accesses (self, &lanes[i]);
      lanes[n++] = lanes[i];
    }
  step->n_lanes = n;
  loom_trace_add_step (self->trace, step, lanes);
}

static void
tracer_free (LoomSimWatcher *watcher)
{
  Tracer *self = (Tracer *) watcher;
  guint64 kept;

  pass_unwanted (self);
  kept = MIN (self->next, self->capacity);
  self->instructions = g_hash_table_new (NULL, NULL);
  self->arrays = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->trace->arrays->len; i++)
    g_hash_table_insert (self->arrays, self->trace->arrays->pdata[i], GUINT_TO_POINTER (i + 1));
  for (guint64 i = self->next - kept; i < self->next; i++)
    {
      const gsize at = i % self->capacity;

      add_step (self, self->sources[at], &self->steps[at], &self->entries[at * self->n_lanes]);
    }
  self->trace->total += self->passed + self->next;
  loom_trace_trim (self->trace);
  g_hash_table_unref (self->instructions);
  g_hash_table_unref (self->arrays);
  g_free (self->sources);
  g_free (self->steps);
  g_free (self->entries);
  g_free (self);
}

guint64
loom_sim_trace_get_linear (const LoomDim3 *extent,
                           const LoomDim3 *position)
{
  return ((guint64) position->z * extent->y + position->y) * extent->x + position->x;
}

static const LoomSimWatcherClass tracer_class = {
  .spaces = G_MAXUINT,
  .access = access_memory,
  .begin_step = begin_step,
  .end_step = end_step,
  .free = tracer_free,
};

/* trace: its target is in the launch; steps are added to it when the watcher is freed. */
LoomSimWatcher *
loom_sim_tracer_new (const LoomSimLaunchState *launch,
                     LoomTrace                *trace)
{
  const LoomTraceTarget *target = &trace->target;
  Tracer *self = g_new0 (Tracer, 1);
  const guint thread = target->whom == LOOM_TRACE_WARP
                           ? target->warp * LOOM_SIM_WARP
                           : (guint) loom_sim_trace_get_linear (&launch->block, &target->thread);

  self->launch = launch;
  self->trace = trace;
  self->block = loom_sim_trace_get_linear (&launch->grid, &target->block);
  self->first = thread / LOOM_SIM_WARP * LOOM_SIM_WARP;
  self->lanes = target->whom == LOOM_TRACE_WARP ? G_MAXUINT32 : 1u << thread % LOOM_SIM_WARP;
  self->n_lanes = (guint) __builtin_popcount (self->lanes);
  self->capacity = LOOM_TRACE_MAX_LANES / self->n_lanes;
  self->sources = g_new0 (const LoomPtxInstruction *, self->capacity);
  self->steps = g_new0 (LoomTraceStep, self->capacity);
  self->entries = g_new0 (LoomTraceLane, (gsize) self->capacity * self->n_lanes);
  self->watcher.class = &tracer_class;
  return &self->watcher;
}
