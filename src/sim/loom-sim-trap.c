/* loom-sim-trap.c: what ended a block, in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

typedef struct
{
  LoomSpace   space;
  const char *name;             /* of the nearest object, or NULL */
  gint64      offset;
  guint64     size;
} Place;

static void
find_shared_place (const LoomSimProgram *program,
                   guint64               offset,
                   Place                *place)
{
  for (guint i = 0; i < program->shared->len; i++)
    {
      const LoomSimShared *shared = &g_array_index (program->shared, LoomSimShared, i);

      if (place->name != NULL && shared->offset > offset)
        continue;
      place->name = shared->variable->name;
      place->offset = (gint64) (offset - shared->offset);
      place->size = shared->size;
    }
}

/* The object whose slot an address lies in; for the windows, the variable before it. */
static void
find_place (const LoomSimTrap        *self,
            const LoomSimLaunchState *launch,
            Place                    *place)
{
  const guint64 slot = self->address >> LOOM_SIM_SLOT_BITS;

  *place = (Place) { .space = LOOM_SPACE_GLOBAL };
  if (self->space == LOOM_PTX_SPACE_SHARED || (self->space == LOOM_PTX_SPACE_GENERIC && slot == LOOM_SIM_SHARED_SLOT))
    {
      place->space = LOOM_SPACE_SHARED;
      find_shared_place (launch->program, self->address & (LOOM_SIM_SHARED_WINDOW - 1), place);
    }
  else if (self->space == LOOM_PTX_SPACE_LOCAL || (self->space == LOOM_PTX_SPACE_GENERIC && slot == LOOM_SIM_LOCAL_SLOT))
    {
      place->space = LOOM_SPACE_LOCAL;
      place->offset = (gint64) (self->address & (LOOM_SIM_SHARED_WINDOW - 1));
      place->size = launch->local_size;
    }
  else if (slot >= LOOM_SIM_FIRST_SLOT && slot < launch->n_slots)
    {
      place->space = launch->slots[slot].is_constant ? LOOM_SPACE_CONSTANT : LOOM_SPACE_GLOBAL;
      place->name = launch->slots[slot].name;
      place->offset = (gint64) (self->address - LOOM_SIM_SLOT_ADDRESS (slot));
      place->size = launch->slots[slot].size;
    }
}

static void
set_site (const LoomSimLaunchState *launch,
          const LoomSimOp          *op,
          guint                     thread,
          guint64                   block,
          LoomSite                 *site)
{
  site->line = op->source != NULL ? loom_ptx_module_get_line (launch->program->module, op->source) : 0;
  site->block = loom_dim3_unpack (&launch->grid, block);
  site->thread = loom_dim3_unpack (&launch->block, thread);
}

static const char *
get_verb (const LoomSimTrap *self)
{
  if (self->op->detail == NULL)
    return _("accesses");
  switch ((LoomSimAccessKind) self->op->detail->kind)
    {
    case LOOM_SIM_ACCESS_LOAD:
      return _("reads");
    case LOOM_SIM_ACCESS_STORE:
      return _("writes");
    case LOOM_SIM_ACCESS_ATOMIC:
      break;
    }
  return _("changes");
}

static char *
describe_outside (const LoomSimTrap *self,
                  const Place       *place)
{
  const char *verb = get_verb (self);

  if (place->space == LOOM_SPACE_LOCAL)
    return g_strdup_printf (_("A thread %1$s %2$u bytes outside its local memory"), verb, self->size);
  if (place->name == NULL)
    return g_strdup_printf (_("A thread %1$s %2$u bytes at address 0x%3$" PRIx64 ", where there is nothing"),
                            verb, self->size, self->address);
  if (place->offset < 0)
    return g_strdup_printf (_("A thread %1$s %2$u bytes, %3$" PRId64 " bytes before the beginning of %4$s"),
                            verb, self->size, -place->offset, place->name);
  if ((guint64) place->offset >= place->size)
    return g_strdup_printf (_("A thread %1$s %2$u bytes, %3$" PRId64 " bytes past the end of %4$s (%5$"
                              PRIu64 " bytes)"),
                            verb, self->size, place->offset - (gint64) place->size, place->name, place->size);
  return g_strdup_printf (_("A thread %1$s %2$u bytes at offset %3$" PRId64 " of %4$s, which it may not (%5$"
                            PRIu64 " bytes)"),
                          verb, self->size, place->offset, place->name, place->size);
}

