/* loom-sim-trap-text.c: the sentence that tells what ended a block
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim-trap-private.h"

#include <glib/gi18n-lib.h>

static char *
format_place (const LoomSite *site)
{
  return loom_place_format (site->file, site->line);
}

#define NUMBER 24               /* characters of any number here */

/* Numbers go into sentences as text: translators' tools cannot read the macros for wide ones. */
static void
format_number (char    *buffer,
               guint64  number)
{
  g_snprintf (buffer, NUMBER, "%" G_GUINT64_FORMAT, number);
}

static char *
dup_bytes (guint64 n)
{
  char number[NUMBER];

  format_number (number, n);
  return g_strdup_printf (ngettext ("%s byte", "%s bytes", (gulong) n), number);
}

/* What is wrong with an access. */
typedef enum
{
  WRAPPED,
  JUST_PAST,
  PAST_END,
  PAST_DYNAMIC,
  BEFORE,
  ENDS_OUTSIDE,
  FORBIDDEN,
  FREED,
  OUTSIDE_LOCAL,
  NOWHERE,
  MISALIGNED,
  MISALIGNED_ADDRESS,
  NULL_POINTER,
} Fault;

/* Whole sentences for loads, stores and atomics: other languages cannot put a verb just anywhere.
 * Each is given the bytes of the access ("4 bytes"), a number as text, the array's name and its
 * bytes. */
static const char *const faults[][3] = {
  [WRAPPED] = {
    /* Translators: 1 bytes of the access, 2 the number after the minus, 3 an array's name, 4 its
     * size in bytes; 0 − 1 is 4294967295 in an unsigned type */
    N_("A thread reads %1$s far past the end of %3$s (%4$s), where index −%2$s leads in an "
       "unsigned type"),
    N_("A thread writes %1$s far past the end of %3$s (%4$s), where index −%2$s leads in an "
       "unsigned type"),
    N_("An atomic changes %1$s far past the end of %3$s (%4$s), where index −%2$s leads in an "
       "unsigned type") },
  [JUST_PAST] = {
    /* Translators: 1 bytes of the access, 2 the array's size in bytes, 3 its name */
    N_("A thread reads %1$s just past the end of %3$s (%2$s)"),
    N_("A thread writes %1$s just past the end of %3$s (%2$s)"),
    N_("An atomic changes %1$s just past the end of %3$s (%2$s)") },
  [PAST_END] = {
    /* Translators: 1 bytes of the access, 2 bytes past the end, 3 an array's name, 4 its size in
     * bytes */
    N_("A thread reads %1$s, %2$s past the end of %3$s (%4$s)"),
    N_("A thread writes %1$s, %2$s past the end of %3$s (%4$s)"),
    N_("An atomic changes %1$s, %2$s past the end of %3$s (%4$s)") },
  [PAST_DYNAMIC] = {
    /* Translators: 1 bytes of the access, 2 the offset in bytes, 3 an array's name, 4 bytes that
     * the launch asks for; shared is a key of the settings */
    N_("A thread reads %1$s at offset %2$s of %3$s, but the launch asks for %4$s of dynamic "
       "shared memory (shared in [launch])"),
    N_("A thread writes %1$s at offset %2$s of %3$s, but the launch asks for %4$s of dynamic "
       "shared memory (shared in [launch])"),
    N_("An atomic changes %1$s at offset %2$s of %3$s, but the launch asks for %4$s of dynamic "
       "shared memory (shared in [launch])") },
  [BEFORE] = {
    /* Translators: 1 bytes of the access, 2 bytes before the beginning, 3 an array's name */
    N_("A thread reads %1$s, %2$s before the beginning of %3$s: correct its index, or guard the "
       "access with a condition"),
    N_("A thread writes %1$s, %2$s before the beginning of %3$s: correct its index, or guard the "
       "access with a condition"),
    N_("An atomic changes %1$s, %2$s before the beginning of %3$s: correct its index, or guard the "
       "access with a condition") },
  [ENDS_OUTSIDE] = {
    /* Translators: 1 bytes of the access, 2 the offset in bytes, 3 an array's name, 4 its size in
     * bytes */
    N_("A thread reads %1$s at offset %2$s of %3$s (%4$s), which ends within them"),
    N_("A thread writes %1$s at offset %2$s of %3$s (%4$s), which ends within them"),
    N_("An atomic changes %1$s at offset %2$s of %3$s (%4$s), which ends within them") },
  [FORBIDDEN] = {
    /* Translators: 1 bytes of the access, 2 the offset in bytes, 3 an array's name, 4 its size in
     * bytes */
    N_("A thread may not read %1$s at offset %2$s of %3$s (%4$s)"),
    N_("A thread may not write %1$s at offset %2$s of %3$s (%4$s)"),
    N_("An atomic may not change %1$s at offset %2$s of %3$s (%4$s)") },
  [FREED] = {
    N_("A thread reads %1$s at offset %2$s of memory from malloc that was freed"),
    N_("A thread writes %1$s at offset %2$s of memory from malloc that was freed"),
    N_("An atomic changes %1$s at offset %2$s of memory from malloc that was freed") },
  [OUTSIDE_LOCAL] = {
    N_("A thread reads %s outside its local memory"),
    N_("A thread writes %s outside its local memory"),
    N_("An atomic changes %s outside its thread's local memory") },
  [NOWHERE] = {
    N_("A thread reads %1$s at address %2$s, where there is nothing"),
    N_("A thread writes %1$s at address %2$s, where there is nothing"),
    N_("An atomic changes %1$s at address %2$s, where there is nothing") },
  [MISALIGNED] = {
    N_("A thread reads %1$s at offset %2$s of %3$s, not a multiple of %4$s"),
    N_("A thread writes %1$s at offset %2$s of %3$s, not a multiple of %4$s"),
    N_("An atomic changes %1$s at offset %2$s of %3$s, not a multiple of %4$s") },
  [MISALIGNED_ADDRESS] = {
    N_("A thread reads %1$s at address %2$s, not a multiple of %3$s"),
    N_("A thread writes %1$s at address %2$s, not a multiple of %3$s"),
    N_("An atomic changes %1$s at address %2$s, not a multiple of %3$s") },
  [NULL_POINTER] = {
    N_("A thread reads %1$s through a null pointer (address %2$s)"),
    N_("A thread writes %1$s through a null pointer (address %2$s)"),
    N_("An atomic changes %1$s through a null pointer (address %2$s)") },
};

