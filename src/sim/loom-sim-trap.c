/* loom-sim-trap.c: what ended a block, recorded and put to words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-muster-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include <inttypes.h>

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

typedef struct
{
  LoomSpace   space;
  const char *name;             /* of the nearest object, or NULL */
  gint64      offset;
  guint64     size;
  gboolean    is_heap;          /* from malloc(), which gives no names */
  gboolean    is_dynamic;       /* shared memory whose size the launch sets */
} Place;

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
                   Place                    *place)
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
            Place                    *place)
{
  const guint64 slot = self->address >> LOOM_SIM_SLOT_BITS;

  *place = (Place) { .space = LOOM_SPACE_GLOBAL };
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
  Place place;

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
  Place place;

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

static char *
add_chain (char              *text,
           const LoomFinding *finding)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  char *longer;

  if (finding->inlined_from->len == 0)
    return text;
  for (guint i = 0; i < finding->inlined_from->len; i++)
    {
      const LoomFrame *frame = g_ptr_array_index (finding->inlined_from, i);
      g_autofree char *place = loom_place_format (frame->file, frame->line);

      g_string_append_printf (lines, "%s%s", i > 0 ? ", " : "", place);
    }
  /* Translators: 1 what happened, 2 the lines of the calls around it, the innermost first */
  longer = g_strdup_printf (ngettext ("%1$s; inlined from line %2$s",
                                      "%1$s; inlined from lines %2$s", finding->inlined_from->len),
                            text, lines->str);
  g_free (text);
  return longer;
}

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
    N_("A thread reads %1$s, %2$s before the beginning of %3$s"),
    N_("A thread writes %1$s, %2$s before the beginning of %3$s"),
    N_("An atomic changes %1$s, %2$s before the beginning of %3$s") },
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
    N_("A thread reads %1$s at offset %2$s of %3$s, no multiple of %4$s"),
    N_("A thread writes %1$s at offset %2$s of %3$s, no multiple of %4$s"),
    N_("An atomic changes %1$s at offset %2$s of %3$s, no multiple of %4$s") },
  [MISALIGNED_ADDRESS] = {
    N_("A thread reads %1$s at address %2$s, no multiple of %3$s"),
    N_("A thread writes %1$s at address %2$s, no multiple of %3$s"),
    N_("An atomic changes %1$s at address %2$s, no multiple of %3$s") },
  [NULL_POINTER] = {
    N_("A thread reads %1$s through a null pointer (address %2$s)"),
    N_("A thread writes %1$s through a null pointer (address %2$s)"),
    N_("An atomic changes %1$s through a null pointer (address %2$s)") },
};

static char *
format_fault (const LoomSimTrap *self,
              const Place       *place,
              Fault              fault,
              const char        *number)
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
describe_fault (const LoomSimTrap *self,
                const Place       *place,
                Fault              fault)
{
  char number[NUMBER];

  if (fault == NOWHERE || fault == MISALIGNED_ADDRESS || fault == NULL_POINTER)
    g_snprintf (number, NUMBER, "0x%" G_GINT64_MODIFIER "x", self->address);
  else
    format_number (number, (guint64) place->offset);
  return format_fault (self, place, fault, number);
}

/* Less than nothing as a number of 32 bits without sign is a large index. How far below zero an
 * offset's was, for elements as large as the access; 0: it was not. */
static guint64
find_wrapped_index (const LoomSimTrap *self,
                    const Place       *place)
{
  const guint64 round = (guint64) self->size << 32, left = round - (guint64) place->offset;

  return (guint64) place->offset < round && left <= (guint64) self->size << 16 ? left / self->size
                                                                               : 0;
}

/* Past the end, before the beginning, or within but not allowed: constant, freed, or longer than
 * what is left. */
static char *
describe_outside_object (const LoomSimTrap *self,
                         const Place       *place)
{
  const guint64 offset = (guint64) place->offset, wrapped = find_wrapped_index (self, place);
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
  distance = dup_bytes (place->offset < 0 ? 0 - offset : offset - place->size);
  return format_fault (self, place, place->offset < 0 ? BEFORE : PAST_END, distance);
}

/* What the launch did not ask for, or not enough of. */
static char *
describe_past_dynamic (const LoomSimTrap *self,
                       const Place       *place)
{
  g_autofree char *text = describe_fault (self, place, PAST_DYNAMIC);

  if (self->shared_needed == 0)
    return g_steal_pointer (&text);
  /* Translators: 1 a sentence of what happened, 2 a number of bytes */
  return g_strdup_printf (_("%1$s; this block gets by with shared=%2$u"), text,
                          self->shared_needed);
}

/* Outside what a surface has of bytes, rows or planes. */
static char *
describe_outside_surface (const LoomSimTrap *self,
                          const Place       *place)
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
describe_outside (const LoomSimTrap *self,
                  const Place       *place)
{
  Place named = *place;

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
describe_undefined (const LoomSimTrap *self,
                    const Place       *place)
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
  if (self->left_in == 0 || self->left_in == self->address >> LOOM_SIM_SLOT_BITS)
    return NULL;
  return dup_source_name (launch->slots[self->left_in].name);
}

static char *
describe_uninitialised (const LoomSimTrap        *self,
                        const LoomSimLaunchState *launch,
                        const LoomFinding        *finding,
                        const Place              *place)
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
describe_race (const LoomSimTrap *self,
               const LoomFinding *finding,
               const Place       *place)
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
                              "another block accesses them at line %4$s, and one of the two "
                              "holds within its block alone"),
                            size, offset, name, line);
  if (self->cause == LOOM_SIM_CAUSE_UNFINISHED_COPY)
    return g_strdup_printf (_("A copy (cp.async) writes %1$s at offset %2$s of %3$s, and line "
                              "%4$s accesses them before the thread that began the copy has "
                              "waited for it"),
                            size, offset, name, line);
  if (self->other->detail->kind == LOOM_SIM_ACCESS_ATOMIC)
    return g_strdup_printf (
        _("A thread writes %1$s at offset %2$s of %3$s, an atomic of another thread changes them "
          "at line %4$s, and nothing orders the two"),
        size, offset, name, line);
  if (self->other->detail->kind == LOOM_SIM_ACCESS_STORE)
    return g_strdup_printf (_("A thread writes %1$s at offset %2$s of %3$s, another thread "
                              "writes something else there at line %4$s, and nothing orders the "
                              "two"),
                            size, offset, name, line);
  return g_strdup_printf (
      _("A thread writes %1$s at offset %2$s of %3$s, another thread reads them at line %4$s, "
        "and nothing orders the two"),
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
describe_bypassed (const LoomSite *site)
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
  if (self->cause == LOOM_SIM_CAUSE_BYPASSED)
    return describe_bypassed (&finding->site);
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
    case LOOM_SIM_CAUSE_NO_TEXTURE:
      return g_strdup (_("A thread uses what is no texture or surface object, or one of other "
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
          const Place              *place)
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
  Place place = { .space = LOOM_SPACE_NONE };
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
  finding->text = add_chain (describe (self, launch, finding, &place), finding);
  return finding;
}
