/* loom-sim-trap-flow.c: what went wrong where a kernel waits, ends or does not, in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"

#include <glib/gi18n-lib.h>

static char *
format_place (const LoomSite *site)
{
  return loom_place_format (site->file, site->line);
}

/* In the order of the text. */
static gboolean
stands_before (const LoomSite *site,
               const LoomSite *other)
{
  const int order = g_strcmp0 (site->file, other->file);

  return order != 0 ? order < 0 : site->line < other->line;
}

/* One line may have several barriers. */
static char *
describe_meeting (const LoomSite *site,
                  const LoomSite *other)
{
  g_autofree char *first = format_place (site);
  g_autofree char *second = format_place (other);

  if (g_str_equal (first, second))
    return g_strdup_printf (_("Warps of one block meet at different __syncthreads of line %s; CUDA "
                              "leaves undefined what that does"),
                            first);
  return g_strdup_printf (_("Warps of one block meet at different __syncthreads, of line %1$s and "
                            "of line %2$s; CUDA leaves undefined what that does"),
                          first, second);
}

static char *
describe_never_meet (const LoomSite *site,
                     const LoomSite *other)
{
  const gboolean in_order = stands_before (site, other);
  g_autofree char *first = format_place (in_order ? site : other);
  g_autofree char *second = format_place (in_order ? other : site);

  return g_strdup_printf (_("Threads of one warp wait at different barriers, of line %1$s and of "
                            "line %2$s, and can never meet"),
                          first, second);
}

static char *
describe_gone_round (const LoomSite *site)
{
  g_autofree char *place = format_place (site);

  return g_strdup_printf (_("Threads of a warp go round the barrier of line %s, where others of "
                            "their warp wait, and do "
                            "more than return; a GPU may hang here"),
                          place);
}

static char *
describe_barrier (const LoomSimTrap *self,
                  const LoomFinding *finding)
{
  if (self->cause == LOOM_SIM_CAUSE_GONE_ROUND)
    return describe_gone_round (&finding->site);
  if (self->cause == LOOM_SIM_CAUSE_OTHER_BARRIER)
    return describe_meeting (&finding->site, &finding->other);
  return describe_never_meet (&finding->site, &finding->other);
}

static char *
describe_deadlock (const LoomSimTrap *self,
                   const LoomFinding *finding)
{
  g_autofree char *place = format_place (&finding->site);
  g_autofree char *other = format_place (&finding->other);

  if (self->cause == LOOM_SIM_CAUSE_OTHER_MASK)
    /* Translators: 1 and 3 lanes of a warp, 2 and 4 their masks */
    return g_strdup_printf (_("No thread of the block can go on: lane %1$u of a warp waits with "
                              "mask 0x%2$08x for lane %3$u, which is there with mask 0x%4$08x"),
                            self->thread % LOOM_SIM_WARP, self->mask,
                            self->other_thread % LOOM_SIM_WARP, self->other_mask);
  if (finding->has_other)
    return g_strdup_printf (
        _("No thread of the block can go on: some wait at line %1$s, others at line %2$s"), place,
        other);
  return g_strdup_printf (
      _("No thread of the block can go on: those that have not returned wait at line %s"), place);
}

static char *
describe_endless (const LoomSimTrap *self,
                  const LoomFinding *finding)
{
  g_autofree char *other = format_place (&finding->other);
  char offset[24];

  if (finding->has_other && (self->cause != LOOM_SIM_CAUSE_POLLS || finding->array == NULL))
    return g_strdup_printf (_("The kernel had not ended when its budget was used up: this thread "
                              "waits, another goes round and round at line %s"),
                            other);
  if (self->cause != LOOM_SIM_CAUSE_POLLS || finding->array == NULL)
    return g_strdup (_("The kernel had not ended when its budget was used up"));
  g_snprintf (offset, sizeof offset, "%" G_GINT64_FORMAT, finding->offset);
  if (finding->has_other)
    /* Translators: 1 a line of the source, 2 an offset in bytes, 3 an array's name */
    return g_strdup_printf (_("The kernel had not ended when its budget was used up: this thread "
                              "waits, another looks again and again, at line %1$s, at offset %2$s "
                              "of %3$s"),
                            other, offset, finding->array);
  /* Translators: 1 an offset in bytes, 2 an array's name */
  return g_strdup_printf (_("The kernel had not ended when its budget was used up: this thread "
                            "looks again and again at offset %1$s of %2$s"),
                          offset, finding->array);
}

/* Inline assembly is the source's own, and so is __trap(). */
static gboolean
is_compilers (const LoomSimTrap *self)
{
  return self->code == LOOM_ERROR_TRAP && self->op->source != NULL &&
         self->op->source->opcode == LOOM_PTX_OP_TRAP && !self->op->source->in_assembly;
}

static char *
describe_trap (const LoomSimTrap *self)
{
  switch (self->cause)
    {
    case LOOM_SIM_CAUSE_OUTSIDE_MASK:
      return g_strdup_printf (_("A thread takes part in a warp operation as lane %1$u, but is not "
                                "in its own mask 0x%2$08x"),
                              self->thread % LOOM_SIM_WARP, self->mask);
    case LOOM_SIM_CAUSE_NO_BARRIER:
      return g_strdup (_("A thread comes to a barrier that there is not: they are numbered from 0 "
                         "to 15"));
    case LOOM_SIM_CAUSE_NO_FUNCTION:
      return g_strdup (_("A thread calls a function through a pointer that points to none"));
    default:
      break;
    }
  if (is_compilers (self))
    return g_strdup (_("The compiler put a trap here, since what the program does at this place is "
                       "undefined; most often a null pointer is used, or a function that gives a "
                       "value ends without return"));
  if (self->op->source != NULL && self->op->source->in_assembly)
    return g_strdup (_("A thread reached a trap that is written in the source"));
  return g_strdup (_("A thread reached a trap instruction"));
}

char *
loom_sim_trap_describe_flow (const LoomSimTrap *self,
                             const LoomFinding *finding)
{
  switch ((guint) self->code)
    {
    case LOOM_ERROR_BARRIER:
      return describe_barrier (self, finding);
    case LOOM_ERROR_DEADLOCK:
      return describe_deadlock (self, finding);
    case LOOM_ERROR_ENDLESS:
      return describe_endless (self, finding);
    case LOOM_ERROR_STACK:
      return g_strdup (_("A thread's calls go deeper than its stack"));
    default:
      return describe_trap (self);
    }
}