static char *
format_fault (const LoomSimTrap  *self,
              const LoomSimPlace *place,
              Fault               fault,
              const char         *number)
{
  const guint kind = self->op->detail->kind == LOOM_SIM_ACCESS_LOAD    ? 0
                     : self->op->detail->kind == LOOM_SIM_ACCESS_STORE ? 1
                                                                       : 2;
  g_autofree char *accessed = dup_bytes (self->size);
  g_autofree char *size = dup_bytes (place->size);
  char multiple[NUMBER];

  format_number (multiple, self->size);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_(faults[fault][kind]), accessed, number,
                          fault == MISALIGNED_ADDRESS ? multiple : place->name,
                          fault == MISALIGNED ? multiple : size);
#pragma GCC diagnostic pop
}

/* The same of an access whose sentence has its address, or the offset in its object. */
static char *
describe_fault (const LoomSimTrap  *self,
                const LoomSimPlace *place,
                Fault               fault)
{
  char number[NUMBER];

  if (fault == NOWHERE || fault == MISALIGNED_ADDRESS || fault == NULL_POINTER)
    g_snprintf (number, NUMBER, "0x%" G_GINT64_MODIFIER "x", self->address);
  else
    format_number (number, (guint64) place->offset);
  return format_fault (self, place, fault, number);
}

/* Past the end, before the beginning, or within but not allowed: constant, freed, or longer than
 * what is left. */
