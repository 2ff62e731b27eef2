/* loom-sim-trap.c: what ended a block, and where: recorded, and made a finding of
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-muster-private.h"
#include "loom-sim-trap-private.h"

#include <string.h>

const LoomSimOp *
loom_sim_trap (LoomSimVector   *v,
               const LoomSimOp *op,
               LoomError        code,
               guint            lane)
{
  LoomSimTrap *trap = &v->block->trap;

  if (lane == LOOM_SIM_LOWEST_LANE)
    for (guint w = v->n_warps; w-- > 0; )
      if (v->bits[w] != 0)
        lane = w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->bits[w]);
  v->stop = LOOM_SIM_STOP_TRAP;
  if (!trap->happened)
    {
      trap->happened = TRUE;
      trap->code = code;
      trap->op = op;
      trap->thread = v->first + lane;
    }
  return NULL;
}

/* Lets go of what it owns. */
void
loom_sim_trap_clear (LoomSimTrap *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->muster, loom_sim_muster_unref);
}

/* An access to what is not there, at no multiple of its size, or through null. */
const LoomSimOp *
loom_sim_trap_access (LoomSimVector   *v,
                      const LoomSimOp *op,
                      guint            lane,
                      guint64          address)
{
  LoomSimTrap *trap = &v->block->trap;
  const guint size = op->detail->size;
  LoomError code = LOOM_ERROR_OOB;

  if ((address & (size - 1)) != 0)
    code = LOOM_ERROR_MISALIGNED;
  else if (op->detail->space != LOOM_PTX_SPACE_SHARED &&
           op->detail->space != LOOM_PTX_SPACE_LOCAL &&
           address >> LOOM_SIM_SLOT_BITS == LOOM_SIM_NULL_SLOT)
    code = LOOM_ERROR_NULL_ACCESS;
  loom_sim_trap (v, op, code, lane);
  trap->address = address;
  trap->size = size;
  trap->space = (LoomPtxSpace) op->detail->space;
  return NULL;
}

/* The name in the source of what the compiler named: the last identifier of a mangled name. The
 * number of a template's argument, as in `Li16E`, is not the length of one. */
static char *
dup_source_name (const char *lowered)
{
  const char *name = lowered;
  gsize length = strlen (lowered), left;

  if (!g_str_has_prefix (lowered, "_Z"))
    return g_strdup (lowered);
  for (const char *p = lowered + 2; *p != '\0'; )
    {
      char *end;
      const guint64 n = g_ascii_isdigit (*p) ? g_ascii_strtoull (p, &end, 10) : 0;

      if (p[0] == 'L' && g_ascii_islower (p[1]) && g_ascii_isdigit (p[2]))
        {
          p += 2 + strcspn (p + 2, "E");
          continue;
        }
      left = n > 0 ? strlen (end) : 0;
      if (n == 0 || n > left)
        {
          p++;
          continue;
        }
      name = end;
      length = n;
      p = end + n;
    }
  return g_strndup (name, length);
}

/* The variable that an access means, or where that is not known the one that lies at or before an
 * offset. */
static void
find_shared_place (const LoomSimLaunchState *launch,
                   const LoomSimDetail      *detail,
                   gint64                    offset,
                   LoomSimPlace             *place)
{
  const LoomSimProgram *program = launch->program;

  for (guint i = 0; i < program->shared->len; i++)
    {
      const LoomSimShared *shared = &g_array_index (program->shared, LoomSimShared, i);

      if (detail != NULL && detail->shared != 0 ? detail->shared != i + 1
                                                : place->name != NULL && shared->offset > offset)
        continue;
      place->name = shared->variable->name;
      place->offset = offset - shared->offset;
      place->is_dynamic = shared->size == 0;
      place->size = place->is_dynamic ? launch->dynamic_shared : shared->size;
    }
}

/* Where in the window of shared memory; before it, if a register of 32 bits went below zero. */
static gint64
get_shared_offset (const LoomSimTrap *self)
{
  const LoomSimDetail *detail = self->op != NULL ? self->op->detail : NULL;

  if (self->space != LOOM_PTX_SPACE_SHARED)
    return (gint64) (self->address & (LOOM_SIM_SHARED_WINDOW - 1));
  return detail != NULL && detail->width[0] == 4 ? (gint32) self->address : (gint64) self->address;
}

/* The object whose slot an address lies in; for the windows, the variable before it. */
static void
find_place (const LoomSimTrap        *self,
            const LoomSimLaunchState *launch,
            LoomSimPlace             *place)
{
  const guint64 slot = self->address >> LOOM_SIM_SLOT_BITS;

  *place = (LoomSimPlace) { .space = LOOM_SPACE_GLOBAL };
  if (self->space == LOOM_PTX_SPACE_SHARED ||
      (self->space == LOOM_PTX_SPACE_GENERIC && slot == LOOM_SIM_SHARED_SLOT))
    {
      place->space = LOOM_SPACE_SHARED;
      find_shared_place (launch, self->op != NULL ? self->op->detail : NULL,
                         get_shared_offset (self), place);
    }
  else if (self->space == LOOM_PTX_SPACE_LOCAL ||
           (self->space == LOOM_PTX_SPACE_GENERIC && slot == LOOM_SIM_LOCAL_SLOT))
    {
      place->space = LOOM_SPACE_LOCAL;
      place->offset = (gint64) (self->address & (LOOM_SIM_SHARED_WINDOW - 1));
      place->size = launch->local_size;
    }
  else if (slot >= LOOM_SIM_FIRST_SLOT && slot < launch->n_slots)
    {
      place->space = launch->slots[slot].is_constant ? LOOM_SPACE_CONSTANT : LOOM_SPACE_GLOBAL;
      place->name = launch->slots[slot].name;
      place->is_heap = launch->slots[slot].is_heap;
      place->offset = (gint64) (self->address - LOOM_SIM_SLOT_ADDRESS (slot));
      place->size = launch->slots[slot].size;
    }
}