static char *
describe_misaligned (const LoomSimTrap *self,
                     const Place       *place)
{
  if (place->name != NULL)
    return g_strdup_printf (_("A thread %1$s %2$u bytes at offset %3$" PRId64 " of %4$s, no multiple of %2$u"),
                            get_verb (self), self->size, place->offset, place->name);
  return g_strdup_printf (_("A thread %1$s %2$u bytes at address 0x%3$" PRIx64 ", no multiple of %2$u"),
                          get_verb (self), self->size, self->address);
}

static char *
describe_barrier (const LoomSite *site,
                  const LoomSite *other)
{
  return g_strdup_printf (_("Threads of one warp wait at different barriers, of line %1$u and of line %2$u, and can never meet"),
                          MIN (site->line, other->line), MAX (site->line, other->line));
}

static char *
describe_deadlock (const LoomFinding *finding)
{
  if (finding->has_other)
    return g_strdup_printf (_("No thread of the block can go on: some wait at line %1$u, others at line %2$u"),
                            finding->site.line, finding->other.line);
  return g_strdup_printf (_("No thread of the block can go on: those that have not returned wait at line %u"),
                          finding->site.line);
}

static char *
describe (const LoomSimTrap *self,
          const LoomFinding *finding,
          const Place       *place)
{
  switch ((guint) self->code)
    {
    case LOOM_ERROR_OOB:
      return describe_outside (self, place);
    case LOOM_ERROR_MISALIGNED:
      return describe_misaligned (self, place);
    case LOOM_ERROR_NULL_ACCESS:
      return g_strdup_printf (_("A thread %1$s %2$u bytes through a null pointer (address 0x%3$" PRIx64 ")"),
                              get_verb (self), self->size, self->address);
    case LOOM_ERROR_BARRIER:
      return describe_barrier (&finding->site, &finding->other);
    case LOOM_ERROR_DEADLOCK:
      return describe_deadlock (finding);
    case LOOM_ERROR_ENDLESS:
      return g_strdup (_("The kernel had not ended when its budget was used up"));
    case LOOM_ERROR_STACK:
      return g_strdup (_("A thread's calls go deeper than its stack"));
    case LOOM_ERROR_HEAP:
      return g_strdup_printf (_("A thread frees 0x%" PRIx64 ", which malloc did not give or which is free already"),
                              self->address);
    case LOOM_ERROR_ASSERT:
      return g_strdup_printf (_("An assertion failed: %s"), self->text != NULL ? self->text : "?");
    default:
      return g_strdup (_("A thread reached a trap instruction"));
    }
}

static gboolean
is_access (LoomError code)
{
  return code == LOOM_ERROR_OOB || code == LOOM_ERROR_MISALIGNED || code == LOOM_ERROR_NULL_ACCESS;
}

LoomFinding *
loom_sim_trap_describe (const LoomSimTrap        *self,
                        const LoomSimLaunchState *launch,
                        guint64                   block)
{
  LoomFinding *finding = loom_finding_new (self->code, "%s", "");
  Place place = { .space = LOOM_SPACE_NONE };

  finding->has_site = TRUE;
  set_site (launch, self->op, self->thread, block, &finding->site);
  if (self->other != NULL)
    {
      finding->has_other = TRUE;
      set_site (launch, self->other, self->other_thread, block, &finding->other);
    }
  if (is_access (self->code))
    {
      find_place (self, launch, &place);
      finding->space = place.space;
      finding->address = self->address;
      finding->array = g_strdup (place.name);
      finding->offset = place.offset;
      finding->array_size = place.size;
      finding->access_size = self->size;
    }
  finding->count = 1;
  g_free (finding->text);
  finding->text = describe (self, finding, &place);
  return finding;
}