static char *
describe_outside_object (const LoomSimTrap  *self,
                         const LoomSimPlace *place)
{
  const guint64 offset = (guint64) place->offset,
                wrapped = loom_finding_count_below (place->offset, self->size);
  const gboolean is_past = offset >= place->size;
  g_autofree char *distance = NULL;
  char number[NUMBER];

  if (place->offset >= 0 && !is_past)
    return describe_fault (self, place,
                           place->size - offset < self->size ? ENDS_OUTSIDE
                           : place->is_heap                  ? FREED
                                                             : FORBIDDEN);
  if (place->offset >= 0 && wrapped != 0)
    {
      format_number (number, wrapped);
      return format_fault (self, place, WRAPPED, number);
    }
  if (offset == place->size)
    {
      distance = dup_bytes (place->size);
      return format_fault (self, place, JUST_PAST, distance);
    }
  distance = dup_bytes (place->offset < 0 ? 0 - offset : offset - place->size);
  return format_fault (self, place, place->offset < 0 ? BEFORE : PAST_END, distance);
}

/* What the launch did not ask for, or not enough of. */
static char *
describe_past_dynamic (const LoomSimTrap  *self,
                       const LoomSimPlace *place)
{
  g_autofree char *text = describe_fault (self, place, PAST_DYNAMIC);

  if (self->shared_needed == 0)
    return g_steal_pointer (&text);
  /* Translators: 1 a sentence of what happened, 2 a number of bytes */
  return g_strdup_printf (_("%1$s; this block needs shared=%2$u"), text,
                          self->shared_needed);
}

/* Outside what a surface has of bytes, rows or planes. */
static char *
describe_outside_surface (const LoomSimTrap  *self,
                          const LoomSimPlace *place)
{
  static const char *const sentences[] = {
    /* Translators: 1 bytes of the access, 2 a surface's name, 3 to 5 where: byte of a row, row, and
     * plane or layer */
    N_("A thread reads %1$s outside the surface %2$s: at byte %3$d of row %4$d, plane %5$d"),
    N_("A thread writes %1$s outside the surface %2$s: at byte %3$d of row %4$d, plane %5$d"),
  };
  const gboolean writes = self->op->source->opcode == LOOM_PTX_OP_SUST_B;
  g_autofree char *size = dup_bytes (self->size);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_(sentences[writes ? 1 : 0]), size, place->name, self->at[0],
                          self->at[1], self->at[2]);
#pragma GCC diagnostic pop
}

static char *
describe_outside (const LoomSimTrap  *self,
                  const LoomSimPlace *place)
{
  LoomSimPlace named = *place;

  if (self->cause == LOOM_SIM_CAUSE_OUTSIDE_SURFACE)
    return describe_outside_surface (self, place);

  if (place->space == LOOM_SPACE_LOCAL)
    return describe_fault (self, place, OUTSIDE_LOCAL);
  if (place->is_heap)
    /* Translators: stands for an array's name */
    named.name = _("memory from malloc");
  if (named.name == NULL)
    return describe_fault (self, place, NOWHERE);
  if (place->offset >= 0 && place->is_dynamic && (self->shared_needed > 0 || place->size == 0))
    return describe_past_dynamic (self, place);
  return describe_outside_object (self, &named);
}

static char *
describe_undefined (const LoomSimTrap  *self,
                    const LoomSimPlace *place)
{
  g_autofree char *size = dup_bytes (self->size);
  char offset[NUMBER];

  if (self->cause == LOOM_SIM_CAUSE_ABSENT_LANE)
    return g_strdup_printf (
        _("A shuffle takes the value of lane %u of its warp, which takes no part in it: PTX leaves "
          "undefined what that gives, a GPU gives 0"),
        self->other_thread);
  if (self->cause == LOOM_SIM_CAUSE_UNSET)
    return g_strdup (_("A thread uses a variable before any value was assigned to it"));
  format_number (offset, (guint64) place->offset);
  if (place->space == LOOM_SPACE_LOCAL)
    return g_strdup_printf (
        _("A thread reads %s of its local memory before anything was written there"),
        size);
  if (place->name == NULL)
    return g_strdup_printf (
        _("A thread reads %1$s at offset %2$s of memory from malloc before anything was written "
          "there"),
        size, offset);
  return g_strdup_printf (
      _("A thread reads %1$s at offset %2$s of %3$s before anything was written there"),
      size, offset, place->name);
}