gboolean
loom_sim_trap_is_past_dynamic (const LoomSimTrap        *self,
                               const LoomSimLaunchState *launch)
{
  LoomSimPlace place;

  if (self->code != LOOM_ERROR_OOB)
    return FALSE;
  find_place (self, launch, &place);
  return place.is_dynamic && place.offset >= 0 &&
         (guint64) place.offset + self->size > place.size;
}

char *
loom_sim_trap_name_place (const LoomSimLaunchState *launch,
                          guint64                   address,
                          LoomSpace                *space,
                          gint64                   *offset)
{
  const LoomSimTrap trap = { .address = address, .space = LOOM_PTX_SPACE_GENERIC };
  LoomSimPlace place;

  find_place (&trap, launch, &place);
  *space = place.space;
  *offset = place.offset;
  return place.name != NULL ? dup_source_name (place.name) : NULL;
}

static void
set_site (const LoomSimLaunchState *launch,
          const LoomSimOp          *op,
          guint                     thread,
          guint64                   block,
          LoomSite                 *site)
{
  const char *file = NULL;

  site->line = op->source != NULL
                   ? loom_ptx_module_get_place (launch->program->module, op->source, &file)
                   : 0;
  site->file = g_intern_string (file);
  site->block = loom_dim3_unpack (&launch->grid, block);
  site->thread = loom_dim3_unpack (&launch->block, thread);
}

#define MAX_FRAMES 64           /* of a chain of inlining */

LoomPtxFunction *
loom_sim_trap_find_function (const LoomPtxModule      *module,
                             const LoomPtxInstruction *instruction)
{
  for (guint i = 0; i < module->functions->len; i++)
    {
      LoomPtxFunction *function = g_ptr_array_index (module->functions, i);
      const LoomPtxInstruction *first =
          (const LoomPtxInstruction *) (gpointer) function->instructions->data;

      if (function->instructions->len > 0 && instruction >= first &&
          instruction < first + function->instructions->len)
        return function;
    }
  g_assert_not_reached ();
}

/* The calls around the line that were inlined. A frame of the outermost function has no name of its
 * own. */
static void
add_frames (LoomPtxModule            *module,
            const LoomPtxInstruction *instruction,
            LoomFinding              *finding)
{
  const LoomPtxLocation *frame;
  gint32 index = -1;

  if (instruction == NULL || loom_ptx_module_next_frame (module, instruction, &index) == NULL)
    return;
  while (finding->inlined_from->len < MAX_FRAMES &&
         (frame = loom_ptx_module_next_frame (module, instruction, &index)) != NULL)
    {
      const char *lowered = frame->inlined_at >= 0
                                ? frame->function
                                : loom_sim_trap_find_function (module, instruction)->name;
      g_autofree char *function = lowered != NULL ? dup_source_name (lowered) : NULL;

      loom_finding_add_frame (finding, loom_ptx_module_get_header (module, frame), frame->line,
                              function);
    }
}

static gboolean
is_access (const LoomSimTrap *self)
{
  return self->code == LOOM_ERROR_OOB || self->code == LOOM_ERROR_MISALIGNED ||
         self->code == LOOM_ERROR_NULL_ACCESS || self->code == LOOM_ERROR_RACE ||
         self->cause == LOOM_SIM_CAUSE_POLLS ||
         (self->code == LOOM_ERROR_UNINITIALISED &&
          self->cause != LOOM_SIM_CAUSE_ABSENT_LANE && self->cause != LOOM_SIM_CAUSE_UNSET);
}

/* Whether undefined bytes are used at another line than that which loads them. */
static gboolean
is_used_elsewhere (const LoomSimTrap        *self,
                   const LoomSimLaunchState *launch)
{
  LoomPtxModule *module = launch->program->module;

  return self->user != NULL && self->user->source != NULL &&
         loom_ptx_module_get_line (module, self->user->source) !=
             loom_ptx_module_get_line (module, self->op->source);
}

LoomFinding *
loom_sim_trap_describe (const LoomSimTrap        *self,
                        const LoomSimLaunchState *launch,
                        guint64                   block,
                        guint64                   other_block)
{
  LoomFinding *finding = loom_finding_new (self->code, "%s", "");
  LoomSimPlace place = { .space = LOOM_SPACE_NONE };
  g_autofree char *name = NULL;

  finding->has_site = TRUE;
  set_site (launch, self->op, self->thread, block, &finding->site);
  add_frames (launch->program->module, self->op->source, finding);
  if (self->other != NULL)
    {
      finding->has_other = TRUE;
      set_site (launch, self->other, self->other_thread, other_block, &finding->other);
    }
  else if (is_used_elsewhere (self, launch))
    {
      finding->has_other = TRUE;
      set_site (launch, self->user, self->user_thread, other_block, &finding->other);
    }
  if (is_access (self))
    {
      find_place (self, launch, &place);
      name = place.name != NULL ? dup_source_name (place.name) : NULL;
      finding->space = place.space;
      finding->address = self->address;
      finding->array = g_steal_pointer (&name);
      finding->offset = place.offset;
      finding->array_size = place.size;
      finding->access_size = self->size;
    }
  if (self->muster != NULL)
    loom_sim_muster_describe (self->muster, launch, finding);
  finding->count = 1;
  finding->shared_needed = self->shared_needed;
  g_free (finding->text);
  place.name = finding->array;
  finding->text = loom_sim_trap_dup_text (self, launch, finding, &place);
  return finding;
}