/* The array that undefined bytes of another object end up in, or NULL. */
static char *
dup_array_left_in (const LoomSimTrap        *self,
                   const LoomSimLaunchState *launch)
{
  LoomSpace space;
  gint64 offset;

  if (self->left_in == 0 || self->left_in == self->address >> LOOM_SIM_SLOT_BITS)
    return NULL;
  return loom_sim_trap_name_place (launch, LOOM_SIM_SLOT_ADDRESS (self->left_in), &space, &offset);
}

static char *
describe_uninitialised (const LoomSimTrap        *self,
                        const LoomSimLaunchState *launch,
                        const LoomFinding        *finding,
                        const LoomSimPlace       *place)
{
  g_autofree char *text = describe_undefined (self, place);
  g_autofree char *array = dup_array_left_in (self, launch);
  g_autofree char *line = format_place (&finding->other);

  if (finding->has_other)
    /* Translators: 1 what a thread reads that has no contents, 2 the line that makes use of it */
    return g_strdup_printf (_("%1$s; it is used at line %2$s"), text, line);
  if (array != NULL)
    /* Translators: 1 what a thread reads that has no contents, 2 the array that it ends up in */
    return g_strdup_printf (_("%1$s; it ends up in %2$s"), text, array);
  return g_steal_pointer (&text);
}

static char *
describe_race (const LoomSimTrap  *self,
               const LoomFinding  *finding,
               const LoomSimPlace *place)
{
  const char *name = place->name != NULL                 ? place->name
                     : place->space == LOOM_SPACE_SHARED ? "__shared__"
                                                         : "malloc";
  g_autofree char *line = format_place (&finding->other);
  g_autofree char *size = dup_bytes (self->size);
  char offset[NUMBER];

  format_number (offset, (guint64) place->offset);
  if (self->op->detail->kind == LOOM_SIM_ACCESS_ATOMIC)
    return g_strdup_printf (
                            /* Translators: in this and the next four 1 is bytes, 2 the offset in
                             * bytes, 3 an array's name, 4 a place in the source */
                            _("An atomic changes %1$s at offset %2$s of %3$s, a thread of "
                              "another block accesses the same memory at line %4$s, and one "
                              "of the two holds only within its block"),
                            size, offset, name, line);
  if (self->cause == LOOM_SIM_CAUSE_UNFINISHED_COPY)
    return g_strdup_printf (_("A copy (cp.async) writes %1$s at offset %2$s of %3$s, and line "
                              "%4$s accesses the same memory before the thread that began the "
                              "copy has waited for it"),
                            size, offset, name, line);
  if (self->other->detail->kind == LOOM_SIM_ACCESS_ATOMIC)
    return g_strdup_printf (
        _("A thread writes %1$s at offset %2$s of %3$s, an atomic of another thread changes the "
          "same memory at line %4$s, and nothing puts the two in order"),
        size, offset, name, line);
  if (self->other->detail->kind == LOOM_SIM_ACCESS_STORE)
    return g_strdup_printf (_("A thread writes %1$s at offset %2$s of %3$s, another thread "
                              "writes something else there at line %4$s, and nothing puts the "
                              "two in order"),
                            size, offset, name, line);
  return g_strdup_printf (
      _("A thread writes %1$s at offset %2$s of %3$s, another thread reads the same memory at "
        "line %4$s, and nothing puts the two in order"),
      size, offset, name, line);
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
    return g_strdup_printf (_("Warps of one block meet at different __syncthreads of line %s; what "
                              "that does is undefined in CUDA"),
                            first);
  return g_strdup_printf (_("Warps of one block meet at different __syncthreads, of line %1$s and "
                            "of line %2$s; what that does is undefined in CUDA"),
                          first, second);
}

static char *
describe_never_meet (const LoomSite *site,
                     const LoomSite *other)
{
  const gboolean in_order = stands_before (site, other);
  g_autofree char *first = format_place (in_order ? site : other);
  g_autofree char *second = format_place (in_order ? other : site);

  return g_strdup_printf (_("Threads of one warp wait at different barriers, in line %1$s and in "
                            "line %2$s, so that they never meet"),
                          first, second);
}

static char *
describe_bypassed (const LoomSite *site)
{
  g_autofree char *place = format_place (site);

  return g_strdup_printf (_("Threads of a warp go round the barrier of line %s, where others of "
                            "their warp wait, and do "
                            "more than return; a GPU may hang here"),
                          place);
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
    return g_strdup_printf (_("The kernel was stopped when its budget was used up: this thread "
                              "waits while another loops at line %s"),
                            other);
  if (self->cause != LOOM_SIM_CAUSE_POLLS || finding->array == NULL)
    return g_strdup (_("The kernel was stopped when its budget was used up"));
  g_snprintf (offset, sizeof offset, "%" G_GINT64_FORMAT, finding->offset);
  if (finding->has_other)
    /* Translators: 1 a line of the source, 2 an offset in bytes, 3 an array's name */
    return g_strdup_printf (_("The kernel was stopped when its budget was used up: this thread "
                              "waits while another keeps reading, at line %1$s, at offset %2$s "
                              "of %3$s"),
                            other, offset, finding->array);
  /* Translators: 1 an offset in bytes, 2 an array's name */
  return g_strdup_printf (_("The kernel was stopped when its budget was used up: this thread "
                            "keeps reading at offset %1$s of %2$s"),
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
    case LOOM_SIM_CAUSE_NO_TEXTURE:
      return g_strdup (_("A thread uses what is not a texture or surface object, or one of other "
                         "dimensions; texture, surface and shape in its [arg NAME] say what it "
                         "is"));
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

static char *
describe_free (const LoomSimTrap *self)
{
  char address[NUMBER];

  g_snprintf (address, NUMBER, "0x%" G_GINT64_MODIFIER "x", self->address);
  return g_strdup_printf (
      _("A thread frees address %s, which malloc did not give or which is free already"), address);
}

static char *
describe (const LoomSimTrap        *self,
          const LoomSimLaunchState *launch,
          const LoomFinding        *finding,
          const LoomSimPlace       *place)
{
  switch ((guint) self->code)
    {
    case LOOM_ERROR_OOB:
      return describe_outside (self, place);
    case LOOM_ERROR_MISALIGNED:
      return describe_fault (self, place, place->name != NULL ? MISALIGNED : MISALIGNED_ADDRESS);
    case LOOM_ERROR_NULL_ACCESS:
      return describe_fault (self, place, NULL_POINTER);
    case LOOM_ERROR_UNINITIALISED:
      return describe_uninitialised (self, launch, finding, place);
    case LOOM_ERROR_RACE:
      return describe_race (self, finding, place);
    case LOOM_ERROR_HEAP:
      return describe_free (self);
    case LOOM_ERROR_ASSERT:
      return g_strdup_printf (_("An assertion failed: %s"), self->text != NULL ? self->text : "?");
    case LOOM_ERROR_BARRIER:
      if (self->cause == LOOM_SIM_CAUSE_BYPASSED)
        return describe_bypassed (&finding->site);
      if (self->cause == LOOM_SIM_CAUSE_OTHER_BARRIER)
        return describe_meeting (&finding->site, &finding->other);
      return describe_never_meet (&finding->site, &finding->other);
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

/**
 * loom_sim_trap_dup_text:
 * @launch: that it is of
 * @finding: what is known of it by now, all but the text
 * @place: what it accesses, if it is an access
 *
 * Returns: (transfer full): a sentence, and the calls around its line that were inlined
 */
char *
loom_sim_trap_dup_text (const LoomSimTrap        *self,
                        const LoomSimLaunchState *launch,
                        const LoomFinding        *finding,
                        const LoomSimPlace       *place)
{
  g_autofree char *text = describe (self, launch, finding, place);
  g_autoptr (GString) lines = g_string_new (NULL);

  if (finding->inlined_from->len == 0)
    return g_steal_pointer (&text);
  for (guint i = 0; i < finding->inlined_from->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (finding->inlined_from, i);
      g_autofree char *call = loom_place_format (frame->file, frame->line);

      g_string_append_printf (lines, "%s%s", i > 0 ? ", " : "", call);
    }
  /* Translators: 1 what happened, 2 the lines of the calls around it, the innermost first */
  return g_strdup_printf (ngettext ("%1$s; inlined from line %2$s",
                                    "%1$s; inlined from lines %2$s", finding->inlined_from->len),
                          text, lines->str);
}
